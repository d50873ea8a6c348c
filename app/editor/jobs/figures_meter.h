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

/// What all ways of drawing cost, measured alike.
struct MeasuredFigures {
  /// In the order asked for, with medians of the rounds.
  std::vector<viewport::PathFigures> paths;
  QSize size;      ///< Of the pictures, in pixels.
  int rounds = 0;  ///< In each of which every path drew one picture that counts.
  bool isDone = false;
  /// Share of the machine's processors that other programs used meanwhile. Unset: this system does not say.
  std::optional<double> otherLoad;
};

/// Measures what each way of posing characters costs for a scene: off the screen, on a GPU device and a thread of its
/// own, so that nobody waits for it. The same picture by every path in turn, some rounds of it, each round beginning
/// with another path; the median counts. The newest scene wins.
class FiguresMeter : public QObject {
  Q_OBJECT

 public:
  FiguresMeter(viewport::GpuBackend backend, std::shared_ptr<viewport::VulkanInstance> instance,
               QObject* parent = nullptr);

  /// Pictures of `size` pixels by those paths.
  void measure(viewport::Scene scene, const QSize& size, std::vector<viewport::DrawPath> paths);
  void cancel() { m_runner.cancel(); }
  bool isBusy() const { return m_runner.isBusy(); }

 signals:
  /// After each round, of all paths.
  void measured(const texeleton::editor::MeasuredFigures& figures);
  /// The last round is measured.
  void finished();
  /// Nothing can be measured; why.
  void failed(const texeleton::Message& why);

 private:
  const viewport::GpuBackend m_backend;
  const std::shared_ptr<viewport::VulkanInstance> m_instance;
  JobRunner m_runner;
};

}  // namespace texeleton::editor
