#pragma once

#include <string>

#include "core/bake/encoding/texel_buffer.h"

namespace texeleton::exporting {

/// The bytes of an OpenEXR file, channels A, B, G, R, not compressed.
std::string exrBytes(const bake::TexelBuffer& texels);

}  // namespace texeleton::exporting
