#pragma once

#include <QObject>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/editor/document/playback.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/view/motion_recording.h"
#include "app/editor/view/picture_drag.h"
#include "core/ragdoll/ragdoll.h"

namespace texeleton::editor {

/// Ragdolls of the viewport's skinned characters: the selected ones, else the nearest. They can be dragged with the
/// mouse and get up again, and the first one's motion can be recorded as a clip. Follows the playback's time.
class RagdollPlay : public PictureDrag {
  Q_OBJECT

 public:
  /// Maximum number of simultaneous ragdolls.
  static constexpr std::size_t kMost = 20;

  RagdollPlay(Workshop& workshop, Playback& playback, viewport::RhiWindow& window, QObject* parent = nullptr);

  /// Falling, or getting up.
  bool isOn() const { return !m_falling.empty() || !m_leaving.empty(); }
  bool isDown() const { return isOn() && !m_gettingUp; }
  /// Falling; can be recorded.
  bool isFalling() const { return !m_falling.empty() && !m_gettingUp; }
  const QString& problem() const { return m_problem; }
  std::size_t count() const { return m_falling.size() + m_leaving.size(); }
  bool isGettingUp() const { return m_gettingUp; }
  /// Seconds since the fall of an instance began; unset: it does not fall.
  std::optional<double> fallSeconds(std::uint32_t instance) const {
    return m_falling.count(instance) != 0 ? std::optional(m_fallSeconds) : std::nullopt;
  }
  const ragdoll::Ragdoll* first() const { return m_falling.empty() ? nullptr : &m_falling.begin()->second; }

  /// The bodies of the scene's model, with the document's settings; an error if there are none.
  const Result<ragdoll::RagdollShape>& shape();
  /// Name of a node of the shape.
  const std::string& nameOf(NodeIndex node) const { return m_fitted->model->nodes[node.value].name; }
  /// Outlines the bodies of the characters.
  void setShowsBodies(bool shows);
  bool showsBodies() const { return m_showsBodies; }

  /// Starts ragdolls at the next step of the playback, with the current pose and velocity. The pose blends from the
  /// animation into the fall over `blendSeconds`; 0: at once.
  void drop(double blendSeconds);
  /// Blends back to the animation over `seconds`.
  void getUp(double seconds);
  /// Ends all ragdolls at once.
  void stop();

  bool isRecording() const { return m_recording.has_value(); }
  double recordedSeconds() const { return m_recording ? m_recording->lengthSeconds() : 0.0; }
  void record();
  /// Ends the recording; unset: there is none.
  std::optional<MotionRecording> takeRecording();

  /// Call after the scene was posed otherwise: replaces the poses of ragdolls.
  void follow(bool skins);

 signals:
  void changed();
  /// Time advanced while ragdolls are active.
  void moved();

 protected:
  std::optional<glm::dvec3> take(const viewport::Ray& ray, const QPointF& at) override;
  void moveTo(const glm::dvec3& place) override;
  void letGo() override;

 private:
  std::vector<std::uint32_t> chosen() const;
  void setProblem(const QString& problem);
  void outlineBodies();
  void beginFalling(double passedSeconds);
  void mixAndShow(bool skins, double up, double passedSeconds);

  Workshop& m_workshop;
  Playback& m_playback;
  std::shared_ptr<const viewport::Skeleton> m_of;
  std::size_t m_crowdSize = 0;
  /// The shape, and what it was made of.
  struct Fitted {
    std::shared_ptr<const model::Model> model;
    std::vector<ragdoll::RagdollBone> bones;
    Result<ragdoll::RagdollShape> shape;
    std::shared_ptr<const std::vector<viewport::NodeCapsule>> outlines = {};
  };
  std::optional<Fitted> m_fitted;
  bool m_showsBodies = false;
  ragdoll::RagdollShape m_shape;                               ///< Shape of the ragdolls that fall.
  std::map<std::uint32_t, std::vector<glm::dmat4>> m_leaving;  ///< Characters about to fall, with the previous pose.
  std::map<std::uint32_t, ragdoll::Ragdoll> m_falling;
  double m_blendSeconds = 0.0;                                  ///< Blend time from the animation into the fall.
  double m_fallSeconds = 0.0;                                   ///< Since the fall began.
  std::shared_ptr<const viewport::CharacterPose> m_firstShown;  ///< Pose of the first ragdoll, which is recorded.
  bool m_gettingUp = false;
  double m_upSeconds = 0.0;
  double m_upFor = 0.0;
  double m_seconds = 0.0;  ///< Crowd time.
  std::optional<MotionRecording> m_recording;
  std::optional<std::uint32_t> m_held;
  viewport::PosePool m_pool;
  QString m_problem;
};

}  // namespace texeleton::editor
