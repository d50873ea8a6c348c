#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/message.h"

namespace texeleton {

/// Lists the first of some names for messages: "\"A\", \"B\" and 3 more".
template <class Names>
Message listedNames(const Names& names, std::size_t most = 12) {
  Message text;
  std::size_t count = 0;
  for (const std::string& name : names) {
    if (count == most) {
      return message("%1 and %2 more", text, names.size() - count);
    }
    text = count++ == 0 ? message("\"%1\"", name) : message("%1, \"%2\"", text, name);
  }
  return text;
}

/// Joins messages: "A, B, C".
inline Message listedMessages(const std::vector<Message>& items) {
  Message text;
  for (const Message& item : items) {
    text = text.empty() ? item : message("%1, %2", text, item);
  }
  return text;
}

}  // namespace texeleton
