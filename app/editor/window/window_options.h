#pragma once

#include <filesystem>
#include <memory>

#include "app/editor/jobs/recovery.h"
#include "viewport/rhi/usual_backend.h"

namespace texeleton::editor {

/// What a main window is made with.
struct WindowOptions {
  viewport::GpuBackend backend = viewport::GpuBackend::Vulkan;
  viewport::UsualBackend::Why backendWhy = viewport::UsualBackend::Why::First;  ///< Where nobody asked for it.
  std::shared_ptr<viewport::VulkanInstance> vulkanInstance;
  bool remember = true;                                            ///< Layout and recent files, in the user's settings.
  bool playsWhenOpened = true;                                     ///< What is opened plays as soon as it is baked.
  std::filesystem::path recoveryFolder = Recovery::usualFolder();  ///< See Recovery.
};

}  // namespace texeleton::editor
