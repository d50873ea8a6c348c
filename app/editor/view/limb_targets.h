#pragma once

#include <vector>

#include "app/editor/jobs/workshop.h"
#include "app/editor/view/animator_play.h"
#include "app/editor/view/picture_drag.h"

namespace texeleton::editor {

/// Targets and poles of limbs and targets of gazes, shown as draggable crosses on the first character that plays the
/// animator. A drag is one edit.
class LimbTargets : public PictureDrag {
  Q_OBJECT

 public:
  LimbTargets(Workshop& workshop, AnimatorPlay& play, viewport::RhiWindow& window, QObject* parent = nullptr);

  enum class Kind { Limb, Pole, Gaze };
  struct Target {
    Kind kind = Kind::Limb;
    std::size_t index = 0;  ///< Index into AnimatorSetup::limbs or gazes.
    glm::dvec3 world{0.0};
  };
  std::vector<Target> targets() const;
  /// Crosses, and lines from poles to the joints that point at them, for Scene::lines; empty if none are shown.
  std::vector<viewport::SceneLine> lines() const;

  /// World matrix of a target's frame: of the character, or of the node that the target moves with. Unset: the target
  /// is not shown.
  std::optional<glm::dmat4> frameOf(const Target& target) const;
  /// Position in that frame in the document's animator; the origin if there is no such target.
  glm::dvec3 placeOf(const Target& target) const;
  /// Shows the target at another position without an edit, until moveTo().
  void preview(const Target& target, const glm::dvec3& place);
  /// Moves the target in its frame, as an edit; ends the preview.
  void moveTo(const Target& target, const glm::dvec3& place, int mergeKey = -1);

 signals:
  /// A target was clicked or dragged.
  void taken(const Target& target);
  /// The preview changed.
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
  int m_drag = 0;  ///< Unique for each drag, so that only moves of one drag are merged into an edit.
};

}  // namespace texeleton::editor
