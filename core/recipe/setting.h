#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
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

/// Bounds of a number; both belong to it unless said otherwise.
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

/// What a number counts; what a text is.
enum class Unit : std::uint8_t {
  None,
  Seconds,
  Hertz,
  Texels,
  Degrees,
  Metres,       ///< In one unit of a file.
  Millimetres,  ///< Of an error limit: also a text as parseTolerance() takes it.
  JsonText,     ///< The text of a JSON object, which is left as it is.
};

inline constexpr std::size_t kMaxSettingBytes = 4096;

/// What is to be said of a field of the recipe, whatever its type: once, here, for the reader of recipes, the schema,
/// the command line and the editor.
struct SettingAbout {
  const char* help = "";           ///< One sentence without its full stop.
  NumberRange range = {};          ///< Of a number.
  Unit unit = Unit::None;          ///< Of a number.
  const char* leftOut = "";        ///< What holds where it is left out, in words. Empty: nothing, or a value (`usual`).
  const char* usualText = "";      ///< Of a text: what it is where it is left out.
  const char* required = nullptr;  ///< Of a text: it must be there, and this is what is said where it is not.
  const char* pattern = nullptr;   ///< Of a text: expression of the schema.
  std::size_t maxBytes = 0;        ///< Of a text. 0: it is a name, as users read it (at most 255 bytes, no controls).
  const char* inside = nullptr;    ///< Of an object of texts: it is the value of this key of an object.
  bool isAlwaysWritten = false;    ///< Also where it is empty.
};

/// The type of a field's value once it is given.
template <class T>
struct SettingValue {
  using Type = T;
};
template <class T>
struct SettingValue<std::optional<T>> {
  using Type = T;
};

/// A field of the recipe: its key, where it lies in the structure `Owner`, what there is to say of it, and the value
/// that a bake takes where it is left out (null: none, or `about.leftOut` says it).
template <class Owner, class T>
struct Setting {
  using Value = typename SettingValue<T>::Type;

  const char* key = "";
  T Owner::*member = nullptr;
  SettingAbout about = {};
  Value (*usual)() = nullptr;
};

/// Makes one. (Clang 14 does not deduce the arguments of aggregates.)
template <class Owner, class T>
constexpr Setting<Owner, T> setting(const char* key, T Owner::*member, SettingAbout about,
                                    typename Setting<Owner, T>::Value (*usual)() = nullptr) {
  return {key, member, about, usual};
}

/// The descriptions of a structure's fields, in the order of the file: a tuple of Setting. A structure that is
/// described specialises this (core/recipe/settings.h) and has a member `unknown` for keys that nobody knows (the text
/// of a JSON object; empty: none).
template <class S>
inline constexpr auto kSettings = nullptr;

template <class S>
concept Described = !std::is_same_v<decltype(kSettings<S>), const std::nullptr_t>;

template <class T>
struct SettingOwner;
template <class Owner, class T>
struct SettingOwner<T Owner::*> {
  using Type = Owner;
};

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

}  // namespace texeleton::recipe
