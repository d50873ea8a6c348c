#pragma once

#include <QObject>
#include <QStringList>
#include <optional>
#include <string>
#include <utility>

#include "app/editor/document/playback.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/view/motion_recording.h"
#include "viewport/rhi_window.h"
#include "viewport/scene/crowd/animated_crowd.h"

namespace texeleton::editor {

/// Plays the document's animator on the viewport's skinned characters while it is on. It follows the playback's time
/// and pauses with it.
class AnimatorPlay : public QObject {
  Q_OBJECT

 public:
  AnimatorPlay(Workshop& workshop, Playback& playback, viewport::RhiWindow& window, QObject* parent = nullptr);

  bool isOn() const { return m_on; }
  void setOn(bool on);
  /// Null: nothing plays.
  const viewport::AnimatedCrowd* crowd() const { return m_crowd ? &*m_crowd : nullptr; }
  /// Why nothing plays although it is on, or the items that are left out, one a line; empty: it plays as a whole, or no
  /// skinning path is drawn.
  const QString& problem() const { return m_problem; }
  /// Whether a skinning path is drawn.
  bool isDrawn() const;
  /// The played set-up: the document's, or the tried one.
  const std::optional<animator::AnimatorSetup>& setup() const;
  /// Replaces the document's animator from the next follow() on; unset: the document's again.
  void setTried(std::optional<animator::AnimatorSetup> setup) { m_tried = std::move(setup); }

  void set(const std::string& parameter, double value);
  /// The current or initial value of a parameter.
  double value(const std::string& parameter) const;
  void play(const std::string& state);
  /// Restarts all characters.
  void restart();
  /// The clips of the shown bake.
  std::vector<animator::PlayableClip> clips() const;

  /// Whether a character is posed, whose motion can be recorded.
  bool isPosing() const;
  bool isRecording() const { return m_recording.has_value(); }
  double recordedSeconds() const { return m_recording ? m_recording->lengthSeconds() : 0.0; }
  /// Records the first character, with its limbs and gazes.
  void record();
  /// Ends the recording; unset: there is none.
  std::optional<MotionRecording> takeRecording();

  /// Call after the time, the camera or the view changed. Returns false if characters are posed otherwise.
  bool follow(float withinMetres);

 signals:
  /// It was switched on or off, or the controller or the problem changed.
  void changed();
  /// The state, a fade or a parameter changed.
  void moved();
  /// The first character passed an event.
  void passed(const QString& state, const QString& event);

 private:
  void prepare();
  void setProblem(const QString& problem);
  void advance(float withinMetres, double seconds);
  /// The pose of the first character; null: none is posed.
  std::shared_ptr<const viewport::CharacterPose> firstPose() const;

  Workshop& m_workshop;
  Playback& m_playback;
  viewport::RhiWindow& m_window;
  bool m_on = false;
  std::optional<viewport::AnimatedCrowd> m_crowd;
  std::shared_ptr<const viewport::Skeleton> m_of;  ///< The skeleton for which m_crowd, or its problem, was made.
  std::optional<animator::AnimatorSetup> m_setup;  ///< The set-up of m_crowd.
  std::vector<recipe::RecipeMask> m_masks;         ///< The masks of m_crowd.
  std::optional<animator::AnimatorSetup> m_tried;
  QString m_problem;
  std::optional<MotionRecording> m_recording;
  double m_seconds = 0.0;  ///< Crowd time that the animators have reached.
};

}  // namespace texeleton::editor
