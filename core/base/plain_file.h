#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>

#include "core/base/file_descriptor.h"
#include "core/base/result.h"

namespace texeleton {

/// A regular file, open for reading. Pipes, sockets, devices and folders are refused at once instead of blocking. Use
/// it for all files of foreign origin.
class PlainFile {
 public:
  /// Follows links. Errors: NotFound; Io (cannot be opened, not a regular file).
  static Result<PlainFile> open(const std::filesystem::path& file);

  int descriptor() const { return m_descriptor.get(); }
  std::uint64_t size() const { return m_size; }

  /// Reads the next bytes; returns their number, 0 only at the end of the file. Errors: Io.
  Result<std::size_t> read(std::span<std::byte> bytes) const;

 private:
  PlainFile(int descriptor, std::uint64_t size, std::filesystem::path path)
      : m_descriptor(descriptor), m_size(size), m_path(std::move(path)) {}

  FileDescriptor m_descriptor;
  std::uint64_t m_size = 0;  ///< At the time of opening.
  std::filesystem::path m_path;
};

/// Fills `bytes` from an open file. Errors, naming `shownPath`: Io; BadFile (the file ends before).
Result<void> readAt(int descriptor, std::uint64_t offset, std::span<std::byte> bytes, const std::string& shownPath);

/// The content of a regular file. Errors: those of PlainFile; Limit (larger than `maxBytes` or than the memory left).
Result<std::string> readPlainFile(const std::filesystem::path& file, std::uint64_t maxBytes);

/// The first bytes of a regular file, at most `maxBytes`. Errors: those of PlainFile.
Result<std::string> readPlainHead(const std::filesystem::path& file, std::size_t maxBytes);

}  // namespace texeleton
