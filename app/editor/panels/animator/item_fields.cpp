#include "app/editor/panels/animator/item_fields.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>
#include <optional>

#include "app/editor/document/animator_edit.h"
#include "app/editor/view/mask_dialog.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

GazeFields::GazeFields(Workshop& workshop, std::size_t index)
    : AnimatorFields(workshop, {AnimatorItem::Kind::Gaze, index}) {
  using Gaze = animator::SetupGaze;
  const std::optional<glm::dvec3> target = setup().gazes[index].target;
  addNode(tr("Node"), "gazeNode", tr("The node that turns, such as the head"), &Gaze::node, tr("None"));
  addRow(tr("Looks at"), combo("gazeAt", {tr("The camera"), tr("A target")}, target ? 1 : 0, [this](int choice) {
           set(tr("Change gaze"), &Gaze::target, choice == 1 ? std::optional(glm::dvec3(0.0, 1.0, 2.0)) : std::nullopt);
         }));
  if (target) {
    addPlace(tr("Target"), "gazeTarget", tr("Position that the node looks at, in metres"), *target,
             [index](Setup& all, const glm::dvec3& place) { all.gazes[index].target = place; });
  }
  addNumber(tr("Limit"), "gazeLimit", tr("Largest rotation away from the pose of the clip"), &Gaze::maxDegrees,
            {0.0, 180.0, 0, tr("°")});
  addNumber(tr("Weight"), "gazeWeight", tr("0: the pose of the clip"), &Gaze::weight,
            {0.0, kPercent, 0, tr("%"), kPercent});
}

LimbFields::LimbFields(Workshop& workshop, std::size_t index)
    : AnimatorFields(workshop, {AnimatorItem::Kind::Limb, index}) {
  using Limb = animator::SetupLimb;
  const Limb limb = setup().limbs[index];
  addRow(tr("Limb"), new QLabel(QString::fromStdString(limb.name)));
  addNumber(tr("Weight"), "limbWeight", tr("0: the pose of the clip. 100: the end of the limb is at the target"),
            &Limb::weight, {0.0, kPercent, 0, tr("%"), kPercent});
  addPlace(tr("Target"), "limbTarget", tr("Position that the end of the limb reaches for, in metres"), limb.target,
           [index](Setup& all, const glm::dvec3& place) { all.limbs[index].target = place; });
  addNode(tr("Moves with"), "limbTargetNode",
          tr("Parents the target to a node, for example a hand to a sword. Its position is then local to that node"),
          &Limb::targetNode, tr("The character"));
  auto* pole = named(new QCheckBox(tr("Use a pole target")), "limbHasPole",
                     tr("The knee or elbow points at the pole target; without one the limb bends as in the clip"));
  pole->setChecked(limb.pole.has_value());
  connect(pole, &QCheckBox::clicked, this, [this, target = limb.target](bool wanted) {
    set(tr("Change pole"), &Limb::pole, wanted ? std::optional(target + glm::dvec3(0.0, 0.0, 1.0)) : std::nullopt);
  });
  rows().addRow(QString(), pole);
  if (limb.pole) {
    addPlace(tr("Pole"), "limbPole", tr("Position that the knee or elbow points at, in metres"), *limb.pole,
             [index](Setup& all, const glm::dvec3& place) { all.limbs[index].pole = place; });
  }
  addNode(tr("Root"), "limbRoot", tr("Shoulder or hip"), &Limb::root, tr("None"));
  addNode(tr("Middle"), "limbMiddle", tr("Elbow or knee"), &Limb::middle, tr("None"));
  addNode(tr("End"), "limbEnd", tr("Wrist or ankle"), limb.end, tr("None"),
          [index](Setup& all, const std::string& node) { all.limbs[index].end = all.limbs[index].name = node; });
}

ParameterFields::ParameterFields(Workshop& workshop, std::size_t index)
    : AnimatorFields(workshop, {AnimatorItem::Kind::Parameter, index}) {
  using Parameter = animator::SetupParameter;
  const animator::AnimatorParameter what = setup().parameters[index].what;
  const NumberLook look{-1e6, 1e6, 2};
  addName(what.name, [index](Setup& all, const std::string& name) { return renameParameter(all, index, name); });
  addRow(tr("Kind"),
         combo("parameterKind", {tr("Number"), tr("Switch"), tr("Trigger")}, static_cast<int>(what.kind),
               [this, index](int choice) {
                 edit(tr("Change kind of parameter"),
                      [&](Setup& all) { setParameterKind(all, index, static_cast<animator::ParameterKind>(choice)); });
               }),
         tr("A trigger is a switch that is reset by the transition it starts"));
  if (what.kind == animator::ParameterKind::Number) {
    addNumber(tr("Minimum"), "parameterLeast", tr("Lower end of the slider"), &Parameter::least, look);
    addNumber(tr("Maximum"), "parameterMost", tr("Upper end of the slider"), &Parameter::most, look);
  }
  if (what.kind != animator::ParameterKind::Trigger) {
    addNumber(tr("Initial value"), "parameterInitial", tr("The value at the start"), what.initial, look,
              [index](Setup& all, double value) { all.parameters[index].what.initial = value; });
  }
}

LayerFields::LayerFields(Workshop& workshop, std::size_t index)
    : AnimatorFields(workshop, {AnimatorItem::Kind::Layer, index}) {
  using Layer = animator::SetupLayer;
  const Layer layer = setup().layers[index];
  addName(layer.name, [index](Setup& all, const std::string& name) { return renameLayer(all, index, name); });
  addMask(layer);
  addNumber(tr("Weight"), "layerWeight",
            tr("0: the layers below alone. 100: this layer alone on the bones of its mask"), &Layer::weight,
            {0.0, kPercent, 0, tr("%"), kPercent});
  addRow(tr("Weight by"),
         nameCombo("layerParameter", tr("None"), parameterNames(true), layer.parameter,
                   [this](const std::string& name) { set(tr("Change weight of layer"), &Layer::parameter, name); }),
         tr("A number by which the weight is multiplied; values are limited to 0 to 1"));
  addRow(
      tr("Kind"),
      combo("layerKind", {tr("Override"), tr("Additive")}, layer.additive ? 1 : 0,
            [this](int choice) { set(tr("Change kind of layer"), &Layer::additive, choice == 1); }),
      tr("Override: the clips of the layer replace those below. Additive: the difference of each clip from its first "
         "frame is added"));
}

void LayerFields::addMask(const animator::SetupLayer& layer) {
  const std::size_t at = index();
  QStringList masks = namesOf(workshop().document().recipe().bake.masks, &recipe::RecipeMask::name);
  const QString now = QString::fromStdString(layer.mask);
  if (!layer.mask.empty() && !masks.contains(now)) {
    masks.append(now);  // It is missing, which the animator's problem reports.
  }
  auto* row = new QWidget;
  QComboBox* const choice = nameCombo(
      "animatorMask", tr("Whole body"), masks, layer.mask,
      [this](const std::string& mask) { set(tr("Change mask of layer"), &animator::SetupLayer::mask, mask); });
  choice->setAccessibleName(tr("Mask"));
  auto* inRow = put(spaced(new QHBoxLayout(row), 4), {{choice, 1}});
  auto* masksButton = named(new QPushButton(tr("Masks…")), "animatorMasks");
  const auto& bake = workshop().bake();
  masksButton->setEnabled(bake && !bake->animation->bones.empty());
  connect(masksButton, &QPushButton::clicked, this, [this, at, layer] {
    const auto takeNew = [at](DocumentState& next, const MaskDialog& dialog) {
      if (const std::string made = dialog.shownNew();
          !made.empty() && next.recipe.animator && at < next.recipe.animator->layers.size()) {
        next.recipe.animator->layers[at].mask = made;
      }
    };
    if (const auto& shown = workshop().bake()) {
      editMasks(workshop().document(), shown->animation->bones, layer.mask, window(), takeNew);
    }
  });
  inRow->addWidget(masksButton);
  addRow(tr("Mask"), row, tr("Bones that play the layer. A new mask is that of this layer"));
}

}  // namespace texeleton::editor
