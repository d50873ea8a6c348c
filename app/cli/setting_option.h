#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <type_traits>

#include "app/cli/number_range.h"
#include "app/cli/option_values.h"
#include "core/recipe/settings.h"

namespace texeleton::cli {

/// The help of an option that sets a field of recipes: the field's sentence, `more` for the command line only, and the
/// default.
std::string settingHelp(const SettingAbout& about, const std::string& usual, const std::string& more);

/// The default of the field in the command line's spelling; empty: none.
template <class Owner, class T>
std::string usualValue(const Setting<Owner, T>& setting) {
  using Value = typename Setting<Owner, T>::Value;
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

/// Adds an option that sets a field of `owner`. Its check and help follow from the field's description
/// (core/recipe/settings.h); the caller parses an error limit.
template <auto member, class Owner>
CLI::Option* addSetting(CLI::App& command, const char* name, Owner& owner, const std::string& more = {}) {
  const auto& setting = settingOf<member>();
  using Value = typename std::remove_cvref_t<decltype(setting)>::Value;
  auto& field = owner.*member;
  const std::string help = settingHelp(setting.about, usualValue(setting), more);
  if constexpr (std::is_same_v<Value, bool>) {
    const auto take = [&field](const std::string& word) { field = word == "on"; };
    return command.add_option_function<std::string>(name, take, help)->check(oneOf({"on", "off"}));
  } else if constexpr (std::is_enum_v<Value>) {
    const auto take = [&field](const std::string& word) { field = valueOf<Value>(word); };
    return command.add_option_function<std::string>(name, take, help)->check(oneOf(allWords<Value>()));
  } else {
    CLI::Option* const option = command.add_option(name, field, help);
    if constexpr (std::is_same_v<Value, std::uint32_t>) {
      option->check(wholeNumberIn(setting.about.range));
    } else if constexpr (std::is_same_v<Value, double>) {
      if (setting.about.unit != Unit::Millimetres) {
        option->check(numberIn(setting.about.range));
      }
    }
    return option;
  }
}

}  // namespace texeleton::cli
