#include "core/base/checksum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace texeleton {

struct Checksum::State {
  XXH3_state_t xxh;
};

void Checksum::Free::operator()(State* state) const { delete state; }

Checksum::Checksum() : m_state(new State) { XXH3_64bits_reset(&m_state->xxh); }

void Checksum::add(std::span<const std::byte> bytes) { XXH3_64bits_update(&m_state->xxh, bytes.data(), bytes.size()); }

std::string Checksum::hex() const {
  XXH64_canonical_t canonical;
  XXH64_canonicalFromHash(&canonical, XXH3_64bits_digest(&m_state->xxh));
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : canonical.digest) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

std::string checksumOf(std::span<const std::byte> bytes) {
  Checksum checksum;
  checksum.add(bytes);
  return checksum.hex();
}

std::uint64_t checksum64(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace texeleton
