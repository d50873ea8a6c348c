#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace texeleton::importing {

/// The number that the whole text represents; nothing for other texts.
template <class T>
std::optional<T> numberIn(std::string_view text) {
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace texeleton::importing
