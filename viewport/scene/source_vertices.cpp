#include "viewport/scene/source_vertices.h"

#include <array>
#include <bit>

#include "viewport/scene/gpu/packing.h"

namespace texeleton::viewport {

namespace {

glm::vec3 laneOf(const animation::LanePoint& point) { return {point.v[0][0], point.v[1][0], point.v[2][0]}; }

}  // namespace

SourceVertices::SourceVertices(const Skeleton& skeleton) : m_skeleton(skeleton) {}

glm::vec3 SourceVertices::morphed(const model::MeshPart& part, std::uint32_t vertex,
                                  const root_motion::InPlacePose& pose, glm::vec3& normal) const {
  glm::vec3 position = m_skeleton.model().vertices.positions[vertex];
  if (!part.morphSet.isValid()) {
    return position;
  }
  const std::span<const double> weights = pose.morphWeights(part.morphSet);
  for (std::size_t t = 0; t < part.morphTargets.size(); ++t) {
    const model::MorphTarget& target = part.morphTargets[t];
    const auto weight = static_cast<float>(weights[t]);
    position += weight * target.positionDeltas[vertex - part.firstVertex];
    if (!target.normalDeltas.empty()) {
      normal += weight * target.normalDeltas[vertex - part.firstVertex];
    }
  }
  return position;
}

Result<void> SourceVertices::evaluate(std::uint32_t clip, double seconds, const root_motion::InPlacePose& pose,
                                      std::span<std::uint32_t> out) {
  const model::Model& model = m_skeleton.model();
  const animation::PointNumbering& numbering = m_skeleton.points();
  if (!m_points || m_clip != clip) {
    m_points.emplace(model, numbering, m_skeleton.animation()->clips[clip].source.clip);
    m_points->growScratch(m_scratch);
    m_clip = clip;
  }
  std::array<double, animation::kFrameLanes> times{};
  times.fill(seconds);
  auto points = m_points->sample(times, m_scratch);
  TRY(points);
  const model::VertexData& vertices = model.vertices;
  for (const model::MeshPart& part : model.parts) {
    for (std::uint32_t v = part.firstVertex; v < part.firstVertex + part.vertexCount; ++v) {
      const std::uint32_t set = numbering.setOf(v);
      const bool isPoint = points->places != nullptr && set != kNoIndex && points->entries[set] != kNoIndex;
      glm::dmat4 matrix(0.0);
      glm::vec3 normal = vertices.normals[v];
      glm::vec3 position;
      if (isPoint) {
        matrix = pose.skinMatrices()[points->entries[set]];
        position = laneOf(points->places[numbering.placeOf(v)]);
        normal = laneOf(points->normals[numbering.normalOf(v)]);
      } else {
        for (std::uint32_t i = vertices.influenceBegin[v]; i < vertices.influenceBegin[v + 1]; ++i) {
          const model::Influence& influence = vertices.influences[i];
          matrix += static_cast<double>(influence.weight) * pose.skinMatrices()[influence.joint];
        }
        position = morphed(part, v, pose, normal);
      }
      const glm::mat4 rows = glm::transpose(glm::mat4(matrix));
      writeSkinned(&rows[0], position, unitOr(normal, vertices.normals[v]),
                   m_skeleton.words()[v * kSkinVertexWords + kSkinTangentWord],
                   &out[std::size_t{v} * kSkinnedVertexWords]);
    }
  }
  return {};
}

void blendVertices(std::span<const std::uint32_t> a, std::span<std::uint32_t> b, float share) {
  for (std::size_t at = 0; at < b.size(); at += kSkinnedVertexWords) {
    for (std::size_t i = at; i < at + 3; ++i) {
      b[i] = std::bit_cast<std::uint32_t>(glm::mix(std::bit_cast<float>(a[i]), std::bit_cast<float>(b[i]), share));
    }
    for (std::size_t i = at + 3; i < at + kSkinnedVertexWords; ++i) {
      const glm::vec3 arriving = unpackDirection(b[i] & ~std::uint32_t{1});
      const glm::vec3 blended = glm::mix(unpackDirection(a[i] & ~std::uint32_t{1}), arriving, share);
      b[i] = (packDirection(unitOr(blended, arriving)) & ~std::uint32_t{1}) | (b[i] & 1u);
    }
  }
}

}  // namespace texeleton::viewport
