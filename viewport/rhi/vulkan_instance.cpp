#include "viewport/rhi/vulkan_instance.h"

#if QT_CONFIG(vulkan)

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>

namespace texeleton::viewport {

namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

// Qt 6.4 accepts only a plain function as filter, hence the global state.
std::mutex messagesMutex;
std::vector<std::string> messages;

void collect(const char* text) {
  const std::lock_guard lock(messagesMutex);
  messages.emplace_back(text != nullptr ? text : "");
}

void collectMessages(QVulkanInstance& instance) {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
  instance.installDebugOutputFilter([](QVulkanInstance::DebugMessageSeverityFlags severity,
                                       QVulkanInstance::DebugMessageTypeFlags, const void* message) {
    if (severity.testFlag(QVulkanInstance::ErrorSeverity) || severity.testFlag(QVulkanInstance::WarningSeverity)) {
      collect(static_cast<const VkDebugUtilsMessengerCallbackDataEXT*>(message)->pMessage);
    }
    return true;
  });
#else
  instance.installDebugOutputFilter(
      [](VkDebugReportFlagsEXT, VkDebugReportObjectTypeEXT, uint64_t, size_t, int32_t, const char*, const char* text) {
        collect(text);
        return true;
      });
#endif
}

}  // namespace

Result<std::shared_ptr<VulkanInstance>> VulkanInstance::create(bool validate) {
  if (validate && !canValidate()) {
    return fail(ErrorCode::Unsupported, "the Vulkan validation layer (VK_LAYER_KHRONOS_validation) is not installed");
  }
  static std::mutex mutex;
  static std::array<std::weak_ptr<VulkanInstance>, 2> inUse;  // By `validate`.
  const std::lock_guard lock(mutex);
  if (auto shared = inUse[validate ? 1 : 0].lock()) {
    return shared;
  }
  std::shared_ptr<VulkanInstance> made(new VulkanInstance());
  QVulkanInstance& instance = made->m_instance;
  // An instance of Vulkan 1.0 hides what the device supports beyond 1.0.
  instance.setApiVersion(std::min(instance.supportedApiVersion(), QVersionNumber(1, 1)));
  instance.setExtensions(QRhiVulkanInitParams::preferredInstanceExtensions());
  if (validate) {
    instance.setLayers({kValidationLayer});
    collectMessages(instance);
  } else {
    instance.setFlags(QVulkanInstance::NoDebugOutputRedirect);
  }
  if (!instance.create()) {
    return fail(ErrorCode::Unsupported,
                message("Vulkan cannot be started (error %1): install a Vulkan driver, or choose another backend",
                        static_cast<int>(instance.errorCode())));
  }
  inUse[validate ? 1 : 0] = made;
  return made;
}

bool VulkanInstance::hasSoftwareOnly() {
  QVulkanFunctions& functions = *m_instance.functions();
  std::uint32_t count = 0;
  if (functions.vkEnumeratePhysicalDevices(m_instance.vkInstance(), &count, nullptr) != VK_SUCCESS || count == 0) {
    return false;
  }
  std::vector<VkPhysicalDevice> devices(count);
  const VkResult listed = functions.vkEnumeratePhysicalDevices(m_instance.vkInstance(), &count, devices.data());
  devices.resize(count);
  return listed == VK_SUCCESS && std::ranges::all_of(devices, [&functions](VkPhysicalDevice device) {
           VkPhysicalDeviceProperties properties;
           functions.vkGetPhysicalDeviceProperties(device, &properties);
           return properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
         });
}

bool VulkanInstance::canValidate() {
  QVulkanInstance probe;
  return probe.supportedLayers().contains(kValidationLayer);
}

std::vector<std::string> VulkanInstance::takeMessages() {
  const std::lock_guard lock(messagesMutex);
  return std::exchange(messages, {});
}

}  // namespace texeleton::viewport

#endif
