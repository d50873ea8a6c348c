#include "app/editor/panels/animator/animator_panel.h"

#include <QMenu>
#include <QMessageBox>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/editor/document/animator_edit.h"
#include "app/editor/document/paths.h"
#include "app/editor/messages/localized.h"
#include "app/editor/theme/icons.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/flow_layout.h"
#include "app/editor/widgets/numbers.h"
#include "core/base/save_file.h"

namespace texeleton::editor {

namespace {

constexpr int kSecondsWidth = 76;
constexpr int kLeastColumn = 120;
constexpr int kTreeWidth = 150;  // In a window of usual size.
constexpr int kFormWidth = 320;
constexpr int kLiveWidth = 250;
constexpr int kPartRole = Qt::UserRole;
constexpr int kPartIndexRole = Qt::UserRole + 1;

QString nameOfTransition(const animator::SetupTransition& transition) {
  const QString from =
      transition.from.empty() ? AnimatorPanel::tr("Any state") : QString::fromStdString(transition.from);
  return from + QString::fromUtf8(" → ") + QString::fromStdString(transition.to);
}

/// Display names of the transitions, blend trees and layers that depend on a parameter.
QStringList usersOfParameter(const animator::AnimatorSetup& setup, const std::string& name) {
  QStringList users;
  for (const animator::SetupTransition& each : setup.transitions) {
    if (std::ranges::any_of(each.conditions, [&name](const animator::SetupCondition& condition) {
          return condition.parameter == name;
        })) {
      users << nameOfTransition(each);
    }
  }
  for (const animator::SetupState& each : setup.states) {
    if (each.parameterX == name || each.parameterY == name) {
      users << QString::fromStdString(each.name);
    }
  }
  for (const animator::SetupLayer& each : setup.layers) {
    if (each.parameter == name) {
      users << QString::fromStdString(each.name);
    }
  }
  return users;
}

/// The item that a row shows; none for a heading or null.
AnimatorItem itemOf(const QTreeWidgetItem* row) {
  return row == nullptr || row->parent() == nullptr
             ? AnimatorItem()
             : AnimatorItem{static_cast<AnimatorItem::Kind>(row->data(0, kPartRole).toInt()),
                            static_cast<std::size_t>(row->data(0, kPartIndexRole).toInt())};
}

}  // namespace

AnimatorPanel::AnimatorPanel(Workshop& workshop, ClipsPanel& clips, ViewportArea& viewport, QWidget* parent)
    : Panel(parent), m_workshop(workshop), m_clips(clips), m_viewport(viewport) {
  auto* layout = put(spaced(new QVBoxLayout(this), 8, {12, 8, 12, 8}), {makeTools()});
  m_problem = named(wrappedLabel({}, "warning"), "animatorProblem");
  m_problem->hide();
  layout->addWidget(m_problem);
  m_form = new AnimatorForm(m_workshop, play());
  m_live = new AnimatorLive(m_workshop, m_viewport);
  auto* splitter = new QSplitter(Qt::Horizontal);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(makeTree());
  // Scrollable both ways, so that a narrow window is not widened.
  const auto scrolled = [](QWidget* content) {
    auto* area = new QScrollArea;
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setMinimumWidth(kLeastColumn);
    area->setFocusPolicy(Qt::NoFocus);
    content->setAutoFillBackground(false);
    area->viewport()->setAutoFillBackground(false);
    return area;
  };
  splitter->addWidget(scrolled(m_form));
  splitter->addWidget(scrolled(m_live));
  splitter->setStretchFactor(0, 1);
  splitter->setStretchFactor(1, 3);
  splitter->setStretchFactor(2, 3);
  splitter->setSizes({kTreeWidth, kFormWidth, kLiveWidth});
  layout->addWidget(splitter, 1);

  connect(&m_workshop.document(), &Document::changed, this, &AnimatorPanel::showSetup);
  connect(&m_workshop, &Workshop::bakeChanged, this, [this] {
    showSetup();
    m_form->setItem({});
    m_form->setItem(selected());
  });
  connect(&play(), &AnimatorPlay::changed, this, &AnimatorPanel::showPlay);
  connect(&ragdoll(), &RagdollPlay::changed, this, [this] {
    if (!ragdoll().isOn() && !play().isOn()) {
      drawSkinned(false);
    }
    showPlay();
  });
  connect(&m_viewport.effects().fade(), &FadePreview::changed, this, [this] {
    if (m_viewport.effects().fade().isRunning()) {
      ragdoll().stop();
      drawSkinned(false);  // The texture can play cross-fades.
    }
  });
  connect(&ragdoll(), &RagdollPlay::moved, this, &AnimatorPanel::showRecorded);
  connect(&play(), &AnimatorPlay::moved, this, [this] {
    if (m_record->isEnabled() != (ragdoll().isFalling() || play().isPosing())) {
      showPlay();
    }
    showRecorded();
  });
  connect(&m_viewport, &ViewportArea::comparingChanged, this, &AnimatorPanel::showPlay);
  connect(&m_clips.list(), &QTreeWidget::itemSelectionChanged, this, [this] {
    const std::vector<int> rows = m_clips.selectedRows();
    if (rows.size() == 2 && m_workshop.model() && static_cast<std::size_t>(rows.back()) < m_clips.rows().size()) {
      const auto name = [this](int row) {
        return QString::fromStdString(m_clips.rows()[static_cast<std::size_t>(row)].name(*m_workshop.model()));
      };
      m_live->offerFade(name(rows[0]), name(rows[1]));
    }
  });
  if (play().isOn()) {
    m_pathBefore = viewport::DrawPath::Texture;
  }
  showSetup();
  showPlay();
}

QWidget* AnimatorPanel::makeTools() {
  auto* box = new QWidget;
  auto* layout = spaced(new FlowLayout(box), 8);
  const auto button = [layout](const QString& text, const char* name, const QString& tip) {
    auto* made = named(new QToolButton, name, tip);
    made->setText(text);
    layout->addWidget(made);
    return made;
  };
  m_on = button(tr("Animator"), "animatorOn",
                tr("Characters drawn by skinning play this animator instead of their clip. Drawing switches to compute "
                   "skinning unless Compare selects another path that skins"));
  m_on->setCheckable(true);
  m_on->setIcon(icon("play"));
  m_on->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_restart = button(tr("Restart"), "animatorRestart", tr("Puts all characters into the initial state"));
  m_make = button(tr("Make from clips"), "animatorMake",
                  tr("Replaces the animator with one made from the clips: a blend tree for standing, walking and "
                     "running by speed, and a trigger for each clip that plays once"));
  m_fall = button(tr("Ragdoll"), "ragdollOn",
                  tr("Drops the selected characters, or the nearest ones, as ragdolls. Drag them with the left mouse "
                     "button. Disable it to blend back to the animation"));
  m_fall->setCheckable(true);
  m_record = button(tr("Record as clip"), "ragdollRecord",
                    tr("Records the first ragdoll, or the first character of the animator with its limbs and gazes. "
                       "When switched off, saves the recording beside the model as a motion file, whose clip is edited "
                       "and baked like any other"));
  m_record->setCheckable(true);
  const auto seconds = [this, layout](const QString& name, const char* objectName, const QString& tip,
                                      double viewport::ViewSetup::*member) {
    auto* field = named(new NumberField(0.0, viewport::ViewSetup::kMostBlendSeconds, 2, tr("s")), objectName, tip);
    field->setFixedWidth(kSecondsWidth);
    layout->addWidget(labelOf(field, name));
    layout->addWidget(field);
    connect(field, &QDoubleSpinBox::valueChanged, this,
            [this, member](double value) { m_workshop.document().set(tr("Change blend of ragdolls"), member, value); });
    return field;
  };
  m_blendIn = seconds(tr("Blend in"), "ragdollBlendIn",
                      tr("Duration of the blend from the animation to the ragdoll. 0: at once"),
                      &viewport::ViewSetup::ragdollBlendIn);
  m_getUp =
      seconds(tr("Blend back"), "ragdollGetUp", tr("Duration of the blend from the ragdoll back to the animation"),
              &viewport::ViewSetup::ragdollBlendBack);
  connect(m_fall, &QToolButton::clicked, this, &AnimatorPanel::dropRagdoll);
  connect(m_record, &QToolButton::clicked, this, &AnimatorPanel::recordMotion);
  connect(m_on, &QToolButton::clicked, this, &AnimatorPanel::setOn);
  connect(m_restart, &QToolButton::clicked, this, [this] { play().restart(); });
  connect(m_make, &QToolButton::clicked, this, &AnimatorPanel::makeFromClips);
  return box;
}

QWidget* AnimatorPanel::makeTree() {
  auto* box = new QWidget;
  m_tree = named(new QTreeWidget, "animatorTree");
  m_tree->setHeaderHidden(true);
  m_tree->setColumnCount(1);
  m_tree->setUniformRowHeights(true);
  m_tree->setAccessibleName(tr("Parts of the animator"));
  m_tree->setMinimumWidth(kLeastColumn);
  auto* layout = put(spaced(new QVBoxLayout(box), 4), {{m_tree, 1}});
  m_add = named(new QToolButton, "animatorAdd");
  m_add->setText(tr("Add"));
  m_add->setIcon(icon("add"));
  m_add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_add->setPopupMode(QToolButton::InstantPopup);
  auto* menu = new QMenu(m_add);
  const auto action = [this, menu](const QString& text, Kind kind, const char* name) {
    menu->addAction(text, this, [this, kind] { add(kind); })->setObjectName(name);
  };
  action(tr("State"), Kind::State, "animatorAddState");
  action(tr("Transition"), Kind::Transition, "animatorAddTransition");
  action(tr("Layer"), Kind::Layer, "animatorAddLayer");
  action(tr("Parameter"), Kind::Parameter, "animatorAddParameter");
  menu->addSeparator();
  action(tr("Limb"), Kind::Limb, "animatorAddLimb");
  menu->addAction(tr("Arms and legs, by their names"), this, &AnimatorPanel::addLimbsByName)
      ->setObjectName("animatorAddLimbs");
  action(tr("Gaze"), Kind::Gaze, "animatorAddGaze");
  m_add->setMenu(menu);
  m_remove = iconButton("delete", tr("Remove the selection (Delete)"));
  m_remove->setProperty("animator", "remove");
  layout->addLayout(put(spaced(new QHBoxLayout, 4), {m_add, m_remove, Stretch()}));
  auto* removeAction = new QAction(m_tree);
  removeAction->setShortcut(QKeySequence::Delete);
  removeAction->setShortcutContext(Qt::WidgetShortcut);
  m_tree->addAction(removeAction);
  connect(removeAction, &QAction::triggered, this, &AnimatorPanel::remove);
  connect(m_remove, &QToolButton::clicked, this, &AnimatorPanel::remove);
  connect(m_tree, &QTreeWidget::itemSelectionChanged, this, [this] {
    m_form->setItem(selected());
    m_remove->setEnabled(selected().kind != Kind::None);
  });
  connect(m_tree, &QTreeWidget::itemDoubleClicked, this, [this] {
    const AnimatorItem item = selected();
    if (item.kind == Kind::State) {
      play().play(setup().states[item.index].name);
    }
  });
  return box;
}

QSize AnimatorPanel::sizeHint() const { return {kTreeWidth + kFormWidth, Panel::sizeHint().height()}; }

animator::AnimatorSetup AnimatorPanel::setup() const {
  return m_workshop.document().recipe().animator.value_or(animator::AnimatorSetup());
}

AnimatorItem AnimatorPanel::selected() const { return itemOf(m_tree->selectedItems().value(0)); }

void AnimatorPanel::select(const AnimatorItem& item) {
  for (QTreeWidgetItemIterator at(m_tree); *at != nullptr; ++at) {
    if (itemOf(*at) == item) {
      m_tree->setCurrentItem(*at);
      return;
    }
  }
}

void AnimatorPanel::addGroup(const QString& title, Kind kind, const QStringList& names,
                             const std::function<bool(std::size_t)>& takes) {
  auto* group = new QTreeWidgetItem(m_tree, {title});
  group->setFlags(Qt::ItemIsEnabled);
  group->setToolTip(0, title);
  for (int i = 0; i < names.size(); ++i) {
    if (!takes || takes(static_cast<std::size_t>(i))) {
      auto* item = new QTreeWidgetItem(group, {names[i]});
      item->setData(0, kPartRole, static_cast<int>(kind));
      item->setData(0, kPartIndexRole, i);
      item->setToolTip(0, names[i]);
    }
  }
  group->setExpanded(true);
}

void AnimatorPanel::showSetup() {
  m_blendIn->show(m_workshop.document().state().view.ragdollBlendIn);
  m_getUp->show(m_workshop.document().state().view.ragdollBlendBack);
  const animator::AnimatorSetup now = setup();
  const AnimatorItem before = selected();
  {
    const QSignalBlocker quiet(m_tree);
    m_tree->clear();
    const auto addStates = [&](const QString& title, const std::string& layer) {
      addGroup(title, Kind::State, namesOf(now.states, &animator::SetupState::name),
               [&](std::size_t state) { return now.states[state].layer == layer; });
    };
    const auto addAny = [this](const QString& title, Kind kind, const QStringList& names) {
      if (!names.isEmpty()) {
        addGroup(title, kind, names);
      }
    };
    addStates(tr("States"), {});
    for (const animator::SetupLayer& layer : now.layers) {
      addStates(tr("States of %1", "layer").arg(QString::fromStdString(layer.name)), layer.name);
    }
    addAny(tr("Layers"), Kind::Layer, namesOf(now.layers, &animator::SetupLayer::name));
    addAny(tr("Transitions"), Kind::Transition,
           namesOf(now.transitions, [](const auto& each) { return nameOfTransition(each).toStdString(); }));
    addAny(tr("Parameters"), Kind::Parameter, namesOf(now.parameters, [](const auto& each) { return each.what.name; }));
    addAny(tr("Limbs"), Kind::Limb, namesOf(now.limbs, &animator::SetupLimb::name));
    addAny(tr("Gazes"), Kind::Gaze, namesOf(now.gazes, &animator::SetupGaze::node));
    select(before);
  }
  const bool hasModel = m_workshop.model() != nullptr && m_workshop.bake() != nullptr;
  m_add->setEnabled(hasModel);
  m_make->setEnabled(hasModel);
  m_remove->setEnabled(selected().kind != Kind::None);
  m_form->setItem(selected());
  m_form->refresh();
  emit summaryChanged(now.states.empty() ? QString() : tr("%Ln state(s)", "", static_cast<int>(now.states.size())));
  showPlay();
}

void AnimatorPanel::showPlay() {
  m_on->setEnabled(m_workshop.bake() != nullptr && m_workshop.bake()->skeleton != nullptr);
  m_on->setChecked(play().isOn());
  m_restart->setEnabled(play().crowd() != nullptr);
  m_fall->setEnabled(m_on->isEnabled());
  m_fall->setChecked(ragdoll().isDown());
  m_record->setEnabled(ragdoll().isFalling() || play().isPosing());
  m_record->setChecked(ragdoll().isRecording() || play().isRecording());
  showRecorded();
  QString problem = play().problem().isEmpty() ? ragdoll().problem() : play().problem();
  if (play().isOn() && problem.isEmpty() && !play().isDrawn()) {
    problem =
        tr("The picture is drawn by the animation texture, which plays clips only. Choose compute skinning, CPU "
           "skinning or Hybrid under Compare to see the animator.");
  }
  showText(*m_problem, problem);
}

void AnimatorPanel::showRecorded() {
  const double recorded = play().isRecording() ? play().recordedSeconds() : ragdoll().recordedSeconds();
  m_record->setText(m_record->isChecked() ? tr("Recording: %1").arg(seconds(recorded, 1)) : tr("Record as clip"));
}

void AnimatorPanel::setOn(bool on) {
  if (on && !m_workshop.document().recipe().animator) {
    makeFromClips();
  }
  m_viewport.effects().fade().stop();
  if (!on && play().isRecording()) {
    recordMotion(false);
  }
  play().setOn(on);
  drawSkinned(on || ragdoll().isOn());
  showPlay();
}

// The texture shows neither animators nor ragdolls. The previous path is restored when they end.
void AnimatorPanel::drawSkinned(bool skinned) {
  Comparing comparing = m_viewport.comparing();
  if (skinned && comparing.path == viewport::DrawPath::Texture && comparing.how == Comparing::How::Off) {
    m_pathBefore = comparing.path;
    comparing.path = viewport::DrawPath::Compute;
    comparing.other = viewport::DrawPath::Texture;
  } else if (!skinned && m_pathBefore && comparing.how == Comparing::How::Off) {
    comparing.path = *m_pathBefore;
    comparing.other = viewport::DrawPath::Compute;
  }
  if (!skinned) {
    m_pathBefore.reset();
  }
  m_viewport.setComparing(comparing);
}

void AnimatorPanel::dropRagdoll(bool down) {
  if (!down) {
    if (ragdoll().isRecording()) {
      recordMotion(false);
    }
    ragdoll().getUp(m_workshop.document().state().view.ragdollBlendBack);
    return;
  }
  m_viewport.effects().fade().stop();
  drawSkinned(true);
  ragdoll().drop(m_workshop.document().state().view.ragdollBlendIn);
  showPlay();
}

void AnimatorPanel::recordMotion(bool on) {
  if (on) {
    if (ragdoll().isFalling()) {
      ragdoll().record();
    } else {
      play().record();
    }
    return;
  }
  const bool isRagdoll = ragdoll().isRecording();
  const std::filesystem::path model = m_workshop.document().modelFile();
  std::filesystem::path file;
  std::string name;
  std::error_code ignored;
  for (int number = 1; file.empty() || std::filesystem::exists(file, ignored); ++number) {
    name = (isRagdoll ? "ragdoll-" : "animator-") + std::to_string(number);
    file = model.parent_path() / (model.stem().string() + "@" + name + ".glb");
  }
  const auto recording = isRagdoll ? ragdoll().takeRecording() : play().takeRecording();
  const Result<std::string> bytes = recording ? recording->file(name) : std::string();
  if (bytes && bytes->empty()) {
    return;
  }
  const Result<void> saved = bytes ? saveFile(file, *bytes) : fail(bytes.error());
  if (!saved) {
    m_problem->setText(localized(saved.error()));
    m_problem->show();
    return;
  }
  emit motionRecorded(toQString(file));
}

void AnimatorPanel::makeFromClips() {
  const auto& bake = m_workshop.bake();
  if (!bake) {
    return;
  }
  animator::AnimatorSetup made = animator::defaultSetup(*bake->model, play().clips());
  made.limbs = setup().limbs;  // Limbs do not depend on clips.
  made.gazes = setup().gazes;
  m_workshop.document().set(tr("Make animator from clips"), &recipe::Recipe::animator, made);
  select({Kind::State, 0});
}

void AnimatorPanel::addLimbsByName() {
  if (!m_workshop.model()) {
    return;
  }
  animator::AnimatorSetup changed = setup();
  const std::size_t before = changed.limbs.size();
  for (animator::SetupLimb& limb : animator::proposedLimbs(*m_workshop.model())) {
    const bool isKnown =
        std::ranges::any_of(changed.limbs, [&limb](const animator::SetupLimb& each) { return each.end == limb.end; });
    if (!isKnown) {
      changed.limbs.push_back(std::move(limb));
    }
  }
  if (changed.limbs.size() == before) {
    m_problem->setText(
        tr("No bone is named as a hand or foot that is not listed yet. Add a limb and choose its bones."));
    m_problem->show();
    return;
  }
  m_workshop.document().set(tr("Add limbs"), &recipe::Recipe::animator, changed);
  select({Kind::Limb, before});
}

std::string AnimatorPanel::selectedLayer(const animator::AnimatorSetup& all) const {
  const AnimatorItem item = selected();
  return item.kind == Kind::State   ? all.states[item.index].layer
         : item.kind == Kind::Layer ? all.layers[item.index].name
                                    : std::string();
}

void AnimatorPanel::add(Kind kind) {
  animator::AnimatorSetup changed = setup();
  const std::vector<animator::PlayableClip> clips = play().clips();
  const auto& model = m_workshop.model();
  if (!model || clips.empty()) {
    return;
  }
  std::size_t index = 0;
  const auto append = [&index](auto& items, auto item) {
    index = items.size();
    items.push_back(std::move(item));
  };
  QString text;
  if (kind == Kind::State) {
    append(changed.states, newState(changed, clips, selectedLayer(changed)));
    text = tr("Add state");
  } else if (kind == Kind::Transition) {
    const AnimatorItem item = selected();
    auto transition = newTransition(changed, selectedLayer(changed),
                                    item.kind == Kind::State ? changed.states[item.index].name : std::string());
    if (!transition) {
      return;
    }
    append(changed.transitions, std::move(*transition));
    text = tr("Add transition");
  } else if (kind == Kind::Layer) {
    index = changed.layers.size();
    addLayer(changed, freshName(changed.layers, tr("Layer").toStdString()),
             freshName(changed.states, tr("Empty").toStdString()));
    text = tr("Add layer");
  } else if (kind == Kind::Parameter) {
    animator::SetupParameter parameter;
    parameter.what.name = freshName(changed.parameters, "parameter");
    append(changed.parameters, std::move(parameter));
    text = tr("Add parameter");
  } else if (kind == Kind::Limb) {
    append(changed.limbs, newLimb(changed, *model));
    text = tr("Add limb");
  } else if (kind == Kind::Gaze) {
    append(changed.gazes, newGaze(*model));
    text = tr("Add gaze");
  }
  m_workshop.document().set(text, &recipe::Recipe::animator, changed);
  select({kind, index});
}

void AnimatorPanel::tellDropped(const animator::AnimatorSetup& before,
                                const std::vector<animator::SetupTransition>& kept) {
  QStringList dropped;
  for (const animator::SetupTransition& each : before.transitions) {
    if (std::ranges::find(kept, each) == kept.end()) {
      dropped << nameOfTransition(each);
    }
  }
  if (!dropped.isEmpty()) {
    emit said(tr("Removed with its transitions: %1").arg(dropped.join(tr(", "))));
  }
}

bool AnimatorPanel::mayRemove(const std::string& name, const QStringList& users, const QString& text,
                              const QString& result) {
  if (users.isEmpty()) {
    return true;
  }
  QMessageBox box(QMessageBox::Question, "Texeleton", text.arg(QString::fromStdString(name), users.join(tr(", "))),
                  QMessageBox::Yes | QMessageBox::Cancel, this);
  box.setInformativeText(result);
  box.button(QMessageBox::Yes)->setText(tr("&Remove"));
  box.setDefaultButton(QMessageBox::Yes);
  return box.exec() == QMessageBox::Yes;
}

void AnimatorPanel::remove() {
  const AnimatorItem item = selected();
  animator::AnimatorSetup changed = setup();
  const auto at = static_cast<std::ptrdiff_t>(item.index);
  std::size_t transitions = 0;  // Removed with it.
  switch (item.kind) {
    case Kind::None:
      return;
    case Kind::Layer: {
      const std::string& name = changed.layers[item.index].name;
      if (!mayRemove(name, namesOf(statesOf(changed, name)), tr("%1 has the states %2"),
                     tr("They are removed with it."))) {
        return;
      }
      removeLayer(changed, item.index);
      break;
    }
    case Kind::State:
      removeState(changed, item.index);
      tellDropped(setup(), changed.transitions);
      break;
    case Kind::Transition:
      changed.transitions.erase(changed.transitions.begin() + at);
      break;
    case Kind::Parameter: {
      const std::string& name = changed.parameters[item.index].what.name;
      if (!mayRemove(name, usersOfParameter(changed, name), tr("%1 is used by %2"), tr("They change with it."))) {
        return;
      }
      transitions = removeParameter(changed, item.index);
      break;
    }
    case Kind::Limb:
      changed.limbs.erase(changed.limbs.begin() + at);
      break;
    case Kind::Gaze:
      changed.gazes.erase(changed.gazes.begin() + at);
      break;
  }
  m_workshop.document().set(transitions == 0
                                ? tr("Remove from animator")
                                : tr("Remove parameter and %n transition(s)", "", static_cast<int>(transitions)),
                            &recipe::Recipe::animator, changed);
}

}  // namespace texeleton::editor
