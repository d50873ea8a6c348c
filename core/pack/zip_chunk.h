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

/// The compression of the lower half of a chunk: the bytes at even positions, the low bytes of half floats.
enum class LowerBytes : std::uint8_t {
  Repetitions,  ///< Like the upper half.
  /// Noisy channels, like those of motion, are stored uncompressed; in the others only runs of one byte are searched,
  /// since longer patterns are not worth the time.
  Noise
};

/// Compresses chunks of lines in EXR's ZIP format. One for each thread.
class ZipChunk {
 public:
  /// Splits lines [firstLine, endLine) into their channels, filters and compresses them, and appends them to `out`;
  /// data that does not shrink is appended uncompressed. Returns false if memory is exhausted.
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
  // Returns the number of bytes written to `to`; 0: they do not fit.
  std::size_t packRuns(std::span<const std::byte> bytes, std::span<std::byte> to);
  std::size_t packNoise(std::span<const std::byte> bytes, std::size_t channelBytes, std::span<std::byte> to);
  std::size_t packRepetitions(std::span<const std::byte> bytes, std::span<std::byte> to);
  std::size_t pack(LowerBytes lower, std::size_t channelBytes, std::span<std::byte> to);

  std::unique_ptr<libdeflate_compressor, FreeRepetitions> m_repetitions;
  std::unique_ptr<z_stream_s, FreeRuns> m_runs;
  std::vector<std::byte> m_lines, m_filtered;
};

}  // namespace texeleton::pack
