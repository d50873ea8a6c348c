#include "core/batch/file_state.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>

namespace texeleton::batch {

namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;
constexpr std::int64_t kCoarsestTick = 2 * kNanoseconds;

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * kNanoseconds + time.tv_nsec; }

}  // namespace

std::optional<FileState> fileState(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return std::nullopt;
  }
  return FileState{status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size),
                   nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)};
}

bool isSettled(const FileState& state, std::int64_t now) {
  return std::max(state.modified, state.changed) + kCoarsestTick < now;
}

std::int64_t nowNanoseconds() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace texeleton::batch
