#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/vat/texel_buffer.h"

struct libdeflate_compressor;
struct z_stream_s;

namespace texeleton::pack {

/// Lines of a chunk of EXR's ZIP.
inline constexpr std::uint32_t kZipLines = 16;

/// The packing of the lower half of a chunk: the bytes at even places, which are the lower ones of half floats.
enum class LowerBytes : std::uint8_t {
  Repetitions,  ///< Like the upper half.
  /// Channels of lines whose bytes are noise, like those of motion, are stored without packing; in the others only runs
  /// of one byte are searched, since searching for more would be wasted time.
  Noise
};

/// Packs chunks of lines as EXR's ZIP does. One for each thread.
class ZipChunk {
 public:
  /// Splits lines [firstLine, endLine) into their channels, filters and packs them, and appends them to `out`. What
  /// does not become smaller is appended as it is. False: not enough memory.
  bool append(const vat::TexelBuffer& texels, std::uint32_t firstLine, std::uint32_t endLine, LowerBytes lower,
              std::vector<std::byte>& out);

  /// The best choice for a texture, from samples of some of its chunks: noise, if it is nearly as small. Deterministic
  /// for equal texels.
  LowerBytes suiting(const vat::TexelBuffer& texels);

 private:
  struct FreeRepetitions {
    void operator()(libdeflate_compressor* compressor) const;
  };
  struct FreeRuns {
    void operator()(z_stream_s* stream) const;
  };

  bool prepare();
  void filter(const vat::TexelBuffer& texels, std::uint32_t firstLine, std::uint32_t endLine);
  // Bytes packed into `to`; 0: they have no room.
  std::size_t packRuns(std::span<const std::byte> bytes, std::span<std::byte> to);
  std::size_t packNoise(std::span<const std::byte> bytes, std::size_t channelBytes, std::span<std::byte> to);
  std::size_t packRepetitions(std::span<const std::byte> bytes, std::span<std::byte> to);
  std::size_t pack(LowerBytes lower, std::size_t channelBytes, std::span<std::byte> to);

  std::unique_ptr<libdeflate_compressor, FreeRepetitions> m_repetitions;
  std::unique_ptr<z_stream_s, FreeRuns> m_runs;
  std::vector<std::byte> m_lines, m_filtered;
};

}  // namespace texeleton::pack
