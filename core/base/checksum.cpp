#include "core/base/checksum.h"

#include <array>
#include <bit>
#include <cstring>

namespace texeleton {

namespace {

// Odd numbers with well-mixed bits: fractional parts of the golden ratio and of square roots of small primes.
constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;
constexpr std::uint64_t kRoot2 = 0x6a09e667f3bcc909;
constexpr std::uint64_t kRoot3 = 0xbb67ae8584caa73b;
constexpr std::uint64_t kRoot5 = 0x3c6ef372fe94f82b;

// The round of XXH64 (Yann Collet) with constants of ours: multiplying before and after the turn keeps changes of
// neighbouring words from cancelling each other.
std::uint64_t step(std::uint64_t lane, std::uint64_t word) { return std::rotl(lane + word * kRoot2, 31) * kGolden; }

std::uint64_t finish(std::uint64_t h) {
  h = (h ^ (h >> 32)) * kRoot3;
  h = (h ^ (h >> 29)) * kRoot5;
  return h ^ (h >> 32);
}

}  // namespace

std::uint64_t checksum64(std::span<const std::byte> bytes) {
  std::array<std::uint64_t, 4> lanes = {kGolden, kRoot2, kRoot3, kRoot5};
  const std::uint64_t size = bytes.size();
  while (bytes.size() >= sizeof lanes) {
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), bytes.data(), sizeof words);
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      lanes[i] = step(lanes[i], words[i]);
    }
    bytes = bytes.subspan(sizeof lanes);
  }
  std::array<std::uint64_t, 4> rest{};
  if (!bytes.empty()) {
    std::memcpy(rest.data(), bytes.data(), bytes.size());
  }
  std::uint64_t hash = size * kRoot2;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    hash = finish(step(hash, step(lanes[i], rest[i])));
  }
  return hash;
}

}  // namespace texeleton
