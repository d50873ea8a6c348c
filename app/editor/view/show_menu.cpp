#include "app/editor/view/show_menu.h"

#include <QActionGroup>

#include "app/editor/view/surface_menus.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

ShowMenu::ShowMenu(Document& document, viewport::RhiWindow& window, SceneEffects& effects, GizmoControl& gizmo,
                   const Mirrored& mirrored, QWidget* parent)
    : QMenu(parent), m_window(window) {
  setToolTipsVisible(true);
  addHeading(tr("Character"));
  mirror(*mirrored.skeleton);
  mirror(*mirrored.sockets);
  addToggle(tr("Sample object at sockets"), &viewport::ViewOptions::socketObjects,
            tr("Displays a dagger at every socket"));
  mirror(*mirrored.bounds);
  addToggle(tr("Blend between frames"), &viewport::ViewOptions::interpolate,
            tr("When disabled, frames are stepped, as in a player without blending"));
  addEffects(effects);
  QMenu* levels = named(addMenu(tr("Level of detail")), "levelMenu");
  connect(levels, &QMenu::aboutToShow, this, [this, levels] { fillLevels(*levels); });
  addHeading(tr("Surface"));
  mirror(tr("Surfaces"), *mirrored.surfaces);
  addToggle(tr("Wireframe"), &viewport::ViewOptions::wireframe, tr("Shows the edges of triangles instead of surfaces"));
  addToggle(tr("Edges"), &viewport::ViewOptions::edges, tr("Shows the edges of triangles over the surfaces"));
  addMenu(new TessellationMenu(document, window, this));
  addMenu(new NormalsMenu(document, window, this));
  addHeading(tr("Scene"));
  addToggle(tr("Grid"), &viewport::ViewOptions::grid);
  addToggle(tr("Shadow"), &viewport::ViewOptions::shadow);
  addToggle(tr("Statistics"), &viewport::ViewOptions::hud,
            tr("Frame rate, draw calls, triangles and times in the viewport"));
  m_gizmo = new GizmoMenu(document, window, effects, gizmo, this);
  addMenu(m_gizmo);
  mirror(tr("Projection"), *mirrored.projection);
  addAction(tr("Camera…"), this, &ShowMenu::cameraAsked);
  addHeading(tr("Crowd"));
  QMenu* layout = mirror(tr("Layout"), *mirrored.crowdLayout);
  connect(this, &QMenu::aboutToShow, layout,
          [layout, box = mirrored.crowdLayout] { layout->setEnabled(box->isEnabled()); });
  QAction* spread = addAction(tr("Spread…"), this, &ShowMenu::spreadAsked);
  connect(this, &QMenu::aboutToShow, spread,
          [spread, box = mirrored.crowdLayout] { spread->setEnabled(box->isEnabled()); });
  m_flash = addAction(tr("Flash on events"));
  m_flash->setCheckable(true);
  m_flash->setToolTip(tr("Characters of a crowd light up when one of their events fires"));
  connect(m_flash, &QAction::toggled, this, &ShowMenu::flashToggled);
}

// The style sheet draws sections without their titles.
void ShowMenu::addHeading(const QString& text) {
  addSeparator();
  QAction* heading = addAction(text);
  QFont bold = font();
  bold.setBold(true);
  heading->setFont(bold);
  heading->setEnabled(false);
}

void ShowMenu::mirror(QToolButton& button) {
  QAction* action = addAction(button.text());
  action->setToolTip(button.toolTip());
  action->setCheckable(true);
  connect(action, &QAction::toggled, &button, &QToolButton::setChecked);
  connect(&button, &QToolButton::toggled, action, &QAction::setChecked);
}

// A submenu that mirrors a combo box.
QMenu* ShowMenu::mirror(const QString& title, QComboBox& box) {
  QMenu* choices = addMenu(title);
  auto* group = new QActionGroup(choices);
  for (int i = 0; i < box.count(); ++i) {
    QAction* action = choices->addAction(box.itemText(i));
    action->setCheckable(true);
    group->addAction(action);
    connect(action, &QAction::triggered, &box, [&box, i] {
      box.setCurrentIndex(i);
      emit box.activated(i);
    });
  }
  connect(choices, &QMenu::aboutToShow, &box, [group, &box] {
    if (box.currentIndex() >= 0) {
      group->actions().at(box.currentIndex())->setChecked(true);
    }
  });
  return choices;
}

void ShowMenu::addToggle(const QString& text, bool viewport::ViewOptions::*member, const QString& tip) {
  QAction* action = addAction(text);
  action->setToolTip(tip);
  action->setCheckable(true);
  action->setChecked(m_window.scene().view.*member);
  connect(action, &QAction::toggled, this, [this, member](bool on) {
    m_window.scene().view.*member = on;
    m_window.requestUpdate();
  });
}

void ShowMenu::addEffects(SceneEffects& effects) {
  const auto add = [this](const QString& text, const QString& tip, const char* name, bool on) {
    QAction* action = named(addAction(text), name, tip);
    action->setCheckable(true);
    action->setChecked(on);
    return action;
  };
  connect(add(tr("Root path"), tr("Path of the clip along the ground. Blue: removed from the pose"), "showPath",
              effects.showsPath()),
          &QAction::toggled, &effects, &SceneEffects::setShowsPath);
  connect(add(tr("Follow extracted root motion"),
              tr("Moves a single character along the path of its clip. When disabled, it plays in place"), "travel",
              effects.travels()),
          &QAction::toggled, &effects, &SceneEffects::setTravels);
  connect(add(tr("Ragdoll bodies"),
              tr("Outlines of the bodies as which the character falls, and of the props that move with them"),
              "showBodies", effects.ragdoll().showsBodies()),
          &QAction::toggled, &effects.ragdoll(), &RagdollPlay::setShowsBodies);
}

void ShowMenu::fillLevels(QMenu& menu) {
  menu.clear();
  const viewport::Scene& scene = m_window.scene();
  const std::size_t number = scene.animation ? scene.animation->mesh.lods.size() + 1 : 1;
  const auto add = [&](const QString& text, std::optional<std::uint32_t> level) {
    QAction* action = menu.addAction(text, this, [this, level] { emit levelChosen(level); });
    action->setCheckable(true);
    action->setChecked(scene.view.level == level);
  };
  add(tr("By distance"), std::nullopt);
  for (std::uint32_t level = 0; level < number; ++level) {
    add(tr("LOD %1").arg(level), level);
  }
}

}  // namespace texeleton::editor
