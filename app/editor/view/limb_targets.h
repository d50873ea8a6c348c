#pragma once

#include <vector>

#include "app/editor/jobs/workshop.h"
#include "app/editor/view/animator_play.h"
#include "app/editor/view/picture_drag.h"

namespace texeleton::editor {

/// The targets of limbs and gazes in the picture, on the first character that plays the animator: crosses that are
/// dragged. A drag is one edit.
class LimbTargets : public PictureDrag {
  Q_OBJECT

 public:
  LimbTargets(Workshop& workshop, AnimatorPlay& play, viewport::RhiWindow& window, QObject* parent = nullptr);

  /// Crosses, for Scene::lines; empty where none are shown.
  std::vector<viewport::SceneLine> lines() const;

  struct Target {
    bool isLimb = true;
    std::size_t index = 0;  ///< Of AnimatorSetup::limbs or gazes.
    glm::dvec3 world{0.0};
  };
  std::vector<Target> targets() const;

 protected:
  std::optional<glm::dvec3> take(const viewport::Ray& ray, const QPointF& at) override;
  void moveTo(const glm::dvec3& place) override;
  void letGo() override;

 private:
  const viewport::CharacterPose* character(const viewport::InstanceRecord*& record) const;

  Workshop& m_workshop;
  AnimatorPlay& m_play;
  Target m_target;
  int m_drag = 0;  ///< Each has a number of its own, so that only its own moves are one edit.
};

}  // namespace texeleton::editor
