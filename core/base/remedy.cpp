#include "core/base/remedy.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace texeleton {

namespace {

/// In the form that users type: 0.0001 rather than 1e-04.
std::string shortest(double value) {
  std::array<char, 40> digits{};
  const bool isPlain = value == 0.0 || (std::abs(value) >= 1e-6 && std::abs(value) < 1e9);
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                       isPlain ? std::chars_format::fixed : std::chars_format::general)
                             .ptr};
}

/// Quoted for a shell if it contains anything but letters, digits and usual characters of names.
std::string forShell(const std::string& text) {
  const bool plain = text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.,=/") ==
                     std::string::npos;
  if (plain && !text.empty()) {
    return text;
  }
  std::string quoted = "'";
  for (const char c : text) {
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return quoted + "'";
}

/// By kind: its name in JSON, and its option. In an option %n is the number, %s the subject, %e the expression of the
/// subject, and text in brackets is one word of a shell.
struct RemedyTexts {
  const char* name;
  std::string_view option;
};
constexpr auto kRemedies = std::to_array<RemedyTexts>({
    {"unit", "--scale %n"},
    {"smaller-unit", "a smaller --scale"},
    {"character-unit", "--character-scale [%s=%n]"},
    {"rate", "--fps %n"},
    {"lower-rate", "a lower --fps"},
    {"clip-rate", "--clip [%s,fps=%n]"},
    {"max-size", "--max-size %n"},
    {"exact-size", "--size exact"},
    {"half-texels", "--pixel-format rgba16f"},
    {"float-texels", "--pixel-format rgba32f"},
    {"bone-mode", "--mode bone"},
    {"vertex-mode", "--mode vertex"},
    {"encoding", "--encoding [%s]"},
    {"fewer-shapes", "fewer --shapes"},
    {"play-once", "--clip [%s,loop=off]"},
    {"cut-clip", "--clip [%s,to=%n]"},
    {"whole-clip", "--clip [%s]"},
    {"root", "--root"},
    {"ignore-levels", "--no-authored-lods"},
    {"ignore-meta", "--no-meta"},
    {"leave-out-mesh", "--no-mesh [%e]"},
    {"list-motions", "--no-found-motion"},
    {"even-rows", "--rows even"},
    {"error-limit", "--max-error %nmm"},
    {"loop-range", "--clip [%s,from=SECONDS,to=SECONDS]"},
    {"uneven-rows", "--rows uneven"},
    {"more-memory", "--import-memory %n"},
    {"more-time", "--import-timeout %n"},
    {"follow-outside", "--follow-outside"},
    {"retarget", "--retarget %s"},
    {"show-hidden", "--hidden on"},
    {"replace", "--replace"},
    {"pieces", "--pieces %nmm"},
    {"sort-constraints", "another order of constraints in the recipe"},
    {"attach-to-root", "a \"node\" as the parent of %s"},
    {"locate-texture", "--texture [%s=FILE]"},
});
static_assert(kRemedies.size() == static_cast<std::size_t>(kLastRemedyKind) + 1);

}  // namespace

std::string asExpression(const std::string& name) {
  std::string expression;
  for (const char c : name) {
    if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) {
      expression += '\\';
    }
    expression += c;
  }
  return expression;
}

double shownNumber(const std::string& text) {
  double number = 0.0;
  const bool good = std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
  return good ? number : 0.0;
}

const char* nameOf(RemedyKind kind) { return kRemedies[static_cast<std::size_t>(kind)].name; }

std::optional<RemedyKind> remedyCalled(std::string_view name) {
  const auto found = std::ranges::find(kRemedies, name, &RemedyTexts::name);
  return found != kRemedies.end() ? std::optional(static_cast<RemedyKind>(found - kRemedies.begin())) : std::nullopt;
}

std::string optionOf(const Remedy& remedy) {
  if (remedy.kind == RemedyKind::LeaveOutMesh && remedy.subject.empty()) {
    return "--no-mesh";
  }
  const std::string_view format = kRemedies[static_cast<std::size_t>(remedy.kind)].option;
  std::string option;
  std::size_t word = 0;  // Where it begins.
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] == '[') {
      word = option.size();
    } else if (format[i] == ']') {
      option.replace(word, std::string::npos, forShell(option.substr(word)));
    } else if (format[i] == '%') {
      const char kind = format[++i];
      option += kind == 'n' ? shortest(remedy.number) : kind == 's' ? remedy.subject : asExpression(remedy.subject);
    } else {
      option += format[i];
    }
  }
  return option;
}

}  // namespace texeleton
