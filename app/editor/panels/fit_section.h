#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QProgressBar>
#include <QPushButton>
#include <QSlider>
#include <optional>
#include <vector>

#include "app/editor/jobs/workshop.h"
#include "app/editor/widgets/fit_plot.h"
#include "app/editor/widgets/folding_section.h"
#include "core/pipeline/fit.h"

namespace texeleton::editor {

/// The smallest bake that keeps an error: searched in the background and taken over as one edit; what was tried stays
/// as a plot in which another one can be picked. The slider moves the limit through it, and what would be taken there
/// is marked without a search.
class FitSection : public FoldingSection {
  Q_OBJECT

 public:
  explicit FitSection(Workshop& workshop, QWidget* parent = nullptr);

  JobRunner& runner() { return m_runner; }

 private:
  std::optional<double> limit() const;
  /// What the plot shows: the tolerance that is asked for now, while it is one.
  double shownLimit() const;
  void showLimit();
  void search();
  void found(const pipeline::FitCandidate& candidate);
  void end(const Result<pipeline::FitResult>& result);
  void take(std::size_t candidate, double limitMillimetres);
  void showPoints();
  void showLine();
  void showButtons();
  void forget();
  void follow();

  Workshop& m_workshop;
  JobRunner m_runner;
  QComboBox* m_limit = nullptr;
  QSlider* m_slider = nullptr;
  QLabel* m_meaning = nullptr;
  QCheckBox* m_classic = nullptr;
  QPushButton* m_find = nullptr;
  QProgressBar* m_progress = nullptr;
  FitPlot* m_plot = nullptr;
  QLabel* m_marked = nullptr;
  QLabel* m_text = nullptr;
  /// What the search that the candidates are from was asked.
  struct Asked {
    recipe::Recipe recipe;
    pipeline::FitLimits limits;
  };
  std::optional<Asked> m_asked;
  std::vector<pipeline::FitCandidate> m_candidates;  ///< Those that were baked.
  int m_chosen = -1;                                 ///< Of them.
};

}  // namespace texeleton::editor
