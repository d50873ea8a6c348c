#include "core/contacts/footsteps.h"

#include <algorithm>
#include <limits>

#include "core/base/mapped.h"
#include "core/base/median.h"
#include "core/contacts/foot_path.h"
#include "core/contacts/loop_range.h"

namespace texeleton::contacts {

namespace {

constexpr double kFootstepRateHz = 60.0;

// Heights above the foot's level on the ground, as shares of its range, with bounds as shares of the body's height.
constexpr double kLowShare = 0.15;
constexpr double kLeastLow = 0.004;
constexpr double kMostLow = 0.02;
constexpr double kLiftedShare = 0.3;
constexpr double kMostLifted = 0.05;
/// Relative to the range of the foot's bone, above its lowest position: if it is higher, the foot is lifted even if a
/// toe is still low.
constexpr double kBoneLowShare = 0.35;
/// A slow foot this near its lowest is on the ground and determines the ground's level and velocity.
constexpr double kLevelBand = 0.03;
constexpr double kSlowGroundBand = 0.02;
/// A step lifts the foot's bone, or its lowest point, by at least this share of the body's height.
constexpr double kLeastLift = 0.015;
/// Minimum time off the ground between two steps, seconds.
constexpr double kLeastSwing = 0.08;
/// A foot whose level is this far above the lowest foot's, or above its height at rest, stays in the air; relative to
/// the body's height.
constexpr double kAirborne = 0.08;

// Speeds relative to the ground as shares of the foot's maximum, with bounds in body heights per second.
constexpr double kSlowShare = 0.3;
constexpr double kMostSlow = 0.25;
constexpr double kFastShare = 0.45;
constexpr double kMostFast = 0.4;
constexpr double kLeastFastest = 0.1;  ///< A foot that is never as fast makes no steps.
// Feet do not match the speed of a moving ground exactly: tolerances as shares of it.
constexpr double kSlowOfGround = 0.6;
constexpr double kFastOfGround = 0.9;

/// The thresholds of one foot.
struct Thresholds {
  double level = 0.0;      ///< Height of the lowest point on the ground.
  double boneLevel = 0.0;  ///< The lowest height of the bone.
  double boneLow = 0.0;    ///< Above the bone's level.
  double low = 0.0;        ///< Above the level, like all heights.
  double lifted = 0.0;
  double lift = 0.0;
  double swing = 0.0;  ///< Samples.
  double slow = 0.0;
  double fast = 0.0;
};

double lowestOf(const std::vector<double>& values) { return *std::ranges::min_element(values); }
double highestOf(const std::vector<double>& values) { return *std::ranges::max_element(values); }

/// The median height of a slow foot near its lowest: a toe that dips into the ground while it swings does not count.
double levelOf(const FootPath& path, const std::vector<double>& speeds, double slow, double band) {
  const double lowest = lowestOf(path.height);
  std::vector<double> heights;
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    if (speeds[i] <= slow && path.height[i] <= lowest + band) {
      heights.push_back(path.height[i]);
    }
  }
  return heights.empty() ? lowest : median(std::move(heights));
}

Thresholds thresholdsOf(const FootPath& path, const std::vector<double>& speeds, double groundSpeed, double height,
                        double stepSeconds) {
  Thresholds t;
  const double fastest = highestOf(speeds);
  t.slow = std::max(std::min(kSlowShare * fastest, kMostSlow * height), kSlowOfGround * groundSpeed);
  t.fast = std::max(std::min(kFastShare * fastest, kMostFast * height), kFastOfGround * groundSpeed);
  t.level = levelOf(path, speeds, t.slow, kLevelBand * height);
  t.boneLevel = lowestOf(path.boneHeight);
  const double range = highestOf(path.height) - t.level;
  t.low = std::clamp(kLowShare * range, kLeastLow * height, kMostLow * height);
  t.boneLow = std::max(kBoneLowShare * (highestOf(path.boneHeight) - t.boneLevel), t.low);
  t.lifted = std::max(std::min(kLiftedShare * range, kMostLifted * height), 2.0 * t.low);
  t.lift = kLeastLift * height;
  t.swing = kLeastSwing / stepSeconds;
  return t;
}

std::vector<double> speedsAgainst(const glm::dvec3& ground, const FootPath& path) {
  return mapped(path.velocity, [&](const glm::dvec3& velocity) { return glm::length(velocity - ground); });
}

/// Processes the samples and records where the foot comes to rest on the ground.
class StepFinder {
 public:
  StepFinder(const FootPath& path, const std::vector<double>& speeds, const Thresholds& thresholds)
      : m_path(path), m_speeds(speeds), m_at(thresholds) {}

  /// Processes sample i; true if the foot touches down at it.
  bool take(std::size_t i) {
    const double height = m_path.height[i] - m_at.level;
    const double boneHeight = m_path.boneHeight[i] - m_at.boneLevel;
    if (height <= m_at.low && boneHeight <= m_at.boneLow && m_speeds[i] <= m_at.slow) {
      const bool stepped = m_moving && m_lift >= m_at.lift && static_cast<double>(m_swing) >= m_at.swing;
      m_moving = false;
      m_lift = 0.0;
      m_swing = 0;
      return stepped;
    }
    if (height >= m_at.lifted || m_speeds[i] >= m_at.fast) {
      m_moving = true;
    }
    ++m_swing;
    m_lift = std::max({m_lift, height, boneHeight});
    return false;
  }

 private:
  const FootPath& m_path;
  const std::vector<double>& m_speeds;
  const Thresholds& m_at;
  bool m_moving = false;
  std::size_t m_swing = 0;  ///< Samples since the foot was on the ground.
  double m_lift = 0.0;      ///< The largest lift since the foot was on the ground.
};

std::vector<std::size_t> touchDowns(const FootPath& path, const std::vector<double>& speeds,
                                    const Thresholds& thresholds, bool wraps) {
  StepFinder finder(path, speeds, thresholds);
  const std::size_t count = path.height.size();
  for (std::size_t i = 0; wraps && i < count; ++i) {
    finder.take(i);  // A first pass, only for the foot's state at the start.
  }
  return placesWhere(count, [&](std::size_t i) { return finder.take(i); });
}

}  // namespace

bool wrapsAround(const model::Model& model, ClipIndex clip) {
  return model.clips[clip.value].loopHint.value_or(false) || continuesAtStart(model, clip);
}

std::vector<model::ClipEvent> findFootsteps(const model::Model& model, ClipIndex clipIndex, std::span<const Foot> feet,
                                            const FootstepOptions& options, JobContext& job) {
  const model::Clip& clip = model.clips[clipIndex.value];
  if (!(clip.lengthSeconds > 0.0) || feet.empty()) {
    return {};
  }
  const double rate = options.rateHz > 0.0 ? options.rateHz : std::max(kFootstepRateHz, 2.0 * clip.sourceRateHz);
  const FootPaths paths = followFeet(model, clipIndex, feet, findTravel(model, clipIndex), rate, job);
  if (paths.feet.empty()) {
    return {};
  }
  const double height = bodyHeight(model);
  const glm::dvec3 ground = groundVelocity(paths, kSlowGroundBand * height);
  std::vector<std::vector<double>> speeds;
  std::vector<Thresholds> thresholds;
  double groundLevel = std::numeric_limits<double>::max();
  for (const FootPath& path : paths.feet) {
    speeds.push_back(speedsAgainst(ground, path));
    thresholds.push_back(thresholdsOf(path, speeds.back(), glm::length(ground), height, paths.stepSeconds));
    groundLevel = std::min(groundLevel, thresholds.back().level);
  }
  const bool wraps = options.wrap == Wrap::Auto ? wrapsAround(model, clipIndex) : options.wrap == Wrap::On;

  std::vector<model::ClipEvent> events;
  for (std::size_t f = 0; f < feet.size(); ++f) {
    const double highest = kAirborne * height + std::min(groundLevel, feet[f].restHeight.value_or(groundLevel));
    if (highestOf(speeds[f]) < kLeastFastest * height || thresholds[f].level > highest) {
      continue;
    }
    for (const std::size_t i : touchDowns(paths.feet[f], speeds[f], thresholds[f], wraps)) {
      events.push_back({feet[f].eventName, paths.startSeconds + static_cast<double>(i) * paths.stepSeconds, ""});
    }
  }
  std::ranges::stable_sort(events, {}, &model::ClipEvent::timeSeconds);
  return events;
}

}  // namespace texeleton::contacts
