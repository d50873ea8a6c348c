#include "core/base/spare_memory.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace texeleton {

namespace {

constexpr std::uint64_t kKibibyte = 1024;
constexpr std::uint64_t kMebibyte = 1024 * kKibibyte;

}  // namespace

std::uint64_t memoryToSpare() {
  std::uint64_t available = 0;
  std::ifstream file("/proc/meminfo");
  std::string word;
  while (file >> word) {
    if (word == "MemAvailable:") {
      file >> available;
      break;
    }
  }
  available *= kKibibyte;
  if (available == 0) {
    const auto whole = static_cast<std::uint64_t>(std::max(sysconf(_SC_PHYS_PAGES), 0L)) *
                       static_cast<std::uint64_t>(std::max(sysconf(_SC_PAGESIZE), 0L));
    available = std::max(whole / 2, std::uint64_t{512} * kMebibyte);
  }
  return available / 4 * 3;
}

}  // namespace texeleton
