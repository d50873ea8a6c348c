// The strip over the viewport. What a narrow window hides of it is in the menu "Show" too.

#include <QActionGroup>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QWidgetAction>
#include <utility>

#include "app/editor/document/preferences.h"
#include "app/editor/view/gizmo_settings.h"
#include "app/editor/view/stage_movables.h"
#include "app/editor/view/surface_menus.h"
#include "app/editor/view/viewport_area.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/fitting_row.h"
#include "app/editor/widgets/number_field.h"

namespace texeleton::editor {

namespace {

/// A submenu that chooses what a combo box chooses.
QMenu* mirror(QMenu& menu, const QString& title, QComboBox& box) {
  QMenu* choices = menu.addMenu(title);
  auto* group = new QActionGroup(choices);
  for (int i = 0; i < box.count(); ++i) {
    QAction* action = choices->addAction(box.itemText(i));
    action->setCheckable(true);
    group->addAction(action);
    QObject::connect(action, &QAction::triggered, &box, [&box, i] {
      box.setCurrentIndex(i);
      emit box.activated(i);
    });
  }
  QObject::connect(choices, &QMenu::aboutToShow, &box, [group, &box] {
    if (box.currentIndex() >= 0) {
      group->actions().at(box.currentIndex())->setChecked(true);
    }
  });
  return choices;
}

}  // namespace

void ViewportArea::showMany() {
  makeCrowd();
  frameAll();
}

// The strip shows what the document says, and the picture follows.
void ViewportArea::followDocument() {
  const DocumentState& state = m_workshop.document().state();
  m_window->setNavigation(navigationScheme());
  const bool other = state.showsCrowd != m_shownMany ||
                     (state.showsCrowd && (state.crowd.count != m_crowd.count || state.crowd.layout != m_crowd.layout));
  const bool differently = state.showsCrowd && !(state.crowd.spread == m_crowd.spread);
  m_shownMany = state.showsCrowd;
  m_crowd = state.crowd;
  m_many->setCurrent(m_shownMany ? 1 : 0);
  m_count->show(m_crowd.count);
  m_layout->setCurrentIndex(static_cast<int>(m_crowd.layout));
  enableStrip();
  if (!(state.view == m_setup)) {
    m_setup = state.view;
    applyView();
  }
  if (other) {
    showMany();
  } else if (differently) {
    makeCrowd();
  }
}

void ViewportArea::enableStrip() {
  const auto& snapshot = shown();
  m_source->button(0)->setEnabled(!isPreview() || !snapshot->skeleton);
  m_source->button(1)->setEnabled(!snapshot || snapshot->skeleton);
  m_many->setEnabled(!m_workshop.document().isEmpty() && !isPreview());
  // How many, and standing how, also while one is shown: a crowd begins with what was set.
  m_count->setEnabled(m_many->isEnabled());
  m_layout->setEnabled(m_many->isEnabled());
  m_spread->setEnabled(m_many->isEnabled());
  m_spreadPopup->setMany(showsMany());
}

template <class Change>
void ViewportArea::setCrowd(const QString& edit, const Change& change) {
  CrowdSetup crowd = m_workshop.document().state().crowd;
  change(crowd);
  m_workshop.document().setCrowd(edit, crowd);
}

QWidget* ViewportArea::makeStrip() {
  auto* strip = new FittingRow;
  strip->setObjectName("strip");
  strip->setAttribute(Qt::WA_StyledBackground);

  m_source = new Segmented({tr("Baked"), tr("Original")});
  m_source->setObjectName("source");
  m_source->button(0)->setToolTip(tr("As the exported texture plays it"));
  m_source->button(1)->setToolTip(tr("As the source file plays it: skinned every frame from the full skeleton"));
  m_many = new Segmented({tr("One"), tr("Crowd")});
  m_many->setObjectName("many");
  m_count = new NumberField(CrowdSetup::kFewest, CrowdSetup::kMost, 0, {});
  m_count->setObjectName("crowdCount");
  m_count->setFixedWidth(76);
  m_count->setToolTip(tr("Characters in the crowd"));
  m_count->setAccessibleName(tr("Characters in the crowd"));
  m_layout = new QComboBox;
  m_layout->addItems({tr("Grid", "of characters"), tr("Disc"), tr("Scatter")});
  m_layout->setObjectName("crowdLayout");
  m_layout->setToolTip(tr("Layout of the crowd"));
  m_layout->setAccessibleName(tr("Layout of the crowd"));
  m_spread = iconButton("spread", tr("Layout of the crowd, variation between its characters, and layers"));
  m_spread->setObjectName("crowdSpread");
  m_spreadPopup = new SpreadPopup(m_workshop.document(), this);
  m_view = new QComboBox;
  m_view->setObjectName("surfaces");
  m_view->addItem(tr("Lit"), static_cast<int>(viewport::ViewMode::Lit));
  m_view->addItem(tr("Textured"), static_cast<int>(viewport::ViewMode::Textured));
  m_view->addItem(tr("Normals"), static_cast<int>(viewport::ViewMode::Normals));
  m_view->addItem(tr("Bone weights"), static_cast<int>(viewport::ViewMode::Weights));
  m_view->addItem(tr("Clips"), static_cast<int>(viewport::ViewMode::Clips));
  m_view->addItem(tr("Posing method"), static_cast<int>(viewport::ViewMode::Paths));
  m_view->addItem(tr("Lit per vertex"), static_cast<int>(viewport::ViewMode::VertexLit));
  m_view->setItemData(6, tr("Gouraud shading: light is computed at the vertices and interpolated. Without shadows"),
                      Qt::ToolTipRole);
  m_view->setItemData(5, tr("Orange: skinned. Blue: animation texture. Hybrid uses both"), Qt::ToolTipRole);
  m_view->setToolTip(tr("What surfaces show"));
  m_lens = new QComboBox;
  m_lens->addItems({tr("Perspective"), tr("Orthographic")});
  m_lens->setToolTip(tr("Projection of the camera (5)"));
  const auto toggle = [](const QString& text, const QString& tip, const char* name) {
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    return button;
  };
  m_skeleton = toggle(tr("Skeleton"), tr("Shows the bones over the character"), "showSkeleton");
  m_sockets = toggle(tr("Sockets"), tr("Shows the axes of every socket"), "showSockets");
  auto* camera = iconButton("camera", tr("Camera: position, field of view, saved views"));
  camera->setObjectName("cameraButton");
  m_cameraPopup = new CameraPopup(m_workshop.document(), *m_window, this);
  auto* frame = iconButton("frame-all", tr("Frame what is selected, or all (F)"));

  strip->add(m_source);
  strip->add(m_many);
  strip->add(m_count, 1);
  strip->add(m_layout, 4);
  strip->add(m_spread, 3);
  strip->add(uprightRule(), 7);
  strip->add(m_view, 3);
  strip->add(m_lens, 8);
  strip->add(camera, 1);
  m_busy = new ElidedLabel;
  m_busy->setObjectName("drawing");
  setRole(*m_busy, "muted");
  strip->addStretch();
  strip->add(m_busy, 9);
  strip->add(m_skeleton, 5);
  strip->add(m_sockets, 6);
  strip->add(makeShowMenu());
  strip->add(frame, 2);

  connect(m_source, &Segmented::chosen, this, [this](int choice) {
    Comparing comparing = m_comparing;
    comparing.path = choice == 0 ? viewport::DrawPath::Texture : viewport::DrawPath::Compute;
    if (comparing.other == comparing.path) {
      comparing.other = choice == 0 ? viewport::DrawPath::Compute : viewport::DrawPath::Texture;
    }
    setComparing(comparing);
  });
  connect(m_many, &Segmented::chosen, this, [this](int choice) {
    m_workshop.document().setShowsCrowd(choice == 1);
    followDocument();
  });
  connect(m_count, &QDoubleSpinBox::valueChanged, this, [this](double count) {
    setCrowd(tr("Change crowd size"), [count](CrowdSetup& crowd) { crowd.count = static_cast<std::uint32_t>(count); });
  });
  connect(m_layout, &QComboBox::activated, this, [this](int layout) {
    setCrowd(tr("Change crowd layout"),
             [layout](CrowdSetup& crowd) { crowd.layout = static_cast<viewport::CrowdLayout>(layout); });
  });
  connect(m_spread, &QToolButton::clicked, this, [this] { m_spreadPopup->showBelow(*m_spread); });
  connect(m_view, &QComboBox::activated, this, &ViewportArea::applyView);
  connect(m_lens, &QComboBox::activated, this, [this](int lens) {
    viewport::Camera now = m_window->scene().camera;
    now.orthographic = lens == 1;
    m_window->setCamera(now);
  });
  connect(camera, &QToolButton::clicked, this, [this, camera] { m_cameraPopup->showBelow(*camera); });
  connect(m_window, &viewport::RhiWindow::cameraMoved, this,
          [this] { m_lens->setCurrentIndex(m_window->scene().camera.orthographic ? 1 : 0); });
  connect(m_skeleton, &QToolButton::toggled, this, &ViewportArea::showSelection);
  connect(m_sockets, &QToolButton::toggled, this, [this](bool on) {
    m_window->scene().view.sockets = on;
    m_window->requestUpdate();
  });
  connect(frame, &QToolButton::clicked, this, &ViewportArea::frameSelected);
  return strip;
}

QToolButton* ViewportArea::makeShowMenu() {
  auto* show = new QToolButton;
  show->setObjectName("show");
  show->setText(tr("Show"));
  show->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(show);
  menu->setToolTipsVisible(true);
  const auto mirrorToggle = [menu](QToolButton* button) {
    QAction* action = menu->addAction(button->text());
    action->setToolTip(button->toolTip());
    action->setCheckable(true);
    connect(action, &QAction::toggled, button, &QToolButton::setChecked);
    connect(button, &QToolButton::toggled, action, &QAction::setChecked);
  };
  const auto toggle = [this, menu](const QString& text, bool viewport::ViewOptions::*member, const QString& tip = {}) {
    QAction* action = menu->addAction(text);
    action->setToolTip(tip);
    action->setCheckable(true);
    action->setChecked(m_window->scene().view.*member);
    connect(action, &QAction::toggled, this, [this, member](bool on) {
      m_window->scene().view.*member = on;
      m_window->requestUpdate();
    });
  };
  mirrorToggle(m_skeleton);
  mirrorToggle(m_sockets);
  toggle(tr("Sample object at sockets"), &viewport::ViewOptions::socketObjects,
         tr("Displays a dagger at every socket"));
  toggle(tr("Statistics"), &viewport::ViewOptions::hud,
         tr("Frames a second, draw calls, triangles and times, in the picture"));
  QAction* flash = menu->addAction(tr("Flash on events"));
  flash->setCheckable(true);
  flash->setToolTip(tr("Characters of a crowd light up when one of their events fires"));
  connect(flash, &QAction::toggled, this, [this](bool on) {
    m_flashes = on;
    makeCrowd();
  });
  addEffects(*menu);
  addGizmo(*menu);
  menu->addSeparator();
  toggle(tr("Grid"), &viewport::ViewOptions::grid);
  toggle(tr("Shadow"), &viewport::ViewOptions::shadow);
  toggle(tr("Wireframe"), &viewport::ViewOptions::wireframe, tr("Edges of the triangles in place of surfaces"));
  toggle(tr("Edges"), &viewport::ViewOptions::edges, tr("Edges of the triangles over the surfaces"));
  menu->addMenu(new TessellationMenu(m_workshop.document(), *m_window, menu));
  menu->addMenu(new NormalsMenu(m_workshop.document(), *m_window, menu));
  toggle(tr("Bounds"), &viewport::ViewOptions::bounds, tr("The box that a character stays in while it plays its clip"));
  toggle(tr("Blend between frames"), &viewport::ViewOptions::interpolate,
         tr("When disabled, frames are stepped, as in a player without blending"));
  menu->addSeparator();
  mirror(*menu, tr("Surfaces"), *m_view);
  mirror(*menu, tr("Projection"), *m_lens);
  menu->addAction(tr("Camera…"), this, [this, show] { m_cameraPopup->showBelow(*show); });
  QMenu* levels = menu->addMenu(tr("Level of detail"));
  levels->setObjectName("levelMenu");
  connect(levels, &QMenu::aboutToShow, this, [this, levels] { fillLevels(*levels); });
  QMenu* crowd = mirror(*menu, tr("Crowd"), *m_layout);
  crowd->addSeparator();
  crowd->addAction(tr("Spread…"), this, [this, show] { m_spreadPopup->showBelow(*show); });
  connect(menu, &QMenu::aboutToShow, this, [this, crowd] { crowd->setEnabled(m_layout->isEnabled()); });
  show->setMenu(menu);
  return show;
}

void ViewportArea::addGizmo(QMenu& menu) {
  QMenu* gizmo = menu.addMenu(tr("Gizmo"));
  gizmo->setObjectName("gizmoMenu");
  gizmo->setToolTipsVisible(true);
  Document& document = m_workshop.document();
  const auto add = [gizmo](const QString& text, const char* name, const QString& tip) {
    QAction* action = gizmo->addAction(text);
    action->setObjectName(name);
    action->setToolTip(tip);
    return action;
  };
  QAction* character = add(tr("On the character"), "gizmoCharacter",
                           tr("Moves and turns the single character. Those of a crowd stand as its layout says"));
  connect(character, &QAction::triggered, this, [this, &document] {
    m_gizmo->setTarget(std::make_unique<CharacterMovable>(
        document, [this](const transform::Transform& stand) { m_effects->setStand(stand); }));
  });
  connect(add(tr("On the light"), "gizmoLight", tr("Moves the light. It shines on the middle of what is shown")),
          &QAction::triggered, this,
          [this, &document] { m_gizmo->setTarget(std::make_unique<LightMovable>(document, *m_window)); });
  connect(add(tr("On the camera's target"), "gizmoTarget",
              tr("Moves the point that the camera looks at and turns about. The camera stays where it is")),
          &QAction::triggered, this,
          [this, &document] { m_gizmo->setTarget(std::make_unique<CameraTargetMovable>(document, *m_window)); });
  gizmo->addSeparator();
  new GizmoSettings(*m_gizmo, *gizmo);
  gizmo->addSeparator();
  QAction* reset = add(tr("Reset character and light"), "gizmoReset", tr("Both are where they are in a new document"));
  connect(reset, &QAction::triggered, this, [&document] {
    viewport::ViewSetup view = document.state().view;
    view.character = {};
    view.light.reset();
    document.setView(tr("Reset character and light"), view);
  });
  QAction* away = add(tr("Hide"), "gizmoHide", tr("Until something is selected under Attachments, or here"));
  connect(away, &QAction::triggered, this, [this] { m_gizmo->setTarget(nullptr); });
  connect(gizmo, &QMenu::aboutToShow, this, [this, character, away] {
    character->setEnabled(!showsMany());
    away->setEnabled(m_gizmo->hasTarget());
  });
}

void ViewportArea::addEffects(QMenu& menu) {
  QAction* path = menu.addAction(tr("Root path"));
  path->setObjectName("showPath");
  path->setCheckable(true);
  path->setChecked(m_effects->showsPath());
  path->setToolTip(tr("Path of the clip along the ground. Blue: removed from the pose"));
  connect(path, &QAction::toggled, m_effects, &SceneEffects::setShowsPath);
  QAction* travel = menu.addAction(tr("Follow extracted root motion"));
  travel->setObjectName("travel");
  travel->setCheckable(true);
  travel->setChecked(m_effects->travels());
  travel->setToolTip(tr("Moves a single character along the path of its clip. When disabled, it plays in place"));
  connect(travel, &QAction::toggled, m_effects, &SceneEffects::setTravels);
}

void ViewportArea::fillLevels(QMenu& menu) {
  menu.clear();
  const auto& snapshot = shown();
  const std::size_t number = snapshot ? snapshot->animation->mesh.lods.size() + 1 : 1;
  const auto add = [&](const QString& text, std::optional<std::uint32_t> level) {
    QAction* action = menu.addAction(text, this, [this, level] { setLevel(level); });
    action->setCheckable(true);
    action->setChecked(this->level() == level);
  };
  add(tr("By distance"), std::nullopt);
  for (std::uint32_t level = 0; level < number; ++level) {
    add(QString("lod%1").arg(level), level);
  }
}

}  // namespace texeleton::editor
