#include "core/import/collada/collada_clips.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/gtc/quaternion.hpp>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "core/base/listed_names.h"
#include "core/import/collada/collada_curve.h"
#include "core/import/collada/collada_transform.h"
#include "core/import/fbx/fbx_scene.h"
#include "core/import/fbx/fbx_track.h"
#include "core/import/parsers.h"

namespace texeleton::importing::collada {

namespace {

/// Keys of all clips of a file.
constexpr std::size_t kMaxKeys = 20'000'000;
// Curves are sampled at and between frames of this rate.
constexpr double kFrameSeconds = 1.0 / 30.0;

using Sample = fbx::TrackSampler::Sample;

// The target of a channel: numbers of a transformation of a node.
struct Target {
  std::size_t node = 0;
  std::size_t transform = 0;
  std::size_t first = 0;
  std::size_t width = 1;

  auto key() const { return std::tuple(node, transform, first, width); }
  friend bool operator<(const Target& a, const Target& b) { return a.key() < b.key(); }
};

struct Driver {
  Target target;
  const Curve* curve = nullptr;
};

struct Plan {
  std::string name;
  std::optional<double> start, end;
  std::vector<std::size_t> channels;
};

// The motion of one node: its transformations with the animated numbers.
class NodeMotion {
 public:
  NodeMotion(const Node& node, std::vector<Driver> drivers)
      : m_transforms(node.transforms), m_drivers(std::move(drivers)) {
    m_rest = transform::decompose(localMatrix(m_transforms));
  }

  const std::vector<Driver>& drivers() const { return m_drivers; }

  transform::Transform at(double time) {
    m_wholes.clear();
    for (const Driver& driver : m_drivers) {
      Transform& transform = m_transforms[driver.target.transform];
      if (isWholeMatrix(driver)) {
        m_wholes[driver.target.transform] = wholeMatrix(*driver.curve, time);
        continue;
      }
      for (std::size_t c = 0; c < driver.target.width; ++c) {
        transform.values[driver.target.first + c] = driver.curve->evaluate(time, c);
      }
    }
    glm::dmat4 local(1.0);
    for (std::size_t i = 0; i < m_transforms.size(); ++i) {
      const auto whole = m_wholes.find(i);
      local = local * (whole != m_wholes.end() ? whole->second : matrixOf(m_transforms[i]));
    }
    return transform::decompose(local, nullptr, m_rest.rotation);
  }

  // Angles in degrees, so that a full turn between two keys is kept.
  glm::dvec3 turns(double time) const {
    glm::dvec3 turns(0.0);
    for (const Driver& driver : m_drivers) {
      const bool isAngle = m_transforms[driver.target.transform].kind == Transform::Kind::Rotate &&
                           driver.target.first + driver.target.width == 4;
      if (isAngle) {
        turns[static_cast<int>(driver.target.transform % 3)] += driver.curve->evaluate(time, driver.target.width - 1);
      }
    }
    return turns;
  }

  // Whether the node is a single matrix that one curve moves as a whole.
  bool isPlainMatrix() const {
    return m_transforms.size() == 1 && m_drivers.size() == 1 && isWholeMatrix(m_drivers.front());
  }
  bool hasWholeMatrix() const {
    return std::any_of(m_drivers.begin(), m_drivers.end(), [this](const Driver& d) { return isWholeMatrix(d); });
  }

 private:
  bool isWholeMatrix(const Driver& driver) const {
    return m_transforms[driver.target.transform].kind == Transform::Kind::Matrix && driver.target.width == 16;
  }

  static glm::dmat4 keyMatrix(const Curve& curve, std::size_t key) {
    const auto first = curve.values.begin() + static_cast<std::ptrdiff_t>(16 * key);
    return rowMatrix(std::vector<double>(first, first + 16));
  }

  // Matrices are interpolated by translation, rotation and scale: interpolated numbers would shrink them.
  glm::dmat4 wholeMatrix(const Curve& curve, double time) const {
    const std::size_t key = curve.segmentAt(time);
    const bool isBetween = key + 1 < curve.times.size() && time > curve.times[key];
    if (isBetween && curve.segments[key] == Curve::Segment::Bezier) {
      std::vector<double> values(16);
      for (std::size_t c = 0; c < values.size(); ++c) {
        values[c] = curve.evaluate(time, c);
      }
      return rowMatrix(values);
    }
    if (!isBetween || curve.segments[key] == Curve::Segment::Step) {
      return keyMatrix(curve, key);
    }
    const transform::Transform a = transform::decompose(keyMatrix(curve, key), nullptr, m_rest.rotation);
    const transform::Transform b = transform::decompose(keyMatrix(curve, key + 1), nullptr, m_rest.rotation);
    const double share = (time - curve.times[key]) / (curve.times[key + 1] - curve.times[key]);
    return transform::toMatrix({glm::mix(a.translation, b.translation, share),
                                transform::slerpShortest(a.rotation, b.rotation, share),
                                glm::mix(a.scale, b.scale, share)});
  }

  std::vector<Transform> m_transforms;
  std::vector<Driver> m_drivers;
  std::map<std::size_t, glm::dmat4> m_wholes;
  transform::Transform m_rest;
};

class ClipReader {
 public:
  ClipReader(const Document& document, const std::vector<std::vector<std::size_t>>& nodesOf, SourceScene& out,
             JobContext& job)
      : m_document(document), m_nodesOf(nodesOf), m_out(out), m_job(job) {}

  Result<void> read(const std::string& defaultName) {
    m_targets.reserve(m_document.channels.size());
    m_curves.resize(m_document.channels.size());
    for (std::size_t c = 0; c < m_document.channels.size(); ++c) {
      m_targets.push_back(targetOf(m_document.channels[c].target));
      if (!m_targets.back()) {
        continue;
      }
      auto curve = readCurve(m_document, m_document.channels[c], m_targets.back()->width);
      TRY(curve);
      note(*curve, m_document.channels[c].target);
      m_curves[c] = std::move(*curve);
    }
    std::vector<Plan> plans = plansOfClips();
    if (m_planned > kMaxKeys) {
      return tooManyKeys();
    }
    if (plans.empty()) {
      plans = plansOfAnimations(defaultName);
    }
    for (Plan& plan : plans) {
      if (m_job.isCancelled()) {
        return fail(ErrorCode::Cancelled, "the import was cancelled");
      }
      TRY(makeClip(plan));
    }
    report();
    return {};
  }

 private:
  static Result<void> tooManyKeys() {
    return fail(ErrorCode::Limit, message("the animations of the file have more than %1 keys", kMaxKeys));
  }

  // "node/transform.X", optionally with SIDs of nodes in between.
  std::optional<Target> targetOf(const std::string& path) {
    const std::size_t slash = path.find('/');
    const auto found =
        slash != std::string::npos ? m_document.nodeOf.find(path.substr(0, slash)) : m_document.nodeOf.end();
    const bool isMorph = path.find("morph-weights") != std::string::npos;  // checkColladaData() reports those.
    if (isMorph || (slash == std::string::npos || m_document.otherIds.count(path.substr(0, slash)) != 0)) {
      return std::nullopt;
    }
    if (found == m_document.nodeOf.end()) {
      m_missing.push_back(path);
      return std::nullopt;
    }
    std::size_t node = found->second;
    std::string_view rest = std::string_view(path).substr(slash + 1);
    for (std::size_t next = rest.find('/'); next != std::string_view::npos; next = rest.find('/')) {
      const std::string_view sid = rest.substr(0, next);
      rest.remove_prefix(next + 1);
      std::size_t child = node + 1;
      while (child < m_document.nodes[node].end && m_document.nodes[child].sid != sid) {
        ++child;
      }
      if (child >= m_document.nodes[node].end) {
        m_missing.push_back(path);
        return std::nullopt;
      }
      node = child;
    }
    const std::size_t mark = rest.find_first_of(".(");
    const std::string_view sid = rest.substr(0, mark);
    std::string_view member = mark == std::string_view::npos ? std::string_view() : rest.substr(mark);
    member.remove_prefix(!member.empty() && member.front() == '.' ? 1 : 0);
    const std::vector<Transform>& transforms = m_document.nodes[node].transforms;
    for (std::size_t t = 0; t < transforms.size(); ++t) {
      if (transforms[t].sid == sid) {
        if (const auto members = membersOf(transforms[t], member)) {
          return Target{node, t, members->first, members->second};
        }
      }
    }
    m_missing.push_back(path);
    return std::nullopt;
  }

  void note(const Curve& curve, const std::string& target) {
    if (curve.isUnfollowed) {
      m_unfollowed.push_back(target);
    }
    if (curve.isExtrapolated) {
      m_extrapolated.push_back(target);
    }
    m_badKeys += curve.badKeys;
  }

  std::vector<Plan> plansOfClips() {
    std::map<std::string, std::vector<std::size_t>> animations;
    for (std::size_t a = 0; a < m_document.animations.size(); ++a) {
      animations[m_document.animations[a].id].push_back(a);
    }
    std::vector<std::vector<std::size_t>> channelsOf(m_document.animations.size());
    for (std::size_t c = 0; c < m_document.channels.size(); ++c) {
      if (m_targets[c]) {
        channelsOf[m_document.channels[c].animation].push_back(c);
      }
    }
    std::vector<std::vector<std::size_t>> children(m_document.animations.size());
    for (std::size_t a = 0; a < m_document.animations.size(); ++a) {
      if (const auto parent = m_document.animations[a].parent) {
        children[*parent].push_back(a);
      }
    }
    std::vector<Plan> plans;
    std::vector<bool> isUsed(m_document.channels.size(), false);
    for (const AnimationClip& clip : m_document.clips) {
      Plan plan{clip.name, clip.start, clip.end, {}};
      // A clip without a start begins at 0.
      plan.start = plan.start || !plan.end ? plan.start : std::optional(0.0);
      std::set<std::size_t> taken;
      for (const std::string& id : clip.animations) {
        std::vector<std::size_t> open = animations[id];
        if (open.empty()) {
          m_missingAnimations.push_back(id);
        }
        while (!open.empty()) {
          const std::size_t animation = open.back();
          open.pop_back();
          if (!taken.insert(animation).second) {
            continue;
          }
          plan.channels.insert(plan.channels.end(), channelsOf[animation].begin(), channelsOf[animation].end());
          open.insert(open.end(), children[animation].begin(), children[animation].end());
        }
      }
      m_planned += plan.channels.size();
      if (m_planned > kMaxKeys) {
        break;  // read() reports it.
      }
      std::sort(plan.channels.begin(), plan.channels.end());
      for (const std::size_t channel : plan.channels) {
        isUsed[channel] = true;
      }
      plans.push_back(std::move(plan));
    }
    const bool isEmpty = std::find(isUsed.begin(), isUsed.end(), true) == isUsed.end();
    for (std::size_t c = 0; !isEmpty && c < isUsed.size(); ++c) {
      if (m_targets[c] && !isUsed[c]) {
        m_unclipped.push_back(m_document.channels[c].target);
      }
    }
    return isEmpty ? std::vector<Plan>() : plans;
  }

  // Animations play together unless they have the same targets.
  std::vector<Plan> plansOfAnimations(const std::string& defaultName) {
    std::map<std::size_t, std::vector<std::size_t>> channelsOf;  // By top-level animation.
    for (std::size_t c = 0; c < m_document.channels.size(); ++c) {
      std::size_t animation = m_document.channels[c].animation;
      while (m_document.animations[animation].parent) {
        animation = *m_document.animations[animation].parent;
      }
      if (m_targets[c]) {
        channelsOf[animation].push_back(c);
      }
    }
    constexpr std::size_t kMostPlans = 1000;
    std::vector<Plan> plans;
    std::vector<std::set<Target>> moved;
    std::vector<std::size_t> animationCounts;
    for (const auto& entry : channelsOf) {
      const std::vector<std::size_t>& channels = entry.second;
      const auto isMoved = [&](const std::set<Target>& targets) {
        return std::ranges::any_of(channels, [&](std::size_t c) { return targets.count(*m_targets[c]) != 0; });
      };
      const auto free = std::find_if_not(moved.begin(), moved.end(), isMoved);
      const auto place = static_cast<std::size_t>(free - moved.begin());
      if (place == plans.size()) {
        if (plans.size() == kMostPlans) {
          m_unclipped.push_back(m_document.channels[channels.front()].target);
          continue;
        }
        plans.push_back({m_document.animations[entry.first].name, {}, {}, {}});
        moved.emplace_back();
        animationCounts.push_back(0);
      }
      ++animationCounts[place];
      for (const std::size_t c : channels) {
        plans[place].channels.push_back(c);
        moved[place].insert(*m_targets[c]);
      }
    }
    for (std::size_t p = 0; p < plans.size(); ++p) {
      plans[p].name = animationCounts[p] == 1 && !plans[p].name.empty() ? plans[p].name : defaultName;
    }
    return plans;
  }

  Result<void> makeClip(const Plan& plan) {
    SourceClip clip;
    clip.name = plan.name;
    clip.startSeconds = plan.start;
    clip.endSeconds = plan.end;
    std::map<std::size_t, std::vector<Driver>> driversOf;
    for (const std::size_t c : plan.channels) {
      if (!m_curves[c].times.empty()) {
        driversOf[m_targets[c]->node].push_back({*m_targets[c], &m_curves[c]});
      }
    }
    m_sparse.clear();
    for (auto& [node, drivers] : driversOf) {
      if (m_nodesOf[node].empty()) {
        continue;  // In a part of the file outside of the scene.
      }
      NodeMotion motion(m_document.nodes[node], std::move(drivers));
      const std::size_t first = clip.tracks.size();
      sample(motion, plan, node, clip.tracks);
      const std::size_t count = clip.tracks.size() - first;
      for (std::size_t i = 1; i < m_nodesOf[node].size(); ++i) {
        for (std::size_t t = 0; t < count; ++t) {
          m_keys += clip.tracks[first + t].times.size();
          if (m_keys > kMaxKeys) {
            return tooManyKeys();
          }
          SourceTrack copy = clip.tracks[first + t];
          copy.node = m_nodesOf[node][i];
          clip.tracks.push_back(std::move(copy));
        }
      }
      if (m_keys > kMaxKeys) {
        return tooManyKeys();
      }
    }
    warnOfSparseKeys(m_sparse, clip.name, m_job);
    setRangeOfKeys(clip);
    m_out.clips.push_back(std::move(clip));
    return {};
  }

  // The times of a curve's keys in the clip, with its ends if the curve continues beyond them.
  static std::vector<double> timesIn(const Curve& curve, const Plan& plan) {
    const double start = plan.start.value_or(-std::numeric_limits<double>::infinity());
    const double end = plan.end.value_or(std::numeric_limits<double>::infinity());
    std::vector<double> times;
    if (!(start < end)) {
      return {std::isfinite(start) ? start : curve.times.front()};
    }
    if (curve.times.front() < start) {
      times.push_back(start);
    }
    for (const double time : curve.times) {
      if (time >= start && time <= end && (times.empty() || time > times.back())) {
        times.push_back(time);
      }
    }
    if (curve.times.back() > end && (times.empty() || times.back() < end)) {
      times.push_back(end);
    }
    if (times.empty()) {
      times.push_back(start);  // All keys are after the end.
    }
    return times;
  }

  void sample(NodeMotion& motion, const Plan& plan, std::size_t node, std::vector<SourceTrack>& tracks) {
    const auto ticks = [](double seconds) { return seconds / fbx::kSecondsPerFbxTick; };
    const auto seconds = [](double time) { return time * fbx::kSecondsPerFbxTick; };
    const std::size_t target = m_nodesOf[node].front();
    std::vector<std::vector<double>> times;
    for (const Driver& driver : motion.drivers()) {
      times.push_back(timesIn(*driver.curve, plan));
    }
    noteSparse(motion, times.front(), node);
    const auto isStraight = [](const Curve& curve) {
      return std::all_of(curve.segments.begin(), curve.segments.end() - 1,
                         [](Curve::Segment s) { return s == Curve::Segment::Linear; });
    };
    if (motion.isPlainMatrix() && isStraight(*motion.drivers().front().curve)) {
      addPlain(motion, times.front(), target, tracks);
      return;
    }
    const auto sampleOf = [](const auto& part) { return fbx::TrackSampler::of(part); };
    const std::vector<std::pair<model::TrackTarget, std::function<Sample(double)>>> parts = {
        {model::TrackTarget::Translation, [&](double t) { return sampleOf(motion.at(seconds(t)).translation); }},
        {model::TrackTarget::Rotation, [&](double t) { return sampleOf(motion.at(seconds(t)).rotation); }},
        {model::TrackTarget::Scale, [&](double t) { return sampleOf(motion.at(seconds(t)).scale); }}};
    for (const auto& [part, value] : parts) {
      const bool isRotation = part == model::TrackTarget::Rotation;
      const auto turns = [&](double t) { return sampleOf(motion.turns(seconds(t))); };
      fbx::TrackSampler sampler(ticks(kFrameSeconds), value, isRotation ? turns : std::function<Sample(double)>());
      for (std::size_t d = 0; d < times.size(); ++d) {
        sampler.addCurve(keysOf(*motion.drivers()[d].curve, times[d], ticks(1.0)));
      }
      sampler.sample(part, target, tracks);
      m_keys += tracks.back().times.size();
    }
  }

  // The keys for the sampler: their times, and whether a value jumps there.
  static fbx::Curve keysOf(const Curve& curve, const std::vector<double>& times, double ticksPerSecond) {
    fbx::Curve keys;
    for (std::size_t i = 0; i < times.size(); ++i) {
      const bool isStep = curve.segments[curve.segmentAt(times[i])] == Curve::Segment::Step;
      fbx::Curve::Key key;
      key.time = times[i] * ticksPerSecond;
      key.value = static_cast<double>(i);  // Different values are jumps.
      key.segment = isStep ? fbx::Curve::Segment::Constant : fbx::Curve::Segment::Linear;
      keys.keys.push_back(key);
    }
    return keys;
  }

  void addPlain(NodeMotion& motion, const std::vector<double>& times, std::size_t node,
                std::vector<SourceTrack>& tracks) {
    SourceTrack translation{model::TrackTarget::Translation, model::Interpolation::Linear, node, {}, times, {}};
    SourceTrack rotation{model::TrackTarget::Rotation, model::Interpolation::Linear, node, {}, times, {}};
    SourceTrack scale{model::TrackTarget::Scale, model::Interpolation::Linear, node, {}, times, {}};
    const auto add = [](SourceTrack& track, const auto& v, int count) {
      for (int i = 0; i < count; ++i) {
        track.values.push_back(static_cast<float>(v[i]));
      }
    };
    for (const double time : times) {
      const transform::Transform pose = motion.at(time);
      add(translation, pose.translation, 3);
      add(rotation, glm::dvec4(pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w), 4);
      add(scale, pose.scale, 3);
    }
    m_keys += 3 * times.size();
    tracks.push_back(std::move(translation));
    tracks.push_back(std::move(rotation));
    tracks.push_back(std::move(scale));
  }

  void noteSparse(NodeMotion& motion, const std::vector<double>& times, std::size_t node) {
    if (!motion.hasWholeMatrix()) {
      return;
    }
    for (std::size_t i = 1; i < times.size(); ++i) {
      if ((times[i] - times[i - 1]) / kFrameSeconds <= kSparseFrames) {
        continue;
      }
      const double dot = std::abs(glm::dot(motion.at(times[i - 1]).rotation, motion.at(times[i]).rotation));
      if (glm::degrees(2.0 * std::acos(std::min(1.0, dot))) >= kSparseDegrees) {
        m_sparse.push_back(shownName(m_document, node));
        return;
      }
    }
  }

  void report() {
    const auto warn = [this](const std::vector<std::string>& names, const char* one, const char* many) {
      if (!names.empty()) {
        m_job.warn(message(names.size() == 1 ? one : many, names.size(), listedNames(names)));
      }
    };
    warn(m_missing, said("%1 channel is left out, as what it moves is not there (%2)"),
         said("%1 channels are left out, as what they move is not there (%2)"));
    warn(m_missingAnimations, said("%1 animation of a clip is not in the file (%2)"),
         said("%1 animations of clips are not in the file (%2)"));
    warn(m_unclipped, said("%1 channel belongs to no clip and is left out (%2)"),
         said("%1 channels belong to no clip and are left out (%2)"));
    warn(m_unfollowed,
         said("%1 curve is not followed between its keys, as it is a CARDINAL or BSPLINE curve or has no tangents: "
              "straight lines are taken; export with a key at every frame (%2)"),
         said("%1 curves are not followed between their keys, as they are CARDINAL or BSPLINE curves or have no "
              "tangents: straight lines are taken; export with a key at every frame (%2)"));
    warn(m_extrapolated, said("%1 curve goes on before or after its keys, which is not followed: its ends hold (%2)"),
         said("%1 curves go on before or after their keys, which is not followed: their ends hold (%2)"));
    if (m_badKeys != 0) {
      m_job.warn(message(m_badKeys == 1 ? "%1 key not finite: dropped (%2)" : "%1 keys not finite: dropped (%2)",
                         m_badKeys, message("the animations of the file")));
    }
  }

  const Document& m_document;
  const std::vector<std::vector<std::size_t>>& m_nodesOf;
  SourceScene& m_out;
  JobContext& m_job;
  std::vector<std::optional<Target>> m_targets;  ///< One for each channel.
  std::vector<Curve> m_curves;                   ///< One for each channel; empty if it has no target.
  std::size_t m_keys = 0;
  std::size_t m_planned = 0;  ///< Channels of all clips.
  std::size_t m_badKeys = 0;
  std::vector<std::string> m_missing, m_missingAnimations, m_unclipped, m_unfollowed, m_extrapolated;
  std::vector<std::string> m_sparse;  ///< Names of nodes, for the current clip.
};

}  // namespace

Result<void> readClips(const Document& document, const std::vector<std::vector<std::size_t>>& nodesOf,
                       const std::string& defaultName, SourceScene& out, JobContext& job) {
  return ClipReader(document, nodesOf, out, job).read(defaultName);
}

}  // namespace texeleton::importing::collada
