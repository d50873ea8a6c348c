#pragma once

#include <QMenu>

#include "app/editor/document/document.h"
#include "app/editor/view/gizmo_control.h"
#include "app/editor/view/scene_effects.h"
#include "viewport/rhi_window.h"

namespace texeleton::editor {

/// Show > Gizmo: puts the gizmo on the character, the light or the camera's target, and sets its options.
class GizmoMenu : public QMenu {
  Q_OBJECT

 public:
  GizmoMenu(Document& document, viewport::RhiWindow& window, SceneEffects& effects, GizmoControl& gizmo,
            QWidget* parent = nullptr);

  /// Whether a crowd is shown, whose characters are placed by its layout.
  void setMany(bool many) { m_many = many; }

 private:
  QAction* add(const QString& text, const char* name, const QString& tip);

  bool m_many = false;
};

}  // namespace texeleton::editor
