#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"
#include "viewport/rhi/gpu_device.h"

namespace texeleton::viewport {

/// The largest possible crowd, estimated before one is made.
struct CrowdLimit {
  std::uint32_t instances = 0;
  Message why;  ///< The reason, as part of a sentence: "the memory that is free has room for no more".
};

/// The limit by free memory, by the GPU's memory (where the graphics interface reports it: Vulkan), and by the size of
/// one buffer.
CrowdLimit crowdLimit(const GpuDevice& device);

/// Errors: Limit (says how many instances are possible, and why).
Result<void> checkCrowdFits(const GpuDevice& device, std::uint32_t instances);

}  // namespace texeleton::viewport
