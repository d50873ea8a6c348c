#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "core/base/message.h"

namespace texeleton::viewport {

/// Reads a PNG row by row, so that the whole picture need not be in memory. 8 bits a channel; palettes and transparent
/// colours are resolved.
class PngRows {
 public:
  /// `bytes` must outlive it. Check isOpen().
  explicit PngRows(std::span<const std::byte> bytes);
  ~PngRows();
  PngRows(const PngRows&) = delete;
  PngRows& operator=(const PngRows&) = delete;

  /// False: the header is broken (error()), or the image is interlaced, so that rows do not come in order (no error).
  bool isOpen() const { return m_width > 0; }
  int width() const { return m_width; }
  int height() const { return m_height; }
  int channels() const { return m_channels; }  ///< 1 to 4; the last of 2 and of 4 is alpha.

  /// Reads the next row, width() * channels() bytes. Returns false if it is broken.
  bool read(unsigned char* row);
  Message error() const;

 private:
  struct Reader;
  void open();

  std::unique_ptr<Reader> m_reader;
  int m_width = 0;
  int m_height = 0;
  int m_channels = 0;
};

}  // namespace texeleton::viewport
