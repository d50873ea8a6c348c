#include "viewport/scene/shown_pose.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <numeric>

#include "core/runtime/layers.h"
#include "core/vat/kept_influences.h"
#include "viewport/scene/gpu/packing.h"

namespace texeleton::viewport {

namespace {

/// The moment that the texture shows of an instance: its clip or cross-fade, or a clip with a layer.
struct TextureMoment {
  runtime::CrossFade fade;
  std::optional<runtime::LayeredMoment> layer;
};

bool hasOwnPose(const Scene& scene, std::uint32_t instance) {
  const CharacterPose* const pose = scene.skeleton ? poseOf(*scene.skeleton, scene.poses, instance) : nullptr;
  return pose != nullptr && !pose->followsClip;
}

TextureMoment textureMoment(const Scene& scene, std::uint32_t instance) {
  const InstanceRecord& record = scene.crowd.records()[instance];
  const runtime::CrowdClock& clock = scene.crowd.clock();
  const auto shown = [&scene](runtime::AnimationTickOutput tick) {
    tick.interpolate = scene.view.interpolate ? tick.interpolate : 0.0f;
    return tick;
  };
  TextureMoment moment;
  moment.fade.to = shown(runtime::crowdOutput(unpackClip(record.clipB), record.motionB(), clock));
  moment.fade.from = shown(runtime::crowdOutput(unpackClip(record.clipA), record.motionA(), clock));
  moment.fade.share = record.fadeWeight(clock);
  if (scene.crowd.layer()) {
    moment.layer = runtime::LayeredMoment{moment.fade.to, shown(scene.crowd.layerOutput(instance)),
                                          &scene.crowd.layer()->mask, scene.crowd.layer()->share};
  }
  return moment;
}

std::vector<glm::mat4> boneMatrices(const vat::BakedAnimation& animation, const TextureMoment& moment) {
  std::vector<glm::mat4> matrices;
  matrices.reserve(animation.bones.size());
  for (std::uint32_t bone = 0; bone < animation.bones.size(); ++bone) {
    if (moment.layer) {
      matrices.push_back(runtime::decodeLayeredBone(animation, bone, *moment.layer));
      continue;
    }
    const float share = moment.fade.share;
    const glm::mat4 to = runtime::decodeBone(animation, bone, moment.fade.to);
    matrices.push_back(
        share < 1.0f ? runtime::decodeBone(animation, bone, moment.fade.from) * (1.0f - share) + to * share : to);
  }
  return matrices;
}

ShownVertex skinnedByBones(const vat::BakedMesh& mesh, std::uint32_t v, const std::vector<glm::mat4>& bones) {
  std::array<glm::mat4, vat::kInfluencesKept> matrices{};
  glm::mat4 sum(0.0f);
  for (int i = 0; i < 4; ++i) {
    if (mesh.boneWeights[v][i] != 0.0f) {
      matrices[static_cast<std::size_t>(i)] = bones[mesh.boneIndices[v][i]];
      sum += bones[mesh.boneIndices[v][i]] * mesh.boneWeights[v][i];
    }
  }
  const runtime::DecodedVertex vertex = runtime::poseVertex(mesh, v, matrices);
  ShownVertex shown{vertex.position, vertex.normal};
  if (!mesh.tangents.empty()) {
    shown.tangent = unitOr(glm::mat3(sum) * glm::vec3(mesh.tangents[v]), glm::vec3(mesh.tangents[v]));
  }
  return shown;
}

// Tangents rotate with their normals (FORMAT.md).
ShownVertex decodedByTexels(const vat::BakedAnimation& animation, std::uint32_t v, const runtime::CrossFade& fade) {
  const vat::BakedMesh& mesh = animation.mesh;
  const runtime::DecodedVertex vertex =
      fade.share < 1.0f ? runtime::decodeFadedVertex(animation, v, fade) : runtime::decodeVertex(animation, v, fade.to);
  ShownVertex shown{vertex.position, vertex.normal};
  if (!mesh.tangents.empty()) {
    const glm::vec3 bind = mesh.normals[v];
    const glm::vec3 tangent(mesh.tangents[v]);
    const glm::vec3& now = shown.normal;
    const float together = 1.0f + glm::dot(bind, now);
    glm::vec3 turned = tangent;
    if (together >= 1e-6f) {
      turned += 2.0f * now * glm::dot(bind, tangent) - (bind + now) * (glm::dot(bind + now, tangent) / together);
    }
    shown.tangent = unitOr(turned - now * glm::dot(now, turned), tangent);
  }
  return shown;
}

}  // namespace

std::uint32_t shownInstance(const Scene& scene) { return scene.selection.empty() ? 0 : scene.selection.front(); }

std::vector<std::uint32_t> shownInstances(const Scene& scene, std::size_t most) {
  std::vector<std::uint32_t> instances = scene.selection;
  if (instances.empty()) {
    instances.resize(std::min(scene.crowd.size(), most));
    std::iota(instances.begin(), instances.end(), 0u);
  }
  instances.resize(std::min(instances.size(), most));
  std::erase_if(instances, [&scene](std::uint32_t instance) { return instance >= scene.crowd.size(); });
  return instances;
}

DrawPath shownPath(const ViewOptions& view) {
  if (view.mode == ViewMode::Heat) {
    return DrawPath::Texture;
  }
  return view.isComparing() && view.path == DrawPath::Texture ? view.comparedPath : view.path;
}

bool isSkinned(const Scene& scene, DrawPath path, std::uint32_t instance) {
  if (path != DrawPath::Hybrid) {
    return path != DrawPath::Texture;
  }
  const HybridRange range = scene.view.hybridRange(scene.animation->sizeMetres);
  return hasOwnPose(scene, instance) ||
         glm::distance(scene.crowd.records()[instance].position, scene.camera.position()) <
             0.5f * (range.nearMetres + range.farMetres);
}

std::vector<std::uint32_t> instancesOfOwnPose(const Scene& scene) {
  std::vector<std::uint32_t> instances;
  for (const auto& [instance, pose] : scene.poses) {
    if (instance < scene.crowd.size() && hasOwnPose(scene, instance)) {
      instances.push_back(instance);
    }
  }
  std::ranges::sort(instances);
  return instances;
}

ShownMotion shownMotion(const Scene& scene, DrawPath path, std::uint32_t instance) {
  const InstanceRecord& record = scene.crowd.records()[instance];
  const runtime::CrowdClip packed = unpackClip(record.clipB);
  const runtime::AnimationTickOutput output = scene.crowd.output(instance);
  ShownMotion motion;
  motion.isPosed =
      scene.skeleton && isSkinned(scene, path, instance) && poseOf(*scene.skeleton, scene.poses, instance) != nullptr;
  motion.clip = clipNumber(*scene.animation, packed);
  const vat::BakedClip& clip = scene.animation->clips[motion.clip];
  motion.clipSeconds = sourceSeconds(clip, output) - clip.source.fromSeconds;
  motion.clipFrame = static_cast<double>(output.current - clip.frameBegin) + static_cast<double>(output.interpolate);
  if (scene.crowd.layer()) {
    motion.layer = scene.crowd.layer()->clip;
    motion.layerSeconds = scene.crowd.layerSeconds(instance);
  } else {
    motion.clipShare = record.fadeWeight(scene.crowd.clock());
  }
  return motion;
}

void ShownPose::show(const Scene& scene, DrawPath path) {
  m_scene = &scene;
  m_path = path;
  m_worldsOf.reset();
  if (!scene.skeleton || scene.skeleton->animation() != scene.animation) {
    m_poser.reset();
  } else if (!m_poser || m_poser->skeleton() != scene.skeleton) {
    m_poser = std::make_unique<CrowdPoser>(scene.skeleton);
  }
}

const CrowdPoses& ShownPose::posesOf(std::uint32_t instance) const {
  static const CrowdPoses kNone;
  return isSkinned(*m_scene, m_path, instance) ? m_scene->poses : kNone;
}

void ShownPose::worlds(std::uint32_t instance, std::vector<glm::dmat4>& out) {
  m_poser->worlds(m_scene->crowd, posesOf(instance), instance, out);
}

std::vector<ShownVertex> ShownPose::vertices(std::uint32_t instance, std::uint32_t stride) {
  return skins(instance) ? skinned(instance, stride) : decoded(instance, stride);
}

std::vector<ShownVertex> ShownPose::skinned(std::uint32_t instance, std::uint32_t stride) {
  SkinPalettes palettes;
  if (!m_poser->pose(m_scene->crowd, std::array{instance}, m_scene->poses, palettes)) {
    return {};
  }
  std::vector<std::uint32_t>& words = palettes.vertices;
  if (words.empty()) {
    words.resize(std::size_t{m_scene->skeleton->vertexCount()} * kSkinnedVertexWords);
    skinOnCpu(*m_scene->skeleton, palettes.rows, words);
  }
  std::vector<ShownVertex> vertices;
  vertices.reserve(words.size() / kSkinnedVertexWords / stride + 1);
  for (std::size_t at = 0; at < words.size(); at += std::size_t{stride} * kSkinnedVertexWords) {
    vertices.push_back(
        {{std::bit_cast<float>(words[at]), std::bit_cast<float>(words[at + 1]), std::bit_cast<float>(words[at + 2])},
         unpackDirection(words[at + 3] & ~std::uint32_t{1}),
         unpackDirection(words[at + 4] & ~std::uint32_t{1})});
  }
  return vertices;
}

std::vector<ShownVertex> ShownPose::decoded(std::uint32_t instance, std::uint32_t stride) const {
  const vat::BakedAnimation& animation = *m_scene->animation;
  const TextureMoment moment = textureMoment(*m_scene, instance);
  const bool isByBones = animation.mode == vat::BakeMode::Bone;
  const std::vector<glm::mat4> bones = isByBones ? boneMatrices(animation, moment) : std::vector<glm::mat4>();
  const auto count = static_cast<std::uint32_t>(animation.mesh.vertexCount());
  std::vector<ShownVertex> vertices;
  vertices.reserve(count / stride + 1);
  for (std::uint32_t v = 0; v < count; v += stride) {
    vertices.push_back(isByBones ? skinnedByBones(animation.mesh, v, bones)
                                 : decodedByTexels(animation, v, moment.fade));
  }
  return vertices;
}

runtime::SocketPose ShownPose::socket(std::uint32_t instance, std::uint32_t socket) {
  const vat::BakedAnimation& animation = *m_scene->animation;
  if (skins(instance) && !m_scene->skeleton->sockets().empty()) {
    const model::PaletteEntry& entry = m_scene->skeleton->sockets()[socket];
    if (m_worldsOf != instance) {
      worlds(instance, m_worlds);
      m_worldsOf = instance;
    }
    return runtime::poseSocket(animation.sockets[socket], glm::mat4(m_worlds[entry.node.value] * entry.inverseBind));
  }
  const TextureMoment moment = textureMoment(*m_scene, instance);
  return moment.layer            ? runtime::decodeLayeredSocket(animation, SocketIndex(socket), *moment.layer)
         : moment.fade.share < 1 ? runtime::decodeFadedSocket(animation, SocketIndex(socket), moment.fade)
                                 : runtime::decodeSocket(animation, SocketIndex(socket), moment.fade.to);
}

std::optional<model::Box> ShownPose::posedBounds(std::uint32_t instance) const {
  const CharacterPose* const own = skins(instance) ? poseOf(*m_scene->skeleton, m_scene->poses, instance) : nullptr;
  return own != nullptr ? std::optional(m_scene->skeleton->boundsOf(own->skin)) : std::nullopt;
}

}  // namespace texeleton::viewport
