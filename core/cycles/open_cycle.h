#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <span>

#include "core/model/model.h"
#include "core/root_motion/root_motion.h"

namespace texeleton::cycles {

/// A range of a clip that ends one frame before it would be at its start again.
struct OpenCycle {
  double fromSeconds = 0.0;  ///< Seconds of the source clip.
  double toSeconds = 0.0;    ///< One frame interval after the last pose, when the first would recur.
};

/// The frame interval of a clip in seconds: at its rate, else at 30 Hz.
double frameSeconds(const model::Clip& clip);

/// Whether a body moves from its last pose to its first as it does around both: the step between them is approximately
/// the mean of the steps from `before` to `last` and from `first` to `after`. Each has the same points, in metres.
bool stepLeadsOn(std::span<const glm::dvec3> before, std::span<const glm::dvec3> last,
                 std::span<const glm::dvec3> first, std::span<const glm::dvec3> after);

/// Whether the step from the last pose of a range to its first continues the motion: it matches the steps before the
/// end and after the start in length and direction, over all nodes that move vertices, their scales and all morph
/// weights. `clip` is one of `model`'s. Poses are compared without the root motion that `taking` extracts.
bool cycleLeadsOn(const model::Model& model, const model::Clip& clip, double fromSeconds, double toSeconds,
                  const root_motion::RootTaking& taking);

/// Recognises a cycle without a repeated last key (frames 1 … N, followed by the first again, as often exported from
/// Blender): see cycleLeadsOn(). Requires at least six frames and a body that moves well away from its start. If the
/// clip holds its first key for up to a frame from its start (glTF files whose first frame is not at 0), the cycle
/// begins with that key. `clip` is one of `model`'s and has a rate. Poses are compared without the root motion that
/// `taking` extracts. Nothing if the range is not such a cycle, also if it is closed (see decideLoop).
std::optional<OpenCycle> findOpenCycle(const model::Model& model, const model::Clip& clip, double fromSeconds,
                                       double toSeconds, const root_motion::RootTaking& taking = {});

}  // namespace texeleton::cycles
