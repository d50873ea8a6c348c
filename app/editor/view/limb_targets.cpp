#include "app/editor/view/limb_targets.h"

#include <algorithm>
#include <utility>

#include "core/model/nodes.h"
#include "viewport/scene/hang_attachments.h"

namespace texeleton::editor {

namespace {

constexpr double kTakePoints = 12.0;
constexpr double kCross = 0.03;  // Share of the model's size.
constexpr float kCrossPoints = 2.0f;
constexpr float kPoleLinePoints = 1.0f;
constexpr int kFewDrags = 400;
const glm::vec4 kLimbColor(1.0f, 0.45f, 0.05f, 1.0f);  // Linear.
const glm::vec4 kPoleColor(0.05f, 0.75f, 0.85f, 1.0f);
const glm::vec4 kOffColor(0.45f, 0.45f, 0.45f, 1.0f);

/// A target's position in an animator; unset: it has no such target.
std::optional<glm::dvec3> placeIn(const std::optional<animator::AnimatorSetup>& setup,
                                  const LimbTargets::Target& target) {
  if (!setup || target.index >= (target.kind == LimbTargets::Kind::Gaze ? setup->gazes.size() : setup->limbs.size())) {
    return std::nullopt;
  }
  switch (target.kind) {
    case LimbTargets::Kind::Limb:
      return setup->limbs[target.index].target;
    case LimbTargets::Kind::Pole:
      return setup->limbs[target.index].pole;
    case LimbTargets::Kind::Gaze:
      break;
  }
  return setup->gazes[target.index].target;
}

/// The set-up with a moved target. A limb without weight gets full weight, so that dragging its target has an effect.
animator::AnimatorSetup withPlace(animator::AnimatorSetup setup, const LimbTargets::Target& target,
                                  const glm::dvec3& place) {
  if (target.kind == LimbTargets::Kind::Gaze) {
    setup.gazes[target.index].target = place;
    return setup;
  }
  animator::SetupLimb& limb = setup.limbs[target.index];
  if (target.kind == LimbTargets::Kind::Pole) {
    limb.pole = place;
  } else {
    limb.target = place;
  }
  limb.weight = limb.weight > 0.0 ? limb.weight : 1.0;
  return setup;
}

}  // namespace

LimbTargets::LimbTargets(Workshop& workshop, AnimatorPlay& play, viewport::RhiWindow& window, QObject* parent)
    : PictureDrag(window, parent), m_workshop(workshop), m_play(play) {}

const viewport::CharacterPose* LimbTargets::character(std::uint32_t& instance) const {
  const viewport::Scene& scene = window().scene();
  if (!m_play.isOn() || m_play.crowd() == nullptr || scene.poses.empty()) {
    return nullptr;
  }
  instance = scene.poses.begin()->first;
  for (const auto& [each, pose] : scene.poses) {
    instance = std::min(instance, each);
  }
  return instance < scene.crowd.size() ? scene.poses.at(instance).get() : nullptr;
}

std::optional<glm::dmat4> LimbTargets::frameOf(const Target& target) const {
  std::uint32_t instance = 0;
  const viewport::CharacterPose* const pose = character(instance);
  const std::optional<animator::AnimatorSetup>& setup = m_play.setup();
  if (pose == nullptr || !placeIn(setup, target)) {
    return std::nullopt;
  }
  const glm::dmat4 own = viewport::nodeWorld(window().scene(), NodeIndex(), instance);
  if (target.kind == Kind::Limb && !setup->limbs[target.index].targetNode.empty()) {
    const NodeIndex node = model::nodeCalled(*pose->model, setup->limbs[target.index].targetNode);
    return node.isValid() ? own * pose->worlds[node.value] : own;
  }
  return own;
}

glm::dvec3 LimbTargets::placeOf(const Target& target) const {
  return placeIn(m_workshop.document().recipe().animator, target).value_or(glm::dvec3(0.0));
}

std::vector<LimbTargets::Target> LimbTargets::targets() const {
  std::vector<Target> targets;
  const std::optional<animator::AnimatorSetup>& setup = m_play.setup();
  const auto add = [&](Kind kind, std::size_t index) {
    Target target{kind, index, {}};
    const auto place = placeIn(setup, target);
    const auto frame = place ? frameOf(target) : std::nullopt;
    if (frame) {
      target.world = glm::dvec3(*frame * glm::dvec4(*place, 1.0));
      targets.push_back(target);
    }
  };
  for (std::size_t i = 0; setup && i < setup->limbs.size(); ++i) {
    add(Kind::Limb, i);
    add(Kind::Pole, i);
  }
  for (std::size_t i = 0; setup && i < setup->gazes.size(); ++i) {
    add(Kind::Gaze, i);
  }
  return targets;
}

std::vector<viewport::SceneLine> LimbTargets::lines() const {
  std::vector<viewport::SceneLine> lines;
  const viewport::Scene& scene = window().scene();
  const std::optional<animator::AnimatorSetup>& setup = m_play.setup();
  for (const Target& target : targets()) {
    const bool isGaze = target.kind == Kind::Gaze;
    const double weight = isGaze ? setup->gazes[target.index].weight : setup->limbs[target.index].weight;
    const glm::vec4& color = weight <= 0.0 ? kOffColor : target.kind == Kind::Pole ? kPoleColor : kLimbColor;
    const auto half = static_cast<float>(kCross * scene.animation->sizeMetres);
    const glm::vec3 at(target.world);
    for (int axis = 0; axis < 3; ++axis) {
      glm::vec3 arm(0.0f);
      arm[axis] = half;
      lines.push_back({at - arm, at + arm, color, kCrossPoints});
    }
    std::uint32_t instance = 0;
    const viewport::CharacterPose* const pose = character(instance);
    if (target.kind == Kind::Pole && pose != nullptr) {
      const NodeIndex joint = model::nodeCalled(*pose->model, setup->limbs[target.index].middle);
      if (joint.isValid()) {
        const glm::vec3 from = scene.crowd.records()[instance].toWorld(glm::vec3(pose->worlds[joint.value][3]));
        lines.push_back({from, at, color, kPoleLinePoints});
      }
    }
  }
  return lines;
}

void LimbTargets::preview(const Target& target, const glm::dvec3& place) {
  const std::optional<animator::AnimatorSetup>& setup = m_workshop.document().recipe().animator;
  if (placeIn(setup, target)) {
    m_play.setTried(withPlace(*setup, target, place));
    emit previewed();
  }
}

void LimbTargets::moveTo(const Target& target, const glm::dvec3& place, int mergeKey) {
  m_play.setTried(std::nullopt);
  const std::optional<animator::AnimatorSetup>& setup = m_workshop.document().recipe().animator;
  const std::optional<glm::dvec3> before = placeIn(setup, target);
  if (!before || *before == place) {
    emit previewed();
    return;
  }
  const QString text = target.kind == Kind::Limb   ? tr("Move target of limb")
                       : target.kind == Kind::Pole ? tr("Move pole of limb")
                                                   : tr("Move target of gaze");
  m_workshop.document().set(text, &recipe::Recipe::animator, withPlace(*setup, target, place), mergeKey);
}

std::optional<glm::dvec3> LimbTargets::take(const viewport::Ray&, const QPointF& at) {
  double nearest = kTakePoints;
  std::optional<glm::dvec3> found;
  for (const Target& target : targets()) {
    const double far = pointsFrom(at, target.world);
    if (far < nearest) {
      nearest = far;
      m_target = target;
      found = target.world;
    }
  }
  m_drag = found ? (m_drag + 1) % kFewDrags : m_drag;
  return found;
}

void LimbTargets::moveTo(const glm::dvec3& place) {
  if (const auto frame = frameOf(m_target)) {
    moveTo(m_target, glm::dvec3(glm::inverse(*frame) * glm::dvec4(place, 1.0)), kMergeDrags + m_drag);
  }
}

void LimbTargets::letGo() { emit taken(m_target); }

}  // namespace texeleton::editor
