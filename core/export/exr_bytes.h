#pragma once

#include <string>

#include "core/bake/encoding/texel_buffer.h"

namespace texeleton {

/// The bytes of an OpenEXR file, channels A, B, G, R, not compressed.
std::string exrBytes(const TexelBuffer& texels);

}  // namespace texeleton
