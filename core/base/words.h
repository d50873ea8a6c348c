#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texeleton {

/// A keyword of files and options, and its value. An enumeration with keywords has a function `wordTable(Enumeration)`
/// beside it, which returns all of them as an array; its argument selects the table.
template <class T>
struct Word {
  const char* word = "";
  T value{};
};

/// The keyword of a value; empty: it has none.
template <class T>
const char* wordOf(T value) {
  for (const Word<T>& word : wordTable(T{})) {
    if (word.value == value) {
      return word.word;
    }
  }
  return "";
}

/// The value of a keyword; nothing if unknown.
template <class T>
std::optional<T> valueOf(std::string_view text) {
  for (const Word<T>& word : wordTable(T{})) {
    if (text == word.word) {
      return word.value;
    }
  }
  return std::nullopt;
}

/// All keywords of an enumeration, in the order of its table.
template <class T>
std::vector<std::string> allWords() {
  std::vector<std::string> words;
  for (const Word<T>& word : wordTable(T{})) {
    words.emplace_back(word.word);
  }
  return words;
}

}  // namespace texeleton
