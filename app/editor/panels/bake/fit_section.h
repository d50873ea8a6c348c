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

/// Finds the smallest bake that keeps an error limit: searched in the background and applied as one edit. The
/// candidates remain as a plot in which another one can be selected. The slider moves the limit, and the best candidate
/// for it is marked without a search.
class FitSection : public FoldingSection {
  Q_OBJECT

 public:
  explicit FitSection(Workshop& workshop, QWidget* parent = nullptr);

  JobRunner& runner() { return m_runner; }

 signals:
  /// The user wants to go to a setting, the control with this object name.
  void settingAsked(const QString& name);

 private:
  std::optional<double> limit() const;
  /// The limit in the plot: the tolerance in the field, if it is valid.
  double shownLimit() const;
  void showLimit();
  void search();
  void found(const pipeline::FitCandidate& candidate);
  void end(const Result<pipeline::FitResult>& result);
  void take(std::size_t candidate, double limitMillimetres);
  void say(const char* role, const QString& text);
  static QString textOf(const pipeline::FitCandidate& candidate);
  void showChanges(const recipe::RecipeBake& before, const pipeline::FitCandidate& candidate);
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
  QCheckBox* m_playable = nullptr;
  QPushButton* m_find = nullptr;
  QProgressBar* m_progress = nullptr;
  FitPlot* m_plot = nullptr;
  QLabel* m_marked = nullptr;
  QLabel* m_text = nullptr;
  QLabel* m_changes = nullptr;  ///< What the applied candidate changed, with links to the settings.
  recipe::RecipeBake m_taken;   ///< The settings after the candidate was applied.
  /// The input of the search that found the candidates.
  struct Asked {
    recipe::Recipe recipe;
    pipeline::FitLimits limits;
  };
  std::optional<Asked> m_asked;
  std::vector<pipeline::FitCandidate> m_candidates;  ///< Those that were baked.
  int m_chosen = -1;                                 ///< Index of the chosen candidate.
};

}  // namespace texeleton::editor
