#include "core/import/fbx/fbx_track.h"

#include <algorithm>
#include <cmath>

#include "core/import/fbx/fbx_scene.h"

namespace texeleton::importing::fbx {

namespace {

// Largest angle (radians), and share of a track's range, between the curve and linear interpolation of the kept keys.
constexpr double kAngleTolerance = 2e-5;
constexpr double kShareTolerance = 1e-5;
// Largest turn of an Euler angle between two kept keys, so that a full turn is not lost.
constexpr double kMaxTurnDegrees = 90.0;
constexpr std::size_t kMaxKeysPerTrack = 200000;
// Smallest distance of inserted keys, in frames of the file.
constexpr double kLeastKeyFrames = 1.0 / 64.0;

void append(SourceTrack& track, double time, const TrackSampler::Sample& value) {
  track.times.push_back(time * kSecondsPerFbxTick);
  for (const double component : value) {
    track.values.push_back(static_cast<float>(component));
  }
}

}  // namespace

TrackSampler::TrackSampler(double frameTicks, std::function<Sample(double)> value, std::function<Sample(double)> euler)
    : m_frame(frameTicks), m_value(std::move(value)), m_euler(std::move(euler)) {}

bool TrackSampler::addCurve(const Curve& curve, const std::pair<double, double>& range) {
  m_allSteps = m_allSteps && curve.isSteps(range.first, range.second);
  return curve.visitBends(range.first, range.second, kMaxKeysPerTrack,
                          [&](double time, bool isJump) { (isJump ? m_jumps : m_times).insert(time); });
}

void TrackSampler::addKey(double time) {
  if (m_times.empty()) {
    m_times.insert(time);
  }
}

void TrackSampler::sample(model::TrackTarget target, std::size_t node, std::vector<SourceTrack>& tracks) {
  if (m_times.empty()) {
    return;
  }
  SourceTrack track;
  track.target = target;
  track.node = node;
  const bool steps = m_allSteps && m_times.size() > 1;
  track.interpolation = steps ? model::Interpolation::Step : model::Interpolation::Linear;
  if (!steps) {
    m_times.insert(m_jumps.begin(), m_jumps.end());
  }
  const std::vector<double> given(m_times.begin(), m_times.end());
  m_tolerance = kShareTolerance * largest(given);
  append(track, given.front(), m_value(given.front()));
  for (std::size_t i = 1; i < given.size(); ++i) {
    const Sample next = m_value(given[i]);
    if (!steps) {
      refine(track, given[i - 1], m_value(given[i - 1]), given[i], next, 0);
    }
    append(track, given[i], next);
  }
  tracks.push_back(std::move(track));
}

double TrackSampler::largest(const std::vector<double>& times) const {
  double found = 1e-9;
  const auto look = [&](double time) {
    for (const double component : m_value(time)) {
      found = std::max(found, std::abs(component));
    }
  };
  for (std::size_t i = 0; i < times.size(); ++i) {
    look(times[i]);
    look(0.5 * (times[i] + times[std::min(i + 1, times.size() - 1)]));
  }
  return found;
}

bool TrackSampler::isFollowed(double from, const Sample& a, double to, const Sample& b) const {
  if (m_euler) {
    const Sample begin = m_euler(from);
    const Sample end = m_euler(to);
    for (std::size_t i = 0; i < begin.size(); ++i) {
      if (std::abs(end[i] - begin[i]) > kMaxTurnDegrees) {
        return false;
      }
    }
  }
  for (const double share : {0.25, 0.5, 0.75}) {
    const Sample real = m_value(from + (to - from) * share);
    if (m_euler) {
      const glm::dquat qa(a[3], a[0], a[1], a[2]);
      const glm::dquat q = transform::slerpShortest(qa, glm::dquat(b[3], b[0], b[1], b[2]), share);
      // The sine of half the angle between them; the dot product is too imprecise.
      const glm::dquat difference = glm::conjugate(q) * glm::dquat(real[3], real[0], real[1], real[2]);
      if (2.0 * glm::length(glm::dvec3(difference.x, difference.y, difference.z)) > kAngleTolerance) {
        return false;
      }
    } else {
      for (std::size_t i = 0; i < real.size(); ++i) {
        if (std::abs(real[i] - (a[i] + (b[i] - a[i]) * share)) > m_tolerance) {
          return false;
        }
      }
    }
  }
  return true;
}

// Inserts keys at whole frames, then between them, until linear interpolation follows the curve.
void TrackSampler::refine(SourceTrack& track, double from, const Sample& a, double to, const Sample& b, int depth) {
  double middle = std::round(0.5 * (from + to) / m_frame) * m_frame;
  const double slack = 0.01 * m_frame;
  if (to - from <= kLeastKeyFrames * m_frame + slack || depth > 40 || track.times.size() > kMaxKeysPerTrack ||
      isFollowed(from, a, to, b)) {
    return;
  }
  m_added += to - from > m_frame + slack ? 1 : 0;
  if (middle <= from + slack || middle >= to - slack) {
    middle = 0.5 * (from + to);
  }
  const Sample value = m_value(middle);
  refine(track, from, a, middle, value, depth + 1);
  append(track, middle, value);
  refine(track, middle, value, to, b, depth + 1);
}

}  // namespace texeleton::importing::fbx
