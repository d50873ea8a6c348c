#pragma once

#include <QObject>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/editor/document/playback.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/view/picture_drag.h"
#include "core/ragdoll/ragdoll.h"
#include "core/ragdoll/recording.h"

namespace texeleton::editor {

/// Characters of the viewport that fall, where they are skinned: those that are selected, else the nearest. They are
/// dragged with the mouse, get up again, and what the first of them does can be recorded as a clip. Goes by the time of
/// the playback.
class RagdollPlay : public PictureDrag {
  Q_OBJECT

 public:
  /// The most that fall at once.
  static constexpr std::size_t kMost = 20;
  static constexpr double kRecordHz = 30.0;

  RagdollPlay(Workshop& workshop, Playback& playback, viewport::RhiWindow& window, QObject* parent = nullptr);

  /// Down, or on the way up.
  bool isOn() const { return !m_falling.empty() || !m_leaving.empty(); }
  bool isDown() const { return isOn() && !m_gettingUp; }
  /// Falls, and can be recorded.
  bool isFalling() const { return !m_falling.empty() && !m_gettingUp; }
  const QString& problem() const { return m_problem; }
  std::size_t count() const { return m_falling.size() + m_leaving.size(); }
  const ragdoll::Ragdoll* first() const { return m_falling.empty() ? nullptr : &m_falling.begin()->second; }

  /// Lets characters fall out of what they play: from the next moment of the playback on, with the pose and the speed
  /// that they have then. Their pose goes over from the animation to the fall in `blendSeconds`; 0: at once.
  void drop(double blendSeconds);
  /// Back to what they play, in `seconds`.
  void getUp(double seconds);
  /// At once.
  void stop();

  bool isRecording() const { return m_recording.has_value(); }
  double recordedSeconds() const { return m_recording ? m_recording->lengthSeconds() : 0.0; }
  void record();
  /// The motion file of what was recorded; empty: nothing was.
  std::string takeRecording(const std::string& name);

  /// After others have posed the scene: puts those that fall in its place.
  void follow(bool skins);

 signals:
  void changed();
  /// Time went by while something falls.
  void moved();

 protected:
  std::optional<glm::dvec3> take(const viewport::Ray& ray, const QPointF& at) override;
  void moveTo(const glm::dvec3& place) override;
  void letGo() override;

 private:
  std::vector<std::uint32_t> chosen() const;
  void setProblem(const QString& problem);
  void beginFalling(double passedSeconds);
  void advanceRecorded(ragdoll::Ragdoll& ragdoll, double seconds, const std::function<void(double)>& reached);
  void mixAndShow(bool skins, double up, double passedSeconds);

  Workshop& m_workshop;
  Playback& m_playback;
  std::shared_ptr<const viewport::Skeleton> m_of;
  std::size_t m_crowdSize = 0;
  ragdoll::RagdollShape m_shape;
  std::map<std::uint32_t, std::vector<glm::dmat4>> m_leaving;  ///< Who is about to fall, and the pose before.
  std::map<std::uint32_t, ragdoll::Ragdoll> m_falling;
  double m_blendSeconds = 0.0;                                  ///< From the animation into the fall.
  double m_fallSeconds = 0.0;                                   ///< Since it began.
  std::shared_ptr<const viewport::CharacterPose> m_firstShown;  ///< Of the first that falls: what is recorded.
  bool m_gettingUp = false;
  double m_upSeconds = 0.0;
  double m_upFor = 0.0;
  double m_seconds = 0.0;                               ///< Of the crowd's time.
  std::shared_ptr<const model::Model> m_recordedModel;  ///< Of the recording, whatever is shown meanwhile.
  std::optional<ragdoll::Recording> m_recording;
  double m_recordOwed = 0.0;  ///< Since its last pose.
  std::optional<std::uint32_t> m_held;
  viewport::PosePool m_pool;
  QString m_problem;
};

}  // namespace texeleton::editor
