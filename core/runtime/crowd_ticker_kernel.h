#pragma once

#include <cstddef>

#include "core/runtime/crowd_ticker.h"

namespace texeleton::runtime {

/// Internal to crowd_ticker: computes instances [0, result) in whole vectors; the caller computes the rest.
std::size_t tickWholeVectors(const CrowdClipTable& clips, const CrowdInstances& instances, const CrowdClock& clock,
                             const CrowdFrames& frames);

}  // namespace texeleton::runtime
