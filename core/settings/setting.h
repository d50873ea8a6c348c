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

namespace texeleton {

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
inline constexpr NumberRange kDegreesRange{0.0, 180.0};
inline constexpr NumberRange kShareRange{0.0, 1.0};

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
  JsonText,     ///< The text of a JSON object, preserved unchanged.
};

inline constexpr std::size_t kMaxSettingBytes = 4096;

/// Describes a field of a file, of any type, for reading, the schema, the command line and the editor.
struct SettingAbout {
  const char* help = "";  ///< One sentence without full stop.
  NumberRange range = {};
  Unit unit = Unit::None;
  const char* leftOut = "";        ///< The effect of leaving it out, as text. Empty: none, or `usual` is used.
  const char* usualText = "";      ///< For texts: the default.
  const char* required = nullptr;  ///< The error message if it is missing; null: optional.
  const char* pattern = nullptr;   ///< For texts: the schema's pattern.
  std::size_t maxBytes = 0;        ///< For texts. 0: a displayed name (at most 255 bytes, no control characters).
  bool isAlwaysWritten = false;    ///< Written even if it is empty or the default.
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

/// A field: its key, its member of `Owner`, its description, and the default value (null: none, or described by
/// `about.leftOut`; of a member that always has a value: that of a new `Owner`).
template <class Owner, class T>
struct Setting {
  using Type = T;
  using Value = typename SettingValue<T>::Type;

  const char* key = "";
  T Owner::*member = nullptr;
  SettingAbout about = {};
  Value (*usual)() = nullptr;

  T& in(Owner& owner) const { return owner.*member; }
  const T& in(const Owner& owner) const { return owner.*member; }
};

/// A field that is a member of a member of `Owner`.
template <class Owner, class Middle, class T>
struct InnerSetting {
  using Type = T;
  using Value = typename SettingValue<T>::Type;

  const char* key = "";
  Middle Owner::*outer = nullptr;
  T Middle::*inner = nullptr;
  SettingAbout about = {};
  Value (*usual)() = nullptr;

  T& in(Owner& owner) const { return (owner.*outer).*inner; }
  const T& in(const Owner& owner) const { return (owner.*outer).*inner; }
};

template <class T>
struct SettingOwner;
template <class Owner, class T>
struct SettingOwner<T Owner::*> {
  using Type = Owner;
  using Value = T;
};

/// A setting that copyGiven() and copyBack() copy to and from a member of another structure, such as
/// `&BakeSettings::maxSize`. Its default is that member's.
template <class Owner, class T, auto target>
struct CopiedSetting : Setting<Owner, T> {
  static constexpr auto kTarget = target;
};

/// Makes a Setting. (Clang 14 does not deduce the arguments of aggregates.)
template <class Owner, class T>
constexpr Setting<Owner, T> setting(const char* key, T Owner::*member, SettingAbout about,
                                    typename Setting<Owner, T>::Value (*usual)() = nullptr) {
  return {key, member, about, usual};
}

/// Makes an InnerSetting: setting("fadeTo", &ViewSetup::fade, &FadeSetup::to, {…}).
template <class Owner, class Middle, class T>
constexpr InnerSetting<Owner, Middle, T> setting(const char* key, Middle Owner::*outer, T Middle::*inner,
                                                 SettingAbout about) {
  return {key, outer, inner, about, nullptr};
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

/// Selects a function by a type.
template <class T>
struct Of {};

/// A structure with a function `settingsOf(Of<S>)` beside it, which returns its fields in the order of the file as a
/// tuple of settings. A member `std::string unknown` receives unknown keys (the text of a JSON object, or empty).
template <class S>
concept Described = requires {
  settingsOf(Of<S>());
};

template <Described S>
inline constexpr auto kSettings = settingsOf(Of<S>());

/// The description of a field: settingOf<&RecipeBake::maxSize>().
template <auto member, std::size_t i = 0>
constexpr const auto& settingOf() {
  using Member = std::remove_const_t<decltype(member)>;
  constexpr const auto& candidate = std::get<i>(kSettings<typename SettingOwner<Member>::Type>);
  if constexpr (requires { requires std::is_same_v<std::remove_cvref_t<decltype(candidate.member)>, Member>; }) {
    if constexpr (candidate.member == member) {
      return candidate;
    } else {
      return settingOf<member, i + 1>();
    }
  } else {
    return settingOf<member, i + 1>();
  }
}

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

/// Replaces the settings of `under` by those given in `over`: lists as a whole, maps key by key.
template <Described S>
void putOver(const S& over, S& under) {
  std::apply([&](const auto&... each) { (putOver(each.in(over), each.in(under)), ...); }, kSettings<S>);
}

/// Copies the settings given in `from` to their members of `to` (CopiedSetting); other members are unchanged.
template <Described S, class Other>
void copyGiven(const S& from, Other& to) {
  const auto copy = [&]<class Each>(const Each& each) {
    if constexpr (requires { Each::kTarget; }) {
      auto& target = to.*Each::kTarget;
      if constexpr (std::is_same_v<typename Each::Type, std::remove_cvref_t<decltype(target)>>) {
        target = each.in(from);
      } else if (each.in(from)) {
        target = *each.in(from);
      }
    }
  };
  std::apply([&](const auto&... each) { (copy(each), ...); }, kSettings<S>);
}

/// Copies the members back; all these settings of `to` are then given.
template <class Other, Described S>
void copyBack(const Other& from, S& to) {
  const auto copy = [&]<class Each>(const Each& each) {
    if constexpr (requires { Each::kTarget; }) {
      each.in(to) = from.*Each::kTarget;
    }
  };
  std::apply([&](const auto&... each) { (copy(each), ...); }, kSettings<S>);
}

}  // namespace texeleton
