#pragma once

#include <cstdint>
#include <glm/glm.hpp>

namespace texeleton::viewport {

/// The normalised vector; `otherwise` if it has no direction.
glm::vec3 unitOr(const glm::vec3& v, const glm::vec3& otherwise);

// Packs values for the GPU; shaders/packing.glsl unpacks them.

/// A value of [0, 1] in 16 bits, rounded to nearest.
std::uint32_t packUnorm16(float value);
/// A value of [−1, 1] in 16 bits, two's complement, rounded to nearest; −1 … 1 are ±32,767.
std::uint32_t packSnorm16(float value);
/// A colour in four bytes, red lowest.
std::uint32_t packColor(const glm::vec4& color);

/// A unit vector in octahedral encoding, two 16-bit values (Cigolle et al., "A Survey of Efficient Representations for
/// Independent Unit Vectors", JCGT 2014: the variant that tries the neighbours and keeps the best). Error at most
/// 0.004°.
std::uint32_t packDirection(const glm::vec3& direction);
glm::vec3 unpackDirection(std::uint32_t bits);

/// Two values relative to a range (minimum, extent).
std::uint32_t packUv(const glm::vec2& uv, const glm::vec4& range);

/// A rotation as four signed 16-bit values in two words; unpackRotation() normalises it.
glm::uvec2 packRotation(const glm::vec4& xyzw);
glm::vec4 unpackRotation(const glm::uvec2& bits);

}  // namespace texeleton::viewport
