#pragma once

#include <QComboBox>
#include <QLabel>
#include <QWidget>

#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/clip_edits.h"
#include "app/editor/panels/clip_tree.h"
#include "app/editor/widgets/number_field.h"
#include "app/editor/widgets/time_field.h"

namespace texeleton::editor {

/// The fields below the list of the Clips panel: range, rate and loop of all clips that are selected in it.
class ClipCutFields : public QWidget {
  Q_OBJECT

 public:
  ClipCutFields(const Workshop& workshop, const ClipTree& list, ClipEdits& edits, QWidget* parent = nullptr);

  /// Shows the cuts that are selected; what they do not agree about is a dash.
  void showCuts();
  /// What was said of a range is no longer about what is shown.
  void hideNote();

 private:
  QWidget* makeRangeNote();
  void connectFields();
  /// Takes over what was typed as the start or the end of the selected clips' ranges.
  void setRange(const TimeField& field, bool isStart);
  void setWholeRange();
  /// The clip that a row is cut from; null: the model has it no more.
  const model::Clip* clipOf(const ClipRow& row) const;

  const Workshop& m_workshop;
  const ClipTree& m_list;
  ClipEdits& m_edits;
  TimeField* m_from = nullptr;
  TimeField* m_to = nullptr;
  NumberField* m_rate = nullptr;
  QComboBox* m_loop = nullptr;
  QWidget* m_rangeNote = nullptr;  ///< What became of a range that does not fit, and the button that mends it.
  QLabel* m_rangeText = nullptr;
};

}  // namespace texeleton::editor
