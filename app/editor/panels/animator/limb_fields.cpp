#include "app/editor/panels/animator/limb_fields.h"

#include <QCheckBox>
#include <QLabel>

#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

LimbFields::LimbFields(Workshop& workshop, std::size_t index, QWidget* parent)
    : AnimatorFields(workshop, {AnimatorItem::Kind::Limb, index}, parent) {
  const animator::SetupLimb limb = setup().limbs[index];
  const std::size_t at = index;
  auto* name = new QLabel(QString::fromStdString(limb.name));
  addRow(tr("Limb"), name);
  addNumber(tr("Weight"), "limbWeight", tr("0: the pose of the clip. 100: the end of the limb is at the target"),
            limb.weight * 100.0, 0.0, 100.0, 0, tr("%"),
            [at](animator::AnimatorSetup& all, double weight) { all.limbs[at].weight = weight / 100.0; });
  addPlace(tr("Target"), "limbTarget", tr("Position that the end of the limb reaches for, in metres"), limb.target,
           [at](animator::AnimatorSetup& all, const glm::dvec3& place) { all.limbs[at].target = place; });
  addNode(tr("Moves with"), "limbTargetNode",
          tr("Parents the target to a node, for example a hand to a sword. Its position is then local to that node"),
          limb.targetNode, tr("The character"),
          [at](animator::AnimatorSetup& all, const std::string& node) { all.limbs[at].targetNode = node; });
  auto* pole = named(new QCheckBox(tr("Use a pole target")), "limbHasPole",
                     tr("The knee or elbow points at the pole target; without one the limb bends as in the clip"));
  pole->setChecked(limb.pole.has_value());
  connect(pole, &QCheckBox::clicked, this, [this, at, limb](bool wanted) {
    edit(tr("Change pole"), [&](animator::AnimatorSetup& all) {
      all.limbs[at].pole = wanted ? std::optional(limb.target + glm::dvec3(0.0, 0.0, 1.0)) : std::nullopt;
    });
  });
  rows().addRow(QString(), pole);
  if (limb.pole) {
    addPlace(tr("Pole"), "limbPole", tr("Position that the knee or elbow points at, in metres"), *limb.pole,
             [at](animator::AnimatorSetup& all, const glm::dvec3& place) { all.limbs[at].pole = place; });
  }
  addNode(tr("Root"), "limbRoot", tr("Shoulder or hip"), limb.root, tr("None"),
          [at](animator::AnimatorSetup& all, const std::string& node) { all.limbs[at].root = node; });
  addNode(tr("Middle"), "limbMiddle", tr("Elbow or knee"), limb.middle, tr("None"),
          [at](animator::AnimatorSetup& all, const std::string& node) { all.limbs[at].middle = node; });
  addNode(tr("End"), "limbEnd", tr("Wrist or ankle"), limb.end, tr("None"),
          [at](animator::AnimatorSetup& all, const std::string& node) {
            all.limbs[at].end = node;
            all.limbs[at].name = node;
          });
}

}  // namespace texeleton::editor
