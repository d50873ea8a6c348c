#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/runtime/crowd_clock.h"
#include "core/transform/transform.h"

namespace texeleton::viewport {

/// A clip as an instance record holds it: first frame in bits 0–14, whether it loops in bit 15, frames in 16–31. No GPU
/// takes textures high enough for more frames.
std::uint32_t packClip(const runtime::CrowdClip& clip);
runtime::CrowdClip unpackClip(std::uint32_t bits);

inline constexpr std::uint32_t kMaxFadeTicks = 0xffff;
inline constexpr std::uint32_t kRestlessBit = 0x80000000u;

/// An instance as the GPU has it: 64 bytes in four attributes (see shaders/crowd_vertex.glsl). It shows clip B; while a
/// fade is on, clip A goes over into B.
struct InstanceRecord {
  glm::vec3 position{0.0f};
  float scale = 1.0f;
  glm::uvec2 rotation{0u, 0x7fff0000u};  ///< packRotation().
  std::uint32_t tint = 0xffffffffu;      ///< packColor(), linear; multiplies the base colour.
  std::uint32_t fadeTicks = 0;  ///< Bits 0–15; 16–23: entry of the tint's palette; 24–30: variant; 31: isRestless().
  std::uint32_t clipA = 0;      ///< packClip().
  std::uint32_t clipB = 0;
  std::uint32_t fadeStart = 0;  ///< Ticks.
  std::uint32_t stepLows = 0;   ///< CrowdPhase::stepLow of A, then B, 16 bits each.
  std::uint32_t phaseA = 0;
  std::int32_t stepHighA = 0;
  std::uint32_t phaseB = 0;
  std::int32_t stepHighB = 0;

  runtime::CrowdPhase motionA() const { return {phaseA, stepHighA, stepLows & 0xffffu}; }
  runtime::CrowdPhase motionB() const { return {phaseB, stepHighB, stepLows >> 16}; }
  void setMotionA(const runtime::CrowdPhase& motion);
  void setMotionB(const runtime::CrowdPhase& motion);

  std::uint32_t paletteEntry() const { return fadeTicks >> 16 & 0xffu; }
  std::uint32_t variant() const { return fadeTicks >> 24 & 0x7fu; }
  void setLook(std::uint32_t paletteEntry, std::uint32_t variant) {
    fadeTicks = (fadeTicks & (kMaxFadeTicks | kRestlessBit)) | (paletteEntry & 0xffu) << 16 | (variant & 0x7fu) << 24;
  }

  /// Whether it goes over into another clip or plays one once, so that the faster shaders for instances that loop leave
  /// it out (CALM in shaders/crowd_instance.glsl). Kept by Crowd.
  bool isRestless() const { return (fadeTicks & kRestlessBit) != 0; }
  void setRestless(bool restless) { fadeTicks = restless ? fadeTicks | kRestlessBit : fadeTicks & ~kRestlessBit; }

  /// Share of clip B.
  float fadeWeight(const runtime::CrowdClock& clock) const {
    return runtime::crowdFadeWeight(fadeStart, fadeTicks & kMaxFadeTicks, clock);
  }
  /// Moves it by the translation, and turns it as the rotation says in place of how it was turned. The scale is not
  /// used.
  void stand(const transform::Transform& where);
  /// Place of a point of pack space in the world.
  glm::vec3 toWorld(const glm::vec3& point) const;
  /// The opposite.
  glm::dvec3 toPack(const glm::dvec3& place) const;
};
static_assert(sizeof(InstanceRecord) == 64);

/// Four numbers of an instance record as a vertex attribute; its location is its place in the list.
struct InstanceAttribute {
  const char* name = "";  ///< In shaders/crowd_instance.glsl.
  bool isFloat = false;   ///< vec4; else uvec4.
  std::uint32_t offset = 0;
  bool isOfMotion = false;  ///< Shaders of what stands still do without it.
  const char* holds = "";   ///< For people.
};

/// All of them: vertex inputs of every pass follow from this list, and a test holds the shader's include against it.
inline constexpr std::array kInstanceAttributes = {
    InstanceAttribute{"instancePlace", true, offsetof(InstanceRecord, position), false, "xyz: position; w: scale."},
    InstanceAttribute{"instanceLook", false, offsetof(InstanceRecord, rotation), false,
                      "Rotation xy, zw; tint; fade duration and user bits."},
    InstanceAttribute{"instanceClips", false, offsetof(InstanceRecord, clipA), true,
                      "Clip A, clip B, fade start, low bits of steps A and B."},
    InstanceAttribute{"instancePhases", false, offsetof(InstanceRecord, phaseA), true,
                      "Phase A, step A, phase B, step B."}};
static_assert(sizeof(InstanceRecord) == kInstanceAttributes.size() * 4 * sizeof(std::uint32_t));

/// The attributes as shaders/crowd_instance.glsl declares them, a line each.
std::vector<std::string> instanceInputLines(std::span<const InstanceAttribute> attributes = kInstanceAttributes);

}  // namespace texeleton::viewport
