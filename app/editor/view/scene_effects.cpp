#include "app/editor/view/scene_effects.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/editor/messages/localized.h"
#include "app/editor/widgets/numbers.h"
#include "core/model/nodes.h"
#include "core/runtime/pack_player.h"
#include "viewport/scene/gpu/packing.h"
#include "viewport/scene/shown_pose.h"

namespace texeleton::editor {

namespace {

constexpr double kLeastTravel = 0.01;      // Share of the model's size: shorter paths are not drawn.
constexpr std::size_t kMostGazing = 2000;  // In larger crowds only near characters.
constexpr float kPathPoints = 2.5f;
constexpr float kLift = 0.003f;                      // Share of the model's size: above the grid on the ground.
constexpr float kArrow = 0.07f;                      // Share of the model's size.
const glm::vec4 kTaken(0.075f, 0.371f, 1.0f, 1.0f);  // The accent, linear.
const glm::vec4 kStays(0.45f, 0.47f, 0.50f, 1.0f);
constexpr float kLaterCycles = 0.5f;
const glm::vec4 kMark(0.95f, 0.10f, 0.06f, 1.0f);
constexpr float kMarkCross = 0.02f;   ///< Half of the cross at a marked vertex, as a share of the model's size.
constexpr float kAroundMark = 0.15f;  ///< Half of the framed area around it.

QString fadeText(double weight) {
  return weight < 1.0 ? " · " + SceneEffects::tr("fading in, %1 %").arg(std::lround(kPercent * weight)) : QString();
}

void addArrow(std::vector<viewport::SceneLine>& lines, const glm::vec3& tip, const glm::vec3& along, float size,
              const glm::vec4& color) {
  const glm::vec3 side(-along.z, 0.0f, along.x);
  for (const float to : {-0.5f, 0.5f}) {
    lines.push_back({tip, tip + (side * to - along) * size, color, kPathPoints});
  }
}

}  // namespace

SceneEffects::SceneEffects(Workshop& workshop, Playback& playback, RootFinding& roots, viewport::RhiWindow& window,
                           QObject* parent)
    : QObject(parent), m_workshop(workshop), m_playback(playback), m_roots(roots), m_window(window) {
  m_animator = new AnimatorPlay(m_workshop, m_playback, m_window, this);
  m_fade = new FadePreview(m_playback, m_window, this);
  m_meshes = new MeshSwap(m_workshop, m_window, this);
  m_ragdoll = new RagdollPlay(m_workshop, m_playback, m_window, this);
  m_targets = new LimbTargets(m_workshop, *m_animator, m_window, this);
  m_camera = new CameraFollow(m_window, this);
  connect(m_targets, &LimbTargets::previewed, this, &SceneEffects::follow);
  connect(m_ragdoll, &RagdollPlay::changed, this, &SceneEffects::follow, Qt::QueuedConnection);
  connect(m_animator, &AnimatorPlay::changed, this, &SceneEffects::follow, Qt::QueuedConnection);
  connect(&m_roots, &RootFinding::found, this, &SceneEffects::makeTrail);
  connect(&m_window, &viewport::RhiWindow::cameraMoved, this, &SceneEffects::follow);
  connect(&m_workshop.document(), &Document::changed, this, &SceneEffects::follow);
  connect(&m_workshop.document(), &Document::replaced, m_camera, [this] { m_camera->setNode({}); });
}

void SceneEffects::crowdMade(std::shared_ptr<const BakeSnapshot> shown, bool isOne) {
  if (m_shown != shown) {
    m_mark.reset();
  }
  m_shown = std::move(shown);
  m_isOne = isOne;
  const viewport::Scene& scene = m_window.scene();
  if (m_isOne && scene.crowd.size() == 1) {
    m_record = scene.crowd.records().front();
  } else {
    m_meshes->apply();
  }
  makeTrail();
  follow();
}

void SceneEffects::setShowsPath(bool shows) {
  m_showsPath = shows;
  showTrail();
}

void SceneEffects::setTravels(bool travels) {
  m_travels = travels;
  follow();
}

void SceneEffects::setVariant(std::uint32_t variant) {
  m_record.setLook(m_record.paletteEntry(), variant);
  m_meshes->wearAlone(variant);
}

void SceneEffects::setStand(const transform::Transform& stand) {
  if (!(stand == m_stand)) {
    m_stand = stand;
    follow();
  }
}

void SceneEffects::setTriedLook(const TriedLook& look) {
  m_look = look;
  follow();
}

void SceneEffects::makeTrail() {
  RootTrail trail;
  const vat::BakedClip* clip = m_playback.shownClip();
  if (m_isOne && m_shown && clip != nullptr && m_shown->animation == m_playback.shownAnimation()) {
    trail = rootTrail(*m_shown->model, *clip, m_roots.rootOf(clip->source.clip));
    const auto far = [&trail](const glm::dvec3& point) { return glm::distance(point, trail.points.front()); };
    double farthest = 0.0;
    for (const glm::dvec3& point : trail.points) {
      farthest = std::max(farthest, far(point));
    }
    if (farthest < kLeastTravel * m_shown->animation->sizeMetres) {
      trail.points.clear();
      trail.cycleEnds.clear();
    }
  }
  m_trail = std::move(trail);
  showTrail();
  emit trailChanged();
}

std::optional<glm::vec3> SceneEffects::markedPlace() const {
  const viewport::Scene& scene = m_window.scene();
  if (!m_mark || !m_isOne || scene.crowd.size() != 1 || !scene.animation ||
      *m_mark >= scene.animation->mesh.vertexCount()) {
    return std::nullopt;
  }
  const runtime::DecodedVertex vertex = runtime::decodeVertex(*scene.animation, *m_mark, scene.crowd.output(0));
  return scene.crowd.records().front().toWorld(vertex.position);
}

void SceneEffects::markVertex(std::uint32_t vertex) {
  m_mark = vertex;
  m_markedClip = m_playback.clipNumber();
  const auto place = markedPlace();
  if (!place) {
    m_mark.reset();
    return;
  }
  showTrail();
  const glm::vec3 around(kAroundMark * static_cast<float>(m_window.scene().animation->sizeMetres));
  viewport::Camera camera = m_window.scene().camera;
  camera.frameBox({*place - around, *place + around},
                  static_cast<float>(m_window.width()) / static_cast<float>(std::max(m_window.height(), 1)));
  m_window.setCamera(camera);
}

void SceneEffects::followMark() {
  if (m_mark && (m_playback.isPlaying() || m_playback.clipNumber() != m_markedClip)) {
    m_mark.reset();
    showTrail();
  } else if (m_mark) {
    showTrail();
  }
}

void SceneEffects::showTrail() {
  auto lines = std::make_shared<std::vector<viewport::SceneLine>>();
  const vat::BakedClip* clip = m_playback.shownClip();
  if (m_showsPath && !m_trail.points.empty() && clip != nullptr) {
    addTrail(*lines, *clip);
  }
  if (const auto place = markedPlace()) {
    const float half = kMarkCross * static_cast<float>(m_window.scene().animation->sizeMetres);
    for (int axis = 0; axis < 3; ++axis) {
      glm::vec3 arm(0.0f);
      arm[axis] = half;
      lines->push_back({*place - arm, *place + arm, kMark, kPathPoints});
    }
  }
  m_window.scene().lines = lines->empty() ? nullptr : std::move(lines);
  m_window.requestUpdate();
}

void SceneEffects::addTrail(std::vector<viewport::SceneLine>& lines, const vat::BakedClip& clip) const {
  const auto size = static_cast<float>(m_shown->animation->sizeMetres);
  const glm::vec4 color = clip.rootMotion ? kTaken : kStays;
  const auto at = [&](std::size_t i) { return glm::vec3(m_trail.points[i]) + glm::vec3(0.0f, kLift * size, 0.0f); };
  std::size_t begin = 0;
  for (std::size_t cycle = 0; cycle < m_trail.cycleEnds.size(); ++cycle) {
    const std::size_t end = m_trail.cycleEnds[cycle];
    const glm::vec4 own = color * glm::vec4(1.0f, 1.0f, 1.0f, cycle == 0 ? 1.0f : kLaterCycles);
    glm::vec3 along(0.0f, 0.0f, 1.0f);
    for (std::size_t i = begin; i < end; ++i) {
      lines.push_back({at(i), at(i + 1), own, kPathPoints});
      const glm::vec3 step = at(i + 1) - at(i);
      const glm::vec3 ground(step.x, 0.0f, step.z);
      along = glm::length(ground) > 1e-6f * size ? glm::normalize(ground) : along;
    }
    addArrow(lines, at(end), along, kArrow * size, own);
    begin = end;
  }
}

void SceneEffects::follow() {
  m_fade->follow();
  place();
  followMark();
  pose();
  m_camera->follow();
  m_window.requestUpdate();
  emit posed();
}

QString SceneEffects::poseText(std::uint32_t instance) const {
  const viewport::Scene& scene = m_window.scene();
  if (!scene.animation || instance >= scene.crowd.size()) {
    return {};
  }
  const auto timed = [](const std::string& name, double time) {
    return tr("%1, %2", "clip or state, time").arg(QString::fromStdString(name), seconds(time, 3));
  };
  const viewport::ShownMotion motion = viewport::shownMotion(scene, viewport::shownPath(scene.view), instance);
  const auto falls = motion.isPosed ? m_ragdoll->fallSeconds(instance) : std::nullopt;
  if (falls) {
    return m_ragdoll->isGettingUp() ? tr("Ragdoll, getting up") : tr("Ragdoll, %1", "time").arg(seconds(*falls, 3));
  }
  const viewport::AnimatedCrowd* const crowd = m_animator->isOn() && motion.isPosed ? m_animator->crowd() : nullptr;
  if (const animator::Animator* const animator = crowd != nullptr ? crowd->animatorOf(instance) : nullptr) {
    const QString state = timed(animator->controller().states[animator->state()].name, animator->seconds());
    QString text = tr("State %1", "name, time").arg(state) + fadeText(animator->fadeWeight());
    for (std::size_t layer = 1; layer < animator->layerCount(); ++layer) {
      if (animator->layerShare(layer) > 0.0) {
        text += " + " + timed(animator->controller().states[animator->state(layer)].name, animator->seconds(layer));
      }
    }
    return text;
  }
  QString text = timed(scene.animation->clips[motion.clip].name, motion.clipSeconds) +
                 fadeText(static_cast<double>(motion.clipShare));
  if (motion.layer) {
    text += " + " + timed(scene.animation->clips[*motion.layer].name, motion.layerSeconds);
  }
  return motion.isPosed ? text + " + " + tr("gaze") : text;
}

QString SceneEffects::shownInstead() const {
  const viewport::Scene& scene = m_window.scene();
  const std::uint32_t instance = viewport::shownInstance(scene);
  if (!scene.animation || instance >= scene.crowd.size()) {
    return {};
  }
  const viewport::ShownMotion motion = viewport::shownMotion(scene, viewport::shownPath(scene.view), instance);
  const bool isOther = m_fade->isRunning() || motion.layer.has_value() ||
                       (motion.isPosed && (m_animator->isOn() || m_ragdoll->fallSeconds(instance)));
  return isOther ? poseText(instance) : QString();
}

void SceneEffects::place() {
  viewport::Scene& scene = m_window.scene();
  const vat::BakedClip* clip = m_playback.shownClip();
  if (!m_isOne || m_fade->isRunning() || scene.crowd.size() != 1 || clip == nullptr ||
      scene.animation != m_playback.shownAnimation()) {
    return;
  }
  const vat::RootSample way =
      m_travels && !m_animator->isOn() ? travelAt(*clip, m_playback.seconds(), m_playback.rounds()) : vat::RootSample();
  viewport::InstanceRecord record = m_record;
  const double half = way.yawRadians / 2.0;
  transform::Transform stand = m_stand;
  stand.translation += m_stand.rotation * way.position;
  stand.rotation = m_stand.rotation * glm::dquat(std::cos(half), 0.0, std::sin(half), 0.0);
  record.stand(stand);
  record.tint = viewport::packColor(glm::vec4(m_look.color, 1.0f));
  const bool hasPalette = scene.animation->tint && scene.animation->tint->palette;
  record.setLook(hasPalette ? std::min(m_look.entry, scene.animation->tint->palette->entryCount - 1) : 0,
                 m_record.variant());
  const viewport::InstanceRecord& now = scene.crowd.records().front();
  if (now.position != record.position || now.rotation != record.rotation || now.tint != record.tint ||
      now.fadeTicks != record.fadeTicks) {
    scene.crowd.setRecord(0, record);
  }
}

void SceneEffects::setGazeProblem(const QString& problem) {
  if (problem != m_gazeProblem) {
    m_gazeProblem = problem;
    emit gazeProblemChanged();
  }
}

void SceneEffects::prepareGaze(const std::shared_ptr<const viewport::Skeleton>& skeleton, const std::string& node) {
  if (m_gazeOf == skeleton && m_gazeNode == node) {
    return;
  }
  m_gaze.reset();
  m_gazeOf = skeleton;
  m_gazeNode = node;
  if (node.empty() || !skeleton) {
    setGazeProblem({});
    return;
  }
  const NodeIndex found = model::nodeCalled(skeleton->model(), node);
  if (!found.isValid()) {
    setGazeProblem(tr("The model has no node %1 for the gaze.").arg(QString::fromStdString(node)));
    return;
  }
  auto made = viewport::CrowdGaze::create(skeleton, found);
  if (made) {
    m_gaze = std::move(*made);
    setGazeProblem({});
  } else {
    setGazeProblem(localized(made.error().message));
  }
}

void SceneEffects::pose() {
  const viewport::Scene& scene = m_window.scene();
  const viewport::ViewOptions& view = scene.view;
  const auto isOn = [&view](viewport::DrawPath path) {
    return view.path == path || (view.isComparing() && view.comparedPath == path);
  };
  const bool all = isOn(viewport::DrawPath::Compute) || isOn(viewport::DrawPath::Cpu);
  // The heat map shows the clips alone.
  const bool skins =
      scene.animation && view.mode != viewport::ViewMode::Heat && (all || isOn(viewport::DrawPath::Hybrid));
  const bool everybody = all && scene.crowd.size() <= kMostGazing;
  const float within = everybody || !scene.animation ? 0.0f : view.hybridRange(scene.animation->sizeMetres).farMetres;
  if (!m_animator->follow(within)) {
    gaze(skins, within);
  }
  m_ragdoll->follow(skins);
  showTargets();
}

// Crosses at limb targets replace the root's path, because characters that play the animator do not travel.
void SceneEffects::showTargets() {
  std::vector<viewport::SceneLine> lines = m_targets->lines();
  if (!lines.empty()) {
    m_window.scene().lines = std::make_shared<const std::vector<viewport::SceneLine>>(std::move(lines));
    m_showsTargets = true;
  } else if (std::exchange(m_showsTargets, false)) {
    showTrail();
  }
}

void SceneEffects::gaze(bool skins, float withinMetres) {
  viewport::Scene& scene = m_window.scene();
  prepareGaze(scene.skeleton, m_workshop.document().state().view.gaze);
  if (!m_gaze || !skins) {
    scene.poses.clear();
    return;
  }
  if (auto applied = m_gaze->apply(scene, withinMetres); !applied) {
    scene.poses.clear();
    setGazeProblem(localized(applied.error().message));
  }
}

}  // namespace texeleton::editor
