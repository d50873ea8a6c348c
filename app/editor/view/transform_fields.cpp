#include "app/editor/view/transform_fields.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QSettings>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <optional>
#include <typeinfo>
#include <vector>

#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/flow_layout.h"
#include "app/editor/widgets/numbers.h"
#include "core/base/json_reader.h"
#include "core/transform/rotation.h"

namespace texeleton::editor {

namespace {

constexpr double kMostMetres = 10000.0;
constexpr double kMostDegrees = 36000.0;
constexpr int kLeastNumberWidth = 56;
constexpr int kFollowMilliseconds = 100;
constexpr double kTiny = 1e-12;
constexpr auto kKindKey = "transform/rotation";

std::optional<std::vector<double>> numbersOfJson(const nlohmann::ordered_json& object, const char* key,
                                                 std::size_t count) {
  if (!object.contains(key) || !object[key].is_array() || object[key].size() != count) {
    return std::nullopt;
  }
  std::vector<double> numbers;
  for (const nlohmann::ordered_json& each : object[key]) {
    if (!each.is_number() || std::abs(each.get<double>()) > kMostMetres) {
      return std::nullopt;
    }
    numbers.push_back(each.get<double>());
  }
  return numbers;
}

/// A transform in the format of recipes; nothing for other text.
std::optional<transform::Transform> transformOfText(const QString& text) {
  const auto json = parseJson(text.toStdString(), "");
  if (!json || !json->is_object()) {
    return std::nullopt;
  }
  const auto position = numbersOfJson(*json, "position", 3);
  const auto rotation = numbersOfJson(*json, "rotation", 4);
  const auto scale = numbersOfJson(*json, "scale", 3);
  if (!position || !rotation || !scale) {
    return std::nullopt;
  }
  const glm::dquat quaternion((*rotation)[3], (*rotation)[0], (*rotation)[1], (*rotation)[2]);
  if (glm::length(quaternion) < kTiny) {
    return std::nullopt;
  }
  return transform::Transform{{(*position)[0], (*position)[1], (*position)[2]},
                              glm::normalize(quaternion),
                              {(*scale)[0], (*scale)[1], (*scale)[2]}};
}

}  // namespace

struct TransformFields::TypedRotation {
  RotationKind kind;
  glm::dquat rotation;
  Four numbers;

  /// The latest, so that reselecting an object, or undoing, shows the typed numbers.
  static std::vector<TypedRotation>& all() {
    static std::vector<TypedRotation> typed;
    return typed;
  }
};

TransformFields::TransformFields(GizmoControl& gizmo, const QString& name, QWidget* parent)
    : QWidget(parent), m_gizmo(gizmo) {
  auto* grid = spaced(new QGridLayout(this), 4, 4);
  for (int column = 1; column < 4; ++column) {
    grid->setColumnStretch(column, 1);
  }
  makeRow(Position, tr("Position"), name + "_position");
  makeRow(Rotation, tr("Rotation"), name + "_rotation");
  m_fourthTitle = label({}, "muted");
  grid->addWidget(m_fourthTitle, grid->rowCount(), 0);
  grid->addWidget(m_groups[Rotation][3], grid->rowCount() - 1, 1);
  makeRow(Scale, tr("Scale"), name + "_scale");
  grid->addWidget(makeTools(name), grid->rowCount(), 0, 1, 4);
  afterPause(m_soon, kFollowMilliseconds, this, &TransformFields::refresh);
  connect(&gizmo, &GizmoControl::changed, this, &TransformFields::refresh);
  connect(&gizmo, &GizmoControl::moved, this, [this] {
    if (isVisible()) {
      refresh();
    }
  });
  connect(&gizmo, &GizmoControl::targetMoved, this, [this] {
    if (isVisible() && !m_soon.isActive()) {
      m_soon.start();
    }
  });
  showKind();
}

void TransformFields::makeRow(Group group, const QString& title, const QString& name) {
  auto* const grid = static_cast<QGridLayout*>(layout());
  const int line = grid->rowCount();
  m_titles[group] = label(title, "muted");
  grid->addWidget(m_titles[group], line, 0);
  const std::size_t count = group == Rotation ? 4 : 3;
  for (std::size_t i = 0; i < count; ++i) {
    const double most = group == Rotation ? kMostDegrees : kMostMetres;
    auto* field = new NumberField(-most, most, group == Rotation ? 2 : 4,
                                  QString::fromUtf8(group == Position ? "m"
                                                    : group == Scale  ? "×"
                                                                      : "°"));
    const QString axis = i < 3 ? QString(kAxisNames[i]) : "W";
    field->setObjectName(name + axis);
    field->setAccessibleName(title + ' ' + axis);
    field->setToolTip(title + ' ' + axis);
    field->setMinimumWidth(kLeastNumberWidth);
    m_groups[group][i] = field;
    if (i < 3) {
      grid->addWidget(field, line, static_cast<int>(i) + 1);
    }
    connect(field, &QDoubleSpinBox::valueChanged, this, [this, group, i] { typed(group, i); });
  }
}

QWidget* TransformFields::makeTools(const QString& name) {
  auto* tools = new QWidget;
  auto* row = spaced(new FlowLayout(tools), 4);
  m_kind = named(comboBox({tr("Euler angles"), tr("Axis and angle"), tr("Quaternion")}), name + "_rotationKind",
                 tr("Rotation mode. Euler angles: first Z, then X, then Y"));
  m_kind->setAccessibleName(tr("Rotation mode"));
  m_kind->setCurrentIndex(std::clamp(QSettings().value(kKindKey, 0).toInt(), 0, m_kind->count() - 1));
  m_space = named(comboBox({tr("Local"), tr("World")}), name + "_space",
                  tr("Whether the numbers are those in the parent or in the world; the gizmo's axes follow"));
  m_space->setAccessibleName(tr("Space"));
  m_uniform = named(iconButton("lock", tr("Uniform scale: the other axes follow in proportion")), name + "_uniform");
  m_uniform->setCheckable(true);
  auto* copies = named(iconButton("copy", tr("Copy position, rotation and scale")), name + "_copy");
  auto* pastes = named(iconButton("paste", tr("Paste position, rotation and scale")), name + "_paste");
  row->addWidget(m_kind);
  row->addWidget(m_space);
  row->addWidget(m_uniform);
  row->addWidget(copies);
  row->addWidget(pastes);
  connect(m_kind, &QComboBox::activated, this, [this](int kind) {
    QSettings().setValue(kKindKey, kind);
    showKind();
  });
  connect(m_space, &QComboBox::activated, this, [this](int space) {
    m_gizmo.setSpace(space == 1 ? viewport::GizmoSpace::World : viewport::GizmoSpace::Local);
    refresh();  // It keeps its space during a drag.
  });
  connect(copies, &QToolButton::clicked, this, &TransformFields::copy);
  connect(pastes, &QToolButton::clicked, this, &TransformFields::paste);
  return tools;
}

void TransformFields::showKind() {
  const bool isEuler = rotationKind() == Euler;
  const bool isQuaternion = rotationKind() == Quaternion;
  for (std::size_t i = 0; i < 4; ++i) {
    NumberField& field = *m_groups[Rotation][i];
    const bool isAngle = isEuler || (i == 3 && !isQuaternion);
    field.setSuffix(isAngle ? QString::fromUtf8(" °") : QString());
    field.setShownDecimals(isAngle ? 2 : 4);
  }
  m_fourthTitle->setText(isQuaternion ? tr("W", "quaternion") : tr("Angle"));
  refresh();
}

void TransformFields::setTarget(viewport::Movable* target) {
  m_target = target;
  refresh();
}

transform::Transform TransformFields::shown() const {
  return isInWorld() ? transform::decompose(m_target->parentWorld() * toMatrix(local())) : local();
}

// The gizmo and the fields have separate objects for the same item.
transform::Transform TransformFields::local() const {
  const viewport::Movable& shown = *m_target;
  const viewport::Movable* const moved = m_gizmo.target();
  const auto dragged = m_gizmo.dragged();
  const bool isIt = dragged && moved != nullptr && typeid(*moved) == typeid(shown) && moved->local() == shown.local();
  return isIt ? *dragged : shown.local();
}

void TransformFields::refresh() {
  m_space->setCurrentIndex(isInWorld() ? 1 : 0);
  if (m_target == nullptr || !m_target->isThere()) {
    return;
  }
  const bool canRotate = m_target->can(viewport::GizmoMode::Rotate);
  const bool canScale = m_target->can(viewport::GizmoMode::Scale);
  const transform::Transform now = shown();
  const Four rotation = numbersOf(now.rotation);
  for (int i = 0; i < 3; ++i) {
    const auto at = static_cast<std::size_t>(i);
    m_groups[Position][at]->show(now.translation[i]);
    m_groups[Scale][at]->show(now.scale[i]);
    m_groups[Scale][at]->setEnabled(!isInWorld());  // A parent that is scaled unevenly would shear it.
    m_groups[Scale][at]->setVisible(canScale);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    m_groups[Rotation][i]->show(rotation[i]);
    m_groups[Rotation][i]->setVisible(canRotate && (i < 3 || rotationKind() != Euler));
  }
  m_titles[Rotation]->setVisible(canRotate);
  m_titles[Scale]->setVisible(canScale);
  m_fourthTitle->setVisible(canRotate && rotationKind() != Euler);
  m_kind->setVisible(canRotate);
  m_uniform->setVisible(canScale);
}

TransformFields::Four TransformFields::numbersOf(const glm::dquat& rotation) const {
  const auto& typed = TypedRotation::all();
  const auto same = std::find_if(typed.rbegin(), typed.rend(), [&](const TypedRotation& each) {
    return each.kind == rotationKind() && std::abs(glm::dot(each.rotation, rotation)) > 1.0 - kTiny;
  });
  if (same != typed.rend()) {
    return same->numbers;
  }
  const std::vector<double> saved = m_target->typedRotation();
  if (saved.size() == (rotationKind() == Euler ? 3 : 4) && rotationKind() != Quaternion &&
      transform::givesRotation(saved, rotation)) {
    return {saved[0], saved[1], saved[2], saved.back()};
  }
  if (rotationKind() == Euler) {
    const glm::dvec3 degrees = transform::toEulerDegrees(rotation);
    return {degrees.x, degrees.y, degrees.z, 0.0};
  }
  const glm::dquat positive = rotation.w < 0.0 ? -rotation : rotation;
  if (rotationKind() == Quaternion) {
    return {positive.x, positive.y, positive.z, positive.w};
  }
  const glm::dvec3 axis(positive.x, positive.y, positive.z);
  const double sine = glm::length(axis);
  const glm::dvec3 unit = sine < kTiny ? glm::dvec3(0.0, 1.0, 0.0) : axis / sine;
  return {unit.x, unit.y, unit.z, glm::degrees(2.0 * std::atan2(sine, positive.w))};
}

// Changes only the edited group, because the other fields show rounded values.
void TransformFields::typed(Group group, std::size_t component) {
  if (m_target == nullptr) {
    return;
  }
  transform::Transform local = m_target->local();
  const auto axis = static_cast<glm::length_t>(component);
  const double value = m_groups[group][component]->value();
  switch (group) {
    case Position: {
      glm::dvec3 place = shown().translation;
      place[axis] = value;
      local.translation =
          isInWorld() ? glm::dvec3(glm::inverse(m_target->parentWorld()) * glm::dvec4(place, 1.0)) : place;
      break;
    }
    case Rotation:
      typeRotation();
      return;
    case Scale: {
      const double before = local.scale[axis];
      local.scale = !m_uniform->isChecked()    ? local.scale
                    : std::abs(before) < kTiny ? glm::dvec3(value)
                                               : local.scale * (value / before);
      local.scale[axis] = value;
      break;
    }
  }
  commit(local);
}

void TransformFields::typeRotation() {
  Four numbers{};
  for (std::size_t i = 0; i < 4; ++i) {
    numbers[i] = m_groups[Rotation][i]->value();
  }
  const glm::dvec3 three(numbers[0], numbers[1], numbers[2]);
  glm::dquat rotation = rotationKind() == Euler       ? transform::fromEulerDegrees(three)
                        : rotationKind() == AxisAngle ? transform::fromAxisAngleDegrees(three, numbers[3])
                                                      : glm::dquat(numbers[3], numbers[0], numbers[1], numbers[2]);
  if (glm::length(rotation) < kTiny) {
    QToolTip::showText(mapToGlobal(QPoint(0, height())), tr("A quaternion must not be zero"), this);
    refresh();
    return;
  }
  rotation = glm::normalize(rotation);
  constexpr std::size_t kRemembered = 256;
  auto& typed = TypedRotation::all();
  if (typed.size() == kRemembered) {
    typed.erase(typed.begin());
  }
  typed.push_back({rotationKind(), rotation, numbers});
  transform::Transform local = m_target->local();
  local.rotation = isInWorld()
                       ? glm::normalize(glm::inverse(transform::decompose(m_target->parentWorld()).rotation) * rotation)
                       : rotation;
  // Saved if the document's rotation would be shown with other numbers.
  const bool isUsual = rotationKind() == Quaternion ||
                       (rotationKind() == Euler && glm::distance(three, transform::toEulerDegrees(rotation)) < 1e-6);
  std::vector<double> degrees;
  if (!isUsual) {
    degrees.assign(numbers.begin(), numbers.begin() + (rotationKind() == Euler ? 3 : 4));
  }
  commit(local, isInWorld() ? std::nullopt : std::optional(degrees));
}

void TransformFields::commit(const transform::Transform& local, const std::optional<std::vector<double>>& typed) {
  m_target->commitTyped(local, typed ? *typed : m_target->typedRotation());
  m_gizmo.refresh();
  refresh();
}

void TransformFields::copy() const {
  if (m_target == nullptr) {
    return;
  }
  const transform::Transform now = shown();
  const glm::dquat& q = now.rotation;
  const nlohmann::ordered_json json = {{"position", {now.translation.x, now.translation.y, now.translation.z}},
                                       {"rotation", {q.x, q.y, q.z, q.w}},
                                       {"scale", {now.scale.x, now.scale.y, now.scale.z}}};
  QGuiApplication::clipboard()->setText(QString::fromStdString(json.dump()));
}

void TransformFields::paste() {
  if (m_target == nullptr) {
    return;
  }
  auto pasted = transformOfText(QGuiApplication::clipboard()->text());
  if (!pasted) {
    QToolTip::showText(mapToGlobal(QPoint(0, height())), tr("The clipboard has no transform"), this);
    return;
  }
  transform::Transform local =
      isInWorld() ? transform::decompose(glm::inverse(m_target->parentWorld()) * toMatrix(*pasted)) : *pasted;
  const transform::Transform before = m_target->local();
  local.rotation = m_target->can(viewport::GizmoMode::Rotate) ? local.rotation : before.rotation;
  local.scale = m_target->can(viewport::GizmoMode::Scale) ? local.scale : before.scale;
  commit(local);
}

}  // namespace texeleton::editor
