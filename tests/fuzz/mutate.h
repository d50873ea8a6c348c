#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

namespace texeleton::fuzz {

/// Changes bytes as damage or an attacker would: bits, numbers at and beyond the limits of their types, pieces removed,
/// doubled or swapped; in text also numbers, words and lines. Equal seeds make equal changes.
class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : m_random(seed) {}

  /// A number below `count`, which is not 0.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(m_random() % count); }
  bool chance(double share) { return static_cast<double>(m_random() >> 11) * 0x1p-53 < share; }

  /// One to twelve changes. `keepSize`: the length is unchanged.
  void mutate(std::string& bytes, bool keepSize = false);

 private:
  void changeBytes(std::string& bytes);
  void changeLength(std::string& bytes);
  void changeText(std::string& text);
  void replaceNumber(std::string& text);
  void replaceWord(std::string& text);
  void changeLines(std::string& text);

  std::mt19937_64 m_random;
};

/// Whether most of it is printable text.
bool isText(const std::string& bytes);

}  // namespace texeleton::fuzz
