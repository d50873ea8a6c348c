#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "core/base/result.h"
#include "core/model/material.h"

namespace texeleton::bake {

/// The texels of an image: the sRGB bytes of the file, row 0 on top.
struct Texels {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<glm::u8vec4> rgba;
};

/// Decodes a PNG or JPEG and halves it, averaging four texels, until it has at most `most` texels. Errors: BadFile (it
/// does not decode), Limit (more texels than a texture may have, or no memory).
Result<Texels> decodeTexels(const model::Image& image, std::uint64_t most);

}  // namespace texeleton::bake
