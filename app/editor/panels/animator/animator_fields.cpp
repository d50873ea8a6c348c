#include "app/editor/panels/animator/animator_fields.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <algorithm>
#include <utility>

#include "app/editor/document/animator_edit.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/node_chooser.h"
#include "app/editor/widgets/number_field.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

constexpr double kFarthest = 1e6;  // Metres.
constexpr int kLeastPlaceWidth = 62;

}  // namespace

AnimatorFields::AnimatorFields(Workshop& workshop, const AnimatorItem& item) : m_workshop(workshop), m_item(item) {
  m_layout = formLayout(this, 12, 6, {8, 4, 8, 8});
}

bool AnimatorFields::isThere(const Workshop& workshop, const AnimatorItem& item) {
  const auto& all = workshop.document().recipe().animator;
  if (!all) {
    return false;
  }
  // In the order of AnimatorItem::Kind.
  const std::size_t counts[] = {0,
                                all->layers.size(),
                                all->states.size(),
                                all->transitions.size(),
                                all->parameters.size(),
                                all->limbs.size(),
                                all->gazes.size()};
  return item.index < counts[static_cast<std::size_t>(item.kind)];
}

const animator::AnimatorSetup& AnimatorFields::setup() const { return *m_workshop.document().recipe().animator; }

void AnimatorFields::edit(const QString& text, const Change& change, int mergeKey) {
  if (isThere(m_workshop, m_item)) {
    animator::AnimatorSetup changed = setup();
    change(changed);
    m_workshop.document().set(text, &recipe::Recipe::animator, changed, mergeKey);
  }
}

void AnimatorFields::addRow(const QString& name, QWidget* field, const QString& tip) {
  m_layout->addRow(labelOf(field, name, tip), field);
}

QComboBox* AnimatorFields::combo(const char* objectName, const QStringList& items, int current,
                                 const std::function<void(int)>& chosen) {
  auto* box = named(comboBox(items, 4), objectName);
  box->setCurrentIndex(current);
  connect(box, &QComboBox::activated, this, chosen);
  return box;
}

QComboBox* AnimatorFields::nameCombo(const char* objectName, const QString& none, const QStringList& names,
                                     const std::string& current,
                                     const std::function<void(const std::string&)>& chosen) {
  return combo(objectName, QStringList(none) + names,
               static_cast<int>(names.indexOf(QString::fromStdString(current))) + 1,
               [names, chosen](int choice) { chosen(choice == 0 ? std::string() : names[choice - 1].toStdString()); });
}

void AnimatorFields::addNumber(const QString& name, const char* objectName, const QString& tip, double value,
                               const NumberLook& look, const std::function<void(Setup&, double)>& change) {
  auto* field = named(new NumberField(look.least, look.most, look.decimals, look.unit), objectName);
  field->show(value * look.scale);
  connect(field, &QDoubleSpinBox::valueChanged, this, [this, name, change, scale = look.scale](double number) {
    edit(
        tr("Change %1").arg(name), [&](Setup& all) { change(all, number / scale); }, kMergeAnimator);
  });
  addRow(name, field, tip);
}

void AnimatorFields::addName(const std::string& name, const std::function<bool(Setup&, const std::string&)>& rename) {
  auto* field = named(new QLineEdit(QString::fromStdString(name)), "animatorName");
  QLabel* const problem = named(wrappedLabel({}, "warning"), "animatorNameProblem");
  problem->hide();
  connect(field, &QLineEdit::editingFinished, this, [this, field, problem, name, rename] {
    const std::string wanted = field->text().trimmed().toStdString();
    if (wanted == name) {
      return;
    }
    animator::AnimatorSetup renamed = setup();
    if (rename(renamed, wanted)) {
      edit(tr("Rename"), [&renamed](Setup& all) { all = std::move(renamed); });
    } else {
      problem->setText(wanted.empty() ? tr("A name is needed.")
                                      : tr("%1 is in use: another name is needed.").arg(field->text().trimmed()));
      problem->show();
      field->setText(QString::fromStdString(name));
    }
  });
  connect(field, &QLineEdit::textEdited, problem, &QLabel::hide);
  addRow(tr("Name"), field);
  m_layout->addRow(problem);
}

void AnimatorFields::addNode(const QString& name, const char* objectName, const QString& tip, const std::string& node,
                             const QString& none, const std::function<void(Setup&, const std::string&)>& change) {
  auto* field = named(new NodeChooser(none), objectName);
  field->setNodes(m_workshop.model().get());
  field->showName(node);
  connect(field, &NodeChooser::chosen, this, [this, name, change](const QString& chosen) {
    edit(tr("Change %1").arg(name), [&](Setup& all) { change(all, chosen.toStdString()); });
  });
  addRow(name, field, tip);
}

void AnimatorFields::addPlace(const QString& name, const char* objectName, const QString& tip, const glm::dvec3& place,
                              const std::function<void(Setup&, const glm::dvec3&)>& change) {
  auto* row = new QWidget;
  auto* layout = spaced(new QHBoxLayout(row), 4);
  for (int axis = 0; axis < 3; ++axis) {
    auto* field = named(new NumberField(-kFarthest, kFarthest, 3, tr("m")), QString(objectName) + kAxisNames[axis],
                        kAxisNames[axis] + QString(" · ") + tip);
    field->setSingleStep(0.01);
    field->setMinimumWidth(kLeastPlaceWidth);
    field->show(place[axis]);
    field->setAccessibleName(name + " " + kAxisNames[axis]);
    connect(field, &QDoubleSpinBox::valueChanged, this, [this, name, place, axis, change](double number) {
      edit(
          tr("Change %1").arg(name),
          [&](Setup& all) {
            glm::dvec3 moved = place;
            moved[axis] = number;
            change(all, moved);
          },
          kMergeAnimator);
    });
    layout->addWidget(field, 1);
  }
  addRow(name, row, tip);
}

QStringList AnimatorFields::stateNames(const std::string& layer) const { return namesOf(statesOf(setup(), layer)); }

std::string AnimatorFields::layerOf(const std::string& state) const {
  const auto& all = setup().states;
  const auto found = std::ranges::find(all, state, &animator::SetupState::name);
  return found == all.end() ? std::string() : found->layer;
}

QStringList AnimatorFields::parameterNames(bool numbersOnly) const {
  QStringList names;
  for (const animator::SetupParameter& parameter : setup().parameters) {
    if (!numbersOnly || parameter.what.kind == animator::ParameterKind::Number) {
      names.append(QString::fromStdString(parameter.what.name));
    }
  }
  return names;
}

}  // namespace texeleton::editor
