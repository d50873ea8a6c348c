#include "app/editor/panels/animator_form.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "app/editor/document/animator_edit.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/node_chooser.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

constexpr double kFarAway = 1e6;
constexpr int kGoalWidth = 64;

}  // namespace

AnimatorForm::AnimatorForm(Workshop& workshop, AnimatorPlay& play, QWidget* parent)
    : QWidget(parent), m_workshop(workshop), m_play(play) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  fill();
}

const animator::AnimatorSetup* AnimatorForm::setup() const {
  const auto& animator = m_workshop.document().recipe().animator;
  return animator ? &*animator : nullptr;
}

bool AnimatorForm::isThere() const {
  const animator::AnimatorSetup* const all = setup();
  if (all == nullptr) {
    return false;
  }
  switch (m_item.kind) {
    case AnimatorItem::Kind::None:
      return false;
    case AnimatorItem::Kind::State:
      return m_item.index < all->states.size();
    case AnimatorItem::Kind::Transition:
      return m_item.index < all->transitions.size();
    case AnimatorItem::Kind::Parameter:
      return m_item.index < all->parameters.size();
    case AnimatorItem::Kind::Limb:
      return m_item.index < all->limbs.size();
    case AnimatorItem::Kind::Gaze:
      return m_item.index < all->gazes.size();
  }
  return false;
}

void AnimatorForm::setItem(const AnimatorItem& item) {
  if (item != m_item || !m_filled) {
    m_item = item;
    fill();
  }
}

void AnimatorForm::refresh() {
  if (setup() == nullptr || !isThere() || !m_filled || m_shown != *setup()) {
    // A field may be in the middle of telling of its value: it must outlive that.
    QTimer::singleShot(0, this, &AnimatorForm::fill);
  }
}

void AnimatorForm::edit(const QString& text, const Change& change, int mergeKey) {
  if (const animator::AnimatorSetup* const all = setup(); all != nullptr && isThere()) {
    animator::AnimatorSetup changed = *all;
    change(changed);
    m_workshop.document().setAnimator(text, std::move(changed), mergeKey);
  }
}

void AnimatorForm::fill() {
  const QWidget* const focus = m_content != nullptr ? m_content->focusWidget() : nullptr;
  const bool hadFocus = focus != nullptr && focus->hasFocus();
  const QString focused = hadFocus ? focus->objectName() : QString();
  if (m_content != nullptr) {
    m_content->hide();
    m_content->setObjectName(QString());
    for (QWidget* child : m_content->findChildren<QWidget*>()) {
      child->setObjectName(QString());
    }
    m_content->deleteLater();
  }
  m_content = new QWidget;
  m_form = new QFormLayout(m_content);
  m_form->setContentsMargins(8, 4, 8, 8);
  m_form->setHorizontalSpacing(12);
  m_form->setVerticalSpacing(6);
  m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  layout()->addWidget(m_content);
  m_filled = isThere();
  m_shown = setup() != nullptr ? *setup() : animator::AnimatorSetup();
  if (!m_filled) {
    auto* hint =
        label(setup() == nullptr ? tr("An animator plays clips on the full skeleton, with blend trees, transitions and "
                                      "inverse kinematics. Make one from the clips, or add a state.")
                                 : tr("Select a state, transition, parameter, limb or gaze to edit it."),
              "muted");
    hint->setWordWrap(true);
    m_form->addRow(hint);
    return;
  }
  switch (m_item.kind) {
    case AnimatorItem::Kind::State:
      fillState();
      break;
    case AnimatorItem::Kind::Transition:
      fillTransition();
      break;
    case AnimatorItem::Kind::Parameter:
      fillParameter();
      break;
    case AnimatorItem::Kind::Limb:
      fillLimb();
      break;
    case AnimatorItem::Kind::Gaze:
      fillGaze();
      break;
    case AnimatorItem::Kind::None:
      break;
  }
  if (!focused.isEmpty()) {
    if (auto* again = m_content->findChild<QWidget*>(focused)) {
      again->setFocus();
    }
  }
}

void AnimatorForm::addRow(const QString& name, QWidget* field, const QString& tip) {
  QLabel* const title = label(name, "muted");
  title->setBuddy(field);
  title->setToolTip(tip);
  field->setToolTip(tip);
  field->setAccessibleName(name);
  m_form->addRow(title, field);
}

QComboBox* AnimatorForm::combo(const char* objectName, const QStringList& items, int current,
                               const std::function<void(int)>& chosen) {
  auto* box = new QComboBox;
  box->setObjectName(objectName);
  box->addItems(items);
  box->setCurrentIndex(current);
  box->setMinimumContentsLength(4);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  connect(box, &QComboBox::activated, this, chosen);
  return box;
}

void AnimatorForm::addNumber(const QString& name, const char* objectName, const QString& tip, double value,
                             double least, double most, int decimals, const QString& unit,
                             const std::function<void(animator::AnimatorSetup&, double)>& change) {
  auto* field = new NumberField(least, most, decimals, unit);
  field->setObjectName(objectName);
  field->show(value);
  connect(field, &QDoubleSpinBox::valueChanged, this, [this, name, change](double number) {
    edit(
        tr("Change %1").arg(name), [&](animator::AnimatorSetup& all) { change(all, number); }, kMergeAnimator);
  });
  addRow(name, field, tip);
}

void AnimatorForm::addName(const std::string& name,
                           const std::function<bool(animator::AnimatorSetup&, const std::string&)>& rename) {
  auto* field = new QLineEdit(QString::fromStdString(name));
  field->setObjectName("animatorName");
  connect(field, &QLineEdit::editingFinished, this, [this, field, name, rename] {
    const std::string wanted = field->text().trimmed().toStdString();
    if (wanted == name) {
      return;
    }
    bool done = false;
    edit(tr("Rename"), [&](animator::AnimatorSetup& all) { done = rename(all, wanted); });
    if (!done) {
      field->setText(QString::fromStdString(name));  // Another has it already.
    }
  });
  addRow(tr("Name"), field);
}

void AnimatorForm::addNode(const QString& name, const char* objectName, const QString& tip, const std::string& node,
                           const QString& none,
                           const std::function<void(animator::AnimatorSetup&, const std::string&)>& change) {
  auto* field = new NodeChooser(none);
  field->setObjectName(objectName);
  field->setNodes(m_workshop.model().get());
  field->showName(node);
  connect(field, &NodeChooser::chosen, this, [this, name, change](const QString& chosen) {
    edit(tr("Change %1").arg(name), [&](animator::AnimatorSetup& all) { change(all, chosen.toStdString()); });
  });
  addRow(name, field, tip);
}

void AnimatorForm::addPlace(const QString& name, const char* objectName, const QString& tip, const glm::dvec3& place,
                            const std::function<void(animator::AnimatorSetup&, const glm::dvec3&)>& change) {
  auto* row = new QWidget;
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  for (int axis = 0; axis < 3; ++axis) {
    auto* field = new NumberField(-kFarAway, kFarAway, 3, tr("m"));
    field->setObjectName(QString(objectName) + kAxisNames[axis]);
    field->setSingleStep(0.01);
    field->show(place[axis]);
    field->setAccessibleName(name + " " + kAxisNames[axis]);
    field->setToolTip(kAxisNames[axis] + QString(" · ") + tip);
    connect(field, &QDoubleSpinBox::valueChanged, this, [this, name, place, axis, change](double number) {
      edit(
          tr("Change %1").arg(name),
          [&](animator::AnimatorSetup& all) {
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

QStringList AnimatorForm::stateNames() const {
  QStringList names;
  for (const animator::SetupState& state : setup()->states) {
    names.append(QString::fromStdString(state.name));
  }
  return names;
}

QStringList AnimatorForm::parameterNames(bool numbersOnly) const {
  QStringList names;
  for (const animator::SetupParameter& parameter : setup()->parameters) {
    if (!numbersOnly || parameter.what.kind == animator::ParameterKind::Number) {
      names.append(QString::fromStdString(parameter.what.name));
    }
  }
  return names;
}

void AnimatorForm::fillState() {
  const animator::SetupState state = setup()->states[m_item.index];
  const std::size_t at = m_item.index;
  addName(state.name,
          [at](animator::AnimatorSetup& all, const std::string& name) { return renameState(all, at, name); });
  const QStringList numbers = parameterNames(true);
  const QStringList xs = QStringList(tr("Single clip")) + numbers;
  const QStringList ys = QStringList(tr("None")) + numbers;
  const auto place = [&numbers](const std::string& name) {
    return static_cast<int>(numbers.indexOf(QString::fromStdString(name))) + 1;
  };
  const auto nameAt = [numbers](int choice) { return choice == 0 ? std::string() : numbers[choice - 1].toStdString(); };
  addRow(tr("Blend by"),
         combo("animatorBlendX", xs, place(state.parameterX),
               [this, at, nameAt, state](int choice) {
                 edit(tr("Change blend tree"),
                      [&](animator::AnimatorSetup& all) { setBlend(all, at, nameAt(choice), state.parameterY); });
               }),
         tr("A blend tree mixes its clips by the value of a number. The clips are synchronized: all are at the same "
            "percentage of their length"));
  if (!state.parameterX.empty()) {
    addRow(tr("And by"),
           combo("animatorBlendY", ys, place(state.parameterY),
                 [this, at, nameAt, state](int choice) {
                   edit(tr("Change blend tree"),
                        [&](animator::AnimatorSetup& all) { setBlend(all, at, state.parameterX, nameAt(choice)); });
                 }),
           tr("A second number places the clips in a plane, for example forward and sideways speed"));
  }
  fillClips(state);
  addNumber(tr("Speed"), "animatorSpeed", tr("Playback speed; negative plays backward"), state.speed, -100.0, 100.0, 2,
            {}, [at](animator::AnimatorSetup& all, double speed) { all.states[at].speed = speed; });
  const int loop = !state.loop ? 0 : *state.loop ? 1 : 2;
  addRow(tr("Loop"), combo("animatorLoop", {tr("As the clip"), tr("Loops"), tr("Once")}, loop, [this, at](int choice) {
           edit(tr("Change loop of state"), [&](animator::AnimatorSetup& all) {
             all.states[at].loop = choice == 0 ? std::nullopt : std::optional(choice == 1);
           });
         }));
  const bool isInitial = setup()->initial == state.name || (setup()->initial.empty() && at == 0);
  auto* row = new QWidget;
  auto* buttons = new QHBoxLayout(row);
  buttons->setContentsMargins(0, 0, 0, 0);
  auto* begin = new QPushButton(isInitial ? tr("Initial state") : tr("Make initial"));
  begin->setObjectName("animatorInitial");
  begin->setEnabled(!isInitial);
  auto* go = new QPushButton(tr("Go to state"));
  go->setObjectName("animatorGo");
  buttons->addWidget(begin);
  buttons->addWidget(go);
  buttons->addStretch(1);
  connect(begin, &QPushButton::clicked, this, [this, state] {
    edit(tr("Change initial state"), [&](animator::AnimatorSetup& all) { all.initial = state.name; });
  });
  connect(go, &QPushButton::clicked, this, [this, state] { m_play.play(state.name); });
  m_form->addRow(row);
}

void AnimatorForm::fillClips(const animator::SetupState& state) {
  const std::size_t at = m_item.index;
  QStringList names;
  for (const animator::PlayableClip& clip : m_play.clips()) {
    names.append(QString::fromStdString(clip.name));
  }
  auto* box = new QWidget;
  auto* rows = new QVBoxLayout(box);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(4);
  const bool isTree = !state.parameterX.empty();
  for (std::size_t i = 0; i < state.clips.size(); ++i) {
    const animator::SetupClip& clip = state.clips[i];
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    QStringList offered = names;
    const QString now = QString::fromStdString(clip.clip);
    if (!offered.contains(now)) {
      offered.prepend(now);  // It is not baked, or gone: said by the animator's problem.
    }
    QComboBox* const choice =
        combo("animatorClip", offered, static_cast<int>(offered.indexOf(now)), [this, at, i, offered](int chosen) {
          edit(tr("Change clip of state"),
               [&](animator::AnimatorSetup& all) { all.states[at].clips[i].clip = offered[chosen].toStdString(); });
        });
    choice->setAccessibleName(tr("Clip"));
    row->addWidget(choice, 1);
    const auto number = [&](const char* name, double value, double animator::SetupClip::*member,
                            const std::string& parameter) {
      auto* field = new NumberField(-kFarAway, kFarAway, 2, {});
      field->setObjectName(QString(name) + QString::number(i));
      field->show(value);
      field->setFixedWidth(kGoalWidth);
      field->setToolTip(tr("Value of %1 at which only this clip plays").arg(QString::fromStdString(parameter)));
      field->setAccessibleName(field->toolTip());
      connect(field, &QDoubleSpinBox::valueChanged, this, [this, at, i, member](double to) {
        edit(
            tr("Move clip of blend tree"), [&](animator::AnimatorSetup& all) { all.states[at].clips[i].*member = to; },
            kMergeAnimator);
      });
      row->addWidget(field);
    };
    if (isTree) {
      number("animatorClipX", clip.x, &animator::SetupClip::x, state.parameterX);
    }
    if (!state.parameterY.empty()) {
      number("animatorClipY", clip.y, &animator::SetupClip::y, state.parameterY);
    }
    if (state.clips.size() > 1) {
      auto* remove = iconButton("remove", tr("Remove this clip"));
      connect(remove, &QToolButton::clicked, this, [this, at, i] {
        edit(tr("Remove clip of state"), [&](animator::AnimatorSetup& all) {
          std::vector<animator::SetupClip>& clips = all.states[at].clips;
          clips.erase(clips.begin() + static_cast<std::ptrdiff_t>(i));
        });
      });
      row->addWidget(remove);
    }
    rows->addLayout(row);
  }
  if (isTree && !names.isEmpty()) {
    auto* add = new QPushButton(tr("Add clip"));
    add->setObjectName("animatorAddClip");
    connect(add, &QPushButton::clicked, this, [this, at, names] {
      edit(tr("Add clip to state"), [&](animator::AnimatorSetup& all) {
        std::vector<animator::SetupClip>& clips = all.states[at].clips;
        const auto isUsed = [&clips](const QString& name) {
          return std::any_of(clips.begin(), clips.end(),
                             [&name](const animator::SetupClip& clip) { return clip.clip == name.toStdString(); });
        };
        const auto unused = std::find_if_not(names.begin(), names.end(), isUsed);
        const double x = clips.empty() ? 0.0 : clips.back().x + 1.0;
        clips.push_back(
            {(unused == names.end() ? names.front() : *unused).toStdString(), x, clips.empty() ? 0.0 : clips.back().y});
      });
    });
    rows->addWidget(add, 0, Qt::AlignLeft);
  }
  addRow(isTree ? tr("Clips") : tr("Clip"), box);
}

}  // namespace texeleton::editor
