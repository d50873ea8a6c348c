#pragma once

#include <QObject>
#include <QSize>
#include <memory>

#include "app/editor/jobs/job_runner.h"
#include "viewport/path_figures.h"
#include "viewport/rhi/gpu_backend.h"
#include "viewport/rhi/vulkan_instance.h"

namespace texeleton::editor {

/// Measures what each way of posing characters costs for a scene: off the screen, on a GPU device and a thread of its
/// own, so that nobody waits for it. The newest scene wins.
class FiguresMeter : public QObject {
  Q_OBJECT

 public:
  FiguresMeter(GpuBackend backend, std::shared_ptr<VulkanInstance> instance, QObject* parent = nullptr);

  /// Pictures of `size` pixels. `paths`: which ones, in this order.
  void measure(Scene scene, const QSize& size, std::vector<DrawPath> paths);
  void cancel() { m_runner.cancel(); }
  bool isBusy() const { return m_runner.isBusy(); }

 signals:
  void measured(const texeleton::PathFigures& figures);
  /// All are measured.
  void finished();
  /// Nothing can be measured; why.
  void failed(const QString& why);

 private:
  const GpuBackend m_backend;
  const std::shared_ptr<VulkanInstance> m_instance;
  JobRunner m_runner;
};

}  // namespace texeleton::editor
