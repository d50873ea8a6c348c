#include "viewport/scene/scene_lines.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "viewport/scene/gpu/packing.h"
#include "viewport/scene/shown_pose.h"

namespace texeleton::viewport {

namespace {

constexpr std::size_t kMostSkeletons = 64;
constexpr float kTipLength =
    0.35f;  // Length of the bone drawn at the end of a chain, as a share of its parent's length.

// Nodes that move vertices, and their ancestors.
std::vector<bool> bonesOf(const model::Model& model) {
  std::vector<bool> isBone(model.nodes.size(), false);
  for (const model::PaletteEntry& entry : model.palette) {
    isBone[entry.node.value] = true;
  }
  for (std::size_t n = model.nodes.size(); n-- > 0;) {  // Parents come first.
    if (isBone[n] && model.nodes[n].parent.isValid()) {
      isBone[model.nodes[n].parent.value] = true;
    }
  }
  return isBone;
}

}  // namespace

std::vector<BoneLine> boneLines(const Scene& scene, ShownPose& pose) {
  const model::Model& model = scene.skeleton->model();
  const std::vector<bool> isBone = bonesOf(model);
  std::vector<bool> hasChild(model.nodes.size(), false);
  for (std::size_t n = 0; n < model.nodes.size(); ++n) {
    if (isBone[n] && model.nodes[n].parent.isValid()) {
      hasChild[model.nodes[n].parent.value] = true;
    }
  }
  std::vector<BoneLine> lines;
  std::vector<glm::dmat4> worlds;
  for (const std::uint32_t instance : shownInstances(scene, kMostSkeletons)) {
    const InstanceRecord& record = scene.crowd.records()[instance];
    pose.worlds(instance, worlds);
    const auto joint = [&worlds](std::size_t n) { return glm::vec3(worlds[n][3]); };
    const auto add = [&](const glm::vec3& from, const glm::vec3& to, std::size_t node) {
      if (from != to) {
        lines.push_back({record.toWorld(from), record.toWorld(to), NodeIndex(node), instance, record.scale});
      }
    };
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
      if (!isBone[n] || !model.nodes[n].parent.isValid()) {
        continue;
      }
      const std::size_t parent = model.nodes[n].parent.value;
      add(joint(parent), joint(n), parent);
      if (!hasChild[n]) {
        add(joint(n), joint(n) + (joint(n) - joint(parent)) * kTipLength, n);
      }
    }
  }
  return lines;
}

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
  for (const std::uint32_t instance : shownInstances(scene, kMostOutlined)) {
    const InstanceRecord& record = scene.crowd.records()[instance];
    pose.worlds(instance, worlds);
    for (const NodeCapsule& capsule : *scene.capsules) {
      const auto place = [&](const glm::vec3& point) {
        return record.toWorld(glm::vec3(worlds[capsule.node.value] * glm::dvec4(point, 1.0)));
      };
      addCapsule(lines, place(capsule.from), place(capsule.to), capsule.radius * record.scale, capsule.color);
    }
  }
  return lines;
}

namespace {

constexpr std::size_t kMostWithNormals = 64;
constexpr float kNormalPoints = 1.0f;
constexpr glm::vec4 kNormalColor{0.05f, 0.55f, 1.0f, 1.0f};   // Blue like z in a normal map;
constexpr glm::vec4 kTangentColor{1.0f, 0.22f, 0.16f, 1.0f};  // red like x.

}  // namespace

std::vector<SceneLine> normalLines(const Scene& scene, DrawPath path) {
  std::vector<SceneLine> lines;
  const bool tangents = scene.view.tangents && scene.animation && !scene.animation->mesh.tangents.empty();
  if (!scene.animation || !(scene.view.normals || tangents)) {
    return lines;
  }
  const vat::BakedAnimation& animation = *scene.animation;
  const std::vector<std::uint32_t> instances =
      shownInstances(scene, scene.selection.empty() ? kMostWithNormals : scene.selection.size());
  const auto vertices = static_cast<std::uint32_t>(animation.mesh.vertexCount());
  const std::size_t kinds = (scene.view.normals ? 1U : 0U) + (tangents ? 1U : 0U);
  const std::size_t all = kinds * vertices * instances.size();
  const auto stride =
      static_cast<std::uint32_t>(std::max<std::size_t>((all + kMostNormalLines - 1) / kMostNormalLines, 1));
  lines.reserve(all / stride + kinds * instances.size());
  const float length = scene.view.normalLength * static_cast<float>(animation.sizeMetres);
  ShownPose pose(scene, path);
  for (const std::uint32_t instance : instances) {
    const InstanceRecord& record = scene.crowd.records()[instance];
    const glm::vec3 origin = record.toWorld(glm::vec3(0.0f));
    const auto add = [&](const glm::vec3& position, const glm::vec3& direction, const glm::vec4& color) {
      const glm::vec3 from = record.toWorld(position);
      const glm::vec3 along = unitOr(record.toWorld(direction) - origin, direction);
      lines.push_back({from, from + along * length, color, kNormalPoints});
    };
    for (const ShownVertex& vertex : pose.vertices(instance, stride)) {
      if (scene.view.normals) {
        add(vertex.position, vertex.normal, kNormalColor);
      }
      if (tangents) {
        add(vertex.position, vertex.tangent, kTangentColor);
      }
    }
  }
  return lines;
}

}  // namespace texeleton::viewport
