#pragma once

#include <cstdint>

namespace texeleton {

/// What this machine can spare now, in bytes: three quarters of the memory that the system calls available.
std::uint64_t memoryToSpare();

}  // namespace texeleton
