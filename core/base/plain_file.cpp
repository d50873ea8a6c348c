#include "core/base/plain_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>

#include "core/base/system_reason.h"

namespace texeleton {

namespace {

constexpr std::size_t kReadCallBytes = std::size_t{1} << 20;

/// Reads at most `maxBytes` + 1 bytes; the last one indicates that the file is too large.
Result<std::string> readOn(const PlainFile& file, std::uint64_t maxBytes) {
  std::string text;
  // Grows while reading: files of /proc report no size.
  text.reserve(static_cast<std::size_t>(std::min(file.size(), maxBytes)));
  for (;;) {
    const std::size_t before = text.size();
    const auto room = static_cast<std::size_t>(std::min<std::uint64_t>(
        maxBytes - before, std::max<std::uint64_t>(file.size() - std::min<std::uint64_t>(file.size(), before), 4096)));
    text.resize(before + std::min(room, kReadCallBytes));
    if (text.size() == before) {
      return text;
    }
    const auto count = file.read(std::as_writable_bytes(std::span(text).subspan(before)));
    TRY(count);
    text.resize(before + *count);
    if (*count == 0) {
      return text;
    }
  }
}

}  // namespace

Result<PlainFile> PlainFile::open(const std::filesystem::path& file) {
  // Opening a device can act on it, and opening a pipe can block: check first.
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    return fail(ErrorCode::Io, "is not a regular file", file.string());
  }
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) {
    const bool isMissing = errno == ENOENT || errno == ENOTDIR;
    return isMissing ? fail(ErrorCode::NotFound, "there is no such file", file.string())
                     : fail(ErrorCode::Io, message("cannot open the file: %1", systemReason(errno)), file.string());
  }
  PlainFile plain(descriptor, 0, file);
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    return fail(ErrorCode::Io, "is not a regular file", file.string());
  }
  plain.m_size = static_cast<std::uint64_t>(status.st_size);
  return plain;
}

Result<std::size_t> PlainFile::read(std::span<std::byte> bytes) const {
  for (;;) {
    const ssize_t count = ::read(descriptor(), bytes.data(), bytes.size());
    if (count >= 0) {
      return static_cast<std::size_t>(count);
    }
    if (errno != EINTR) {
      return fail(ErrorCode::Io, message("cannot read the file: %1", systemReason(errno)), m_path.string());
    }
  }
}

Result<void> readAt(int descriptor, std::uint64_t offset, std::span<std::byte> bytes, const std::string& shownPath) {
  while (!bytes.empty()) {
    const ssize_t count = ::pread(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      return fail(ErrorCode::Io, message("reading failed: %1", systemReason(errno)), shownPath);
    }
    if (count == 0) {
      return fail(ErrorCode::BadFile, "became shorter while it was read", shownPath);
    }
    offset += static_cast<std::uint64_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return {};
}

Result<std::string> readPlainFile(const std::filesystem::path& file, std::uint64_t maxBytes) {
  const auto plain = PlainFile::open(file);
  TRY(plain);
  const auto tooLarge = [&file, maxBytes] {
    return fail(ErrorCode::Limit, message("has more than %1 bytes, which is the most that is read", maxBytes),
                file.string());
  };
  if (plain->size() > maxBytes) {
    return tooLarge();
  }
  try {
    auto text = readOn(*plain, maxBytes + 1);
    return text && text->size() > maxBytes ? Result<std::string>(tooLarge()) : text;
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "not enough memory to read it", file.string());
  }
}

Result<std::string> readPlainHead(const std::filesystem::path& file, std::size_t maxBytes) {
  const auto plain = PlainFile::open(file);
  TRY(plain);
  return readOn(*plain, maxBytes);
}

}  // namespace texeleton
