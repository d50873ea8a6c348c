#include "app/editor/panels/animator/animator_live.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/numbers.h"
#include "viewport/scene/crowd/crowd.h"
#include "viewport/scene/crowd/variant_parts.h"

namespace texeleton::editor {

namespace {

constexpr int kSliderSteps = 1000;
constexpr int kEventsHeard = 3;

QComboBox* choice(const char* name, const QString& accessible) {
  auto* combo = named(comboBox({}, 4), name);
  combo->setAccessibleName(accessible);
  return combo;
}

}  // namespace

AnimatorLive::AnimatorLive(Workshop& workshop, ViewportArea& viewport, QWidget* parent)
    : QWidget(parent), m_workshop(workshop), m_viewport(viewport), m_play(viewport.effects().animator()) {
  auto* layout = put(spaced(new QVBoxLayout(this), 6, {8, 4, 8, 8}), {label(tr("Parameters"), "title")});
  m_parameters = new QWidget;
  layout->addWidget(m_parameters);
  m_state = named(wrappedLabel({}), "animatorState");
  layout->addWidget(m_state);
  m_events = named(wrappedLabel({}, "muted"), "animatorEvents");
  put(layout, {m_events, rule()});
  addMeshes(*layout);
  layout->addWidget(rule());
  addFade(*layout);
  layout->addStretch(1);
  connect(&m_workshop.document(), &Document::changed, this, &AnimatorLive::fill);
  connect(&m_workshop.document(), &Document::changed, this, &AnimatorLive::followFade);
  connect(&m_workshop, &Workshop::bakeChanged, this, &AnimatorLive::fillFade);
  connect(&m_play, &AnimatorPlay::changed, this, [this] {
    m_heard.clear();
    m_events->clear();
    showState();
  });
  connect(&m_play, &AnimatorPlay::moved, this, &AnimatorLive::showState);
  connect(&m_play, &AnimatorPlay::passed, this, &AnimatorLive::hear);
  connect(&m_viewport.effects().fade(), &FadePreview::changed, this, &AnimatorLive::showFade);
  connect(&m_viewport, &ViewportArea::sceneChanged, this, &AnimatorLive::fillMeshes);
  connect(&m_viewport.effects().meshes(), &MeshSwap::changed, this, &AnimatorLive::showMeshes);
  connect(&m_viewport.window(), &viewport::RhiWindow::selectionChanged, this, &AnimatorLive::showMeshes);
  fill();
  fillMeshes();
  followFade();
  fillFade();
}

void AnimatorLive::fill() {
  const auto& setup = m_workshop.document().recipe().animator;
  const std::vector<animator::SetupParameter> parameters =
      setup ? setup->parameters : std::vector<animator::SetupParameter>();
  if (m_filled && parameters == m_shown) {
    return;
  }
  m_filled = true;
  m_shown = parameters;
  m_follow.clear();
  delete m_parameters->layout();
  for (QWidget* child : m_parameters->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
    child->setObjectName(QString());
    child->hide();
    child->deleteLater();
  }
  auto* form = formLayout(m_parameters, 12, 6);
  if (parameters.empty()) {
    form->addRow(label(tr("The animator has no parameters."), "muted"));
  }
  for (const animator::SetupParameter& parameter : parameters) {
    addParameter(parameter);
  }
  showState();
}

void AnimatorLive::addParameter(const animator::SetupParameter& parameter) {
  auto* form = static_cast<QFormLayout*>(m_parameters->layout());
  const std::string name = parameter.what.name;
  const QString shown = QString::fromStdString(name);
  const auto add = [&](auto* control, const char* prefix) {
    control->setObjectName(prefix + shown);
    control->setAccessibleName(shown);
    m_follow.emplace_back([this, control] { control->setEnabled(m_play.crowd() != nullptr); });
    return control;
  };
  if (parameter.what.kind == animator::ParameterKind::Trigger) {
    auto* fire = add(new QPushButton(tr("Trigger")), "trigger-");
    connect(fire, &QPushButton::clicked, this, [this, name] { m_play.set(name, 1.0); });
    form->addRow(label(shown, "muted"), fire);
    return;
  }
  if (parameter.what.kind == animator::ParameterKind::Flag) {
    auto* box = add(new QCheckBox, "switch-");
    connect(box, &QCheckBox::clicked, this, [this, name](bool on) { m_play.set(name, on ? 1.0 : 0.0); });
    m_follow.emplace_back([this, box, name] { box->setChecked(m_play.value(name) != 0.0); });
    form->addRow(label(shown, "muted"), box);
    return;
  }
  const double least = parameter.least;
  const double span = parameter.most > least ? parameter.most - least : 1.0;
  auto* row = new QWidget;
  auto* slider = add(new QSlider(Qt::Horizontal), "slider-");
  slider->setRange(0, kSliderSteps);
  auto* number = add(new NumberField(-1e6, 1e6, 2, {}), "number-");
  number->setFixedWidth(64);
  put(spaced(new QHBoxLayout(row), 8), {{slider, 1}, number});
  connect(slider, &QSlider::valueChanged, this,
          [this, name, least, span](int step) { m_play.set(name, least + span * step / kSliderSteps); });
  connect(number, &QDoubleSpinBox::valueChanged, this, [this, name](double value) { m_play.set(name, value); });
  m_follow.emplace_back([this, slider, number, name, least, span] {
    const double value = m_play.value(name);
    number->show(value);
    if (!slider->isSliderDown()) {
      const QSignalBlocker quiet(slider);
      slider->setValue(static_cast<int>(std::lround((value - least) / span * kSliderSteps)));
    }
  });
  form->addRow(label(shown, "muted"), row);
}

void AnimatorLive::showState() {
  for (const auto& follow : m_follow) {
    follow();
  }
  const viewport::AnimatedCrowd* const crowd = m_play.crowd();
  if (crowd == nullptr) {
    m_state->setText(m_play.isOn() ? QString() : tr("Switch on the animator to change its parameters while it plays."));
    setRole(*m_state, "muted");
    return;
  }
  setRole(*m_state, "");
  const animator::Animator& lead = crowd->lead();
  const animator::AnimatorState& state = lead.controller().states[lead.state()];
  QStringList parts;
  const auto& setup = m_workshop.document().recipe().animator;
  for (std::size_t i = 0; i < state.children.size() && state.children.size() > 1; ++i) {
    const double weight = lead.childWeights()[i];
    const animator::SetupState* shown = nullptr;
    for (std::size_t s = 0; setup && s < setup->states.size(); ++s) {
      shown = setup->states[s].name == state.name ? &setup->states[s] : shown;
    }
    for (std::size_t c = 0; weight > 0.005 && shown != nullptr && c < shown->clips.size(); ++c) {
      const animator::SetupClip& clip = shown->clips[c];
      if (clip.x == state.children[i].x && clip.y == state.children[i].y) {
        parts.append(tr("%1 %2 %", "clip, percentage")
                         .arg(QString::fromStdString(clip.clip), QString::number(std::lround(100.0 * weight))));
        break;
      }
    }
  }
  QString text = tr("State: %1").arg(QString::fromStdString(state.name));
  if (!parts.isEmpty()) {
    text += " (" + parts.join(", ") + ")";
  }
  if (lead.fadeWeight() < 1.0) {
    text += " · " + tr("fading in, %1 %").arg(std::lround(100.0 * lead.fadeWeight()));
  }
  for (std::size_t layer = 1; layer < lead.layerCount(); ++layer) {
    text += '\n' + tr("%1: %2", "layer, state")
                       .arg(QString::fromStdString(lead.controller().layers[layer - 1].name),
                            QString::fromStdString(lead.controller().states[lead.state(layer)].name));
    text += " · " + tr("weight %1 %").arg(std::lround(100.0 * lead.layerShare(layer)));
  }
  m_state->setText(text);
}

void AnimatorLive::hear(const QString& state, const QString& event) {
  m_heard.prepend(tr("%1 in %2", "event, state").arg(event, state));
  while (m_heard.size() > kEventsHeard) {
    m_heard.removeLast();
  }
  m_events->setText(tr("Events: %1").arg(m_heard.join(", ")));
}

void AnimatorLive::addMeshes(QVBoxLayout& layout) {
  layout.addWidget(label(tr("Meshes"), "title"));
  m_meshes = choice("swapMeshes", tr("Meshes"));
  layout.addWidget(m_meshes);
  layout.addWidget(
      wrappedLabel(tr("Swaps the meshes of the selected characters, or of all, while they play. Add variants, and "
                      "characters from other files with the same bones, in the Model panel."),
                   "muted"));
  connect(m_meshes, &QComboBox::activated, this, [this] {
    const int variant = m_meshes->currentData().toInt();
    m_viewport.wear(variant < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(variant)));
  });
}

void AnimatorLive::fillMeshes() {
  const viewport::Scene& scene = m_viewport.window().scene();
  m_meshes->clear();
  if (scene.crowd.size() > 1) {
    m_meshes->addItem(tr("As in the crowd"), -1);
  }
  const bool hasSome = scene.animation && !scene.animation->variants.empty();
  for (std::uint32_t i = 0; hasSome && i < viewport::shownVariants(*scene.animation); ++i) {
    m_meshes->addItem(QString::fromStdString(scene.animation->variants[i].name), static_cast<int>(i));
  }
  if (m_meshes->count() == 0) {
    m_meshes->addItem(tr("All meshes"), -1);
  }
  m_meshes->setEnabled(hasSome);
  showMeshes();
}

void AnimatorLive::showMeshes() {
  const viewport::Scene& scene = m_viewport.window().scene();
  if (scene.crowd.size() == 0 || !m_meshes->isEnabled()) {
    return;
  }
  const std::uint32_t first = scene.selection.empty() ? 0u : scene.selection.front();
  int variant = -1;
  if (scene.crowd.size() == 1) {
    variant = static_cast<int>(scene.crowd.records().front().variant());
  } else if (const auto worn = m_viewport.effects().meshes().wornBy(first)) {
    variant = static_cast<int>(*worn);
  }
  m_meshes->setCurrentIndex(std::max(0, m_meshes->findData(variant)));
}

void AnimatorLive::addFade(QVBoxLayout& layout) {
  layout.addWidget(label(tr("Cross-fade in the crowd"), "title"));
  m_from = choice("fadeFrom", tr("From clip"));
  m_to = choice("fadeTo", tr("To clip"));
  m_seconds = named(new NumberField(0.0, viewport::ViewSetup::kMostBlendSeconds, 2, tr("s")), "fadeSeconds");
  m_seconds->setAccessibleName(tr("Duration"));
  m_seconds->show(m_fadeShown.seconds);
  m_seconds->setFixedWidth(84);
  m_fade = named(new QPushButton(tr("Fade")), "fadeStart");
  m_fade->setCheckable(true);
  layout.addLayout(put(spaced(new QHBoxLayout, 8), {{m_from, 1}, label(QString::fromUtf8("→"), "muted"), {m_to, 1}}));
  layout.addLayout(put(spaced(new QHBoxLayout, 8), {label(tr("Duration"), "muted"), m_seconds, {m_fade, 1}}));
  layout.addWidget(wrappedLabel(
      tr("The animation texture plays clips and cross-fades between two of them, including sockets and bounds. "
         "Blend trees, inverse kinematics, gazes and ragdolls need the full skeleton and are shown only where "
         "characters are drawn by skinning. To choose the clips, select two in the Clips panel."),
      "muted"));
  connect(m_fade, &QPushButton::clicked, this, &AnimatorLive::startFade);
  for (QComboBox* combo : {m_from, m_to}) {
    connect(combo, &QComboBox::activated, this, [this] { changeFade(true); });
  }
  connect(m_seconds, &QDoubleSpinBox::valueChanged, this, [this] { changeFade(m_offered); });
}

void AnimatorLive::changeFade(bool clips) {
  viewport::ViewSetup view = m_workshop.document().state().view;
  view.fade.seconds = m_seconds->value();
  if (clips) {
    view.fade.from = m_from->currentText().toStdString();
    view.fade.to = m_to->currentText().toStdString();
  }
  m_offered = false;
  m_workshop.document().set(tr("Change cross-fade"), &DocumentState::view, view);
}

// Also follows undo. A fade in progress continues with the new settings.
void AnimatorLive::followFade() {
  const viewport::FadeSetup& now = m_workshop.document().state().view.fade;
  if (now == m_fadeShown) {
    return;
  }
  m_fadeShown = now;
  m_offered = false;
  m_seconds->show(now.seconds);
  fillFade();
  if (m_viewport.effects().fade().isRunning()) {
    startFade();
  }
}

void AnimatorLive::startFade() {
  FadePreview& fade = m_viewport.effects().fade();
  if (!m_fade->isChecked()) {
    fade.stop();
    return;
  }
  if (m_offered) {
    changeFade(true);
  }
  m_play.setOn(false);
  fade.start(static_cast<std::uint32_t>(m_from->currentIndex()), static_cast<std::uint32_t>(m_to->currentIndex()),
             m_seconds->value());
  showFade();
}

void AnimatorLive::showFade() { m_fade->setChecked(m_viewport.effects().fade().isRunning()); }

void AnimatorLive::fillFade() {
  const auto& bake = m_workshop.bake();
  const QString from = m_offered ? m_from->currentText() : QString::fromStdString(m_fadeShown.from);
  const QString to = m_offered ? m_to->currentText() : QString::fromStdString(m_fadeShown.to);
  for (QComboBox* each : {m_from, m_to}) {
    each->clear();
    if (bake) {
      each->addItems(namesOf(bake->animation->clips, &vat::BakedClip::name));
    }
  }
  m_from->setCurrentIndex(std::max(0, m_from->findText(from)));
  m_to->setCurrentIndex(std::max(m_to->count() > 1 ? 1 : 0, m_to->findText(to)));
  m_fade->setEnabled(m_from->count() > 1);
}

void AnimatorLive::offerFade(const QString& from, const QString& to) {
  const int fromIndex = m_from->findText(from);
  const int toIndex = m_to->findText(to);
  if (fromIndex >= 0 && toIndex >= 0) {
    m_from->setCurrentIndex(fromIndex);
    m_to->setCurrentIndex(toIndex);
    m_offered = true;
  }
}

}  // namespace texeleton::editor
