#include "viewport/scene/crowd/crowd_limit.h"

#include <algorithm>

#include "core/base/memory.h"
#include "viewport/scene/crowd/crowd.h"

namespace texeleton::viewport {

namespace {

// While a crowd is created and uploaded, memory holds the record, place and number of each instance, and two more
// copies of the record.
constexpr std::uint64_t kBytesOfAnInstance = 3 * sizeof(InstanceRecord) + 12;

void lower(CrowdLimit& limit, std::uint64_t instances, Message why) {
  if (instances < limit.instances) {
    limit = {static_cast<std::uint32_t>(instances), std::move(why)};
  }
}

#if QT_CONFIG(vulkan)
std::uint64_t gpuMemory(const GpuDevice& device) {
  const auto* handles = static_cast<const QRhiVulkanNativeHandles*>(device.rhi().nativeHandles());
  VkPhysicalDeviceMemoryProperties memory{};
  device.vulkanInstance()->get().functions()->vkGetPhysicalDeviceMemoryProperties(handles->physDev, &memory);
  std::uint64_t largest = 0;
  for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
    if ((memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0) {
      largest = std::max<std::uint64_t>(largest, memory.memoryHeaps[i].size);
    }
  }
  return largest;
}
#endif

}  // namespace

CrowdLimit crowdLimit(const GpuDevice& device) {
  CrowdLimit limit{Crowd::kMaxInstances, message("one buffer of the GPU holds no more")};
  lower(limit, memoryToSpare() / kBytesOfAnInstance, message("the memory that is free has room for no more"));
#if QT_CONFIG(vulkan)
  if (device.backend() == GpuBackend::Vulkan) {
    if (const std::uint64_t bytes = gpuMemory(device); bytes > 0) {
      lower(limit, bytes / 4 * 3 / sizeof(InstanceRecord), message("the GPU's memory has room for no more"));
    }
  }
#endif
  limit.instances = std::max(limit.instances, 1u);
  return limit;
}

Result<void> checkCrowdFits(const GpuDevice& device, std::uint32_t instances) {
  const CrowdLimit limit = crowdLimit(device);
  if (instances <= limit.instances) {
    return {};
  }
  return fail(ErrorCode::Limit, message("%1 instances are too many here: ask for %2 or fewer, because %3", instances,
                                        limit.instances, limit.why));
}

}  // namespace texeleton::viewport
