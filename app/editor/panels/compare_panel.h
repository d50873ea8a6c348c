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

/// The animation texture beside skinning: in the picture (split, overlay, heat map), and what each costs for the crowd
/// on screen: every path measured alike, off the screen and in the background, whichever of them draws.
class ComparePanel : public Panel {
  Q_OBJECT

 public:
  enum Column { kPath, kDraws, kAnimation, kSkinning, kGpu, kVertices, kTexture, kBuffers, kError, kColumnCount };

  ComparePanel(Workshop& workshop, ViewportArea& viewport, viewport::GpuBackend backend,
               std::shared_ptr<viewport::VulkanInstance> instance, QWidget* parent = nullptr);

  QTreeWidget& table() const { return *m_table; }
  FiguresMeter& meter() { return m_meter; }
  /// What is known of a path; unset: nothing yet.
  const std::optional<viewport::PathFigures>& figures(viewport::DrawPath path) const;
  /// Of the figures shown: how they were measured; 0 rounds: nothing is measured yet.
  const MeasuredFigures& measurement() const { return m_measured; }

  /// The words for a path.
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
  std::uint64_t m_framesBefore = 0;  ///< Of the window, when measuring began.
  std::uint64_t m_framesMeanwhile = 0;
  QToolButton* m_again = nullptr;
  QTimer m_soon;  ///< Measuring waits until nothing changes any more.
  QString m_problem;
  bool m_old = true;  ///< What was measured was another scene.
};

}  // namespace texeleton::editor
