#include "core/pack/input_file.h"
#include "core/base/plain_file.h"
#include "core/base/system_reason.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace texeleton::pack {

Result<InputFile> InputFile::open(int folder, const char* name, std::string shownPath) {
  // O_NONBLOCK: a pipe in place of the file must not block.
  const int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0) {
    if (errno == ENOENT) {
      return fail(ErrorCode::NotFound, "there is no such file", std::move(shownPath));
    }
    if (errno == ELOOP) {
      return fail(ErrorCode::BadFile, "is a symbolic link; a pack holds plain files only", std::move(shownPath));
    }
    return fail(ErrorCode::Io, message("cannot open the file: %1", systemReason(errno)), std::move(shownPath));
  }
  struct stat status = {};
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(fd);
    return fail(ErrorCode::BadFile, "is not a plain file", std::move(shownPath));
  }
  return InputFile(fd, static_cast<std::uint64_t>(status.st_size), std::move(shownPath));
}

InputFile::InputFile(int fd, std::uint64_t size, std::string shownPath)
    : m_fd(fd), m_size(size), m_shownPath(std::move(shownPath)) {}

InputFile::InputFile(InputFile&& other) noexcept
    : m_fd(std::exchange(other.m_fd, -1)), m_size(other.m_size), m_shownPath(std::move(other.m_shownPath)) {}

InputFile::~InputFile() {
  if (m_fd >= 0) {
    close(m_fd);
  }
}

Result<void> InputFile::readAt(std::uint64_t offset, std::span<std::byte> bytes) const {
  if (offset > m_size || bytes.size() > m_size - offset) {
    return fail(ErrorCode::BadFile, "is cut short", m_shownPath);
  }
  return texeleton::readAt(m_fd, offset, bytes, m_shownPath);
}

Result<std::vector<std::byte>> InputFile::readAll(std::uint64_t maxBytes) const {
  if (m_size > maxBytes) {
    return fail(ErrorCode::Limit, message("has %1 bytes; at most %2 are read", m_size, maxBytes), m_shownPath);
  }
  std::vector<std::byte> bytes(static_cast<std::size_t>(m_size));
  TRY(readAt(0, bytes));
  return bytes;
}

}  // namespace texeleton::pack
