#include "tests/core/bake/bake_oracle.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/bake/bake.h"

namespace texeleton::test {

namespace {

OracleVertex moved(const glm::dmat4& m, const glm::dvec3& position, const glm::dvec3& normal, const glm::dvec3& bind) {
  const glm::dmat3 a(m);
  const glm::dvec3 c0 = glm::cross(a[1], a[2]);
  const glm::dvec3 c1 = glm::cross(a[2], a[0]);
  const glm::dvec3 c2 = glm::cross(a[0], a[1]);
  const double det = glm::dot(a[0], c0);
  const glm::dvec3 n = glm::sign(det) * (c0 * normal.x + c1 * normal.y + c2 * normal.z);
  return {glm::dvec3(m * glm::dvec4(position, 1.0)), glm::dot(n, n) < 1e-20 ? bind : glm::normalize(n)};
}

}  // namespace

OracleVertex sourceVertex(const model::Model& model, const animation::SourcePose& pose, std::uint32_t vertex,
                          std::size_t influences, bool morphs) {
  const model::VertexData& vertices = model.vertices;
  glm::dvec3 position(vertices.positions[vertex]);
  const glm::dvec3 bind(vertices.normals[vertex]);
  glm::dvec3 normal = bind;
  for (const model::MeshPart& part : model.parts) {
    if (morphs && part.morphSet.isValid() && vertex >= part.firstVertex &&
        vertex < part.firstVertex + part.vertexCount) {
      for (std::size_t t = 0; t < part.morphTargets.size(); ++t) {
        const double weight = pose.morphWeights(part.morphSet)[t];
        position += weight * glm::dvec3(part.morphTargets[t].positionDeltas[vertex - part.firstVertex]);
        if (!part.morphTargets[t].normalDeltas.empty()) {
          normal += weight * glm::dvec3(part.morphTargets[t].normalDeltas[vertex - part.firstVertex]);
        }
      }
    }
  }
  const std::size_t begin = vertices.influenceBegin[vertex];
  const std::size_t count = std::min<std::size_t>(vertices.influenceBegin[vertex + 1] - begin, influences);
  double sum = 0.0;
  glm::dmat4 m(0.0);
  for (std::size_t i = begin; i < begin + count; ++i) {
    const double weight = static_cast<double>(vertices.influences[i].weight);
    m += weight * pose.skinMatrices()[vertices.influences[i].joint];
    sum += weight;
  }
  return moved(m / sum, position, normal, bind);
}

glm::vec4 texelOf(const vat::BakedAnimation& baked, std::uint32_t frame, std::uint32_t t) {
  const std::uint32_t x = t % baked.layout.width;
  const std::uint32_t y = frame * baked.layout.rowsPerFrame + t / baked.layout.width;
  return baked.texels.texel(x, y);
}

glm::dmat4 texelMatrix(const vat::BakedAnimation& baked, std::uint32_t frame, std::uint32_t t) {
  glm::dmat4 m(1.0);
  for (int row = 0; row < 3; ++row) {
    const glm::vec4 texel = texelOf(baked, frame, t + static_cast<std::uint32_t>(row));
    for (int c = 0; c < 4; ++c) {
      m[c][row] = static_cast<double>(texel[c]);
    }
  }
  return m;
}

OracleVertex texelVertex(const vat::BakedAnimation& baked, std::uint32_t vertex, std::uint32_t frame) {
  if (baked.mode == vat::BakeMode::Vertex) {
    const std::uint32_t element = baked.mesh.elements[vertex];
    return {glm::dvec3(texelOf(baked, frame, 2 * element)), glm::dvec3(texelOf(baked, frame, 2 * element + 1))};
  }
  glm::dmat4 m(0.0);
  for (int i = 0; i < 4; ++i) {
    const double weight = static_cast<double>(baked.mesh.boneWeights[vertex][i]);
    if (weight > 0.0) {
      m += weight * texelMatrix(baked, frame, 3u * baked.mesh.boneIndices[vertex][i]);
    }
  }
  return moved(m, glm::dvec3(baked.mesh.positions[vertex]), glm::dvec3(baked.mesh.normals[vertex]),
               glm::dvec3(baked.mesh.normals[vertex]));
}

OracleDifference largestDifference(const model::Model& model, const vat::BakedAnimation& baked, std::uint32_t step) {
  OracleDifference worst;
  const bool bone = baked.mode == vat::BakeMode::Bone;
  for (const vat::BakedClip& clip : baked.clips) {
    animation::SourcePose pose(model, clip.source.clip);
    const double length = clip.source.toSeconds - clip.source.fromSeconds;
    for (std::uint32_t j = 0; j < clip.frameCount; ++j) {
      const double steps = clip.loop ? clip.frameCount : std::max(1.0, clip.frameCount - 1.0);
      pose.evaluate(!clip.loop && j + 1 == clip.frameCount && j != 0 ? clip.source.toSeconds
                                                                     : clip.source.fromSeconds + length * j / steps);
      for (std::uint32_t v = j % step; v < model.vertexCount(); v += step) {
        const OracleVertex expected = sourceVertex(model, pose, v, bone ? 4 : SIZE_MAX, !bone);
        const OracleVertex got = texelVertex(baked, v, clip.frameBegin + j);
        const double distance = glm::length(expected.position - got.position);
        const double cosine = glm::dot(expected.normal, glm::normalize(got.normal));
        worst.metres =
            std::isnan(distance) ? std::numeric_limits<double>::infinity() : std::max(worst.metres, distance);
        worst.degrees = std::max(worst.degrees, glm::degrees(std::acos(std::clamp(cosine, -1.0, 1.0))));
        if (glm::any(glm::lessThan(got.position, glm::dvec3(clip.bounds.min))) ||
            glm::any(glm::greaterThan(got.position, glm::dvec3(clip.bounds.max)))) {
          worst.metres = std::numeric_limits<double>::infinity();
        }
      }
    }
  }
  return worst;
}

vat::BakedAnimation bakeOrDie(const model::Model& model, const bake::BakeSettings& settings, JobContext& job) {
  Result<vat::BakedAnimation> baked = bake::bake(model, settings, job);
  if (!baked) {
    qFatal("%s", describe(baked.error()).c_str());
  }
  return std::move(*baked);
}

vat::BakedAnimation bakeOrDie(const model::Model& model, const bake::BakeSettings& settings) {
  JobContext job;
  return bakeOrDie(model, settings, job);
}

std::string bakeError(const model::Model& model, const bake::BakeSettings& settings) {
  JobContext job;
  const Result<vat::BakedAnimation> baked = bake::bake(model, settings, job);
  return baked ? "" : baked.error().message.text();
}

}  // namespace texeleton::test
