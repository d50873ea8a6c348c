#include "tests/fuzz/mutate.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace texeleton::fuzz {

namespace {

constexpr std::array<const char*, 26> kNumbers = {"0",           "1",
                                                  "-1",          "2",
                                                  "3",           "7",
                                                  "16",          "255",
                                                  "256",         "65535",
                                                  "65536",       "100000",
                                                  "1e9",         "1e308",
                                                  "nan",         "2147483647",
                                                  "2147483648",  "4294967295",
                                                  "4294967296",  "18446744073709551615",
                                                  "-2147483648", "0.5",
                                                  "-0",          "1e-300",
                                                  "1e39",        "99999999999999999999"};

constexpr std::array<const char*, 8> kWords = {"",         "\\u202e\\u0085", "..", "/etc/passwd",
                                               "\xff\xfe", "(a+)+$",         "\"", "{"};

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWordCharacter(char c) { return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

bool isText(const std::string& bytes) {
  const std::size_t looked = std::min<std::size_t>(bytes.size(), 4096);
  const auto printable = std::count_if(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(looked), [](char c) {
    return c == '\n' || c == '\r' || c == '\t' || (c >= ' ' && c != 0x7f);
  });
  return static_cast<std::size_t>(printable) * 100 >= looked * 97;
}

void Mutator::mutate(std::string& bytes, bool keepSize) {
  const std::size_t changes = chance(0.7) ? 1 : 1 + below(12);
  const bool text = isText(bytes);
  for (std::size_t i = 0; i < changes && !bytes.empty(); ++i) {
    if (text && !keepSize && chance(0.8)) {
      changeText(bytes);
    } else if (keepSize || chance(0.75)) {
      changeBytes(bytes);
    } else {
      changeLength(bytes);
    }
  }
}

void Mutator::changeBytes(std::string& bytes) {
  const std::size_t at = below(bytes.size());
  switch (below(4)) {
    case 0:
      bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1u << below(8)));
      break;
    case 1:
      bytes[at] = static_cast<char>(m_random());
      break;
    case 2: {
      static constexpr std::array<std::uint64_t, 12> kValues = {
          0, 1, 2, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fffffffffffffff, ~0ull};
      const std::uint64_t value = kValues[below(kValues.size())] + (chance(0.3) ? bytes.size() : 0);
      const std::size_t width = std::min<std::size_t>(std::size_t{1} << below(4), bytes.size() - at);
      std::memcpy(bytes.data() + at, &value, width);
      break;
    }
    default: {
      const std::size_t from = below(bytes.size());
      const std::size_t count = 1 + below(std::min({bytes.size() - at, bytes.size() - from, std::size_t{64}}));
      std::memmove(bytes.data() + at, bytes.data() + from, count);
    }
  }
}

void Mutator::changeLength(std::string& bytes) {
  const std::size_t at = below(bytes.size());
  const std::size_t count = 1 + below(std::min<std::size_t>(bytes.size() - at, chance(0.8) ? 64 : bytes.size() - at));
  switch (below(4)) {
    case 0:
      bytes.erase(at, count);
      break;
    case 1:
      bytes.insert(below(bytes.size()), bytes.substr(at, count));
      break;
    case 2:
      bytes.resize(at + 1);
      break;
    default: {
      std::string noise(count, '\0');
      std::generate(noise.begin(), noise.end(), [this] { return static_cast<char>(m_random()); });
      bytes.insert(at, noise);
    }
  }
}

void Mutator::changeText(std::string& text) {
  const std::size_t kind = below(10);
  if (kind < 5) {
    replaceNumber(text);
  } else if (kind < 7) {
    replaceWord(text);
  } else {
    changeLines(text);
  }
}

void Mutator::replaceNumber(std::string& text) {
  std::size_t begin = text.find_first_of("0123456789", below(text.size()));
  if (begin == std::string::npos) {
    return;
  }
  while (begin > 0 && isDigit(text[begin - 1])) {
    --begin;
  }
  std::size_t end = begin;
  while (end < text.size() && isDigit(text[end])) {
    ++end;
  }
  std::string number = kNumbers[below(kNumbers.size())];
  if (chance(0.3) && end - begin < 10) {
    number = std::to_string(std::stoll(text.substr(begin, end - begin)) + (chance(0.5) ? 1 : -1));
  }
  text.replace(begin, end - begin, number);
}

void Mutator::replaceWord(std::string& text) {
  const auto wordAt = [&](std::size_t from, std::size_t& begin, std::size_t& end) {
    begin = from;
    while (begin < text.size() && !isWordCharacter(text[begin])) {
      ++begin;
    }
    while (begin > 0 && begin < text.size() && isWordCharacter(text[begin - 1])) {
      --begin;
    }
    end = begin;
    while (end < text.size() && isWordCharacter(text[end])) {
      ++end;
    }
  };
  std::size_t begin = 0;
  std::size_t end = 0;
  wordAt(below(text.size()), begin, end);
  std::string word = kWords[below(kWords.size())];
  if (chance(0.5)) {
    std::size_t otherBegin = 0;
    std::size_t otherEnd = 0;
    wordAt(below(text.size()), otherBegin, otherEnd);
    word = text.substr(otherBegin, otherEnd - otherBegin);
  } else if (chance(0.2)) {
    word = std::string(1 + below(70'000), 'n');
  }
  text.replace(begin, end - begin, word);
}

void Mutator::changeLines(std::string& text) {
  const auto lineAt = [&](std::size_t at, std::size_t& begin, std::size_t& end) {
    begin = text.rfind('\n', at);
    begin = begin == std::string::npos ? 0 : begin + 1;
    end = text.find('\n', at);
    end = end == std::string::npos ? text.size() : end + 1;
    begin = std::min(begin, end);
  };
  std::size_t begin = 0;
  std::size_t end = 0;
  lineAt(below(text.size()), begin, end);
  if (end - begin > 4000) {  // A single long line.
    changeLength(text);
    return;
  }
  const std::string line = text.substr(begin, end - begin);
  const bool doubled = chance(0.5);
  if (!doubled) {
    text.erase(begin, end - begin);
  }
  if ((doubled || chance(0.5)) && !text.empty()) {
    lineAt(below(text.size()), begin, end);
    text.insert(begin, line);
  }
}

}  // namespace texeleton::fuzz
