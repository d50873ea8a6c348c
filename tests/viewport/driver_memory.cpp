#include "tests/viewport/driver_memory.h"

#include <link.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

namespace {

/// Address range of a driver's code; malloc reads it, so it is plain memory.
struct CodeRange {
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::uintptr_t> end{0};
};
constexpr std::size_t kMostDrivers = 16;
std::array<CodeRange, kMostDrivers> drivers;
std::atomic<std::size_t> driverCount{0};
std::atomic<std::int64_t> driverBytes{0};

bool isDriver(const char* path) {
  for (const char* const part : {"libvulkan_", "_dri.so", "libgallium", "libLLVM"}) {
    if (std::strstr(path, part) != nullptr) {
      return true;
    }
  }
  return false;
}

int findDriver(dl_phdr_info* info, std::size_t, void*) {
  if (info->dlpi_name == nullptr || !isDriver(info->dlpi_name)) {
    return 0;
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    if (part.p_type == PT_LOAD && (part.p_flags & PF_X) != 0) {
      const std::uintptr_t begin = info->dlpi_addr + part.p_vaddr;
      for (std::size_t known = 0; known < driverCount; ++known) {
        if (drivers[known].begin == begin) {
          return 0;
        }
      }
      if (driverCount < kMostDrivers) {
        drivers[driverCount].begin = begin;
        drivers[driverCount].end = begin + part.p_memsz;
        ++driverCount;
      }
    }
  }
  return 0;
}

}  // namespace

#ifndef TEXELETON_SANITIZED

// glibc's functions, which the ones below replace.
extern "C" {
void* __libc_memalign(std::size_t, std::size_t);
void* __libc_malloc(std::size_t);
void __libc_free(void*);
}

namespace {

std::atomic<std::int64_t> otherBytes{0};

/// Precedes every block, because drivers also free blocks that the C library allocated.
struct Header {
  std::uint32_t ofDriver;
  std::uint32_t offset;  ///< From where the heap's block begins.
  std::uint64_t size;
};
static_assert(sizeof(Header) == 16 && alignof(std::max_align_t) == 16);

std::atomic<std::int64_t>& bytesOf(const Header& header) { return header.ofDriver != 0 ? driverBytes : otherBytes; }

Header& headerOf(void* block) { return *(static_cast<Header*>(block) - 1); }

bool isOfDriver(const void* caller) {
  const auto at = reinterpret_cast<std::uintptr_t>(caller);
  for (std::size_t i = 0; i < driverCount.load(std::memory_order_relaxed); ++i) {
    if (at >= drivers[i].begin.load(std::memory_order_relaxed) && at < drivers[i].end.load(std::memory_order_relaxed)) {
      return true;
    }
  }
  return false;
}

void* allocate(std::size_t alignment, std::size_t size, const void* caller) {
  const std::size_t offset = std::max(alignment, sizeof(Header));
  if (size > SIZE_MAX / 2 || offset > SIZE_MAX / 4) {
    errno = ENOMEM;
    return nullptr;
  }
  void* const made = offset == sizeof(Header) ? __libc_malloc(size + offset) : __libc_memalign(offset, size + offset);
  if (made == nullptr) {
    return nullptr;
  }
  void* const block = static_cast<char*>(made) + offset;
  Header& header = headerOf(block);
  header = {isOfDriver(caller) ? 1u : 0u, static_cast<std::uint32_t>(offset), size};
  bytesOf(header).fetch_add(static_cast<std::int64_t>(size), std::memory_order_relaxed);
  return block;
}

void giveBack(void* block) {
  if (block == nullptr) {
    return;
  }
  const Header header = headerOf(block);
  bytesOf(header).fetch_sub(static_cast<std::int64_t>(header.size), std::memory_order_relaxed);
  __libc_free(static_cast<char*>(block) - header.offset);
}

}  // namespace

extern "C" {
void* malloc(std::size_t size) { return allocate(1, size, __builtin_return_address(0)); }
void* calloc(std::size_t count, std::size_t size) {
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, size, &all)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* const block = allocate(1, all, __builtin_return_address(0));
  return block == nullptr ? nullptr : std::memset(block, 0, all);
}
void* realloc(void* old, std::size_t size) {
  if (old != nullptr && size == 0) {
    giveBack(old);
    return nullptr;
  }
  void* const block = allocate(1, size, __builtin_return_address(0));
  if (block != nullptr && old != nullptr) {
    std::memcpy(block, old, std::min<std::size_t>(size, headerOf(old).size));
    giveBack(old);
  }
  return block;
}
void* memalign(std::size_t alignment, std::size_t size) {
  return allocate(alignment, size, __builtin_return_address(0));
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return allocate(alignment, size, __builtin_return_address(0));
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  void* const made = allocate(alignment, size, __builtin_return_address(0));
  if (made == nullptr) {
    return ENOMEM;
  }
  *block = made;
  return 0;
}
std::size_t malloc_usable_size(void* block) { return block == nullptr ? 0 : headerOf(block).size; }
void free(void* block) { giveBack(block); }
}

// Without it the C++ library would be the caller of malloc for all C++ code. These blocks are freed by free().
void* operator new(std::size_t size) {
  void* const block = allocate(1, size, __builtin_return_address(0));
  if (block == nullptr) {
    throw std::bad_alloc();
  }
  return block;
}
void* operator new[](std::size_t size) {
  void* const block = allocate(1, size, __builtin_return_address(0));
  if (block == nullptr) {
    throw std::bad_alloc();
  }
  return block;
}
void operator delete(void* block) noexcept { giveBack(block); }
void operator delete[](void* block) noexcept { giveBack(block); }
void operator delete(void* block, std::size_t) noexcept { giveBack(block); }
void operator delete[](void* block, std::size_t) noexcept { giveBack(block); }

#endif

namespace texeleton::test {

double bytesInUseOfDrivers() {
  dl_iterate_phdr(findDriver, nullptr);
  return static_cast<double>(driverBytes.load());
}

double bytesInUseBesidesDrivers() {
#ifdef TEXELETON_SANITIZED
  const auto info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
#else
  return static_cast<double>(otherBytes.load());
#endif
}

}  // namespace texeleton::test
