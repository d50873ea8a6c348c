#include "app/editor/view/gizmo_menu.h"

#include <memory>

#include "app/editor/view/gizmo_settings.h"
#include "app/editor/view/stage_movables.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

GizmoMenu::GizmoMenu(Document& document, viewport::RhiWindow& window, SceneEffects& effects, GizmoControl& gizmo,
                     QWidget* parent)
    : QMenu(tr("Gizmo"), parent) {
  setObjectName("gizmoMenu");
  setToolTipsVisible(true);
  QAction* character = add(tr("On the character"), "gizmoCharacter",
                           tr("Moves and turns the single character. Those of a crowd stand as its layout says"));
  connect(character, &QAction::triggered, &gizmo, [&document, &effects, &gizmo] {
    gizmo.setTarget(std::make_unique<CharacterMovable>(
                        document, [&effects](const transform::Transform& stand) { effects.setStand(stand); }),
                    tr("Character"));
  });
  connect(add(tr("On the light"), "gizmoLight", tr("Moves the light. It points at the centre of the scene")),
          &QAction::triggered, &gizmo, [&document, &window, &gizmo] {
            gizmo.setTarget(std::make_unique<LightMovable>(document, window), tr("Light"));
          });
  connect(add(tr("On the camera's target"), "gizmoTarget",
              tr("Moves the point that the camera looks at and orbits. The camera does not move")),
          &QAction::triggered, &gizmo, [&document, &window, &gizmo] {
            gizmo.setTarget(std::make_unique<CameraTargetMovable>(document, window), tr("Camera target"));
          });
  addSeparator();
  new GizmoSettings(gizmo, *this);
  addSeparator();
  QAction* reset = add(tr("Reset character and light"), "gizmoReset", tr("Restores their positions of a new document"));
  connect(reset, &QAction::triggered, this, [&document] {
    viewport::ViewSetup view = document.state().view;
    view.character = {};
    view.light.reset();
    document.set(tr("Reset character and light"), &DocumentState::view, view);
  });
  QAction* away = add(tr("Hide"), "gizmoHide", tr("Until something is selected in Attachments or here"));
  connect(away, &QAction::triggered, &gizmo, [&gizmo] { gizmo.setTarget(nullptr); });
  connect(this, &QMenu::aboutToShow, this, [this, &gizmo, character, away] {
    character->setEnabled(!m_many);
    away->setEnabled(gizmo.hasTarget());
  });
}

QAction* GizmoMenu::add(const QString& text, const char* name, const QString& tip) {
  QAction* action = named(addAction(text), name, tip);
  return action;
}

}  // namespace texeleton::editor
