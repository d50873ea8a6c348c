#pragma once

#include <QComboBox>
#include <QLabel>
#include <QTimer>
#include <QToolButton>
#include <QWidget>
#include <array>
#include <optional>
#include <vector>

#include "app/editor/view/gizmo_control.h"
#include "app/editor/widgets/number_field.h"

namespace texeleton::editor {

/// Numbers of a movable object: position in metres; rotation as Euler angles (degrees, R = Ry·Rx·Rz), axis and angle,
/// or quaternion; scale. They are relative to the world if the gizmo's axes are the world's, else to the parent. A
/// rotation keeps its typed numbers. Each change is one edit.
class TransformFields : public QWidget {
  Q_OBJECT

 public:
  /// `name`: beginning of the object names.
  TransformFields(GizmoControl& gizmo, const QString& name, QWidget* parent = nullptr);

  /// Sets the object, which must outlive its use here; null: none.
  void setTarget(viewport::Movable* target);
  /// Shows the object's transform, also while the gizmo drags it.
  void refresh();

 private:
  enum Group { Position, Rotation, Scale };
  enum RotationKind { Euler, AxisAngle, Quaternion };
  using Four = std::array<double, 4>;
  struct TypedRotation;

  void makeRow(Group group, const QString& title, const QString& name);
  QWidget* makeTools(const QString& name);
  RotationKind rotationKind() const { return static_cast<RotationKind>(m_kind->currentIndex()); }
  void showKind();
  bool isInWorld() const { return m_gizmo.space() == viewport::GizmoSpace::World; }
  /// The object's transform, or that of the gizmo's current drag.
  transform::Transform local() const;
  transform::Transform shown() const;
  Four numbersOf(const glm::dquat& rotation) const;
  void typed(Group group, std::size_t component);
  void typeRotation();
  /// `typed`: how its rotation is saved as typed (see Movable); unset: as before.
  void commit(const transform::Transform& local, const std::optional<std::vector<double>>& typed = {});
  void copy() const;
  void paste();

  GizmoControl& m_gizmo;
  viewport::Movable* m_target = nullptr;
  std::array<std::array<NumberField*, 4>, 3> m_groups{};  ///< Only rotations have a fourth number.
  std::array<QLabel*, 3> m_titles{};
  QLabel* m_fourthTitle = nullptr;
  QComboBox* m_kind = nullptr;
  QComboBox* m_space = nullptr;
  QToolButton* m_uniform = nullptr;
  QTimer m_soon;  ///< Follows an animated parent a few times a second.
};

}  // namespace texeleton::editor
