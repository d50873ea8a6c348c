#include "app/editor/panels/animator/layer_fields.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <algorithm>

#include "app/editor/document/animator_edit.h"
#include "app/editor/view/mask_dialog.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

LayerFields::LayerFields(Workshop& workshop, std::size_t index, QWidget* parent)
    : AnimatorFields(workshop, {AnimatorItem::Kind::Layer, index}, parent) {
  const animator::SetupLayer layer = setup().layers[index];
  const std::size_t at = index;
  addName(layer.name,
          [at](animator::AnimatorSetup& all, const std::string& name) { return renameLayer(all, at, name); });
  addMask(layer);
  addNumber(tr("Weight"), "layerWeight",
            tr("0: the layers below alone. 100: this layer alone on the bones of its mask"), layer.weight * 100.0, 0.0,
            100.0, 0, tr("%"),
            [at](animator::AnimatorSetup& all, double weight) { all.layers[at].weight = weight / 100.0; });
  const QStringList numbers = parameterNames(true);
  addRow(tr("Weight by"),
         combo("layerParameter", QStringList(tr("None")) + numbers,
               static_cast<int>(numbers.indexOf(QString::fromStdString(layer.parameter))) + 1,
               [this, at, numbers](int choice) {
                 edit(tr("Change weight of layer"), [&](animator::AnimatorSetup& all) {
                   all.layers[at].parameter = choice == 0 ? std::string() : numbers[choice - 1].toStdString();
                 });
               }),
         tr("A number by which the weight is multiplied; values are limited to 0 to 1"));
  addRow(
      tr("Kind"),
      combo("layerKind", {tr("Override"), tr("Additive")}, layer.additive ? 1 : 0,
            [this, at](int choice) {
              edit(tr("Change kind of layer"),
                   [&](animator::AnimatorSetup& all) { all.layers[at].additive = choice == 1; });
            }),
      tr("Override: the clips of the layer replace those below. Additive: the difference of each clip from its first "
         "frame is added"));
}

void LayerFields::addMask(const animator::SetupLayer& layer) {
  const std::size_t at = index();
  QStringList masks;
  for (const recipe::RecipeMask& mask : workshop().document().recipe().bake.masks) {
    masks.append(QString::fromStdString(mask.name));
  }
  const QString now = QString::fromStdString(layer.mask);
  if (!layer.mask.empty() && !masks.contains(now)) {
    masks.append(now);  // It is missing, which the animator's problem reports.
  }
  auto* row = new QWidget;
  auto* inRow = spaced(new QHBoxLayout(row), 4);
  QComboBox* const choice =
      combo("animatorMask", QStringList(tr("Whole body")) + masks,
            layer.mask.empty() ? 0 : static_cast<int>(masks.indexOf(now)) + 1, [this, at, masks](int chosen) {
              edit(tr("Change mask of layer"), [&](animator::AnimatorSetup& all) {
                all.layers[at].mask = chosen == 0 ? std::string() : masks[chosen - 1].toStdString();
              });
            });
  choice->setAccessibleName(tr("Mask"));
  inRow->addWidget(choice, 1);
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
