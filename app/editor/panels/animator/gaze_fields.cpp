#include "app/editor/panels/animator/gaze_fields.h"

#include <optional>

namespace texeleton::editor {

GazeFields::GazeFields(Workshop& workshop, std::size_t index, QWidget* parent)
    : AnimatorFields(workshop, {AnimatorItem::Kind::Gaze, index}, parent) {
  const animator::SetupGaze gaze = setup().gazes[index];
  const std::size_t at = index;
  addNode(tr("Node"), "gazeNode", tr("The node that turns, such as the head"), gaze.node, tr("None"),
          [at](animator::AnimatorSetup& all, const std::string& node) { all.gazes[at].node = node; });
  addRow(tr("Looks at"),
         combo("gazeAt", {tr("The camera"), tr("A target")}, gaze.target ? 1 : 0, [this, at](int choice) {
           edit(tr("Change gaze"), [&](animator::AnimatorSetup& all) {
             all.gazes[at].target = choice == 1 ? std::optional(glm::dvec3(0.0, 1.0, 2.0)) : std::nullopt;
           });
         }));
  if (gaze.target) {
    addPlace(tr("Target"), "gazeTarget", tr("Position that the node looks at, in metres"), *gaze.target,
             [at](animator::AnimatorSetup& all, const glm::dvec3& place) { all.gazes[at].target = place; });
  }
  addNumber(tr("Limit"), "gazeLimit", tr("Largest rotation away from the pose of the clip"), gaze.maxDegrees, 0.0,
            180.0, 0, tr("°"),
            [at](animator::AnimatorSetup& all, double degrees) { all.gazes[at].maxDegrees = degrees; });
  addNumber(tr("Weight"), "gazeWeight", tr("0: the pose of the clip"), gaze.weight * 100.0, 0.0, 100.0, 0, tr("%"),
            [at](animator::AnimatorSetup& all, double weight) { all.gazes[at].weight = weight / 100.0; });
}

}  // namespace texeleton::editor
