#include "core/pack/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "core/base/plain_file.h"
#include "core/base/system_reason.h"

namespace texeleton::pack {

Result<InputFile> InputFile::open(int folder, const char* name, std::string shownPath) {
  // O_NONBLOCK: a pipe in place of the file must not block.
  FileDescriptor file(openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file.isOpen()) {
    if (errno == ENOENT) {
      return fail(ErrorCode::NotFound, "there is no such file", std::move(shownPath));
    }
    if (errno == ELOOP) {
      return fail(ErrorCode::BadFile, "is a symbolic link; a pack holds plain files only", std::move(shownPath));
    }
    return fail(ErrorCode::Io, message("cannot open the file: %1", systemReason(errno)), std::move(shownPath));
  }
  struct stat status = {};
  if (fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return fail(ErrorCode::BadFile, "is not a plain file", std::move(shownPath));
  }
  return InputFile(std::move(file), static_cast<std::uint64_t>(status.st_size), std::move(shownPath));
}

Result<void> InputFile::readAt(std::uint64_t offset, std::span<std::byte> bytes) const {
  if (offset > m_size || bytes.size() > m_size - offset) {
    return fail(ErrorCode::BadFile, "is cut short", m_shownPath);
  }
  return texeleton::readAt(m_file.get(), offset, bytes, m_shownPath);
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
