#pragma once

#include <QComboBox>
#include <QMenu>
#include <QString>
#include <QWidget>
#include <array>

#include "app/editor/view/gizmo_control.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/number_field.h"

namespace texeleton::editor {

/// The steps that Ctrl snaps to. Follows changes made elsewhere.
class GizmoStepFields : public QWidget {
  Q_OBJECT

 public:
  /// Object names of the fields are `prefix`0 … 2: metres, degrees, factor.
  GizmoStepFields(GizmoControl& gizmo, const QString& prefix, QWidget* parent = nullptr);

 private:
  void showSteps();

  GizmoControl& m_gizmo;
  std::array<NumberField*, 3> m_fields{};
};

/// Handles, axes, pivot and steps of the gizmo. Follows changes made elsewhere.
class GizmoFields : public QWidget {
  Q_OBJECT

 public:
  explicit GizmoFields(GizmoControl& gizmo, QWidget* parent = nullptr);

 private:
  void showGizmo();

  GizmoControl& m_gizmo;
  Segmented* m_mode = nullptr;
  QComboBox* m_space = nullptr;
  QComboBox* m_pivot = nullptr;
};

/// The part of a menu that sets handles, axes, pivot and steps of the gizmo. Its entries are updated when the menu
/// opens.
class GizmoSettings : public QObject {
  Q_OBJECT

 public:
  GizmoSettings(GizmoControl& gizmo, QMenu& menu);
};

}  // namespace texeleton::editor
