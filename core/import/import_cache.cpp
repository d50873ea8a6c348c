#include "core/import/import_cache.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QStandardPaths>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "core/base/file_descriptor.h"
#include "core/base/file_hash.h"
#include "core/model/snapshot.h"

namespace texeleton::importing {

namespace fs = std::filesystem;

namespace {

// Only files with these suffixes are ever removed, in any folder.
constexpr const char* kEntryEnding = ".txmodel";
constexpr const char* kTemporaryEnding = ".txmodel-part";
constexpr std::chrono::hours kTemporaryLife{1};

struct Entry {
  fs::path path;
  fs::file_time_type lastUse;
  std::uint64_t size = 0;
};

std::optional<fs::file_time_type> lastUseOf(const fs::path& path) {
  std::error_code error;
  const auto time = fs::last_write_time(path, error);
  return error ? std::nullopt : std::optional(time);
}

void removeFile(const fs::path& path) {
  std::error_code error;
  fs::remove(path, error);
}

/// Checks the end of a file before reading all of it; a large file of zeros is not a result.
bool endsAsResult(const FileDescriptor& file, off_t size) {
  std::array<std::byte, worker::kResultEndBytes> end{};
  const auto length = static_cast<off_t>(end.size());
  return size >= length && ::pread(file.get(), end.data(), end.size(), size - length) == length &&
         worker::isResultEnd(end);
}

/// Whether the user owns the file and no other user may write to it. Models from others are not trusted; in a shared
/// folder each user could replace the others' models.
bool isOurs(const struct stat& status) {
  return status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// Whether an entry may be read: the user's own file, of a plausible size.
bool isReadable(const FileDescriptor& file, std::uint64_t maxBytes) {
  struct stat status {};
  return ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode) && isOurs(status) &&
         static_cast<std::uint64_t>(status.st_size) <= maxBytes && endsAsResult(file, status.st_size);
}

/// Lists the entries; removes temporary files of ended processes.
std::vector<Entry> listAndTidy(const fs::path& folder) {
  std::vector<Entry> entries;
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const fs::path& path = it->path();
    const auto lastUse = lastUseOf(path);
    if (!lastUse) {
      continue;  // another process removed it
    }
    if (path.extension() == kEntryEnding) {
      std::error_code sizeError;
      const auto size = fs::file_size(path, sizeError);
      entries.push_back({path, *lastUse, sizeError ? 0 : size});
    } else if (path.extension() == kTemporaryEnding && now - *lastUse > kTemporaryLife) {
      removeFile(path);
    }
  }
  return entries;
}

}  // namespace

bool isOwnFolder(const fs::path& folder) {
  struct stat status {};
  return ::stat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && isOurs(status);
}

bool referencesHold(const std::vector<worker::Reference>& references, const fs::path& modelFolder,
                    const JobContext& job) {
  return std::all_of(references.begin(), references.end(), [&](const worker::Reference& reference) {
    const fs::path path = modelFolder / reference.path;
    if (!reference.sha256) {
      std::error_code error;
      return !fs::is_regular_file(path, error);
    }
    std::error_code error;
    if (const auto size = fs::file_size(path, error); error || size > worker::kMaxReferenceBytes) {
      return false;  // No reader accepts a file this large.
    }
    const auto hash = sha256OfFile(path, &job);
    return hash && *hash == *reference.sha256;
  });
}

ImportCache::ImportCache(fs::path folder, std::uint64_t maxBytes)
    : m_folder(folder.empty() ? defaultFolder() : std::move(folder)), m_maxBytes(maxBytes) {}

fs::path ImportCache::defaultFolder() {
  if (const char* variable = std::getenv("TEXELETON_CACHE"); variable != nullptr && *variable != '\0') {
    return fs::path(variable) / "import";
  }
  const std::string folder = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation).toStdString();
  return folder.empty() ? fs::path() : fs::path(folder) / "texeleton" / "import";
}

fs::path ImportCache::entryPath(const std::string& key, int variant) const {
  return m_folder / (key + '-' + std::to_string(variant) + kEntryEnding);
}

std::optional<model::Model> ImportCache::find(const std::string& key, const fs::path& modelFolder,
                                              const JobContext& job, std::vector<worker::Reference>* references) {
  if (m_folder.empty() || !isOwnFolder(m_folder)) {
    return std::nullopt;
  }
  for (int variant = 0; variant < kVariants; ++variant) {
    const fs::path path = entryPath(key, variant);
    // O_NONBLOCK: opening a pipe without a writer must not block.
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
    if (!file.isOpen()) {
      continue;
    }
    const auto bytes =
        isReadable(file, m_maxBytes) ? readAll(file, static_cast<std::size_t>(m_maxBytes)) : std::nullopt;
    const auto result = bytes ? worker::splitResult(bytes->span()) : std::nullopt;
    if (result && !referencesHold(result->references, modelFolder, job)) {
      continue;
    }
    auto model = result ? model::readSnapshot(result->snapshot) : fail(ErrorCode::BadFile, "cut or changed");
    if (model) {
      ::futimens(file.get(), nullptr);  // Marks the use, for trim().
      if (references != nullptr) {
        *references = result->references;
      }
      return std::move(*model);
    }
    spdlog::debug("import cache: dropping " + path.string() + ": " + model.error().message.text());
    removeFile(path);
  }
  return std::nullopt;
}

/// A free place under the key, else the least recently used one.
fs::path ImportCache::placeFor(const std::string& key) const {
  fs::path oldest = entryPath(key, 0);
  auto oldestUse = lastUseOf(oldest);
  for (int variant = 1; variant < kVariants && oldestUse; ++variant) {
    const fs::path path = entryPath(key, variant);
    const auto lastUse = lastUseOf(path);
    if (!lastUse || *lastUse < *oldestUse) {
      oldest = path;
      oldestUse = lastUse;
    }
  }
  return oldest;
}

void ImportCache::store(const std::string& key, std::span<const std::byte> result) {
  if (m_folder.empty() || result.size() > m_maxBytes) {
    return;
  }
  std::error_code error;
  if (!fs::is_directory(m_folder, error)) {
    fs::create_directories(m_folder, error);
    fs::permissions(m_folder, fs::perms::owner_all, error);
  }
  if (!isOwnFolder(m_folder)) {
    spdlog::debug("import cache: " + m_folder.string() + " is not used: it is not yours, or others may write to it");
    return;
  }
  static std::atomic<unsigned> counter{0};
  const fs::path temporary =
      m_folder / (key + '-' + std::to_string(::getpid()) + '-' + std::to_string(counter++) + kTemporaryEnding);
  FileDescriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  bool written = file.isOpen() && writeAll(file.get(), result);
  file.close();
  if (written) {
    fs::rename(temporary, placeFor(key), error);
    written = !error;
  }
  if (!written) {
    spdlog::debug("import cache: cannot write to " + m_folder.string());
    removeFile(temporary);
  }
  trim();
}

void ImportCache::trim() const {
  std::vector<Entry> entries = listAndTidy(m_folder);
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.lastUse > b.lastUse; });
  std::uint64_t total = 0;
  for (const Entry& entry : entries) {
    total += entry.size;
    if (total > m_maxBytes) {
      removeFile(entry.path);
    }
  }
}

}  // namespace texeleton::importing
