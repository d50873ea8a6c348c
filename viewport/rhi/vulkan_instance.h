#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "viewport/rhi/qrhi.h"

namespace texeleton::viewport {

#if QT_CONFIG(vulkan)

/// The Vulkan instance that devices and windows share; it must outlive both.
class VulkanInstance {
 public:
  /// Returns the instance in use, or creates one: the memory allocator of Qt 6.4 calls the functions of the instance
  /// that made the latest device, for older devices too. With `validate`, the messages of the Khronos validation layer
  /// are collected. Errors: Unsupported (no Vulkan loader, no driver, or the layer is requested but not installed).
  static Result<std::shared_ptr<VulkanInstance>> create(bool validate);

  /// Whether there are devices, all of them software renderers (Mesa's lavapipe).
  bool hasSoftwareOnly();

  /// Whether the validation layer is installed.
  static bool canValidate();

  QVulkanInstance& get() { return m_instance; }

  /// Lock it to create or destroy a device or to look up its functions: QVulkanInstance's list of them is not
  /// thread-safe, and every window and measurement has its own thread.
  std::mutex& deviceMutex() { return m_deviceMutex; }

  /// Returns the messages of the validation layer since the last call, from any instance. Empty without validation.
  static std::vector<std::string> takeMessages();

 private:
  VulkanInstance() = default;
  QVulkanInstance m_instance;
  std::mutex m_deviceMutex;
};

#else

class VulkanInstance;

#endif

}  // namespace texeleton::viewport
