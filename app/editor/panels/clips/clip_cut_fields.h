#pragma once

#include <QComboBox>
#include <QLabel>
#include <QWidget>

#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/clips/clip_edits.h"
#include "app/editor/panels/clips/clip_tree.h"
#include "app/editor/widgets/number_field.h"
#include "app/editor/widgets/time_field.h"

namespace texeleton::editor {

/// The fields below the list of the Clips panel: range, rate and loop of all clips that are selected in it.
class ClipCutFields : public QWidget {
  Q_OBJECT

 public:
  ClipCutFields(const Workshop& workshop, const ClipTree& list, ClipEdits& edits, QWidget* parent = nullptr);

  /// Shows the selected cuts; differing values are a dash.
  void showCuts();
  /// Hides the note about a range that is no longer shown.
  void hideNote();

 private:
  QWidget* makeRangeNote();
  void connectFields();
  /// Applies a typed start or end to the ranges of the selected clips.
  void setRange(const TimeField& field, bool isStart);
  void setWholeRange();
  /// The source clip of a row; null: the model no longer has it.
  const model::Clip* clipOf(const ClipRow& row) const;

  const Workshop& m_workshop;
  const ClipTree& m_list;
  ClipEdits& m_edits;
  TimeField* m_from = nullptr;
  TimeField* m_to = nullptr;
  NumberField* m_rate = nullptr;
  QComboBox* m_loop = nullptr;
  QWidget* m_rangeNote = nullptr;  ///< Shows how a range was adjusted, with a button to restore it.
  QLabel* m_rangeText = nullptr;
};

}  // namespace texeleton::editor
