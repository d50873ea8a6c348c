#pragma once

#include <cstdint>
#include <string>

namespace texeleton {

/// Appends the lowest `bytes` bytes of a number, the lowest first.
inline void appendLittleEndian(std::string& to, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) {
    to += static_cast<char>((value >> (8 * i)) & 0xff);
  }
}

inline void put16(std::string& to, std::uint32_t value) { appendLittleEndian(to, value, 2); }
inline void put32(std::string& to, std::uint32_t value) { appendLittleEndian(to, value, 4); }
inline void put64(std::string& to, std::uint64_t value) { appendLittleEndian(to, value, 8); }

}  // namespace texeleton
