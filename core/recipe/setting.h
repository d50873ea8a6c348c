#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/message.h"
#include "core/base/words.h"

namespace texeleton::recipe {

/// Range of a number, including both bounds unless noted.
struct NumberRange {
  double least = std::numeric_limits<double>::lowest();
  double most = std::numeric_limits<double>::max();
  bool leastExcluded = false;
  bool mostExcluded = false;

  constexpr bool holds(double value) const {
    return (leastExcluded ? value > least : value >= least) && (mostExcluded ? value < most : value <= most);
  }
};
inline constexpr NumberRange kSecondsRange{-1e9, 1e9};
inline constexpr NumberRange kRateRange{0.0, 1e6, true};

/// "a number from 0 to 180"
Message describeRange(const NumberRange& range);

/// The unit of a number, or the kind of a text.
enum class Unit : std::uint8_t {
  None,
  Seconds,
  Hertz,
  Texels,
  Degrees,
  Metres,       ///< Per unit of a file.
  Millimetres,  ///< For error limits: also a text for parseTolerance().
  JsonText,     ///< The text of a JSON object, preserved as it is.
};

inline constexpr std::size_t kMaxSettingBytes = 4096;

/// Describes a field of the recipe, whatever its type, for the reader of recipes, the schema, the command line and the
/// editor.
struct SettingAbout {
  const char* help = "";  ///< One sentence without full stop.
  NumberRange range = {};
  Unit unit = Unit::None;
  const char* leftOut = "";        ///< What happens if it is left out, in words. Empty: nothing, or `usual` is used.
  const char* usualText = "";      ///< For texts: the default.
  const char* required = nullptr;  ///< For texts: the error message if it is missing; null: optional.
  const char* pattern = nullptr;   ///< For texts: the schema's pattern.
  std::size_t maxBytes = 0;        ///< For texts. 0: a displayed name (at most 255 bytes, no control characters).
  bool isAlwaysWritten = false;    ///< Written even if it is empty.
};

/// The type of a field's value if it is given.
template <class T>
struct SettingValue {
  using Type = T;
};
template <class T>
struct SettingValue<std::optional<T>> {
  using Type = T;
};

/// A field of the recipe: its key, its member of `Owner`, its description, and the bake's default value (null: none, or
/// described by `about.leftOut`).
template <class Owner, class T>
struct Setting {
  using Value = typename SettingValue<T>::Type;

  const char* key = "";
  T Owner::*member = nullptr;
  SettingAbout about = {};
  Value (*usual)() = nullptr;
};

template <class T>
struct SettingOwner;
template <class Owner, class T>
struct SettingOwner<T Owner::*> {
  using Type = Owner;
  using Value = T;
};

/// A setting that is also a member of another structure, such as `&BakeSettings::maxSize`, to which copyGiven() and
/// copyBack() copy it. Its default is that member's.
template <class Owner, class T, auto target>
struct CopiedSetting : Setting<Owner, T> {};

/// Makes a Setting. (Clang 14 does not deduce the arguments of aggregates.)
template <class Owner, class T>
constexpr Setting<Owner, T> setting(const char* key, T Owner::*member, SettingAbout about,
                                    typename Setting<Owner, T>::Value (*usual)() = nullptr) {
  return {key, member, about, usual};
}

/// Makes a CopiedSetting: setting<&BakeSettings::maxSize>("maxSize", &RecipeBake::maxSize, {…}).
template <auto target, class Owner, class T>
constexpr CopiedSetting<Owner, T, target> setting(const char* key, T Owner::*member, SettingAbout about) {
  using Target = SettingOwner<std::remove_const_t<decltype(target)>>;
  using Value = typename Setting<Owner, T>::Value;
  if constexpr (std::is_same_v<T, typename Target::Value>) {
    return {{key, member, about, nullptr}};
  } else {
    return {{key, member, about, [] { return Value(typename Target::Type().*target); }}};
  }
}

/// A structure's fields, in the order of the file, as a tuple of Setting. Described structures specialise it
/// (core/recipe/settings.h) and have a member `unknown` for unknown keys (the text of a JSON object, or empty).
template <class S>
inline constexpr auto kSettings = nullptr;

template <class S>
concept Described = !std::is_same_v<decltype(kSettings<S>), const std::nullptr_t>;

/// The description of a field: settingOf<&RecipeBake::maxSize>().
template <auto member, std::size_t i = 0>
constexpr const auto& settingOf() {
  using Member = std::remove_const_t<decltype(member)>;
  constexpr const auto& candidate = std::get<i>(kSettings<typename SettingOwner<Member>::Type>);
  if constexpr (std::is_same_v<std::remove_cvref_t<decltype(candidate.member)>, Member>) {
    if constexpr (candidate.member == member) {
      return candidate;
    } else {
      return settingOf<member, i + 1>();
    }
  } else {
    return settingOf<member, i + 1>();
  }
}

namespace setting_copy {

template <class Owner, class T, class Other>
void take(const Setting<Owner, T>& /*unused*/, const Owner& /*unused*/, Other& /*unused*/) {}
template <class Owner, class T, auto target, class Other>
void take(const CopiedSetting<Owner, T, target>& setting, const Owner& from, Other& to) {
  const T& value = from.*setting.member;
  if constexpr (std::is_same_v<T, std::remove_cvref_t<decltype(to.*target)>>) {
    to.*target = value;
  } else if (value) {
    to.*target = *value;
  }
}

template <class Owner, class T, class Other>
void giveBack(const Setting<Owner, T>& /*unused*/, const Other& /*unused*/, Owner& /*unused*/) {}
template <class Owner, class T, auto target, class Other>
void giveBack(const CopiedSetting<Owner, T, target>& setting, const Other& from, Owner& to) {
  to.*setting.member = from.*target;
}

}  // namespace setting_copy

template <class T>
void putOver(const std::optional<T>& over, std::optional<T>& under) {
  under = over ? over : under;
}
inline void putOver(const std::string& over, std::string& under) { under = over.empty() ? under : over; }
template <class T>
void putOver(const std::vector<T>& over, std::vector<T>& under) {
  under = over.empty() ? under : over;
}
template <class K, class T, class C>
void putOver(std::map<K, T, C> over, std::map<K, T, C>& under) {
  over.merge(under);
  under = std::move(over);
}

/// Replaces the settings of `under` by those that `over` gives: lists as a whole, maps key by key.
template <Described S>
void putOver(const S& over, S& under) {
  std::apply([&](const auto&... each) { (putOver(over.*each.member, under.*each.member), ...); }, kSettings<S>);
}

/// Copies the settings that `from` gives to their members of `to` (CopiedSetting); other members are unchanged.
template <Described S, class Other>
void copyGiven(const S& from, Other& to) {
  std::apply([&](const auto&... each) { (setting_copy::take(each, from, to), ...); }, kSettings<S>);
}

/// Copies the members back, so that all these settings of `to` are given.
template <class Other, Described S>
void copyBack(const Other& from, S& to) {
  std::apply([&](const auto&... each) { (setting_copy::giveBack(each, from, to), ...); }, kSettings<S>);
}

}  // namespace texeleton::recipe
