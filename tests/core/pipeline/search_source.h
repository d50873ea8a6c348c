#pragma once

#include <algorithm>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "core/animation/pose.h"
#include "core/model/model.h"
#include "core/runtime/pack_player.h"
#include "core/vat/baked_animation.h"

namespace texeleton::test {

/// Positions of the source: all influences, no morph targets.
inline std::vector<glm::dvec3> sourcePositions(const model::Model& model, const animation::SourcePose& pose) {
  std::vector<glm::dvec3> positions;
  for (std::size_t v = 0; v < model.vertexCount(); ++v) {
    glm::dvec3 sum(0.0);
    double weights = 0.0;
    for (std::uint32_t i = model.vertices.influenceBegin[v]; i < model.vertices.influenceBegin[v + 1]; ++i) {
      const model::Influence& influence = model.vertices.influences[i];
      sum += double{influence.weight} *
             glm::dvec3(pose.skinMatrices()[influence.joint] * glm::dvec4(model.vertices.positions[v], 1.0));
      weights += double{influence.weight};
    }
    positions.push_back(sum / weights);
  }
  return positions;
}

/// The largest distance of any vertex or socket's origin over one clip, at sixteen times its rate, in millimetres. For
/// clips without extracted root motion; the mesh is the model's.
inline double searched(const model::Model& model, const vat::BakedAnimation& baked, const vat::BakedClip& clip) {
  animation::SourcePose pose(model, clip.source.clip);
  // A single frame that does not loop lasts to the clip's end.
  const std::uint32_t intervals =
      clip.loop || (clip.frameCount == 1 && clip.lengthSeconds > 0.0) ? clip.frameCount : clip.frameCount - 1;
  double largest = 0.0;
  for (std::uint32_t i = 0; i <= 16 * intervals; ++i) {
    const double frame = i / 16.0;
    runtime::AnimationTickOutput tick;
    const auto current = std::min(i / 16, clip.frameCount - 1);
    if (clip.loop && i / 16 >= clip.frameCount) {
      continue;  // The end of a loop equals its first frame by definition, whatever the source does (the loop gap).
    }
    tick.current = clip.frameBegin + current;
    tick.next = clip.frameBegin + (current + 1 < clip.frameCount ? current + 1 : clip.loop ? 0 : current);
    tick.interpolate = static_cast<float>(std::min(frame - current, 1.0));
    pose.evaluate(clip.source.fromSeconds + (intervals == 0 ? 0.0 : clip.lengthSeconds * frame / intervals));
    const std::vector<glm::dvec3> wanted = sourcePositions(model, pose);
    const std::vector<runtime::DecodedVertex> found = runtime::decodeVertices(baked, tick);
    for (std::size_t v = 0; v < wanted.size(); ++v) {
      largest = std::max(largest, glm::length(glm::dvec3(found[v].position) - wanted[v]));
    }
    for (std::uint32_t s = 0; s < baked.sockets.size(); ++s) {
      for (std::size_t n = 0; n < model.nodes.size(); ++n) {
        if (model.nodes[n].name == baked.sockets[s].name) {
          const glm::dvec3 place(pose.worlds()[n][3]);
          largest = std::max(
              largest, glm::length(glm::dvec3(runtime::decodeSocket(baked, SocketIndex(s), tick).position) - place));
        }
      }
    }
  }
  return largest * 1000.0;
}

}  // namespace texeleton::test
