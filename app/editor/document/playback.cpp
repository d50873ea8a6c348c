#include "app/editor/document/playback.h"

#include <algorithm>
#include <cmath>

#include "core/runtime/event_track.h"

namespace texeleton::editor {

namespace {

constexpr int kTickMilliseconds = 16;
constexpr int kMostFired = 64;  // Maximum number of events reported in one step.

int numberOf(const vat::BakedAnimation& animation, const std::string& name) {
  const auto it = std::ranges::find(animation.clips, name, &vat::BakedClip::name);
  return it == animation.clips.end() ? -1 : static_cast<int>(it - animation.clips.begin());
}

/// The number of the clip in a newer bake that corresponds to a clip of an older bake of the same model; −1: none.
int sameCut(const vat::BakedAnimation& before, const vat::BakedClip& clip, const vat::BakedAnimation& now) {
  int best = -1;
  int bestLikeness = 0;
  for (std::size_t i = 0; i < now.clips.size(); ++i) {
    const vat::BakedClip& other = now.clips[i];
    if (other.source.clip != clip.source.clip) {
      continue;
    }
    // A different cut of the same clip keeps its own name, but a renamed clip has a new one.
    const int likeness =
        other.name == clip.name                                                                                  ? 4
        : numberOf(before, other.name) >= 0                                                                      ? 1
        : other.source.fromSeconds == clip.source.fromSeconds && other.source.toSeconds == clip.source.toSeconds ? 3
                                                                                                                 : 2;
    if (likeness > bestLikeness) {
      best = static_cast<int>(i);
      bestLikeness = likeness;
    }
  }
  return best;
}

}  // namespace

Playback::Playback(QObject* parent) : QObject(parent) {
  m_timer.setInterval(kTickMilliseconds);
  m_timer.setTimerType(Qt::PreciseTimer);
  connect(&m_timer, &QTimer::timeout, this, [this] {
    const double passed = static_cast<double>(m_since.nsecsElapsed()) * 1e-9;
    m_since.start();
    advance(std::min(passed, kLongestStep));
  });
}

const vat::BakedClip* Playback::clip() const {
  return m_clip < 0 ? nullptr : &m_animation->clips[static_cast<std::size_t>(m_clip)];
}

void Playback::setAnimation(std::shared_ptr<const vat::BakedAnimation> animation,
                            std::shared_ptr<const model::Model> model) {
  const int was = m_preview ? m_before : m_clip;
  int now = -1;
  if (animation && !animation->clips.empty() && was >= 0) {
    const vat::BakedClip& clip = m_animation->clips[static_cast<std::size_t>(was)];
    now = model && model == m_model ? sameCut(*m_animation, clip, *animation) : numberOf(*animation, clip.name);
  }
  const bool isSame = now >= 0;
  if (!isSame && animation && !animation->clips.empty()) {
    now = 0;
  }
  m_animation = std::move(animation);
  m_model = std::move(model);
  if (m_preview) {  // The preview stays across bakes.
    m_before = now;
    emit animationChanged();
    return;
  }
  m_clip = now;
  m_choice += isSame ? 0 : 1;
  m_seconds = isSame ? std::min(m_seconds, clip()->lengthSeconds) : 0.0;
  m_rounds = m_seconds > 0.0 ? m_rounds : 0;
  emit animationChanged();
  emit clipChanged(m_clip);
  emit moved();
}

void Playback::setPreview(std::shared_ptr<const vat::BakedAnimation> preview) {
  if (preview == m_preview) {
    return;
  }
  const std::string name = shownClip() != nullptr ? shownClip()->name : std::string();
  if (!m_preview) {
    m_before = m_clip;
  }
  m_preview = std::move(preview);
  m_clip = m_preview ? -1 : m_before;
  ++m_choice;
  const vat::BakedClip* shown = shownClip();
  m_seconds = shown != nullptr && shown->name == name ? std::min(m_seconds, shown->lengthSeconds) : 0.0;
  m_crowdSeconds = m_seconds;
  m_rounds = 0;
  emit clipChanged(m_clip);
  emit moved();
}

void Playback::setClip(int clip) {
  if (!m_animation || clip == m_clip || clip < 0 || clip >= static_cast<int>(m_animation->clips.size())) {
    return;
  }
  m_preview.reset();
  m_clip = clip;
  ++m_choice;
  m_seconds = 0.0;
  m_rounds = 0;
  emit clipChanged(m_clip);
  emit moved();
}

double Playback::frame() const { return shownClip() != nullptr ? m_seconds * shownClip()->frameRate : 0.0; }

int Playback::shownFrame() const {
  constexpr double kFrameTolerance = 0.05;  // Times of events are often rounded to milliseconds.
  return static_cast<int>(frame() + kFrameTolerance);
}

double Playback::secondsOfFrame(double frame) const {
  return shownClip() != nullptr && shownClip()->frameRate > 0.0 ? frame / shownClip()->frameRate : 0.0;
}

void Playback::seek(double seconds) {
  if (shownClip() == nullptr) {
    return;
  }
  m_seconds = std::clamp(seconds, 0.0, shownClip()->lengthSeconds);
  m_rounds = 0;
  m_crowdSeconds = m_seconds;
  emit moved();
}

void Playback::step(int by) {
  if (shownClip() == nullptr) {
    return;
  }
  setPlaying(false);
  const int count = static_cast<int>(shownClip()->frameCount);
  int frame = static_cast<int>(std::lround(this->frame())) + by;
  frame = shownClip()->loop ? ((frame % count) + count) % count : std::clamp(frame, 0, count - 1);
  seek(secondsOfFrame(frame));
}

void Playback::goToStart() {
  setPlaying(false);
  seek(0.0);
}

void Playback::goToEnd() {
  if (shownClip() != nullptr) {
    setPlaying(false);
    seek(shownClip()->lengthSeconds);
  }
}

void Playback::setPlaying(bool playing) {
  if (playing == m_playing) {
    return;
  }
  m_playing = playing;
  if (playing) {
    if (shownClip() != nullptr && !m_repeats && m_seconds >= shownClip()->lengthSeconds) {
      m_seconds = 0.0;
    }
    fire(m_seconds, m_seconds, true);
    m_since.start();
    m_timer.start();
  } else {
    m_timer.stop();
  }
  emit playingChanged(playing);
}

void Playback::setRepeats(bool repeats) {
  if (repeats != m_repeats) {
    m_repeats = repeats;
    emit repeatsChanged(repeats);
  }
}

void Playback::setSpeed(double speed) { m_speed = speed; }

void Playback::fire(double from, double to, bool atStart) {
  if (clip() == nullptr || clip()->events.empty()) {
    return;
  }
  const runtime::EventTrack track = runtime::eventTrack(*clip());
  const runtime::FiredEvents events =
      atStart ? runtime::eventsAtStart(track, from, false) : runtime::eventsBetween(track, from, to);
  int told = 0;
  for (const runtime::FiredEvent event : events) {
    if (++told > kMostFired) {
      break;
    }
    emit fired(QString::fromUtf8(event.name.data(), static_cast<qsizetype>(event.name.size())), event.timeSeconds,
               static_cast<int>(event.index));
  }
}

void Playback::advance(double realSeconds) {
  const double passed = realSeconds * m_speed;
  m_crowdSeconds += passed;
  if (shownClip() != nullptr) {
    const double length = shownClip()->lengthSeconds;
    const double to = m_seconds + passed;
    if (to < length || length <= 0.0) {
      fire(m_seconds, to, false);
      m_seconds = length <= 0.0 ? 0.0 : to;
    } else if (!m_repeats) {
      fire(m_seconds, length, false);
      m_seconds = length;
      setPlaying(false);
    } else if (shownClip()->loop) {
      fire(m_seconds, to, false);
      m_rounds += static_cast<int>(to / length);
      m_seconds = std::fmod(to, length);
    } else {
      fire(m_seconds, length, false);
      m_seconds = std::fmod(to, length);
      fire(0.0, 0.0, true);
      fire(0.0, m_seconds, false);
    }
  }
  emit moved();
}

}  // namespace texeleton::editor
