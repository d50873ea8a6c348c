#include "core/animation/track_sampling.h"

#include <algorithm>

namespace texeleton::animation {

namespace {

/// Below this squared length a spline's rotation has no direction.
constexpr double kNoRotationSquared = 1e-20;

glm::dquat readRotation(const float* v) {
  return {static_cast<double>(v[3]), static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
}

void writeRotation(const glm::dquat& q, std::span<double> out) {
  out[0] = q.x;
  out[1] = q.y;
  out[2] = q.z;
  out[3] = q.w;
}

void writeNormalised(const float* value, std::span<double> out) {
  const glm::dquat q = readRotation(value);
  writeRotation(glm::dot(q, q) < kNoRotationSquared ? glm::dquat(1.0, 0.0, 0.0, 0.0) : glm::normalize(q), out);
}

/// The cubic Hermite spline of glTF 2.0, appendix C.
void sampleSpline(const model::Track& track, const KeySegment& at, std::span<double> out) {
  const std::size_t n = out.size();
  const float* key = track.values.data() + at.key * 3 * n;
  const float* value0 = key + n;
  if (at.lengthSeconds == 0.0) {
    std::copy_n(value0, n, out.begin());
  } else {
    const float* outTangent0 = key + 2 * n;
    const float* inTangent1 = key + 3 * n;
    const float* value1 = key + 4 * n;
    const double t = at.fraction;
    const double t2 = t * t;
    const double t3 = t2 * t;
    const double d = at.lengthSeconds;
    for (std::size_t i = 0; i < n; ++i) {
      out[i] = (2.0 * t3 - 3.0 * t2 + 1.0) * static_cast<double>(value0[i]) +
               d * (t3 - 2.0 * t2 + t) * static_cast<double>(outTangent0[i]) +
               (-2.0 * t3 + 3.0 * t2) * static_cast<double>(value1[i]) +
               d * (t3 - t2) * static_cast<double>(inTangent1[i]);
    }
  }
  if (track.target == model::TrackTarget::Rotation) {
    const glm::dquat q(out[3], out[0], out[1], out[2]);
    if (glm::dot(q, q) < kNoRotationSquared) {
      writeNormalised(value0, out);
    } else {
      writeRotation(glm::normalize(q), out);
    }
  }
}

}  // namespace

KeySegment findSegment(std::span<const double> times, double seconds, std::size_t hint) {
  if (!(seconds > times.front())) {
    return {};
  }
  if (seconds >= times.back()) {
    return {times.size() - 1, 0.0, 0.0};
  }
  // times.front() < seconds < times.back(): there is a key on each side.
  std::size_t key = std::min(hint, times.size() - 2);
  if (!(times[key] <= seconds && seconds < times[key + 1])) {
    if (key + 2 < times.size() && times[key + 1] <= seconds && seconds < times[key + 2]) {
      ++key;
    } else {
      key = static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), seconds) - times.begin()) - 1;
    }
  }
  const double length = times[key + 1] - times[key];
  return {key, (seconds - times[key]) / length, length};
}

void sampleTrack(const model::Track& track, const KeySegment& at, std::span<double> out) {
  if (track.interpolation == model::Interpolation::CubicSpline) {
    sampleSpline(track, at, out);
    return;
  }
  const std::size_t n = out.size();
  const float* a = track.values.data() + at.key * n;
  const float* b = a + n;
  const bool hold = track.interpolation == model::Interpolation::Step || at.fraction == 0.0;
  if (track.target == model::TrackTarget::Rotation) {
    if (hold) {
      writeNormalised(a, out);
    } else {
      writeRotation(
          transform::slerpShortest(glm::normalize(readRotation(a)), glm::normalize(readRotation(b)), at.fraction), out);
    }
    return;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double value = static_cast<double>(a[i]);
    out[i] = hold ? value : value * (1.0 - at.fraction) + static_cast<double>(b[i]) * at.fraction;
  }
}

void sampleTrack(const model::Track& track, std::span<const double> times, double seconds, std::span<double> out) {
  sampleTrack(track, findSegment(times, seconds), out);
}

}  // namespace texeleton::animation
