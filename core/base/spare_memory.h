#pragma once

#include <cstdint>

namespace texeleton {

/// Memory available for this program, in bytes: three quarters of what the system reports as available.
std::uint64_t memoryToSpare();

}  // namespace texeleton
