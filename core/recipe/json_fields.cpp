#include "core/recipe/json_fields.h"

#include <algorithm>

#include "core/model/names.h"
#include "core/recipe/find_clip.h"

namespace texeleton {

namespace {

constexpr std::size_t kShownUnknownKeys = 20;

const Json& emptyObject() {
  static const Json kEmpty = Json::object();
  return kEmpty;
}

/// "the string "abc"", short enough for a message.
std::string describeValue(const Json& json) {
  constexpr std::size_t kShownBytes = 40;
  if (json.is_null()) {
    return "null";
  }
  if (json.is_object()) {
    return "an object";
  }
  if (json.is_array()) {
    return "a list";
  }
  return std::string("the ") + json.type_name() + " " + oneLine(json.dump(), kShownBytes);
}

std::string describeNumber(double value) { return numberToJson(value).dump(); }

}  // namespace

std::string describeRange(const NumberRange& range) {
  const bool bounded = range.most < std::numeric_limits<double>::max();
  if (!range.leastExcluded && !range.mostExcluded) {
    return bounded ? "a number from " + describeNumber(range.least) + " to " + describeNumber(range.most)
                   : "a number of at least " + describeNumber(range.least);
  }
  return (range.leastExcluded ? "a number greater than " : "a number of at least ") + describeNumber(range.least) +
         (!bounded ? "" : (range.mostExcluded ? " and less than " : " and at most ") + describeNumber(range.most));
}

void JsonReading::mistake(std::string message) {
  if (!error) {
    error = Error{ErrorCode::BadFile, std::move(message), file};
  }
}

void JsonReading::wrongType(const std::string& place, const std::string& wanted, const Json& found) {
  mistake(place + " must be " + wanted + ", but is " + describeValue(found));
}

JsonFields::JsonFields(const Json& json, std::string place, JsonReading& reading)
    : m_json(json.is_object() ? json : emptyObject()), m_place(std::move(place)), m_reading(reading) {
  if (!json.is_object()) {
    m_reading.wrongType(m_place.empty() ? "the file" : m_place, "an object", json);
  }
}

std::string JsonFields::placeOf(std::string_view key) const {
  const std::string shown = oneLine(key, 80);
  return m_place.empty() ? shown : m_place + "." + shown;
}

const Json* JsonFields::find(std::string_view key) {
  m_known.emplace(key);
  const auto it = m_json.find(std::string(key));
  return it == m_json.end() ? nullptr : &*it;
}

void JsonFields::wrongWord(std::string_view key, const std::string& found, const std::vector<std::string>& words) {
  std::string allowed;
  for (const std::string& word : words) {
    allowed += (allowed.empty() ? "\"" : ", \"") + word + "\"";
  }
  mistake(key, "must be one of " + allowed + ", but is " + inQuotes(found));
}

std::optional<double> JsonFields::number(std::string_view key, const NumberRange& range) {
  const Json* const json = find(key);
  if (json == nullptr) {
    return std::nullopt;
  }
  const double value = json->is_number() ? json->get<double>() : 0.0;
  if (!json->is_number() || !range.holds(value)) {
    wrongType(key, describeRange(range), *json);
    return std::nullopt;
  }
  return value;
}

std::optional<std::uint32_t> JsonFields::count(std::string_view key, std::uint32_t least, std::uint32_t most) {
  const Json* const json = find(key);
  if (json == nullptr) {
    return std::nullopt;
  }
  const double value = json->is_number() ? json->get<double>() : -1.0;
  if (value >= least && value <= most) {
    const auto whole = static_cast<std::uint32_t>(value);
    if (static_cast<double>(whole) == value) {
      return whole;
    }
  }
  wrongType(key, "a whole number from " + std::to_string(least) + " to " + std::to_string(most), *json);
  return std::nullopt;
}

std::optional<bool> JsonFields::flag(std::string_view key) {
  const Json* const json = find(key);
  if (json == nullptr) {
    return std::nullopt;
  }
  if (!json->is_boolean()) {
    wrongType(key, "true or false", *json);
    return std::nullopt;
  }
  return json->get<bool>();
}

std::optional<std::string> JsonFields::text(std::string_view key, std::size_t maxBytes) {
  const Json* const json = find(key);
  if (json == nullptr) {
    return std::nullopt;
  }
  if (!json->is_string()) {
    wrongType(key, "a string", *json);
    return std::nullopt;
  }
  const auto& value = json->get_ref<const std::string&>();
  if (value.size() > maxBytes) {
    mistake(key, "is longer than " + std::to_string(maxBytes) + " bytes");
    return std::nullopt;
  }
  return value;
}

std::optional<std::string> JsonFields::name(std::string_view key) {
  std::optional<std::string> value = text(key, kMaxNameBytes);
  if (value && !isHarmlessText(*value)) {
    mistake(key, "has a control character or one that turns the text around it: " + inQuotes(harmlessText(*value)));
    return std::nullopt;
  }
  return value;
}

std::string JsonFields::unknown(bool tell) {
  Json rest = Json::object();
  for (const auto& [key, value] : m_json.items()) {
    if (m_known.find(key) != m_known.end()) {
      continue;
    }
    appendKey(rest, key, value);
    if (tell && m_reading.job != nullptr && ++m_reading.unknownCount <= kShownUnknownKeys) {
      const bool last = m_reading.unknownCount == kShownUnknownKeys;
      m_reading.job->warn("The key " + inQuotes(placeOf(key)) + " is not known to this version and has no effect." +
                              (last ? " Further ones are not listed." : ""),
                          m_reading.file);
    }
  }
  return rest.empty() ? std::string() : rest.dump();
}

}  // namespace texeleton
