// The selected event in the Selection panel, and the fields that edit it.

#include <QLineEdit>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "app/editor/panels/selection_panel.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

QWidget* SelectionPanel::makeEvent() {
  auto* box = new QWidget;
  auto* form = new QFormLayout(box);
  form->setContentsMargins(0, 0, 0, 0);
  form->setHorizontalSpacing(12);
  form->setVerticalSpacing(4);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  m_eventName = new QLineEdit;
  m_eventName->setObjectName("selectedEventName");
  m_eventTime = new TimeField(0, 1e6);
  m_eventTime->setObjectName("selectedEventTime");
  m_eventTime->setToolTip(tr("From the start of the part that is baked; frames as 30f"));
  m_eventParameter = new QLineEdit;
  m_eventParameter->setObjectName("selectedEventParameter");
  m_eventParameter->setToolTip(tr("A text that the game gets with the event"));
  const auto row = [form](const QString& text, QWidget* field) {
    QLabel* name = label(text, "muted");
    name->setBuddy(field);
    field->setAccessibleName(text);
    field->setMinimumWidth(70);
    form->addRow(name, field);
  };
  row(tr("Name"), m_eventName);
  row(tr("Time"), m_eventTime);
  row(tr("Parameter"), m_eventParameter);
  letUndoThrough(*m_eventName);
  letUndoThrough(*m_eventParameter);
  const auto clip = [this] { return static_cast<std::size_t>(m_playback.clipNumber()); };
  connect(m_eventName, &QLineEdit::editingFinished, this, [this, clip] {
    const auto event = selectedEvent();
    const std::string name = m_eventName->text().trimmed().toStdString();
    if (event && !name.empty() && name != event->name) {
      renameEvent(m_workshop, clip(), *event, name, tr("Rename event"));
      m_selection.selectEvent(SelectedEvent{name, event->clipSeconds});
    }
  });
  connect(m_eventTime, &QDoubleSpinBox::valueChanged, this, [this, clip](double time) {
    if (const auto event = selectedEvent()) {
      const double at = std::min(time, m_playback.clip()->lengthSeconds);
      moveEvents(m_workshop, clip(), {*event}, {at}, tr("Move event"));
      m_selection.selectEvent(SelectedEvent{event->name, at});
    }
  });
  connect(m_eventParameter, &QLineEdit::editingFinished, this, [this, clip] {
    const auto event = selectedEvent();
    const std::string parameter = m_eventParameter->text().toStdString();
    if (event && parameter != event->parameter) {
      setEventParameter(m_workshop, clip(), *event, parameter, tr("Change event parameter"));
    }
  });
  return box;
}

std::optional<TimelineEvent> SelectionPanel::selectedEvent() const {
  if (m_playback.clipNumber() < 0 || !m_selection.selectedEvent()) {
    return std::nullopt;
  }
  for (const TimelineEvent& event : timelineEvents(m_workshop, static_cast<std::size_t>(m_playback.clipNumber()))) {
    if (event.name == m_selection.selectedEvent()->name &&
        std::abs(event.clipSeconds - m_selection.selectedEvent()->clipSeconds) < 1e-6) {
      return event;
    }
  }
  return std::nullopt;
}

void SelectionPanel::tellEvent() {
  const auto event = selectedEvent();
  const bake::BakedClip* clip = m_playback.clip();
  if (!event || clip == nullptr) {
    return;
  }
  begin(QString::fromStdString(event->name), tr("event"));
  add(tr("Clip"), QString::fromStdString(clip->name));
  add(tr("Frame"), QLocale().toString(event->clipSeconds * clip->frameRate, 'f', 2));
  add(tr("From"), event->origin == TimelineEvent::Model  ? tr("the model file; change it there")
                  : event->origin == TimelineEvent::File ? tr("the events file")
                                                         : tr("this document"));
  // What is being typed is left alone.
  const auto show = [](QLineEdit& field, const std::string& text) {
    const QString shown = QString::fromStdString(text);
    if (field.text() != shown && !(field.hasFocus() && field.isModified())) {
      field.setText(shown);
    }
  };
  show(*m_eventName, event->name);
  m_eventTime->setFrameRate(clip->frameRate);
  m_eventTime->show(event->clipSeconds);
  show(*m_eventParameter, event->parameter);
  for (QWidget* field : std::initializer_list<QWidget*>{m_eventName, m_eventTime, m_eventParameter}) {
    field->setEnabled(!event->isFixed());
  }
}

}  // namespace texeleton::editor
