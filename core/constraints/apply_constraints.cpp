#include "core/constraints/apply_constraints.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/mapped.h"
#include "core/base/one_line.h"
#include "core/base/remedy.h"
#include "core/base/similar_names.h"
#include "core/constraints/constraint_order.h"
#include "core/constraints/constraint_solver.h"
#include "core/model/nodes.h"

namespace texeleton::constraints {

namespace {

constexpr double kSpringStepsPerSecond = 480.0;
constexpr double kLongestSeconds = 3600.0;
constexpr double kParentJumpSeconds = 1e-6;  // Seconds between the key before a change of parents and the change.
constexpr double kOffMetres = 2e-5;
constexpr double kOffRadians = 1e-4;
constexpr std::size_t kLargestStride = 16;

Result<NodeIndex> findNode(const model::Model& model, const std::string& name) {
  if (const NodeIndex node = model::nodeCalled(model, name)) {
    return node;
  }
  return fail(ErrorCode::NotFound,
              message("the model has no node %1%2", inQuotes(name), didYouMean(name, model::nodeNames(model))));
}

Result<BoundConstraint> bind(const model::Model& model, const Constraint& settings) {
  if (Message mistake = mistakeIn(settings); !mistake.empty()) {
    return fail(ErrorCode::InvalidArgument, std::move(mistake));
  }
  auto node = findNode(model, settings.node);
  TRY(node);
  if (model.nodes[node->value].restMatrix) {
    return fail(
        ErrorCode::InvalidArgument,
        message("the node %1 is sheared, which no keys express; constrain the node above it", inQuotes(settings.node)));
  }
  BoundConstraint bound{settings, *node, {}};
  if (!settings.target.empty()) {
    auto target = findNode(model, settings.target);
    TRY(target);
    bound.target = *target;
  }
  const std::vector<std::string> clips = mapped(model.clips, &model::Clip::name);
  for (const std::string& name : settings.clips) {
    if (std::ranges::find(clips, name) == clips.end()) {
      return fail(ErrorCode::NotFound, message("there is no clip %1%2", inQuotes(name), namesInstead(name, clips)));
    }
  }
  return bound;
}

/// "constraint 2 (roll of \"Wheel\"): …"
Error aboutConstraint(std::size_t number, const Constraint& constraint, Error error) {
  error.message = message("constraint %1 (%2 of %3): %4", number + 1, constraintWord(constraint.type),
                          inQuotes(constraint.node), error.message);
  return error;
}

/// Even times over the clip, plus the times at which a parent changes and one just before each.
std::vector<double> gridOf(const model::Clip& clip, std::span<const BoundConstraint> constraints,
                           std::vector<std::size_t>& jumps) {
  // A multiple of the largest stride, so that the last time is a key for every stride.
  const double steps = std::ceil(clip.lengthSeconds * kSpringStepsPerSecond / kLargestStride);
  const auto count = static_cast<std::size_t>(std::max(steps, 1.0)) * kLargestStride;
  std::vector<double> times;
  times.reserve(count + 1);
  const double end = clip.startSeconds + clip.lengthSeconds;
  for (std::size_t i = 0; i <= count && clip.lengthSeconds > 0.0; ++i) {
    times.push_back(clip.startSeconds + clip.lengthSeconds * (static_cast<double>(i) / static_cast<double>(count)));
  }
  if (times.empty()) {
    return {clip.startSeconds};
  }
  std::vector<double> moments;
  for (const BoundConstraint& constraint : constraints) {
    const double at = constraint.settings.at;
    if (constraint.settings.type == ConstraintType::Parent && at > clip.startSeconds + kParentJumpSeconds && at < end) {
      moments.insert(moments.end(), {at - kParentJumpSeconds, at});
    }
  }
  for (const double moment : moments) {
    const auto place = std::ranges::lower_bound(times, moment);
    if (*place != moment) {
      times.insert(place, moment);
    }
  }
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (std::ranges::find(moments, times[i]) != moments.end()) {
      jumps.push_back(i);
    }
  }
  return times;
}

bool isOff(const transform::Transform& a, const transform::Transform& b) {
  const double dot = std::min(std::abs(glm::dot(a.rotation, b.rotation)), 1.0);
  return glm::distance(a.translation, b.translation) > kOffMetres || glm::distance(a.scale, b.scale) > kOffMetres ||
         2.0 * std::sqrt(1.0 - dot * dot) > kOffRadians;
}

/// The times that become keys: with the largest stride that reproduces the movement between them.
std::vector<std::size_t> keysOf(std::span<const double> times, std::span<const std::size_t> jumps,
                                const ConstraintSolver& solver) {
  for (std::size_t stride = kLargestStride;; stride /= 2) {
    std::vector<std::size_t> keys(jumps.begin(), jumps.end());
    for (std::size_t i = 0; i < times.size(); i += stride) {
      keys.push_back(i);
    }
    keys.push_back(times.size() - 1);
    std::ranges::sort(keys);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    const auto isKept = [&](NodeIndex node) {
      const std::vector<transform::Transform>& locals = solver.locals(node);
      for (std::size_t key = 0; key + 1 < keys.size(); ++key) {
        const transform::Transform& a = locals[keys[key]];
        const transform::Transform& b = locals[keys[key + 1]];
        for (std::size_t i = keys[key] + 1; i < keys[key + 1]; ++i) {
          const double t = (times[i] - times[keys[key]]) / (times[keys[key + 1]] - times[keys[key]]);
          const transform::Transform between{glm::mix(a.translation, b.translation, t),
                                             transform::slerpShortest(a.rotation, b.rotation, t),
                                             glm::mix(a.scale, b.scale, t)};
          if (isOff(between, locals[i])) {
            return false;
          }
        }
      }
      return true;
    };
    if (stride == 1 || std::ranges::all_of(solver.moved(), isKept)) {
      return keys;
    }
  }
}

void addTrack(model::Clip& clip, NodeIndex node, model::TrackTarget target, std::uint32_t timeline,
              std::vector<float> values) {
  model::Track track;
  track.target = target;
  track.node = node;
  track.timeline = timeline;
  track.values = std::move(values);
  clip.tracks.push_back(std::move(track));
}

void writeTracks(const model::Model& model, const ConstraintSolver& solver, std::span<const std::size_t> keys,
                 model::Clip& clip) {
  std::erase_if(clip.tracks, [&solver](const model::Track& track) {
    return track.target != model::TrackTarget::MorphWeights &&
           std::ranges::find(solver.moved(), track.node) != solver.moved().end();
  });
  std::vector<double> times = mapped(keys, [&](const std::size_t key) { return solver.times()[key]; });
  const auto timeline = static_cast<std::uint32_t>(clip.timelines.size());
  clip.timelines.push_back(std::move(times));
  for (const NodeIndex node : solver.moved()) {
    const std::vector<transform::Transform>& locals = solver.locals(node);
    std::array<std::vector<float>, 3> values;
    glm::dquat before(1.0, 0.0, 0.0, 0.0);
    bool scales = false;
    for (const std::size_t key : keys) {
      const transform::Transform& local = locals[key];
      const glm::dquat q = glm::dot(local.rotation, before) < 0.0 ? -local.rotation : local.rotation;
      before = q;
      for (int axis = 0; axis < 3; ++axis) {
        values[0].push_back(static_cast<float>(local.translation[axis]));
        values[2].push_back(static_cast<float>(local.scale[axis]));
      }
      for (const double component : {q.x, q.y, q.z, q.w}) {
        values[1].push_back(static_cast<float>(component));
      }
      scales = scales || glm::distance(local.scale, model.nodes[node.value].rest.scale) > 1e-9;
    }
    addTrack(clip, node, model::TrackTarget::Translation, timeline, std::move(values[0]));
    addTrack(clip, node, model::TrackTarget::Rotation, timeline, std::move(values[1]));
    if (scales) {
      addTrack(clip, node, model::TrackTarget::Scale, timeline, std::move(values[2]));
    }
  }
}

void tellOrder(const model::Model& model, std::span<const Constraint> constraints, JobContext& job) {
  const auto pair = firstTooEarly(model, constraints);
  if (!pair) {
    return;
  }
  const std::size_t early = pair->first;  // No structured binding: Clang 14 cannot capture one.
  const std::size_t late = pair->second;
  const auto told = [&](const auto&... remedy) {
    return message(
        "constraint %1 (%2 of %3) acts before constraint %4 (%5 of %6), which moves what it follows: it follows the "
        "place from before",
        early + 1, constraintWord(constraints[early].type), inQuotes(constraints[early].node), late + 1,
        constraintWord(constraints[late].type), inQuotes(constraints[late].node), remedy...);
  };
  job.warn(sortedOrder(model, constraints) ? told(Remedy{RemedyKind::SortConstraints}) : told(),
           constraints[early].node);
}

bool actsIn(const BoundConstraint& constraint, const model::Clip& clip) {
  const std::vector<std::string>& clips = constraint.settings.clips;
  return (clips.empty() && !clip.isRecorded) || std::ranges::find(clips, clip.name) != clips.end();
}

}  // namespace

Result<std::shared_ptr<const model::Model>> applyConstraints(std::shared_ptr<const model::Model> model,
                                                             std::span<const Constraint> constraints, BadConstraint bad,
                                                             JobContext& job) {
  if (constraints.empty()) {
    return model;
  }
  const auto isLeftOut = [&](std::size_t number, const Constraint& constraint, Error& error) {
    error = aboutConstraint(number, constraint, std::move(error));
    if (bad == BadConstraint::Skip) {
      job.warn(message("%1; it is left out", error.message), constraint.node);
    }
    return bad == BadConstraint::Skip;
  };
  std::vector<BoundConstraint> bound;
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    auto one = bind(*model, constraints[i]);
    if (one) {
      bound.push_back(std::move(*one));
      numbers.push_back(i);
    } else if (!isLeftOut(i, constraints[i], one.error())) {
      return fail(std::move(one.error()));
    }
  }
  auto result = std::make_shared<model::Model>(*model);
  for (std::size_t index = 0; index < result->clips.size(); ++index) {
    model::Clip& clip = result->clips[index];
    std::vector<BoundConstraint> acting;
    std::vector<std::size_t> actingNumbers;
    for (std::size_t i = 0; i < bound.size(); ++i) {
      if (actsIn(bound[i], clip)) {
        acting.push_back(bound[i]);
        actingNumbers.push_back(numbers[i]);
      }
    }
    if (acting.empty()) {
      continue;
    }
    if (clip.lengthSeconds > kLongestSeconds) {
      return fail(ErrorCode::Limit, message("the clip %1 is over an hour long; no constraint acts in so long a clip: "
                                            "cut it in the file, or name the clips of the constraints",
                                            inQuotes(clip.name)));
    }
    std::vector<std::size_t> jumps;
    ConstraintSolver solver(*model, ClipIndex(index), gridOf(clip, acting, jumps));
    for (std::size_t i = 0; i < acting.size(); ++i) {
      if (job.isCancelled()) {
        return fail(ErrorCode::Cancelled, "cancelled");
      }
      auto solved = solver.solve(acting[i]);
      if (!solved && !isLeftOut(actingNumbers[i], acting[i].settings, solved.error())) {
        return fail(std::move(solved.error()));
      }
    }
    if (!solver.moved().empty()) {
      writeTracks(*model, solver, keysOf(solver.times(), jumps, solver), clip);
    }
  }
  tellOrder(*model, constraints, job);
  return std::shared_ptr<const model::Model>(std::move(result));
}

}  // namespace texeleton::constraints
