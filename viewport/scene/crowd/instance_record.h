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

/// A clip packed for an instance record: first frame in bits 0–14, looping in bit 15, number of frames in 16–31. GPU
/// textures are not high enough for more frames.
std::uint32_t packClip(const runtime::CrowdClip& clip);
runtime::CrowdClip unpackClip(std::uint32_t bits);

inline constexpr std::uint32_t kMaxFadeTicks = 0xffff;
inline constexpr std::uint32_t kRestlessBit = 0x80000000u;
/// Bits of a tint that are 0 in GpuCrowd's copy of an instance whose pose does not follow its clip, else not all 0.
inline constexpr std::uint32_t kOwnPoseMask = 0xff000000u;

/// An instance in GPU format: 64 bytes in four attributes (see shaders/crowd_vertex.glsl). It shows clip B; during a
/// cross-fade, clip A blends into B.
struct InstanceRecord {
  glm::vec3 position{0.0f};
  float scale = 1.0f;
  glm::uvec2 rotation{0u, 0x7fff0000u};  ///< packRotation().
  std::uint32_t tint = 0xffffffffu;      ///< packColor(), linear; multiplies the base colour. Alpha: kOwnPoseMask.
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

  /// Whether it cross-fades or plays a clip once, so that the faster shaders for looping instances skip it (CALM in
  /// shaders/crowd_instance.glsl). Maintained by Crowd.
  bool isRestless() const { return (fadeTicks & kRestlessBit) != 0; }
  void setRestless(bool restless) { fadeTicks = restless ? fadeTicks | kRestlessBit : fadeTicks & ~kRestlessBit; }

  /// Weight of clip B.
  float fadeWeight(const runtime::CrowdClock& clock) const {
    return runtime::crowdFadeWeight(fadeStart, fadeTicks & kMaxFadeTicks, clock);
  }
  /// Adds the translation to its position and replaces its rotation. The scale is ignored.
  void stand(const transform::Transform& where);
  /// Transforms a point from pack space to world space.
  glm::vec3 toWorld(const glm::vec3& point) const;
  /// The inverse.
  glm::dvec3 toPack(const glm::dvec3& place) const;
};
static_assert(sizeof(InstanceRecord) == 64);

/// A vertex attribute of four values of an instance record; its location is its index in the list.
struct InstanceAttribute {
  const char* name = "";  ///< In shaders/crowd_instance.glsl.
  bool isFloat = false;   ///< vec4; else uvec4.
  std::uint32_t offset = 0;
  bool isOfMotion = false;  ///< Not needed by shaders of static objects.
  const char* holds = "";   ///< Description.
};

/// All attributes. Vertex inputs of every pass derive from this list, and a test compares the shaders' include file
/// with it.
inline constexpr std::array kInstanceAttributes = {
    InstanceAttribute{"instancePlace", true, offsetof(InstanceRecord, position), false, "xyz: position; w: scale."},
    InstanceAttribute{"instanceLook", false, offsetof(InstanceRecord, rotation), false,
                      "Rotation xy, zw; tint; fade duration and user bits."},
    InstanceAttribute{"instanceClips", false, offsetof(InstanceRecord, clipA), true,
                      "Clip A, clip B, fade start, low bits of steps A and B."},
    InstanceAttribute{"instancePhases", false, offsetof(InstanceRecord, phaseA), true,
                      "Phase A, step A, phase B, step B."}};
static_assert(sizeof(InstanceRecord) == kInstanceAttributes.size() * 4 * sizeof(std::uint32_t));

/// The attributes as declarations of shaders/crowd_instance.glsl, a line each.
std::vector<std::string> instanceInputLines(std::span<const InstanceAttribute> attributes = kInstanceAttributes);

}  // namespace texeleton::viewport
