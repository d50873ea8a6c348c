#include "tests/core/bake/test_measure_naive.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "core/animation/pose.h"

namespace texeleton::test {

namespace {

struct Point {
  glm::dvec3 position{0.0};
  glm::dvec3 normal{0.0};
};

double secondsAt(const vat::BakedClip& clip, double frame) {
  const double length = clip.source.toSeconds - clip.source.fromSeconds;
  return clip.source.fromSeconds +
         length * frame / (clip.loop || clip.frameCount == 1 ? clip.frameCount : clip.frameCount - 1);
}

/// p' = Σ wᵢ·Mᵢ·p, n' = sign(det)·cof·n.
Point moved(const glm::dmat4& matrix, const glm::dvec3& p, const glm::dvec3& n) {
  const glm::dmat3 m(matrix);
  const double det = glm::determinant(m);
  Point result;
  result.position = glm::dvec3(matrix * glm::dvec4(p, 1.0));
  // Cofactors by definition: determinants of the minors.
  glm::dmat3 cofactors(0.0);
  for (int c = 0; c < 3; ++c) {
    for (int r = 0; r < 3; ++r) {
      const int c1 = (c + 1) % 3, c2 = (c + 2) % 3, r1 = (r + 1) % 3, r2 = (r + 2) % 3;
      cofactors[c][r] = m[c1][r1] * m[c2][r2] - m[c2][r1] * m[c1][r2];
    }
  }
  result.normal = (det < 0.0 ? -1.0 : 1.0) * (cofactors * n);
  return result;
}

Point source(const model::Model& model, const animation::SourcePose& pose, std::uint32_t v, bool withMorphs) {
  glm::dvec3 p(model.vertices.positions[v]);
  glm::dvec3 n(model.vertices.normals[v]);
  for (const model::MeshPart& part : model.parts) {
    if (withMorphs && part.morphSet.isValid() && v >= part.firstVertex && v < part.firstVertex + part.vertexCount) {
      for (std::size_t k = 0; k < part.morphTargets.size(); ++k) {
        const double weight = pose.morphWeights(part.morphSet)[k];
        p += weight * glm::dvec3(part.morphTargets[k].positionDeltas[v - part.firstVertex]);
        if (!part.morphTargets[k].normalDeltas.empty()) {
          n += weight * glm::dvec3(part.morphTargets[k].normalDeltas[v - part.firstVertex]);
        }
      }
    }
  }
  glm::dmat4 matrix(0.0);
  double sum = 0.0;
  for (std::uint32_t i = model.vertices.influenceBegin[v]; i < model.vertices.influenceBegin[v + 1]; ++i) {
    const model::Influence& influence = model.vertices.influences[i];
    matrix += static_cast<double>(influence.weight) * pose.skinMatrices()[influence.joint];
    sum += static_cast<double>(influence.weight);
  }
  return moved(matrix * (1.0 / sum), p, n);
}

/// The largest four influences, renormalised.
std::vector<model::Influence> fourLargest(const model::Model& model, std::uint32_t v) {
  std::vector<model::Influence> kept(model.vertices.influences.begin() + model.vertices.influenceBegin[v],
                                     model.vertices.influences.begin() + model.vertices.influenceBegin[v + 1]);
  std::stable_sort(kept.begin(), kept.end(),
                   [](const model::Influence& a, const model::Influence& b) { return a.weight > b.weight; });
  kept.resize(std::min<std::size_t>(kept.size(), 4));
  double sum = 0.0;
  for (const model::Influence& influence : kept) {
    sum += static_cast<double>(influence.weight);
  }
  for (model::Influence& influence : kept) {
    influence.weight = static_cast<float>(static_cast<double>(influence.weight) / sum);
  }
  return kept;
}

glm::dvec4 texel(const vat::BakedAnimation& baked, std::uint32_t frame, std::uint32_t t) {
  const vat::TexelAddress at = vat::texelAddress(baked.layout, frame, t);
  return glm::dvec4(baked.texels.texel(at.x, at.y));
}

glm::dmat4 matrixOf(const vat::BakedAnimation& baked, std::uint32_t frame, std::uint32_t bone) {
  glm::dmat4 matrix(1.0);
  for (std::uint32_t r = 0; r < 3; ++r) {
    const glm::dvec4 row = texel(baked, frame, vat::elementTexel(baked.layout, bone, r));
    for (int c = 0; c < 4; ++c) {
      matrix[c][static_cast<int>(r)] = row[c];
    }
  }
  return matrix;
}

/// The decoded vertex between two frames of the texture.
Point decoded(const vat::BakedAnimation& baked, std::uint32_t v, std::uint32_t current, std::uint32_t next, double f) {
  if (baked.mode == vat::BakeMode::Vertex) {
    const std::uint32_t t = vat::elementTexel(baked.layout, baked.mesh.elements[v], 0);
    return {glm::dvec3(glm::mix(texel(baked, current, t), texel(baked, next, t), f)),
            glm::dvec3(glm::mix(texel(baked, current, t + 1), texel(baked, next, t + 1), f))};
  }
  glm::dmat4 matrix(0.0);
  for (int i = 0; i < 4; ++i) {
    const std::uint32_t bone = baked.mesh.boneIndices[v][i];
    matrix += static_cast<double>(baked.mesh.boneWeights[v][i]) *
              (matrixOf(baked, current, bone) * (1.0 - f) + matrixOf(baked, next, bone) * f);
  }
  return moved(matrix, baked.mesh.positions[v], baked.mesh.normals[v]);
}

double degreesBetween(const glm::dvec3& a, const glm::dvec3& b) {
  if (glm::dot(a, a) < 1e-20 || glm::dot(b, b) < 1e-20) {
    return 0.0;
  }
  return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

/// The matrix of the four influences at unrounded frames.
glm::dvec3 kept(const model::Model& model, const animation::SourcePose& pose, std::uint32_t v) {
  glm::dmat4 matrix(0.0);
  for (const model::Influence& influence : fourLargest(model, v)) {
    matrix += static_cast<double>(influence.weight) * pose.skinMatrices()[influence.joint];
  }
  return glm::dvec3(matrix * glm::dvec4(glm::dvec3(model.vertices.positions[v]), 1.0));
}

void makeMesh(const model::Model& model, const NaiveBakeSettings& settings, vat::BakedAnimation& baked) {
  vat::BakedMesh& mesh = baked.mesh;
  mesh.positions = model.vertices.positions;
  mesh.normals = model.vertices.normals;
  mesh.indices = model.vertices.indices;
  if (settings.mode == vat::BakeMode::Vertex) {
    using Key = std::tuple<std::vector<float>, std::vector<std::uint32_t>, std::vector<float>>;
    std::map<Key, std::uint32_t> elements;
    for (std::uint32_t v = 0; v < model.vertexCount(); ++v) {
      const glm::vec3& p = mesh.positions[v];
      const glm::vec3& n = mesh.normals[v];
      Key key{{p.x, p.y, p.z, n.x, n.y, n.z}, {}, {}};
      for (std::uint32_t i = model.vertices.influenceBegin[v]; i < model.vertices.influenceBegin[v + 1]; ++i) {
        std::get<1>(key).push_back(model.vertices.influences[i].joint);
        std::get<2>(key).push_back(model.vertices.influences[i].weight);
      }
      const auto next = static_cast<std::uint32_t>(elements.size());
      mesh.elements.push_back(settings.shareElements ? elements.try_emplace(key, next).first->second : v);
    }
    baked.layout.elementCount = *std::max_element(mesh.elements.begin(), mesh.elements.end()) + 1;
    return;
  }
  const auto shift = static_cast<std::uint16_t>(settings.socketBones ? 1 : 0);
  if (settings.socketBones) {
    baked.bones.push_back({"a node without vertices", -1});
  }
  for (const model::PaletteEntry& entry : model.palette) {
    baked.bones.push_back({model.nodes[entry.node.value].name, -1});
  }
  if (settings.socketBones) {
    baked.bones.push_back({"another", -1});
  }
  baked.layout.elementCount = static_cast<std::uint32_t>(baked.bones.size());
  for (std::uint32_t v = 0; v < model.vertexCount(); ++v) {
    glm::u16vec4 indices(0);
    glm::vec4 weights(0.0f);
    int i = 0;
    for (const model::Influence& influence : fourLargest(model, v)) {
      indices[i] = static_cast<std::uint16_t>(influence.joint + shift);
      weights[i++] = influence.weight;
    }
    mesh.boneIndices.push_back(indices);
    mesh.boneWeights.push_back(weights);
  }
}

void writeFrame(const model::Model& model, const animation::SourcePose& pose, std::uint32_t frame,
                std::uint32_t firstBone, vat::BakedAnimation& baked) {
  const auto put = [&](std::uint32_t t, const glm::dvec4& value) {
    const vat::TexelAddress at = vat::texelAddress(baked.layout, frame, t);
    baked.texels.setTexel(at.x, at.y, glm::vec4(value));
  };
  if (baked.mode == vat::BakeMode::Vertex) {
    for (std::uint32_t v = 0; v < model.vertexCount(); ++v) {
      const Point point = source(model, pose, v, true);
      const bool hidden = glm::dot(point.normal, point.normal) < 1e-20;
      const glm::dvec3 normal = hidden ? glm::dvec3(model.vertices.normals[v]) : glm::normalize(point.normal);
      const std::uint32_t t = vat::elementTexel(baked.layout, baked.mesh.elements[v], 0);
      put(t, glm::dvec4(point.position, 1.0));
      put(t + 1, glm::dvec4(normal, 1.0));
    }
    return;
  }
  for (std::uint32_t i = 0; i < model.palette.size(); ++i) {
    const glm::dmat4 rows = glm::transpose(pose.skinMatrices()[i]);
    for (int r = 0; r < 3; ++r) {
      put(vat::elementTexel(baked.layout, firstBone + i, static_cast<std::uint32_t>(r)), rows[r]);
    }
  }
}

}  // namespace

vat::BakedAnimation naiveBake(const model::Model& model, const NaiveBakeSettings& settings) {
  vat::BakedAnimation baked;
  baked.mode = settings.mode;
  baked.pixelFormat = settings.pixelFormat;
  makeMesh(model, settings, baked);
  std::uint32_t frames = 0;
  for (const NaiveClip& wanted : settings.clips) {
    const model::Clip& from = model.clips[wanted.clip.value];
    vat::BakedClip clip;
    clip.name = from.name;
    clip.frameBegin = frames;
    clip.frameCount = wanted.frameCount;
    clip.loop = wanted.loop;
    clip.source.clip = wanted.clip;
    clip.source.name = from.name;
    clip.source.fromSeconds = wanted.fromSeconds.value_or(from.startSeconds);
    clip.source.toSeconds = wanted.toSeconds.value_or(from.startSeconds + from.lengthSeconds);
    clip.lengthSeconds = clip.source.toSeconds - clip.source.fromSeconds;
    frames += wanted.frameCount;
    baked.clips.push_back(clip);
  }
  const auto layout =
      vat::layOutTexture(settings.mode, baked.layout.elementCount, 0, frames, settings.size, settings.maxSize);
  baked.layout = layout.value();
  baked.texels = vat::TexelBuffer(settings.pixelFormat, baked.layout.width, baked.layout.height);
  for (const vat::BakedClip& clip : baked.clips) {
    animation::SourcePose pose(model, clip.source.clip);
    for (std::uint32_t j = 0; j < clip.frameCount; ++j) {
      pose.evaluate(secondsAt(clip, j));
      writeFrame(model, pose, clip.frameBegin + j, settings.socketBones ? 1 : 0, baked);
      for (std::uint32_t v = 0; v < model.vertexCount(); ++v) {
        baked.bounds.add(glm::vec3(source(model, pose, v, settings.mode == vat::BakeMode::Vertex).position));
      }
    }
  }
  baked.sizeMetres = static_cast<double>(glm::distance(baked.bounds.min, baked.bounds.max));
  return baked;
}

double naiveDistance(const std::vector<NaiveMoment>& moments, double worstFrame, std::uint32_t vertex) {
  double millimetres = -1.0;
  for (const NaiveMoment& moment : moments) {
    if (std::abs(moment.frame - (moment.isBefore ? 1e-6 : 0.0) - worstFrame) < 1e-9) {
      millimetres = std::max(millimetres, moment.millimetres.at(vertex));
    }
  }
  return millimetres;
}

vat::ClipError naiveMeasure(const model::Model& model, const vat::BakedAnimation& baked, std::size_t clipNumber,
                            std::vector<NaiveMoment>* moments) {
  const vat::BakedClip& clip = baked.clips[clipNumber];
  const bool bone = baked.mode == vat::BakeMode::Bone;
  const bool isHeld = clip.frameCount == 1 && clip.source.toSeconds > clip.source.fromSeconds;
  const std::uint32_t intervals = clip.loop || isHeld ? clip.frameCount : clip.frameCount - 1;
  vat::ClipError error;
  double sum = 0.0;
  animation::SourcePose at(model, clip.source.clip);
  animation::SourcePose before(model, clip.source.clip);
  animation::SourcePose after(model, clip.source.clip);
  const auto look = [&](std::uint32_t j, double fraction, double seconds, bool summed, bool isBefore = false) {
    NaiveMoment moment{j + fraction, isBefore, {}};
    at.evaluate(seconds);
    before.evaluate(secondsAt(clip, j));
    after.evaluate(secondsAt(clip, (j + 1) % clip.frameCount));
    const bool onFrame = fraction == 0.0;
    for (std::uint32_t v = 0; v < model.vertexCount(); ++v) {
      const Point should = source(model, at, v, true);
      const Point is = decoded(baked, v, clip.frameBegin + j, clip.frameBegin + (j + 1) % clip.frameCount, fraction);
      const double millimetres = 1000.0 * glm::distance(is.position, should.position);
      sum += summed ? millimetres * millimetres : 0.0;
      moment.millimetres.push_back(millimetres);
      if (millimetres > error.maxMillimetres) {
        error.maxMillimetres = millimetres;
        error.worstFrame = j + fraction;
        error.worstVertex = v;
      }
      error.maxNormalDegrees = std::max(error.maxNormalDegrees, degreesBetween(is.normal, should.normal));
      const glm::dvec3 plain = source(model, at, v, !bone).position;
      error.morphsMillimetres = std::max(error.morphsMillimetres, 1000.0 * glm::distance(plain, should.position));
      const glm::dvec3 four = bone ? kept(model, at, v) : plain;
      error.influencesMillimetres = std::max(error.influencesMillimetres, 1000.0 * glm::distance(four, plain));
      if (onFrame) {
        error.encodingMillimetres = std::max(error.encodingMillimetres, 1000.0 * glm::distance(is.position, four));
      }
      const glm::dvec3 blended = (1.0 - fraction) * source(model, before, v, !bone).position +
                                 fraction * source(model, after, v, !bone).position;
      error.interpolationMillimetres = std::max(error.interpolationMillimetres, 1000.0 * glm::distance(blended, plain));
    }
    if (moments != nullptr) {
      moments->push_back(std::move(moment));
    }
  };
  look(0, 0.0, secondsAt(clip, 0), true);
  for (std::uint32_t j = 1; j < clip.frameCount; ++j) {
    look(j, 0.0, secondsAt(clip, j), true);
  }
  for (std::uint32_t j = 0; j < intervals; ++j) {
    for (int i = 1; i < 16; ++i) {
      look(j, i / 16.0, secondsAt(clip, j + i / 16.0), i == 8);
    }
    const double begin = secondsAt(clip, j);
    const double end = secondsAt(clip, j + 1.0);
    for (const std::vector<double>& times : model.clips[clip.source.clip.value].timelines) {
      for (const double key : times) {
        for (const double seconds : {key, std::nextafter(key, -1.0)}) {
          if (seconds > begin && seconds < end) {
            look(j, (seconds - begin) / (end - begin), seconds, false, seconds != key);
          }
        }
      }
    }
  }
  if ((clip.loop || isHeld) && intervals > 0) {
    look(intervals - 1, 1.0, clip.source.toSeconds, false, clip.loop);
  }
  before.evaluate(clip.source.fromSeconds);
  after.evaluate(clip.source.toSeconds);
  for (std::uint32_t v = 0; v < model.vertexCount(); ++v) {
    error.loopGapMillimetres = std::max(
        error.loopGapMillimetres,
        1000.0 * glm::distance(source(model, before, v, true).position, source(model, after, v, true).position));
  }
  error.rmsMillimetres =
      std::sqrt(sum / (static_cast<double>(clip.frameCount + intervals) * static_cast<double>(model.vertexCount())));
  error.maxRelative = error.maxMillimetres / 1000.0 / baked.sizeMetres;
  return error;
}

}  // namespace texeleton::test
