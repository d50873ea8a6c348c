#include "core/pack/json_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "core/pack/pack_limits.h"

namespace texeleton::pack {

namespace {

const nlohmann::json& nullValue() {
  static const nlohmann::json kNull;
  return kNull;
}

/// Deepest nesting of brackets outside of strings.
int jsonDepth(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool inString = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (inString) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        inString = false;
      }
    } else if (c == '"') {
      inString = true;
    } else if (c == '{' || c == '[') {
      deepest = std::max(deepest, ++depth);
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return deepest;
}

}  // namespace

Result<nlohmann::json> parseJson(std::span<const std::byte> text, const std::string& file) {
  const std::string_view view(reinterpret_cast<const char*>(text.data()), text.size());
  if (jsonDepth(view) > kMaxPackJsonDepth) {
    return fail(ErrorCode::BadFile, message("the JSON is nested deeper than %1 levels", kMaxPackJsonDepth), file);
  }
  try {
    return nlohmann::json::parse(view.begin(), view.end());
  } catch (const nlohmann::json::parse_error& error) {
    return fail(ErrorCode::BadFile, message("the JSON is broken near byte %1", error.byte), file);
  } catch (const nlohmann::json::exception&) {
    return fail(ErrorCode::BadFile, "the JSON holds a number that is out of range", file);
  }
}

void JsonCursor::fail(const Message& what) const {
  if (m_problem->empty()) {
    *m_problem = m_where.empty() ? what : message("%1: %2", m_where, what);
  }
}

JsonCursor JsonCursor::at(const char* name) const {
  if (!hasFailed()) {
    const std::string where = m_where.empty() ? std::string(name) : m_where + "." + name;
    if (!m_value->is_object()) {
      fail(message("is not an object"));
    } else if (const auto found = m_value->find(name); found != m_value->end()) {
      return {&*found, m_problem, where};
    } else {
      fail(message("'%1' is missing", name));
    }
  }
  return {&nullValue(), m_problem, m_where};
}

bool JsonCursor::has(const char* name) const { return m_value->is_object() && m_value->contains(name); }

JsonCursor JsonCursor::at(std::size_t i) const {
  return {&(*m_value)[i], m_problem, m_where + "[" + std::to_string(i) + "]"};
}

std::size_t JsonCursor::size(std::size_t max) const {
  if (hasFailed()) {
    return 0;
  }
  if (!m_value->is_array()) {
    fail(message("is not an array"));
    return 0;
  }
  if (m_value->size() > max) {
    fail(message("has %1 elements; at most %2 are allowed", m_value->size(), max));
    return 0;
  }
  return m_value->size();
}

std::int64_t JsonCursor::integer(std::int64_t min, std::int64_t max) const {
  if (hasFailed()) {
    return min;
  }
  if (!m_value->is_number_integer() ||
      (m_value->is_number_unsigned() &&
       m_value->get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))) {
    fail(message("is not a whole number"));
    return min;
  }
  const auto number = m_value->get<std::int64_t>();
  if (number < min || number > max) {
    fail(message("is %1, not within %2 and %3", number, min, max));
    return min;
  }
  return number;
}

double JsonCursor::number(double min, double max) const {
  if (hasFailed()) {
    return min;
  }
  if (!m_value->is_number()) {
    fail(message("is not a number"));
    return min;
  }
  const auto number = m_value->get<double>();
  if (!std::isfinite(number) || number < min || number > max) {
    fail(message("is %1, not within %2 and %3", std::to_string(number), std::to_string(min), std::to_string(max)));
    return min;
  }
  return number;
}

bool JsonCursor::boolean() const {
  if (hasFailed()) {
    return false;
  }
  if (!m_value->is_boolean()) {
    fail(message("is neither true nor false"));
    return false;
  }
  return m_value->get<bool>();
}

std::string JsonCursor::text(std::size_t maxBytes, bool plain) const {
  if (hasFailed()) {
    return {};
  }
  if (!m_value->is_string()) {
    fail(message("is not a text"));
    return {};
  }
  const auto& text = m_value->get_ref<const std::string&>();
  if (text.size() > maxBytes) {
    fail(message("has %1 bytes; at most %2 are allowed", text.size(), maxBytes));
    return {};
  }
  if (plain && hasControlCharacters(text)) {
    fail(message("holds control characters"));
    return {};
  }
  return text;
}

void JsonCursor::expectText(const char* expected) const {
  if (!hasFailed() && (!m_value->is_string() || m_value->get_ref<const std::string&>() != expected)) {
    fail(message("is not \"%1\"", expected));
  }
}

void JsonCursor::expectObject() const {
  if (!hasFailed() && !m_value->is_object()) {
    fail(message("is not an object"));
  }
}

}  // namespace texeleton::pack
