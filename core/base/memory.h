#pragma once

#include <cstdint>
#include <filesystem>
#include <new>
#include <string>
#include <utility>

#include "core/base/result.h"

namespace texeleton {

/// Memory available for this program, in bytes: three quarters of what the system reports as available.
std::uint64_t memoryToSpare();

/// The error of a job that ran out of memory.
inline Error notEnoughMemory(std::string file = {}) {
  return {ErrorCode::Limit, message("there is not enough memory: close other programs, or do less at once"),
          std::move(file)};
}

/// Runs `work`, which returns a Result; std::bad_alloc becomes an Error (Limit). For the boundary of a job.
template <class Work>
auto withinMemory(const std::filesystem::path& file, const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
  }
  return fail(notEnoughMemory(file.string()));
}

}  // namespace texeleton
