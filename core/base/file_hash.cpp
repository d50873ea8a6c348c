#include "core/base/file_hash.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QCryptographicHash>
#include <cerrno>
#include <memory>
#include <span>
#include <system_error>

#include "core/base/checksum.h"
#include "core/base/system_reason.h"

namespace texeleton {

namespace {

constexpr std::size_t kBlockSize = 1 << 20;

/// Hands a regular file's content to `take`, block by block.
template <class Take>
Result<void> readBlocks(const std::filesystem::path& file, const JobContext* job, const Take& take) {
  // O_NONBLOCK: opening a pipe without a writer must not wait.
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    const ErrorCode code = errno == ENOENT || errno == ENOTDIR ? ErrorCode::NotFound : ErrorCode::Io;
    return fail(code, message("cannot open the file: %1", systemReason(errno)), file.string());
  }
  struct Closer {
    int descriptor;
    ~Closer() { ::close(descriptor); }
  } const closer{descriptor};

  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    return fail(ErrorCode::Io, "this is not a regular file", file.string());
  }
  ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);

  const auto buffer = std::make_unique_for_overwrite<std::byte[]>(kBlockSize);
  for (;;) {
    if (job != nullptr && job->isCancelled()) {
      return fail(ErrorCode::Cancelled, "cancelled", file.string());
    }
    const ssize_t size = ::read(descriptor, buffer.get(), kBlockSize);
    if (size < 0 && errno == EINTR) {
      continue;
    }
    if (size < 0) {
      return fail(ErrorCode::Io, message("cannot read the file: %1", systemReason(errno)), file.string());
    }
    if (size == 0) {
      return {};
    }
    take(std::span<const std::byte>(buffer.get(), static_cast<std::size_t>(size)));
  }
}

}  // namespace

Result<std::string> sha256OfFile(const std::filesystem::path& file, const JobContext* job) {
  QCryptographicHash hash(QCryptographicHash::Sha256);
  const auto read = readBlocks(file, job, [&hash](std::span<const std::byte> block) {
    hash.addData({reinterpret_cast<const char*>(block.data()), static_cast<qsizetype>(block.size())});
  });
  TRY(read);
  return hash.result().toHex().toStdString();
}

Result<std::string> checksumOfFile(const std::filesystem::path& file, const JobContext* job) {
  Checksum checksum;
  const auto read = readBlocks(file, job, [&checksum](std::span<const std::byte> block) { checksum.add(block); });
  TRY(read);
  return checksum.hex();
}

std::string sha256OfText(std::string_view text) {
  QCryptographicHash hash(QCryptographicHash::Sha256);
  hash.addData({text.data(), static_cast<qsizetype>(text.size())});
  return hash.result().toHex().toStdString();
}

}  // namespace texeleton
