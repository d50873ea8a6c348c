#include "core/base/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace texeleton {

namespace {

alignas(16) constexpr std::array<std::uint32_t, 64> kRound = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using State = std::array<std::uint32_t, 8>;
using BlockFunction = void (*)(State&, const std::byte*, std::size_t);

std::uint32_t loadBigEndian(const std::byte* p) {
  return std::to_integer<std::uint32_t>(p[0]) << 24 | std::to_integer<std::uint32_t>(p[1]) << 16 |
         std::to_integer<std::uint32_t>(p[2]) << 8 | std::to_integer<std::uint32_t>(p[3]);
}

#if defined(__x86_64__)

__m128i load(const void* p) { return _mm_loadu_si128(static_cast<const __m128i*>(p)); }

__attribute__((target("sha,sse4.1,ssse3"))) void blocksWithShaInstructions(State& state, const std::byte* blocks,
                                                                           std::size_t count) {
  // The instructions want the state as (a, b, e, f) and (c, d, g, h), highest lane first.
  const __m128i dcba = load(state.data());
  const __m128i hgfe = load(state.data() + 4);
  const __m128i cdab = _mm_shuffle_epi32(dcba, 0xb1);
  const __m128i efgh = _mm_shuffle_epi32(hgfe, 0x1b);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
  const __m128i swapBytes = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);

  for (; count > 0; --count, blocks += 64) {
    const __m128i abefBefore = abef;
    const __m128i cdghBefore = cdgh;
    __m128i words[4] = {};  // the last 16 words of the message schedule, four a lane
    for (unsigned group = 0; group < 16; ++group) {
      __m128i& word = words[group % 4];
      if (group < 4) {
        word = _mm_shuffle_epi8(load(blocks + 16 * group), swapBytes);
      } else {
        const __m128i previous = words[(group + 3) % 4];
        const __m128i middle = _mm_alignr_epi8(previous, words[(group + 2) % 4], 4);
        word = _mm_sha256msg1_epu32(word, words[(group + 1) % 4]);
        word = _mm_sha256msg2_epu32(_mm_add_epi32(word, middle), previous);
      }
      const __m128i input = _mm_add_epi32(word, load(kRound.data() + 4 * group));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, input);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(input, 0x0e));
    }
    abef = _mm_add_epi32(abef, abefBefore);
    cdgh = _mm_add_epi32(cdgh, cdghBefore);
  }

  const __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data()), _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data() + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#endif

BlockFunction chooseBlockFunction() {
#if defined(__x86_64__)
  // Leaf 7, EBX bit 29; __builtin_cpu_supports does not know "sha" in every compiler.
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b >> 29 & 1u) != 0 && __builtin_cpu_supports("sse4.1")) {
    return blocksWithShaInstructions;
  }
#endif
  return detail::sha256BlocksPortable;
}

void addBlocks(State& state, const std::byte* blocks, std::size_t count) {
  static const BlockFunction function = chooseBlockFunction();
  function(state, blocks, count);
}

}  // namespace

void detail::sha256BlocksPortable(State& state, const std::byte* blocks, std::size_t count) {
  for (; count > 0; --count, blocks += 64) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i) {
      w[i] = loadBigEndian(blocks + 4 * i);
    }
    for (std::size_t i = 16; i < 64; ++i) {
      const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
      const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
      const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + kRound[i] + w[i];
      const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
      const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + t1;
      d = c;
      c = b;
      b = a;
      a = t1 + t2;
    }
    const State added = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) {
      state[i] += added[i];
    }
  }
}

void Sha256::add(std::span<const std::byte> bytes) {
  if (bytes.empty()) {
    return;
  }
  m_totalSize += bytes.size();
  if (m_blockSize != 0) {
    const std::size_t taken = std::min(bytes.size(), m_block.size() - m_blockSize);
    std::memcpy(m_block.data() + m_blockSize, bytes.data(), taken);
    m_blockSize += taken;
    bytes = bytes.subspan(taken);
    if (m_blockSize < m_block.size()) {
      return;
    }
    addBlocks(m_state, m_block.data(), 1);
    m_blockSize = 0;
  }
  addBlocks(m_state, bytes.data(), bytes.size() / 64);
  bytes = bytes.subspan(bytes.size() / 64 * 64);
  std::copy(bytes.begin(), bytes.end(), m_block.begin());
  m_blockSize = bytes.size();
}

Sha256::Digest Sha256::finish() {
  // One bit 1, zeros up to 8 bytes before the end of a block, then the number of bits, big endian.
  const std::uint64_t bitCount = m_totalSize * 8;
  std::array<std::byte, 128> padding{std::byte{0x80}};
  const std::size_t zerosEnd = (m_blockSize < 56 ? 56 : 120) - m_blockSize;
  for (std::size_t i = 0; i < 8; ++i) {
    padding[zerosEnd + i] = static_cast<std::byte>(bitCount >> (56 - 8 * i) & 0xff);
  }
  add(std::span(padding).first(zerosEnd + 8));

  Digest digest{};
  for (std::size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<std::uint8_t>(m_state[i / 4] >> (24 - 8 * (i % 4)) & 0xff);
  }
  return digest;
}

std::string toHex(std::span<const std::uint8_t> bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

}  // namespace texeleton
