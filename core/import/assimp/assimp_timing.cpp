#include "core/import/assimp/assimp_timing.h"

#include <algorithm>
#include <assimp/Importer.hpp>
#include <chrono>

#include "core/base/elapsed.h"

namespace texeleton::importing {

double secondsOfPlainAssimp(const char* file) {
  constexpr int kRuns = 4;
  double best = 0.0;
  for (int i = 0; i < kRuns; ++i) {
    const auto start = std::chrono::steady_clock::now();
    Assimp::Importer importer;
    const bool read = importer.ReadFile(file, 0) != nullptr;
    const double seconds = secondsSince(start);
    if (!read) {
      return 0.0;
    }
    best = i == 0 ? seconds : std::min(best, seconds);
  }
  return best;
}

}  // namespace texeleton::importing
