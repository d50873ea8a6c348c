#pragma once

#include <cstdint>
#include <glm/glm.hpp>

namespace texeleton::viewport {

// Packs numbers for the GPU; what reads them is shaders/packing.glsl.

/// A number of [0, 1] in 16 bits, rounded to nearest.
std::uint32_t packUnorm16(float value);
/// A number of [−1, 1] in 16 bits, two's complement, rounded to nearest; −1 … 1 are ±32,767.
std::uint32_t packSnorm16(float value);
/// A colour in four bytes, red lowest.
std::uint32_t packColor(const glm::vec4& color);

/// A unit vector as an octahedron unfolded into two numbers of 16 bits (Cigolle et al., "A Survey of Efficient
/// Representations for Independent Unit Vectors", JCGT 2014: the variant that tries the neighbours and keeps the best).
/// Off by at most 0.004°.
std::uint32_t packDirection(const glm::vec3& direction);
glm::vec3 unpackDirection(std::uint32_t bits);

/// Two numbers over a range (smallest, extent).
std::uint32_t packUv(const glm::vec2& uv, const glm::vec4& range);

/// A rotation as four signed numbers of 16 bits in two words; unpacked it is normalised.
glm::uvec2 packRotation(const glm::vec4& xyzw);
glm::vec4 unpackRotation(const glm::uvec2& bits);

}  // namespace texeleton::viewport
