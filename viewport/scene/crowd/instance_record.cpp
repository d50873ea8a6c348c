#include "viewport/scene/crowd/instance_record.h"

#include <glm/gtc/quaternion.hpp>

#include "viewport/scene/gpu/packing.h"

namespace texeleton::viewport {

namespace {

constexpr std::uint32_t kFrameBits = 0x7fffu;
constexpr std::uint32_t kRecordLoopBit = 0x8000u;

}  // namespace

std::uint32_t packClip(const runtime::CrowdClip& clip) {
  return (clip.frameBegin & kFrameBits) | (clip.loop ? kRecordLoopBit : 0u) | clip.frameCount << 16;
}

runtime::CrowdClip unpackClip(std::uint32_t bits) {
  return {bits & kFrameBits, bits >> 16, (bits & kRecordLoopBit) != 0};
}

void InstanceRecord::setMotionA(const runtime::CrowdPhase& motion) {
  phaseA = motion.phase;
  stepHighA = motion.stepHigh;
  stepLows = (stepLows & 0xffff0000u) | (motion.stepLow & 0xffffu);
}

void InstanceRecord::setMotionB(const runtime::CrowdPhase& motion) {
  phaseB = motion.phase;
  stepHighB = motion.stepHigh;
  stepLows = (stepLows & 0xffffu) | motion.stepLow << 16;
}

void InstanceRecord::stand(const transform::Transform& where) {
  position += glm::vec3(where.translation);
  const glm::quat turn(where.rotation);
  rotation = packRotation({turn.x, turn.y, turn.z, turn.w});
}

glm::vec3 InstanceRecord::toWorld(const glm::vec3& point) const {
  const glm::vec4 q = unpackRotation(rotation);
  const glm::vec3 axis(q);
  const glm::vec3 v = point * scale;
  return position + v + 2.0f * glm::cross(axis, glm::cross(axis, v) + q.w * v);
}

std::vector<std::string> instanceInputLines(std::span<const InstanceAttribute> attributes) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const InstanceAttribute& attribute = attributes[i];
    lines.push_back("layout(location = " + std::to_string(i) + ") in " + (attribute.isFloat ? "vec4 " : "uvec4 ") +
                    attribute.name + ";");
  }
  return lines;
}

glm::dvec3 InstanceRecord::toPack(const glm::dvec3& place) const {
  const glm::vec4 q = unpackRotation(rotation);
  const glm::dquat turn = glm::normalize(glm::dquat(q.w, q.x, q.y, q.z));
  return glm::conjugate(turn) * (place - glm::dvec3(position)) / static_cast<double>(scale);
}

}  // namespace texeleton::viewport
