#include "core/base/save_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

#include "core/base/file_descriptor.h"
#include "core/base/system_reason.h"

namespace texeleton {

namespace fs = std::filesystem;

namespace {

constexpr int kMostLinks = 40;               ///< The kernel's limit.
constexpr int kAttempts = 100;               ///< To find an unused name.
constexpr std::size_t kMostNameBytes = 200;  ///< Leaves room for the suffix within the 255 that file systems allow.

tl::unexpected<Error> problem(const fs::path& file, const Message& what, int number) {
  const char* format = number == ENOSPC || number == EDQUOT ? said("%1: %2; make room on the disk and save again")
                       : number == EACCES || number == EROFS
                           ? said("%1: %2; save it somewhere else or change the permissions")
                           : said("%1: %2");
  return fail(ErrorCode::Io, message(format, what, systemReason(number)), file.string());
}

/// Resolves symbolic links, even if the target does not exist yet.
Result<fs::path> followLinks(const fs::path& file) {
  fs::path path = file;
  for (int i = 0; i < kMostLinks; ++i) {
    std::error_code error;
    const fs::path target = fs::read_symlink(path, error);
    if (error) {
      return path;
    }
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return problem(file, message("cannot be written"), ELOOP);
}

/// Some file systems do not support flushing; that is not a failure.
bool flush(int descriptor) { return ::fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP; }

/// Writes to pipes and devices, whose contents need no protection.
Result<void> writeThrough(const fs::path& file, std::string_view bytes) {
  FileDescriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (!out.isOpen() || !writeAll(out.get(), std::as_bytes(std::span(bytes))) || !out.close()) {
    return problem(file, message("cannot be written"), errno);
  }
  return {};
}

/// The new file, until it is renamed.
class FreshFile {
 public:
  explicit FreshFile(int folder) : m_folder(folder) {}
  ~FreshFile() {
    if (!m_name.empty()) {
      ::unlinkat(m_folder, m_name.c_str(), 0);
    }
  }
  FreshFile(const FreshFile&) = delete;
  FreshFile& operator=(const FreshFile&) = delete;

  /// Descriptor of a new file named after `name`; -1: see `errno`.
  int create(const std::string& name, mode_t mode) {
    static std::atomic<unsigned> counter{0};
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      std::string fresh = '.' + name.substr(0, kMostNameBytes) + '.' + std::to_string(::getpid()) + '-' +
                          std::to_string(counter++) + ".part";
      const int out = ::openat(m_folder, fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
      if (out >= 0) {
        m_name = std::move(fresh);
      }
      if (out >= 0 || errno != EEXIST) {
        return out;
      }
    }
    return -1;
  }
  bool renameTo(const std::string& name) {
    const bool renamed = ::renameat(m_folder, m_name.c_str(), m_folder, name.c_str()) == 0;
    if (renamed) {
      m_name.clear();
    }
    return renamed;
  }

 private:
  int m_folder;
  std::string m_name;
};

Result<void> replaceFile(const fs::path& shown, const fs::path& path, std::string_view bytes) {
  const fs::path folderPath = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const std::string name = path.filename().string();
  const FileDescriptor folder(::open(folderPath.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.isOpen()) {
    if (errno == ENOENT || errno == ENOTDIR) {
      return fail(ErrorCode::NotFound, message("cannot be written: there is no folder %1", folderPath.string()),
                  shown.string());
    }
    return problem(shown, message("cannot be written, its folder cannot be opened"), errno);
  }
  struct stat old {};
  const bool isThere = ::fstatat(folder.get(), name.c_str(), &old, 0) == 0;
  if (isThere && ::faccessat(folder.get(), name.c_str(), W_OK, 0) != 0) {
    return problem(shown, message("cannot be written"), errno);
  }
  FreshFile fresh(folder.get());
  FileDescriptor out(fresh.create(name, isThere ? 0600 : 0666));
  if (!out.isOpen()) {
    return problem(shown, message("cannot be written"), errno);
  }
  if (isThere) {
    // The owner first, because that clears mode bits. Fails for most users, who then own the new file.
    static_cast<void>(::fchown(out.get(), old.st_uid, old.st_gid) == 0);
    static_cast<void>(::fchmod(out.get(), old.st_mode & 0777) == 0);
  }
  if (!writeAll(out.get(), std::as_bytes(std::span(bytes))) || !flush(out.get()) || !out.close()) {
    return problem(shown, message("cannot be written"), errno);
  }
  if (!fresh.renameTo(name)) {
    return problem(shown, message("cannot be put in place"), errno);
  }
  if (!flush(folder.get())) {
    return problem(shown, message("was written, but its folder could not be flushed to the disk"), errno);
  }
  return {};
}

}  // namespace

Result<void> saveFile(const fs::path& file, std::string_view bytes) {
  const auto path = followLinks(file);
  TRY(path);
  struct stat status {};
  const bool isThere = ::stat(path->c_str(), &status) == 0;
  if (path->filename().empty() || (isThere && S_ISDIR(status.st_mode))) {
    return fail(ErrorCode::InvalidArgument, "cannot be written: it is a folder; give the name of a file",
                file.string());
  }
  if (isThere && !S_ISREG(status.st_mode)) {
    return writeThrough(file, bytes);
  }
  return replaceFile(file, *path, bytes);
}

}  // namespace texeleton
