#pragma once

#include <QFormLayout>
#include <QLineEdit>
#include <QTimer>
#include <array>
#include <vector>

#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/clips/clips_panel.h"
#include "app/editor/panels/model/model_subjects.h"
#include "app/editor/panels/panel.h"
#include "app/editor/panels/selection/bake_subjects.h"
#include "app/editor/panels/selection/ragdoll_fields.h"
#include "app/editor/panels/selection/selection_facts.h"
#include "app/editor/panels/timeline/event_fields.h"
#include "app/editor/view/viewport_area.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

/// The last selected item of any panel, with its values at the current time. Events are edited here, and
/// the transform of the character, the light or a target while the gizmo is on it.
class SelectionPanel : public Panel {
  Q_OBJECT

 public:
  SelectionPanel(Workshop& workshop, Playback& playback, Selection& selection, const ClipsPanel& clips,
                 ViewportArea& viewport, QWidget* parent = nullptr);

  /// Whether nothing is selected, so that there is nothing to show.
  bool isEmpty() const { return m_isEmpty; }

 signals:
  void emptyChanged(bool isEmpty);

 private:
  QWidget* makeStage(GizmoControl& gizmo);
  void showSoon();
  void refresh();
  SelectionFacts facts();
  void showRow(const SelectionFacts::Row& row, std::size_t place);

  /// The labels of a fact, and the fields of a position.
  struct Line {
    QLabel* name = nullptr;
    QLabel* value = nullptr;
    QWidget* position = nullptr;
    std::array<QLineEdit*, 3> axes{};
  };
  Line makeLine(std::size_t place);
  Workshop& m_workshop;
  Selection& m_selection;
  BakeSubjects m_bakeSubjects;
  ModelSubjects m_modelSubjects;
  QLabel* m_title = nullptr;
  QLabel* m_hint = nullptr;
  EventFields* m_event = nullptr;
  RagdollFields* m_ragdoll = nullptr;
  QFormLayout* m_form = nullptr;
  std::vector<Line> m_lines;
  bool m_isEmpty = true;
  bool m_hasStage = false;  ///< Whether the gizmo's target is shown.
  QTimer m_soon;            ///< Updates changing values a few times a second.
};

}  // namespace texeleton::editor
