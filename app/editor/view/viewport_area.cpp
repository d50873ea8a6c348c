#include "app/editor/view/viewport_area.h"

#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "app/editor/document/preferences.h"
#include "app/editor/messages/localized.h"
#include "app/editor/view/stage_movables.h"
#include "core/base/units.h"
#include "core/meshes/mesh_instances.h"
#include "viewport/scene/crowd/variant_parts.h"
#include "viewport/scene/hang_attachments.h"

namespace texeleton::editor {

namespace {

constexpr int kLongMilliseconds = 250;  // Longer waits are reported.

viewport::CrowdSettings settingsOf(const CrowdSetup& crowd) {
  viewport::CrowdSettings settings;
  settings.count = crowd.count;
  settings.layout = crowd.layout;
  settings.seed = crowd.spread.seed;
  settings.phaseSpread = static_cast<float>(crowd.spread.phase);
  settings.speedSpread = static_cast<float>(crowd.spread.speed);
  settings.tintSpread = static_cast<float>(crowd.spread.tint);
  settings.turnSpread = static_cast<float>(crowd.spread.turnDegrees * kRadiansPerDegree);
  settings.scaleSpread = static_cast<float>(crowd.spread.size);
  return settings;
}

}  // namespace

ViewportArea::ViewportArea(Workshop& workshop, Playback& playback, Selection& selection, ClipPreview& preview,
                           viewport::GpuBackend backend, std::shared_ptr<viewport::VulkanInstance> instance,
                           const ViewportState& state, QWidget* parent)
    : QWidget(parent), m_workshop(workshop), m_playback(playback), m_selection(selection), m_preview(preview) {
  setObjectName("panel");
  m_window = new viewport::RhiWindow(backend, std::move(instance));
  m_window->setObjectName("viewport");
  m_roots = new RootFinding(m_workshop, this);
  m_effects = new SceneEffects(m_workshop, m_playback, *m_roots, *m_window, this);
  m_gizmo = new GizmoControl(*m_window, this);
  restore(state);
  m_container = QWidget::createWindowContainer(m_window, this);
  m_container->setMinimumSize(160, 120);
  m_container->setFocusPolicy(Qt::StrongFocus);
  m_container->setAccessibleName(tr("Viewport"));

  m_pages = new QStackedWidget;
  m_start = new StartPage;
  makeMessage();
  m_pages->addWidget(m_start);
  m_pages->addWidget(m_container);
  m_pages->addWidget(m_message);
  makeStrip(state);

  put(spaced(new QVBoxLayout(this), 0), {m_strip, {m_pages, 1}});

  connect(&m_workshop.document(), &Document::replaced, this, [this] {
    m_framed = false;
    setLevel(std::nullopt);
    m_effects->setTriedLook({});
    m_window->scene().view.held.clear();
  });
  connect(&m_workshop.document(), &Document::changed, this, &ViewportArea::followDocument);
  connect(&m_preview, &ClipPreview::changed, this, &ViewportArea::showBake);
  connect(&m_workshop, &Workshop::bakeChanged, this, &ViewportArea::showBake);
  connect(&m_workshop, &Workshop::problemChanged, this, &ViewportArea::showBake);
  connect(&m_playback, &Playback::clipChanged, this, &ViewportArea::makeCrowd);
  connect(&m_playback, &Playback::moved, this, [this] {
    m_window->scene().crowd.setTime(showsMany() || m_effects->fade().isRunning() ? m_playback.crowdSeconds()
                                                                                 : m_playback.seconds());
    m_effects->follow();
    m_gizmo->refresh();
  });
  connect(m_window, &viewport::RhiWindow::selectionChanged, m_gizmo, &GizmoControl::refresh);
  connect(&m_workshop.document(), &Document::changed, m_gizmo, &GizmoControl::refresh);
  // Queued after the new pose, which is queued too.
  connect(&m_effects->animator(), &AnimatorPlay::changed, m_gizmo, &GizmoControl::refresh, Qt::QueuedConnection);
  connect(&m_effects->limbTargets(), &LimbTargets::taken, this, [this](const LimbTargets::Target& target) {
    m_gizmo->setTarget(std::make_unique<LimbTargetMovable>(m_effects->limbTargets(), target), tr("Target of a limb"));
  });
  connect(&m_effects->fade(), &FadePreview::changed, this, [this] {
    if (!m_effects->fade().isRunning()) {
      makeCrowd();
    }
  });
  connect(m_window, &viewport::RhiWindow::selectionChanged, this,
          [this] { m_selection.selectInstances(m_window->scene().selection); });
  connect(m_window, &viewport::RhiWindow::bonePicked, &m_selection, &Selection::selectBone);
  connect(m_window, &viewport::RhiWindow::socketPicked, this, [this](std::uint32_t socket) {
    if (shown() && socket < shown()->sockets.size()) {
      m_selection.selectBone(shown()->sockets[socket].node);
    }
  });
  connect(m_window, &viewport::RhiWindow::meshPicked, this, &ViewportArea::selectMesh);
  connect(&m_selection, &Selection::instancesChanged, this, [this] { m_window->select(m_selection.instances()); });
  connect(&m_selection, &Selection::variantChanged, this, &ViewportArea::wearSelected);
  connect(&m_selection, &Selection::boneChanged, this, &ViewportArea::showSelection);
  connect(&m_selection, &Selection::pointedChanged, this, &ViewportArea::showSelection);
  connect(m_window, &viewport::RhiWindow::failed, this, [this](const Error& error) {
    if (m_window->scene().animation) {
      showMessage(tr("Nothing can be drawn"), localized(error));
    }
  });
  afterPause(m_takesLong, kLongMilliseconds, this, [this] { showBusy(awaited()); });
  for (JobRunner* runner : {&m_workshop.runner(), &m_preview.runner()}) {
    for (const auto signal : {&JobRunner::started, &JobRunner::finished, &JobRunner::cancelled}) {
      connect(runner, signal, this, [this, runner, begins = signal == &JobRunner::started] {
        m_bakes = runner == &m_workshop.runner() ? begins : m_bakes;
        showAwaited();
      });
    }
  }
  connect(&m_workshop, &Workshop::modelChanged, this, &ViewportArea::showAwaited);
  for (const auto signal : {&Workshop::bakeChanged, &Workshop::problemChanged}) {
    connect(&m_workshop, signal, this, [this] {
      m_bakes = m_bakes && m_workshop.isImporting();  // After a bake it measures.
      showAwaited();
    });
  }
  connect(m_window, &viewport::RhiWindow::frameShown, this, [this] {
    showAwaited();
    if (!m_toldDevice) {
      m_toldDevice = true;
      emit deviceChanged();
    }
  });
  followDocument();
  showBake();
  showSelection();
}

ViewportState ViewportArea::state() const {
  return {m_window->scene().view,
          m_strip->surfaces(),
          m_comparing,
          m_strip->flashes(),
          m_effects->showsPath(),
          m_effects->travels(),
          m_effects->ragdoll().showsBodies(),
          m_effects->animator().isOn(),
          m_effects->triedLook()};
}

// Call before the controls that show it are created.
void ViewportArea::restore(const ViewportState& state) {
  m_window->scene().view = state.view;
  m_window->scene().selection = m_selection.instances();
  m_comparing = state.comparing;
  m_effects->setShowsPath(state.showsPath);
  m_effects->setTravels(state.travels);
  m_effects->ragdoll().setShowsBodies(state.showsBodies);
  m_effects->setTriedLook(state.look);
  m_effects->animator().setOn(state.playsAnimator);
}

void ViewportArea::makeMessage() {
  m_message = new QWidget;
  auto* message = new QVBoxLayout(m_message);
  message->setAlignment(Qt::AlignCenter);
  m_messageTitle = label({}, "title");
  m_messageText = label({}, "muted");
  for (QLabel* each : {m_messageTitle, m_messageText}) {
    each->setWordWrap(true);
    each->setAlignment(Qt::AlignCenter);
    message->addWidget(each);
  }
  m_locate = named(new QPushButton(tr("Locate…")), "locateMissing");
  m_locate->hide();
  message->addWidget(m_locate, 0, Qt::AlignCenter);
  connect(m_locate, &QPushButton::clicked, this, &ViewportArea::locateAsked);
}

void ViewportArea::makeStrip(const ViewportState& state) {
  m_strip = new ViewportStrip(m_workshop.document(), *m_window, *m_effects, *m_gizmo);
  m_strip->showView(state.view, state.surfaces, state.flashes);
  connect(m_strip, &ViewportStrip::sourceChosen, this, &ViewportArea::chooseSource);
  connect(m_strip, &ViewportStrip::crowdChosen, this, &ViewportArea::followDocument);
  connect(m_strip, &ViewportStrip::surfacesChosen, this, &ViewportArea::applyView);
  connect(m_strip, &ViewportStrip::skeletonToggled, this, &ViewportArea::showSelection);
  connect(m_strip, &ViewportStrip::flashToggled, this, &ViewportArea::makeCrowd);
  connect(m_strip, &ViewportStrip::levelChosen, this, &ViewportArea::setLevel);
  connect(m_strip, &ViewportStrip::frameAsked, this, &ViewportArea::frameSelected);
}

const std::shared_ptr<const BakeSnapshot>& ViewportArea::shown() const {
  return isPreview() ? m_preview.snapshot() : m_workshop.bake();
}

void ViewportArea::showMessage(const QString& title, const QString& text) {
  m_messageTitle->setText(title);
  m_messageText->setText(text);
  const auto& problem = m_workshop.problem();
  m_locate->setVisible(problem && problem->code == ErrorCode::NotFound);
  m_pages->setCurrentWidget(m_message);
  showAwaited();
}

void ViewportArea::showBake() {
  viewport::Scene& scene = m_window->scene();
  const std::shared_ptr<const BakeSnapshot>& bake = shown();
  showChoices();
  if (!bake) {
    scene.animation = nullptr;
    scene.skeleton = nullptr;
    scene.lines = nullptr;
    scene.attachments = nullptr;
    scene.gizmo.reset();
    scene.poses.clear();
    if (m_workshop.document().isEmpty()) {
      m_pages->setCurrentWidget(m_start);
    } else if (m_workshop.model() && m_workshop.document().state().noClips && !m_preview.isWanted()) {
      showMessage(tr("No clip is ticked"), tr("Tick clips to bake them; select a clip to view it."));
    } else if (m_workshop.problem()) {
      showMessage(tr("This file cannot be shown"), localized(*m_workshop.problem()));
    } else {
      showMessage(tr("Reading the model…"), m_workshop.document().name());
    }
    return;
  }
  if (scene.animation == bake->animation) {
    return;
  }
  if (std::exchange(m_unit, bake->model->unitMetres) != bake->model->unitMetres) {
    m_framed = false;  // The camera belongs to a model of another size.
  }
  scene.animation = bake->animation;
  scene.skeleton = bake->skeleton;
  scene.attachments = viewport::sceneAttachments(bake->attachments, *bake->model, *bake->animation);
  m_attachedBounds =
      scene.attachments ? viewport::attachedBounds(*bake->animation, *scene.attachments) : std::vector<model::Box>();
  applyView();
  makeCrowd();
}

// Updates the strip and the picture from the document.
void ViewportArea::followDocument() {
  const DocumentState& state = m_workshop.document().state();
  m_window->setNavigation(navigationScheme());
  const bool other = state.showsCrowd != m_shownMany ||
                     (state.showsCrowd && (state.crowd.count != m_crowd.count || state.crowd.layout != m_crowd.layout));
  const bool differently = state.showsCrowd && !(state.crowd.spread == m_crowd.spread);
  m_shownMany = state.showsCrowd;
  m_crowd = state.crowd;
  m_strip->showCrowd(state);
  showChoices();
  if (!(state.view == m_setup)) {
    m_setup = state.view;
    applyView();
  }
  if (other || differently) {
    makeCrowd();
  }
  if (other) {
    frameAll();
  }
}

void ViewportArea::showChoices() {
  const auto& snapshot = shown();
  m_strip->setChoices({!isPreview() || !snapshot->skeleton, !snapshot || snapshot->skeleton,
                       !m_workshop.document().isEmpty() && !isPreview()});
}

void ViewportArea::chooseSource(bool isOriginal) {
  Comparing comparing = m_comparing;
  comparing.path = isOriginal ? viewport::DrawPath::Compute : viewport::DrawPath::Texture;
  if (comparing.other == comparing.path) {
    comparing.other = isOriginal ? viewport::DrawPath::Texture : viewport::DrawPath::Compute;
  }
  setComparing(comparing);
}

// Draws the new content even if the previous one failed; if it fails too, the window reports it.
void ViewportArea::showPicture() {
  if (m_window->scene().animation) {
    m_pages->setCurrentWidget(m_container);
  }
  m_window->requestUpdate();
  showAwaited();
}

QString ViewportArea::awaited() const {
  const viewport::Scene& scene = m_window->scene();
  if (m_pages->currentWidget() != m_container) {
    return {};  // Other pages do not wait.
  }
  if (m_bakes) {
    return m_workshop.isImporting() ? tr("Reading…") : tr("Baking…");
  }
  if (m_preview.runner().isBusy()) {
    return tr("Baking…");
  }
  if (!m_window->isExposed()) {
    return {};  // Nothing is drawn.
  }
  const viewport::ShownFrame* frame = m_window->lastFrame();
  if (frame != nullptr && frame->statistics.instances != scene.crowd.size()) {
    return tr("Drawing %Ln character(s)…", "", static_cast<int>(scene.crowd.size()));
  }
  const auto isLike = [&scene](const viewport::ViewOptions& view) {
    return view.path == scene.view.path && view.comparison == scene.view.comparison && view.mode == scene.view.mode &&
           view.wireframe == scene.view.wireframe && view.tessellates() == scene.view.tessellates();
  };
  const bool isCurrent = frame != nullptr && frame->animation == scene.animation.get() && isLike(frame->view);
  return isCurrent ? QString() : tr("Preparing shaders…");
}

// Reports only waits that are longer than a moment.
void ViewportArea::showAwaited() {
  const QString text = awaited();
  if (text.isEmpty() || m_isBusy) {
    m_takesLong.stop();
    showBusy(text);
  } else if (!m_takesLong.isActive()) {
    m_takesLong.start();
  }
}

void ViewportArea::showBusy(const QString& text) {
  if (text.isEmpty() && !m_isBusy) {
    return;
  }
  m_isBusy = !text.isEmpty();
  m_strip->showBusy(text);
  m_window->setCursor(m_isBusy ? Qt::BusyCursor : Qt::ArrowCursor);
}

void ViewportArea::setHeld(const std::string& socket, const viewport::HeldObject& held) {
  m_window->scene().view.held[socket] = held;
  m_window->requestUpdate();
}

void ViewportArea::makeCrowd() {
  viewport::Scene& scene = m_window->scene();
  if (!scene.animation || scene.animation != m_playback.shownAnimation()) {
    return;  // The playback also receives the bake and then emits its clip.
  }
  const bool many = showsMany();
  viewport::CrowdSettings settings;
  if (many) {
    settings = settingsOf(m_workshop.document().state().crowd);
  } else {
    if (m_selection.variant() >= 0) {
      settings.variant = static_cast<std::uint32_t>(m_selection.variant());
    }
    settings.clip = static_cast<std::uint32_t>(std::max(m_playback.clipNumber(), 0));
  }
  auto crowd = viewport::Crowd::make(settings, *scene.animation, m_attachedBounds);
  if (!crowd) {
    showMessage(tr("Nothing can be drawn"), localized(crowd.error().message));
    return;
  }
  scene.crowd = std::move(*crowd);
  const bool isOther = std::exchange(m_offered, scene.animation.get()) != scene.animation.get();
  if (isOther) {
    m_strip->spread().setShown(scene.animation.get(), shown() ? shown()->model.get() : nullptr);
  }
  applyLayer();
  scene.crowd.setTime(many ? m_playback.crowdSeconds() : m_playback.seconds());
  scene.events =
      many && m_strip->flashes() ? std::make_shared<viewport::CrowdEvents>(scene.animation, scene.crowd) : nullptr;
  std::vector<std::uint32_t> selected = scene.selection;
  std::erase_if(selected, [&scene](std::uint32_t instance) { return instance >= scene.crowd.size(); });
  m_window->select(std::move(selected));
  m_effects->crowdMade(shown(), !many);
  showPicture();
  if (!std::exchange(m_framed, true)) {
    frameAll();
  }
  m_gizmo->refresh();
  emit sceneChanged();
}

// A character that plays an animator or a ragdoll continues with other meshes; a crowd shows all variants anyway.
void ViewportArea::wearSelected() {
  const viewport::Scene& scene = m_window->scene();
  const auto variant = static_cast<std::uint32_t>(std::max(m_selection.variant(), 0));
  if (showsMany()) {
    return;
  }
  if (!scene.animation || scene.crowd.size() != 1 || variant >= viewport::shownVariants(*scene.animation)) {
    makeCrowd();
    return;
  }
  m_effects->setVariant(variant);
}

void ViewportArea::wear(std::optional<std::uint32_t> variant) {
  const viewport::Scene& scene = m_window->scene();
  if (!showsMany()) {
    m_selection.selectVariant(variant ? static_cast<int>(*variant) : -1);
    return;
  }
  std::vector<std::uint32_t> instances = scene.selection;
  if (instances.empty()) {
    instances.resize(scene.crowd.size());
    std::iota(instances.begin(), instances.end(), 0u);
  }
  m_effects->meshes().wear(instances, variant);
}

void ViewportArea::applyLayer() {
  viewport::Scene& scene = m_window->scene();
  QString problem;
  std::optional<viewport::CrowdLayer> wanted;
  if (scene.animation && m_setup.hasLayer()) {
    if (!scene.view.showsTextureAlone()) {
      problem = tr("The layer is shown only by the animation texture.");
    } else if (auto layer = viewport::layerOf(m_setup, *scene.animation, scene.crowd.size() > 1); layer) {
      wanted = std::move(*layer);
    } else {
      problem = localized(layer.error().message);
    }
  }
  if (auto set = scene.crowd.setLayer(std::move(wanted)); !set) {
    problem = localized(set.error().message);
  }
  m_strip->spread().setLayerProblem(problem);
  m_window->requestUpdate();
}

void ViewportArea::setLevel(std::optional<std::uint32_t> level) {
  if (level != this->level()) {
    m_window->scene().view.level = level;
    m_window->requestUpdate();
    emit levelChanged();
  }
}

// An index into the meshes of the shown bake's model.
void ViewportArea::selectMesh(std::uint32_t mesh) {
  const auto& bake = shown();
  if (!bake || mesh >= bake->animation->meshes.size()) {
    return;
  }
  const vat::BakedSourceMesh& wanted = bake->animation->meshes[mesh];
  const bool authored = m_workshop.document().recipe().bake.meshes.authoredLods.value_or(true);
  const meshes::MeshInstances all = meshes::meshInstances(*bake->model, authored);
  for (std::size_t i = 0; i < all.instances.size(); ++i) {
    if (all.instances[i].name == wanted.name && bake->model->nodes[all.instances[i].node.value].name == wanted.node) {
      m_selection.selectMesh(static_cast<int>(i));
      return;
    }
  }
}

void ViewportArea::setComparing(const Comparing& comparing) {
  if (comparing == m_comparing) {
    return;
  }
  m_comparing = comparing;
  applyView();
  emit comparingChanged();
}

void ViewportArea::applyView() {
  viewport::Scene& scene = m_window->scene();
  viewport::ViewOptions& view = scene.view;
  const bool canSkin = scene.skeleton != nullptr;  // Otherwise only the texture can be drawn.
  // A clip that is not baked has no error to compare.
  const Comparing::How how = isPreview() ? Comparing::How::Off : m_comparing.how;
  const bool heat = how == Comparing::How::Heat;
  view.mode = heat && canSkin ? viewport::ViewMode::Heat : m_strip->surfaces();
  view.nearMetres = static_cast<float>(m_setup.hybridMetres);
  view.impostorPixels = static_cast<float>(m_setup.impostorPixels);
  view.tessellation = m_setup.tessellate ? static_cast<float>(m_setup.segments) : 0.0f;
  view.displacement = static_cast<float>(m_setup.displacement);
  view.normals = m_setup.normals;
  view.tangents = m_setup.tangents;
  view.normalLength = static_cast<float>(m_setup.normalLength);
  view.towardsLight = m_setup.light ? glm::vec3(*m_setup.light) : viewport::ViewOptions().towardsLight;
  m_effects->setStand(m_setup.character);
  view.path = !canSkin ? viewport::DrawPath::Texture : isPreview() ? viewport::DrawPath::Compute : m_comparing.path;
  view.comparedPath = m_comparing.other;
  view.comparison = !canSkin                         ? viewport::Comparison::None
                    : how == Comparing::How::Split   ? viewport::Comparison::Split
                    : how == Comparing::How::Overlay ? viewport::Comparison::Overlay
                                                     : viewport::Comparison::None;
  view.heatLimitMillimetres = m_comparing.heatLimitMillimetres;
  const bool skinned = view.path == viewport::DrawPath::Compute || view.path == viewport::DrawPath::Cpu;
  m_strip->showSource(skinned);
  view.note.clear();
  if (isPreview()) {
    const QString clip = QString::fromStdString(scene.animation->clips.front().name);
    const bool hasNoClips = m_workshop.model() && m_workshop.model()->clips.empty();
    view.note = (hasNoClips ? tr("No clips: the bind pose is shown")
                 : canSkin  ? tr("%1 is not baked: the original is shown").arg(clip)
                            : tr("%1 is not baked yet").arg(clip))
                    .toStdString();
  }
  applyLayer();
  m_effects->follow();
  showPicture();
}

// The selected bone is highlighted in the skeleton, which is shown automatically.
void ViewportArea::showSelection() {
  viewport::ViewOptions& view = m_window->scene().view;
  const NodeIndex bone = m_selection.pointedBone().isValid() ? m_selection.pointedBone() : m_selection.bone();
  view.highlightedNode = bone;
  view.skeleton = m_strip->showsSkeleton() ? viewport::SkeletonView::OnTop
                  : bone.isValid()         ? viewport::SkeletonView::Faded
                                           : viewport::SkeletonView::Hidden;
  m_window->requestUpdate();
}

void ViewportArea::frameAll() {
  if (m_window->scene().animation) {
    m_window->frameAll();
  }
}

void ViewportArea::frameSelected() {
  if (m_window->scene().animation) {
    m_window->frameSelected();
  }
}

QString ViewportArea::deviceText() const {
  const viewport::ShownFrame* frame = m_window->lastFrame();
  return frame == nullptr
             ? QString()
             : QString("%1 · %2").arg(viewport::backendName(frame->backend), QString::fromStdString(frame->deviceName));
}

}  // namespace texeleton::editor
