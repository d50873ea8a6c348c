#pragma once

#include <QLineEdit>
#include <QWidget>
#include <optional>

#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/selection/selection_facts.h"
#include "app/editor/panels/timeline/event_edit.h"
#include "app/editor/widgets/time_field.h"

namespace texeleton::editor {

/// The fields of the Selection panel that edit the selected event.
class EventFields : public QWidget {
  Q_OBJECT

 public:
  EventFields(Workshop& workshop, const Playback& playback, Selection& selection, QWidget* parent = nullptr);

  /// Fills the fields with the selected event and returns further facts about it. Empty: none is selected.
  SelectionFacts fill();

 private:
  void connectFields();
  void showFields(const TimelineEvent& event, const vat::BakedClip& clip);
  std::optional<TimelineEvent> selectedEvent() const;

  Workshop& m_workshop;
  const Playback& m_playback;
  Selection& m_selection;
  QLineEdit* m_name = nullptr;
  TimeField* m_time = nullptr;
  QLineEdit* m_parameter = nullptr;
};

}  // namespace texeleton::editor
