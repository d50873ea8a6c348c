#pragma once

#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/bake/settings/bake_words.h"
#include "core/recipe/json_fields.h"
#include "core/recipe/setting.h"
#include "core/recipe/tolerance.h"
#include "core/vat/vat_words.h"

namespace texeleton::recipe {

// Reads, writes and documents described structures (core/recipe/settings.h). The file format of a value follows from
// its type:
//
//   std::optional<double>, <std::uint32_t>, <bool>   a number in its range, true or false
//   std::optional of an enumeration with words       one of them (LoopMode: true and false too)
//   std::string                                      a text
//   std::vector<std::string>, <double>               a list
//   TextMap                                          an object of texts
//   a described structure, a vector or an optional   an object, a list of them, an object that may be missing
//
// A type with another format has its own functions readValue, writeValue and valueSchema.

using TextMap = std::map<std::string, std::string, std::less<>>;

/// The state of writing a recipe, with the first value that cannot be written.
struct JsonWriting {
  std::optional<Error> error;

  /// Parses the text of an object; an error if it is not one. `what`: its name in the message.
  Json object(const std::string& text, const char* what);
  /// Adds the keys of `unknown` (the text of an object) that `json` does not have.
  Json withUnknown(Json json, const std::string& unknown);
};

/// Selects a type's valueSchema by overloading.
template <class T>
struct SchemaOf {};

template <Described S>
void readSettings(JsonFields& fields, JsonReading& reading, S& result);
template <Described S>
Json writeSettings(const S& value, JsonWriting& writing);
template <Described S>
Json settingsSchema();

/// Checks rules between the fields of a structure after reading. Most structures have none.
template <class S>
void checkRules(const S& /*value*/, JsonFields& /*fields*/, JsonReading& /*reading*/) {}

/// The same rules as part of the schema: "required", "anyOf", …
template <class S>
Json rulesSchema() {
  return Json::object();
}

template <class S>
bool tellsOfUnknown(const S& /*value*/) {
  return true;
}

/// Whether the type has its own read and write functions.
template <class T>
concept OwnValue = requires(const Json& json, JsonReading& reading, JsonWriting& writing, T& value) {
  readValue(json, std::string(), reading, value);
  writeValue(value, writing);
  valueSchema(SchemaOf<T>());
};

namespace setting_io {

/// "auto", "close", or a boolean as in JSON or on the command line.
std::optional<bake::LoopMode> readLoop(JsonFields& fields, const char* key);
/// Millimetres, or a text for parseTolerance().
std::optional<double> readTolerance(JsonFields& fields, const char* key, const NumberRange& range);
std::string readText(JsonFields& fields, const char* key, const SettingAbout& about);
std::vector<std::string> readTexts(JsonFields& fields, const char* key, std::size_t maxBytes, JsonReading& reading);
std::vector<double> readNumbers(JsonFields& fields, const char* key, const NumberRange& range, JsonReading& reading);
TextMap readMap(JsonFields& fields, const char* key, JsonReading& reading);

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
    return valueSchema(SchemaOf<T>());
  } else {
    return settingsSchema<T>();
  }
}

template <class Owner, class T>
void readOne(JsonFields& fields, JsonReading& reading, const Setting<Owner, T>& setting, Owner& owner) {
  using Value = typename Setting<Owner, T>::Value;
  const char* const key = setting.key;
  const SettingAbout& about = setting.about;
  T& target = owner.*(setting.member);
  if constexpr (std::is_same_v<T, std::string>) {
    if (about.unit == Unit::JsonText) {
      if (const Json* const json = fields.find(key)) {
        const JsonFields check(*json, fields.placeOf(key), reading);
        target = json->dump();
      }
    } else {
      target = readText(fields, key, about);
    }
  } else if constexpr (std::is_same_v<T, bool>) {
    target = fields.flag(key).value_or(setting.usual != nullptr && setting.usual());
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    target = readTexts(fields, key, about.maxBytes, reading);
  } else if constexpr (std::is_same_v<T, std::vector<double>>) {
    target = readNumbers(fields, key, about.range, reading);
  } else if constexpr (std::is_same_v<T, TextMap>) {
    target = readMap(fields, key, reading);
  } else if constexpr (std::is_same_v<T, std::optional<double>>) {
    target =
        about.unit == Unit::Millimetres ? readTolerance(fields, key, about.range) : fields.number(key, about.range);
  } else if constexpr (std::is_same_v<T, std::optional<std::uint32_t>>) {
    target =
        fields.count(key, static_cast<std::uint32_t>(about.range.least), static_cast<std::uint32_t>(about.range.most));
  } else if constexpr (std::is_same_v<T, std::optional<bool>>) {
    target = fields.flag(key);
  } else if constexpr (std::is_same_v<T, std::optional<bake::LoopMode>>) {
    target = readLoop(fields, key);
  } else if constexpr (std::is_enum_v<Value>) {
    target = fields.word<Value>(key);
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

template <class Owner, class T>
void writeOne(Json& json, JsonWriting& writing, const Setting<Owner, T>& setting, const Owner& owner) {
  using Value = typename Setting<Owner, T>::Value;
  const T& value = owner.*(setting.member);
  const char* const key = setting.key;
  if constexpr (kIsOptional<T>) {
    if (!value) {
      return;
    }
    if constexpr (std::is_same_v<Value, double>) {
      json[key] = numberToJson(*value);
    } else if constexpr (std::is_same_v<Value, bake::LoopMode>) {
      const bool isSwitch = *value == bake::LoopMode::On || *value == bake::LoopMode::Off;
      json[key] = isSwitch ? Json(*value == bake::LoopMode::On) : Json(wordOf(*value));
    } else if constexpr (std::is_enum_v<Value>) {
      json[key] = wordOf(*value);
    } else if constexpr (std::is_arithmetic_v<Value>) {
      json[key] = *value;
    } else {
      json[key] = writeStructure(*value, writing);
    }
  } else if constexpr (std::is_same_v<T, bool>) {
    json[key] = value;
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
    json[key] = std::move(object);
  }
}

template <class Owner, class T>
Json schemaOne(const Setting<Owner, T>& setting) {
  using Value = typename Setting<Owner, T>::Value;
  const SettingAbout& about = setting.about;
  Json usual;
  if (setting.usual != nullptr) {
    if constexpr (std::is_same_v<Value, double>) {
      usual = numberToJson(setting.usual());
    } else if constexpr (std::is_enum_v<Value>) {
      usual = wordOf(setting.usual());
    } else if constexpr (std::is_arithmetic_v<Value>) {
      usual = setting.usual();
    }
  }
  if constexpr (std::is_same_v<Value, std::string>) {
    usual = *about.usualText == '\0' ? Json() : Json(about.usualText);
    return described(about.unit == Unit::JsonText ? Json::object({{"type", "object"}}) : textSchema(about), about,
                     usual);
  } else if constexpr (std::is_same_v<Value, double>) {
    return described(numberSchema(about, false), about, usual);
  } else if constexpr (std::is_same_v<Value, std::uint32_t>) {
    return described(numberSchema(about, true), about, usual);
  } else if constexpr (std::is_same_v<Value, bool>) {
    return described(Json::object({{"type", "boolean"}}), about, usual);
  } else if constexpr (std::is_same_v<Value, bake::LoopMode>) {
    Json words = wordsSchema(allWords<bake::LoopMode>());
    words["enum"].insert(words["enum"].begin(), {true, false});
    return described(std::move(words), about, usual);
  } else if constexpr (std::is_enum_v<Value>) {
    return described(wordsSchema(allWords<Value>()), about, usual);
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    return described(listSchema(textSchema({.required = "", .maxBytes = about.maxBytes})), about, usual);
  } else if constexpr (std::is_same_v<T, std::vector<double>>) {
    return described(listSchema(numberSchema(about, false)), about, usual);
  } else if constexpr (std::is_same_v<T, TextMap>) {
    return described(mapSchema(), about, usual);
  } else if constexpr (kIsVector<T>) {
    return described(listSchema(structureSchema<typename T::value_type>()), about, usual);
  } else {
    return described(structureSchema<Value>(), about, usual);
  }
}

}  // namespace setting_io

/// Reads the fields of a structure and checks its rules. The first error is kept (see JsonReading).
template <Described S>
void readSettings(JsonFields& fields, JsonReading& reading, S& result) {
  std::apply([&](const auto&... each) { (setting_io::readOne(fields, reading, each, result), ...); }, kSettings<S>);
  checkRules(result, fields, reading);
  result.unknown = fields.unknown(tellsOfUnknown(result));
}

/// Writes an object with the given values, then the unknown keys.
template <Described S>
Json writeSettings(const S& value, JsonWriting& writing) {
  Json json = Json::object();
  std::apply([&](const auto&... each) { (setting_io::writeOne(json, writing, each, value), ...); }, kSettings<S>);
  return writing.withUnknown(std::move(json), value.unknown);
}

/// The JSON Schema (2020-12) of the object.
template <Described S>
Json settingsSchema() {
  Json schema = Json::object({{"type", "object"}, {"properties", Json::object()}});
  Json required = Json::array();
  const auto add = [&](const auto& each) {
    schema["properties"][each.key] = setting_io::schemaOne(each);
    if (each.about.required != nullptr) {
      required.push_back(each.key);
    }
  };
  std::apply([&](const auto&... each) { (add(each), ...); }, kSettings<S>);
  if (!required.empty()) {
    schema["required"] = std::move(required);
  }
  schema.update(rulesSchema<S>());
  return schema;
}

}  // namespace texeleton::recipe
