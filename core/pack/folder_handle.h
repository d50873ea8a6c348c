#pragma once

#include <unistd.h>

#include <utility>

namespace texeleton::pack {

/// An open file descriptor (of a folder) that closes itself.
class FolderHandle {
 public:
  FolderHandle() = default;
  explicit FolderHandle(int fd) : m_fd(fd) {}
  FolderHandle(FolderHandle&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
  FolderHandle& operator=(FolderHandle&& other) noexcept {
    std::swap(m_fd, other.m_fd);
    return *this;
  }
  ~FolderHandle() {
    if (m_fd >= 0) {
      close(m_fd);
    }
  }

  bool isOpen() const { return m_fd >= 0; }
  int fd() const { return m_fd; }

 private:
  int m_fd = -1;
};

}  // namespace texeleton::pack
