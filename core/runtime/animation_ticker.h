#pragma once

#include <cstdint>

namespace texeleton {

/// What a shader needs: two absolute frames of the texture and the fraction between them in [0, 1).
struct AnimationTickOutput {
  std::uint32_t current = 0;
  std::uint32_t next = 0;
  float interpolate = 0.0f;
};

}  // namespace texeleton
