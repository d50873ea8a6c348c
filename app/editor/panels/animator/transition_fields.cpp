#include "app/editor/panels/animator/item_fields.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/editor/document/animator_edit.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

TransitionFields::TransitionFields(Workshop& workshop, std::size_t index)
    : AnimatorFields(workshop, {AnimatorItem::Kind::Transition, index}) {
  using Transition = animator::SetupTransition;
  const Transition transition = setup().transitions[index];
  const std::string layer = layerOf(transition.to);
  const QStringList froms = stateNames(layer);
  QComboBox* const from =
      nameCombo("transitionFrom", tr("Any state"), froms, transition.from,
                [this](const std::string& state) { set(tr("Change transition"), &Transition::from, state); });
  if (!transition.from.empty() && from->currentIndex() == 0) {
    from->setCurrentIndex(-1);  // It is missing.
  }
  addRow(tr("From"), from);
  QStringList states = stateNames({});
  for (const animator::SetupLayer& each : setup().layers) {
    states += stateNames(each.name);
  }
  addRow(tr("To"),
         combo("transitionTo", states, static_cast<int>(states.indexOf(QString::fromStdString(transition.to))),
               [this, index, states, layer](int choice) {
                 const std::string to = states[choice].toStdString();
                 const bool isOther = layerOf(to) != layer;  // Transitions stay in a layer.
                 edit(tr("Change transition"), [&](Setup& all) {
                   Transition& changed = all.transitions[index];
                   changed.to = to;
                   changed.from = isOther ? std::string() : changed.from;
                 });
               }));
  addNumber(tr("Duration"), "transitionFade", tr("Length of the cross-fade"), &Transition::fadeSeconds,
            {0.0, 60.0, 2, tr("s")});
  addNumber(tr("Start offset"), "transitionStart", tr("Start time in the new state, as a percentage of its length"),
            &Transition::startFraction, {0.0, kPercent, 1, tr("%"), kPercent});
  auto* exit = named(new QCheckBox(tr("At")), "transitionHasExit");
  exit->setChecked(transition.exitFraction.has_value());
  // Without a condition it would always be taken immediately.
  exit->setEnabled(!transition.conditions.empty());
  auto* share = named(new NumberField(0.0, 100.0, 1, tr("%")), "transitionExit");
  share->show(transition.exitFraction.value_or(1.0) * 100.0);
  share->setEnabled(transition.exitFraction.has_value());
  auto* row = new QWidget;
  put(spaced(new QHBoxLayout(row)), {exit, {share, 1}});
  connect(exit, &QCheckBox::clicked, this, [this](bool wanted) {
    set(tr("Change exit time"), &Transition::exitFraction, wanted ? std::optional(1.0) : std::nullopt);
  });
  connect(share, &QDoubleSpinBox::valueChanged, this, [this](double number) {
    set(tr("Change exit time"), &Transition::exitFraction, number / kPercent, kMergeAnimator);
  });
  addRow(tr("Exit time"), row,
         tr("The transition waits until the current state has played this percentage of its length"));
  addConditions(transition);
}

void TransitionFields::addConditions(const animator::SetupTransition& transition) {
  const std::size_t at = index();
  const QStringList parameters = parameterNames(false);
  auto* box = new QWidget;
  auto* rows = spaced(new QVBoxLayout(box), 4);
  const auto kindOf = [this](const std::string& name) {
    const auto& all = setup().parameters;
    const auto found =
        std::ranges::find_if(all, [&name](const animator::SetupParameter& each) { return each.what.name == name; });
    return found == all.end() ? animator::ParameterKind::Number : found->what.kind;
  };
  const auto usual = [](animator::ParameterKind kind) {
    return kind == animator::ParameterKind::Number ? animator::Compare::Greater : animator::Compare::IsSet;
  };
  for (std::size_t i = 0; i < transition.conditions.size(); ++i) {
    const animator::SetupCondition& condition = transition.conditions[i];
    QComboBox* const parameter =
        combo("conditionParameter", parameters,
              static_cast<int>(parameters.indexOf(QString::fromStdString(condition.parameter))),
              [this, at, i, parameters, kindOf, usual](int choice) {
                edit(tr("Change condition"), [&](Setup& all) {
                  animator::SetupCondition& changed = all.transitions[at].conditions[i];
                  changed.parameter = parameters[choice].toStdString();
                  changed.compare = usual(kindOf(changed.parameter));
                });
              });
    parameter->setAccessibleName(tr("Parameter"));
    auto* row = put(spaced(new QHBoxLayout, 4), {{parameter, 1}});
    const bool isNumber = kindOf(condition.parameter) == animator::ParameterKind::Number;
    const int first =
        isNumber ? static_cast<int>(animator::Compare::Greater) : static_cast<int>(animator::Compare::IsSet);
    QComboBox* const compare =
        combo("conditionCompare",
              isNumber ? QStringList{tr("greater than"), tr("less than")} : QStringList{tr("is set"), tr("is not set")},
              static_cast<int>(condition.compare) - first, [this, at, i, first](int choice) {
                edit(tr("Change condition"), [&](Setup& all) {
                  all.transitions[at].conditions[i].compare = static_cast<animator::Compare>(first + choice);
                });
              });
    compare->setAccessibleName(tr("Comparison"));
    row->addWidget(compare, 1);
    if (isNumber) {
      auto* value = named(new NumberField(-1e6, 1e6, 2, {}), "conditionValue" + QString::number(i));
      value->show(condition.value);
      value->setFixedWidth(84);
      value->setAccessibleName(tr("Value"));
      connect(value, &QDoubleSpinBox::valueChanged, this, [this, at, i](double number) {
        edit(
            tr("Change condition"), [&](Setup& all) { all.transitions[at].conditions[i].value = number; },
            kMergeAnimator);
      });
      row->addWidget(value);
    }
    auto* remove = iconButton("remove", tr("Remove this condition"));
    connect(remove, &QToolButton::clicked, this, [this, at, i] {
      edit(tr("Remove condition"), [&](Setup& all) {
        animator::SetupTransition& changed = all.transitions[at];
        changed.conditions.erase(changed.conditions.begin() + static_cast<std::ptrdiff_t>(i));
        if (changed.conditions.empty() && !changed.exitFraction) {
          changed.exitFraction = 1.0;
        }
      });
    });
    row->addWidget(remove);
    rows->addLayout(row);
  }
  auto* add = named(new QPushButton(tr("Add condition")), "animatorAddCondition");
  add->setEnabled(!parameters.isEmpty());
  connect(add, &QPushButton::clicked, this, [this, at, parameters, kindOf, usual] {
    edit(tr("Add condition"), [&](Setup& all) {
      const std::string name = parameters.front().toStdString();
      all.transitions[at].conditions.push_back({name, usual(kindOf(name)), 0.5});
    });
  });
  rows->addWidget(add, 0, Qt::AlignLeft);
  addRow(tr("Conditions"), box, tr("All conditions must be met"));
}

}  // namespace texeleton::editor
