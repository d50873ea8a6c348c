#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <type_traits>

#include "app/cli/number_range.h"
#include "app/cli/option_values.h"
#include "core/recipe/settings.h"

namespace texeleton::cli {

/// The help of an option that sets a field of recipes: its sentence, `more` that only the command line has, and what
/// holds where the option is left out.
std::string settingHelp(const recipe::SettingAbout& about, const std::string& usual, const std::string& more);

/// The value that a bake takes where the field is left out, as the command line spells it; empty: none.
template <class Owner, class T>
std::string usualValue(const recipe::Setting<Owner, T>& setting) {
  using Value = typename recipe::Setting<Owner, T>::Value;
  if constexpr (std::is_same_v<Value, bool>) {
    return setting.usual == nullptr ? "" : setting.usual() ? "on" : "off";
  } else if constexpr (std::is_enum_v<Value>) {
    return setting.usual == nullptr ? "" : wordOf(setting.usual());
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return setting.usual == nullptr ? "" : std::to_string(setting.usual());
  } else {
    return setting.about.usualText;
  }
}

/// Adds an option whose check and help follow from the description of a field (core/recipe/settings.h). `value` is a
/// text (for words and switches) or the number; the caller parses an error limit.
template <auto member, class V>
CLI::Option* addSetting(CLI::App& command, const char* name, V& value, const std::string& more = {}) {
  const auto& setting = recipe::settingOf<member>();
  using Value = typename std::remove_cvref_t<decltype(setting)>::Value;
  CLI::Option* const option = command.add_option(name, value, settingHelp(setting.about, usualValue(setting), more));
  if constexpr (std::is_same_v<Value, bool>) {
    option->check(oneOf({"on", "off"}));
  } else if constexpr (std::is_enum_v<Value>) {
    option->check(oneOf(allWords<Value>()));
  } else if constexpr (std::is_same_v<Value, std::uint32_t>) {
    option->check(wholeNumberIn(setting.about.range));
  } else if constexpr (std::is_same_v<Value, double>) {
    if (setting.about.unit != recipe::Unit::Millimetres) {
      option->check(numberIn(setting.about.range));
    }
  }
  return option;
}

}  // namespace texeleton::cli
