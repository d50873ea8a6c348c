#pragma once

#include <cstddef>
#include <string>

namespace texeleton {

/// "\"A\", \"B\" and 3 more", for messages: the first dozen of some names.
template <class Names>
std::string listedNames(const Names& names) {
  constexpr std::size_t kListed = 12;
  std::string text;
  std::size_t count = 0;
  for (const std::string& name : names) {
    if (count == kListed) {
      return text + " and " + std::to_string(names.size() - count) + " more";
    }
    text += (count++ == 0 ? "\"" : ", \"") + name + '"';
  }
  return text;
}

}  // namespace texeleton
