#include "viewport/rhi/gpu_backend.h"

#include "viewport/rhi/qrhi.h"

namespace texeleton::viewport {

namespace {

struct Names {
  GpuBackend backend;
  const char* word;
  const char* name;
};

constexpr Names kBackendNames[] = {
    {GpuBackend::Vulkan, "vulkan", "Vulkan"},
    {GpuBackend::OpenGl, "opengl", "OpenGL"},
    {GpuBackend::Direct3D11, "d3d11", "Direct3D 11"},
    {GpuBackend::Direct3D12, "d3d12", "Direct3D 12"},
    {GpuBackend::Metal, "metal", "Metal"},
};

const Names& namesOf(GpuBackend backend) {
  for (const Names& names : kBackendNames) {
    if (names.backend == backend) {
      return names;
    }
  }
  return kBackendNames[0];
}

}  // namespace

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

const char* backendWord(GpuBackend backend) { return namesOf(backend).word; }

const char* backendName(GpuBackend backend) { return namesOf(backend).name; }

std::optional<GpuBackend> backendOfWord(std::string_view word) {
  for (const Names& names : kBackendNames) {
    if (word == names.word) {
      return names.backend;
    }
  }
  return std::nullopt;
}

}  // namespace texeleton::viewport
