#pragma once

#include <QFrame>
#include <QPushButton>
#include <QWidget>
#include <optional>

#include "app/editor/jobs/workshop.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

/// The size of the model and what it counts, at the top of the Model panel; there the unit of its file is chosen.
class ModelFacts : public QWidget {
  Q_OBJECT

 public:
  explicit ModelFacts(Workshop& workshop, QWidget* parent = nullptr);

  /// Shows the model as it is now.
  void showModel();

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
  QFrame* m_warning = nullptr;
  QLabel* m_warningText = nullptr;
  QPushButton* m_fixUnits = nullptr;
};

}  // namespace texeleton::editor
