#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/file_descriptor.h"
#include "core/base/result.h"

namespace texeleton::pack {

/// A regular file in an open folder, read at any offset from any thread. Its size is taken once, when opened.
class InputFile {
 public:
  /// Errors: NotFound, Io, BadFile (a link, a folder, a device).
  static Result<InputFile> open(int folder, const char* name, std::string shownPath);

  std::uint64_t size() const { return m_size; }
  const std::string& shownPath() const { return m_shownPath; }

  /// Fills `bytes` from `offset`. Errors: Io, BadFile (the file ends before).
  Result<void> readAt(std::uint64_t offset, std::span<std::byte> bytes) const;
  /// The whole file. Errors: as readAt; Limit when it is larger than `maxBytes`.
  Result<std::vector<std::byte>> readAll(std::uint64_t maxBytes) const;

 private:
  InputFile(FileDescriptor file, std::uint64_t size, std::string shownPath)
      : m_file(std::move(file)), m_size(size), m_shownPath(std::move(shownPath)) {}

  FileDescriptor m_file;
  std::uint64_t m_size = 0;
  std::string m_shownPath;
};

}  // namespace texeleton::pack
