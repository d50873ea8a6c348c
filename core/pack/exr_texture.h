#pragma once

#include <cstdint>
#include <vector>

#include "core/base/checksum.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/pack/input_file.h"
#include "core/pack/output_file.h"
#include "core/pack/pack.h"
#include "core/vat/texel_buffer.h"

namespace texeleton::pack {

/// Writes texels as a scan-line OpenEXR of channels R, G, B, A. Chunks are packed (and compressed) in parallel and
/// written in order: the bytes do not depend on the number of threads. Errors: Io (from `file`), Cancelled.
Result<void> writeExr(OutputFile& file, const vat::TexelBuffer& texels, TextureCompression compression,
                      JobContext& job);

/// The number of threads for reading or writing, limited so that their chunks of `chunkBytes` fit into memory: those of
/// ZIP hold 16 lines, which may be very long.
unsigned exrThreadCount(unsigned wanted, std::uint64_t chunkBytes);

/// The layout of the bytes of an EXR file, within the limits of FORMAT.md. Made from the header and the chunk table.
struct ExrFileLayout {
  vat::PixelFormat format = vat::PixelFormat::Rgba16F;
  int compression = 0;  ///< EXR's number: 0 none, 1 RLE, 2 ZIPS, 3 ZIP.
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t linesPerChunk = 1;
  std::vector<std::uint64_t> chunkBegin;  ///< One per chunk, and the end of the file.

  std::size_t chunkCount() const { return chunkBegin.size() - 1; }
};

/// Checks header and chunk table of a hostile file. `width`, `height` and `format` are from the manifest.
Result<ExrFileLayout> readExrLayout(const InputFile& file, vat::PixelFormat format, std::uint32_t width,
                                    std::uint32_t height);

/// Reads the texels; `checksum`, when given, receives the checksum of the whole file. Errors: BadFile, Limit, Io,
/// Cancelled.
Result<vat::TexelBuffer> readExr(const InputFile& file, vat::PixelFormat format, std::uint32_t width,
                                 std::uint32_t height, Checksum* checksum, JobContext& job);

}  // namespace texeleton::pack
