#pragma once

#include <array>
#include <cstddef>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/listed_names.h"
#include "core/settings/json_fields.h"
#include "core/settings/setting.h"
#include "core/settings/tolerance.h"

namespace texeleton {

// Reads, writes and documents described structures (see Described). The file format of a value follows from its type:
//
//   double, float, std::uint32_t, bool, or optional  a number in its range, true or false
//   an enumeration with words, or optional           one of them; true and false too, if "on" and "off" are among them
//   std::string                                      a text
//   glm::vec3, dvec3, dquat, or optional             a list of 3 or 4 numbers; of quaternions x, y, z, w
//   std::vector<std::string>, <double>               a list
//   TextMap                                          an object of texts
//   a described structure, a vector or an optional   an object, a list of them, an object that may be missing
//
// A type with another format has its own functions readValue, writeValue and valueSchema beside it. A structure may
// have checkRules(structure, fields, reading), which checks rules between fields after reading, rulesSchema(Of<S>), the
// same as part of the schema ("required", "anyOf", …), and tellsOfUnknown(structure), whether unknown keys are Issues.

using TextMap = std::map<std::string, std::string, std::less<>>;

/// The state of writing a file, with the first value that cannot be written.
struct JsonWriting {
  std::optional<Error> error;

  /// Parses the text of an object; an error if it is not one. `what`: its name in the message.
  Json object(const std::string& text, const char* what);
  /// Adds the keys of `unknown` (the text of an object) that `json` does not have.
  Json withUnknown(Json json, const std::string& unknown);
};

template <Described S>
void readSettings(JsonFields& fields, JsonReading& reading, S& result);
template <Described S>
Json writeSettings(const S& value, JsonWriting& writing);
template <Described S>
Json settingsSchema();

/// Whether the type has its own read and write functions.
template <class T>
concept OwnValue = requires(const Json& json, JsonReading& reading, JsonWriting& writing, T& value) {
  readValue(json, std::string(), reading, value);
  writeValue(value, writing);
  valueSchema(Of<T>());
};

namespace setting_io {

/// Millimetres, or a text for parseTolerance().
std::optional<double> readTolerance(JsonFields& fields, const char* key, const NumberRange& range);
std::string readText(JsonFields& fields, const char* key, const SettingAbout& about);
std::vector<std::string> readTexts(JsonFields& fields, const char* key, std::size_t maxBytes, JsonReading& reading);
std::vector<double> readNumbers(JsonFields& fields, const char* key, const NumberRange& range, JsonReading& reading);
TextMap readMap(JsonFields& fields, const char* key, JsonReading& reading);

/// The shortest form that rounds to this float.
Json floatToJson(float value);

Json numberSchema(const SettingAbout& about, bool whole);
Json textSchema(const SettingAbout& about);
Json wordsSchema(const std::vector<std::string>& words);
Json listSchema(Json items);
Json mapSchema();
/// Adds the sentence of `about` and the default.
Json described(Json schema, const SettingAbout& about, const Json& usual);

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template <class T>
inline constexpr bool kIsVector = false;
template <class T>
inline constexpr bool kIsVector<std::vector<T>> = !OwnValue<std::vector<T>>;

/// Number of components of a glm type; 0: another type.
template <class T>
inline constexpr std::size_t kComponents = 0;
template <>
inline constexpr std::size_t kComponents<glm::vec3> = 3;
template <>
inline constexpr std::size_t kComponents<glm::dvec3> = 3;
template <>
inline constexpr std::size_t kComponents<glm::dquat> = 4;

/// The order of quaternions in glm's memory differs from that of files.
template <class T>
auto& component(T& value, std::size_t i) {
  if constexpr (kComponents<std::remove_const_t<T>> == 4) {
    return i == 0 ? value.x : i == 1 ? value.y : i == 2 ? value.z : value.w;
  } else {
    return value[static_cast<glm::length_t>(i)];
  }
}

/// Whether files may use true and false instead of "on" and "off".
template <class T>
bool isSwitch() {
  return valueOf<T>("on") && valueOf<T>("off");
}

template <class T>
std::optional<T> readWord(JsonFields& fields, const char* key) {
  const Json* const json = fields.find(key);
  if (json != nullptr && !json->is_string() && isSwitch<T>()) {
    if (json->is_boolean()) {
      return valueOf<T>(json->get<bool>() ? "on" : "off");
    }
    fields.mistake(key, message("must be true, false or one of %1", listedNames(allWords<T>())));
    return std::nullopt;
  }
  return fields.word<T>(key);
}

template <class T>
Json wordToJson(T value) {
  const std::string word = wordOf(value);
  return isSwitch<T>() && (word == "on" || word == "off") ? Json(word == "on") : Json(word);
}

template <class T>
void readStructure(const Json& json, const std::string& place, JsonReading& reading, T& value) {
  if constexpr (OwnValue<T>) {
    readValue(json, place, reading, value);
  } else {
    JsonFields fields(json, place, reading);
    readSettings(fields, reading, value);
  }
}

template <class T>
Json writeStructure(const T& value, JsonWriting& writing) {
  if constexpr (OwnValue<T>) {
    return writeValue(value, writing);
  } else {
    return writeSettings(value, writing);
  }
}

template <class T>
Json structureSchema() {
  if constexpr (OwnValue<T>) {
    return valueSchema(Of<T>());
  } else {
    return settingsSchema<T>();
  }
}

/// A number, switch, keyword or list of components; nothing if it is missing or wrong.
template <class Value>
std::optional<Value> readScalar(JsonFields& fields, const char* key, const SettingAbout& about) {
  if constexpr (std::is_floating_point_v<Value>) {
    const auto number =
        about.unit == Unit::Millimetres ? readTolerance(fields, key, about.range) : fields.number(key, about.range);
    return number ? std::optional(static_cast<Value>(*number)) : std::nullopt;
  } else if constexpr (std::is_same_v<Value, std::uint32_t>) {
    return fields.count(key, static_cast<std::uint32_t>(about.range.least),
                        static_cast<std::uint32_t>(about.range.most));
  } else if constexpr (std::is_same_v<Value, bool>) {
    return fields.flag(key);
  } else if constexpr (std::is_enum_v<Value>) {
    return readWord<Value>(fields, key);
  } else {
    std::array<double, kComponents<Value>> numbers{};
    if (!fields.numbers(key, about.range, numbers)) {
      return std::nullopt;
    }
    Value value{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      auto& each = component(value, i);
      each = static_cast<std::remove_reference_t<decltype(each)>>(numbers[i]);
    }
    return value;
  }
}

template <class Value>
Json scalarToJson(const Value& value) {
  if constexpr (std::is_same_v<Value, float>) {
    return floatToJson(value);
  } else if constexpr (std::is_same_v<Value, double>) {
    return numberToJson(value);
  } else if constexpr (std::is_enum_v<Value>) {
    return wordToJson(value);
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return value;
  } else {
    Json list = Json::array();
    for (std::size_t i = 0; i < kComponents<Value>; ++i) {
      list.push_back(scalarToJson(component(value, i)));
    }
    return list;
  }
}

template <class Value>
inline constexpr bool kIsScalar = std::is_arithmetic_v<Value> || std::is_enum_v<Value> || kComponents<Value> != 0;

template <class S, class Each>
void readOne(JsonFields& fields, JsonReading& reading, const Each& setting, S& owner) {
  using T = typename Each::Type;
  using Value = typename Each::Value;
  const char* const key = setting.key;
  const SettingAbout& about = setting.about;
  T& target = setting.in(owner);
  if constexpr (kIsScalar<Value>) {
    if (about.required != nullptr && fields.find(key) == nullptr) {
      fields.mistake(key, message(about.required));
    }
    if (const auto value = readScalar<Value>(fields, key, about)) {
      target = *value;
    }
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (about.unit == Unit::JsonText) {
      if (const Json* const json = fields.find(key)) {
        const JsonFields check(*json, fields.placeOf(key), reading);
        target = json->dump();
      }
    } else {
      target = readText(fields, key, about);
    }
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    target = readTexts(fields, key, about.maxBytes, reading);
  } else if constexpr (std::is_same_v<T, std::vector<double>>) {
    target = readNumbers(fields, key, about.range, reading);
  } else if constexpr (std::is_same_v<T, TextMap>) {
    target = readMap(fields, key, reading);
  } else if constexpr (kIsVector<T>) {
    fields.list(key, [&](const Json& json, const std::string& place) {
      readStructure(json, place, reading, target.emplace_back());
    });
  } else if (const Json* const json = fields.find(key)) {
    if constexpr (kIsOptional<T>) {
      readStructure(*json, fields.placeOf(key), reading, target.emplace());
    } else {
      readStructure(*json, fields.placeOf(key), reading, target);
    }
  }
}

template <class S, class Each>
void writeOne(Json& json, JsonWriting& writing, const Each& setting, const S& owner) {
  using T = typename Each::Type;
  using Value = typename Each::Value;
  const T& value = setting.in(owner);
  const char* const key = setting.key;
  if constexpr (kIsOptional<T>) {
    if (!value) {
      return;
    }
    if constexpr (kIsScalar<Value>) {
      json[key] = scalarToJson(*value);
    } else {
      json[key] = writeStructure(*value, writing);
    }
  } else if constexpr (kIsScalar<T>) {
    if (setting.about.isAlwaysWritten || value != setting.in(S())) {
      json[key] = scalarToJson(value);
    }
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (!value.empty() || setting.about.isAlwaysWritten) {
      json[key] = setting.about.unit == Unit::JsonText ? writing.object(value, key) : Json(value);
    }
  } else if constexpr (kIsVector<T>) {
    if (value.empty() && !setting.about.isAlwaysWritten) {
      return;
    }
    Json list = Json::array();
    for (const auto& each : value) {
      if constexpr (std::is_same_v<T, std::vector<double>>) {
        list.push_back(numberToJson(each));
      } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
        list.push_back(each);
      } else {
        list.push_back(writeStructure(each, writing));
      }
    }
    json[key] = std::move(list);
  } else if constexpr (std::is_same_v<T, TextMap>) {
    for (const auto& [from, to] : value) {
      json[key][from] = to;
    }
  } else if (Json object = writeStructure(value, writing); !object.empty()) {
    json[key].update(object);
  }
}

template <class Value>
Json scalarSchema(const SettingAbout& about) {
  if constexpr (std::is_same_v<Value, bool>) {
    return Json::object({{"type", "boolean"}});
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return numberSchema(about, std::is_integral_v<Value>);
  } else if constexpr (std::is_enum_v<Value>) {
    Json words = wordsSchema(allWords<Value>());
    if (isSwitch<Value>()) {
      words["enum"].insert(words["enum"].begin(), {true, false});
    }
    return words;
  } else {
    Json list = listSchema(numberSchema(about, false));
    list["minItems"] = kComponents<Value>;
    list["maxItems"] = kComponents<Value>;
    return list;
  }
}

template <class S, class Each>
Json schemaOne(const Each& setting) {
  using T = typename Each::Type;
  using Value = typename Each::Value;
  const SettingAbout& about = setting.about;
  if constexpr (kIsScalar<Value>) {
    Json usual;
    if (setting.usual != nullptr) {
      usual = scalarToJson(setting.usual());
    } else if constexpr (!kIsOptional<T>) {
      usual = about.required == nullptr && *about.leftOut == '\0' ? scalarToJson(setting.in(S())) : Json();
    }
    return described(scalarSchema<Value>(about), about, usual);
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return described(about.unit == Unit::JsonText ? Json::object({{"type", "object"}}) : textSchema(about), about,
                     *about.usualText == '\0' ? Json() : Json(about.usualText));
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    return described(listSchema(textSchema({.required = "", .maxBytes = about.maxBytes})), about, {});
  } else if constexpr (std::is_same_v<T, std::vector<double>>) {
    return described(listSchema(numberSchema(about, false)), about, {});
  } else if constexpr (std::is_same_v<T, TextMap>) {
    return described(mapSchema(), about, {});
  } else if constexpr (kIsVector<T>) {
    return described(listSchema(structureSchema<typename T::value_type>()), about, {});
  } else {
    return described(structureSchema<Value>(), about, {});
  }
}

}  // namespace setting_io

/// Reads the fields of a structure and checks its rules. The first error is kept (see JsonReading).
template <Described S>
void readSettings(JsonFields& fields, JsonReading& reading, S& result) {
  std::apply([&](const auto&... each) { (setting_io::readOne(fields, reading, each, result), ...); }, kSettings<S>);
  if constexpr (requires { checkRules(result, fields, reading); }) {
    checkRules(result, fields, reading);
  }
  bool tells = true;
  if constexpr (requires { tellsOfUnknown(result); }) {
    tells = tellsOfUnknown(result);
  }
  if constexpr (requires { result.unknown; }) {
    result.unknown = fields.unknown(tells);
  }
}

/// Writes an object with the given values, then the unknown keys.
template <Described S>
Json writeSettings(const S& value, JsonWriting& writing) {
  Json json = Json::object();
  std::apply([&](const auto&... each) { (setting_io::writeOne(json, writing, each, value), ...); }, kSettings<S>);
  if constexpr (requires { value.unknown; }) {
    return writing.withUnknown(std::move(json), value.unknown);
  } else {
    return json;
  }
}

/// Moves the settings of a structure out of an object that a program stores, such as the editor's notes in a recipe.
/// Invalid values are not errors: they stay in the object, like unknown keys, so that they are written again.
template <Described S>
void takeSettings(Json& from, S& to) {
  const auto take = [&](const auto& setting) {
    const auto found = from.find(setting.key);
    if (found == from.end()) {
      return;
    }
    auto& target = setting.in(to);
    if constexpr (Described<std::remove_cvref_t<decltype(target)>>) {
      if (found->is_object()) {
        takeSettings(*found, target);
      }
      if (!found->is_object() || !found->empty()) {
        return;
      }
    } else {
      JsonReading reading;
      JsonFields fields(from, "", reading);
      S read;
      setting_io::readOne(fields, reading, setting, read);
      if (reading.error) {
        return;
      }
      target = std::move(setting.in(read));
    }
    from.erase(found);
  };
  std::apply([&](const auto&... each) { (take(each), ...); }, kSettings<S>);
}

/// The JSON Schema (2020-12) of the object.
template <Described S>
Json settingsSchema() {
  Json schema = Json::object({{"type", "object"}, {"properties", Json::object()}});
  Json required = Json::array();
  const auto add = [&](const auto& each) {
    schema["properties"][each.key] = setting_io::schemaOne<S>(each);
    if (each.about.required != nullptr) {
      required.push_back(each.key);
    }
  };
  std::apply([&](const auto&... each) { (add(each), ...); }, kSettings<S>);
  if (!required.empty()) {
    schema["required"] = std::move(required);
  }
  if constexpr (requires { rulesSchema(Of<S>()); }) {
    schema.update(rulesSchema(Of<S>()));
  }
  return schema;
}

}  // namespace texeleton
