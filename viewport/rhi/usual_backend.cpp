#include "viewport/rhi/usual_backend.h"

#include <QGuiApplication>
#include <algorithm>

#include "viewport/rhi/gpu_device.h"

#if QT_CONFIG(opengl)
#include <QOpenGLContext>
#endif

namespace texeleton::viewport {

namespace {

bool openGlStarts() {
#if QT_CONFIG(opengl)
  const std::vector<GpuBackend> backends = gpuBackends();
  if (std::ranges::find(backends, GpuBackend::OpenGl) == backends.end() ||
      qobject_cast<QGuiApplication*>(QCoreApplication::instance()) == nullptr || !platformHasGpu()) {
    return false;
  }
  QOpenGLContext context;
  context.setFormat(openGlFormat());
  return context.create() && context.format().version() >= openGlFormat().version();
#else
  return false;
#endif
}

}  // namespace

UsualBackend usualBackend() {
  const std::vector<GpuBackend> backends = gpuBackends();
  UsualBackend usual;
  usual.backend = backends.empty() ? GpuBackend::Vulkan : backends.front();
#if QT_CONFIG(vulkan)
  if (usual.backend == GpuBackend::Vulkan) {
    usual.vulkanInstance = VulkanInstance::create(false).value_or(nullptr);
    if ((!usual.vulkanInstance || usual.vulkanInstance->hasSoftwareOnly()) && openGlStarts()) {
      return {GpuBackend::OpenGl,
              usual.vulkanInstance ? UsualBackend::Why::SoftwareVulkan : UsualBackend::Why::NoVulkan, nullptr};
    }
  }
#endif
  return usual;
}

}  // namespace texeleton::viewport
