#include "core/contacts/footsteps.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/contacts/foot_path.h"
#include "core/contacts/loop_range.h"

namespace texeleton {

namespace {

constexpr double kDefaultRateHz = 60.0;

// Heights over the foot's lowest, in shares of its range, and bounds of them in shares of the body's height.
constexpr double kLowShare = 0.15;
constexpr double kLeastLow = 0.004;
constexpr double kMostLow = 0.02;
constexpr double kLiftedShare = 0.3;
constexpr double kMostLifted = 0.05;
/// A step lifts the foot's bone, or its lowest point, at least so far; of the body's height.
constexpr double kLeastLift = 0.015;
/// A foot whose lowest is this far above the lowest foot's stays in the air; of the body's height.
constexpr double kAirborne = 0.06;

// Speeds against the ground in shares of the foot's fastest, and bounds in body heights a second.
constexpr double kSlowShare = 0.3;
constexpr double kMostSlow = 0.25;
constexpr double kFastShare = 0.45;
constexpr double kMostFast = 0.4;
constexpr double kLeastFastest = 0.1;  ///< A foot that never gets there makes no steps.
// Where the ground moves, feet on it do not keep to its speed exactly: shares of that speed.
constexpr double kSlowOfGround = 0.35;
constexpr double kFastOfGround = 0.6;

/// Heights and speeds that decide about one foot.
struct Thresholds {
  double level = 0.0;      ///< The foot's lowest.
  double boneLevel = 0.0;  ///< Its bone's lowest.
  double low = 0.0;        ///< Over the level, as all heights.
  double lifted = 0.0;
  double lift = 0.0;
  double slow = 0.0;
  double fast = 0.0;
};

double lowestOf(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }

Thresholds heightThresholds(const FootPath& path, double height) {
  Thresholds t;
  t.level = lowestOf(path.height);
  t.boneLevel = lowestOf(path.boneHeight);
  const double range = *std::max_element(path.height.begin(), path.height.end()) - t.level;
  t.low = std::clamp(kLowShare * range, kLeastLow * height, kMostLow * height);
  t.lifted = std::clamp(kLiftedShare * range, 2.0 * t.low, std::max(kMostLifted * height, 2.0 * t.low));
  t.lift = kLeastLift * height;
  return t;
}

std::vector<double> speedsAgainst(const glm::dvec3& ground, const FootPath& path) {
  std::vector<double> speeds;
  speeds.reserve(path.velocity.size());
  for (const glm::dvec3& velocity : path.velocity) {
    speeds.push_back(glm::length(velocity - ground));
  }
  return speeds;
}

/// Walks over the samples and notes where the foot comes to rest on the ground.
class StepFinder {
 public:
  StepFinder(const FootPath& path, const std::vector<double>& speeds, const Thresholds& thresholds)
      : m_path(path), m_speeds(speeds), m_at(thresholds) {}

  /// Takes sample i; true when the foot touches down at it.
  bool take(std::size_t i) {
    const double height = m_path.height[i] - m_at.level;
    const double boneHeight = m_path.boneHeight[i] - m_at.boneLevel;
    if (height <= m_at.low && m_speeds[i] <= m_at.slow) {
      const bool stepped = m_moving && m_lift >= m_at.lift;
      m_moving = false;
      m_lift = 0.0;
      return stepped;
    }
    if (height >= m_at.lifted || m_speeds[i] >= m_at.fast) {
      m_moving = true;
    }
    m_lift = std::max({m_lift, height, boneHeight});
    return false;
  }

 private:
  const FootPath& m_path;
  const std::vector<double>& m_speeds;
  const Thresholds& m_at;
  bool m_moving = false;
  double m_lift = 0.0;  ///< The highest since the foot was on the ground.
};

std::vector<std::size_t> touchDowns(const FootPath& path, const std::vector<double>& speeds,
                                    const Thresholds& thresholds, bool wraps) {
  StepFinder finder(path, speeds, thresholds);
  const std::size_t count = path.height.size();
  for (std::size_t i = 0; wraps && i < count; ++i) {
    finder.take(i);  // A lap that only tells in what state the foot comes to the start.
  }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < count; ++i) {
    if (finder.take(i)) {
      found.push_back(i);
    }
  }
  return found;
}

}  // namespace

bool wrapsAround(const Model& model, ClipIndex clip) {
  return model.clips[clip.value].loopHint.value_or(false) || continuesAtStart(model, clip);
}

std::vector<ClipEvent> findFootsteps(const Model& model, ClipIndex clipIndex, std::span<const Foot> feet,
                                     const FootstepOptions& options, JobContext& job) {
  const Clip& clip = model.clips[clipIndex.value];
  if (!(clip.lengthSeconds > 0.0) || feet.empty()) {
    return {};
  }
  const double rate = options.rateHz > 0.0 ? options.rateHz : std::max(kDefaultRateHz, 2.0 * clip.sourceRateHz);
  const FootPaths paths = followFeet(model, clipIndex, feet, rate, job);
  if (paths.feet.empty()) {
    return {};
  }
  const double height = bodyHeight(model);
  std::vector<Thresholds> thresholds;
  std::vector<double> bands;
  double ground = std::numeric_limits<double>::max();
  for (const FootPath& path : paths.feet) {
    thresholds.push_back(heightThresholds(path, height));
    bands.push_back(thresholds.back().low);
    ground = std::min(ground, thresholds.back().level);
  }
  const glm::dvec3 groundVelocity = texeleton::groundVelocity(paths, bands);
  const double groundSpeed = glm::length(groundVelocity);
  const bool wraps = options.wrap == Wrap::Auto ? wrapsAround(model, clipIndex) : options.wrap == Wrap::On;

  std::vector<ClipEvent> events;
  for (std::size_t f = 0; f < feet.size(); ++f) {
    Thresholds& at = thresholds[f];
    const std::vector<double> speeds = speedsAgainst(groundVelocity, paths.feet[f]);
    const double fastest = *std::max_element(speeds.begin(), speeds.end());
    if (fastest < kLeastFastest * height || at.level > ground + kAirborne * height) {
      continue;
    }
    at.slow = std::max(std::min(kSlowShare * fastest, kMostSlow * height), kSlowOfGround * groundSpeed);
    at.fast = std::max(std::min(kFastShare * fastest, kMostFast * height), kFastOfGround * groundSpeed);
    for (const std::size_t i : touchDowns(paths.feet[f], speeds, at, wraps)) {
      events.push_back({feet[f].eventName, paths.startSeconds + static_cast<double>(i) * paths.stepSeconds, ""});
    }
  }
  std::stable_sort(events.begin(), events.end(),
                   [](const ClipEvent& a, const ClipEvent& b) { return a.timeSeconds < b.timeSeconds; });
  return events;
}

}  // namespace texeleton
