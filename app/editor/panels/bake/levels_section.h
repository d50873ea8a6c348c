#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QPushButton>
#include <QTimer>
#include <vector>

#include "app/editor/jobs/workshop.h"
#include "app/editor/view/viewport_area.h"
#include "app/editor/widgets/folding_section.h"

namespace texeleton::editor {

/// Levels of detail: those of the model, or shares of triangles to generate; the error of each, and the one that is
/// drawn.
class LevelsSection : public FoldingSection {
  Q_OBJECT

 public:
  LevelsSection(Workshop& workshop, ViewportArea& viewport, QWidget* parent = nullptr);

 private:
  struct Row {
    QLabel* name = nullptr;
    NumberField* share = nullptr;  ///< In percent. Null for lod0.
    QLabel* shareText = nullptr;   ///< Shown in its place for levels of the model.
    QLabel* triangles = nullptr;
    QLabel* error = nullptr;        ///< Below the others.
    QToolButton* remove = nullptr;  ///< Null for lod0.
  };
  Row makeRow(int level);
  void setRows(std::size_t number);
  void showLevels();
  void showRow(std::size_t level, bool isMade);
  void showDrawn();
  void add();
  void setShare(std::size_t made, double percent);
  void removeLevel(std::size_t made);
  void setShares(const QString& text, const std::vector<double>& shares);
  bool hasAuthored() const;

  Workshop& m_workshop;
  ViewportArea& m_viewport;
  QCheckBox* m_authored = nullptr;
  QLabel* m_hint = nullptr;
  QGridLayout* m_grid = nullptr;
  std::vector<Row> m_rows;
  QPushButton* m_add = nullptr;
  QLabel* m_problem = nullptr;
  QComboBox* m_drawn = nullptr;
  QTimer m_refresh;  ///< Updates the drawn levels a few times a second.
};

}  // namespace texeleton::editor
