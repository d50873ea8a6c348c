#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace texeleton {

/// XXH3-64 of a stream of bytes: detects damage, but not tampering. Runs at memory speed, unlike SHA-256. The same on
/// every machine.
class Checksum {
 public:
  Checksum();
  void add(std::span<const std::byte> bytes);
  /// 16 lower-case hexadecimal digits (xxHash's canonical form).
  std::string hex() const;

 private:
  struct State;
  struct Free {
    void operator()(State* state) const;
  };
  std::unique_ptr<State, Free> m_state;
};

/// The checksum of one block as those digits.
std::string checksumOf(std::span<const std::byte> bytes);

/// The checksum of one block as a number.
std::uint64_t checksum64(std::span<const std::byte> bytes);

}  // namespace texeleton
