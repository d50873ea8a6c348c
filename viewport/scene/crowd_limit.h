#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"
#include "viewport/rhi/gpu_device.h"

namespace texeleton::viewport {

/// The largest possible crowd, as far as it is known before one is made.
struct CrowdLimit {
  std::uint32_t instances = 0;
  Message why;  ///< The reason of the limit, as part of a sentence: "the memory that is free has room for no more".
};

/// By the memory that is free now, the GPU's own (where its interface tells: Vulkan), and what one buffer can hold.
CrowdLimit crowdLimit(const GpuDevice& device);

/// Errors: Limit (says how many instances are possible, and why).
Result<void> checkCrowdFits(const GpuDevice& device, std::uint32_t instances);

}  // namespace texeleton::viewport
