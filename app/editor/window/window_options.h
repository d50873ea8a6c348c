#pragma once

#include <filesystem>
#include <memory>

#include "app/editor/jobs/recovery.h"
#include "app/editor/window/preset_commands.h"
#include "viewport/rhi/usual_backend.h"

namespace texeleton::editor {

/// Options of a main window.
struct WindowOptions {
  viewport::GpuBackend backend = viewport::GpuBackend::Vulkan;
  viewport::UsualBackend::Why backendWhy = viewport::UsualBackend::Why::First;  ///< If the backend was not requested.
  std::shared_ptr<viewport::VulkanInstance> vulkanInstance;
  bool remember = true;         ///< Stores layout and recent files in the user's settings.
  bool playsWhenOpened = true;  ///< Opened documents play as soon as they are baked.
  std::filesystem::path recoveryFolder = Recovery::usualFolder();      ///< See Recovery.
  std::filesystem::path presetFolder = PresetCommands::usualFolder();  ///< See PresetCommands.
};

}  // namespace texeleton::editor
