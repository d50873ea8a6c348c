// Random controllers against a second, naive player in float64 that shares no code with core/animator: its own sampling
// of tracks, blend weights, state machine and hierarchy. Events and inverse kinematics against invariants.

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/animation/pose.h"
#include "core/animator/animator.h"
#include "core/animator/blend_weights.h"
#include "core/root_motion/in_place_pose.h"
#include "tests/core/animator/compare_matrices.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

using Random = std::mt19937_64;
double within(Random& random, double from, double to) {
  return std::uniform_real_distribution<double>(from, to)(random);
}
std::uint32_t below(Random& random, std::size_t end) {
  return static_cast<std::uint32_t>(std::uniform_int_distribution<std::size_t>(0, end - 1)(random));
}

/// A local pose as plain numbers: x y z, quaternion x y z w, scale.
struct Local {
  glm::dvec3 t;
  glm::dquat r;
  glm::dvec3 s;
};
using Locals = std::vector<Local>;

/// Linear tracks only.
Locals sampled(const model::Model& model, const model::Clip& clip, double seconds) {
  Locals locals;
  for (const model::Node& node : model.nodes) {
    locals.push_back({node.rest.translation, node.rest.rotation, node.rest.scale});
  }
  for (const model::Track& track : clip.tracks) {
    const std::vector<double>& times = clip.timelines[track.timeline];
    std::size_t after = 0;
    while (after < times.size() && times[after] <= seconds) {
      ++after;
    }
    const std::size_t a = after == 0 ? 0 : after - 1;
    const std::size_t b = std::min(after, times.size() - 1);
    const double f = a == b ? 0.0 : (seconds - times[a]) / (times[b] - times[a]);
    const std::size_t width = track.target == model::TrackTarget::Rotation ? 4 : 3;
    const auto value = [&](std::size_t key, std::size_t c) {
      return static_cast<double>(track.values[key * width + c]);
    };
    Local& local = locals[track.node.value];
    if (track.target == model::TrackTarget::Rotation) {
      const glm::dquat from(value(a, 3), value(a, 0), value(a, 1), value(a, 2));
      const glm::dquat to(value(b, 3), value(b, 0), value(b, 1), value(b, 2));
      local.r = glm::normalize(glm::slerp(glm::normalize(from), glm::normalize(to), std::clamp(f, 0.0, 1.0)));
    } else {
      glm::dvec3& to = track.target == model::TrackTarget::Translation ? local.t : local.s;
      for (int c = 0; c < 3; ++c) {
        const auto k = static_cast<std::size_t>(c);
        to[c] = value(a, k) * (1.0 - f) + value(b, k) * f;
      }
    }
  }
  return locals;
}

Locals mixed(const Locals& a, const Locals& b, double toB) {
  Locals result = a;
  for (std::size_t i = 0; i < a.size(); ++i) {
    result[i].t = a[i].t * (1.0 - toB) + b[i].t * toB;
    result[i].s = a[i].s * (1.0 - toB) + b[i].s * toB;
    result[i].r = glm::normalize(glm::slerp(a[i].r, b[i].r, toB));
  }
  return result;
}

/// Gradient bands by their definition; along one axis only the two neighbours have weight.
std::vector<double> naiveWeights(const animator::AnimatorState& state, double x, double y) {
  std::vector<double> weights(state.children.size(), 1.0);
  double sum = 0.0;
  const bool plane = state.parameterY.has_value();
  if (!plane) {
    x = std::clamp(x, state.children.front().x, state.children.back().x);
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    for (std::size_t j = 0; j < weights.size(); ++j) {
      if (i != j) {
        const double dx = state.children[j].x - state.children[i].x;
        const double dy = plane ? state.children[j].y - state.children[i].y : 0.0;
        const double px = x - state.children[i].x;
        const double py = plane ? y - state.children[i].y : 0.0;
        weights[i] = std::min(weights[i], 1.0 - (px * dx + py * dy) / (dx * dx + dy * dy));
      }
    }
    weights[i] = std::max(weights[i], 0.0);
    sum += weights[i];
  }
  for (double& weight : weights) {
    weight /= sum;
  }
  return weights;
}

class NaivePlayer {
 public:
  NaivePlayer(const model::Model& model, const animator::AnimatorController& controller)
      : m_model(model), m_controller(controller) {
    for (const animator::AnimatorParameter& parameter : controller.parameters) {
      values.push_back(parameter.initial);
    }
    m_state = controller.initialState;
  }

  std::vector<double> values;
  std::uint32_t state() const { return m_state; }

  void update(double seconds) {
    const double before = m_place;
    m_place = moved(m_state, m_place, seconds);
    if (m_fade > 0.0) {
      m_faded += seconds;
      if (m_hasOld) {
        m_oldPlace = moved(m_old, m_oldPlace, seconds);
      }
      if (m_faded >= m_fade) {
        m_fade = 0.0;
      }
    }
    for (const animator::AnimatorTransition& way : m_controller.transitions) {
      if (!isOpen(way, before)) {
        continue;
      }
      for (const animator::AnimatorCondition& condition : way.conditions) {
        if (m_controller.parameters[condition.parameter].kind == animator::ParameterKind::Trigger) {
          values[condition.parameter] = 0.0;
        }
      }
      if (way.fadeSeconds > 0.0) {
        m_hasOld = !(m_fade > 0.0);
        m_frozen = m_hasOld ? Locals() : m_shown;
        m_old = m_state;
        m_oldPlace = m_place;
      }
      m_fade = way.fadeSeconds;
      m_faded = 0.0;
      m_state = way.to;
      m_place = way.startFraction;
      break;
    }
    m_shown = poseOf(m_state, m_place);
    if (m_fade > 0.0) {
      m_shown = mixed(m_hasOld ? poseOf(m_old, m_oldPlace) : m_frozen, m_shown, m_faded / m_fade);
    }
  }

  std::vector<glm::dmat4> skinMatrices() const {
    std::vector<glm::dmat4> worlds;
    for (std::size_t i = 0; i < m_model.nodes.size(); ++i) {
      glm::dmat4 local = glm::mat4_cast(m_shown[i].r);
      for (int c = 0; c < 3; ++c) {
        local[c] *= m_shown[i].s[c];
      }
      local[3] = glm::dvec4(m_shown[i].t, 1.0);
      worlds.push_back(m_model.nodes[i].parent.isValid() ? worlds[m_model.nodes[i].parent.value] * local : local);
    }
    std::vector<glm::dmat4> skin;
    for (const model::PaletteEntry& entry : m_model.palette) {
      skin.push_back(worlds[entry.node.value] * entry.inverseBind);
    }
    return skin;
  }

 private:
  std::vector<double> weightsOf(std::uint32_t number) const {
    const animator::AnimatorState& state = m_controller.states[number];
    if (state.children.size() == 1) {
      return {1.0};
    }
    return naiveWeights(state, values[state.parameter], state.parameterY ? values[*state.parameterY] : 0.0);
  }
  double lengthOf(const animator::BlendChild& child) const {
    return child.toSeconds.value_or(m_model.clips[child.clip.value].lengthSeconds) - child.fromSeconds.value_or(0.0);
  }
  double moved(std::uint32_t number, double place, double seconds) const {
    const animator::AnimatorState& state = m_controller.states[number];
    const std::vector<double> weights = weightsOf(number);
    double length = 0.0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      length += weights[i] * lengthOf(state.children[i]);
    }
    place += seconds * state.speed / length;
    return state.loop ? place : std::clamp(place, 0.0, 1.0);
  }
  Locals poseOf(std::uint32_t number, double place) const {
    const animator::AnimatorState& state = m_controller.states[number];
    const std::vector<double> weights = weightsOf(number);
    const double share = state.loop ? place - std::floor(place) : place;
    Locals pose;
    double sum = 0.0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (weights[i] > 0.0) {
        const animator::BlendChild& child = state.children[i];
        const Locals own = sampled(m_model, m_model.clips[child.clip.value],
                                   child.fromSeconds.value_or(0.0) + share * lengthOf(child));
        sum += weights[i];
        pose = pose.empty() ? own : mixed(pose, own, weights[i] / sum);
      }
    }
    return pose;
  }
  bool isOpen(const animator::AnimatorTransition& way, double before) const {
    if (way.from ? *way.from != m_state : way.to == m_state) {
      return false;
    }
    if (way.exitFraction) {
      const animator::AnimatorState& state = m_controller.states[m_state];
      const double mark = *way.exitFraction;
      bool passed = false;
      if (!state.loop) {
        passed = state.speed < 0.0 ? m_place <= mark : m_place >= mark;
      } else {
        // Each repetition of the event, one by one.
        for (int round = -40; round <= 40; ++round) {
          const double at = mark + round;
          passed = passed || (m_place >= before ? at > before && at <= m_place : at < before && at >= m_place);
        }
      }
      if (!passed) {
        return false;
      }
    }
    return std::all_of(way.conditions.begin(), way.conditions.end(),
                       [this](const animator::AnimatorCondition& condition) {
                         const double value = values[condition.parameter];
                         return condition.compare == animator::Compare::Greater ? value > condition.value
                                : condition.compare == animator::Compare::Less  ? value < condition.value
                                : condition.compare == animator::Compare::IsSet ? value != 0.0
                                                                                : value == 0.0;
                       });
  }

  const model::Model& m_model;
  const animator::AnimatorController& m_controller;
  std::uint32_t m_state = 0;
  double m_place = 0.0;
  double m_fade = 0.0;
  double m_faded = 0.0;
  bool m_hasOld = false;
  std::uint32_t m_old = 0;
  double m_oldPlace = 0.0;
  Locals m_frozen;
  Locals m_shown;
};

animator::AnimatorState randomState(Random& random, const model::Model& model, std::size_t number) {
  animator::AnimatorState state;
  state.name = "state " + std::to_string(number);
  state.speed = within(random, 0.3, 2.0) * (below(random, 4) == 0 ? -1.0 : 1.0);
  state.loop = below(random, 3) != 0;
  const std::uint32_t children = 1 + below(random, 4);
  double x = within(random, -2.0, 0.0);
  for (std::uint32_t i = 0; i < children; ++i) {
    animator::BlendChild child{ClipIndex(below(random, model.clips.size())), x, within(random, -1.5, 1.5)};
    if (below(random, 2) == 0) {
      const double length = model.clips[child.clip.value].lengthSeconds;
      child.fromSeconds = within(random, 0.0, 0.4) * length;
      child.toSeconds = within(random, 0.5, 1.0) * length;
    }
    state.children.push_back(child);
    x += within(random, 0.2, 1.5);
  }
  state.parameter = 0;
  if (children > 1 && below(random, 2) == 0) {
    state.parameterY = 1;
  }
  return state;
}

animator::AnimatorController randomController(Random& random, const model::Model& model) {
  animator::AnimatorController controller;
  controller.parameters = {{"x", animator::ParameterKind::Number, within(random, -2.0, 2.0)},
                           {"y", animator::ParameterKind::Number, within(random, -2.0, 2.0)},
                           {"flag", animator::ParameterKind::Flag, 0.0},
                           {"trigger", animator::ParameterKind::Trigger, 0.0}};
  const std::uint32_t states = 2 + below(random, 4);
  for (std::uint32_t i = 0; i < states; ++i) {
    controller.states.push_back(randomState(random, model, i));
  }
  for (std::uint32_t i = 0; i < 2 * states; ++i) {
    animator::AnimatorTransition way;
    if (below(random, 4) != 0) {
      way.from = below(random, states);
    }
    way.to = below(random, states);
    way.fadeSeconds = below(random, 3) == 0 ? 0.0 : within(random, 0.05, 0.6);
    way.startFraction = below(random, 2) == 0 ? 0.0 : within(random, 0.0, 1.0);
    if (below(random, 2) == 0) {
      way.exitFraction = within(random, 0.0, 1.0);
    }
    const std::uint32_t conditions = below(random, 3) + (way.exitFraction ? 0 : 1);
    for (std::uint32_t c = 0; c < conditions; ++c) {
      const std::uint32_t parameter = below(random, 4);
      const bool number = parameter < 2;
      way.conditions.push_back({parameter,
                                number
                                    ? (below(random, 2) == 0 ? animator::Compare::Greater : animator::Compare::Less)
                                    : (below(random, 3) == 0 ? animator::Compare::IsNotSet : animator::Compare::IsSet),
                                within(random, -1.5, 1.5)});
    }
    controller.transitions.push_back(std::move(way));
  }
  controller.initialState = below(random, states);
  return controller;
}

/// A limb of two bones, 0.42 and 0.38 m, below a root that turns and moves.
model::Model limbModel() {
  model::Model model = twoBoneStrip();
  model.nodes[1].rest.translation = {0.0, -0.42, 0.03};
  model.nodes[2].rest.translation = {0.0, -0.38, -0.02};
  model.nodes[2].rest.rotation = {1.0, 0.0, 0.0, 0.0};
  return model;
}

}  // namespace

class TestBlends : public QObject {
  Q_OBJECT

 private slots:
  void randomControllers() {
    CharacterSpec spec;
    spec.joints = 9;
    spec.vertices = 30;
    spec.clips = 4;
    const auto model = std::make_shared<const model::Model>(makeCharacter(spec));
    Random random(20261123);
    double worst = 0.0;
    int fades = 0;
    int changes = 0;
    for (int run = 0; run < 250; ++run) {
      const auto controller = std::make_shared<const animator::AnimatorController>(randomController(random, *model));
      auto made = animator::Animator::create(model, controller);
      QVERIFY2(made, made ? "" : made.error().message.c_str());
      NaivePlayer naive(*model, *controller);
      for (int step = 0; step < 60; ++step) {
        if (below(random, 6) == 0) {
          const std::uint32_t parameter = below(random, 4);
          const double value = parameter < 2 ? within(random, -3.0, 5.0) : 1.0 * below(random, 2);
          QVERIFY(made->set(controller->parameters[parameter].name, value));
          naive.values[parameter] = value;
        }
        const double seconds = within(random, 0.001, 0.15);
        const std::uint32_t before = made->state();
        QVERIFY(made->update(seconds));
        naive.update(seconds);
        QCOMPARE(made->state(), naive.state());
        changes += before != made->state() ? 1 : 0;
        fades += made->fadeWeight() < 1.0 ? 1 : 0;
        for (std::uint32_t p = 0; p < 4; ++p) {
          QCOMPARE(*made->value(controller->parameters[p].name), naive.values[p]);
        }
        worst = std::max(worst, difference(made->skinMatrices(), naive.skinMatrices()));
      }
    }
    QVERIFY2(worst < 1e-8, qPrintable(QString::number(worst)));
    QVERIFY(changes > 500 && fades > 2000);  // Otherwise nothing was tested.
  }

  // A layer on all nodes plays like its states alone, whatever the base does.
  void fullLayerHidesBase() {
    CharacterSpec spec;
    spec.joints = 5;
    spec.vertices = 20;
    spec.clips = 4;
    const auto model = std::make_shared<const model::Model>(makeCharacter(spec));
    Random random(20261129);
    for (int run = 0; run < 30; ++run) {
      const animator::AnimatorController alone = randomController(random, *model);
      animator::AnimatorController layered = alone;
      for (animator::AnimatorState& state : layered.states) {
        state.layer = 1;
      }
      layered.layers.emplace_back().name = "layer";
      layered.layers[0].initialState = alone.initialState;
      layered.initialState = static_cast<std::uint32_t>(layered.states.size());
      layered.states.push_back({"base", {{ClipIndex(0)}}});
      auto first = animator::Animator::create(model, std::make_shared<const animator::AnimatorController>(alone));
      auto second = animator::Animator::create(model, std::make_shared<const animator::AnimatorController>(layered));
      QVERIFY2(first && second, second ? "" : second.error().message.c_str());
      for (int step = 0; step < 60; ++step) {
        if (below(random, 6) == 0) {
          const std::uint32_t parameter = below(random, 4);
          const double value = parameter < 2 ? within(random, -3.0, 5.0) : 1.0 * below(random, 2);
          QVERIFY(first->set(alone.parameters[parameter].name, value));
          QVERIFY(second->set(alone.parameters[parameter].name, value));
        }
        const double seconds = within(random, 0.001, 0.15);
        QVERIFY(first->update(seconds) && second->update(seconds));
        QCOMPARE(second->state(1), first->state());
        QCOMPARE(second->fadeWeight(1), first->fadeWeight());
        QVERIFY(difference(first->skinMatrices(), second->skinMatrices()) < 1e-9);
      }
    }
  }

  // At a child's own point only that child has weight; everywhere the weights sum to 1, and none jumps.
  void weightsOfAPlane() {
    Random random(7);
    for (int run = 0; run < 40; ++run) {
      animator::AnimatorState state;
      state.parameterY = 1;
      for (int i = 0; i < 6; ++i) {
        state.children.push_back({ClipIndex(0), within(random, -1.0, 1.0), within(random, -1.0, 1.0)});
      }
      std::vector<double> weights;
      for (std::size_t i = 0; i < state.children.size(); ++i) {
        animator::blendWeights(state, state.children[i].x, state.children[i].y, weights);
        QVERIFY(std::abs(weights[i] - 1.0) < 1e-12);
      }
      std::vector<double> before;
      for (int i = 0; i <= 4000; ++i) {
        animator::blendWeights(state, -3.0 + i * 0.0015, 0.2, weights);
        double sum = 0.0;
        for (std::size_t k = 0; k < weights.size(); ++k) {
          QVERIFY(weights[k] >= 0.0 && weights[k] <= 1.0);
          QVERIFY(before.empty() || std::abs(weights[k] - before[k]) < 0.3);
          sum += weights[k];
        }
        QVERIFY(std::abs(sum - 1.0) < 1e-12);
        before = weights;
      }
    }
  }

  // Two clips have steps at 0.1 and 0.6 of their length: through a fade, each step fires once, from the incoming clip.
  void eventsThroughAFade() {
    model::Model source = twoBoneStrip();
    const auto model = std::make_shared<const model::Model>(source);
    animator::AnimatorController controller;
    const std::vector<model::ClipEvent> steps = {{"left", 0.1, ""}, {"right", 0.6, ""}};
    controller.parameters = {{"go", animator::ParameterKind::Trigger, 0.0}};
    controller.states = {{"a", {{ClipIndex(0), 0.0, 0.0, {}, {}, {}, steps}}, 0, 1.0, true, {}},
                         {"b", {{ClipIndex(1), 0.0, 0.0, {}, {}, {}, steps}}, 0, 1.0, true, {}}};
    controller.transitions = {{0, 1, 0.5, 0.3, {}, {{0, animator::Compare::IsSet, 0.0}}}};
    auto animator =
        *animator::Animator::create(model, std::make_shared<const animator::AnimatorController>(controller));
    std::vector<std::string> heard;
    for (int i = 0; i < 250; ++i) {  // 2.5 s in steps that coincide with no event; the fade begins at 1.305 s.
      if (i == 130) {
        animator.set("go", 1.0);
      }
      QVERIFY(animator.update(i == 0 ? 0.005 : 0.01));
      for (const animator::PassedEvent& passed : animator.passedEvents()) {
        heard.push_back(controller.states[passed.state].name + " " + animator.eventOf(passed).name);
      }
    }
    const std::vector<std::string> expected = {"a left", "a right", "a left",  // 0.1, 0.6, 1.1
                                               "b right", "b left"};           // From 0.3 on: 0.6, 1.1
    QCOMPARE(heard, expected);
  }

  void eventAtTheStart() {
    const auto model = std::make_shared<const model::Model>(twoBoneStrip());
    animator::AnimatorController controller;
    controller.states = {{"a", {{ClipIndex(0), 0.0, 0.0, {}, {}, {}, {{"zero", 0.0, ""}, {"end", 1.0, ""}}}}}};
    auto animator =
        *animator::Animator::create(model, std::make_shared<const animator::AnimatorController>(controller));
    std::vector<std::size_t> counts;
    for (int i = 0; i < 5; ++i) {
      QVERIFY(animator.update(i == 0 ? 0.0 : 0.3));
      counts.push_back(animator.passedEvents().size());
    }
    QCOMPARE(counts, (std::vector<std::size_t>{0, 1, 0, 0, 2}));  // At 0; then the end and the start at the wrap.
  }

  // A clip with extracted root motion equals InPlacePose.
  void extractedRootMotion() {
    model::Model source = twoBoneStrip();
    const auto model = std::make_shared<const model::Model>(std::move(source));
    for (const bool yaw : {false, true}) {
      const root_motion::RootTaking taking{NodeIndex(0), yaw, false};
      animator::AnimatorController controller;
      controller.states = {{"slide", {{ClipIndex(1), 0.0, 0.0, 0.7, 1.3, taking, {}}}}};
      auto animator =
          *animator::Animator::create(model, std::make_shared<const animator::AnimatorController>(controller));
      root_motion::InPlacePose pose(*model, ClipIndex(1), taking, 0.7);
      for (int i = 1; i < 20; ++i) {
        QVERIFY(animator.update(0.05));
        pose.evaluate(0.7 + std::fmod(0.05 * i, 0.6));
        QVERIFY(difference(animator.worlds(), pose.worlds()) < 1e-9);
      }
    }
  }

  // Within reach the end is at the target within a tenth of a millimetre and the middle joint on the pole's side;
  // beyond reach the limb is stretched out. Along a path without jumps nothing flips: the middle joint moves at most a
  // few times as far as the target.
  void limbsReachAndNeverFlip() {
    const auto model = std::make_shared<const model::Model>(limbModel());
    animator::AnimatorController controller;
    controller.states = {{"bend", {{ClipIndex(0)}}}};
    auto animator =
        *animator::Animator::create(model, std::make_shared<const animator::AnimatorController>(controller));
    Random random(99);
    const double upper = glm::length(glm::dvec3(model->nodes[1].rest.translation));
    const double lower = glm::length(glm::dvec3(model->nodes[2].rest.translation));
    double worst = 0.0;
    for (int i = 0; i < 3000; ++i) {
      QVERIFY(animator.update(0.013));
      const glm::dvec3 target(within(random, -0.7, 0.7), within(random, -0.7, 0.7), within(random, -0.7, 0.7));
      const glm::dvec3 pole(within(random, -3.0, 3.0), within(random, -3.0, 3.0), within(random, -3.0, 3.0));
      animator.limbs() = {{NodeIndex(0), NodeIndex(1), NodeIndex(2), target, pole, 1.0}};
      QVERIFY(animator.update(0.0));
      const glm::dvec3 middle(animator.worlds()[1][3]);
      const glm::dvec3 end(animator.worlds()[2][3]);
      const double far = glm::length(target);
      QVERIFY(std::abs(glm::length(middle) - upper) < 1e-9 && std::abs(glm::distance(middle, end) - lower) < 1e-9);
      const glm::dvec3 along = target / far;
      if (far < upper + lower && far > std::abs(upper - lower)) {
        worst = std::max(worst, glm::distance(end, target));
        const glm::dvec3 side = pole - along * glm::dot(pole, along);
        QVERIFY(glm::length(side) < 0.05 || glm::dot(middle, side) > -1e-9);
      } else if (far >= upper + lower) {
        QVERIFY(glm::distance(end, along * (upper + lower)) < 1e-4);
      }
    }
    QVERIFY2(worst < 1e-4, qPrintable(QString::number(worst)));
    const glm::dvec3 pole(0.2, 0.1, 3.0);
    glm::dvec3 before(0.0);
    glm::dvec3 targetBefore(0.0);
    for (int i = 0; i < 4000; ++i) {
      const double t = 0.002 * i;
      const glm::dvec3 target(0.5 * std::sin(3.1 * t), -0.45 + 0.2 * std::sin(2.3 * t), -0.1 + 0.4 * std::sin(1.7 * t));
      animator.limbs() = {{NodeIndex(0), NodeIndex(1), NodeIndex(2), target, pole, 1.0}};
      QVERIFY(animator.update(0.0));
      const glm::dvec3 middle(animator.worlds()[1][3]);
      const double step = glm::distance(target, targetBefore);
      QVERIFY2(i == 0 || glm::distance(middle, before) < 12.0 * step + 1e-6, qPrintable(QString::number(i)));
      before = middle;
      targetBefore = target;
    }
  }

  // The target moves with a node, like a hand that holds a sword.
  void targetOnNode() {
    model::Model source = limbModel();
    model::Node sword;
    sword.name = "sword";
    sword.rest.translation = {0.1, -0.5, 0.1};
    sword.rest.rotation = glm::angleAxis(0.7, glm::normalize(glm::dvec3(1.0, 2.0, -1.0)));
    source.nodes.push_back(sword);
    addTrack(source.clips[0], model::TrackTarget::Translation, model::Interpolation::Linear, NodeIndex(3), {0.0, 1.0},
             {0.1f, -0.5f, 0.1f, -0.2f, -0.4f, 0.2f});
    const auto model = std::make_shared<const model::Model>(std::move(source));
    animator::AnimatorController controller;
    controller.states = {{"bend", {{ClipIndex(0)}}}};
    auto animator =
        *animator::Animator::create(model, std::make_shared<const animator::AnimatorController>(controller));
    const glm::dvec3 grip(0.05, 0.1, -0.02);
    animator.limbs() = {{NodeIndex(0), NodeIndex(1), NodeIndex(2), grip, std::nullopt, 1.0, NodeIndex(3)}};
    for (int i = 0; i < 20; ++i) {
      QVERIFY(animator.update(0.04));
      const glm::dvec3 wanted(animator.worlds()[3] * glm::dvec4(grip, 1.0));
      QVERIFY(glm::length(wanted) < 0.7);
      QVERIFY(glm::distance(glm::dvec3(animator.worlds()[2][3]), wanted) < 1e-4);
    }
  }
};

TEXELETON_PLAIN_SUITE(TestBlends)
#include "test_blends.moc"
