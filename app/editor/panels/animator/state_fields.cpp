#include "app/editor/panels/animator/item_fields.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/editor/document/animator_edit.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/number_field.h"

namespace texeleton::editor {

namespace {

constexpr double kFarAway = 1e6;
constexpr int kGoalWidth = 64;

}  // namespace

StateFields::StateFields(Workshop& workshop, AnimatorPlay& play, std::size_t index)
    : AnimatorFields(workshop, {AnimatorItem::Kind::State, index}), m_play(play) {
  using State = animator::SetupState;
  const State state = setup().states[index];
  addName(state.name, [index](Setup& all, const std::string& name) { return renameState(all, index, name); });
  addLayer(state);
  const QStringList numbers = parameterNames(true);
  addRow(tr("Blend by"),
         nameCombo("animatorBlendX", tr("Single clip"), numbers, state.parameterX,
                   [this, index, y = state.parameterY](const std::string& x) {
                     edit(tr("Change blend tree"), [&](Setup& all) { setBlend(all, index, x, y); });
                   }),
         tr("A blend tree mixes its clips by the value of a number. The clips are synchronized: all are at the same "
            "percentage of their length"));
  if (!state.parameterX.empty()) {
    addRow(tr("And by"),
           nameCombo("animatorBlendY", tr("None"), numbers, state.parameterY,
                     [this, index, x = state.parameterX](const std::string& y) {
                       edit(tr("Change blend tree"), [&](Setup& all) { setBlend(all, index, x, y); });
                     }),
           tr("A second number places the clips in a plane, for example forward and sideways speed"));
  }
  addClips(state);
  addNumber(tr("Speed"), "animatorSpeed", tr("Playback speed; negative plays backward"), &State::speed,
            {-100.0, 100.0, 2});
  const int loop = !state.loop ? 0 : *state.loop ? 1 : 2;
  addRow(tr("Loop"), combo("animatorLoop", {tr("Same as the clip"), tr("Loops"), tr("Once")}, loop, [this](int choice) {
           set(tr("Change loop of state"), &State::loop, choice == 0 ? std::nullopt : std::optional(choice == 1));
         }));
  const bool isInitial = initialState(setup(), state.layer) == state.name;
  auto* row = new QWidget;
  auto* begin = named(new QPushButton(isInitial ? tr("Initial state") : tr("Make initial")), "animatorInitial");
  begin->setEnabled(!isInitial);
  auto* go = named(new QPushButton(tr("Go to state")), "animatorGo");
  put(spaced(new QHBoxLayout(row)), {begin, go, Stretch()});
  connect(begin, &QPushButton::clicked, this,
          [this, index] { edit(tr("Change initial state"), [&](Setup& all) { setInitialState(all, index); }); });
  connect(go, &QPushButton::clicked, this, [this, state] { m_play.play(state.name); });
  rows().addRow(row);
}

void StateFields::addLayer(const animator::SetupState& state) {
  if (setup().layers.empty()) {
    return;
  }
  const std::size_t at = index();
  QStringList names;
  std::vector<std::string> layers;
  if (!state.clips.empty()) {  // The base has no empty states.
    names << tr("Base");
    layers.emplace_back();
  }
  for (const animator::SetupLayer& layer : setup().layers) {
    names << QString::fromStdString(layer.name);
    layers.push_back(layer.name);
  }
  const auto now = std::ranges::find(layers, state.layer);
  const int current = now == layers.end() ? -1 : static_cast<int>(now - layers.begin());
  addRow(tr("Layer"),
         combo("animatorLayer", names, current,
               [this, at, layers, state](int choice) {
                 const std::string& layer = layers[static_cast<std::size_t>(choice)];
                 if (layer != state.layer) {
                   edit(tr("Move state to layer"), [&](Setup& all) { setLayer(all, at, layer); });
                 }
               }),
         tr("The transitions of a state that is moved lead from and to the initial state of the layer"));
}

void StateFields::addClips(const animator::SetupState& state) {
  const std::size_t at = index();
  QStringList names = namesOf(m_play.clips(), &animator::PlayableClip::name);
  auto* box = new QWidget;
  auto* rows = spaced(new QVBoxLayout(box), 4);
  const bool isTree = !state.parameterX.empty();
  const bool mayBeEmpty = !state.layer.empty() && !isTree && state.clips.size() < 2;
  if (mayBeEmpty) {
    names.prepend(tr("None: shows the layers below"));
  }
  if (mayBeEmpty && state.clips.empty()) {
    QComboBox* const choice = combo("animatorClip", names, 0, [this, at, names](int chosen) {
      if (chosen > 0) {
        edit(tr("Change clip of state"), [&](Setup& all) { all.states[at].clips = {{names[chosen].toStdString()}}; });
      }
    });
    choice->setAccessibleName(tr("Clip"));
    rows->addWidget(choice);
  }
  for (std::size_t i = 0; i < state.clips.size(); ++i) {
    const animator::SetupClip& clip = state.clips[i];
    QStringList offered = names;
    const QString now = QString::fromStdString(clip.clip);
    if (!offered.contains(now)) {
      offered.prepend(now);  // It is not baked or missing, which the animator's problem reports.
    }
    QComboBox* const choice =
        combo("animatorClip", offered, static_cast<int>(offered.indexOf(now)),
              [this, at, i, offered, none = mayBeEmpty ? offered.indexOf(names.front()) : -1](int chosen) {
                edit(tr("Change clip of state"), [&](Setup& all) {
                  if (chosen == none) {
                    all.states[at].clips.clear();
                  } else {
                    all.states[at].clips[i].clip = offered[chosen].toStdString();
                  }
                });
              });
    choice->setAccessibleName(tr("Clip"));
    auto* row = put(spaced(new QHBoxLayout, 4), {{choice, 1}});
    const auto number = [&](const char* name, double value, double animator::SetupClip::*member,
                            const std::string& parameter) {
      auto* field = named(new NumberField(-kFarAway, kFarAway, 2, {}), QString(name) + QString::number(i),
                          tr("Value of %1 at which only this clip plays").arg(QString::fromStdString(parameter)));
      field->show(value);
      field->setFixedWidth(kGoalWidth);
      field->setAccessibleName(field->toolTip());
      connect(field, &QDoubleSpinBox::valueChanged, this, [this, at, i, member](double to) {
        edit(
            tr("Move clip of blend tree"), [&](Setup& all) { all.states[at].clips[i].*member = to; }, kMergeAnimator);
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
        edit(tr("Remove clip of state"), [&](Setup& all) {
          std::vector<animator::SetupClip>& clips = all.states[at].clips;
          clips.erase(clips.begin() + static_cast<std::ptrdiff_t>(i));
        });
      });
      row->addWidget(remove);
    }
    rows->addLayout(row);
  }
  if (isTree && !names.isEmpty()) {
    auto* add = named(new QPushButton(tr("Add clip")), "animatorAddClip");
    connect(add, &QPushButton::clicked, this, [this, at, names] {
      edit(tr("Add clip to state"), [&](Setup& all) {
        std::vector<animator::SetupClip>& clips = all.states[at].clips;
        const auto isUsed = [&clips](const QString& name) {
          return std::ranges::any_of(
              clips, [&name](const animator::SetupClip& clip) { return clip.clip == name.toStdString(); });
        };
        const auto unused = std::ranges::find_if_not(names, isUsed);
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
