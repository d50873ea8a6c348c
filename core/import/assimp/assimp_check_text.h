#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>

namespace texeleton::importing {

/// Splits text into words at white space and at the given separators; brackets and quoted text are separate words. Line
/// comments start with the two characters "//".
class WordScanner {
 public:
  WordScanner(std::string_view text, std::string_view separators) : m_text(text), m_separators(separators) {}

  /// The next word; empty at the end of the text.
  std::string_view next() {
    while (m_at < m_text.size()) {
      if (isBreak(m_text[m_at])) {
        ++m_at;
      } else if (m_text.substr(m_at, 2) == "//") {
        m_at = std::min(m_text.find('\n', m_at), m_text.size());
      } else {
        break;
      }
    }
    if (m_at >= m_text.size()) {
      return {};
    }
    const std::size_t begin = m_at;
    if (isBracket(m_text[m_at])) {
      return m_text.substr(m_at++, 1);
    }
    if (m_text[m_at] == '"') {
      const std::size_t end = m_text.find('"', m_at + 1);
      m_at = end == std::string_view::npos ? m_text.size() : end + 1;
      return m_text.substr(begin, m_at - begin);
    }
    while (m_at < m_text.size() && !isBreak(m_text[m_at]) && !isBracket(m_text[m_at]) && m_text[m_at] != '"') {
      ++m_at;
    }
    return m_text.substr(begin, m_at - begin);
  }

  /// The next word as a whole number, or nothing (the word is consumed).
  std::optional<long long> nextInteger() {
    const std::string_view word = next();
    long long number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return !word.empty() && error == std::errc() && end == word.data() + word.size() ? std::optional(number)
                                                                                     : std::nullopt;
  }

  std::size_t bytesLeft() const { return m_text.size() - m_at; }

 private:
  bool isBreak(char c) const {
    return static_cast<unsigned char>(c) <= ' ' || m_separators.find(c) != std::string_view::npos;
  }
  static bool isBracket(char c) { return c == '{' || c == '}' || c == '(' || c == ')'; }

  std::string_view m_text;
  std::string_view m_separators;
  std::size_t m_at = 0;
};

}  // namespace texeleton::importing
