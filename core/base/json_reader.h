#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"

namespace texeleton {

inline constexpr std::size_t kMaxJsonBytes = std::size_t{16} << 20;
inline constexpr std::size_t kMaxJsonDepth = 64;

/// Parses untrusted text; keys stay in the order of the file. Parses all JSON that the program reads except the tables
/// of glTF files (core/import/gltf/gltf_json.h). Errors, each naming `file`: BadFile (invalid JSON, with line and
/// column; a key twice in an object; numbers beyond double; invalid UTF-8), Limit (longer than `maxBytes`, nested
/// deeper than kMaxJsonDepth, not enough memory).
Result<nlohmann::ordered_json> parseJson(std::string_view text, const std::string& file,
                                         std::size_t maxBytes = kMaxJsonBytes);

inline Result<nlohmann::ordered_json> parseJson(std::span<const std::byte> text, const std::string& file) {
  return parseJson(std::string_view(reinterpret_cast<const char*>(text.data()), text.size()), file);
}

/// A value in a JSON file and its path ("clips[3].frameBegin"). Each step checks the value; the first problem is kept
/// and later steps return harmless defaults, so that code checks for a problem once, at the end.
class JsonCursor {
 public:
  static constexpr std::int64_t kMaxCount = std::numeric_limits<std::uint32_t>::max();

  /// `problem` receives the first problem; both must outlive the cursor and all cursors made from it.
  JsonCursor(const nlohmann::ordered_json& value, Message& problem) : m_value(&value), m_problem(&problem) {}

  bool hasFailed() const { return !m_problem->empty(); }
  /// Records a problem at this place, unless there is one.
  void fail(const Message& what) const;

  /// Member of an object; fails if it is missing.
  JsonCursor at(const char* name) const;
  /// Whether this is an object with that member.
  bool has(const char* name) const;
  /// Element of an array; requires `i < size()`.
  JsonCursor at(std::size_t i) const;
  /// Number of elements of an array; fails (and returns 0) if it is not an array, or has more than `max`.
  std::size_t size(std::size_t max) const;

  /// Calls `visit(member)` if this is an object with that member.
  template <class Visit>
  void with(const char* name, const Visit& visit) const {
    if (has(name)) {
      visit(at(name));
    }
  }
  /// Calls `visit(element)` for the elements of an array, until something is wrong; fails as size() does.
  template <class Visit>
  void each(std::size_t max, const Visit& visit) const {
    const std::size_t count = size(max);
    for (std::size_t i = 0; i < count && !hasFailed(); ++i) {
      visit(at(i));
    }
  }
  /// Calls `visit(key, member)` for the members of an object; fails when it is none.
  template <class Visit>
  void members(const Visit& visit) const {
    expectObject();
    if (!hasFailed()) {
      for (const auto& [key, value] : m_value->items()) {
        visit(key, at(key.c_str()));
      }
    }
  }

  /// A whole number within [min, max].
  std::int64_t integer(std::int64_t min, std::int64_t max) const;
  /// A whole number from 0 to kMaxCount.
  std::uint32_t count() const { return static_cast<std::uint32_t>(integer(0, kMaxCount)); }
  /// A finite number within [min, max].
  double number(double min, double max) const;
  bool boolean() const;
  std::string text(std::size_t maxBytes) const;
  /// Fails unless this is the text `expected`.
  void expectText(const char* expected) const;
  void expectObject() const;

  const nlohmann::ordered_json& value() const { return *m_value; }

 private:
  JsonCursor(const nlohmann::ordered_json* value, Message* problem, std::string where)
      : m_value(value), m_problem(problem), m_where(std::move(where)) {}

  const nlohmann::ordered_json* m_value;
  Message* m_problem;
  std::string m_where;
};

}  // namespace texeleton
