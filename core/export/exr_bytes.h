#pragma once

#include <string>

#include "core/vat/texel_buffer.h"

namespace texeleton::exporting {

/// The bytes of an uncompressed OpenEXR file with the channels A, B, G, R.
std::string exrBytes(const vat::TexelBuffer& texels);

}  // namespace texeleton::exporting
