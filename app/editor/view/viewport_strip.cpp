#include "app/editor/view/viewport_strip.h"

#include <algorithm>

namespace texeleton::editor {

namespace {

/// A switch with only an icon; `text` is its entry in the menu.
QToolButton* toggle(const char* iconName, const QString& text, const QString& tip, const char* name) {
  QToolButton* button = named(iconButton(iconName, tip), name);
  button->setText(text);
  button->setCheckable(true);
  return button;
}

}  // namespace

ViewportStrip::ViewportStrip(Document& document, viewport::RhiWindow& window, SceneEffects& effects,
                             GizmoControl& gizmo, QWidget* parent)
    : FittingRow(parent), m_document(document), m_window(window), m_effects(effects), m_gizmo(gizmo) {
  setObjectName("strip");
  setAttribute(Qt::WA_StyledBackground);
  makeSource();
  makeCrowd();
  makeSurfaces();
  makeCamera();
  makeToggles();
  m_busy = named(new ElidedLabel, "drawing");
  m_busy->setMaximumWidth(0);
  setRole(*m_busy, "muted");
  auto* frame = iconButton("frame-all", tr("Frame the selection, or all (F)"));
  connect(frame, &QToolButton::clicked, this, &ViewportStrip::frameAsked);

  add(m_source);
  add(m_many);
  add(m_count, 1);
  add(m_layout, 5);
  add(m_spread, 2);
  add(uprightRule(), 7);
  add(m_surfaces, 4);
  add(m_projection, 8);
  add(m_camera, 1);
  addStretch();
  add(m_busy);
  add(m_skeleton, 3);
  add(m_sockets, 3);
  add(m_bounds, 3);
  add(makeShow());
  add(frame, 2);
}

void ViewportStrip::makeSource() {
  m_source = named(new Segmented({tr("Baked"), tr("Original")}), "source");
  m_source->button(0)->setToolTip(tr("Playback of the exported texture"));
  m_source->button(1)->setToolTip(tr("Playback of the source: skinned every frame from the full skeleton"));
  connect(m_source, &Segmented::chosen, this, [this](int choice) { emit sourceChosen(choice == 1); });
}

void ViewportStrip::makeCrowd() {
  m_many = named(new Segmented({tr("One"), tr("Crowd")}), "many");
  m_count = named(new NumberField(CrowdSetup::kFewest, CrowdSetup::kMost, 0, {}), "crowdCount",
                  tr("Characters in the crowd"));
  m_count->setFixedWidth(76);
  m_count->setAccessibleName(tr("Characters in the crowd"));
  m_layout = named(comboBox({tr("Grid", "of characters"), tr("Disc"), tr("Scatter")}), "crowdLayout",
                   tr("Layout of the crowd"));
  m_layout->setAccessibleName(tr("Layout of the crowd"));
  m_spread =
      iconButton("spread", tr("Layout of the crowd, variation between its characters, and layers"), "crowdSpread");
  m_spreadPopup = new SpreadPopup(m_document, this);
  connect(m_many, &Segmented::chosen, this, [this](int choice) {
    m_document.setShowsCrowd(choice == 1);
    emit crowdChosen();
  });
  connect(m_count, &QDoubleSpinBox::valueChanged, this, [this](double count) {
    m_document.set(tr("Change crowd size"), &CrowdSetup::count, static_cast<std::uint32_t>(count));
  });
  connect(m_layout, &QComboBox::activated, this, [this](int layout) {
    m_document.set(tr("Change crowd layout"), &CrowdSetup::layout, static_cast<viewport::CrowdLayout>(layout));
  });
  connect(m_spread, &QToolButton::clicked, this, [this] { m_spreadPopup->showBelow(*m_spread); });
}

void ViewportStrip::makeSurfaces() {
  m_surfaces = named(new QComboBox, "surfaces", tr("Shading of surfaces"));
  m_surfaces->addItem(tr("Lit"), static_cast<int>(viewport::ViewMode::Lit));
  m_surfaces->addItem(tr("Textured"), static_cast<int>(viewport::ViewMode::Textured));
  m_surfaces->addItem(tr("Normals"), static_cast<int>(viewport::ViewMode::Normals));
  m_surfaces->addItem(tr("Bone weights"), static_cast<int>(viewport::ViewMode::Weights));
  m_surfaces->addItem(tr("Clips"), static_cast<int>(viewport::ViewMode::Clips));
  m_surfaces->addItem(tr("Posing method"), static_cast<int>(viewport::ViewMode::Paths));
  m_surfaces->addItem(tr("Lit per vertex"), static_cast<int>(viewport::ViewMode::VertexLit));
  m_surfaces->setItemData(6, tr("Gouraud shading: light is computed at the vertices and interpolated. Without shadows"),
                          Qt::ToolTipRole);
  m_surfaces->setItemData(5, tr("Orange: skinned. Blue: animation texture. Hybrid uses both"), Qt::ToolTipRole);
  connect(m_surfaces, &QComboBox::activated, this, &ViewportStrip::surfacesChosen);
}

void ViewportStrip::makeCamera() {
  m_projection = comboBox({tr("Perspective"), tr("Orthographic")});
  m_projection->setToolTip(tr("Projection of the camera (5)"));
  m_camera = iconButton("camera", tr("Camera: position, field of view, saved views"), "cameraButton");
  m_cameraPopup = new CameraPopup(m_document, m_window, m_effects.cameraFollow(), this);
  connect(m_projection, &QComboBox::activated, this, [this](int projection) {
    viewport::Camera now = m_window.scene().camera;
    now.orthographic = projection == 1;
    m_window.setCamera(now);
  });
  connect(m_camera, &QToolButton::clicked, this, [this] { m_cameraPopup->showBelow(*m_camera); });
  connect(&m_window, &viewport::RhiWindow::cameraMoved, this,
          [this] { m_projection->setCurrentIndex(m_window.scene().camera.orthographic ? 1 : 0); });
}

void ViewportStrip::makeToggles() {
  m_skeleton = toggle("bone", tr("Skeleton"), tr("Shows the bones in front of the character"), "showSkeleton");
  m_sockets = toggle("socket", tr("Sockets"), tr("Shows the axes of every socket"), "showSockets");
  m_bounds = toggle("bounds", tr("Bounds"), tr("Shows the box that a character stays in while it plays its clip"),
                    "showBounds");
  connect(m_skeleton, &QToolButton::toggled, this, &ViewportStrip::skeletonToggled);
  connect(m_sockets, &QToolButton::toggled, this, [this](bool on) {
    m_window.scene().view.sockets = on;
    m_window.requestUpdate();
  });
  connect(m_bounds, &QToolButton::toggled, this, [this](bool on) {
    m_window.scene().view.bounds = on;
    m_window.requestUpdate();
  });
}

QToolButton* ViewportStrip::makeShow() {
  auto* show = new QToolButton;
  show->setObjectName("show");
  show->setText(tr("Show"));
  show->setPopupMode(QToolButton::InstantPopup);
  const ShowMenu::Mirrored mirrored = {m_skeleton, m_sockets, m_bounds, m_surfaces, m_projection, m_layout};
  m_show = new ShowMenu(m_document, m_window, m_effects, m_gizmo, mirrored, show);
  show->setMenu(m_show);
  connect(m_show, &ShowMenu::flashToggled, this, &ViewportStrip::flashToggled);
  connect(m_show, &ShowMenu::levelChosen, this, &ViewportStrip::levelChosen);
  connect(m_show, &ShowMenu::cameraAsked, this, [this, show] { m_cameraPopup->showBelow(*show); });
  connect(m_show, &ShowMenu::spreadAsked, this, [this, show] { m_spreadPopup->showBelow(*show); });
  return show;
}

void ViewportStrip::showCrowd(const DocumentState& state) {
  m_many->setCurrent(state.showsCrowd ? 1 : 0);
  m_count->show(state.crowd.count);
  m_layout->setCurrentIndex(static_cast<int>(state.crowd.layout));
}

void ViewportStrip::showView(const viewport::ViewOptions& view, viewport::ViewMode surfaces, bool flashes) {
  m_skeleton->setChecked(view.skeleton == viewport::SkeletonView::OnTop);
  m_sockets->setChecked(view.sockets);
  m_bounds->setChecked(view.bounds);
  m_surfaces->setCurrentIndex(m_surfaces->findData(static_cast<int>(surfaces)));
  m_show->setFlashes(flashes);
}

void ViewportStrip::showBusy(const QString& text) {
  m_busy->setMaximumWidth(text.isEmpty() ? 0 : QWIDGETSIZE_MAX);
  m_busy->setWholeText(text);
}

// The window is not widened for a message, which is elided then.
QSize ViewportStrip::minimumSizeHint() const {
  const int busy =
      std::min(std::max(m_busy->sizeHint().width(), m_busy->minimumSizeHint().width()), m_busy->maximumWidth());
  return FittingRow::minimumSizeHint() - QSize(busy, 0);
}

void ViewportStrip::setChoices(const Choices& choices) {
  m_source->button(0)->setEnabled(choices.baked);
  m_source->button(1)->setEnabled(choices.original);
  m_many->setEnabled(choices.crowd);
  // Enabled while one character is shown too, so that a crowd can be set up in advance.
  m_count->setEnabled(choices.crowd);
  m_layout->setEnabled(choices.crowd);
  m_spread->setEnabled(choices.crowd);
  const bool many = choices.crowd && m_document.state().showsCrowd;
  m_spreadPopup->setMany(many);
  m_show->setMany(many);
}

}  // namespace texeleton::editor
