#include "viewport/scene/skeleton.h"

#include <algorithm>
#include <bit>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/units.h"
#include "core/cycles/model_as_baked.h"
#include "core/cycles/root_taking.h"
#include "core/vat/kept_influences.h"
#include "viewport/scene/gpu/packing.h"
#include "viewport/scene/source_vertices.h"

namespace texeleton::viewport {

namespace {

constexpr std::size_t kMaxSkinnedEntries = 65'536;

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

std::vector<float> residualsOf(const model::Model& model, std::span<const vat::KeptInfluences> influences) {
  std::vector<float> ofNode(model.nodes.size(), 0.0f);
  for (const model::Piece& piece : model.pieces) {
    ofNode[piece.node.value] = static_cast<float>(kMillimetresPerMetre * piece.residualMetres);
  }
  std::vector<float> residuals;
  residuals.reserve(influences.size());
  for (const vat::KeptInfluences& kept : influences) {  // A vertex of a piece follows it alone.
    residuals.push_back(ofNode[model.palette[kept.bones.x].node.value]);
  }
  return residuals;
}

bool isLinearSkin(const model::Model& model) {
  const std::vector<std::uint32_t>& begin = model.vertices.influenceBegin;
  return model.pointSets.empty() &&
         std::none_of(model.parts.begin(), model.parts.end(),
                      [](const model::MeshPart& part) { return !part.morphTargets.empty(); }) &&
         std::adjacent_find(begin.begin(), begin.end(), [](std::uint32_t a, std::uint32_t b) {
           return b - a > vat::kInfluencesKept;
         }) == begin.end();
}

}  // namespace

Result<std::shared_ptr<const Skeleton>> Skeleton::make(std::shared_ptr<const model::Model> model,
                                                       std::shared_ptr<const vat::BakedAnimation> animation,
                                                       std::vector<model::PaletteEntry> sockets) {
  auto reduced = cycles::modelAsBaked(*model, *animation);
  TRY(reduced);
  if (*reduced) {
    model = std::make_shared<const model::Model>(std::move(**reduced));
  }
  const model::VertexData& vertices = model->vertices;
  const std::size_t vertexCount = model->vertexCount();
  bool fits = vertexCount == animation->mesh.vertexCount();
  for (const vat::BakedClip& clip : animation->clips) {
    fits = fits && clip.source.clip.value < model->clips.size();
  }
  if (!fits) {
    return fail(ErrorCode::InvalidArgument, "the pack was not baked from this model: its vertices or clips differ");
  }
  if (model->palette.size() > kMaxSkinnedEntries) {
    return fail(ErrorCode::Limit, "the model has more bones than can be skinned (65,536)");
  }
  std::shared_ptr<Skeleton> made(new Skeleton);
  made->m_vertexCount = static_cast<std::uint32_t>(vertexCount);
  made->m_words.reserve(vertexCount * kSkinVertexWords);
  std::vector<vat::KeptInfluences> influences;
  influences.reserve(vertexCount);
  made->m_entryBounds.resize(model->palette.size());
  Words words(made->m_words);
  for (std::size_t v = 0; v < vertexCount; ++v) {
    const glm::vec4 tangent = vertices.tangents.empty() ? glm::vec4(1.0f, 0.0f, 0.0f, 1.0f) : vertices.tangents[v];
    const std::size_t begin = vertices.influenceBegin[v];
    const auto [bones, weights] = influences.emplace_back(
        vat::keptInfluences(std::span(vertices.influences).subspan(begin, vertices.influenceBegin[v + 1] - begin)));
    words.add(vertices.positions[v]);
    words.add(vertices.normals[v]);
    words.add((packDirection(glm::vec3(tangent)) & ~std::uint32_t{1}) | (tangent.w >= 0.0f ? 1u : 0u));
    words.add(std::uint32_t{bones.x} | std::uint32_t{bones.y} << 16);
    words.add(std::uint32_t{bones.z} | std::uint32_t{bones.w} << 16);
    words.add(glm::vec3(weights));
    words.add(weights.w);
    for (int i = 0; i < 4; ++i) {
      if (weights[i] != 0.0f) {
        made->m_entryBounds[bones[i]].add(vertices.positions[v]);
      }
    }
  }
  made->m_residuals = residualsOf(*model, influences);
  made->m_isLinear = animation->mode == vat::BakeMode::Bone || isLinearSkin(*model);
  if (!made->m_isLinear) {
    made->m_points = animation::PointNumbering(*model);
  }
  const bool knowsSockets = sockets.size() == animation->sockets.size();
  made->m_sockets = knowsSockets ? std::move(sockets) : std::vector<model::PaletteEntry>();
  made->m_model = std::move(model);
  made->m_animation = std::move(animation);
  return std::shared_ptr<const Skeleton>(std::move(made));
}

model::Box Skeleton::boundsOf(std::span<const glm::dmat4> skinMatrices) const {
  model::Box bounds;
  for (std::size_t entry = 0; entry < m_entryBounds.size(); ++entry) {
    const model::Box& box = m_entryBounds[entry];
    for (int corner = 0; corner < 8 && !box.isEmpty(); ++corner) {
      const glm::dvec4 place((corner & 1) != 0 ? box.max.x : box.min.x, (corner & 2) != 0 ? box.max.y : box.min.y,
                             (corner & 4) != 0 ? box.max.z : box.min.z, 1.0);
      bounds.add(glm::vec3(skinMatrices[entry] * place));
    }
  }
  return bounds;
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

std::uint32_t clipNumber(const vat::BakedAnimation& animation, const runtime::CrowdClip& clip) {
  const std::vector<vat::BakedClip>& clips = animation.clips;
  std::uint32_t number = 0;
  while (number + 1 < clips.size() && clips[number].frameBegin != clip.frameBegin) {
    ++number;
  }
  return number;
}

double sourceSeconds(const vat::BakedClip& clip, const runtime::AnimationTickOutput& frames) {
  const double length = clip.source.toSeconds - clip.source.fromSeconds;
  const double steps = clip.loop ? clip.frameCount : std::max(1.0, clip.frameCount - 1.0);
  const double place = static_cast<double>(frames.current - clip.frameBegin) + static_cast<double>(frames.interpolate);
  return clip.source.fromSeconds + length * place / steps;
}

const CharacterPose* poseOf(const Skeleton& skeleton, const CrowdPoses& poses, std::uint32_t instance) {
  const auto own = poses.find(instance);
  return own != poses.end() && own->second->model.get() == &skeleton.model() ? own->second.get() : nullptr;
}

CrowdPoser::CrowdPoser(std::shared_ptr<const Skeleton> skeleton) : m_skeleton(std::move(skeleton)) {
  m_poses.resize(m_skeleton->animation()->clips.size());
  if (!m_skeleton->isLinear()) {
    m_source = std::make_unique<SourceVertices>(*m_skeleton);
  }
}

CrowdPoser::~CrowdPoser() = default;

const root_motion::InPlacePose& CrowdPoser::evaluated(const runtime::CrowdClip& clip,
                                                      const runtime::AnimationTickOutput& frames) {
  const std::vector<vat::BakedClip>& clips = m_skeleton->animation()->clips;
  const std::uint32_t which = clipNumber(*m_skeleton->animation(), clip);
  std::optional<root_motion::InPlacePose>& pose = m_poses[which];
  if (!pose) {
    const vat::BakedClip& baked = clips[which];
    pose.emplace(m_skeleton->model(), baked.source.clip, cycles::rootTaking(m_skeleton->model(), baked),
                 baked.source.fromSeconds);
  }
  pose->evaluate(sourceSeconds(clips[which], frames));
  return *pose;
}

void CrowdPoser::worlds(const Crowd& crowd, const CrowdPoses& poses, std::uint32_t instance,
                        std::vector<glm::dmat4>& out) {
  if (const CharacterPose* const own = poseOf(*m_skeleton, poses, instance)) {
    out = own->worlds;
    return;
  }
  const InstanceRecord& record = crowd.records()[instance];
  const auto at = [&](std::uint32_t clipBits, const runtime::CrowdPhase& motion) {
    const runtime::CrowdClip clip = unpackClip(clipBits);
    return evaluated(clip, runtime::crowdOutput(clip, motion, crowd.clock())).worlds();
  };
  const auto arriving = at(record.clipB, record.motionB());
  out.assign(arriving.begin(), arriving.end());
  if (crowd.layer()) {
    addLayer(crowd, instance, out);
    return;
  }
  const auto weight = static_cast<double>(record.fadeWeight(crowd.clock()));
  if (weight < 1.0) {
    const auto leaving = at(record.clipA, record.motionA());
    for (std::size_t n = 0; n < out.size(); ++n) {
      out[n] = leaving[n] * (1.0 - weight) + out[n] * weight;
    }
  }
}

// runtime::decodeLayeredBone() for world matrices: inverse bind matrices cancel out. Nodes without a bone follow their
// nearest ancestor that has one.
void CrowdPoser::addLayer(const Crowd& crowd, std::uint32_t instance, std::span<glm::dmat4> worlds) {
  const std::vector<model::Node>& nodes = m_skeleton->model().nodes;
  const std::vector<vat::BakedBone>& bones = m_skeleton->animation()->bones;
  if (m_nodeOf.empty()) {
    std::unordered_map<std::string_view, std::size_t> numbers;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      numbers.emplace(nodes[n].name, n);
    }
    m_boneOf.resize(nodes.size());
    for (std::uint32_t bone = 0; bone < bones.size(); ++bone) {
      m_nodeOf.push_back(numbers[bones[bone].name]);
      m_boneOf[m_nodeOf.back()] = bone;
    }
    for (std::size_t n = 0; n < nodes.size(); ++n) {  // Parents come first.
      if (!m_boneOf[n] && nodes[n].parent.isValid()) {
        m_boneOf[n] = m_boneOf[nodes[n].parent.value];
      }
    }
  }
  const auto over = evaluated(crowd.layerClip(), crowd.layerOutput(instance)).worlds();
  for (std::size_t n = 0; n < worlds.size(); ++n) {
    if (!m_boneOf[n]) {
      continue;
    }
    const runtime::LayerMask::Bone& masked = crowd.layer()->mask.bones[*m_boneOf[n]];
    const auto weight = static_cast<double>(masked.weight * crowd.layer()->share);
    if (weight <= 0.0) {
      continue;
    }
    glm::dmat4 layered = over[n];
    if (masked.anchor >= 0) {  // The first clip alone plays on it, so its matrix is unchanged.
      const std::size_t anchor = m_nodeOf[static_cast<std::size_t>(masked.anchor)];
      layered = worlds[anchor] * glm::inverse(over[anchor]) * layered;
    }
    worlds[n] = worlds[n] * (1.0 - weight) + layered * weight;
  }
}

Result<void> CrowdPoser::pose(const Crowd& crowd, std::span<const std::uint32_t> instances, const CrowdPoses& poses,
                              SkinPalettes& out) {
  const std::size_t wordsOfOne = m_source ? std::size_t{m_skeleton->vertexCount()} * kSkinnedVertexWords : 0;
  out.resize(static_cast<std::uint32_t>(instances.size()), m_skeleton->entryCount());
  out.followedCount = static_cast<std::uint32_t>(m_followed.size());
  out.followed.resize(instances.size() * m_followed.size() * 3);
  out.vertices.resize(instances.size() * wordsOfOne);
  for (std::uint32_t i = 0; i < instances.size(); ++i) {
    const std::span vertices = std::span(out.vertices).subspan(i * wordsOfOne, wordsOfOne);
    if (const CharacterPose* const own = poseOf(*m_skeleton, poses, instances[i])) {
      out.set(i, own->skin);
      followOne(i, own->worlds, out);
      if (m_source) {  // Such a pose has neither points nor morph weights.
        skinOnCpu(*m_skeleton, out.rowsOf(i), vertices);
      }
    } else {
      poseOne(crowd, instances[i], i, out);
      if (m_source) {
        TRY(placeVertices(crowd, instances[i], vertices));
      }
    }
  }
  return {};
}

Result<void> CrowdPoser::placeVertices(const Crowd& crowd, std::uint32_t instance, std::span<std::uint32_t> out) {
  const InstanceRecord& record = crowd.records()[instance];
  const float weight = record.fadeWeight(crowd.clock());
  const auto place = [&](std::uint32_t clipBits, const runtime::CrowdPhase& motion, std::span<std::uint32_t> into) {
    const runtime::CrowdClip clip = unpackClip(clipBits);
    const runtime::AnimationTickOutput frames = runtime::crowdOutput(clip, motion, crowd.clock());
    const std::uint32_t number = clipNumber(*m_skeleton->animation(), clip);
    return m_source->evaluate(number, sourceSeconds(m_skeleton->animation()->clips[number], frames),
                              evaluated(clip, frames), into);
  };
  TRY(place(record.clipB, record.motionB(), out));
  if (weight < 1.0f) {
    m_leaving.resize(out.size());
    TRY(place(record.clipA, record.motionA(), m_leaving));
    blendVertices(m_leaving, out, weight);
  }
  return {};
}

void CrowdPoser::followOne(std::uint32_t character, std::span<const glm::dmat4> worlds, SkinPalettes& out) const {
  for (std::uint32_t i = 0; i < m_followed.size(); ++i) {
    out.setFollowed(character, i, worlds[m_followed[i].node.value] * m_followed[i].inverseBind);
  }
}

void CrowdPoser::poseOne(const Crowd& crowd, std::uint32_t instance, std::uint32_t character, SkinPalettes& out) {
  const InstanceRecord& record = crowd.records()[instance];
  if (!crowd.layer() && record.fadeWeight(crowd.clock()) >= 1.0f) {
    const runtime::CrowdClip clip = unpackClip(record.clipB);
    const root_motion::InPlacePose& pose = evaluated(clip, runtime::crowdOutput(clip, record.motionB(), crowd.clock()));
    out.set(character, pose.skinMatrices());
    followOne(character, pose.worlds(), out);
    return;
  }
  worlds(crowd, {}, instance, m_worlds);
  m_skin.clear();
  for (const model::PaletteEntry& entry : m_skeleton->model().palette) {
    m_skin.push_back(m_worlds[entry.node.value] * entry.inverseBind);
  }
  out.set(character, m_skin);
  followOne(character, m_worlds, out);
}

void writeSkinned(const glm::vec4* rows, const glm::vec3& position, const glm::vec3& normal, std::uint32_t tangent,
                  std::uint32_t* out) {
  const glm::vec4 p(position, 1.0f);
  const glm::vec3 a(rows[0]);
  const glm::vec3 b(rows[1]);
  const glm::vec3 c(rows[2]);
  const glm::vec3 bc = glm::cross(b, c);
  const glm::vec3 turned(glm::dot(bc, normal), glm::dot(glm::cross(c, a), normal), glm::dot(glm::cross(a, b), normal));
  const glm::vec3 along = unpackDirection(tangent & ~std::uint32_t{1});
  const glm::vec3 turnedTangent(glm::dot(a, along), glm::dot(b, along), glm::dot(c, along));
  for (std::size_t row = 0; row < 3; ++row) {
    out[row] = std::bit_cast<std::uint32_t>(glm::dot(rows[row], p));
  }
  const bool mirrored = glm::dot(a, bc) < 0.0f;
  out[3] = (packDirection(unitOr(mirrored ? -turned : turned, normal)) & ~std::uint32_t{1}) | (mirrored ? 1u : 0u);
  out[4] = (packDirection(unitOr(turnedTangent, along)) & ~std::uint32_t{1}) | (tangent & 1u);
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
    writeSkinned(m, vectorAt(words, at), vectorAt(words, at + 3), words[at + kSkinTangentWord],
                 out.data() + v * kSkinnedVertexWords);
  }
}

}  // namespace texeleton::viewport
