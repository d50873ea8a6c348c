#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/model/check_detail.h"
#include "core/model/names.h"

namespace texeleton::model::check {

namespace {

/// The tolerated rounding of a quaternion's squared length.
constexpr float kUnitRotationTolerance = 2e-4f;

Violation timelines(const Clip& clip) {
  for (const std::vector<double>& times : clip.timelines) {
    if (times.empty()) {
      return message("has a timeline without keys");
    }
    double before = -std::numeric_limits<double>::infinity();
    for (const double t : times) {
      if (!std::isfinite(t) || t <= before) {
        return message("has key times that are not finite and ascending");
      }
      before = t;
    }
  }
  return {};
}

Violation quaternions(const Track& track, std::size_t keys) {
  const bool cubic = track.interpolation == Interpolation::CubicSpline;
  glm::vec4 before(0.0f);
  for (std::size_t k = 0; k < keys; ++k) {
    const float* q = &track.values[cubic ? 12 * k + 4 : 4 * k];
    const glm::vec4 now(q[0], q[1], q[2], q[3]);
    if (std::abs(glm::dot(now, now) - 1.0f) > kUnitRotationTolerance) {
      return message("has a rotation key that is not of unit length");
    }
    if (!cubic && glm::dot(now, before) < -1e-6f) {
      return message("has neighbouring rotation keys in different hemispheres");
    }
    before = now;
  }
  return {};
}

Violation trackOf(const Model& model, const Clip& clip, const Track& track) {
  if (track.target > TrackTarget::MorphWeights || track.interpolation > Interpolation::CubicSpline) {
    return message("has a track of an unknown kind");
  }
  const bool weights = track.target == TrackTarget::MorphWeights;
  if (weights ? track.morphSet.value >= model.morphSets.size() || track.node.isValid()
              : track.node.value >= model.nodes.size() || track.morphSet.isValid()) {
    return message("has a track that moves nothing, or two things");
  }
  if (!weights && model.nodes[track.node.value].restMatrix) {
    return message("moves a node whose rest is given as a matrix");
  }
  if (track.timeline >= clip.timelines.size()) {
    return message("has a track without a timeline");
  }
  const std::size_t components =
      track.componentCount(weights ? model.morphSets[track.morphSet.value].restWeights.size() : 0);
  const std::size_t keys = clip.timelines[track.timeline].size();
  if (track.values.size() != keys * components * (track.interpolation == Interpolation::CubicSpline ? 3 : 1)) {
    return message("has a track with more or fewer values than its keys need");
  }
  if (!allFinite(track.values)) {
    return message("has a key that is not finite");
  }
  return track.target == TrackTarget::Rotation ? quaternions(track, keys) : Violation();
}

Violation clip(const Model& model, const Clip& clip) {
  if (!std::isfinite(clip.startSeconds) || !std::isfinite(clip.lengthSeconds) || clip.lengthSeconds < 0.0 ||
      !std::isfinite(clip.sourceRateHz) || clip.sourceRateHz < 0.0) {
    return message("has a range or a rate that is not finite or negative");
  }
  if (Violation bad = timelines(clip)) {
    return bad;
  }
  std::unordered_set<std::uint64_t> targets;
  for (const Track& track : clip.tracks) {
    if (Violation bad = trackOf(model, clip, track)) {
      return bad;
    }
    const bool weights = track.target == TrackTarget::MorphWeights;
    const std::uint64_t moved = weights ? track.morphSet.value : track.node.value;
    if (!targets.insert(4 * moved + static_cast<std::uint64_t>(track.target)).second) {
      return message("has two tracks for the same property");
    }
  }
  for (const ClipEvent& event : clip.events) {
    if (!std::isfinite(event.timeSeconds) || !isHarmlessName(event.name) || !isHarmlessText(event.parameter)) {
      return message("has an event whose time is not finite or whose text is not harmless");
    }
  }
  return {};
}

}  // namespace

Violation clips(const Model& model) {
  std::unordered_set<std::string_view> names;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    const Clip& c = model.clips[i];
    if (c.name.empty() || !isHarmlessName(c.name) || !isHarmlessName(c.sourceName)) {
      return message("the name of clip %1 is empty, too long or not harmless", i);
    }
    if (!names.insert(c.name).second) {
      return message("two clips are named \"%1\"", c.name);
    }
    if (const Violation bad = clip(model, c)) {
      return message("%1 %2", quoted("clip", c.name), *bad);
    }
  }
  return {};
}

}  // namespace texeleton::model::check
