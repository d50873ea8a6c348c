#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texeleton {

/// A word of files and options, and its value. An enumeration with words has a function `wordTable(Enumeration)` beside
/// it, which returns all of them as an array; its argument selects the table.
template <class T>
struct Word {
  const char* word = "";
  T value{};
};

/// The word for a value; empty: it has none.
template <class T>
const char* wordOf(T value) {
  for (const Word<T>& word : wordTable(T{})) {
    if (word.value == value) {
      return word.word;
    }
  }
  return "";
}

/// The value of a word; nothing for an unknown word.
template <class T>
std::optional<T> valueOf(std::string_view text) {
  for (const Word<T>& word : wordTable(T{})) {
    if (text == word.word) {
      return word.value;
    }
  }
  return std::nullopt;
}

/// Every word of an enumeration, in the order of its table.
template <class T>
std::vector<std::string> allWords() {
  std::vector<std::string> words;
  for (const Word<T>& word : wordTable(T{})) {
    words.emplace_back(word.word);
  }
  return words;
}

}  // namespace texeleton
