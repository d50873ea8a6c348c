#pragma once

#include <QFrame>
#include <QPushButton>
#include <QWidget>
#include <optional>

#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/model/pieces_row.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

/// Size and counts of the model, at the top of the Model panel, with the choice of its unit and of pieces.
class ModelFacts : public QWidget {
  Q_OBJECT

 public:
  explicit ModelFacts(Workshop& workshop, QWidget* parent = nullptr);

  /// Shows the current model.
  void showModel();

 signals:
  /// The user chose a piece of a mesh: the name of its node.
  void pieceChosen(const QString& node);

 private:
  QWidget* makeUnit();
  QWidget* makeWarning();
  void showUnit();
  void setUnit(std::optional<double> metres);
  void fixUnits();

  Workshop& m_workshop;
  QLabel* m_facts = nullptr;
  QWidget* m_unitRow = nullptr;
  NumberField* m_unit = nullptr;
  QToolButton* m_resetUnit = nullptr;
  PiecesRow* m_pieces = nullptr;
  QFrame* m_warning = nullptr;
  QLabel* m_warningText = nullptr;
  QPushButton* m_fixUnits = nullptr;
};

}  // namespace texeleton::editor
