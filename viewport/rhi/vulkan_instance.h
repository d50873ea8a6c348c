#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "viewport/rhi/qrhi.h"

namespace texeleton::viewport {

#if QT_CONFIG(vulkan)

/// Vulkan as the program uses it. Devices and windows share one; it must outlive both.
class VulkanInstance {
 public:
  /// With `validate`, the Khronos validation layer watches, and what it says is collected. Errors: Unsupported (no
  /// Vulkan loader, no driver; the layer is asked for and not installed).
  static Result<std::shared_ptr<VulkanInstance>> create(bool validate);

  /// Whether there are devices, and the CPU does the work of all of them (Mesa's lavapipe).
  bool hasSoftwareOnly();

  /// Whether the validation layer is installed.
  static bool canValidate();

  QVulkanInstance& get() { return m_instance; }

  /// Locked by who makes a device, ends one, or asks for its functions: QVulkanInstance keeps a list of them that knows
  /// no threads, and every window and every measurement has a thread of its own.
  std::mutex& deviceMutex() { return m_deviceMutex; }

  /// Returns the messages of the validation layer since the last call, of any instance. Empty without validation.
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
