#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/animation/frame_block.h"
#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/root_motion/find_root.h"
#include "core/root_motion/root_motion.h"
#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// Decides the root motion that is extracted from each clip of a bake.
class RootChooser {
 public:
  RootChooser(const model::Model& model, const RootMotionSettings& settings) : m_model(model), m_settings(settings) {}

  /// The result has no samples; nothing if the clip keeps its motion, or no node carries it (an Issue). Errors:
  /// NotFound (the model has no such node).
  Result<std::optional<vat::BakedRootMotion>> choose(const ClipSelection& selection, const std::string& clipName,
                                                     JobContext& job);

 private:
  const model::Model& m_model;
  const RootMotionSettings& m_settings;
  std::optional<root_motion::RootFinder> m_finder;  ///< Created on demand: it examines every clip.
};

/// Returns the placement removed at each frame, then at the end of the cut; empty if none is removed.
std::vector<root_motion::RootPlacement> clipRootPath(const model::Model& model, const vat::BakedClip& clip);

/// Writes the track of a clip that extracts it, from the source in float64.
void keepTrack(const model::Model& model, vat::BakedClip& clip);

/// Moves matrices in eight frames by the inverse of the frames' placements; frames beyond the last use the last
/// placement.
void takeOutRoot(std::span<const root_motion::RootPlacement> frames, std::span<animation::LaneMatrix> matrices);

}  // namespace texeleton::bake
