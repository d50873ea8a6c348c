#pragma once

#include <QObject>
#include <glm/glm.hpp>
#include <memory>
#include <optional>

#include "app/editor/document/playback.h"
#include "app/editor/document/root_trail.h"
#include "app/editor/jobs/root_finding.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/view/animator_play.h"
#include "app/editor/view/fade_preview.h"
#include "app/editor/view/limb_targets.h"
#include "app/editor/view/mesh_swap.h"
#include "app/editor/view/ragdoll_play.h"
#include "viewport/rhi_window.h"
#include "viewport/scene/crowd_gaze.h"

namespace texeleton::editor {

/// A colour, and an entry of the palette, that a single character is looked at with.
struct TriedLook {
  glm::vec3 color{1.0f};  ///< Linear.
  std::uint32_t entry = 0;

  friend bool operator==(const TriedLook&, const TriedLook&) = default;
};

/// What happens to characters in the viewport beside their animation: the way of the root and who follows it, the
/// colour that is tried, the gaze, the animator, cross-fades.
class SceneEffects : public QObject {
  Q_OBJECT

 public:
  SceneEffects(Workshop& workshop, Playback& playback, RootFinding& roots, viewport::RhiWindow& window,
               QObject* parent = nullptr);

  /// The scene has another crowd, made of this bake: of one character or of many.
  void crowdMade(std::shared_ptr<const BakeSnapshot> shown, bool isOne);
  /// After the time, the camera or the view is another.
  void follow();

  bool showsPath() const { return m_showsPath; }
  void setShowsPath(bool shows);
  /// Whether a single character goes where the root motion that was extracted takes it.
  bool travels() const { return m_travels; }
  void setTravels(bool travels);
  /// Where the single character stands, before root motion; rotation and translation count.
  void setStand(const transform::Transform& stand);
  const TriedLook& triedLook() const { return m_look; }
  void setTriedLook(const TriedLook& look);

  AnimatorPlay& animator() const { return *m_animator; }
  RagdollPlay& ragdoll() const { return *m_ragdoll; }
  LimbTargets& limbTargets() const { return *m_targets; }
  FadePreview& fade() const { return *m_fade; }
  MeshSwap& meshes() const { return *m_meshes; }
  /// What a single character wears from now on, whatever it plays.
  void setVariant(std::uint32_t variant);

  /// Of the clip that is shown; without points where it goes nowhere, or many are shown.
  const RootTrail& trail() const { return m_trail; }
  /// Why nobody looks at the camera though a node was chosen to; empty: they do.
  const QString& gazeProblem() const { return m_gazeProblem; }

 signals:
  void trailChanged();
  void gazeProblemChanged();

 private:
  void makeTrail();
  void showTrail();
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
  bool m_showsTargets = false;
  std::shared_ptr<const BakeSnapshot> m_shown;
  bool m_isOne = true;
  bool m_showsPath = true;
  bool m_travels = true;
  TriedLook m_look;
  transform::Transform m_stand;
  RootTrail m_trail;
  viewport::InstanceRecord m_record;  ///< Of the one character, as the crowd has it.
  std::optional<viewport::CrowdGaze> m_gaze;
  std::shared_ptr<const viewport::Skeleton> m_gazeOf;  ///< What m_gaze, or its problem, is of.
  std::string m_gazeNode;
  QString m_gazeProblem;
};

}  // namespace texeleton::editor
