#include "core/base/file_descriptor.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <new>

#include "core/base/plain_file.h"

namespace texeleton {

std::optional<FileBytes> readAll(const FileDescriptor& file, std::size_t maxBytes) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size < 0 ||
      static_cast<std::uint64_t>(status.st_size) > maxBytes) {
    return std::nullopt;
  }
  try {
    FileBytes bytes(static_cast<std::size_t>(status.st_size));
    return readAt(file.get(), 0, bytes.span(), {}) ? std::optional(std::move(bytes)) : std::nullopt;
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

bool writeAll(int descriptor, std::span<const std::byte> bytes) {
  constexpr std::size_t kMostAtOnce = std::size_t{1} << 20;  // So that a full disk is noticed soon.
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), std::min(bytes.size(), kMostAtOnce));
    if (count > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    } else if (count == 0 || errno != EINTR) {
      errno = count == 0 ? ENOSPC : errno;
      return false;
    }
  }
  return true;
}

}  // namespace texeleton
