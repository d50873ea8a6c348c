// A default set-up from the clips alone.

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/animator/animator_setup.h"
#include "core/animator/clip_roles.h"
#include "core/contacts/feet.h"
#include "core/contacts/foot_path.h"
#include "core/contacts/travel.h"

namespace texeleton::animator {

namespace {

constexpr double kMotionRateHz = 60.0;
constexpr double kFloorBand = 0.02;  // In heights of the body: feet this near the ground touch it.
constexpr double kSlowest = 0.15;    // Body heights per second: less is standing.
constexpr double kSideways = 0.5;    // Relative to the forward speed: above it, the motion is not a forward walk.
constexpr double kFadeSeconds = 0.2;
constexpr double kMoveFade = 0.25;
constexpr double kWalkHeights = 0.78;  // Body heights per second of a walk and a run without usable foot contacts.
constexpr double kRunHeights = 1.9;
constexpr std::size_t kMostTriggers = 6;
constexpr const char* kLandTrigger = "land";
constexpr std::size_t kMostLoops = 12;

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

double rounded(double speed) { return std::round(speed * 100.0) / 100.0; }

/// A clip and its role.
struct RoleClip {
  const PlayableClip* clip = nullptr;
  NamedRole named;

  bool hasLength() const { return clip->toSeconds > clip->fromSeconds; }
};

/// The clip of a role with the plainest name. Null: none.
const RoleClip* bestOf(const std::vector<RoleClip>& clips, ClipRole role, bool isStart = false) {
  const RoleClip* best = nullptr;
  const auto rank = [isStart](const RoleClip& each) {
    return std::tuple(each.named.isStart != isStart, each.named.extraWords, each.clip->name.size());
  };
  for (const RoleClip& each : clips) {
    if (each.named.role == role && each.hasLength() && (best == nullptr || rank(each) < rank(*best))) {
      best = &each;
    }
  }
  return best;
}

/// The clips of the tree over speed, slowest first; the first stands. Names take precedence, then the motion of clips
/// without a role in their name.
class MoveChooser {
 public:
  MoveChooser(const model::Model& model, const std::vector<RoleClip>& clips)
      : m_model(model), m_clips(clips), m_height(contacts::bodyHeight(model)) {
    if (auto feet = contacts::findFeet(model)) {
      m_feet = std::move(*feet);
    }
  }

  std::vector<SetupClip> choose() const {
    const RoleClip* idle = bestOf(m_clips, ClipRole::Idle);
    const RoleClip* walk = bestOf(m_clips, ClipRole::Walk);
    const RoleClip* run = bestOf(m_clips, ClipRole::Run);
    const bool needsMotion = walk == nullptr && run == nullptr;
    std::vector<std::pair<double, const RoleClip*>> forward;
    for (const RoleClip& each : m_clips) {
      if (!each.clip->loop || each.named.role != ClipRole::None || (idle != nullptr && !needsMotion)) {
        continue;
      }
      const glm::dvec3 velocity = velocityOf(m_model, *each.clip, m_feet, m_height);
      if (glm::length(velocity) < kSlowest * m_height) {
        idle = idle == nullptr ? &each : idle;
      } else if (const double speed = forwardSpeed(velocity); speed > 0.0) {
        forward.emplace_back(speed, &each);
      }
    }
    if (needsMotion && !forward.empty()) {
      const auto slower = [](const auto& a, const auto& b) { return a.first < b.first; };
      walk = std::min_element(forward.begin(), forward.end(), slower)->second;
      run = std::max_element(forward.begin(), forward.end(), slower)->second;
    }
    std::vector<SetupClip> chosen;
    if (idle != nullptr) {
      chosen.push_back({idle->clip->name, 0.0});
    }
    const double walkSpeed = walk != nullptr ? speedOf(*walk, kWalkHeights * m_height) : 0.0;
    if (walk != nullptr) {
      chosen.push_back({walk->clip->name, rounded(walkSpeed)});
    }
    if (run != nullptr && run != walk) {
      const double speed = speedOf(*run, std::max(kRunHeights * m_height, 2.0 * walkSpeed));
      chosen.push_back({run->clip->name, rounded(std::abs(speed - walkSpeed) < 0.02 ? 2.0 * walkSpeed : speed)});
    }
    std::stable_sort(chosen.begin(), chosen.end(), [](const SetupClip& a, const SetupClip& b) { return a.x < b.x; });
    // Speeds of a tiny model may round to the same number.
    chosen.erase(
        std::unique(chosen.begin(), chosen.end(), [](const SetupClip& a, const SetupClip& b) { return a.x == b.x; }),
        chosen.end());
    return chosen;
  }

 private:
  /// 0: it does not go forward.
  double forwardSpeed(const glm::dvec3& velocity) const {
    const bool isForward = velocity.z >= kSlowest * m_height && std::abs(velocity.x) < kSideways * velocity.z;
    return isForward ? velocity.z : 0.0;
  }
  double speedOf(const RoleClip& clip, double usual) const {
    const double speed = forwardSpeed(velocityOf(m_model, *clip.clip, m_feet, m_height));
    return speed > 0.0 ? speed : usual;
  }

  const model::Model& m_model;
  const std::vector<RoleClip>& m_clips;
  double m_height;
  std::vector<contacts::Foot> m_feet;
};

class SetupMaker {
 public:
  SetupMaker(const model::Model& model, std::span<const PlayableClip> clips) : m_model(model) {
    std::vector<std::string> names;
    for (const PlayableClip& clip : clips) {
      names.push_back(clip.name);
    }
    const std::vector<NamedRole> roles = clipRoles(names);
    for (std::size_t i = 0; i < clips.size(); ++i) {
      m_clips.push_back({&clips[i], roles[i]});
    }
  }

  AnimatorSetup make() {
    addMoves();
    const RoleClip* const fall = bestOf(m_clips, ClipRole::Fall);
    const RoleClip* const death = bestOf(m_clips, ClipRole::Death);
    m_canDie = death != nullptr && !m_setup.states.empty();
    if (const RoleClip* const jump = bestOf(m_clips, ClipRole::Jump, fall != nullptr)) {
      addJump(*jump, fall);
    }
    for (const ClipRole role : {ClipRole::Attack, ClipRole::Hit}) {
      if (const RoleClip* const best = bestOf(m_clips, role)) {
        addAction(*best);
      }
    }
    if (death != nullptr) {
      addAction(*death);
    }
    for (const RoleClip& each : m_clips) {
      const bool isUsable = each.named.role == ClipRole::None || isAction(each.named.role);
      if (!each.clip->loop && isUsable && each.hasLength()) {
        addAction(each);
      }
    }
    return std::move(m_setup);
  }

 private:
  static bool isAction(ClipRole role) {
    return role == ClipRole::Jump || role == ClipRole::Attack || role == ClipRole::Hit || role == ClipRole::Death;
  }

  bool hasState(const std::string& name) const {
    return std::any_of(m_setup.states.begin(), m_setup.states.end(),
                       [&name](const SetupState& state) { return state.name == name; });
  }

  void addState(const PlayableClip& clip, bool loop) {
    SetupState state;
    state.name = clip.name;
    state.clips.push_back({clip.name});
    state.loop = loop;
    m_setup.states.push_back(std::move(state));
  }

  void addMoves() {
    const std::vector<SetupClip> moves = MoveChooser(m_model, m_clips).choose();
    if (moves.size() > 1) {
      SetupState move;
      move.name = "Move";
      move.parameterX = "speed";
      move.loop = true;
      move.clips = moves;
      SetupParameter speed;
      speed.what.name = "speed";
      speed.what.initial = moves.front().x;
      speed.least = std::min(0.0, moves.front().x);
      speed.most = moves.back().x;
      m_setup.parameters.push_back(speed);
      m_setup.states.push_back(std::move(move));
      return;
    }
    for (const RoleClip& each : m_clips) {
      if (!moves.empty() && each.clip->name == moves.front().clip) {
        addState(*each.clip, true);
      }
    }
    for (const RoleClip& each : m_clips) {
      if (each.clip->loop && !isAction(each.named.role) && each.named.role != ClipRole::Land &&
          m_setup.states.size() < kMostLoops && !hasState(each.clip->name)) {
        addState(*each.clip, true);
      }
    }
  }

  void addTransition(const std::string& from, const std::string& to, const std::string& trigger) {
    SetupTransition transition;
    transition.from = from;
    transition.to = to;
    transition.fadeSeconds = kFadeSeconds;
    transition.conditions.push_back({trigger, Compare::IsSet, 0.0});
    m_setup.transitions.push_back(std::move(transition));
  }

  void addTrigger(const std::string& name) {
    SetupParameter trigger;
    trigger.what = {name, ParameterKind::Trigger, 0.0};
    m_setup.parameters.push_back(std::move(trigger));
  }

  /// Adds a transition to another state at the end of the clip.
  void addExit(const PlayableClip& clip, const std::string& to) {
    const double length = clip.toSeconds - clip.fromSeconds;
    SetupTransition exit;
    exit.from = clip.name;
    exit.to = to;
    exit.fadeSeconds = std::min(kMoveFade, 0.5 * length);
    exit.exitFraction = rounded(1.0 - exit.fadeSeconds / length);
    m_setup.transitions.push_back(std::move(exit));
  }

  /// Adds a state that is entered by a trigger of the clip's name. Returns false if there is no place for it.
  bool addEntry(const RoleClip& action) {
    const PlayableClip& clip = *action.clip;
    if (hasState(clip.name) || clip.name == "speed" || clip.name == kLandTrigger || m_triggers == kMostTriggers) {
      return false;
    }
    ++m_triggers;
    addState(clip, false);
    if (m_setup.states.size() == 1) {
      return false;  // It is the initial state: there is no state to return to.
    }
    addTrigger(clip.name);
    // After a death there is no jump: if a clip ends in death, from the first state instead of any.
    const bool isDeath = action.named.role == ClipRole::Death;
    addTransition(m_canDie && !isDeath ? m_setup.states.front().name : std::string(), clip.name, clip.name);
    if (m_canDie && action.named.role == ClipRole::Hit) {
      for (const std::string& attack : m_attacks) {
        addTransition(attack, clip.name, clip.name);
      }
    }
    if (action.named.role == ClipRole::Attack) {
      m_attacks.push_back(clip.name);
    }
    return true;
  }

  void addAction(const RoleClip& action) {
    if (addEntry(action) && action.named.role != ClipRole::Death) {
      addExit(*action.clip, m_setup.states.front().name);
    }
  }

  /// Adds jump, fall until the trigger "land", landing and the way back; missing clips are skipped.
  void addJump(const RoleClip& jump, const RoleClip* fall) {
    const RoleClip* land = bestOf(m_clips, ClipRole::Land);
    land = land != nullptr && !hasState(land->clip->name) ? land : nullptr;
    if (!addEntry(jump)) {
      return;
    }
    const std::string first = m_setup.states.front().name;
    const bool falls = fall != nullptr && (jump.named.isStart || land != nullptr);
    if (!falls && !(jump.named.isStart && land != nullptr)) {
      addExit(*jump.clip, first);
      return;
    }
    const std::string& next = land != nullptr ? land->clip->name : first;
    addExit(*jump.clip, falls ? fall->clip->name : next);
    if (falls) {
      if (!hasState(fall->clip->name)) {
        addState(*fall->clip, true);
      }
      addTrigger(kLandTrigger);
      addTransition(fall->clip->name, next, kLandTrigger);
    }
    if (land != nullptr) {
      addState(*land->clip, false);
      addExit(*land->clip, first);
    }
  }

  const model::Model& m_model;
  std::vector<RoleClip> m_clips;
  AnimatorSetup m_setup;
  bool m_canDie = false;
  std::size_t m_triggers = 0;
  std::vector<std::string> m_attacks;
};

}  // namespace

AnimatorSetup defaultSetup(const model::Model& model, std::span<const PlayableClip> clips) {
  return SetupMaker(model, clips).make();
}

}  // namespace texeleton::animator
