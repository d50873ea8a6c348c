#include <meshoptimizer.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "core/base/words.h"
#include "core/import/gltf/gltf_accessors.h"

namespace texeleton::importing {

namespace {

enum class Mode { Attributes, Triangles, Indices };
enum class Filter { None, Octahedral, Quaternion, Exponential, Color };

constexpr auto wordTable(Mode) {
  return std::to_array<Word<Mode>>(
      {{"ATTRIBUTES", Mode::Attributes}, {"TRIANGLES", Mode::Triangles}, {"INDICES", Mode::Indices}});
}

constexpr auto wordTable(Filter) {
  return std::to_array<Word<Filter>>({{"NONE", Filter::None},
                                      {"OCTAHEDRAL", Filter::Octahedral},
                                      {"QUATERNION", Filter::Quaternion},
                                      {"EXPONENTIAL", Filter::Exponential},
                                      {"COLOR", Filter::Color}});
}

bool strideFits(Mode mode, Filter filter, std::uint64_t stride) {
  if (mode != Mode::Attributes) {
    return filter == Filter::None && (stride == 2 || stride == 4);
  }
  switch (filter) {
    case Filter::Octahedral:
    case Filter::Color:
      return stride == 4 || stride == 8;
    case Filter::Quaternion:
      return stride == 8;
    default:
      return stride > 0 && stride <= 256 && stride % 4 == 0;
  }
}

// The most bytes that the codecs can produce, so that a small file cannot request gigabytes. Attributes: 16 bytes from
// 2 bits (version 1: 1024 bytes from one byte); triangles: 12 bytes from one; indices: 4 bytes from one.
std::uint64_t mostDecoded(Mode mode, bool khronos, std::uint64_t compressed) {
  return compressed * (mode == Mode::Attributes ? (khronos ? 1024 : 64) : mode == Mode::Triangles ? 12 : 4);
}

/// Colour filter of KHR_meshopt_compression: luma, two chroma values, and alpha, whose highest bit gives the bit depth.
template <class Signed, class Unsigned>
void decodeColors(std::span<std::byte> bytes) {
  constexpr std::size_t kElement = 4 * sizeof(Signed);
  for (std::size_t at = 0; at + kElement <= bytes.size(); at += kElement) {
    std::array<Signed, 4> in{};
    std::memcpy(in.data(), bytes.data() + at, kElement);
    const unsigned coded = static_cast<Unsigned>(in[3]);
    const unsigned scale = (1u << std::bit_width(coded)) - 1;
    const auto y = static_cast<int>(static_cast<Unsigned>(in[0]));
    const int orange = in[1];  // NOLINT(bugprone-signed-char-misuse): numbers, not characters.
    const int green = in[2];   // NOLINT(bugprone-signed-char-misuse)
    const unsigned alpha = coded & (scale >> 1);
    const std::array<int, 4> color = {y + orange - green, y + green, y - orange - green,
                                      static_cast<int>((alpha << 1) | (alpha & 1))};
    constexpr auto kMost = static_cast<float>(std::numeric_limits<Unsigned>::max());
    const float factor = scale == 0 ? 0.0f : kMost / static_cast<float>(scale);
    std::array<Unsigned, 4> out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = static_cast<Unsigned>(std::clamp(std::round(static_cast<float>(color[i]) * factor), 0.0f, kMost));
    }
    std::memcpy(bytes.data() + at, out.data(), kElement);
  }
}

}  // namespace

Result<std::vector<std::byte>> decodeMeshopt(const GltfMeshopt& source, std::span<const std::byte> compressed,
                                             const GltfBufferView& view, const Message& what) {
  const auto mode = valueOf<Mode>(source.mode);
  const auto filter = valueOf<Filter>(source.filter);
  if (!mode || !filter || (filter == Filter::Color && !source.khronos)) {
    return fail(
        ErrorCode::Unsupported,
        message("%1 is compressed in a way that %4 does not have (%2, %3)", what, source.mode.substr(0, 40),
                source.filter.substr(0, 40), source.khronos ? "KHR_meshopt_compression" : "EXT_meshopt_compression"));
  }
  const std::uint64_t stride = source.byteStride;
  const bool sizesAgree = strideFits(*mode, *filter, stride) && source.count <= view.byteLength &&
                          source.count * stride == view.byteLength &&
                          (view.byteStride == 0 || view.byteStride == stride) &&
                          (*mode != Mode::Triangles || source.count % 3 == 0);
  if (!sizesAgree) {
    return fail(ErrorCode::BadFile,
                message("%1: the count %2 and the stride %3 of its compressed data do not agree with its %4 bytes",
                        what, source.count, stride, view.byteLength));
  }
  if (view.byteLength > mostDecoded(*mode, source.khronos, compressed.size())) {
    return fail(ErrorCode::BadFile,
                message("%1: its compressed data is too short for the %2 bytes it says", what, view.byteLength));
  }
  const auto count = static_cast<std::size_t>(source.count);
  const auto size = static_cast<std::size_t>(stride);
  const auto* bytes = reinterpret_cast<const unsigned char*>(compressed.data());
  std::vector<std::byte> out(static_cast<std::size_t>(view.byteLength));
  if (count == 0) {
    return out;
  }
  int problem = 0;
  switch (*mode) {
    case Mode::Attributes:
      // The first byte holds codec and version; EXT_meshopt_compression has version 0 only.
      if (source.khronos && compressed.front() == std::byte{0xA1}) {
        problem = decodeMeshoptAttributesV1(compressed, count, size, out) ? 0 : -1;
        break;
      }
      problem = compressed.front() == std::byte{0xA0}
                    ? meshopt_decodeVertexBuffer(out.data(), count, size, bytes, compressed.size())
                    : -1;
      break;
    case Mode::Triangles:
      problem = meshopt_decodeIndexBuffer(out.data(), count, size, bytes, compressed.size());
      break;
    case Mode::Indices:
      problem = meshopt_decodeIndexSequence(out.data(), count, size, bytes, compressed.size());
      break;
  }
  if (problem != 0) {
    return fail(ErrorCode::BadFile, message("%1: its compressed data is broken", what));
  }
  switch (*filter) {
    case Filter::None:
      break;
    case Filter::Octahedral:
      meshopt_decodeFilterOct(out.data(), count, size);
      break;
    case Filter::Quaternion:
      meshopt_decodeFilterQuat(out.data(), count, size);
      break;
    case Filter::Exponential:
      meshopt_decodeFilterExp(out.data(), count, size);
      break;
    case Filter::Color:
      size == 4 ? decodeColors<std::int8_t, std::uint8_t>(out) : decodeColors<std::int16_t, std::uint16_t>(out);
      break;
  }
  return out;
}

}  // namespace texeleton::importing
