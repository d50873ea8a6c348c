#pragma once

#include <QObject>
#include <QPointF>
#include <memory>
#include <optional>

#include "viewport/rhi_window.h"
#include "viewport/scene/gizmo/gizmo.h"
#include "viewport/scene/gizmo/movable.h"

namespace texeleton::editor {

/// Mouse and keyboard control of the gizmo. As in Blender: G, R, S begin a drag with the pointer where it is, X, Y, Z
/// select an axis (again: of the other space), with Shift the plane normal to it; digits enter the amount, Tab the next
/// one; Enter or a click ends the drag, Esc or the right button cancels it. Handles are dragged with the left button.
/// Ctrl snaps to steps. A drag is one edit. Without a drag, comma and period select the next axes and pivot.
class GizmoControl : public QObject {
  Q_OBJECT

 public:
  explicit GizmoControl(viewport::RhiWindow& window, QObject* parent = nullptr);
  ~GizmoControl() override;

  /// Sets the object to move; null: none. Cancels a drag in progress.
  /// `title` names it to the user where it has no panel of its own.
  void setTarget(std::unique_ptr<viewport::Movable> target, const QString& title = {});
  viewport::Movable* target() const { return m_target.get(); }
  const QString& title() const { return m_title; }
  bool hasTarget() const { return m_target != nullptr; }
  /// Whether the target supports a mode; true without a target.
  bool can(viewport::GizmoMode mode) const { return !m_target || m_target->can(mode); }
  bool isDragging() const { return m_drag.has_value(); }
  /// The local transform of the target during a drag.
  std::optional<transform::Transform> dragged() const;

  viewport::GizmoMode mode() const { return m_mode; }
  viewport::GizmoSpace space() const { return m_space; }
  viewport::GizmoPivot pivot() const { return m_pivot; }
  const viewport::GizmoSteps& steps() const { return m_steps; }
  void setMode(viewport::GizmoMode mode);
  void setSpace(viewport::GizmoSpace space);
  void setPivot(viewport::GizmoPivot pivot);
  void setSteps(const viewport::GizmoSteps& steps);

  /// Updates the gizmo after the target, the time or the pose changed.
  void refresh();
  /// Description of the current drag; empty if there is none.
  QString text() const;

 signals:
  /// Target, mode, space, pivot or steps changed.
  void changed();
  /// The target may have another transform now.
  void targetMoved();
  /// text() changed.
  void moved();
  /// A message for the user: why nothing can be moved, or the axes or pivot that a key selected.
  void said(const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  template <class Setting>
  void change(Setting& setting, Setting value);
  bool press(const QPointF& at, Qt::MouseButton button);
  bool move(const QPointF& at, Qt::KeyboardModifiers keys);
  bool key(int key, Qt::KeyboardModifiers keys, const QString& text);
  bool keyForSettings(int key);
  static QString nameOf(viewport::GizmoSpace space);
  bool keyWhileDragging(int key, Qt::KeyboardModifiers keys, const QString& text);
  void begin(viewport::GizmoHandle handle, const QPointF& at, bool byKey);
  void constrain(viewport::GizmoHandle handle);
  void show();
  void end(bool keep);
  void showState();
  bool hasSomethingToMove() const { return m_target && m_target->isThere(); }
  viewport::GizmoView view() const;
  glm::dvec3 pivotPlace() const;
  viewport::GizmoOutcome outcome() const;

  viewport::RhiWindow& m_window;
  std::unique_ptr<viewport::Movable> m_target;
  QString m_title;
  viewport::GizmoMode m_mode = viewport::GizmoMode::Translate;
  viewport::GizmoSpace m_space = viewport::GizmoSpace::Local;
  viewport::GizmoPivot m_pivot = viewport::GizmoPivot::Origin;
  viewport::GizmoSteps m_steps;
  viewport::GizmoHandle m_hovered = viewport::GizmoHandle::None;
  std::optional<viewport::GizmoDrag> m_drag;
  viewport::GizmoNumbers m_numbers;
  bool m_snaps = false;
  QPointF m_pointer;
};

}  // namespace texeleton::editor
