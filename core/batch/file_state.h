#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace texeleton::batch {

/// The state of a file according to the file system, without opening it. When two states are equal, the content is too,
/// unless it was written twice within the file system's clock tick (see isSettled).
struct FileState {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t modified = 0;  ///< Nanoseconds since 1970.
  std::int64_t changed = 0;   ///< Change time, which cannot be set back.

  friend auto operator<=>(const FileState&, const FileState&) = default;
};

/// State of a regular file, following links; nothing if there is none.
std::optional<FileState> fileState(const std::filesystem::path& file);

/// Whether the file was last written so long ago that another write would change its state: 2 seconds, the coarsest
/// clock of file systems in use. `now`: nanoseconds since 1970.
bool isSettled(const FileState& state, std::int64_t now);

/// Nanoseconds since 1970.
std::int64_t nowNanoseconds();

}  // namespace texeleton::batch
