#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <cstdint>
#include <memory>

#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::editor {

/// Maximum seconds in one step, so that nothing jumps after a pause.
inline constexpr double kLongestStep = 0.25;

/// The current clip of the bake and the time in it. The viewport, transport strip, timeline and texture view follow it.
class Playback : public QObject {
  Q_OBJECT

 public:
  explicit Playback(QObject* parent = nullptr);

  /// Switches to another bake and continues the same clip at the same time if it still exists. Clips are matched by
  /// name or, if both bakes are of one `model`, by the source they are cut from, so that renamed clips are found.
  void setAnimation(std::shared_ptr<const vat::BakedAnimation> animation,
                    std::shared_ptr<const model::Model> model = nullptr);
  const std::shared_ptr<const vat::BakedAnimation>& animation() const { return m_animation; }

  /// Plays the only clip of `preview` in place of the bake's, until setClip() selects one of those. Null: ends the
  /// preview.
  void setPreview(std::shared_ptr<const vat::BakedAnimation> preview);
  bool isPreview() const { return m_preview != nullptr; }
  /// The animation that contains shownClip().
  const std::shared_ptr<const vat::BakedAnimation>& shownAnimation() const {
    return m_preview ? m_preview : m_animation;
  }
  /// The playing clip, of the bake or the preview. Null: none.
  const vat::BakedClip* shownClip() const { return m_preview ? &m_preview->clips.front() : clip(); }

  /// −1: no clip of the bake.
  int clipNumber() const { return m_clip; }
  /// Null: no clip of the bake.
  const vat::BakedClip* clip() const;
  void setClip(int clip);
  /// Changes when another clip is selected, but not when the same clip comes from another bake or is renamed.
  std::uint64_t choice() const { return m_choice; }

  double seconds() const { return m_seconds; }
  /// Number of loops since the clip was selected or its time was set, for motion that accumulates.
  int rounds() const { return m_rounds; }
  /// Time in frames of the current clip, with a fraction.
  double frame() const;
  /// The frame that is shown: the last one begun, or the next one if it is less than 0.05 frames away.
  int shownFrame() const;
  double secondsOfFrame(double frame) const;
  void seek(double seconds);
  /// Steps by `by` frames and stops playing.
  void step(int by);
  /// Goes to the start or the end of the clip and stops playing.
  void goToStart();
  void goToEnd();

  bool isPlaying() const { return m_playing; }
  void setPlaying(bool playing);
  void toggle() { setPlaying(!m_playing); }
  /// Restarts at the end, regardless of the clip's loop flag.
  bool repeats() const { return m_repeats; }
  void setRepeats(bool repeats);
  double speed() const { return m_speed; }
  void setSpeed(double speed);

  /// Time of a crowd, which continues when a clip restarts.
  double crowdSeconds() const { return m_crowdSeconds; }

  /// Advances by real time, as the timer does while playing.
  void advance(double realSeconds);

 signals:
  /// The clips changed.
  void animationChanged();
  /// −1: not a clip of the bake.
  void clipChanged(int clip);
  /// The time changed.
  void moved();
  void playingChanged(bool playing);
  void repeatsChanged(bool repeats);
  /// An event of the clip was passed.
  void fired(const QString& name, double clipSeconds, int eventNumber);

 private:
  void fire(double from, double to, bool atStart);

  std::shared_ptr<const vat::BakedAnimation> m_animation;
  std::shared_ptr<const vat::BakedAnimation> m_preview;
  std::shared_ptr<const model::Model> m_model;  ///< The model that m_animation was baked from; null: unknown.
  int m_before = -1;                            ///< The clip of the bake that played before the preview.
  int m_clip = -1;
  std::uint64_t m_choice = 0;
  double m_seconds = 0.0;
  int m_rounds = 0;
  double m_crowdSeconds = 0.0;
  double m_speed = 1.0;
  bool m_playing = false;
  bool m_repeats = true;
  QTimer m_timer;
  QElapsedTimer m_since;
};

}  // namespace texeleton::editor
