#include "core/import/worker/file_descriptor.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <new>

namespace texeleton::importing {

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this != &other) {
    close();
    m_descriptor = std::exchange(other.m_descriptor, -1);
  }
  return *this;
}

void FileDescriptor::close() {
  if (m_descriptor >= 0) {
    ::close(std::exchange(m_descriptor, -1));
  }
}

std::optional<FileBytes> readAll(const FileDescriptor& file, std::size_t maxBytes) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size < 0 ||
      static_cast<std::uint64_t>(status.st_size) > maxBytes) {
    return std::nullopt;
  }
  try {
    FileBytes bytes(static_cast<std::size_t>(status.st_size));
    std::span<std::byte> rest = bytes.span();
    while (!rest.empty()) {
      const ssize_t size =
          ::pread(file.get(), rest.data(), rest.size(), static_cast<off_t>(bytes.span().size() - rest.size()));
      if (size > 0) {
        rest = rest.subspan(static_cast<std::size_t>(size));
      } else if (size == 0 || errno != EINTR) {
        return std::nullopt;
      }
    }
    return bytes;
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

bool writeAll(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::write(descriptor, bytes.data(), bytes.size());
    if (size >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(size));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace texeleton::importing
