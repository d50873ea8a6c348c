#pragma once

#include <QComboBox>
#include <QTimer>
#include <QTreeWidget>
#include <array>
#include <functional>
#include <optional>

#include "app/editor/jobs/figures_meter.h"
#include "app/editor/panels/panel.h"
#include "app/editor/view/viewport_area.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

class HeatLegend;

/// Compares the animation texture with skinning: in the picture (split, overlay, heat map), and by the cost of each
/// path for the crowd on screen. All paths are measured alike, off-screen and in the background, whichever of them
/// draws.
class ComparePanel : public Panel {
  Q_OBJECT

 public:
  enum Column { kPath, kDraws, kAnimation, kSkinning, kGpu, kVertices, kTexture, kBuffers, kError, kColumnCount };

  ComparePanel(Workshop& workshop, ViewportArea& viewport, viewport::GpuBackend backend,
               std::shared_ptr<viewport::VulkanInstance> instance, QWidget* parent = nullptr);

  QTreeWidget& table() const { return *m_table; }
  FiguresMeter& meter() { return m_meter; }
  /// Figures of a path; unset: none yet.
  const std::optional<viewport::PathFigures>& figures(viewport::DrawPath path) const;
  /// Conditions of the shown figures; 0 rounds: nothing has been measured yet.
  const MeasuredFigures& measurement() const { return m_measured; }

  /// Display name of a path.
  static QString nameOf(viewport::DrawPath path);

 protected:
  void seenChanged() override;
  void themeChanged() override { showFigures(); }

 private:
  struct Row {
    viewport::DrawPath path;
    QTreeWidgetItem* item = nullptr;
    std::optional<viewport::PathFigures> figures;
  };
  QWidget* makeTools();
  QWidget* makeTable();
  void choose(const std::function<void(Comparing&)>& change);
  void showComparing();
  void forget();
  void measure();
  void note();
  QString conditions() const;
  void showFigures();
  void fill(Row& row);
  Row& rowOf(viewport::DrawPath path);

  Workshop& m_workshop;
  ViewportArea& m_viewport;
  FiguresMeter m_meter;
  Segmented* m_how = nullptr;
  QComboBox* m_path = nullptr;
  QWidget* m_against = nullptr;
  QComboBox* m_other = nullptr;
  QWidget* m_heat = nullptr;
  NumberField* m_limit = nullptr;
  HeatLegend* m_legend = nullptr;
  ElidedLabel* m_about = nullptr;
  QTreeWidget* m_table = nullptr;
  std::vector<Row> m_rows;
  MeasuredFigures m_measured;
  std::uint64_t m_framesBefore = 0;  ///< Frames of the window when measuring began.
  std::uint64_t m_framesMeanwhile = 0;
  QToolButton* m_again = nullptr;
  QTimer m_soon;  ///< Delays measuring until changes end.
  QString m_problem;
  bool m_old = true;  ///< The measured scene is outdated.
};

}  // namespace texeleton::editor
