#include "app/editor/panels/timeline/event_fields.h"

#include <QFormLayout>
#include <QLocale>
#include <algorithm>

#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

EventFields::EventFields(Workshop& workshop, const Playback& playback, Selection& selection, QWidget* parent)
    : QWidget(parent), m_workshop(workshop), m_playback(playback), m_selection(selection) {
  auto* form = formLayout(this, 12, 4);
  m_name = named(new QLineEdit, "selectedEventName");
  m_time = named(new TimeField(0, 1e6), "selectedEventTime", tr("From the start of the baked part. Frames: 30f"));
  m_parameter = named(new QLineEdit, "selectedEventParameter", tr("Text that the game receives with the event"));
  const auto row = [form](const QString& text, QWidget* field) {
    field->setMinimumWidth(70);
    form->addRow(labelOf(field, text), field);
  };
  row(tr("Name"), m_name);
  row(tr("Time"), m_time);
  row(tr("Parameter"), m_parameter);
  letUndoThrough(*m_name);
  letUndoThrough(*m_parameter);
  connectFields();
}

void EventFields::connectFields() {
  const auto clip = [this] { return static_cast<std::size_t>(m_playback.clipNumber()); };
  connect(m_name, &QLineEdit::editingFinished, this, [this, clip] {
    const auto event = selectedEvent();
    const std::string name = m_name->text().trimmed().toStdString();
    if (event && !name.empty() && name != event->name) {
      setEventText(m_workshop, clip(), *event, &recipe::RecipeEvent::name, name, tr("Rename event"));
      m_selection.selectEvent(SelectedEvent{name, event->clipSeconds});
    }
  });
  connect(m_time, &QDoubleSpinBox::valueChanged, this, [this, clip](double time) {
    if (const auto event = selectedEvent()) {
      const double at = std::min(time, m_playback.clip()->lengthSeconds);
      moveEvents(m_workshop, clip(), {*event}, {at}, tr("Move event"));
      m_selection.selectEvent(SelectedEvent{event->name, at});
    }
  });
  connect(m_parameter, &QLineEdit::editingFinished, this, [this, clip] {
    const auto event = selectedEvent();
    const std::string parameter = m_parameter->text().toStdString();
    if (event && parameter != event->parameter) {
      setEventText(m_workshop, clip(), *event, &recipe::RecipeEvent::parameter, parameter,
                   tr("Change event parameter"));
    }
  });
}

std::optional<TimelineEvent> EventFields::selectedEvent() const {
  if (m_playback.clipNumber() < 0 || !m_selection.selectedEvent()) {
    return std::nullopt;
  }
  for (const TimelineEvent& event : timelineEvents(m_workshop, static_cast<std::size_t>(m_playback.clipNumber()))) {
    if (event.isAt(*m_selection.selectedEvent())) {
      return event;
    }
  }
  return std::nullopt;
}

SelectionFacts EventFields::fill() {
  const auto event = selectedEvent();
  const vat::BakedClip* clip = m_playback.clip();
  if (!event || clip == nullptr) {
    return {};
  }
  SelectionFacts facts{QString::fromStdString(event->name), tr("event"), {}};
  facts.add(tr("Clip"), QString::fromStdString(clip->name));
  facts.add(tr("Frame"), QLocale().toString(event->clipSeconds * clip->frameRate, 'f', 2));
  facts.add(tr("From"), event->origin == TimelineEvent::Model  ? tr("the model file; edit it there")
                        : event->origin == TimelineEvent::File ? tr("the events file")
                                                               : tr("this document"));
  showFields(*event, *clip);
  return facts;
}

void EventFields::showFields(const TimelineEvent& event, const vat::BakedClip& clip) {
  // Text being typed is kept.
  const auto show = [](QLineEdit& field, const std::string& text) {
    const QString shown = QString::fromStdString(text);
    if (field.text() != shown && !(field.hasFocus() && field.isModified())) {
      field.setText(shown);
    }
  };
  show(*m_name, event.name);
  m_time->setFrameRate(clip.frameRate);
  m_time->show(event.clipSeconds);
  show(*m_parameter, event.parameter);
  for (QWidget* field : std::initializer_list<QWidget*>{m_name, m_time, m_parameter}) {
    field->setEnabled(!event.isFixed());
  }
}

}  // namespace texeleton::editor
