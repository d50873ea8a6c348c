#include <algorithm>
#include <array>
#include <cstring>

#include "core/import/gltf/gltf_accessors.h"

namespace texeleton::importing {

namespace {

constexpr std::size_t kGroup = 16;  // elements
constexpr std::size_t kTailAtLeast = 24;

/// Takes bytes from the front of a stream. After its end `good` is false and bytes are zero.
class ByteSource {
 public:
  explicit ByteSource(std::span<const std::byte> bytes) : m_bytes(bytes) {}

  std::span<const std::byte> take(std::size_t count) {
    if (count > m_bytes.size()) {
      m_good = false;
      return {};
    }
    const auto taken = m_bytes.first(count);
    m_bytes = m_bytes.subspan(count);
    return taken;
  }
  std::uint8_t next() {
    const auto taken = take(1);
    return taken.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(taken.front());
  }
  bool good() const { return m_good; }
  bool atEnd() const { return m_bytes.empty(); }

 private:
  std::span<const std::byte> m_bytes;
  bool m_good = true;
};

/// The deltas of 16 elements with `bits` (0, 1, 2, 4 or 8) each. All bits set: the delta is a separate byte.
void readGroup(ByteSource& source, unsigned bits, std::uint8_t* out) {
  if (bits == 0) {
    std::fill_n(out, kGroup, std::uint8_t{0});
    return;
  }
  const auto packed = source.take(kGroup * bits / 8);
  if (packed.empty()) {
    return;
  }
  const unsigned perByte = 8 / bits;
  const unsigned mask = (1u << bits) - 1;
  for (unsigned i = 0; i < kGroup; ++i) {
    const unsigned place = i % perByte;
    const unsigned shift = bits == 1 ? place : bits * (perByte - 1 - place);  // Single bits start at the low end.
    const unsigned value = (static_cast<unsigned>(packed[i / perByte]) >> shift) & mask;
    out[i] = bits != 8 && value == mask ? source.next() : static_cast<std::uint8_t>(value);
  }
}

void readDeltas(ByteSource& source, unsigned control, std::vector<std::uint8_t>& out, std::size_t elements) {
  const std::size_t groups = (elements + kGroup - 1) / kGroup;
  std::fill(out.begin(), out.end(), std::uint8_t{0});
  if (control == 2) {
    return;
  }
  if (control == 3) {
    const auto literal = source.take(elements);
    if (!literal.empty()) {
      std::memcpy(out.data(), literal.data(), literal.size());
    }
    return;
  }
  const auto header = source.take((groups + 3) / 4);
  if (header.empty()) {
    return;
  }
  for (std::size_t group = 0; group < groups && source.good(); ++group) {
    const unsigned mode = (static_cast<unsigned>(header[group / 4]) >> (group % 4 * 2)) & 3;
    const unsigned bits = control == 0 ? (mode == 0 ? 0 : 1u << (mode - 1)) : 1u << mode;
    readGroup(source, bits, out.data() + group * kGroup);
  }
}

template <class T>
T unzigzag(T value) {
  return static_cast<T>((value >> 1) ^ -(value & 1));
}

template <class T>
T fromBytes(const std::uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

/// Adds the deltas of four bytes to the previous element.
void applyDeltas(unsigned channel, const std::uint8_t* deltas, std::uint8_t* value) {
  const unsigned mode = channel & 15;
  if (mode == 0) {
    for (std::size_t i = 0; i < 4; ++i) {
      value[i] = static_cast<std::uint8_t>(value[i] + unzigzag(deltas[i]));
    }
  } else if (mode == 1) {
    for (std::size_t i = 0; i < 4; i += 2) {
      const auto sum = static_cast<std::uint16_t>(fromBytes<std::uint16_t>(value + i) +
                                                  unzigzag(fromBytes<std::uint16_t>(deltas + i)));
      std::memcpy(value + i, &sum, sizeof sum);
    }
  } else {
    const auto delta = fromBytes<std::uint32_t>(deltas);
    const unsigned turn = (32 - (channel >> 4)) & 31;  // Rotate left; the mode counts to the right.
    const std::uint32_t sum = fromBytes<std::uint32_t>(value) ^ ((delta << turn) | (delta >> ((32 - turn) & 31)));
    std::memcpy(value, &sum, sizeof sum);
  }
}

bool isChannel(unsigned channel) { return channel <= 1 || (channel & 15) == 2; }

}  // namespace

bool decodeMeshoptAttributesV1(std::span<const std::byte> compressed, std::size_t count, std::size_t stride,
                               std::span<std::byte> out) {
  const std::size_t channels = stride / 4;
  const std::size_t tailUsed = stride + channels;
  const std::size_t tailSize = std::max(tailUsed, kTailAtLeast);
  if (stride == 0 || stride % 4 != 0 || stride > 256 || out.size() != count * stride ||
      compressed.size() < 1 + tailSize || compressed.front() != std::byte{0xA1}) {
    return false;
  }
  const auto tail = compressed.last(tailUsed);
  std::vector<std::uint8_t> element(stride);
  std::memcpy(element.data(), tail.data(), stride);
  std::vector<unsigned> modes(channels);
  for (std::size_t c = 0; c < channels; ++c) {
    modes[c] = static_cast<unsigned>(tail[stride + c]);
    if (!isChannel(modes[c])) {
      return false;
    }
  }
  ByteSource source(compressed.subspan(1, compressed.size() - 1 - tailSize));
  const std::size_t blockSize = std::min((8192 / stride) & ~(kGroup - 1), std::size_t{256});
  std::vector<std::vector<std::uint8_t>> deltas(stride, std::vector<std::uint8_t>(blockSize));
  for (std::size_t done = 0; done < count;) {
    const std::size_t elements = std::min(blockSize, count - done);
    const auto controls = source.take(channels);
    for (std::size_t b = 0; b < stride && source.good(); ++b) {
      readDeltas(source, (static_cast<unsigned>(controls[b / 4]) >> (b % 4 * 2)) & 3, deltas[b], elements);
    }
    if (!source.good()) {
      return false;
    }
    for (std::size_t i = 0; i < elements; ++i) {
      for (std::size_t c = 0; c < channels; ++c) {
        const std::array<std::uint8_t, 4> four = {deltas[4 * c][i], deltas[4 * c + 1][i], deltas[4 * c + 2][i],
                                                  deltas[4 * c + 3][i]};
        applyDeltas(modes[c], four.data(), element.data() + 4 * c);
      }
      std::memcpy(out.data() + (done + i) * stride, element.data(), stride);
    }
    done += elements;
  }
  return source.atEnd();
}

}  // namespace texeleton::importing
