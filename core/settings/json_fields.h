#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/job_context.h"
#include "core/base/json_reader.h"
#include "core/base/words.h"
#include "core/settings/setting.h"

namespace texeleton {

/// JSON that keeps the order of keys.
using Json = nlohmann::ordered_json;

/// Adds a key that must not exist yet; unlike the library's own function it does not search for it.
void appendKey(Json& object, const std::string& key, Json value);

/// The shortest readable form of a number: 30 rather than 30.0.
Json numberToJson(double value);

/// The state of reading a file. The first error is kept and later results are discarded, so that readers need not check
/// each field.
struct JsonReading {
  std::string file;
  JobContext* job = nullptr;
  std::optional<Error> error = std::nullopt;
  std::size_t unknownCount = 0;

  void mistake(Message what);
  void wrongType(const Message& place, const Message& wanted, const Json& found);
};

/// Calls `read(element, place)` for each element of a list, until an error.
template <class F>
void readList(const Json& json, const std::string& place, JsonReading& reading, const F& read) {
  if (!json.is_array()) {
    reading.wrongType(verbatim(place), message("a list"), json);
    return;
  }
  for (std::size_t i = 0; i < json.size() && !reading.error; ++i) {
    read(json[i], place + "[" + std::to_string(i) + "]");
  }
}

/// Reads an object of the file field by field. `place`: its path, such as "clips[2]"; empty for the whole file.
class JsonFields {
 public:
  /// Any other value than an object is an error and reads as an empty object.
  JsonFields(const Json& json, std::string place, JsonReading& reading);

  /// "clips[2].fps"
  std::string placeOf(std::string_view key) const;
  void mistake(std::string_view key, const Message& what) { m_reading.mistake(message("%1 %2", placeOf(key), what)); }

  /// The value of a key, or null if it is missing. The key counts as known from then on.
  const Json* find(std::string_view key);

  std::optional<double> number(std::string_view key, const NumberRange& range);
  /// A list of as many numbers as `to` has; false, and `to` unchanged, if it is missing or wrong.
  bool numbers(std::string_view key, const NumberRange& range, std::span<double> to);
  std::optional<std::uint32_t> count(std::string_view key, std::uint32_t least, std::uint32_t most);
  std::optional<bool> flag(std::string_view key);
  std::optional<std::string> text(std::string_view key, std::size_t maxBytes);
  /// A text that users read as a name: no control characters, at most 255 bytes.
  std::optional<std::string> name(std::string_view key);

  /// A keyword of an enumeration (see Word).
  template <class T>
  std::optional<T> word(std::string_view key) {
    const std::optional<std::string> text = this->text(key, 1000);
    if (!text) {
      return std::nullopt;
    }
    const std::optional<T> value = valueOf<T>(*text);
    if (!value) {
      wrongWord(key, *text, allWords<T>());
    }
    return value;
  }

  /// readList() of a key; a missing list is empty.
  template <class F>
  void list(std::string_view key, const F& read) {
    if (const Json* const json = find(key)) {
      readList(*json, placeOf(key), m_reading, read);
    }
  }

  /// The unread keys as the text of an object ("" if there are none); with `tell`, each becomes an Issue.
  std::string unknown(bool tell = true);

 private:
  void wrongType(std::string_view key, const Message& wanted, const Json& json) {
    m_reading.wrongType(verbatim(placeOf(key)), wanted, json);
  }
  void wrongWord(std::string_view key, const std::string& found, const std::vector<std::string>& words);

  const Json& m_json;
  std::string m_place;
  JsonReading& m_reading;
  std::set<std::string, std::less<>> m_known;
};

}  // namespace texeleton
