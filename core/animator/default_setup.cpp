// A set-up to begin with, from the clips alone.

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/animator/animator_setup.h"
#include "core/contacts/feet.h"
#include "core/contacts/foot_path.h"
#include "core/contacts/travel.h"

namespace texeleton::animator {

namespace {

constexpr double kMotionRateHz = 60.0;
constexpr double kFloorBand = 0.02;  // In heights of the body: feet this near the ground touch it.
constexpr double kSlowest = 0.15;    // Body heights a second: less is standing.
constexpr double kSideways = 0.5;    // Relative to the forward speed: above it, the motion is not a forward walk.
constexpr double kFadeSeconds = 0.2;
constexpr double kMoveFade = 0.25;
constexpr std::size_t kMostTriggers = 6;
constexpr std::size_t kMostLoops = 12;

std::string lowered(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return result;
}

bool isCalled(const std::string& name, std::string_view word) { return lowered(name).find(word) != std::string::npos; }

/// A clip that goes round, and how fast its character goes: metres a second, +Z forward.
struct Moving {
  const PlayableClip* clip = nullptr;
  glm::dvec3 velocity{0.0};
};

/// Reduces the samples of a clip to those of a cut.
void trim(contacts::FootPaths& paths, const PlayableClip& cut) {
  const auto last = [&](double seconds, std::size_t count) {
    const double place =
        std::clamp((seconds - paths.startSeconds) / paths.stepSeconds, 0.0, static_cast<double>(count));
    return static_cast<std::ptrdiff_t>(std::lround(place));
  };
  for (contacts::FootPath& path : paths.feet) {
    const std::size_t count = path.height.size();
    const std::ptrdiff_t from = last(cut.fromSeconds, count);
    const std::ptrdiff_t to = last(cut.toSeconds, count);
    if (to > from) {
      path.height = {path.height.begin() + from, path.height.begin() + to};
      path.velocity = {path.velocity.begin() + from, path.velocity.begin() + to};
    }
  }
}

glm::dvec3 velocityOf(const model::Model& model, const PlayableClip& clip, std::span<const contacts::Foot> feet,
                      double height) {
  const contacts::Travel travel = contacts::findTravel(model, clip.clip);
  if (feet.empty() || !(clip.toSeconds > clip.fromSeconds)) {
    return travel.velocity;
  }
  JobContext job;
  contacts::FootPaths paths = contacts::followFeet(model, clip.clip, feet, travel, kMotionRateHz, job);
  trim(paths, clip);
  return -contacts::groundVelocity(paths, kFloorBand * height);
}

/// The shortest of the names that hold a word: "Walk" before "Walk_Injured". Null: none.
const Moving* called(const std::vector<Moving>& clips, std::span<const std::string_view> words) {
  const Moving* best = nullptr;
  for (const Moving& each : clips) {
    const bool fits = std::any_of(words.begin(), words.end(),
                                  [&each](std::string_view word) { return isCalled(each.clip->name, word); });
    if (fits && (best == nullptr || each.clip->name.size() < best->clip->name.size())) {
      best = &each;
    }
  }
  return best;
}

double rounded(double speed) { return std::round(speed * 100.0) / 100.0; }

/// The clips of the tree over speed, slowest first; the first stands.
std::vector<Moving> chooseMoves(const model::Model& model, std::span<const PlayableClip> clips) {
  const double height = contacts::bodyHeight(model);
  const auto feet = contacts::findFeet(model);
  std::vector<Moving> forward;
  std::vector<Moving> standing;
  for (const PlayableClip& clip : clips) {
    if (!clip.loop) {
      continue;
    }
    const Moving moving{
        &clip, velocityOf(model, clip,
                          feet ? std::span<const contacts::Foot>(*feet) : std::span<const contacts::Foot>(), height)};
    if (glm::length(moving.velocity) < kSlowest * height) {
      standing.push_back(moving);
    } else if (moving.velocity.z > 0.0 && std::abs(moving.velocity.x) < kSideways * moving.velocity.z) {
      forward.push_back(moving);
    }
  }
  std::vector<Moving> chosen;
  constexpr std::array<std::string_view, 1> kIdle = {"idle"};
  constexpr std::array<std::string_view, 1> kWalk = {"walk"};
  constexpr std::array<std::string_view, 3> kRun = {"run", "jog", "sprint"};
  if (const Moving* idle = called(standing, kIdle); idle != nullptr) {
    chosen.push_back(*idle);
  } else if (!standing.empty()) {
    chosen.push_back(standing.front());
  }
  const auto slower = [](const Moving& a, const Moving& b) { return a.velocity.z < b.velocity.z; };
  std::stable_sort(forward.begin(), forward.end(), slower);
  const Moving* walk = called(forward, kWalk);
  const Moving* run = called(forward, kRun);
  if (walk == nullptr && run == nullptr && !forward.empty()) {
    walk = &forward.front();
    run = &forward.back();
  }
  for (const Moving* each : {walk, run}) {
    const bool isNew = each != nullptr && std::none_of(chosen.begin(), chosen.end(), [each](const Moving& other) {
                         return std::abs(other.velocity.z - each->velocity.z) < 0.02;
                       });
    if (isNew) {
      chosen.push_back(*each);
    }
  }
  std::stable_sort(chosen.begin(), chosen.end(), slower);
  return chosen;
}

SetupState stateOf(const PlayableClip& clip) {
  SetupState state;
  state.name = clip.name;
  state.clips.push_back({clip.name});
  state.loop = clip.loop;
  return state;
}

}  // namespace

AnimatorSetup defaultSetup(const model::Model& model, std::span<const PlayableClip> clips) {
  AnimatorSetup setup;
  const std::vector<Moving> moves = chooseMoves(model, clips);
  if (moves.size() > 1) {
    SetupState move;
    move.name = "Move";
    move.parameterX = "speed";
    move.loop = true;
    for (const Moving& each : moves) {
      const bool stands =
          &each == &moves.front() && glm::length(each.velocity) < kSlowest * contacts::bodyHeight(model);
      move.clips.push_back({each.clip->name, stands ? 0.0 : rounded(each.velocity.z)});
    }
    SetupParameter speed;
    speed.what.name = "speed";
    speed.what.initial = move.clips.front().x;
    speed.least = std::min(0.0, move.clips.front().x);
    speed.most = move.clips.back().x;
    setup.parameters.push_back(speed);
    setup.states.push_back(std::move(move));
  } else {
    for (const PlayableClip& clip : clips) {
      if (clip.loop && setup.states.size() < kMostLoops) {
        setup.states.push_back(stateOf(clip));
      }
    }
  }
  std::size_t triggers = 0;
  for (const PlayableClip& clip : clips) {
    const bool isTaken = std::any_of(setup.states.begin(), setup.states.end(),
                                     [&clip](const SetupState& state) { return state.name == clip.name; }) ||
                         clip.name == "speed";
    if (clip.loop || isTaken || !(clip.toSeconds > clip.fromSeconds) || triggers == kMostTriggers) {
      continue;
    }
    ++triggers;
    setup.states.push_back(stateOf(clip));
    if (setup.states.size() == 1) {
      continue;  // It is what one begins with: nothing to go back to.
    }
    SetupParameter trigger;
    trigger.what = {clip.name, ParameterKind::Trigger, 0.0};
    setup.parameters.push_back(trigger);
    SetupTransition to;
    to.to = clip.name;
    to.fadeSeconds = kFadeSeconds;
    to.conditions.push_back({clip.name, Compare::IsSet, 0.0});
    setup.transitions.push_back(std::move(to));
    SetupTransition back;
    back.from = clip.name;
    back.to = setup.states.front().name;
    back.fadeSeconds = std::min(kMoveFade, 0.5 * (clip.toSeconds - clip.fromSeconds));
    back.exitFraction = rounded(1.0 - back.fadeSeconds / (clip.toSeconds - clip.fromSeconds));
    setup.transitions.push_back(std::move(back));
  }
  return setup;
}

}  // namespace texeleton::animator
