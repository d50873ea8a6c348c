#pragma once

#include <vector>

#include "app/editor/jobs/workshop.h"
#include "app/editor/view/animator_play.h"
#include "app/editor/view/picture_drag.h"

namespace texeleton::editor {

/// The targets and poles of limbs and the targets of gazes in the picture, on the first character that plays the
/// animator: crosses that are dragged. A drag is one edit.
class LimbTargets : public PictureDrag {
  Q_OBJECT

 public:
  LimbTargets(Workshop& workshop, AnimatorPlay& play, viewport::RhiWindow& window, QObject* parent = nullptr);

  enum class Kind { Limb, Pole, Gaze };
  struct Target {
    Kind kind = Kind::Limb;
    std::size_t index = 0;  ///< Of AnimatorSetup::limbs or gazes.
    glm::dvec3 world{0.0};
  };
  std::vector<Target> targets() const;
  /// Crosses, and lines from poles to the joints that point at them, for Scene::lines; empty where none are shown.
  std::vector<viewport::SceneLine> lines() const;

  /// The world matrix of the frame in which the animator has a target: the character's, or that of the node it moves
  /// with. Unset: the target is not shown.
  std::optional<glm::dmat4> frameOf(const Target& target) const;
  /// Where the document's animator has it in that frame; the origin where it has no such target.
  glm::dvec3 placeOf(const Target& target) const;
  /// Shows it elsewhere without an edit, until moveTo().
  void preview(const Target& target, const glm::dvec3& place);
  /// Moves it there in its frame, as an edit; ends the preview.
  void moveTo(const Target& target, const glm::dvec3& place, int mergeKey = -1);

 signals:
  /// One was clicked or dragged.
  void taken(const Target& target);
  /// What preview() shows is another.
  void previewed();

 protected:
  std::optional<glm::dvec3> take(const viewport::Ray& ray, const QPointF& at) override;
  void moveTo(const glm::dvec3& place) override;
  void letGo() override;

 private:
  const viewport::CharacterPose* character(std::uint32_t& instance) const;

  Workshop& m_workshop;
  AnimatorPlay& m_play;
  Target m_target;
  int m_drag = 0;  ///< Each has a number of its own, so that only its own moves are one edit.
};

}  // namespace texeleton::editor
