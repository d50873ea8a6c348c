#include "core/vat/texel_buffer.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <utility>

#include "core/base/file_descriptor.h"
#include "core/base/memory.h"

namespace texeleton::vat {

namespace {

constexpr std::size_t kTexelAlignment = 64;
constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = std::size_t{2} << 20;
/// Buffers of at least this size are mapped: huge pages make first touch many times cheaper than small ones.
constexpr std::size_t kMapFrom = 2 * kHugePage;

std::atomic<std::uint64_t> texelLimit{0};  // 0: none

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
  madvise(bytes + head, wanted, MADV_HUGEPAGE);  // A hint: without huge pages it is only slower.
  return bytes + head;
}

/// The folder for buffers on the disk; empty if there is none.
std::string diskFolder() {
  const char* const wanted = std::getenv("TMPDIR");
  for (const char* const folder : {wanted, "/var/tmp", "/tmp"}) {
    struct statfs system = {};
    const bool isThere = folder != nullptr && *folder != '\0' && statfs(folder, &system) == 0;
    if (isThere && system.f_type != TMPFS_MAGIC && system.f_type != RAMFS_MAGIC && access(folder, W_OK) == 0) {
      return folder;
    }
  }
  return {};
}

/// Opens an unnamed file and allocates its blocks; otherwise a full disk would only be detected when a page is written.
/// Closed if there is none.
FileDescriptor openBlocks(const std::string& folder, std::size_t byteCount) {
  FileDescriptor file(open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (!file.isOpen()) {  // Not supported by every file system.
    std::string name = folder + "/texeleton-texels-XXXXXX";
    file = FileDescriptor(mkostemp(name.data(), O_CLOEXEC));
    if (file.isOpen()) {
      unlink(name.c_str());
    }
  }
  const bool hasBlocks = file.isOpen() && posix_fallocate(file.get(), 0, static_cast<off_t>(byteCount)) == 0;
  return hasBlocks ? std::move(file) : FileDescriptor();
}

/// Zeroed pages of a file. Throws std::bad_alloc.
std::byte* mapFile(std::size_t byteCount) {
  const std::string folder = diskFolder();
  const FileDescriptor file = folder.empty() ? FileDescriptor() : openBlocks(folder, roundUp(byteCount, kPage));
  void* const start = mmap(nullptr, roundUp(byteCount, kHugePage), PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (start == MAP_FAILED) {  // Also without a file.
    throw std::bad_alloc();
  }
  return static_cast<std::byte*>(start);
}

}  // namespace

std::uint64_t texelMemory() {
  if (const char* const text = std::getenv("TEXELETON_TEXEL_MEMORY")) {
    std::uint64_t mebibytes = 0;
    const char* const end = text + std::strlen(text);
    if (const auto read = std::from_chars(text, end, mebibytes); read.ec == std::errc() && read.ptr == end) {
      return std::min(mebibytes, std::uint64_t{1} << 40) << 20;
    }
  }
  const std::uint64_t limit = texelLimit.load(std::memory_order_relaxed);
  return limit != 0 ? limit : memoryToSpare() / 3 * 2;
}

void limitTexelMemory(std::uint64_t bytes) { texelLimit.store(bytes, std::memory_order_relaxed); }

std::uint64_t texelDisk() {
  const std::string folder = diskFolder();
  struct statvfs room = {};
  if (folder.empty() || statvfs(folder.c_str(), &room) != 0) {
    return 0;
  }
  return std::uint64_t{room.f_bavail} * room.f_frsize;
}

TexelBuffer::TexelBuffer(PixelFormat format, std::uint32_t width, std::uint32_t height)
    : m_format(format), m_width(width), m_height(height) {
  const std::size_t size = byteCount();
  if (size == 0) {
    return;
  }
  std::byte* bytes = nullptr;
  if (size >= kMapFrom && size > texelMemory()) {
    bytes = mapFile(size);
    m_isOnDisk = true;
  } else if (size >= kMapFrom) {
    bytes = mapPages(size);
  } else {
    bytes = static_cast<std::byte*>(::operator new(size, std::align_val_t(kTexelAlignment)));
    std::memset(bytes, 0, size);
  }
  m_bytes = std::unique_ptr<std::byte[], Free>(bytes, Free{size});
}

void TexelBuffer::Free::operator()(std::byte* p) const {
  if (byteCount >= kMapFrom) {
    munmap(p, roundUp(byteCount, kHugePage));
  } else {
    ::operator delete(p, std::align_val_t(kTexelAlignment));
  }
}

void TexelBuffer::release(std::uint32_t first, std::uint32_t count) const {
  if (!m_isOnDisk || count == 0) {
    return;
  }
  const std::size_t begin = rowBytes() * first / kPage * kPage;
  const std::size_t end =
      std::min(roundUp(rowBytes() * (std::size_t{first} + count), kPage), roundUp(byteCount(), kPage));
  if (begin < end) {
    madvise(m_bytes.get() + begin, end - begin,
            MADV_DONTNEED);  // The pages of the shared file are released; their contents stay in it.
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

float halfBelow(float value) {
  std::uint16_t half = floatToHalf(value);
  if (halfToFloat(half) > value) {
    half = value > 0.0f ? half - 1 : (half & 0x7fffu) == 0 ? 0x8001 : half + 1;
  }
  return halfToFloat(half);
}

}  // namespace texeleton::vat
