#pragma once

#include <cstdint>
#include <memory>

#include "viewport/rhi/gpu_backend.h"
#include "viewport/rhi/vulkan_instance.h"

namespace texeleton::viewport {

/// The backend used if none is requested.
struct UsualBackend {
  enum class Why : std::uint8_t {
    First,           ///< It is the first of gpuBackends().
    NoVulkan,        ///< Vulkan does not start.
    SoftwareVulkan,  ///< The CPU does the work of every Vulkan device (docs/decisions/0021-software-vulkan.md).
  };
  GpuBackend backend = GpuBackend::Vulkan;
  Why why = Why::First;
  std::shared_ptr<VulkanInstance> vulkanInstance;  ///< Of Vulkan; unset where another backend was chosen.
};

/// The first of gpuBackends(), or OpenGL where that serves better and OpenGL 4.3 starts. On the application's thread,
/// of a QGuiApplication; programs say in their windows or reports which one it is.
UsualBackend usualBackend();

}  // namespace texeleton::viewport
