#pragma once

#include <QObject>
#include <QSize>
#include <memory>
#include <optional>
#include <vector>

#include "app/editor/jobs/job_runner.h"
#include "viewport/path_figures.h"
#include "viewport/rhi/gpu_backend.h"
#include "viewport/rhi/vulkan_instance.h"

namespace texeleton::editor {

/// Costs of all paths, measured alike.
struct MeasuredFigures {
  /// In the requested order; medians of the rounds.
  std::vector<viewport::PathFigures> paths;
  QSize size;      ///< Size of the pictures, pixels.
  int rounds = 0;  ///< In each round every path draws one measured picture.
  bool isDone = false;
  /// Share of the machine's processors used by other programs meanwhile. Unset: unknown on this system.
  std::optional<double> otherLoad;
};

/// Measures the cost of each path of posing characters for a scene off-screen, on its own GPU device and thread. Each
/// path draws the same picture in turn for several rounds, which start with different paths; medians count. The newest
/// scene wins.
class FiguresMeter : public QObject {
  Q_OBJECT

 public:
  FiguresMeter(viewport::GpuBackend backend, std::shared_ptr<viewport::VulkanInstance> instance,
               QObject* parent = nullptr);

  /// Measures these paths with pictures of `size` pixels.
  void measure(viewport::Scene scene, const QSize& size, std::vector<viewport::DrawPath> paths);
  void cancel() { m_runner.cancel(); }
  bool isBusy() const { return m_runner.isBusy(); }

 signals:
  /// Emitted after each round with all paths.
  void measured(const texeleton::editor::MeasuredFigures& figures);
  /// The last round has ended.
  void finished();
  /// Measuring is impossible, with the reason.
  void failed(const texeleton::Message& why);

 private:
  const viewport::GpuBackend m_backend;
  const std::shared_ptr<viewport::VulkanInstance> m_instance;
  JobRunner m_runner;
};

}  // namespace texeleton::editor
