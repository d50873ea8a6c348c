#include "core/base/memory.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "core/base/units.h"

namespace texeleton {

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
