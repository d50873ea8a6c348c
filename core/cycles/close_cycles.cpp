#include "core/cycles/close_cycles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/animation/pose.h"
#include "core/animation/track_sampling.h"
#include "core/cycles/open_cycle.h"
#include "core/cycles/root_taking.h"
#include "core/root_motion/root_motion.h"
#include "core/transform/transform.h"

namespace texeleton::cycles {

namespace {

constexpr double kCycleRounding = 1e-9;  ///< Seconds.

/// The root's placement after one more frame: continues with the last frame's step.
struct RootEnd {
  NodeIndex node;
  transform::Transform local;
};

std::optional<RootEnd> rootEnd(const model::Model& model, const vat::BakedClip& clip, double end) {
  const root_motion::RootTaking taking = rootTaking(model, clip);
  if (!taking.node.isValid()) {
    return std::nullopt;
  }
  animation::SourcePose pose(model, clip.source.clip);
  const auto world = [&](double seconds) {
    pose.evaluate(seconds);
    return pose.worlds()[taking.node.value];
  };
  const double step = clip.source.toSeconds - end;
  const glm::dmat4 atEnd = world(end);
  const glm::dmat4 before = world(std::max(end - step, clip.source.fromSeconds));
  const glm::dmat4 atStart = world(clip.source.fromSeconds);
  const NodeIndex parent = model.nodes[taking.node.value].parent;
  const glm::dmat4 above = parent.isValid() ? pose.worlds()[parent.value] : glm::dmat4(1.0);
  const root_motion::RootPlacement last = root_motion::placementOf(taking, atStart, atEnd);
  const glm::dmat4 travel =
      root_motion::inverseMatrix(root_motion::placementOf(taking, atStart, before)) * toMatrix(last);
  const glm::dmat4 local = glm::inverse(above) * toMatrix(last) * travel * atStart;
  return RootEnd{taking.node, transform::decompose(local, nullptr, pose.locals()[taking.node.value].rotation)};
}

class Closer {
 public:
  Closer(const model::Model& model, const vat::BakedClip& baked, model::Clip& clip)
      : m_model(model),
        m_clip(clip),
        m_from(baked.source.fromSeconds),
        m_end(clip.startSeconds + clip.lengthSeconds),
        m_to(baked.source.toSeconds),
        m_root(rootEnd(model, baked, m_end)) {}

  void close() {
    for (model::Track& track : m_clip.tracks) {
      if (m_clip.timelines[track.timeline].size() > 1) {
        close(track);
      }
    }
    m_clip.lengthSeconds = m_to - m_clip.startSeconds;
  }

 private:
  void close(model::Track& track) {
    const std::vector<double> times = m_clip.timelines[track.timeline];
    const bool weights = track.target == model::TrackTarget::MorphWeights;
    const std::size_t count =
        track.componentCount(weights ? m_model.morphSets[track.morphSet.value].restWeights.size() : 0);
    std::vector<double> end(count);
    std::vector<double> start(count);
    animation::sampleTrack(track, times, m_end, end);
    animation::sampleTrack(track, times, m_from, start);
    if (!weights && m_root && m_root->node == track.node) {
      carryOn(track.target, start);
    }
    const auto kept = static_cast<std::size_t>(std::ranges::lower_bound(times, m_end - kCycleRounding) - times.begin());
    const bool cubic = track.interpolation == model::Interpolation::CubicSpline;
    if (track.target == model::TrackTarget::Rotation) {
      align(track, cubic, times, kept, end);
      double dot = 0.0;
      for (std::size_t c = 0; c < count; ++c) {
        dot += end[c] * start[c];
      }
      for (double& value : start) {
        value = dot < 0.0 ? -value : value;
      }
    }
    std::vector<double> slope(count);
    for (std::size_t c = 0; c < count; ++c) {
      slope[c] = (start[c] - end[c]) / (m_to - m_end);
    }
    const std::vector<double> arriving = cubic ? slopeAtEnd(track, times, kept, count) : slope;
    track.values.resize(kept * count * (cubic ? 3 : 1));
    if (cubic && kept == times.size()) {  // The unused tangent of the last key: it is constant until the end.
      std::fill(track.values.end() - static_cast<std::ptrdiff_t>(count), track.values.end(), 0.0f);
    }
    const auto add = [&track](const std::vector<double>& values) {
      for (const double value : values) {
        track.values.push_back(static_cast<float>(value));
      }
    };
    const auto addKey = [&](const std::vector<double>& in, const std::vector<double>& value) {
      if (cubic) {
        add(in);
      }
      add(value);
      if (cubic) {
        add(slope);
      }
    };
    addKey(arriving, end);
    addKey(slope, start);
    track.timeline = timelineOf(track.timeline, times, kept);
    track.stillness = model::Stillness::Unknown;
  }

  void carryOn(model::TrackTarget target, std::vector<double>& value) const {
    const transform::Transform& local = m_root->local;
    if (target == model::TrackTarget::Translation) {
      value = {local.translation.x, local.translation.y, local.translation.z};
    } else if (target == model::TrackTarget::Rotation) {
      value = {local.rotation.x, local.rotation.y, local.rotation.z, local.rotation.w};
    }
  }

  /// Moves a rotation into the hemisphere of the previous key.
  static void align(const model::Track& track, bool cubic, const std::vector<double>& times, std::size_t kept,
                    std::vector<double>& value) {
    const std::size_t key = std::min(kept == 0 ? 0 : kept - 1, times.size() - 1);
    const float* before = &track.values[cubic ? 12 * key + 4 : 4 * key];
    double dot = 0.0;
    for (std::size_t c = 0; c < 4; ++c) {
      dot += static_cast<double>(before[c]) * value[c];
    }
    for (double& v : value) {
      v = dot < 0.0 ? -v : v;
    }
  }

  /// The slope of a spline at the end: that of its key there; 0 after its last key; else that of the curve.
  std::vector<double> slopeAtEnd(const model::Track& track, const std::vector<double>& times, std::size_t kept,
                                 std::size_t count) const {
    std::vector<double> slope(count, 0.0);
    const auto value = [&](std::size_t key, std::size_t part, std::size_t c) {
      return static_cast<double>(track.values[(3 * key + part) * count + c]);
    };
    if (kept == times.size()) {
      return slope;
    }
    for (std::size_t c = 0; c < count; ++c) {
      if (kept == 0 || std::abs(times[kept] - m_end) <= kCycleRounding) {
        slope[c] = value(kept, 0, c);
        continue;
      }
      const double length = times[kept] - times[kept - 1];
      const double t = (m_end - times[kept - 1]) / length;
      const double rise = value(kept, 1, c) - value(kept - 1, 1, c);
      slope[c] = 6.0 * t * (1.0 - t) * rise / length + (1.0 - t) * (1.0 - 3.0 * t) * value(kept - 1, 2, c) +
                 t * (3.0 * t - 2.0) * value(kept, 0, c);
    }
    return slope;
  }

  std::uint32_t timelineOf(std::uint32_t old, const std::vector<double>& times, std::size_t kept) {
    const auto [place, added] = m_timelines.emplace(old, static_cast<std::uint32_t>(m_clip.timelines.size()));
    if (added) {
      std::vector<double> closed(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(kept));
      closed.push_back(m_end);
      closed.push_back(m_to);
      m_clip.timelines.push_back(std::move(closed));
    }
    return place->second;
  }

  const model::Model& m_model;
  model::Clip& m_clip;
  double m_from;
  double m_end;
  double m_to;
  std::optional<RootEnd> m_root;
  std::map<std::uint32_t, std::uint32_t> m_timelines;
};

}  // namespace

bool closesCycle(const model::Model& model, const vat::BakedClip& clip) {
  if (!clip.loop || clip.source.clip.value >= model.clips.size()) {
    return false;
  }
  const model::Clip& source = model.clips[clip.source.clip.value];
  return clip.source.toSeconds > source.startSeconds + source.lengthSeconds + kCycleRounding;
}

double loopEndSeconds(const model::Model& model, const vat::BakedClip& clip) {
  if (!closesCycle(model, clip)) {
    return clip.source.toSeconds;
  }
  const model::Clip& source = model.clips[clip.source.clip.value];
  const double last = source.startSeconds + source.lengthSeconds;
  return cycleLeadsOn(model, source, clip.source.fromSeconds, last, rootTaking(model, clip)) ? clip.source.toSeconds
                                                                                             : last;
}

Result<void> checkClosedCycles(const model::Model& model, std::span<const vat::BakedClip> clips) {
  std::map<ClipIndex, const vat::BakedClip*> closers;
  for (const vat::BakedClip& clip : clips) {
    if (!closesCycle(model, clip)) {
      continue;
    }
    const vat::BakedClip& other = *closers.emplace(clip.source.clip, &clip).first->second;
    const root_motion::RootTaking mine = rootTaking(model, clip);
    const root_motion::RootTaking its = rootTaking(model, other);
    if (std::abs(clip.source.fromSeconds - other.source.fromSeconds) > kCycleRounding || mine.node != its.node ||
        mine.yaw != its.yaw || mine.height != its.height) {
      return fail(
          ErrorCode::InvalidArgument,
          message("the clips \"%1\" and \"%2\" both close the cycle of \"%3\", but not from the same start or with the "
                  "same root motion: bake one of them with %4, or into a pack of its own",
                  other.name, clip.name, clip.source.name, Remedy{RemedyKind::PlayOnce, 0.0, clip.name}));
    }
  }
  return {};
}

std::optional<model::Model> withClosedCycles(const model::Model& model, std::span<const vat::BakedClip> clips) {
  std::optional<model::Model> closed;
  std::set<ClipIndex> done;
  for (const vat::BakedClip& clip : clips) {
    if (!closesCycle(model, clip) || !done.insert(clip.source.clip).second) {
      continue;
    }
    if (!closed) {
      closed = model;
    }
    Closer(model, clip, closed->clips[clip.source.clip.value]).close();
  }
  return closed;
}

}  // namespace texeleton::cycles
