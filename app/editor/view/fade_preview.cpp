#include "app/editor/view/fade_preview.h"

#include <utility>

#include "viewport/scene/crowd/crowd.h"

namespace texeleton::editor {

namespace {

constexpr double kHoldSeconds = 1.0;

}  // namespace

FadePreview::FadePreview(Playback& playback, viewport::RhiWindow& window, QObject* parent)
    : QObject(parent), m_playback(playback), m_window(window) {}

void FadePreview::send(std::uint32_t clip, double fadeSeconds) {
  viewport::Scene& scene = m_window.scene();
  viewport::fadeCrowd(scene.crowd, *scene.animation, clip, fadeSeconds);
  m_dueSeconds = m_playback.crowdSeconds() + fadeSeconds + kHoldSeconds;
}

void FadePreview::start(std::uint32_t from, std::uint32_t to, double fadeSeconds) {
  viewport::Scene& scene = m_window.scene();
  if (!scene.animation || from >= scene.animation->clips.size() || to >= scene.animation->clips.size()) {
    return;
  }
  m_running = true;
  m_crowd = scene.crowd.identity();
  m_now = from;
  m_next = to;
  m_fadeSeconds = fadeSeconds;
  scene.crowd.setTime(m_playback.crowdSeconds());
  send(from, 0.0);
  m_playback.setPlaying(true);
  m_window.requestUpdate();
  emit changed();
}

void FadePreview::stop() {
  if (std::exchange(m_running, false)) {
    emit changed();
  }
}

void FadePreview::follow() {
  if (!m_running) {
    return;
  }
  if (m_window.scene().crowd.identity() != m_crowd || !m_window.scene().animation) {
    stop();
    return;
  }
  if (m_playback.crowdSeconds() >= m_dueSeconds) {
    std::swap(m_now, m_next);
    send(m_now, m_fadeSeconds);
  }
}

}  // namespace texeleton::editor
