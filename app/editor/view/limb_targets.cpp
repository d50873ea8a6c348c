#include "app/editor/view/limb_targets.h"

#include <algorithm>

namespace texeleton::editor {

namespace {

constexpr double kTakePoints = 12.0;
constexpr double kCross = 0.03;  // Of the model's size.
constexpr float kCrossPoints = 2.0f;
constexpr int kFewDrags = 400;
const glm::vec4 kLimbColor(1.0f, 0.45f, 0.05f, 1.0f);  // Linear.
const glm::vec4 kOffColor(0.45f, 0.45f, 0.45f, 1.0f);

}  // namespace

LimbTargets::LimbTargets(Workshop& workshop, AnimatorPlay& play, viewport::RhiWindow& window, QObject* parent)
    : PictureDrag(window, parent), m_workshop(workshop), m_play(play) {}

const viewport::CharacterPose* LimbTargets::character(const viewport::InstanceRecord*& record) const {
  const viewport::Scene& scene = window().scene();
  if (!m_play.isOn() || m_play.crowd() == nullptr || scene.poses.empty()) {
    return nullptr;
  }
  std::uint32_t first = scene.poses.begin()->first;
  for (const auto& [instance, pose] : scene.poses) {
    first = std::min(first, instance);
  }
  record = &scene.crowd.records()[first];
  return scene.poses.at(first).get();
}

std::vector<LimbTargets::Target> LimbTargets::targets() const {
  std::vector<Target> targets;
  const viewport::InstanceRecord* record = nullptr;
  const viewport::CharacterPose* const pose = character(record);
  const auto& setup = m_workshop.document().recipe().animator;
  if (pose == nullptr || !setup) {
    return targets;
  }
  const std::vector<model::Node>& nodes = pose->model->nodes;
  for (std::size_t i = 0; i < setup->limbs.size(); ++i) {
    const animator::SetupLimb& limb = setup->limbs[i];
    glm::dvec3 place = limb.target;
    const auto node = std::find_if(nodes.begin(), nodes.end(),
                                   [&limb](const model::Node& each) { return each.name == limb.targetNode; });
    if (!limb.targetNode.empty() && node != nodes.end()) {
      place = glm::dvec3(pose->worlds[static_cast<std::size_t>(node - nodes.begin())] * glm::dvec4(place, 1.0));
    }
    targets.push_back({true, i, glm::dvec3(record->toWorld(glm::vec3(place)))});
  }
  for (std::size_t i = 0; i < setup->gazes.size(); ++i) {
    if (setup->gazes[i].target) {
      targets.push_back({false, i, glm::dvec3(record->toWorld(glm::vec3(*setup->gazes[i].target)))});
    }
  }
  return targets;
}

std::vector<viewport::SceneLine> LimbTargets::lines() const {
  std::vector<viewport::SceneLine> lines;
  const viewport::Scene& scene = window().scene();
  const auto& setup = m_workshop.document().recipe().animator;
  for (const Target& target : targets()) {
    const double weight = target.isLimb ? setup->limbs[target.index].weight : setup->gazes[target.index].weight;
    const auto half = static_cast<float>(kCross * scene.animation->sizeMetres);
    const glm::vec3 at(target.world);
    for (int axis = 0; axis < 3; ++axis) {
      glm::vec3 arm(0.0f);
      arm[axis] = half;
      lines.push_back({at - arm, at + arm, weight > 0.0 ? kLimbColor : kOffColor, kCrossPoints});
    }
  }
  return lines;
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
  const viewport::InstanceRecord* record = nullptr;
  const viewport::CharacterPose* const pose = character(record);
  auto setup = m_workshop.document().recipe().animator;
  if (pose == nullptr || !setup) {
    return;
  }
  glm::dvec3 own = record->toPack(place);
  QString text = tr("Move target of gaze");
  if (m_target.isLimb && m_target.index < setup->limbs.size()) {
    animator::SetupLimb& limb = setup->limbs[m_target.index];
    const std::vector<model::Node>& nodes = pose->model->nodes;
    const auto node = std::find_if(nodes.begin(), nodes.end(),
                                   [&limb](const model::Node& each) { return each.name == limb.targetNode; });
    if (!limb.targetNode.empty() && node != nodes.end()) {
      own =
          glm::dvec3(glm::inverse(pose->worlds[static_cast<std::size_t>(node - nodes.begin())]) * glm::dvec4(own, 1.0));
    }
    limb.target = own;
    limb.weight = limb.weight > 0.0 ? limb.weight : 1.0;  // Who drags it wants to see it reach.
    text = tr("Move target of limb");
  } else if (!m_target.isLimb && m_target.index < setup->gazes.size()) {
    setup->gazes[m_target.index].target = own;
  }
  m_workshop.document().setAnimator(text, std::move(setup), kMergeDrags + m_drag);
}

void LimbTargets::letGo() {}

}  // namespace texeleton::editor
