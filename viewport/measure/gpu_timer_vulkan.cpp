#include "viewport/measure/gpu_timer.h"

#if QT_CONFIG(vulkan)

#include <utility>

namespace texeleton::viewport {

namespace {

class VulkanTimer : public GpuTimer {
 public:
  VulkanTimer(std::shared_ptr<VulkanInstance> instance, VkDevice device)
      : m_instance(std::move(instance)), m_device(device) {
    const std::lock_guard lock(m_instance->deviceMutex());
    m_functions = m_instance->get().deviceFunctions(device);
  }
  ~VulkanTimer() override {
    // Frames in flight may still write to the pool.
    m_functions->vkDeviceWaitIdle(m_device);
    m_functions->vkDestroyQueryPool(m_device, m_pool, nullptr);
  }

  bool create(double secondsPerTick, std::uint32_t validBits) {
    m_secondsPerTick = secondsPerTick;
    m_tickMask = validBits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << validBits) - 1;
    VkQueryPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = kFrames * kMaxMarks;
    return m_functions->vkCreateQueryPool(m_device, &info, nullptr, &m_pool) == VK_SUCCESS;
  }

 protected:
  void reset(QRhiCommandBuffer& commands, std::uint32_t firstQuery) override {
    commands.beginExternal();
    m_functions->vkCmdResetQueryPool(bufferOf(commands), m_pool, firstQuery, kMaxMarks);
    commands.endExternal();
  }

  void write(QRhiCommandBuffer& commands, std::uint32_t query) override {
    commands.beginExternal();
    m_functions->vkCmdWriteTimestamp(bufferOf(commands), VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, m_pool, query);
    commands.endExternal();
  }

  bool read(std::uint32_t firstQuery, std::uint32_t count, bool, Ticks& ticks) override {
    // Never waits: off-screen frames have already ended, and a frame that was not submitted would never complete.
    return m_functions->vkGetQueryPoolResults(m_device, m_pool, firstQuery, count, sizeof(ticks), ticks.data(),
                                              sizeof(ticks[0]), VK_QUERY_RESULT_64_BIT) == VK_SUCCESS;
  }

 private:
  static VkCommandBuffer bufferOf(QRhiCommandBuffer& commands) {
    return static_cast<const QRhiVulkanCommandBufferNativeHandles*>(commands.nativeHandles())->commandBuffer;
  }

  std::shared_ptr<VulkanInstance> m_instance;
  VkDevice m_device;
  QVulkanDeviceFunctions* m_functions = nullptr;
  VkQueryPool m_pool = VK_NULL_HANDLE;
};

}  // namespace

Result<std::unique_ptr<GpuTimer>> createVulkanTimer(GpuDevice& device) {
  const auto* handles = static_cast<const QRhiVulkanNativeHandles*>(device.rhi().nativeHandles());
  QVulkanFunctions* functions = device.vulkanInstance()->get().functions();
  VkPhysicalDeviceProperties properties{};
  functions->vkGetPhysicalDeviceProperties(handles->physDev, &properties);
  std::uint32_t familyCount = 0;
  functions->vkGetPhysicalDeviceQueueFamilyProperties(handles->physDev, &familyCount, nullptr);
  std::vector<VkQueueFamilyProperties> families(familyCount);
  functions->vkGetPhysicalDeviceQueueFamilyProperties(handles->physDev, &familyCount, families.data());
  const auto family = static_cast<std::size_t>(handles->gfxQueueFamilyIdx);
  const std::uint32_t validBits = family < families.size() ? families[family].timestampValidBits : 0;
  if (validBits == 0) {
    return fail(ErrorCode::Unsupported, "this GPU's Vulkan driver counts no time");
  }
  auto timer = std::make_unique<VulkanTimer>(device.vulkanInstance(), handles->dev);
  if (!timer->create(static_cast<double>(properties.limits.timestampPeriod) * 1e-9, validBits)) {
    return fail(ErrorCode::Unsupported, "this GPU's Vulkan driver makes no timestamp queries");
  }
  return std::unique_ptr<GpuTimer>(std::move(timer));
}

}  // namespace texeleton::viewport

#endif
