#include "core/bake/texel_buffer.h"

#include <sys/mman.h>

#include <bit>
#include <cstring>
#include <new>

namespace texeleton {

namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kHugePage = std::size_t{2} << 20;
/// From here on a buffer is mapped: huge pages make first touch many times cheaper than small ones.
constexpr std::size_t kMapFrom = 2 * kHugePage;

constexpr std::size_t roundUp(std::size_t size, std::size_t to) { return (size + to - 1) / to * to; }

/// Zeroed memory that starts on a huge page. Throws std::bad_alloc.
std::byte* mapPages(std::size_t byteCount) {
  const std::size_t wanted = roundUp(byteCount, kHugePage);
  const std::size_t mapped = wanted + kHugePage;
  void* const start = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) {
    throw std::bad_alloc();
  }
  auto* const bytes = static_cast<std::byte*>(start);
  const std::size_t misaligned = reinterpret_cast<std::uintptr_t>(start) % kHugePage;
  const std::size_t head = misaligned == 0 ? 0 : kHugePage - misaligned;
  if (head != 0) {
    munmap(bytes, head);
  }
  if (kHugePage - head != 0) {
    munmap(bytes + head + wanted, kHugePage - head);
  }
  madvise(bytes + head, wanted, MADV_HUGEPAGE);  // A wish: without huge pages it is only slower.
  return bytes + head;
}

}  // namespace

TexelBuffer::TexelBuffer(PixelFormat format, std::uint32_t width, std::uint32_t height)
    : m_format(format), m_width(width), m_height(height) {
  const std::size_t size = byteCount();
  if (size == 0) {
    return;
  }
  std::byte* bytes = nullptr;
  if (size >= kMapFrom) {
    bytes = mapPages(size);
  } else {
    bytes = static_cast<std::byte*>(::operator new(size, std::align_val_t(kAlignment)));
    std::memset(bytes, 0, size);
  }
  m_bytes = std::unique_ptr<std::byte[], Free>(bytes, Free{size});
}

void TexelBuffer::Free::operator()(std::byte* p) const {
  if (byteCount >= kMapFrom) {
    munmap(p, roundUp(byteCount, kHugePage));
  } else {
    ::operator delete(p, std::align_val_t(kAlignment));
  }
}

glm::vec4 TexelBuffer::texel(std::uint32_t x, std::uint32_t y) const {
  const std::byte* const p = row(y) + std::size_t{x} * texelBytes(m_format);
  glm::vec4 value(0.0f);
  if (m_format == PixelFormat::Rgba32F) {
    std::memcpy(static_cast<void*>(&value), p, sizeof(value));
    return value;
  }
  std::uint16_t halves[4] = {};
  std::memcpy(halves, p, sizeof(halves));
  return {halfToFloat(halves[0]), halfToFloat(halves[1]), halfToFloat(halves[2]), halfToFloat(halves[3])};
}

void TexelBuffer::setTexel(std::uint32_t x, std::uint32_t y, const glm::vec4& value) {
  std::byte* const p = row(y) + std::size_t{x} * texelBytes(m_format);
  if (m_format == PixelFormat::Rgba32F) {
    const float floats[4] = {value.x, value.y, value.z, value.w};
    std::memcpy(p, floats, sizeof(floats));
    return;
  }
  const std::uint16_t halves[4] = {floatToHalf(value.x), floatToHalf(value.y), floatToHalf(value.z),
                                   floatToHalf(value.w)};
  std::memcpy(p, halves, sizeof(halves));
}

std::uint16_t floatToHalf(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) {  // NaN: quiet, with the upper bits of its payload.
    return static_cast<std::uint16_t>(sign | 0x7e00u | ((magnitude >> 13) & 0x3ffu));
  }
  if (magnitude >= 0x477ff000u) {  // 65,520 and more round to infinity.
    return static_cast<std::uint16_t>(sign | 0x7c00u);
  }
  if (magnitude < 0x38800000u) {  // Below 2⁻¹⁴: the addition leaves the subnormal half in the low bits, rounded.
    const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000u));
  }
  const std::uint32_t odd = (magnitude >> 13) & 1u;
  return static_cast<std::uint16_t>(sign | ((magnitude - 0x38000000u + 0xfffu + odd) >> 13));
}

float halfToFloat(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000u) << 16;
  const std::uint32_t exponent = (half >> 10) & 0x1fu;
  const std::uint32_t mantissa = half & 0x3ffu;
  if (exponent == 31) {
    return std::bit_cast<float>(sign | 0x7f800000u | (mantissa << 13));
  }
  if (exponent == 0) {  // Zero and subnormals: mantissa · 2⁻²⁴, exact.
    const float value = static_cast<float>(mantissa) * 0x1p-24f;
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(value));
  }
  return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
}

}  // namespace texeleton
