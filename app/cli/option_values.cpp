#include "app/cli/option_values.h"

#include <algorithm>
#include <cmath>

#include "app/cli/format_text.h"
#include "core/base/one_line.h"
#include "core/base/similar_names.h"

namespace texeleton::cli {

CLI::Validator oneOf(const std::vector<std::string>& words) {
  return {[words](const std::string& text) {
            const bool is = std::ranges::find(words, text) != words.end();
            return is ? std::string()
                      : inQuotes(text) + " is none of " + CLI::detail::join(words, ", ") + didYouMean(text, words);
          },
          "{" + CLI::detail::join(words, ",") + "}"};
}

std::optional<double> finiteNumber(std::string_view text) {
  const auto value = parsedNumber<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

CLI::Option* namesPath(CLI::Option* option, const std::string& kind) {
  const auto isNamed = [](const std::string& text) {
    return text.empty() ? "is empty, where a file or folder must be named" : std::string();
  };
  return option->type_name(kind)->check(CLI::Validator(isNamed, ""));
}

std::vector<std::string> wordsOf(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t begin = type.find('{');
  const std::size_t end = type.find('}', begin);
  if (begin == std::string::npos || end == std::string::npos) {
    return {};
  }
  return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

std::string valueName(const CLI::Option& option) {
  if (const std::vector<std::string> words = wordsOf(option); !words.empty()) {
    return CLI::detail::join(words, "|");
  }
  const std::string type = option.get_type_name().substr(0, option.get_type_name().find(':'));
  const bool isNumber = type == "INT" || type == "UINT" || type == "FLOAT";
  return isNumber ? "NUMBER" : type;
}

std::string noSuchOption(const CLI::App& command, const std::vector<std::string>& unread) {
  const auto looksLikeOption = [](const std::string& text) { return text.size() > 1 && text.front() == '-'; };
  const auto mistyped = std::ranges::find_if(unread, looksLikeOption);
  if (mistyped == unread.end()) {
    return {};
  }
  const std::string name = mistyped->substr(0, mistyped->find('='));
  std::vector<std::string> names;
  for (const CLI::App* app = &command; app != nullptr; app = app->get_parent()) {
    for (const CLI::Option* option : app->get_options()) {
      for (const std::string& known : option->get_lnames()) {
        names.push_back("--" + known);
      }
    }
  }
  return "there is no option " + inQuotes(name) + didYouMean(name, names);
}

namespace {

std::string rangeText(const NumberRange& range) {
  const std::string least = formatted("%.15g", range.least);
  const std::string most = formatted("%.15g", range.most);
  return range.leastExcluded ? "above " + least + ", at most " + most : least + " to " + most;
}

CLI::Validator inRange(const NumberRange& range, bool whole) {
  const std::string shown = rangeText(range);
  return {[range, whole, shown](const std::string& text) {
            const auto value = finiteNumber(std::string_view(text).substr(text.starts_with('+') ? 1 : 0));
            return value && range.holds(*value) && (!whole || *value == std::floor(*value))
                       ? std::string()
                       : "\"" + text + "\" is no " + (whole ? "whole " : "") + "number " +
                             (range.leastExcluded ? "" : "from ") + shown;
          },
          shown};
}

}  // namespace

CLI::Validator numberIn(double least, double most) { return inRange({least, most}, false); }
CLI::Validator numberIn(const NumberRange& range) { return inRange(range, false); }
CLI::Validator wholeNumberIn(const NumberRange& range) { return inRange(range, true); }

namespace {

constexpr int kMaxPictureSide = 32768;

}  // namespace

std::optional<QSize> parsePictureSize(const std::string& text) {
  int width = 0;
  int height = 0;
  const char* const end = text.data() + text.size();
  const auto [times, first] = std::from_chars(text.data(), end, width);
  if (first != std::errc() || times == end || *times != 'x') {
    return std::nullopt;
  }
  const auto [rest, second] = std::from_chars(times + 1, end, height);
  const bool good = second == std::errc() && rest == end && width > 0 && height > 0 && width <= kMaxPictureSide &&
                    height <= kMaxPictureSide;
  return good ? std::optional<QSize>(QSize(width, height)) : std::nullopt;
}

}  // namespace texeleton::cli
