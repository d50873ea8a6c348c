#include "core/settings/setting_io.h"

#include <charconv>

#include "core/base/one_line.h"
#include "core/model/names.h"

namespace texeleton {

Json JsonWriting::object(const std::string& text, const char* what) {
  Result<Json> json = parseJson(text, "");
  if (json && json->is_object()) {
    return std::move(*json);
  }
  if (!error) {
    error = Error{ErrorCode::InvalidArgument,
                  json ? message("%1 of the recipe must be the text of a JSON object", what)
                       : message("%1 of the recipe must be the text of a JSON object: %2", what, json.error().message),
                  {}};
  }
  return Json::object();
}

Json JsonWriting::withUnknown(Json json, const std::string& unknown) {
  if (unknown.empty()) {
    return json;
  }
  Json rest = object(unknown, "unknown keys");
  const Json known = json;
  for (auto& [key, value] : rest.get_ref<Json::object_t&>()) {
    if (!known.contains(key)) {
      appendKey(json, key, std::move(value));
    }
  }
  return json;
}

namespace setting_io {

std::optional<double> readTolerance(JsonFields& fields, const char* key, const NumberRange& range) {
  const Json* const json = fields.find(key);
  if (json == nullptr || !json->is_string()) {
    return fields.number(key, range);
  }
  const Result<double> parsed = parseTolerance(json->get<std::string>());
  if (!parsed) {
    fields.mistake(key, parsed.error().message);
    return std::nullopt;
  }
  return *parsed;
}

std::string readText(JsonFields& fields, const char* key, const SettingAbout& about) {
  std::string text =
      (about.maxBytes == 0 ? fields.name(key) : fields.text(key, about.maxBytes)).value_or(about.usualText);
  if (about.required != nullptr && text.empty()) {
    fields.mistake(key, message(about.required));
  }
  return text;
}

std::vector<std::string> readTexts(JsonFields& fields, const char* key, std::size_t maxBytes, JsonReading& reading) {
  std::vector<std::string> texts;
  fields.list(key, [&](const Json& json, const std::string& place) {
    if (!json.is_string()) {
      reading.wrongType(verbatim(place), message("a text"), json);
      return;
    }
    texts.push_back(json.get<std::string>());
    if (texts.back().empty() || texts.back().size() > maxBytes) {
      reading.mistake(message("%1 is empty or over %2 bytes", place, maxBytes));
    }
  });
  return texts;
}

std::vector<double> readNumbers(JsonFields& fields, const char* key, const NumberRange& range, JsonReading& reading) {
  std::vector<double> numbers;
  fields.list(key, [&](const Json& json, const std::string& place) {
    numbers.push_back(json.is_number() ? json.get<double>() : 0.0);
    if (!json.is_number() || !range.holds(numbers.back())) {
      reading.wrongType(verbatim(place), describeRange(range), json);
    }
  });
  return numbers;
}

TextMap readMap(JsonFields& fields, const char* key, JsonReading& reading) {
  TextMap texts;
  const Json* const json = fields.find(key);
  if (json == nullptr) {
    return texts;
  }
  if (!json->is_object()) {
    reading.wrongType(verbatim(fields.placeOf(key)), message("an object of names, {\"one\": \"another\"}"), *json);
    return texts;
  }
  for (const auto& [from, to] : json->items()) {
    if (!to.is_string()) {
      reading.wrongType(verbatim(fields.placeOf(key) + "." + oneLine(from, 80)), message("a name"), to);
      return texts;
    }
    texts[from] = to.get<std::string>();
  }
  return texts;
}

Json floatToJson(float value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
  double number = 0.0;
  std::from_chars(text.data(), end.ptr, number);
  return number;
}

Json numberSchema(const SettingAbout& about, bool whole) {
  const NumberRange& range = about.range;
  Json schema = Json::object({{"type", whole ? "integer" : "number"}});
  if (range.least > std::numeric_limits<double>::lowest()) {
    schema[range.leastExcluded ? "exclusiveMinimum" : "minimum"] = numberToJson(range.least);
  }
  if (range.most < std::numeric_limits<double>::max()) {
    schema[range.mostExcluded ? "exclusiveMaximum" : "maximum"] = numberToJson(range.most);
  }
  if (about.unit == Unit::Millimetres) {
    return Json::object({{"anyOf", Json::array({std::move(schema), Json::object({{"type", "string"}})})}});
  }
  return schema;
}

Json textSchema(const SettingAbout& about) {
  Json schema = Json::object({{"type", "string"}});
  if (about.required != nullptr) {
    schema["minLength"] = 1;
  }
  if (about.pattern != nullptr) {
    schema["pattern"] = about.pattern;
  } else {
    schema["maxLength"] = about.maxBytes == 0 ? model::kMaxNameBytes : about.maxBytes;
  }
  return schema;
}

Json wordsSchema(const std::vector<std::string>& words) { return Json::object({{"enum", words}}); }

Json listSchema(Json items) { return Json::object({{"type", "array"}, {"items", std::move(items)}}); }

Json mapSchema() {
  return Json::object({{"type", "object"}, {"additionalProperties", Json::object({{"type", "string"}})}});
}

Json described(Json schema, const SettingAbout& about, const Json& usual) {
  std::string text = about.help;
  if (about.unit == Unit::Millimetres) {
    text += ". Millimetres, or a text as --max-error takes it: 0.5mm, 1px@20m, hero, crowd, far";
  }
  if (*about.leftOut != '\0') {
    text += std::string("; left out: ") + about.leftOut;
  }
  schema["description"] = text + ".";
  if (!usual.is_null()) {
    schema["default"] = usual;
  }
  return schema;
}

}  // namespace setting_io

}  // namespace texeleton
