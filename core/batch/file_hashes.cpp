#include "core/batch/file_hashes.h"

#include <sys/stat.h>
#include <unistd.h>

#include <QFile>
#include <sstream>
#include <system_error>
#include <utility>

#include "core/base/file_hash.h"
#include "core/base/save_file.h"

namespace texeleton::batch {

namespace fs = std::filesystem;

namespace {

constexpr const char* kStoreName = "file-hashes-1.txt";
constexpr std::size_t kMostKept = 20000;  ///< About 3 MB of text.
constexpr qint64 kMostHashFileBytes = 16 << 20;

bool isHash(char kind, const std::string& text) {
  return text.size() == (kind == 's' ? 64U : 16U) && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Whether the file belongs to the user and is in a folder that only the user may write to: otherwise others could make
/// changed files look unchanged. False for pipes and devices.
bool isOurs(const fs::path& file) {
  struct stat folder {};
  struct stat status {};
  return ::stat(file.parent_path().c_str(), &folder) == 0 && folder.st_uid == ::geteuid() &&
         (folder.st_mode & (S_IWGRP | S_IWOTH)) == 0 && ::lstat(file.c_str(), &status) == 0 &&
         S_ISREG(status.st_mode) && status.st_uid == ::geteuid();
}

}  // namespace

FileHashes::FileHashes(fs::path folder) : m_folder(std::move(folder)) {
  if (!m_folder.empty()) {
    load(storeFile(), m_known);
  }
}

fs::path FileHashes::storeFile() const { return m_folder / kStoreName; }

void FileHashes::load(const fs::path& path, Known& known) {
  QFile file(QString::fromStdString(path.string()));
  if (!isOurs(path) || !file.open(QIODevice::ReadOnly) || file.size() > kMostHashFileBytes) {
    return;
  }
  std::istringstream lines(file.readAll().toStdString());
  std::string line;
  while (std::getline(lines, line) && known.size() < kMostKept) {
    std::istringstream words(line);
    Key key;
    FileState& state = key.state;
    std::string hash;
    if (words >> key.kind >> state.device >> state.inode >> state.size >> state.modified >> state.changed >> hash &&
        (key.kind == 's' || key.kind == 'x') && isHash(key.kind, hash)) {
      known[key] = std::move(hash);
    }
  }
}

Result<std::string> FileHashes::hash(char kind, const fs::path& file, const JobContext& job, const Hasher& hasher) {
  const std::int64_t now = nowNanoseconds();
  const auto before = fileState(file);
  const Key key{kind, before.value_or(FileState{})};
  if (before) {
    const std::lock_guard lock(m_mutex);
    if (const auto known = m_known.find(key); known != m_known.end()) {
      return known->second;
    }
  }
  auto hash = hasher(file, &job);
  const std::lock_guard lock(m_mutex);
  if (hash && before) {
    ++m_work.files;
    m_work.bytes += before->size;
    if (isSettled(*before, now) && fileState(file) == before) {
      m_known[key] = *hash;
      m_added[key] = *hash;
    }
  }
  return hash;
}

Result<std::string> FileHashes::sha256(const fs::path& file, const JobContext& job) {
  return hash('s', file, job, sha256OfFile);
}

Result<std::string> FileHashes::checksum(const fs::path& file, const JobContext& job) {
  return hash('x', file, job, checksumOfFile);
}

void FileHashes::save() {
  const std::lock_guard lock(m_mutex);
  if (m_folder.empty() || m_added.empty()) {
    return;
  }
  std::error_code error;
  if (!fs::is_directory(m_folder, error)) {
    fs::create_directories(m_folder, error);
    fs::permissions(m_folder, fs::perms::owner_all, error);
  }
  Known all = m_added;  // New entries first, because the store is limited.
  load(storeFile(), all);
  std::ostringstream text;
  for (const auto& [key, hash] : all) {
    const FileState& state = key.state;
    text << key.kind << ' ' << state.device << ' ' << state.inode << ' ' << state.size << ' ' << state.modified << ' '
         << state.changed << ' ' << hash << '\n';
  }
  // On failure, files are hashed again, so it is not reported.
  static_cast<void>(saveFile(storeFile(), text.str()).has_value());
}

FileHashes::Work FileHashes::work() const {
  const std::lock_guard lock(m_mutex);
  return m_work;
}

}  // namespace texeleton::batch
