#include "core/export/export_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/base/listed_names.h"
#include "core/base/mapped.h"
#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/export/export_target.h"

namespace texeleton::exporting {

namespace {

/// The shortest text of a number: "30", "0.5".
std::string numberText(double value) {
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return error == std::errc() ? std::string(buffer, end) : std::string();
}

std::string valueText(const recipe::OptionValue& value) {
  if (const bool* const flag = std::get_if<bool>(&value)) {
    return *flag ? "true" : "false";
  }
  if (const double* const number = std::get_if<double>(&value)) {
    return numberText(*number);
  }
  const std::string* const text = std::get_if<std::string>(&value);
  return text != nullptr ? inQuotes(*text).text() : oneLine(std::get<recipe::OtherJson>(value).text, 80);
}

Result<const ExportOption*> optionNamed(const ExportTarget& target, const std::string& key) {
  std::vector<std::string> keys;
  for (const ExportOption& option : target.options) {
    if (option.key == key) {
      return &option;
    }
    keys.emplace_back(option.key);
  }
  if (keys.empty()) {
    return fail(
        ErrorCode::InvalidArgument,
        message("the option %1 is not known: the export target \"%2\" has no options", inQuotes(key), target.name));
  }
  return fail(ErrorCode::InvalidArgument,
              message("the option %1 is not known: the export target \"%2\" has %3%4", inQuotes(key), target.name,
                      listedMessages(mapped(keys, verbatim)), didYouMean(key, keys)));
}

bool takes(const ExportOption& option, const recipe::OptionValue& value) {
  switch (option.type) {
    case OptionType::Flag:
      return std::holds_alternative<bool>(value);
    case OptionType::Number: {
      const double* const number = std::get_if<double>(&value);
      return number != nullptr && *number >= option.least && *number <= option.most &&
             (!option.whole || *number == std::floor(*number));
    }
    case OptionType::Choice: {
      const std::string* const text = std::get_if<std::string>(&value);
      return text != nullptr &&
             std::ranges::any_of(option.choices, [text](const char* choice) { return *text == choice; });
    }
    case OptionType::Text:
      return std::holds_alternative<std::string>(value);
  }
  return false;
}

template <class T, class Values>
const T* valueOf(const Values& values, std::string_view key) {
  const auto it = values.find(key);
  return it == values.end() ? nullptr : std::get_if<T>(&it->second);
}

}  // namespace

const char* optionTypeName(OptionType type) {
  constexpr const char* kOptionKindNames[] = {"flag", "number", "choice", "text"};
  return kOptionKindNames[static_cast<std::size_t>(type)];
}

ExportOption flagOption(const char* key, const char* title, const char* help, bool standard) {
  ExportOption option{key, title, help};
  option.standard = standard;
  return option;
}

ExportOption numberOption(const char* key, const char* title, const char* help, double standard, double least,
                          double most) {
  ExportOption option{key, title, help, OptionType::Number, standard};
  option.least = least;
  option.most = most;
  return option;
}

ExportOption wholeNumberOption(const char* key, const char* title, const char* help, int standard, int least,
                               int most) {
  ExportOption option = numberOption(key, title, help, standard, least, most);
  option.whole = true;
  return option;
}

ExportOption choiceOption(const char* key, const char* title, const char* help, std::vector<const char*> choices) {
  ExportOption option{key, title, help, OptionType::Choice, std::string(choices.front())};
  option.choices = std::move(choices);
  return option;
}

ExportOption textOption(const char* key, const char* title, const char* help, const char* standard) {
  return {key, title, help, OptionType::Text, std::string(standard)};
}

ExportOptions ExportOptions::of(const ExportTarget& target) {
  ExportOptions options;
  for (const ExportOption& option : target.options) {
    options.m_values[option.key] = option.standard;
  }
  return options;
}

Result<ExportOptions> ExportOptions::of(const ExportTarget& target, const recipe::OptionValues& given) {
  ExportOptions options = of(target);
  for (const auto& [key, value] : given) {
    const auto option = optionNamed(target, key);
    TRY(option);
    if (!takes(**option, value)) {
      return fail(ErrorCode::InvalidArgument,
                  message("the option \"%1\" of the export target \"%2\" must be %3, but is %4", key, target.name,
                          optionRange(**option), valueText(value)));
    }
    auto& own = options.m_values[key];
    if (const bool* const flag = std::get_if<bool>(&value)) {
      own = *flag;
    } else if (const double* const number = std::get_if<double>(&value)) {
      own = *number;
    } else if (const std::string* const text = std::get_if<std::string>(&value)) {
      own = *text;
    }
  }
  return options;
}

bool ExportOptions::flag(std::string_view key) const {
  const bool* const value = valueOf<bool>(m_values, key);
  return value != nullptr && *value;
}

double ExportOptions::number(std::string_view key) const {
  const double* const value = valueOf<double>(m_values, key);
  return value != nullptr ? *value : 0.0;
}

const std::string& ExportOptions::text(std::string_view key) const {
  static const std::string kNone;
  const std::string* const value = valueOf<std::string>(m_values, key);
  return value != nullptr ? *value : kNone;
}

Result<std::pair<std::string, recipe::OptionValue>> optionFromText(const ExportTarget& target,
                                                                   const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string key = text.substr(0, equals);
  const auto option = optionNamed(target, key);
  TRY(option);
  const bool isFlag = (*option)->type == OptionType::Flag;
  const std::string given = equals == std::string::npos ? std::string(isFlag ? "true" : "") : text.substr(equals + 1);
  recipe::OptionValue value = given;
  if (isFlag && (given == "true" || given == "false")) {
    value = given == "true";
  } else if ((*option)->type == OptionType::Number) {
    double number = 0.0;
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), number);
    if (error == std::errc() && end == given.data() + given.size() && std::isfinite(number)) {
      value = number;
    }
  }
  TRY(ExportOptions::of(target, {{key, value}}));
  return std::pair(key, std::move(value));
}

Message optionRange(const ExportOption& option) {
  switch (option.type) {
    case OptionType::Flag:
      return message("true or false");
    case OptionType::Number:
      return message(option.whole ? "a whole number from %1 to %2" : "a number from %1 to %2", numberText(option.least),
                     numberText(option.most));
    case OptionType::Choice: {
      Message text;
      for (const char* const choice : option.choices) {
        const bool isLast = choice == option.choices.back();
        text = text.empty() ? inQuotes(choice) : message(isLast ? "%1 or %2" : "%1, %2", text, inQuotes(choice));
      }
      return text;
    }
    case OptionType::Text:
      break;
  }
  return message("a text");
}

std::string defaultText(const ExportOption& option) {
  if (const bool* const flag = std::get_if<bool>(&option.standard)) {
    return *flag ? "true" : "false";
  }
  const double* const number = std::get_if<double>(&option.standard);
  return number != nullptr ? numberText(*number) : std::get<std::string>(option.standard);
}

}  // namespace texeleton::exporting
