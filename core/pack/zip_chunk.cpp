#include "core/pack/zip_chunk.h"

#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

#include "core/pack/exr_lines.h"

namespace texeleton::pack {

namespace {

/// libdeflate's: within half a percent of zlib's 4 on textures, in 40 % of its time.
constexpr int kRepetitionsLevel = 1;
constexpr int kRawDeflate = -MAX_WBITS;
constexpr int kRunsMemory = 6;  // zlib's memLevel: runs need no history.
/// Tolerated growth of the lower bytes: 2 % of a file.
constexpr double kNoiseMayBeLarger = 1.03;
constexpr std::size_t kSampledChunks = 8;
/// Bytes of each lower half: repetitions are at most 2¹⁵ bytes apart.
constexpr std::size_t kSampledBytes = std::size_t{3} << 15;
/// Shorter channels of a line are not distinguished from noise.
constexpr std::size_t kLeastNoise = std::size_t{1} << 10;
constexpr std::size_t kStoredBytes = 0xffff;  ///< Size limit of a stored block.

/// EXR's filter before deflate: the bytes at even positions, then those at odd ones, each as the difference from the
/// previous one. Adjacent values have similar upper bytes.
void filterBytes(const std::byte* __restrict from, std::size_t size, std::byte* __restrict to) {
  const auto* const in = reinterpret_cast<const std::uint8_t*>(from);
  auto* const out = reinterpret_cast<std::uint8_t*>(to);
  const std::size_t evens = (size + 1) / 2;
  const std::size_t odds = size / 2;
  out[0] = in[0];
  for (std::size_t i = 1; i < evens; ++i) {
    out[i] = static_cast<std::uint8_t>(in[2 * i] - in[2 * i - 2] + 128);
  }
  if (odds != 0) {
    out[evens] = static_cast<std::uint8_t>(in[1] - in[2 * evens - 2] + 128);
  }
  for (std::size_t i = 1; i < odds; ++i) {
    out[evens + i] = static_cast<std::uint8_t>(in[2 * i + 1] - in[2 * i - 1] + 128);
  }
}

/// Whether bytes are so evenly distributed that codes would save less than a fiftieth of them: two of them are equal at
/// most 1.15 times as often as those of noise (in whole numbers, the same on every machine).
bool isNoise(std::span<const std::byte> bytes) {
  if (bytes.size() < kLeastNoise) {
    return false;
  }
  std::uint32_t counts[4][256] = {};  // Four tables, so that equal bytes do not create dependencies.
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    ++counts[i % 4][static_cast<std::size_t>(bytes[i])];
  }
  std::uint64_t squares = 0;
  for (std::size_t i = 0; i < 256; ++i) {
    const std::uint64_t count = std::uint64_t{counts[0][i]} + counts[1][i] + counts[2][i] + counts[3][i];
    squares += count * count;
  }
  const std::uint64_t size = bytes.size();
  return 20 * 256 * squares <= 23 * size * size + 20 * 256 * size;
}

/// Writes stored (uncompressed) deflate blocks, none of them final. 0: there is no room.
std::size_t storeBlocks(std::span<const std::byte> bytes, std::span<std::byte> to) {
  constexpr std::size_t kHeaderBytes = 5;
  std::size_t at = 0;
  while (!bytes.empty()) {
    const std::size_t size = std::min(bytes.size(), kStoredBytes);
    if (to.size() - at < kHeaderBytes + size) {
      return 0;
    }
    const std::byte low{static_cast<std::uint8_t>(size)};
    const std::byte high{static_cast<std::uint8_t>(size >> 8)};
    const std::byte header[kHeaderBytes] = {std::byte{0}, low, high, ~low, ~high};
    std::memcpy(to.data() + at, header, kHeaderBytes);
    std::memcpy(to.data() + at + kHeaderBytes, bytes.data(), size);
    at += kHeaderBytes + size;
    bytes = bytes.subspan(size);
  }
  return at;
}

}  // namespace

void ZipChunk::FreeRepetitions::operator()(libdeflate_compressor* compressor) const {
  libdeflate_free_compressor(compressor);
}

void ZipChunk::FreeRuns::operator()(z_stream_s* stream) const {
  deflateEnd(stream);
  delete stream;
}

bool ZipChunk::prepare() {
  if (!m_repetitions) {
    m_repetitions.reset(libdeflate_alloc_compressor(kRepetitionsLevel));
  }
  if (!m_runs) {
    auto* const stream = new (std::nothrow) z_stream{};
    if (stream == nullptr || deflateInit2(stream, 1, Z_DEFLATED, kRawDeflate, kRunsMemory, Z_RLE) != Z_OK) {
      delete stream;
      return false;
    }
    m_runs.reset(stream);
  }
  return m_repetitions != nullptr;
}

void ZipChunk::filter(const vat::TexelBuffer& texels, std::uint32_t firstLine, std::uint32_t endLine) {
  const std::size_t lineBytes = texels.rowBytes();
  const std::size_t size = lineBytes * (endLine - firstLine);
  m_lines.resize(size);
  m_filtered.resize(size);
  for (std::uint32_t y = firstLine; y < endLine; ++y) {
    splitLine(texels.format(), texels.row(y), texels.width(), m_lines.data() + lineBytes * (y - firstLine));
  }
  filterBytes(m_lines.data(), size, m_filtered.data());
}

// Ends at a byte boundary and is not final: another stream can follow.
std::size_t ZipChunk::packRuns(std::span<const std::byte> bytes, std::span<std::byte> to) {
  z_stream& stream = *m_runs;
  deflateReset(&stream);
  constexpr std::size_t kMost = std::numeric_limits<uInt>::max();
  if (bytes.size() > kMost) {
    return 0;
  }
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(to.data());
  stream.avail_out = static_cast<uInt>(std::min(to.size(), kMost));
  const std::size_t room = stream.avail_out;
  // If the space was just enough, the end may be missing.
  return deflate(&stream, Z_SYNC_FLUSH) == Z_OK && stream.avail_in == 0 && stream.avail_out != 0
             ? room - stream.avail_out
             : 0;
}

// Packs channels of lines, adjacent ones of one kind together. Each piece begins and ends at a byte boundary.
std::size_t ZipChunk::packNoise(std::span<const std::byte> bytes, std::size_t channelBytes, std::span<std::byte> to) {
  const auto isNoiseAt = [&](std::size_t place) {
    return isNoise(bytes.subspan(place, std::min(channelBytes, bytes.size() - place)));
  };
  std::size_t at = 0;
  bool isNextNoise = isNoiseAt(0);
  for (std::size_t begin = 0; begin < bytes.size();) {
    const bool noise = isNextNoise;
    std::size_t end = begin + channelBytes;
    while (end < bytes.size() && (isNextNoise = isNoiseAt(end)) == noise) {
      end += channelBytes;
    }
    const std::span<const std::byte> piece = bytes.subspan(begin, std::min(end, bytes.size()) - begin);
    const std::size_t packed = noise ? storeBlocks(piece, to.subspan(at)) : packRuns(piece, to.subspan(at));
    if (packed == 0) {
      return 0;
    }
    at += packed;
    begin = end;
  }
  return at;
}

std::size_t ZipChunk::packRepetitions(std::span<const std::byte> bytes, std::span<std::byte> to) {
  return libdeflate_deflate_compress(m_repetitions.get(), bytes.data(), bytes.size(), to.data(), to.size());
}

// A zlib stream (RFC 1950): its header, the lower half, the upper half, a checksum.
std::size_t ZipChunk::pack(LowerBytes lower, std::size_t channelBytes, std::span<std::byte> to) {
  const std::span<const std::byte> bytes(m_filtered);
  const std::size_t half = (bytes.size() + 1) / 2;
  if (lower == LowerBytes::Repetitions) {
    return libdeflate_zlib_compress(m_repetitions.get(), bytes.data(), bytes.size(), to.data(), to.size());
  }
  constexpr std::byte kHeader[] = {std::byte{0x78}, std::byte{0x01}};
  constexpr std::size_t kChecksumBytes = 4;
  if (to.size() <= sizeof kHeader + kChecksumBytes) {
    return 0;
  }
  std::memcpy(to.data(), kHeader, sizeof kHeader);
  std::size_t at = sizeof kHeader;
  const std::size_t end = to.size() - kChecksumBytes;
  const std::size_t low = packNoise(bytes.first(half), channelBytes, to.subspan(at, end - at));
  at += low;
  const std::size_t high = low == 0 ? 0 : packRepetitions(bytes.subspan(half), to.subspan(at, end - at));
  if (high == 0) {
    return 0;
  }
  at += high;
  const std::uint32_t checksum = libdeflate_adler32(1, bytes.data(), bytes.size());
  for (std::size_t i = 0; i < kChecksumBytes; ++i) {
    to[at + i] = static_cast<std::byte>(checksum >> (24 - 8 * i));
  }
  return at + kChecksumBytes;
}

bool ZipChunk::append(const vat::TexelBuffer& texels, std::uint32_t firstLine, std::uint32_t endLine, LowerBytes lower,
                      std::vector<std::byte>& out) {
  if (!prepare()) {
    return false;
  }
  filter(texels, firstLine, endLine);
  const std::size_t size = m_lines.size();
  const std::size_t begin = out.size();
  out.resize(begin + size);
  // Room for less than the raw size: larger results are not worth storing.
  const std::size_t packed = pack(lower, texels.rowBytes() / 8, std::span(out).subspan(begin, size - 1));
  if (packed == 0) {
    std::memcpy(out.data() + begin, m_lines.data(), size);
  }
  out.resize(begin + (packed == 0 ? size : packed));
  return true;
}

LowerBytes ZipChunk::suiting(const vat::TexelBuffer& texels) {
  if (!prepare()) {
    return LowerBytes::Repetitions;
  }
  const std::uint32_t chunks = (texels.height() + kZipLines - 1) / kZipLines;
  const std::size_t sampled = std::min<std::size_t>(chunks, kSampledChunks);
  const std::size_t lineHalf = texels.rowBytes() / 2;
  const auto lines = static_cast<std::uint32_t>(std::clamp<std::size_t>(kSampledBytes / lineHalf, 1, kZipLines));
  std::vector<std::byte> to(2 * lines * lineHalf + kSampledBytes);
  double repetitions = 0.0;
  double noise = 0.0;
  for (std::size_t i = 0; i < sampled; ++i) {
    const auto first = static_cast<std::uint32_t>(i * chunks / sampled) * kZipLines;
    filter(texels, first, std::min(first + lines, texels.height()));
    const std::span<const std::byte> part = std::span(m_filtered).first(m_filtered.size() / 2);
    repetitions += static_cast<double>(packRepetitions(part, to));
    noise += static_cast<double>(packNoise(part, lineHalf / 4, to));
  }
  return noise <= kNoiseMayBeLarger * repetitions ? LowerBytes::Noise : LowerBytes::Repetitions;
}

}  // namespace texeleton::pack
