#include "viewport/scene/gpu/packing.h"

#include <algorithm>
#include <cmath>

namespace texeleton::viewport {

namespace {

constexpr float kUnorm16 = 65535.0f;
constexpr float kSnorm16 = 32767.0f;

float unpackSnorm16(std::uint32_t bits) {
  const auto value = static_cast<std::int16_t>(static_cast<std::uint16_t>(bits));
  return std::max(static_cast<float>(value) / kSnorm16, -1.0f);
}

std::uint32_t packedPair(std::uint32_t low, std::uint32_t high) { return low | high << 16; }

float signOf(float value) { return value >= 0.0f ? 1.0f : -1.0f; }

}  // namespace

glm::vec3 unitOr(const glm::vec3& v, const glm::vec3& otherwise) {
  const float squared = glm::dot(v, v);
  return squared < 1e-20f ? otherwise : v / std::sqrt(squared);
}

std::uint32_t packUnorm16(float value) {
  return static_cast<std::uint32_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * kUnorm16));
}

std::uint32_t packSnorm16(float value) {
  return static_cast<std::uint32_t>(std::lround(std::clamp(value, -1.0f, 1.0f) * kSnorm16)) & 0xffffu;
}

std::uint32_t packColor(const glm::vec4& color) {
  std::uint32_t bits = 0;
  for (int i = 0; i < 4; ++i) {
    bits |= static_cast<std::uint32_t>(std::lround(std::clamp(color[i], 0.0f, 1.0f) * 255.0f)) << (8 * i);
  }
  return bits;
}

std::uint32_t packDirection(const glm::vec3& direction) {
  const float sum = std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z);
  if (!(sum > 0.0f)) {
    return packDirection(glm::vec3(0.0f, 0.0f, 1.0f));
  }
  glm::vec2 folded = glm::vec2(direction) / sum;
  if (direction.z < 0.0f) {
    folded = {(1.0f - std::abs(folded.y)) * signOf(direction.x), (1.0f - std::abs(folded.x)) * signOf(direction.y)};
  }
  const glm::vec2 corner = glm::floor(glm::clamp(folded, -1.0f, 1.0f) * kSnorm16);
  std::uint32_t best = 0;
  float least = 16.0f;
  const glm::vec3 unit = glm::normalize(direction);
  for (int i = 0; i < 4; ++i) {
    const glm::vec2 tried = (corner + glm::vec2(i & 1, i >> 1)) / kSnorm16;
    const std::uint32_t bits = packedPair(packSnorm16(tried.x), packSnorm16(tried.y));
    const glm::vec3 off = unpackDirection(bits) - unit;  // A dot product would not resolve such small angles.
    if (const float distance = glm::dot(off, off); distance < least) {
      least = distance;
      best = bits;
    }
  }
  return best;
}

glm::vec3 unpackDirection(std::uint32_t bits) {
  const glm::vec2 e(unpackSnorm16(bits & 0xffffu), unpackSnorm16(bits >> 16));
  glm::vec3 v(e, 1.0f - std::abs(e.x) - std::abs(e.y));
  const float t = std::max(-v.z, 0.0f);
  v.x += v.x >= 0.0f ? -t : t;
  v.y += v.y >= 0.0f ? -t : t;
  return glm::normalize(v);
}

std::uint32_t packUv(const glm::vec2& uv, const glm::vec4& range) {
  const float x = range.z > 0.0f ? (uv.x - range.x) / range.z : 0.0f;
  const float y = range.w > 0.0f ? (uv.y - range.y) / range.w : 0.0f;
  return packedPair(packUnorm16(x), packUnorm16(y));
}

glm::uvec2 packRotation(const glm::vec4& xyzw) {
  return {packedPair(packSnorm16(xyzw.x), packSnorm16(xyzw.y)), packedPair(packSnorm16(xyzw.z), packSnorm16(xyzw.w))};
}

glm::vec4 unpackRotation(const glm::uvec2& bits) {
  const glm::vec4 q(unpackSnorm16(bits.x & 0xffffu), unpackSnorm16(bits.x >> 16), unpackSnorm16(bits.y & 0xffffu),
                    unpackSnorm16(bits.y >> 16));
  return q / std::sqrt(std::max(glm::dot(q, q), 1e-20f));
}

}  // namespace texeleton::viewport
