#pragma once

#include <cstdint>
#include <string>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/vat/texel_buffer.h"

namespace texeleton::exporting {

enum class Ktx2Compression : std::uint8_t {
  None,       ///< Halves or floats in the GPU's layout; the file can be mapped into memory.
  Zstandard,  ///< One Zstandard frame (supercompression scheme 2), unpacked by readers before upload.
};

/// The bytes of `animation.ktx2` (FORMAT.md): one two-dimensional image of halves or floats, row 0 first, linear. The
/// same texels give the same bytes (with Zstandard: for one version of libzstd). Texels on disk are read once and
/// released. Errors: InvalidArgument (no texels), Limit (no memory), Cancelled.
Result<std::string> ktx2Bytes(const vat::TexelBuffer& texels, Ktx2Compression compression, JobContext& job);

}  // namespace texeleton::exporting
