#pragma once

#include <CLI/CLI.hpp>
#include <QSize>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/settings/setting.h"

namespace texeleton::cli {

/// Checks that an option's value is one of these words; suggests a similar word for a mistyped one.
CLI::Validator oneOf(const std::vector<std::string>& words);

/// Makes an option take the name of a file or folder and reject an empty text. `kind`: its placeholder in help and
/// completions: "FILE", "FOLDER", "FILE|GLOB".
CLI::Option* namesPath(CLI::Option* option, const std::string& kind);

/// The words to which oneOf() limits an option; empty: any value.
std::vector<std::string> wordsOf(const CLI::Option& option);

/// Placeholder of an option's value in help: "FILE", "REGEX", "NUMBER"; a list of words as "a|b".
std::string valueName(const CLI::Option& option);

/// `there is no option "--mdoe"; did you mean "--mode"?` for the first of `unread` that looks like an option of
/// `command` or of the commands above it. Empty: none does.
std::string noSuchOption(const CLI::App& command, const std::vector<std::string>& unread);

/// The whole of a text as a number; nothing: it is none.
template <class T>
std::optional<T> parsedNumber(std::string_view text) {
  T value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}
/// The same; nothing also for NaN and infinity.
std::optional<double> finiteNumber(std::string_view text);

/// Checks that an option's value is a finite number from `least` to `most`. (CLI::Range lets "nan" pass.)
CLI::Validator numberIn(double least, double most);
CLI::Validator numberIn(const NumberRange& range);
/// The same of whole numbers.
CLI::Validator wholeNumberIn(const NumberRange& range);

/// Adds an option that takes three numbers, X,Y,Z, from −1e6 to 1e6.
template <class Number>
CLI::Option* addThreeNumbers(CLI::App& command, const std::string& name, std::vector<Number>& values,
                             const std::string& help) {
  return command.add_option(name, values, help)
      ->expected(3)
      ->delimiter(',')
      ->type_name("X,Y,Z")
      ->check(numberIn(-1e6, 1e6));
}

/// "WIDTHxHEIGHT" in pixels, each from 1 to 32,768; nothing for another text.
std::optional<QSize> parsePictureSize(const std::string& text);

inline constexpr const char* kPictureSizeRule = "must be WIDTHxHEIGHT, each from 1 to 32768";

}  // namespace texeleton::cli
