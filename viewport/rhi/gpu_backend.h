#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texeleton::viewport {

/// Graphics interfaces that passes can draw with. The program never silently replaces one by another.
enum class GpuBackend { Vulkan, OpenGl, Direct3D11, Direct3D12, Metal };

/// The backends that this build supports, best first. Any of them may fail to start (no driver, no display).
std::vector<GpuBackend> gpuBackends();

/// Name in options: "vulkan", "opengl", "d3d11", "d3d12", "metal".
const char* backendWord(GpuBackend backend);
/// Display name: "Vulkan", "OpenGL", …
const char* backendName(GpuBackend backend);
/// The inverse of backendWord().
std::optional<GpuBackend> backendOfWord(std::string_view word);

}  // namespace texeleton::viewport
