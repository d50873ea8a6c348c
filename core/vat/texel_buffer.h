#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <span>

#include "core/vat/texture_settings.h"

namespace texeleton::vat {

/// The texels of an animation texture: RGBA, half or float, rows without gaps, 64-byte aligned, initially zero. Large
/// buffers are allocated by the system, with zeroed pages on first touch. Buffers that exceed memory (texelMemory) lie
/// in an unnamed file on the disk, of which the system keeps the used parts in memory.
class TexelBuffer {
 public:
  TexelBuffer() = default;
  /// Throws std::bad_alloc if neither memory nor the disk has room.
  TexelBuffer(PixelFormat format, std::uint32_t width, std::uint32_t height);

  PixelFormat format() const { return m_format; }
  std::uint32_t width() const { return m_width; }
  std::uint32_t height() const { return m_height; }
  std::size_t rowBytes() const { return std::size_t{m_width} * texelBytes(m_format); }
  std::size_t byteCount() const { return rowBytes() * m_height; }
  std::byte* row(std::uint32_t y) { return m_bytes.get() + rowBytes() * y; }
  const std::byte* row(std::uint32_t y) const { return m_bytes.get() + rowBytes() * y; }
  std::span<const std::byte> bytes() const { return {m_bytes.get(), byteCount()}; }

  /// Hints that rows [first, first + count) are not needed for now: buffers on the disk drop them from memory; the
  /// texels are kept. May be called from any thread, also while others use these rows.
  void release(std::uint32_t first, std::uint32_t count) const;

  /// One texel as floats.
  glm::vec4 texel(std::uint32_t x, std::uint32_t y) const;
  void setTexel(std::uint32_t x, std::uint32_t y, const glm::vec4& value);

 private:
  struct Free {
    std::size_t byteCount;  // Not initialised here: the deleter must be default-constructible inside the class.
    void operator()(std::byte* p) const;
  };
  PixelFormat m_format = PixelFormat::Rgba16F;
  std::uint32_t m_width = 0;
  std::uint32_t m_height = 0;
  bool m_isOnDisk = false;
  std::unique_ptr<std::byte[], Free> m_bytes;
};

/// Buffers of more bytes are put on the disk: TEXELETON_TEXEL_MEMORY (MiB, an environment variable), else the value of
/// limitTexelMemory, else two thirds of the machine's available memory.
std::uint64_t texelMemory();
/// For programs that read texels once, in order. Call it before any buffer is created.
void limitTexelMemory(std::uint64_t bytes);
/// The most bytes of a buffer on the disk: the free space in the first of the folders TMPDIR, /var/tmp and /tmp that is
/// not itself kept in memory. 0 if there is none.
std::uint64_t texelDisk();

/// IEEE half ↔ float, round to nearest even, overflow to infinity, subnormals kept.
std::uint16_t floatToHalf(float value);
float halfToFloat(std::uint16_t half);
/// The largest half float that is no larger than `value`.
float halfBelow(float value);

}  // namespace texeleton::vat
