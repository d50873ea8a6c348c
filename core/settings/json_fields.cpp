#include "core/settings/json_fields.h"

#include <algorithm>
#include <cmath>

#include "core/base/listed_names.h"
#include "core/base/one_line.h"
#include "core/model/names.h"

namespace texeleton {

namespace {

constexpr std::size_t kShownUnknownKeys = 20;

const Json& emptyObject() {
  static const Json kEmptyObject = Json::object();
  return kEmptyObject;
}

/// The kind and value, shortened for a message: the string "abc".
Message describeValue(const Json& json) {
  constexpr std::size_t kShownValueBytes = 40;
  if (json.is_null()) {
    return message("null");
  }
  if (json.is_object()) {
    return message("an object");
  }
  if (json.is_array()) {
    return message("a list");
  }
  if (json.is_string()) {
    return message("the string \"%1\"", oneLine(json.get_ref<const std::string&>(), kShownValueBytes));
  }
  const std::string shown = oneLine(json.dump(), kShownValueBytes);
  return json.is_boolean() ? message("the boolean %1", shown) : message("the number %1", shown);
}

std::string describeNumber(double value) { return numberToJson(value).dump(); }

}  // namespace

void appendKey(Json& object, const std::string& key, Json value) {
  object.get_ref<Json::object_t&>().emplace_back(key, std::move(value));
}

Json numberToJson(double value) {
  constexpr double kLargestExactWhole = 0x1p53;
  if (std::abs(value) < kLargestExactWhole && value == std::trunc(value)) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

Message describeRange(const NumberRange& range) {
  const bool bounded = range.most < std::numeric_limits<double>::max();
  if (!range.leastExcluded && !range.mostExcluded) {
    return bounded ? message("a number from %1 to %2", describeNumber(range.least), describeNumber(range.most))
                   : message("a number of at least %1", describeNumber(range.least));
  }
  return range.leastExcluded ? !bounded ? message("a number greater than %1", describeNumber(range.least))
                                        : message(range.mostExcluded ? "a number greater than %1 and less than %2"
                                                                     : "a number greater than %1 and at most %2",
                                                  describeNumber(range.least), describeNumber(range.most))
         : !bounded          ? message("a number of at least %1", describeNumber(range.least))
                             : message(range.mostExcluded ? "a number of at least %1 and less than %2"
                                                          : "a number of at least %1 and at most %2",
                              describeNumber(range.least), describeNumber(range.most));
}

void JsonReading::mistake(Message what) {
  if (!error) {
    error = Error{ErrorCode::BadFile, std::move(what), file};
  }
}

void JsonReading::wrongType(const Message& place, const Message& wanted, const Json& found) {
  mistake(message("%1 must be %2, but is %3", place, wanted, describeValue(found)));
}

JsonFields::JsonFields(const Json& json, std::string place, JsonReading& reading)
    : m_json(json.is_object() ? json : emptyObject()), m_place(std::move(place)), m_reading(reading) {
  if (!json.is_object()) {
    m_reading.wrongType(m_place.empty() ? message("the file") : verbatim(m_place), message("an object"), json);
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
  mistake(key, message("must be one of %1, but is %2", listedNames(words), inQuotes(found)));
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

bool JsonFields::numbers(std::string_view key, const NumberRange& range, std::span<double> to) {
  const Json* const json = find(key);
  if (json == nullptr) {
    return false;
  }
  if (!json->is_array() || json->size() != to.size()) {
    wrongType(key, message("a list of %1 numbers", to.size()), *json);
    return false;
  }
  for (const Json& number : *json) {
    if (!number.is_number() || !range.holds(number.get<double>())) {
      const auto i = static_cast<std::size_t>(&number - json->get_ptr<const Json::array_t*>()->data());
      m_reading.wrongType(verbatim(placeOf(key) + "[" + std::to_string(i) + "]"), describeRange(range), number);
      return false;
    }
  }
  std::transform(json->begin(), json->end(), to.begin(), [](const Json& number) { return number.get<double>(); });
  return true;
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
  wrongType(key, message("a whole number from %1 to %2", least, most), *json);
  return std::nullopt;
}

std::optional<bool> JsonFields::flag(std::string_view key) {
  const Json* const json = find(key);
  if (json == nullptr) {
    return std::nullopt;
  }
  if (!json->is_boolean()) {
    wrongType(key, message("true or false"), *json);
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
    wrongType(key, message("a string"), *json);
    return std::nullopt;
  }
  const auto& value = json->get_ref<const std::string&>();
  if (value.size() > maxBytes) {
    mistake(key, message("is longer than %1 bytes", maxBytes));
    return std::nullopt;
  }
  return value;
}

std::optional<std::string> JsonFields::name(std::string_view key) {
  std::optional<std::string> value = text(key, model::kMaxNameBytes);
  if (value && !model::isHarmlessText(*value)) {
    mistake(key, message("has a control character or one that turns the text around it: %1",
                         inQuotes(model::harmlessText(*value))));
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
      m_reading.job->warn(
          message(last ? "The key %1 is not known to this version and has no effect. Further ones are not listed."
                       : "The key %1 is not known to this version and has no effect.",
                  inQuotes(placeOf(key))),
          m_reading.file);
    }
  }
  return rest.empty() ? std::string() : rest.dump();
}

}  // namespace texeleton
