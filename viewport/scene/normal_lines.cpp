#include "viewport/scene/normal_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/runtime/layers.h"
#include "core/runtime/pack_player.h"
#include "core/vat/kept_influences.h"

namespace texeleton::viewport {

namespace {

constexpr std::uint32_t kMostWithNormals = 64;
constexpr float kNormalPoints = 1.0f;
constexpr float kNoLength = 1e-10f;
constexpr glm::vec4 kNormalColor{0.05f, 0.55f, 1.0f, 1.0f};   // Blue like z in a normal map;
constexpr glm::vec4 kTangentColor{1.0f, 0.22f, 0.16f, 1.0f};  // red like x.

/// An instance's clip time or cross-fade, and its layer.
struct ShownMoment {
  runtime::CrossFade fade;
  std::optional<runtime::LayeredMoment> layer;
};

ShownMoment shownMomentOf(const Scene& scene, std::uint32_t instance) {
  const InstanceRecord& record = scene.crowd.records()[instance];
  const runtime::CrowdClock& clock = scene.crowd.clock();
  const auto output = [&](std::uint32_t clip, const runtime::CrowdPhase& motion) {
    runtime::AnimationTickOutput tick = runtime::crowdOutput(unpackClip(clip), motion, clock);
    tick.interpolate = scene.view.interpolate ? tick.interpolate : 0.0f;
    return tick;
  };
  ShownMoment shown;
  shown.fade.to = output(record.clipB, record.motionB());
  shown.fade.from = output(record.clipA, record.motionA());
  shown.fade.share = record.fadeWeight(clock);
  if (scene.crowd.layer() && scene.animation->mode == vat::BakeMode::Bone) {
    runtime::AnimationTickOutput over = scene.crowd.layerOutput(instance);
    over.interpolate = scene.view.interpolate ? over.interpolate : 0.0f;
    shown.layer = runtime::LayeredMoment{shown.fade.to, over, &scene.crowd.layer()->mask, scene.crowd.layer()->share};
  }
  return shown;
}

std::vector<glm::mat4> boneMatricesOf(const vat::BakedAnimation& animation, const ShownMoment& shown) {
  std::vector<glm::mat4> matrices;
  matrices.reserve(animation.bones.size());
  for (std::uint32_t bone = 0; bone < animation.bones.size(); ++bone) {
    if (shown.layer) {
      matrices.push_back(runtime::decodeLayeredBone(animation, bone, *shown.layer));
      continue;
    }
    glm::mat4 matrix = runtime::decodeBone(animation, bone, shown.fade.to);
    if (shown.fade.share < 1.0f) {
      matrix =
          runtime::decodeBone(animation, bone, shown.fade.from) * (1.0f - shown.fade.share) + matrix * shown.fade.share;
    }
    matrices.push_back(matrix);
  }
  return matrices;
}

glm::vec3 directionOr(const glm::vec3& v, const glm::vec3& otherwise) {
  const float squared = glm::dot(v, v);
  return squared < kNoLength * kNoLength ? otherwise : v / std::sqrt(squared);
}

struct PosedDirections {
  runtime::DecodedVertex vertex;
  glm::vec3 tangent{1.0f, 0.0f, 0.0f};
};

PosedDirections directionsByBones(const vat::BakedMesh& mesh, std::uint32_t v, const std::vector<glm::mat4>& bones) {
  std::array<glm::mat4, vat::kInfluencesKept> matrices{};
  glm::mat4 sum(0.0f);
  for (int i = 0; i < 4; ++i) {
    if (mesh.boneWeights[v][i] != 0.0f) {
      matrices[static_cast<std::size_t>(i)] = bones[mesh.boneIndices[v][i]];
      sum += bones[mesh.boneIndices[v][i]] * mesh.boneWeights[v][i];
    }
  }
  PosedDirections posed{runtime::poseVertex(mesh, v, matrices)};
  if (!mesh.tangents.empty()) {
    posed.tangent = directionOr(glm::mat3(sum) * glm::vec3(mesh.tangents[v]), glm::vec3(mesh.tangents[v]));
  }
  return posed;
}

/// Tangents rotate with their normals (FORMAT.md).
PosedDirections directionsByTexels(const vat::BakedAnimation& animation, std::uint32_t v,
                                   const runtime::CrossFade& fade) {
  const vat::BakedMesh& mesh = animation.mesh;
  PosedDirections posed{fade.share < 1.0f ? runtime::decodeFadedVertex(animation, v, fade)
                                          : runtime::decodeVertex(animation, v, fade.to)};
  if (!mesh.tangents.empty()) {
    const glm::vec3 bind = mesh.normals[v];
    const glm::vec3 tangent(mesh.tangents[v]);
    const glm::vec3& now = posed.vertex.normal;
    const float together = 1.0f + glm::dot(bind, now);
    glm::vec3 turned = tangent;
    if (together >= 1e-6f) {
      turned += 2.0f * now * glm::dot(bind, tangent) - (bind + now) * (glm::dot(bind + now, tangent) / together);
    }
    posed.tangent = directionOr(turned - now * glm::dot(now, turned), tangent);
  }
  return posed;
}

}  // namespace

std::vector<SceneLine> normalLines(const Scene& scene) {
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
  for (const std::uint32_t instance : instances) {
    if (instance >= scene.crowd.size()) {
      continue;
    }
    const InstanceRecord& record = scene.crowd.records()[instance];
    const ShownMoment shown = shownMomentOf(scene, instance);
    const std::vector<glm::mat4> bones =
        animation.mode == vat::BakeMode::Bone ? boneMatricesOf(animation, shown) : std::vector<glm::mat4>();
    const glm::vec3 origin = record.toWorld(glm::vec3(0.0f));
    const auto add = [&](const glm::vec3& position, const glm::vec3& direction, const glm::vec4& color) {
      const glm::vec3 from = record.toWorld(position);
      const glm::vec3 along = directionOr(record.toWorld(direction) - origin, direction);
      lines.push_back({from, from + along * length, color, kNormalPoints});
    };
    for (std::uint32_t v = 0; v < vertices; v += stride) {
      const PosedDirections posed = animation.mode == vat::BakeMode::Bone
                                        ? directionsByBones(animation.mesh, v, bones)
                                        : directionsByTexels(animation, v, shown.fade);
      if (scene.view.normals) {
        add(posed.vertex.position, posed.vertex.normal, kNormalColor);
      }
      if (tangents) {
        add(posed.vertex.position, posed.tangent, kTangentColor);
      }
    }
  }
  return lines;
}

}  // namespace texeleton::viewport
