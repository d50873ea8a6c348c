#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <cstdint>
#include <memory>

#include "core/bake/baked_animation.h"
#include "core/model/model.h"

namespace texeleton::editor {

/// Seconds that pass in one step, at most: after a pause nothing jumps.
inline constexpr double kLongestStep = 0.25;

/// Which clip of the bake is played, and where in it. The viewport, the transport strip, the timeline and the texture
/// follow it.
class Playback : public QObject {
  Q_OBJECT

 public:
  explicit Playback(QObject* parent = nullptr);

  /// Plays from another bake from now on: the clip that played before if it is still there, at the same time. A clip is
  /// known by its name; where both bakes are of one `model`, by what it is cut from, so that a clip stays when it is
  /// renamed.
  void setAnimation(std::shared_ptr<const bake::BakedAnimation> animation,
                    std::shared_ptr<const model::Model> model = nullptr);
  const std::shared_ptr<const bake::BakedAnimation>& animation() const { return m_animation; }

  /// Plays the one clip of this in place of the bake's, until setClip() chooses one of those. Null: back to them.
  void setPreview(std::shared_ptr<const bake::BakedAnimation> preview);
  bool isPreview() const { return m_preview != nullptr; }
  /// What shownClip() is one of.
  const std::shared_ptr<const bake::BakedAnimation>& shownAnimation() const {
    return m_preview ? m_preview : m_animation;
  }
  /// What plays, of the bake or not. Null: nothing.
  const bake::BakedClip* shownClip() const { return m_preview ? &m_preview->clips.front() : clip(); }

  /// −1: none of the bake.
  int clipNumber() const { return m_clip; }
  /// Null: none of the bake.
  const bake::BakedClip* clip() const;
  void setClip(int clip);
  /// Changes whenever another clip is chosen, and not when the same clip comes with another bake or under a new name.
  std::uint64_t choice() const { return m_choice; }

  double seconds() const { return m_seconds; }
  /// How many times it went round since it was chosen or set to a time, for what goes on from one time to the next.
  int rounds() const { return m_rounds; }
  /// Frames of the clip that plays, with the fraction to the next.
  double frame() const;
  double secondsOfFrame(double frame) const;
  void seek(double seconds);
  /// To the frame that lies `by` whole frames away; stops playing.
  void step(int by);

  bool isPlaying() const { return m_playing; }
  void setPlaying(bool playing);
  void toggle() { setPlaying(!m_playing); }
  /// Begins anew at the end, whatever the clip's own loop flag says.
  bool repeats() const { return m_repeats; }
  void setRepeats(bool repeats);
  double speed() const { return m_speed; }
  void setSpeed(double speed);

  /// Time of a crowd, which goes on where a clip begins anew.
  double crowdSeconds() const { return m_crowdSeconds; }

  /// Moves on by so much real time. What the timer does while playing.
  void advance(double realSeconds);

 signals:
  /// Other clips, or none.
  void animationChanged();
  /// −1: it is none of the bake.
  void clipChanged(int clip);
  /// The time is another.
  void moved();
  void playingChanged(bool playing);
  void repeatsChanged(bool repeats);
  /// An event of the clip was passed.
  void fired(const QString& name, double clipSeconds, int eventNumber);

 private:
  void fire(double from, double to, bool atStart);

  std::shared_ptr<const bake::BakedAnimation> m_animation;
  std::shared_ptr<const bake::BakedAnimation> m_preview;
  std::shared_ptr<const model::Model> m_model;  ///< That m_animation was baked from; null: not known.
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
