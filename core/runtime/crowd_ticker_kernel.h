#pragma once

#include <cstddef>

#include "core/runtime/crowd_ticker.h"

namespace texeleton::runtime {

/// Internal to crowd_ticker: the vector code does instances [0, result), whole vectors; the rest is the caller's.
std::size_t tickWholeVectors(const CrowdClipTable& clips, const CrowdInstances& instances, const CrowdClock& clock,
                             const CrowdFrames& frames);

}  // namespace texeleton::runtime
