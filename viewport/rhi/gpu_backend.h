#pragma once

#include <array>
#include <vector>

#include "core/base/words.h"

namespace texeleton::viewport {

/// Graphics interfaces that passes can draw with. The program never silently replaces one by another.
enum class GpuBackend { Vulkan, OpenGl, Direct3D11, Direct3D12, Metal };
/// Names in options.
constexpr auto wordTable(GpuBackend) {
  return std::to_array<Word<GpuBackend>>({{"vulkan", GpuBackend::Vulkan},
                                          {"opengl", GpuBackend::OpenGl},
                                          {"d3d11", GpuBackend::Direct3D11},
                                          {"d3d12", GpuBackend::Direct3D12},
                                          {"metal", GpuBackend::Metal}});
}
inline const char* backendWord(GpuBackend backend) { return wordOf(backend); }

/// The backends that this build supports, best first. Any of them may fail to start (no driver, no display).
std::vector<GpuBackend> gpuBackends();

/// Display name: "Vulkan", "OpenGL", …
const char* backendName(GpuBackend backend);

}  // namespace texeleton::viewport
