// The fields of transitions, parameters, limbs and gazes.

#include <QCheckBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/editor/document/animator_edit.h"
#include "app/editor/panels/animator_form.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

void AnimatorForm::fillTransition() {
  const animator::SetupTransition transition = setup()->transitions[m_item.index];
  const std::size_t at = m_item.index;
  const QStringList states = stateNames();
  const auto place = [&states](const std::string& name) {
    return static_cast<int>(states.indexOf(QString::fromStdString(name)));
  };
  addRow(tr("From"), combo("transitionFrom", QStringList(tr("Any state")) + states,
                           transition.from.empty() ? 0 : place(transition.from) + 1, [this, at, states](int choice) {
                             edit(tr("Change transition"), [&](animator::AnimatorSetup& all) {
                               all.transitions[at].from =
                                   choice == 0 ? std::string() : states[choice - 1].toStdString();
                             });
                           }));
  addRow(tr("To"), combo("transitionTo", states, place(transition.to), [this, at, states](int choice) {
           edit(tr("Change transition"),
                [&](animator::AnimatorSetup& all) { all.transitions[at].to = states[choice].toStdString(); });
         }));
  addNumber(tr("Duration"), "transitionFade", tr("Length of the cross-fade"), transition.fadeSeconds, 0.0, 60.0, 2,
            tr("s"), [at](animator::AnimatorSetup& all, double seconds) { all.transitions[at].fadeSeconds = seconds; });
  addNumber(tr("Start offset"), "transitionStart", tr("Where the new state starts, as a percentage of its length"),
            transition.startFraction * 100.0, 0.0, 100.0, 1, tr("%"),
            [at](animator::AnimatorSetup& all, double share) { all.transitions[at].startFraction = share / 100.0; });
  auto* exit = new QCheckBox(tr("At"));
  exit->setObjectName("transitionHasExit");
  exit->setChecked(transition.exitFraction.has_value());
  // Without a condition it would be taken at once and always.
  exit->setEnabled(!transition.conditions.empty());
  auto* share = new NumberField(0.0, 100.0, 1, tr("%"));
  share->setObjectName("transitionExit");
  share->show(transition.exitFraction.value_or(1.0) * 100.0);
  share->setEnabled(transition.exitFraction.has_value());
  auto* row = new QWidget;
  auto* inRow = new QHBoxLayout(row);
  inRow->setContentsMargins(0, 0, 0, 0);
  inRow->addWidget(exit);
  inRow->addWidget(share, 1);
  connect(exit, &QCheckBox::clicked, this, [this, at](bool wanted) {
    edit(tr("Change exit time"), [&](animator::AnimatorSetup& all) {
      all.transitions[at].exitFraction = wanted ? std::optional(1.0) : std::nullopt;
    });
  });
  connect(share, &QDoubleSpinBox::valueChanged, this, [this, at](double number) {
    edit(
        tr("Change exit time"),
        [&](animator::AnimatorSetup& all) { all.transitions[at].exitFraction = number / 100.0; }, kMergeAnimator);
  });
  addRow(tr("Exit time"), row,
         tr("The transition waits until the current state has played this percentage of its length"));
  fillConditions(transition);
}

void AnimatorForm::fillConditions(const animator::SetupTransition& transition) {
  const std::size_t at = m_item.index;
  const QStringList parameters = parameterNames(false);
  auto* box = new QWidget;
  auto* rows = new QVBoxLayout(box);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(4);
  const auto kindOf = [this](const std::string& name) {
    const auto& all = setup()->parameters;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&name](const animator::SetupParameter& each) { return each.what.name == name; });
    return found == all.end() ? animator::ParameterKind::Number : found->what.kind;
  };
  const auto usual = [](animator::ParameterKind kind) {
    return kind == animator::ParameterKind::Number ? animator::Compare::Greater : animator::Compare::IsSet;
  };
  for (std::size_t i = 0; i < transition.conditions.size(); ++i) {
    const animator::SetupCondition& condition = transition.conditions[i];
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    QComboBox* const parameter =
        combo("conditionParameter", parameters,
              static_cast<int>(parameters.indexOf(QString::fromStdString(condition.parameter))),
              [this, at, i, parameters, kindOf, usual](int choice) {
                edit(tr("Change condition"), [&](animator::AnimatorSetup& all) {
                  animator::SetupCondition& changed = all.transitions[at].conditions[i];
                  changed.parameter = parameters[choice].toStdString();
                  changed.compare = usual(kindOf(changed.parameter));
                });
              });
    parameter->setAccessibleName(tr("Parameter"));
    row->addWidget(parameter, 1);
    const bool isNumber = kindOf(condition.parameter) == animator::ParameterKind::Number;
    const int first =
        isNumber ? static_cast<int>(animator::Compare::Greater) : static_cast<int>(animator::Compare::IsSet);
    QComboBox* const compare =
        combo("conditionCompare",
              isNumber ? QStringList{tr("greater than"), tr("less than")} : QStringList{tr("is set"), tr("is not set")},
              static_cast<int>(condition.compare) - first, [this, at, i, first](int choice) {
                edit(tr("Change condition"), [&](animator::AnimatorSetup& all) {
                  all.transitions[at].conditions[i].compare = static_cast<animator::Compare>(first + choice);
                });
              });
    compare->setAccessibleName(tr("Comparison"));
    row->addWidget(compare, 1);
    if (isNumber) {
      auto* value = new NumberField(-1e6, 1e6, 2, {});
      value->setObjectName("conditionValue" + QString::number(i));
      value->show(condition.value);
      value->setFixedWidth(84);
      value->setAccessibleName(tr("Value"));
      connect(value, &QDoubleSpinBox::valueChanged, this, [this, at, i](double number) {
        edit(
            tr("Change condition"),
            [&](animator::AnimatorSetup& all) { all.transitions[at].conditions[i].value = number; }, kMergeAnimator);
      });
      row->addWidget(value);
    }
    auto* remove = iconButton("remove", tr("Remove this condition"));
    connect(remove, &QToolButton::clicked, this, [this, at, i] {
      edit(tr("Remove condition"), [&](animator::AnimatorSetup& all) {
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
  auto* add = new QPushButton(tr("Add condition"));
  add->setObjectName("animatorAddCondition");
  add->setEnabled(!parameters.isEmpty());
  connect(add, &QPushButton::clicked, this, [this, at, parameters, kindOf, usual] {
    edit(tr("Add condition"), [&](animator::AnimatorSetup& all) {
      const std::string name = parameters.front().toStdString();
      all.transitions[at].conditions.push_back({name, usual(kindOf(name)), 0.5});
    });
  });
  rows->addWidget(add, 0, Qt::AlignLeft);
  addRow(tr("Conditions"), box, tr("All conditions must be met"));
}

void AnimatorForm::fillParameter() {
  const animator::SetupParameter parameter = setup()->parameters[m_item.index];
  const std::size_t at = m_item.index;
  addName(parameter.what.name,
          [at](animator::AnimatorSetup& all, const std::string& name) { return renameParameter(all, at, name); });
  addRow(tr("Kind"),
         combo("parameterKind", {tr("Number"), tr("Switch"), tr("Trigger")}, static_cast<int>(parameter.what.kind),
               [this, at](int choice) {
                 edit(tr("Change kind of parameter"), [&](animator::AnimatorSetup& all) {
                   const animator::SetupParameter before = all.parameters[at];
                   const auto kind = static_cast<animator::ParameterKind>(choice);
                   if (before.what.kind == animator::ParameterKind::Number && kind != animator::ParameterKind::Number) {
                     removeParameter(all, at);  // What a number does, a switch cannot.
                     all.parameters.insert(all.parameters.begin() + static_cast<std::ptrdiff_t>(at), before);
                   }
                   all.parameters[at].what.kind = kind;
                   all.parameters[at].what.initial =
                       kind == animator::ParameterKind::Number ? before.what.initial : 0.0;
                   for (animator::SetupTransition& transition : all.transitions) {
                     for (animator::SetupCondition& condition : transition.conditions) {
                       if (condition.parameter == before.what.name) {
                         condition.compare = kind == animator::ParameterKind::Number ? animator::Compare::Greater
                                                                                     : animator::Compare::IsSet;
                       }
                     }
                   }
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

void AnimatorForm::fillLimb() {
  const animator::SetupLimb limb = setup()->limbs[m_item.index];
  const std::size_t at = m_item.index;
  auto* name = new QLabel(QString::fromStdString(limb.name));
  addRow(tr("Limb"), name);
  addNumber(tr("Weight"), "limbWeight", tr("0: the pose of the clip. 100: the end of the limb is at the target"),
            limb.weight * 100.0, 0.0, 100.0, 0, tr("%"),
            [at](animator::AnimatorSetup& all, double weight) { all.limbs[at].weight = weight / 100.0; });
  addPlace(tr("Target"), "limbTarget", tr("Position that the end of the limb reaches for, in metres"), limb.target,
           [at](animator::AnimatorSetup& all, const glm::dvec3& place) { all.limbs[at].target = place; });
  addNode(tr("Moves with"), "limbTargetNode",
          tr("Attaches the target to a node, for example a hand to a sword. Its position is then local to that node"),
          limb.targetNode, tr("The character"),
          [at](animator::AnimatorSetup& all, const std::string& node) { all.limbs[at].targetNode = node; });
  auto* pole = new QCheckBox(tr("Use a pole target"));
  pole->setObjectName("limbHasPole");
  pole->setChecked(limb.pole.has_value());
  pole->setToolTip(tr("The knee or elbow points at the pole target; without one the limb bends as in the clip"));
  connect(pole, &QCheckBox::clicked, this, [this, at, limb](bool wanted) {
    edit(tr("Change pole"), [&](animator::AnimatorSetup& all) {
      all.limbs[at].pole = wanted ? std::optional(limb.target + glm::dvec3(0.0, 0.0, 1.0)) : std::nullopt;
    });
  });
  m_form->addRow(QString(), pole);
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

void AnimatorForm::fillGaze() {
  const animator::SetupGaze gaze = setup()->gazes[m_item.index];
  const std::size_t at = m_item.index;
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
