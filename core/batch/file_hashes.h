#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/batch/file_state.h"

namespace texeleton::batch {

/// Hashes of files, kept between runs as long as the file system reports the same file (device, inode, size, both
/// times). Only files that have not changed for a while are kept (see isSettled), so that a second write in the same
/// clock tick is never missed. May be used from any thread.
class FileHashes {
 public:
  /// `folder`: where hashes are stored, in one small text file; empty: this run only. Unreadable entries are dropped.
  explicit FileHashes(std::filesystem::path folder = {});

  /// Errors: those of sha256OfFile.
  Result<std::string> sha256(const std::filesystem::path& file, const JobContext& job);
  /// XXH3-64; errors likewise.
  Result<std::string> checksum(const std::filesystem::path& file, const JobContext& job);

  /// Stores them for the next run, merged with those stored by other processes meanwhile. Never fails.
  void save();

  /// The bytes read so far; none for cached hashes.
  struct Work {
    std::uint64_t files = 0;
    std::uint64_t bytes = 0;
  };
  Work work() const;

 private:
  using Hasher = std::function<Result<std::string>(const std::filesystem::path&, const JobContext*)>;
  struct Key {
    char kind = 's';  ///< 's': SHA-256, 'x': XXH3.
    FileState state;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  using Known = std::map<Key, std::string>;

  Result<std::string> hash(char kind, const std::filesystem::path& file, const JobContext& job, const Hasher& hasher);
  std::filesystem::path storeFile() const;
  static void load(const std::filesystem::path& file, Known& known);

  std::filesystem::path m_folder;
  mutable std::mutex m_mutex;
  Known m_known;
  Known m_added;  ///< In this run; also in m_known.
  Work m_work;
};

}  // namespace texeleton::batch
