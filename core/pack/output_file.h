#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/checksum.h"
#include "core/base/file_descriptor.h"
#include "core/base/result.h"

namespace texeleton::pack {

/// A new file in an open folder: written in order (with later corrections of earlier bytes), its checksum computed
/// meanwhile. The first error is kept and returned by finish().
class OutputFile {
 public:
  /// `shownPath`: path for errors. `flushEarly`: starts writing to the disk in the background.
  static Result<OutputFile> create(int folder, const char* name, std::string shownPath, bool flushEarly);

  /// Appends. Small pieces are buffered, large ones written directly. Returns false after any error.
  bool append(std::span<const std::byte> bytes);
  /// Corrects bytes that were appended before. Free if they are equal; otherwise the checksum is recomputed from the
  /// file at the end.
  bool correct(std::uint64_t offset, std::span<const std::byte> bytes);
  /// Bytes appended so far.
  std::uint64_t size() const { return m_size; }

  struct Written {
    std::uint64_t bytes = 0;
    std::string checksum;
  };
  /// Writes the remaining bytes, flushes to the disk if requested, closes. Errors: Io.
  Result<Written> finish(bool flushToDisk);

 private:
  OutputFile(FileDescriptor file, std::string shownPath, bool flushEarly);
  bool writeOut(std::span<const std::byte> bytes);
  bool writeGathered() { return writeOut({}); }
  bool setError(const Message& what);
  bool rehash();
  tl::unexpected<Error> error() const;

  FileDescriptor m_file;
  std::string m_shownPath;
  bool m_flushEarly = false;
  std::uint64_t m_size = 0;          ///< Appended.
  std::uint64_t m_written = 0;       ///< Passed to the system.
  std::uint64_t m_flushStarted = 0;  ///< End of the bytes whose writing to the disk has been started.
  std::vector<std::byte> m_gathered;
  Checksum m_checksum;
  bool m_checksumStale = false;
  Message m_error;
};

}  // namespace texeleton::pack
