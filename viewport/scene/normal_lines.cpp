#include "viewport/scene/normal_lines.h"

#include <algorithm>

#include "viewport/scene/gpu/packing.h"
#include "viewport/scene/shown_pose.h"

namespace texeleton::viewport {

namespace {

constexpr std::uint32_t kMostWithNormals = 64;
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
  std::vector<std::uint32_t> instances = scene.selection;
  for (std::uint32_t i = 0; scene.selection.empty() && i < std::min<std::size_t>(scene.crowd.size(), kMostWithNormals);
       ++i) {
    instances.push_back(i);
  }
  const auto vertices = static_cast<std::uint32_t>(animation.mesh.vertexCount());
  const std::size_t kinds = (scene.view.normals ? 1U : 0U) + (tangents ? 1U : 0U);
  const std::size_t all = kinds * vertices * instances.size();
  const auto stride =
      static_cast<std::uint32_t>(std::max<std::size_t>((all + kMostNormalLines - 1) / kMostNormalLines, 1));
  lines.reserve(all / stride + kinds * instances.size());
  const float length = scene.view.normalLength * static_cast<float>(animation.sizeMetres);
  ShownPose pose(scene, path);
  for (const std::uint32_t instance : instances) {
    if (instance >= scene.crowd.size()) {
      continue;
    }
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
