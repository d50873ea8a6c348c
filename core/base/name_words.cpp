#include "core/base/name_words.h"

#include <utility>

namespace texeleton {

namespace {

bool isCapital(char c) { return c >= 'A' && c <= 'Z'; }
bool isSmall(char c) { return c >= 'a' && c <= 'z'; }

}  // namespace

std::vector<std::string> nameWords(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  const auto end = [&] {
    if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!isCapital(c) && !isSmall(c)) {
      end();
      continue;
    }
    const bool afterSmall = i > 0 && isSmall(name[i - 1]);
    const bool beforeSmall = i + 1 < name.size() && isSmall(name[i + 1]);
    if (isCapital(c) && (afterSmall || (beforeSmall && i > 0 && isCapital(name[i - 1])))) {
      end();
    }
    word += isCapital(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  end();
  return words;
}

}  // namespace texeleton
