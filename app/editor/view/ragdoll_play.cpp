#include "app/editor/view/ragdoll_play.h"

#include <algorithm>
#include <utility>

#include "app/editor/messages/localized.h"
#include "core/base/parallel.h"
#include "core/ragdoll/ragdoll.h"

namespace texeleton::editor {

namespace {

constexpr double kLongestJump = 0.25;
const glm::vec4 kBodyColor(0.05f, 0.55f, 0.35f, 0.9f);
const glm::vec4 kWeldedColor(0.55f, 0.45f, 0.05f, 0.9f);

/// Whether poses of one model are valid for the other: another bake of the same file, or with further meshes.
bool nodesAlike(const model::Model& a, const model::Model& b) {
  return std::equal(
      a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(),
      [](const model::Node& x, const model::Node& y) { return x.name == y.name && x.parent == y.parent; });
}

}  // namespace

RagdollPlay::RagdollPlay(Workshop& workshop, Playback& playback, viewport::RhiWindow& window, QObject* parent)
    : PictureDrag(window, parent), m_workshop(workshop), m_playback(playback) {
  connect(&m_workshop.document(), &Document::replaced, this, &RagdollPlay::stop);
}

void RagdollPlay::setProblem(const QString& problem) {
  m_problem = problem;
  emit changed();
}

std::vector<std::uint32_t> RagdollPlay::chosen() const {
  const viewport::Scene& scene = window().scene();
  std::vector<std::uint32_t> instances = scene.selection;
  if (instances.empty()) {
    for (std::uint32_t i = 0; i < scene.crowd.size(); ++i) {
      instances.push_back(i);
    }
    const glm::vec3 eye = scene.camera.position();
    const auto isNearer = [&](std::uint32_t a, std::uint32_t b) {
      return glm::distance(scene.crowd.records()[a].position, eye) <
             glm::distance(scene.crowd.records()[b].position, eye);
    };
    const std::size_t most = std::min(kMost, instances.size());
    std::partial_sort(instances.begin(), instances.begin() + static_cast<std::ptrdiff_t>(most), instances.end(),
                      isNearer);
  }
  instances.resize(std::min(kMost, instances.size()));
  return instances;
}

const Result<ragdoll::RagdollShape>& RagdollPlay::shape() {
  static const Result<ragdoll::RagdollShape> kNone = fail(ErrorCode::NotFound, "no model is open");
  const auto& skeleton = window().scene().skeleton;
  if (!skeleton) {
    return kNone;
  }
  const std::vector<ragdoll::RagdollBone>& bones = m_workshop.document().recipe().ragdoll;
  if (!m_fitted || m_fitted->model != skeleton->sharedModel() || m_fitted->bones != bones) {
    m_fitted = Fitted{skeleton->sharedModel(), bones, ragdoll::fitRagdoll(skeleton->model(), bones)};
  }
  return m_fitted->shape;
}

void RagdollPlay::setShowsBodies(bool shows) {
  m_showsBodies = shows;
  outlineBodies();
  window().requestUpdate();
}

void RagdollPlay::outlineBodies() {
  viewport::Scene& scene = window().scene();
  if (!m_showsBodies || !shape()) {
    scene.capsules.reset();
    return;
  }
  if (m_fitted->outlines) {
    scene.capsules = m_fitted->outlines;
    return;
  }
  const model::Model& model = *m_fitted->model;
  std::vector<glm::dmat4> rest;
  for (const model::Node& node : model.nodes) {
    const glm::dmat4 local = node.restMatrix ? *node.restMatrix : toMatrix(node.rest);
    rest.push_back(node.parent.isValid() ? rest[node.parent.value] * local : local);
  }
  auto capsules = std::make_shared<std::vector<viewport::NodeCapsule>>();
  for (const ragdoll::RagdollBody& body : shape()->bodies) {
    const glm::dmat4 inNode = glm::inverse(rest[body.node.value]);
    const auto add = [&](const ragdoll::Capsule& capsule, const glm::vec4& color) {
      capsules->push_back({body.node, glm::vec3(inNode * glm::dvec4(capsule.from, 1.0)),
                           glm::vec3(inNode * glm::dvec4(capsule.to, 1.0)), static_cast<float>(capsule.radius), color});
    };
    add(body, kBodyColor);
    for (const ragdoll::Capsule& piece : body.welded) {
      add(piece, kWeldedColor);
    }
  }
  m_fitted->outlines = std::move(capsules);
  scene.capsules = m_fitted->outlines;
}

void RagdollPlay::drop(double blendSeconds) {
  const viewport::Scene& scene = window().scene();
  stop();
  m_blendSeconds = blendSeconds;
  if (!scene.skeleton || !scene.animation || scene.skeleton->animation() != scene.animation) {
    return;
  }
  const Result<ragdoll::RagdollShape>& fitted = shape();
  if (!fitted) {
    setProblem(localized(fitted.error().message));
    return;
  }
  m_shape = *fitted;
  viewport::CrowdPoser poser(scene.skeleton);
  for (const std::uint32_t instance : chosen()) {
    poser.worlds(scene.crowd, scene.poses, instance, m_leaving[instance]);
  }
  m_of = scene.skeleton;
  m_crowdSize = scene.crowd.size();
  m_seconds = m_playback.crowdSeconds();
  m_playback.setPlaying(true);
  setProblem(m_shape.bodies.size() == 1
                 ? tr("The character falls as one rigid body: only the bone “%1” moves enough of the mesh")
                       .arg(QString::fromStdString(m_of->model().nodes[m_shape.bodies.front().node.value].name))
                 : QString());
}

// The speed of each body comes from the current pose and the previous one, so that motion continues.
void RagdollPlay::beginFalling(double passedSeconds) {
  const viewport::Scene& scene = window().scene();
  viewport::CrowdPoser poser(m_of);
  std::vector<glm::dmat4> pose;
  for (const auto& [instance, before] : std::exchange(m_leaving, {})) {
    poser.worlds(scene.crowd, scene.poses, instance, pose);
    auto made = ragdoll::Ragdoll::create(m_of->sharedModel(), m_shape, pose, before, passedSeconds);
    if (!made) {
      stop();
      setProblem(localized(made.error().message));
      return;
    }
    m_falling.emplace(instance, std::move(*made));
  }
  m_fallSeconds = 0.0;
  emit changed();
}

void RagdollPlay::getUp(double seconds) {
  if (isDown()) {
    m_gettingUp = true;
    m_upSeconds = 0.0;
    m_upFor = std::max(seconds, 1e-3);
    emit changed();
  }
}

void RagdollPlay::stop() {
  const bool was = isOn();
  m_falling.clear();
  m_leaving.clear();
  m_firstShown.reset();
  m_gettingUp = false;
  m_held.reset();
  m_recording.reset();
  if (was) {
    emit changed();
  }
}

void RagdollPlay::record() {
  if (isFalling()) {
    m_recording.emplace(m_of->sharedModel(), m_firstShown ? std::span<const glm::dmat4>(m_firstShown->worlds)
                                                          : m_falling.begin()->second.worlds());
    emit changed();
  }
}

std::optional<MotionRecording> RagdollPlay::takeRecording() {
  auto recording = std::exchange(m_recording, std::nullopt);
  emit changed();
  return recording;
}

void RagdollPlay::follow(bool skins) {
  const double now = m_playback.crowdSeconds();
  const double passed = now - std::exchange(m_seconds, now);
  if (m_showsBodies) {
    outlineBodies();
  }
  if (!isOn()) {
    return;
  }
  const viewport::Scene& scene = window().scene();
  if (scene.crowd.size() != m_crowdSize || !scene.skeleton ||
      (scene.skeleton != m_of && !nodesAlike(scene.skeleton->model(), m_of->model()))) {
    stop();
    return;
  }
  m_of = scene.skeleton;  // Possibly with other meshes.
  double step = passed > 0.0 && passed <= kLongestJump ? passed : 0.0;
  if (!m_leaving.empty()) {
    if (step > 0.0) {
      beginFalling(step);
    }
    if (m_falling.empty()) {
      return;
    }
    step = 0.0;  // They already have the current pose.
  }
  m_fallSeconds += step;
  m_upSeconds += m_gettingUp ? step : 0.0;
  const double up = m_gettingUp ? m_upSeconds / m_upFor : 0.0;
  if (up >= 1.0) {
    stop();
    return;
  }
  mixAndShow(skins, up, step);
  if (step > 0.0) {
    emit moved();
  }
}

void RagdollPlay::mixAndShow(bool skins, double up, double passedSeconds) {
  struct Fallen {
    std::uint32_t instance = 0;
    ragdoll::Ragdoll* ragdoll = nullptr;
    std::vector<glm::dmat4> usual;
    std::shared_ptr<viewport::CharacterPose> pose;
  };
  viewport::Scene& scene = window().scene();
  viewport::CrowdPoser poser(m_of);
  m_pool.begin();
  std::vector<Fallen> all;
  all.reserve(m_falling.size());
  for (auto& [instance, ragdoll] : m_falling) {
    Fallen& one = all.emplace_back(Fallen{instance, &ragdoll, {}, m_pool.take()});
    if (up > 0.0 || ragdoll::animationShare(m_fallSeconds - passedSeconds, m_blendSeconds) > 0.0) {
      poser.worlds(scene.crowd, scene.poses, instance, one.usual);
    }
  }
  // If a character gets up before the blend into the fall is complete, both blends apply.
  const auto shownPose = [&](const Fallen& one, double fallSeconds) {
    std::vector<glm::dmat4> worlds(one.ragdoll->worlds().begin(), one.ragdoll->worlds().end());
    const double toUsual = 1.0 - (1.0 - ragdoll::animationShare(fallSeconds, m_blendSeconds)) * (1.0 - up);
    if (toUsual > 0.0) {
      ragdoll::mixPoses(m_of->model(), worlds, one.usual, toUsual, worlds);
    }
    return worlds;
  };
  // Ragdolls do not interact, so they are simulated in parallel.
  parallelFor(all.size(), 1, 0, JobContext(), [&](std::size_t begin, std::size_t end) {
    std::vector<glm::dmat4> skin;
    for (std::size_t i = begin; i < end; ++i) {
      Fallen& one = all[i];
      if (i == 0 && m_recording) {
        m_recording->advance(
            passedSeconds, [&one](double seconds) { one.ragdoll->advance(seconds); },
            [&](double left) { return shownPose(one, m_fallSeconds - left); });
      } else {
        one.ragdoll->advance(passedSeconds);
      }
      const std::vector<glm::dmat4> worlds = shownPose(one, m_fallSeconds);
      ragdoll::skinOf(m_of->model(), worlds, skin);
      one.pose->set(m_of->sharedModel(), worlds, skin);
    }
  });
  m_firstShown = all.empty() ? nullptr : all.front().pose;
  for (const Fallen& one : all) {
    if (skins) {
      scene.poses.insert_or_assign(one.instance, one.pose);
    }
  }
}

std::optional<glm::dvec3> RagdollPlay::take(const viewport::Ray& ray, const QPointF&) {
  if (!isDown()) {
    return std::nullopt;
  }
  const viewport::Scene& scene = window().scene();
  std::optional<glm::dvec3> nearest;
  ragdoll::Ragdoll::Hit hit;
  for (const auto& [instance, ragdoll] : m_falling) {
    const viewport::InstanceRecord& record = scene.crowd.records()[instance];
    const glm::dvec3 origin = record.toPack(glm::dvec3(ray.origin));
    const glm::dvec3 ahead = record.toPack(glm::dvec3(ray.origin + ray.direction)) - origin;
    const auto found = ragdoll.hit(origin, ahead);
    if (!found) {
      continue;
    }
    const glm::dvec3 place(record.toWorld(glm::vec3(found->place)));
    if (!nearest || glm::distance(place, glm::dvec3(ray.origin)) < glm::distance(*nearest, glm::dvec3(ray.origin))) {
      nearest = place;
      m_held = instance;
      hit = *found;
    }
  }
  if (nearest) {
    m_falling.at(*m_held).grab(hit.body, hit.place);
    m_playback.setPlaying(true);
  }
  return nearest;
}

void RagdollPlay::moveTo(const glm::dvec3& place) {
  const viewport::Scene& scene = window().scene();
  if (m_held && m_falling.count(*m_held) != 0 && *m_held < scene.crowd.size()) {
    m_falling.at(*m_held).dragTo(scene.crowd.records()[*m_held].toPack(place));
  }
}

void RagdollPlay::letGo() {
  if (m_held && m_falling.count(*m_held) != 0) {
    m_falling.at(*m_held).release();
  }
  m_held.reset();
}

}  // namespace texeleton::editor
