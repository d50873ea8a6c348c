#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/recipe/recipe.h"

namespace texeleton::exporting {

struct ExportTarget;

enum class OptionType : std::uint8_t { Flag, Number, Choice, Text };

/// The name of a type in `--list-engines --json`: "flag", "number", "choice", "text".
const char* optionTypeName(OptionType type);

/// An option of a target in the command line, recipes and the editor's dialog. Made by the functions below.
struct ExportOption {
  const char* key;    ///< "single-file"; lower case, words joined by "-".
  const char* title;  ///< "One HTML file".
  const char* help;   ///< One sentence.
  OptionType type = OptionType::Flag;
  std::variant<bool, double, std::string> standard = {};  ///< The default value.
  double least = 0.0;                                     ///< The range of a number, inclusive.
  double most = 0.0;
  bool whole = false;                     ///< The number has no fraction.
  std::vector<const char*> choices = {};  ///< The values of a choice.
};

ExportOption flagOption(const char* key, const char* title, const char* help, bool standard);
ExportOption numberOption(const char* key, const char* title, const char* help, double standard, double least,
                          double most);
ExportOption wholeNumberOption(const char* key, const char* title, const char* help, int standard, int least, int most);
/// The first of the choices is the default.
ExportOption choiceOption(const char* key, const char* title, const char* help, std::vector<const char*> choices);
ExportOption textOption(const char* key, const char* title, const char* help, const char* standard);

/// The values of all options of a target.
class ExportOptions {
 public:
  ExportOptions() = default;

  /// The defaults of a target.
  static ExportOptions of(const ExportTarget& target);
  /// The defaults, replaced by the given values. Errors: InvalidArgument (an option that the target does not have, a
  /// value of another type or out of range; the message names the option and its range).
  static Result<ExportOptions> of(const ExportTarget& target, const recipe::OptionValues& given);

  /// The value of a key; false, 0 or "" if the target does not have it.
  bool flag(std::string_view key) const;
  double number(std::string_view key) const;
  const std::string& text(std::string_view key) const;  ///< The value of a text or a choice.

  friend bool operator==(const ExportOptions&, const ExportOptions&) = default;

 private:
  std::map<std::string, std::variant<bool, double, std::string>, std::less<>> m_values;
};

/// An option of the target from KEY=VALUE on the command line; KEY alone turns a flag on. Errors: as above.
Result<std::pair<std::string, recipe::OptionValue>> optionFromText(const ExportTarget& target, const std::string& text);

/// Returns the range of an option: "a number from 1 to 60", `"a" or "b"`.
Message optionRange(const ExportOption& option);

/// The default in the notation of the command line.
std::string defaultText(const ExportOption& option);

}  // namespace texeleton::exporting
