#pragma once

#include <QObject>
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "app/editor/document/playback.h"
#include "app/editor/document/root_trail.h"
#include "app/editor/jobs/root_finding.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/view/animator_play.h"
#include "app/editor/view/camera_follow.h"
#include "app/editor/view/fade_preview.h"
#include "app/editor/view/limb_targets.h"
#include "app/editor/view/mesh_swap.h"
#include "app/editor/view/ragdoll_play.h"
#include "viewport/rhi_window.h"
#include "viewport/scene/crowd/crowd_gaze.h"

namespace texeleton::editor {

/// A colour and a palette entry to try on a single character.
struct TriedLook {
  glm::vec3 color{1.0f};  ///< Linear.
  std::uint32_t entry = 0;

  friend bool operator==(const TriedLook&, const TriedLook&) = default;
};

/// Effects on the viewport's characters beside their clips: root path and travel, tried colours, gazes, the animator,
/// cross-fades.
class SceneEffects : public QObject {
  Q_OBJECT

 public:
  SceneEffects(Workshop& workshop, Playback& playback, RootFinding& roots, viewport::RhiWindow& window,
               QObject* parent = nullptr);

  /// The scene has a new crowd of this bake: one character or many.
  void crowdMade(std::shared_ptr<const BakeSnapshot> shown, bool isOne);
  /// Call after the time, the camera or the view changed.
  void follow();

  bool showsPath() const { return m_showsPath; }
  void setShowsPath(bool shows);
  /// Whether a single character follows its extracted root motion.
  bool travels() const { return m_travels; }
  void setTravels(bool travels);
  /// Placement of the single character before root motion; only rotation and translation are used.
  void setStand(const transform::Transform& stand);
  const TriedLook& triedLook() const { return m_look; }
  void setTriedLook(const TriedLook& look);

  AnimatorPlay& animator() const { return *m_animator; }
  RagdollPlay& ragdoll() const { return *m_ragdoll; }
  LimbTargets& limbTargets() const { return *m_targets; }
  FadePreview& fade() const { return *m_fade; }
  CameraFollow& cameraFollow() const { return *m_camera; }
  MeshSwap& meshes() const { return *m_meshes; }
  /// Sets the variant of a single character.
  void setVariant(std::uint32_t variant);

  /// The pose that is shown of an instance and its time: a ragdoll, a state of the animator, or clips.
  QString poseText(std::uint32_t instance) const;
  /// The same for the selected instance, or the first, if it is more than the playback's clip; else empty.
  QString shownInstead() const;
  /// Marks a vertex of the single character with a cross and turns the camera to it, until it plays or another clip or
  /// bake is shown.
  void markVertex(std::uint32_t vertex);

  /// Root path of the shown clip; without points if it does not travel, or for a crowd.
  const RootTrail& trail() const { return m_trail; }
  /// Why no character looks at the camera although a node was chosen; empty: they do.
  const QString& gazeProblem() const { return m_gazeProblem; }

 signals:
  void trailChanged();
  void gazeProblemChanged();
  /// The characters have been posed for the next frame.
  void posed();

 private:
  void makeTrail();
  void showTrail();
  void addTrail(std::vector<viewport::SceneLine>& lines, const vat::BakedClip& clip) const;
  /// Where the marked vertex is in the scene; unset: none is marked.
  std::optional<glm::vec3> markedPlace() const;
  void followMark();
  void place();
  void pose();
  void showTargets();
  void gaze(bool skins, float withinMetres);
  void prepareGaze(const std::shared_ptr<const viewport::Skeleton>& skeleton, const std::string& node);
  void setGazeProblem(const QString& problem);

  Workshop& m_workshop;
  Playback& m_playback;
  RootFinding& m_roots;
  viewport::RhiWindow& m_window;
  AnimatorPlay* m_animator = nullptr;
  FadePreview* m_fade = nullptr;
  MeshSwap* m_meshes = nullptr;
  LimbTargets* m_targets = nullptr;
  RagdollPlay* m_ragdoll = nullptr;
  CameraFollow* m_camera = nullptr;
  bool m_showsTargets = false;
  std::optional<std::uint32_t> m_mark;  ///< The marked vertex.
  int m_markedClip = -1;
  std::shared_ptr<const BakeSnapshot> m_shown;
  bool m_isOne = true;
  bool m_showsPath = true;
  bool m_travels = true;
  TriedLook m_look;
  transform::Transform m_stand;
  RootTrail m_trail;
  viewport::InstanceRecord m_record;  ///< The single character, as in the crowd.
  std::optional<viewport::CrowdGaze> m_gaze;
  std::shared_ptr<const viewport::Skeleton> m_gazeOf;  ///< The skeleton for which m_gaze, or its problem, was made.
  std::string m_gazeNode;
  QString m_gazeProblem;
};

}  // namespace texeleton::editor
