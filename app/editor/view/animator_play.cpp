#include "app/editor/view/animator_play.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/editor/document/playback.h"
#include "app/editor/messages/localized.h"
#include "core/animator/animator_setup.h"
#include "core/base/mapped.h"
#include "core/recipe/resolve.h"

namespace texeleton::editor {

namespace {

constexpr double kPlayFade = 0.2;

/// Whether two set-ups differ only in the targets of limbs and gazes.
bool playAlike(animator::AnimatorSetup a, animator::AnimatorSetup b) {
  a.limbs = b.limbs;
  a.gazes = b.gazes;
  return a == b;
}

}  // namespace

AnimatorPlay::AnimatorPlay(Workshop& workshop, Playback& playback, viewport::RhiWindow& window, QObject* parent)
    : QObject(parent), m_workshop(workshop), m_playback(playback), m_window(window) {
  connect(&m_workshop.document(), &Document::replaced, this, [this] { setOn(false); });
}

void AnimatorPlay::setOn(bool on) {
  if (on == m_on) {
    return;
  }
  m_on = on;
  m_crowd.reset();
  m_of.reset();
  m_setup.reset();
  m_tried.reset();
  m_recording.reset();
  m_problem.clear();
  m_seconds = m_playback.crowdSeconds();
  emit changed();
}

bool AnimatorPlay::isDrawn() const {
  const viewport::ViewOptions& view = m_window.scene().view;
  const auto isOn = [&view](viewport::DrawPath path) {
    return view.path == path || (view.isComparing() && view.comparedPath == path);
  };
  return view.mode != viewport::ViewMode::Heat &&
         (isOn(viewport::DrawPath::Compute) || isOn(viewport::DrawPath::Cpu) || isOn(viewport::DrawPath::Hybrid));
}

const std::optional<animator::AnimatorSetup>& AnimatorPlay::setup() const {
  return m_tried ? m_tried : m_workshop.document().recipe().animator;
}

std::vector<animator::PlayableClip> AnimatorPlay::clips() const {
  const auto& bake = m_workshop.bake();
  return bake ? animator::playableClips(*bake->animation, *bake->model) : std::vector<animator::PlayableClip>();
}

void AnimatorPlay::set(const std::string& parameter, double value) {
  if (m_crowd && m_crowd->set(parameter, value)) {
    emit moved();
  }
}

double AnimatorPlay::value(const std::string& parameter) const {
  if (m_crowd) {
    if (const auto value = m_crowd->value(parameter)) {
      return *value;
    }
  }
  const auto& setup = m_workshop.document().recipe().animator;
  for (std::size_t i = 0; setup && i < setup->parameters.size(); ++i) {
    if (setup->parameters[i].what.name == parameter) {
      return setup->parameters[i].what.initial;
    }
  }
  return 0.0;
}

void AnimatorPlay::play(const std::string& state) {
  const auto found = m_crowd ? m_crowd->lead().findState(state) : std::nullopt;
  if (found && m_crowd->play(*found, kPlayFade)) {
    emit moved();
  }
}

void AnimatorPlay::restart() {
  m_of.reset();
  m_crowd.reset();
  m_setup.reset();
  emit changed();
}

void AnimatorPlay::setProblem(const QString& problem) {
  if (problem != m_problem) {
    m_problem = problem;
    emit changed();
  }
}

void AnimatorPlay::prepare() {
  const std::shared_ptr<const viewport::Skeleton>& skeleton = m_window.scene().skeleton;
  const std::optional<animator::AnimatorSetup>& setup = this->setup();
  const std::vector<recipe::RecipeMask>& masks = m_workshop.document().recipe().bake.masks;
  if (m_of == skeleton && m_setup == setup && m_masks == masks) {
    return;
  }
  const bool goalsOnly =
      m_crowd && m_of == skeleton && m_setup && setup && m_masks == masks && playAlike(*m_setup, *setup);
  m_of = skeleton;
  m_setup = setup;
  m_masks = masks;
  if (!setup || setup->states.empty()) {
    m_crowd.reset();
    setProblem(tr("There is no state to play. Add one, or make an animator from the clips."));
    return;
  }
  const std::vector<animator::PlayableClip> clips = animator::playableClips(*skeleton->animation(), skeleton->model());
  std::vector<Message> problems;
  auto resolved =
      animator::resolveSetup(*setup, skeleton->model(), clips, mapped(masks, recipe::toMaskChoice), &problems);
  QStringList told;
  for (const Message& problem : problems) {
    told << localized(problem);
  }
  if (resolved && goalsOnly) {
    m_crowd->setGoals(std::move(resolved->limbs), std::move(resolved->gazes));
    setProblem(told.join('\n'));
    return;
  }
  auto crowd = resolved ? viewport::AnimatedCrowd::create(skeleton, std::move(*resolved)) : fail(resolved.error());
  const std::optional<viewport::AnimatedCrowd> before = std::exchange(m_crowd, std::nullopt);
  if (crowd) {
    m_crowd = std::move(*crowd);
    if (before) {
      m_crowd->continueFrom(*before);
    }
    m_problem = told.join('\n');
    emit changed();
  } else {
    setProblem(localized(crowd.error().message));
  }
}

std::shared_ptr<const viewport::CharacterPose> AnimatorPlay::firstPose() const {
  const viewport::CrowdPoses& poses = m_window.scene().poses;
  const auto first =
      std::min_element(poses.begin(), poses.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return first == poses.end() ? nullptr : first->second;
}

bool AnimatorPlay::isPosing() const { return m_crowd && isDrawn() && firstPose() != nullptr; }

void AnimatorPlay::record() {
  if (isPosing()) {
    m_recording.emplace(m_window.scene().skeleton->sharedModel(), firstPose()->worlds);
    emit changed();
  }
}

std::optional<MotionRecording> AnimatorPlay::takeRecording() {
  auto recording = std::exchange(m_recording, std::nullopt);
  emit changed();
  return recording;
}

void AnimatorPlay::advance(float withinMetres, double seconds) {
  m_crowd->apply(m_window.scene(), withinMetres, seconds);
  const animator::Animator& lead = m_crowd->lead();
  for (const animator::PassedEvent& event : lead.passedEvents()) {
    emit passed(QString::fromStdString(lead.controller().states[event.state].name),
                QString::fromStdString(lead.eventOf(event).name));
  }
}

bool AnimatorPlay::follow(float withinMetres) {
  viewport::Scene& scene = m_window.scene();
  const double now = m_playback.crowdSeconds();
  const double passedSeconds = now - std::exchange(m_seconds, now);
  if (!m_on || !scene.skeleton || !scene.animation || scene.skeleton->animation() != scene.animation || !isDrawn()) {
    return false;
  }
  prepare();
  if (!m_crowd) {
    return false;
  }
  const double step = passedSeconds > 0.0 && passedSeconds <= kLongestStep ? passedSeconds : 0.0;
  if (m_recording && m_recording->model().nodes.size() != scene.skeleton->model().nodes.size()) {
    m_recording.reset();  // Another model.
    emit changed();
  }
  if (m_recording && step > 0.0) {
    m_recording->advance(
        step, [&](double seconds) { advance(withinMetres, seconds); },
        [this](double) {
          const auto pose = firstPose();
          return pose ? pose->worlds : std::vector<glm::dmat4>();
        });
  } else {
    advance(withinMetres, step);
  }
  emit moved();
  return true;
}

}  // namespace texeleton::editor
