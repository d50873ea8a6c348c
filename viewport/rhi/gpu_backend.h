#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texeleton::viewport {

/// The graphics interfaces that passes can draw with. Never chosen silently in place of another.
enum class GpuBackend { Vulkan, OpenGl, Direct3D11, Direct3D12, Metal };

/// Those that this build can ask for, best first. What is there may still fail to start (no driver, no display).
std::vector<GpuBackend> gpuBackends();

/// As people and options write it: "vulkan", "opengl", "d3d11", "d3d12", "metal".
const char* backendWord(GpuBackend backend);
/// As it is called: "Vulkan", "OpenGL", …
const char* backendName(GpuBackend backend);
/// The backend of a word, if it is one.
std::optional<GpuBackend> backendOfWord(std::string_view word);

}  // namespace texeleton::viewport
