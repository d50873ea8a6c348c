#pragma once

#include <algorithm>
#include <glm/glm.hpp>
#include <map>
#include <string>
#include <vector>

#include "core/import/source_scene.h"

namespace texeleton::test {

inline bool near(const glm::vec3& a, const glm::vec3& b) { return glm::length(a - b) < 1e-5f; }

/// World matrices of a scene's nodes at a time of a clip (none: at rest), evaluated in the simplest way, as a reference
/// for tests of readers. Linear and step tracks only.
inline std::vector<glm::dmat4> worldsAt(const importing::SourceScene& scene, const importing::SourceClip* clip,
                                        double seconds) {
  std::vector<transform::Transform> locals;
  for (const importing::SourceNode& node : scene.nodes) {
    locals.push_back(node.restMatrix ? transform::decompose(*node.restMatrix) : node.rest);
  }
  std::vector<bool> animated(locals.size(), false);
  for (const importing::SourceTrack& track : clip != nullptr ? clip->tracks : std::vector<importing::SourceTrack>()) {
    if (track.target == model::TrackTarget::MorphWeights) {
      continue;
    }
    std::size_t a = 0;
    while (a + 1 < track.times.size() && track.times[a + 1] <= seconds) {
      ++a;
    }
    const std::size_t b = std::min(a + 1, track.times.size() - 1);
    const bool between = b != a && seconds > track.times[a] && track.interpolation != model::Interpolation::Step;
    const double share = between ? (seconds - track.times[a]) / (track.times[b] - track.times[a]) : 0.0;
    const float* va = track.values.data() + a * (track.target == model::TrackTarget::Rotation ? 4 : 3);
    const float* vb = track.values.data() + b * (track.target == model::TrackTarget::Rotation ? 4 : 3);
    animated[track.node] = true;
    if (track.target == model::TrackTarget::Rotation) {
      locals[track.node].rotation = transform::slerpShortest(glm::dquat(va[3], va[0], va[1], va[2]),
                                                             glm::dquat(vb[3], vb[0], vb[1], vb[2]), share);
    } else {
      const glm::dvec3 value = glm::mix(glm::dvec3(va[0], va[1], va[2]), glm::dvec3(vb[0], vb[1], vb[2]), share);
      (track.target == model::TrackTarget::Scale ? locals[track.node].scale : locals[track.node].translation) = value;
    }
  }
  std::vector<glm::dmat4> worlds(locals.size());
  for (std::size_t i = 0; i < locals.size(); ++i) {
    const importing::SourceNode& node = scene.nodes[i];
    worlds[i] = !animated[i] && node.restMatrix ? *node.restMatrix : toMatrix(locals[i]);
    if (node.parent) {
      worlds[i] = worlds[*node.parent] * worlds[i];
    }
  }
  return worlds;
}

inline std::size_t nodeNamed(const importing::SourceScene& scene, const std::string& name) {
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    if (scene.nodes[i].name == name) {
      return i;
    }
  }
  return scene.nodes.size();
}

inline double largestDifference(const glm::dmat4& a, const glm::dmat4& b) {
  double largest = 0.0;
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) {
      largest = std::max(largest, std::abs(a[column][row] - b[column][row]));
    }
  }
  return largest;
}

}  // namespace texeleton::test
