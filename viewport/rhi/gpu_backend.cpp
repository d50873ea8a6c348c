#include "viewport/rhi/gpu_backend.h"

#include "viewport/rhi/qrhi.h"

namespace texeleton::viewport {

std::vector<GpuBackend> gpuBackends() {
  std::vector<GpuBackend> backends;
#if defined(Q_OS_MACOS) || defined(Q_OS_IOS)
  backends.push_back(GpuBackend::Metal);
#endif
#if defined(Q_OS_WIN) && QT_VERSION >= QT_VERSION_CHECK(6, 6, 0)
  backends.push_back(GpuBackend::Direct3D12);
#endif
#ifdef Q_OS_WIN
  backends.push_back(GpuBackend::Direct3D11);
#endif
#if QT_CONFIG(vulkan)
  backends.push_back(GpuBackend::Vulkan);
#endif
#if QT_CONFIG(opengl) && !defined(Q_OS_MACOS)  // The OpenGL of macOS is too old for texelFetch with compute.
  backends.push_back(GpuBackend::OpenGl);
#endif
  return backends;
}

const char* backendName(GpuBackend backend) {
  constexpr const char* kNames[] = {"Vulkan", "OpenGL", "Direct3D 11", "Direct3D 12", "Metal"};
  return kNames[static_cast<std::size_t>(backend)];
}

}  // namespace texeleton::viewport
