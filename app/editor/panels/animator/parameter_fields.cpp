#include "app/editor/panels/animator/parameter_fields.h"

#include "app/editor/document/animator_edit.h"

namespace texeleton::editor {

ParameterFields::ParameterFields(Workshop& workshop, std::size_t index, QWidget* parent)
    : AnimatorFields(workshop, {AnimatorItem::Kind::Parameter, index}, parent) {
  const animator::SetupParameter parameter = setup().parameters[index];
  const std::size_t at = index;
  addName(parameter.what.name,
          [at](animator::AnimatorSetup& all, const std::string& name) { return renameParameter(all, at, name); });
  addRow(tr("Kind"),
         combo("parameterKind", {tr("Number"), tr("Switch"), tr("Trigger")}, static_cast<int>(parameter.what.kind),
               [this, at](int choice) {
                 edit(tr("Change kind of parameter"), [&](animator::AnimatorSetup& all) {
                   setParameterKind(all, at, static_cast<animator::ParameterKind>(choice));
                 });
               }),
         tr("A trigger is a switch that is reset by the transition it starts"));
  if (parameter.what.kind == animator::ParameterKind::Number) {
    addNumber(tr("Minimum"), "parameterLeast", tr("Lower end of the slider"), parameter.least, -1e6, 1e6, 2, {},
              [at](animator::AnimatorSetup& all, double value) { all.parameters[at].least = value; });
    addNumber(tr("Maximum"), "parameterMost", tr("Upper end of the slider"), parameter.most, -1e6, 1e6, 2, {},
              [at](animator::AnimatorSetup& all, double value) { all.parameters[at].most = value; });
  }
  if (parameter.what.kind != animator::ParameterKind::Trigger) {
    addNumber(tr("Initial value"), "parameterInitial", tr("The value at the start"), parameter.what.initial, -1e6, 1e6,
              2, {}, [at](animator::AnimatorSetup& all, double value) { all.parameters[at].what.initial = value; });
  }
}

}  // namespace texeleton::editor
