#pragma once

#include <QObject>
#include <QPointF>
#include <memory>
#include <optional>

#include "viewport/rhi_window.h"
#include "viewport/scene/gizmo.h"
#include "viewport/scene/movable.h"

namespace texeleton::editor {

/// Mouse and keys of the gizmo in the viewport. As in Blender: G, R, S begin a drag with the pointer where it is, X, Y,
/// Z choose an axis (again: of the other space), with Shift the plane at right angles to it; digits give the amount,
/// Tab the next one; Enter or a click ends it, Esc or the right button takes it back. Handles are dragged with the left
/// button. Ctrl snaps to steps. A drag is one edit. Without a drag, comma and period choose the next axes and pivot.
class GizmoControl : public QObject {
  Q_OBJECT

 public:
  explicit GizmoControl(viewport::RhiWindow& window, QObject* parent = nullptr);
  ~GizmoControl() override;

  /// What is moved; null: nothing. A drag that is going on is taken back.
  void setTarget(std::unique_ptr<viewport::Movable> target);
  bool hasTarget() const { return m_target != nullptr; }
  /// Whether the target can be changed so; without a target the answer is yes.
  bool can(viewport::GizmoMode mode) const { return !m_target || m_target->can(mode); }
  bool isDragging() const { return m_drag.has_value(); }

  viewport::GizmoMode mode() const { return m_mode; }
  viewport::GizmoSpace space() const { return m_space; }
  viewport::GizmoPivot pivot() const { return m_pivot; }
  const viewport::GizmoSteps& steps() const { return m_steps; }
  void setMode(viewport::GizmoMode mode);
  void setSpace(viewport::GizmoSpace space);
  void setPivot(viewport::GizmoPivot pivot);
  void setSteps(const viewport::GizmoSteps& steps);

  /// The target, the time or the pose is another: the gizmo goes there.
  void refresh();
  /// What the drag has come to, in words; empty while there is none.
  QString text() const;

 signals:
  /// Target, mode, space, pivot or steps are others.
  void changed();
  /// text() is another.
  void moved();
  /// Words for the user: why nothing can be moved there, which axes or pivot a key chose.
  void said(const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
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
