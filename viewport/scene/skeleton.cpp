#include "viewport/scene/skeleton.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/bake/build_mesh.h"
#include "core/bake/model_as_baked.h"
#include "core/bake/root_of_clip.h"
#include "core/base/units.h"
#include "viewport/scene/packing.h"

namespace texeleton::viewport {

namespace {

constexpr std::size_t kMaxSkinnedEntries = 65'536;

glm::vec3 unitOr(const glm::vec3& v, const glm::vec3& otherwise) {
  const float squared = glm::dot(v, v);
  return squared < 1e-20f ? otherwise : v / std::sqrt(squared);
}

class Words {
 public:
  explicit Words(std::vector<std::uint32_t>& words) : m_words(words) {}
  void add(std::uint32_t word) { m_words.push_back(word); }
  void add(float value) { m_words.push_back(std::bit_cast<std::uint32_t>(value)); }
  void add(const glm::vec3& v) {
    add(v.x);
    add(v.y);
    add(v.z);
  }

 private:
  std::vector<std::uint32_t>& m_words;
};

glm::vec3 vectorAt(std::span<const std::uint32_t> words, std::size_t at) {
  return {std::bit_cast<float>(words[at]), std::bit_cast<float>(words[at + 1]), std::bit_cast<float>(words[at + 2])};
}

std::vector<float> residualsOf(const model::Model& model, const bake::BakedMesh& mesh) {
  std::vector<float> ofNode(model.nodes.size(), 0.0f);
  for (const model::Piece& piece : model.pieces) {
    ofNode[piece.node.value] = static_cast<float>(kMillimetresPerMetre * piece.residualMetres);
  }
  std::vector<float> residuals;
  residuals.reserve(mesh.vertexCount());
  for (const glm::u16vec4& bones : mesh.boneIndices) {  // A vertex of a piece follows it alone.
    residuals.push_back(ofNode[model.palette[bones.x].node.value]);
  }
  return residuals;
}

}  // namespace

Result<std::shared_ptr<const Skeleton>> Skeleton::make(std::shared_ptr<const model::Model> model,
                                                       std::shared_ptr<const bake::BakedAnimation> animation) {
  auto reduced = bake::modelAsBaked(*model, *animation);
  TRY(reduced);
  if (*reduced) {
    model = std::make_shared<const model::Model>(std::move(**reduced));
  }
  JobContext job;
  const bake::BakedMesh mesh = bake::buildMesh(*model, bake::BakeMode::Bone, job);
  bool fits = mesh.vertexCount() == animation->mesh.vertexCount();
  for (const bake::BakedClip& clip : animation->clips) {
    fits = fits && clip.source.clip.value < model->clips.size();
  }
  if (!fits) {
    return fail(ErrorCode::InvalidArgument, "the pack was not baked from this model: its vertices or clips differ");
  }
  if (model->palette.size() > kMaxSkinnedEntries) {
    return fail(ErrorCode::Limit, "the model has more bones than can be skinned (65,536)");
  }
  std::shared_ptr<Skeleton> made(new Skeleton);
  made->m_vertexCount = static_cast<std::uint32_t>(mesh.vertexCount());
  made->m_words.reserve(mesh.vertexCount() * kSkinVertexWords);
  Words words(made->m_words);
  for (std::size_t v = 0; v < mesh.vertexCount(); ++v) {
    const glm::vec4 tangent = mesh.tangents.empty() ? glm::vec4(1.0f, 0.0f, 0.0f, 1.0f) : mesh.tangents[v];
    const glm::u16vec4 bones = mesh.boneIndices[v];
    words.add(mesh.positions[v]);
    words.add(mesh.normals[v]);
    words.add((packDirection(glm::vec3(tangent)) & ~std::uint32_t{1}) | (tangent.w >= 0.0f ? 1u : 0u));
    words.add(std::uint32_t{bones.x} | std::uint32_t{bones.y} << 16);
    words.add(std::uint32_t{bones.z} | std::uint32_t{bones.w} << 16);
    words.add(glm::vec3(mesh.boneWeights[v]));
    words.add(mesh.boneWeights[v].w);
  }
  made->m_residuals = residualsOf(*model, mesh);
  made->m_model = std::move(model);
  made->m_animation = std::move(animation);
  return std::shared_ptr<const Skeleton>(std::move(made));
}

void SkinPalettes::resize(std::uint32_t characters, std::uint32_t entries) {
  entryCount = entries;
  rows.resize(std::size_t{characters} * entries * 3);
}

void SkinPalettes::set(std::uint32_t character, std::span<const glm::dmat4> skinMatrices) {
  glm::vec4* to = rows.data() + std::size_t{character} * entryCount * 3;
  for (const glm::dmat4& m : skinMatrices) {
    for (int row = 0; row < 3; ++row) {
      *to++ = glm::vec4(m[0][row], m[1][row], m[2][row], m[3][row]);
    }
  }
}

void SkinPalettes::setFollowed(std::uint32_t character, std::uint32_t number, const glm::dmat4& matrix) {
  glm::vec4* to = followed.data() + (std::size_t{character} * followedCount + number) * 3;
  for (int row = 0; row < 3; ++row) {
    *to++ = glm::vec4(matrix[0][row], matrix[1][row], matrix[2][row], matrix[3][row]);
  }
}

double sourceSeconds(const bake::BakedClip& clip, const runtime::AnimationTickOutput& frames) {
  const double length = clip.source.toSeconds - clip.source.fromSeconds;
  const double steps = clip.loop ? clip.frameCount : std::max(1.0, clip.frameCount - 1.0);
  const double place = static_cast<double>(frames.current - clip.frameBegin) + static_cast<double>(frames.interpolate);
  return clip.source.fromSeconds + length * place / steps;
}

CrowdPoser::CrowdPoser(std::shared_ptr<const Skeleton> skeleton) : m_skeleton(std::move(skeleton)) {
  m_poses.resize(m_skeleton->animation()->clips.size());
}

const root_motion::InPlacePose& CrowdPoser::evaluated(const runtime::CrowdClip& clip,
                                                      const runtime::AnimationTickOutput& frames) {
  const std::vector<bake::BakedClip>& clips = m_skeleton->animation()->clips;
  std::size_t which = 0;
  while (which + 1 < clips.size() && clips[which].frameBegin != clip.frameBegin) {
    ++which;
  }
  std::optional<root_motion::InPlacePose>& pose = m_poses[which];
  if (!pose) {
    const bake::BakedClip& baked = clips[which];
    pose.emplace(m_skeleton->model(), baked.source.clip, bake::rootTaking(m_skeleton->model(), baked),
                 baked.source.fromSeconds);
  }
  pose->evaluate(sourceSeconds(clips[which], frames));
  return *pose;
}

const CharacterPose* CrowdPoser::ownPose(const CrowdPoses& poses, std::uint32_t instance) const {
  const auto own = poses.find(instance);
  return own != poses.end() && own->second->model.get() == &m_skeleton->model() ? own->second.get() : nullptr;
}

void CrowdPoser::joints(const Crowd& crowd, const CrowdPoses& poses, std::uint32_t instance,
                        std::vector<glm::vec3>& out) {
  if (const CharacterPose* const own = ownPose(poses, instance)) {
    out.clear();
    std::transform(own->worlds.begin(), own->worlds.end(), std::back_inserter(out),
                   [](const glm::dmat4& world) { return glm::vec3(world[3]); });
    return;
  }
  const InstanceRecord& record = crowd.records()[instance];
  const float weight = record.fadeWeight(crowd.clock());
  out.assign(m_skeleton->model().nodes.size(), glm::vec3(0.0f));
  const auto add = [&](std::uint32_t clipBits, const runtime::CrowdPhase& motion, float share) {
    const runtime::CrowdClip clip = unpackClip(clipBits);
    const auto worlds = evaluated(clip, runtime::crowdOutput(clip, motion, crowd.clock())).worlds();
    for (std::size_t n = 0; n < out.size(); ++n) {
      out[n] += share * glm::vec3(worlds[n][3]);
    }
  };
  add(record.clipB, record.motionB(), weight);
  if (weight < 1.0f) {
    add(record.clipA, record.motionA(), 1.0f - weight);
  }
}

void CrowdPoser::worlds(const Crowd& crowd, const CrowdPoses& poses, std::uint32_t instance,
                        std::vector<glm::dmat4>& out) {
  if (const CharacterPose* const own = ownPose(poses, instance)) {
    out = own->worlds;
    return;
  }
  const InstanceRecord& record = crowd.records()[instance];
  const runtime::CrowdClip clip = unpackClip(record.clipB);
  const auto shown = evaluated(clip, runtime::crowdOutput(clip, record.motionB(), crowd.clock())).worlds();
  out.assign(shown.begin(), shown.end());
}

void CrowdPoser::pose(const Crowd& crowd, std::uint32_t count, SkinPalettes& out) {
  out.resize(count, m_skeleton->entryCount());
  out.followedCount = static_cast<std::uint32_t>(m_followed.size());
  out.followed.resize(std::size_t{count} * m_followed.size() * 3);
  for (std::uint32_t i = 0; i < count; ++i) {
    poseOne(crowd, i, i, out);
  }
}

void CrowdPoser::pose(const Crowd& crowd, std::span<const std::uint32_t> instances, const CrowdPoses& poses,
                      SkinPalettes& out) {
  out.resize(static_cast<std::uint32_t>(instances.size()), m_skeleton->entryCount());
  out.followedCount = static_cast<std::uint32_t>(m_followed.size());
  out.followed.resize(instances.size() * m_followed.size() * 3);
  for (std::uint32_t i = 0; i < instances.size(); ++i) {
    if (const CharacterPose* const own = ownPose(poses, instances[i])) {
      out.set(i, own->skin);
      followOne(i, own->worlds, out);
    } else {
      poseOne(crowd, instances[i], i, out);
    }
  }
}

void CrowdPoser::followOne(std::uint32_t character, std::span<const glm::dmat4> worlds, SkinPalettes& out) const {
  for (std::uint32_t i = 0; i < m_followed.size(); ++i) {
    out.setFollowed(character, i, worlds[m_followed[i].node.value] * m_followed[i].inverseBind);
  }
}

void CrowdPoser::poseOne(const Crowd& crowd, std::uint32_t instance, std::uint32_t character, SkinPalettes& out) {
  const InstanceRecord& record = crowd.records()[instance];
  const float weight = record.fadeWeight(crowd.clock());
  const runtime::CrowdClip clipB = unpackClip(record.clipB);
  const root_motion::InPlacePose& poseB =
      evaluated(clipB, runtime::crowdOutput(clipB, record.motionB(), crowd.clock()));
  const auto arriving = poseB.skinMatrices();
  if (weight >= 1.0f) {
    out.set(character, arriving);
    followOne(character, poseB.worlds(), out);
    return;
  }
  m_followedBlend.clear();
  for (const model::PaletteEntry& entry : m_followed) {
    m_followedBlend.push_back(poseB.worlds()[entry.node.value] * entry.inverseBind);
  }
  m_blended.assign(arriving.begin(), arriving.end());
  const runtime::CrowdClip clipA = unpackClip(record.clipA);
  const root_motion::InPlacePose& poseA =
      evaluated(clipA, runtime::crowdOutput(clipA, record.motionA(), crowd.clock()));
  const auto leaving = poseA.skinMatrices();
  for (std::size_t e = 0; e < m_blended.size(); ++e) {
    m_blended[e] = leaving[e] * (1.0 - static_cast<double>(weight)) + m_blended[e] * static_cast<double>(weight);
  }
  out.set(character, m_blended);
  for (std::uint32_t i = 0; i < m_followed.size(); ++i) {
    const glm::dmat4 before = poseA.worlds()[m_followed[i].node.value] * m_followed[i].inverseBind;
    out.setFollowed(character, i,
                    before * (1.0 - static_cast<double>(weight)) + m_followedBlend[i] * static_cast<double>(weight));
  }
}

void skinOnCpu(const Skeleton& skeleton, std::span<const glm::vec4> palette, std::span<std::uint32_t> out) {
  const std::span<const std::uint32_t> words = skeleton.words();
  for (std::size_t v = 0; v < skeleton.vertexCount(); ++v) {
    const std::size_t at = v * kSkinVertexWords;
    const std::uint32_t bones[4] = {words[at + 7] & 0xffffu, words[at + 7] >> 16, words[at + 8] & 0xffffu,
                                    words[at + 8] >> 16};
    glm::vec4 m[3] = {glm::vec4(0.0f), glm::vec4(0.0f), glm::vec4(0.0f)};
    for (std::size_t k = 0; k < 4; ++k) {
      const float weight = std::bit_cast<float>(words[at + 9 + k]);
      for (std::size_t row = 0; row < 3 && weight != 0.0f; ++row) {
        m[row] += weight * palette[std::size_t{bones[k]} * 3 + row];
      }
    }
    const glm::vec4 p(vectorAt(words, at), 1.0f);
    const glm::vec3 normal = vectorAt(words, at + 3);
    const glm::vec3 a(m[0]);
    const glm::vec3 b(m[1]);
    const glm::vec3 c(m[2]);
    const glm::vec3 bc = glm::cross(b, c);
    const glm::vec3 turned(glm::dot(bc, normal), glm::dot(glm::cross(c, a), normal),
                           glm::dot(glm::cross(a, b), normal));
    const glm::vec3 tangent = unpackDirection(words[at + 6] & ~std::uint32_t{1});
    const glm::vec3 turnedTangent(glm::dot(a, tangent), glm::dot(b, tangent), glm::dot(c, tangent));
    std::uint32_t* const to = out.data() + v * kSkinnedVertexWords;
    for (std::size_t row = 0; row < 3; ++row) {
      to[row] = std::bit_cast<std::uint32_t>(glm::dot(m[row], p));
    }
    const bool mirrored = glm::dot(a, bc) < 0.0f;
    to[3] = (packDirection(unitOr(mirrored ? -turned : turned, normal)) & ~std::uint32_t{1}) | (mirrored ? 1u : 0u);
    to[4] = (packDirection(unitOr(turnedTangent, tangent)) & ~std::uint32_t{1}) | (words[at + 6] & 1u);
  }
}

}  // namespace texeleton::viewport
