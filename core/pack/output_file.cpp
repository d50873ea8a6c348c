#include "core/pack/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/base/system_reason.h"

namespace texeleton::pack {

namespace {

constexpr std::size_t kGatherBytes = std::size_t{1} << 16;
constexpr std::size_t kPackCallBytes = std::size_t{1} << 18;  // Larger calls measured slower (less cache, huge folios).
constexpr std::uint64_t kFlushStep = std::uint64_t{8} << 20;

}  // namespace

Result<OutputFile> OutputFile::create(int folder, const char* name, std::string shownPath, bool flushEarly) {
  FileDescriptor file(openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!file.isOpen()) {
    return fail(ErrorCode::Io, message("cannot create the file: %1", systemReason(errno)), std::move(shownPath));
  }
  return OutputFile(std::move(file), std::move(shownPath), flushEarly);
}

OutputFile::OutputFile(FileDescriptor file, std::string shownPath, bool flushEarly)
    : m_file(std::move(file)), m_shownPath(std::move(shownPath)), m_flushEarly(flushEarly) {
  m_gathered.reserve(kGatherBytes);
}

bool OutputFile::setError(const Message& what) {
  if (m_error.empty()) {
    m_error = message("%1: %2", what, systemReason(errno));
  }
  return false;
}

tl::unexpected<Error> OutputFile::error() const { return fail(ErrorCode::Io, m_error, m_shownPath); }

bool OutputFile::append(std::span<const std::byte> bytes) {
  if (!m_error.empty()) {
    return false;
  }
  m_size += bytes.size();
  if (!m_checksumStale) {
    m_checksum.add(bytes);
  }
  if (m_gathered.size() + bytes.size() <= kGatherBytes) {
    m_gathered.insert(m_gathered.end(), bytes.begin(), bytes.end());
    return true;
  }
  return writeOut(bytes);
}

bool OutputFile::writeOut(std::span<const std::byte> bytes) {
  std::span<const std::byte> gathered(m_gathered);
  while (!gathered.empty() || !bytes.empty()) {
    const std::span<const std::byte> piece = bytes.first(std::min(bytes.size(), kPackCallBytes));
    const iovec parts[2] = {{const_cast<std::byte*>(gathered.data()), gathered.size()},
                            {const_cast<std::byte*>(piece.data()), piece.size()}};
    const ssize_t count = pwritev(m_file.get(), parts, 2, static_cast<off_t>(m_written));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      errno = count == 0 ? ENOSPC : errno;
      return setError(message("writing failed"));
    }
    m_written += static_cast<std::uint64_t>(count);
    const std::size_t ofGathered = std::min(gathered.size(), static_cast<std::size_t>(count));
    gathered = gathered.subspan(ofGathered);
    bytes = bytes.subspan(static_cast<std::size_t>(count) - ofGathered);
  }
  m_gathered.clear();
#ifdef SYNC_FILE_RANGE_WRITE
  if (m_flushEarly && m_written - m_flushStarted >= kFlushStep) {
    // Only a hint: the flush at the end is decisive, so errors are ignored.
    (void)sync_file_range(m_file.get(), static_cast<off_t>(m_flushStarted),
                          static_cast<off_t>(m_written - m_flushStarted), SYNC_FILE_RANGE_WRITE);
    m_flushStarted = m_written;
  }
#endif
  return true;
}

bool OutputFile::correct(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (!m_error.empty()) {
    return false;
  }
  if (offset > m_size || bytes.size() > m_size - offset) {
    errno = EINVAL;
    return setError(message("internal error: correction beyond the end"));
  }
  if (!writeGathered()) {
    return false;
  }
  std::vector<std::byte> present(bytes.size());
  const ssize_t count = pread(m_file.get(), present.data(), present.size(), static_cast<off_t>(offset));
  if (count == static_cast<ssize_t>(bytes.size()) && std::equal(bytes.begin(), bytes.end(), present.begin())) {
    return true;
  }
  m_checksumStale = true;
  while (!bytes.empty()) {
    const ssize_t written = pwrite(m_file.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      errno = written == 0 ? ENOSPC : errno;
      return setError(message("writing failed"));
    }
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

bool OutputFile::rehash() {
  m_checksum = Checksum();
  std::vector<std::byte> buffer(kPackCallBytes);
  for (std::uint64_t offset = 0; offset < m_size;) {
    const ssize_t count = pread(m_file.get(), buffer.data(), buffer.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      errno = count == 0 ? EIO : errno;
      return setError(message("reading back failed"));
    }
    m_checksum.add({buffer.data(), static_cast<std::size_t>(count)});
    offset += static_cast<std::uint64_t>(count);
  }
  m_checksumStale = false;
  return true;
}

Result<OutputFile::Written> OutputFile::finish(bool flushToDisk) {
  if (!m_error.empty() || !writeGathered() || (m_checksumStale && !rehash())) {
    return error();
  }
  if (flushToDisk && fsync(m_file.get()) != 0) {
    setError(message("flushing to the disk failed"));
    return error();
  }
  if (!m_file.close()) {
    setError(message("closing failed"));
    return error();
  }
  return Written{m_size, m_checksum.hex()};
}

}  // namespace texeleton::pack
