#pragma once

#include <unistd.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace texeleton {

/// An open file descriptor, which closes itself.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int descriptor) : m_descriptor(descriptor) {}
  FileDescriptor(FileDescriptor&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
  }
  ~FileDescriptor() { close(); }

  int get() const { return m_descriptor; }
  bool isOpen() const { return m_descriptor >= 0; }
  /// False with `errno` where the system reports an error.
  bool close() { return m_descriptor < 0 || ::close(std::exchange(m_descriptor, -1)) == 0; }

 private:
  int m_descriptor = -1;
};

/// The bytes of a file; uninitialised until read.
class FileBytes {
 public:
  explicit FileBytes(std::size_t size) : m_bytes(std::make_unique_for_overwrite<std::byte[]>(size)), m_size(size) {}
  std::span<std::byte> span() { return {m_bytes.get(), m_size}; }
  std::span<const std::byte> span() const { return {m_bytes.get(), m_size}; }

 private:
  std::unique_ptr<std::byte[]> m_bytes;
  std::size_t m_size;
};

/// Reads an open regular file from its start; nothing if that fails, the file is larger than `maxBytes`, or memory is
/// exhausted.
std::optional<FileBytes> readAll(const FileDescriptor& file, std::size_t maxBytes);

/// Writes all bytes at the descriptor's position. Returns false with `errno` on failure.
bool writeAll(int descriptor, std::span<const std::byte> bytes);

}  // namespace texeleton
