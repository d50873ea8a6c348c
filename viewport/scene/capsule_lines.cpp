#include "viewport/scene/capsule_lines.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "viewport/scene/shown_pose.h"

namespace texeleton::viewport {

namespace {

constexpr std::size_t kMostOutlined = 16;
constexpr int kSegments = 16;  // Segments of a circle.
constexpr float kPoints = 1.5f;

/// Two rings, four lines between them, and two half circles over each end.
void addCapsule(std::vector<SceneLine>& lines, const glm::vec3& from, const glm::vec3& to, float radius,
                const glm::vec4& color) {
  const glm::vec3 along = glm::distance(from, to) > 1e-6f ? glm::normalize(to - from) : glm::vec3(0.0f, 1.0f, 0.0f);
  const glm::vec3 other = std::abs(along.y) < 0.9f ? glm::vec3(0.0f, 1.0f, 0.0f) : glm::vec3(1.0f, 0.0f, 0.0f);
  const glm::vec3 x = glm::normalize(glm::cross(other, along));
  const glm::vec3 z = glm::cross(x, along);
  const auto around = [](int step, const glm::vec3& a, const glm::vec3& b) {
    const float angle = glm::two_pi<float>() * static_cast<float>(step) / kSegments;
    return std::cos(angle) * a + std::sin(angle) * b;
  };
  const auto add = [&](const glm::vec3& begin, const glm::vec3& end) { lines.push_back({begin, end, color, kPoints}); };
  for (int step = 0; step < kSegments; ++step) {
    const glm::vec3 here = radius * around(step, x, z);
    const glm::vec3 next = radius * around(step + 1, x, z);
    add(from + here, from + next);
    add(to + here, to + next);
    if (step % (kSegments / 4) == 0) {
      add(from + here, to + here);
    }
  }
  for (int step = 0; step < kSegments / 2; ++step) {
    for (const glm::vec3& side : {x, z}) {
      add(from + radius * around(step, side, -along), from + radius * around(step + 1, side, -along));
      add(to + radius * around(step, side, along), to + radius * around(step + 1, side, along));
    }
  }
}

}  // namespace

std::vector<SceneLine> capsuleLines(const Scene& scene, DrawPath path) {
  std::vector<SceneLine> lines;
  if (!scene.capsules || scene.capsules->empty()) {
    return lines;
  }
  ShownPose pose(scene, path);
  if (!pose.hasSkeleton()) {
    return lines;
  }
  std::vector<glm::dmat4> worlds;
  const auto addInstance = [&](std::uint32_t instance) {
    const InstanceRecord& record = scene.crowd.records()[instance];
    pose.worlds(instance, worlds);
    for (const NodeCapsule& capsule : *scene.capsules) {
      const auto place = [&](const glm::vec3& point) {
        return record.toWorld(glm::vec3(worlds[capsule.node.value] * glm::dvec4(point, 1.0)));
      };
      addCapsule(lines, place(capsule.from), place(capsule.to), capsule.radius * record.scale, capsule.color);
    }
  };
  const std::size_t all = scene.selection.empty() ? scene.crowd.size() : scene.selection.size();
  for (std::size_t i = 0; i < std::min(all, kMostOutlined); ++i) {
    const std::uint32_t instance = scene.selection.empty() ? static_cast<std::uint32_t>(i) : scene.selection[i];
    if (instance < scene.crowd.size()) {
      addInstance(instance);
    }
  }
  return lines;
}

}  // namespace texeleton::viewport
