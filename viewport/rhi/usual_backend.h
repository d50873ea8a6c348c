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
    SoftwareVulkan,  ///< Every Vulkan device is a software renderer (docs/decisions/0021-software-vulkan.md).
  };
  GpuBackend backend = GpuBackend::Vulkan;
  Why why = Why::First;
  std::shared_ptr<VulkanInstance> vulkanInstance;  ///< Set if Vulkan was chosen.
};

/// The first of gpuBackends(), or OpenGL 4.3 if it starts and suits better. Call on the application's thread, within a
/// QGuiApplication. Programs show the choice in their windows or reports.
UsualBackend usualBackend();

}  // namespace texeleton::viewport
