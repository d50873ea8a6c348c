#include "app/editor/panels/animator/animator_form.h"

#include <QFormLayout>
#include <QTimer>
#include <QVBoxLayout>

#include "app/editor/panels/animator/item_fields.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

AnimatorForm::AnimatorForm(Workshop& workshop, AnimatorPlay& play, QWidget* parent)
    : QWidget(parent), m_workshop(workshop), m_play(play) {
  spaced(new QVBoxLayout(this), 0);
  fill();
}

const animator::AnimatorSetup* AnimatorForm::setup() const {
  const auto& animator = m_workshop.document().recipe().animator;
  return animator ? &*animator : nullptr;
}

void AnimatorForm::setItem(const AnimatorItem& item) {
  if (item != m_item || !m_filled) {
    m_item = item;
    fill();
  }
}

void AnimatorForm::refresh() {
  if (setup() == nullptr || !isThere() || !m_filled || m_shown != *setup()) {
    // Deferred, because a field may still be emitting its change.
    QTimer::singleShot(0, this, &AnimatorForm::fill);
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
  m_filled = isThere();
  m_shown = setup() != nullptr ? *setup() : animator::AnimatorSetup();
  m_content = m_filled ? makeFields() : makeHint();
  layout()->addWidget(m_content);
  if (!focused.isEmpty()) {
    if (auto* again = m_content->findChild<QWidget*>(focused)) {
      again->setFocus();
    }
  }
}

QWidget* AnimatorForm::makeFields() {
  switch (m_item.kind) {
    case AnimatorItem::Kind::State:
      return new StateFields(m_workshop, m_play, m_item.index);
    case AnimatorItem::Kind::Layer:
      return new LayerFields(m_workshop, m_item.index);
    case AnimatorItem::Kind::Transition:
      return new TransitionFields(m_workshop, m_item.index);
    case AnimatorItem::Kind::Parameter:
      return new ParameterFields(m_workshop, m_item.index);
    case AnimatorItem::Kind::Limb:
      return new LimbFields(m_workshop, m_item.index);
    case AnimatorItem::Kind::Gaze:
      return new GazeFields(m_workshop, m_item.index);
    case AnimatorItem::Kind::None:
      break;
  }
  return makeHint();
}

QWidget* AnimatorForm::makeHint() const {
  auto* content = new QWidget;
  auto* layout = new QFormLayout(content);
  layout->setContentsMargins(8, 4, 8, 8);
  layout->addRow(wrappedLabel(
      setup() == nullptr ? tr("An animator plays clips on the full skeleton, with blend trees, transitions and "
                              "inverse kinematics. Make one from the clips, or add a state.")
                         : tr("Select a layer, state, transition, parameter, limb or gaze to edit it."),
      "muted"));
  return content;
}

}  // namespace texeleton::editor
