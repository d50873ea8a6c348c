#include "app/editor/document/advice.h"

#include <algorithm>
#include <cstddef>

#include "core/vat/baked_animation.h"
#include "core/vat/kept_influences.h"
#include "core/vat/texture_layout.h"

namespace texeleton::editor {

namespace {

void countLeftOut(const model::VertexData& data, Advice& advice) {
  for (std::size_t v = 0; v + 1 < data.influenceBegin.size(); ++v) {
    double left = 0.0;  // Weights are in descending order and sum to 1.
    for (std::size_t i = data.influenceBegin[v] + vat::kInfluencesKept; i < data.influenceBegin[v + 1]; ++i) {
      left += static_cast<double>(data.influences[i].weight);
    }
    advice.crowdedVertices += data.influenceBegin[v + 1] - data.influenceBegin[v] > vat::kInfluencesKept ? 1u : 0u;
    advice.mostLeftOut = std::max(advice.mostLeftOut, left);
  }
}

}  // namespace

Advice adviceFor(const model::Model& model) {
  constexpr double kAbout = 1.5;
  Advice advice;
  advice.bones = model.boneCount != 0 ? model.boneCount : model.palette.size();
  advice.vertices = model.vertexCount();
  const double bone =
      static_cast<double>(vat::kTexelsPerBone) * static_cast<double>(std::max<std::size_t>(model.palette.size(), 1));
  const double vertex =
      static_cast<double>(vat::kTexelsPerVertex) * static_cast<double>(std::max<std::uint64_t>(advice.vertices, 1));
  const bool morphs = std::ranges::any_of(model.clips, [](const model::Clip& clip) {
    return std::ranges::any_of(
        clip.tracks, [](const model::Track& track) { return track.target == model::TrackTarget::MorphWeights; });
  });
  const bool points = std::ranges::any_of(model.parts, [&model](const model::MeshPart& part) {
    return part.pointSet.isValid() && !model.pointSets[part.pointSet.value].isSkin;
  });
  advice.mode = morphs || points || vertex * kAbout < bone ? vat::BakeMode::Vertex : vat::BakeMode::Bone;
  advice.times = advice.mode == vat::BakeMode::Bone ? vertex / bone : bone / vertex;
  advice.reason = points                   ? AdviceReason::Points
                  : morphs                 ? AdviceReason::Morphs
                  : advice.times >= kAbout ? AdviceReason::Smaller
                                           : AdviceReason::Alike;
  countLeftOut(model.vertices, advice);
  return advice;
}

}  // namespace texeleton::editor
