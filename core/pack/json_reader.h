#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>

#include "core/base/result.h"
#include "core/pack/pack_limits.h"

namespace texeleton::pack {

/// Parses the JSON of a hostile file: nesting is bounded before the parser sees it, and nothing is thrown. Errors:
/// BadFile, naming `file` and, where it can, the byte.
Result<nlohmann::json> parseJson(std::span<const std::byte> text, const std::string& file);

/// A value in a JSON file and where it is ("clips[3].frameBegin"). Each step checks; the first thing that is wrong is
/// kept and every later step gives a harmless default, so that code reads straight on and asks once at the end.
class JsonCursor {
 public:
  static constexpr std::int64_t kMaxCount = std::numeric_limits<std::uint32_t>::max();

  /// `problem` receives the first thing wrong; both must outlive the cursor and all cursors made from it.
  JsonCursor(const nlohmann::json& value, Message& problem) : m_value(&value), m_problem(&problem) {}

  bool hasFailed() const { return !m_problem->empty(); }
  /// Records a problem at this place, unless there is one.
  void fail(const Message& what) const;

  /// Member of an object; fails if it is missing.
  JsonCursor at(const char* name) const;
  /// Whether this is an object with that member.
  bool has(const char* name) const;
  /// Element of an array; no failure: `i < size()`.
  JsonCursor at(std::size_t i) const;
  /// Number of elements of an array; fails (and gives 0) when it is none, or has more than `max`.
  std::size_t size(std::size_t max) const;

  /// A whole number within [min, max].
  std::int64_t integer(std::int64_t min, std::int64_t max) const;
  /// A whole number from 0 to kMaxCount.
  std::uint32_t count() const { return static_cast<std::uint32_t>(integer(0, kMaxCount)); }
  /// A finite number within [min, max].
  double number(double min, double max) const;
  bool boolean() const;
  /// A text of at most `maxBytes`. `plain`: without control characters.
  std::string text(std::size_t maxBytes, bool plain) const;
  /// A name as packs have them: at most kMaxPackNameBytes, without control characters.
  std::string name() const { return text(kMaxPackNameBytes, true); }
  /// Fails unless this is the text `expected`.
  void expectText(const char* expected) const;
  void expectObject() const;

  const nlohmann::json& value() const { return *m_value; }

 private:
  JsonCursor(const nlohmann::json* value, Message* problem, std::string where)
      : m_value(value), m_problem(problem), m_where(std::move(where)) {}

  const nlohmann::json* m_value;
  Message* m_problem;
  std::string m_where;
};

/// Whether a text holds control characters (C0, DEL, C1), invisible ones or such as turn the text around them, or is no
/// UTF-8.
bool hasControlCharacters(const std::string& text);

/// Whether it is a name as packs have them: at most kMaxPackNameBytes, without those characters.
inline bool isPackName(const std::string& name) {
  return name.size() <= kMaxPackNameBytes && !hasControlCharacters(name);
}

}  // namespace texeleton::pack
