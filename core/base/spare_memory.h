#pragma once

#include <cstdint>

namespace texeleton {

/// Memory that this machine can spare now, in bytes: three quarters of what the system reports as available.
std::uint64_t memoryToSpare();

}  // namespace texeleton
