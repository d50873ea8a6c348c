#include "core/base/json_reader.h"

#include <cmath>
#include <limits>
#include <new>
#include <unordered_set>
#include <vector>

#include "core/base/one_line.h"

namespace texeleton {

namespace {

using Json = nlohmann::ordered_json;

const Json& nullValue() {
  static const Json kNull;
  return kNull;
}

constexpr std::size_t kLongestReason = 200;

/// "[json.exception.parse_error.101] parse error at line 1, column 2: …" without the library's prefix.
std::string reasonOf(const Json::exception& exception) {
  std::string_view what = exception.what();
  if (const auto bracket = what.find("] "); what.starts_with("[json.") && bracket != std::string_view::npos) {
    what.remove_prefix(bracket + 2);
  }
  constexpr std::string_view kParseError = "parse error ";
  if (what.starts_with(kParseError)) {
    what.remove_prefix(kParseError.size());
  }
  return oneLine(what, kLongestReason);
}

/// Builds the tree in linear time (the library searches an ordered object from its start for every key) and stops at
/// the first problem.
class TreeBuilder : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return add(nullptr) != nullptr; }
  bool boolean(bool value) override { return add(value) != nullptr; }
  bool number_integer(number_integer_t value) override { return add(value) != nullptr; }
  bool number_unsigned(number_unsigned_t value) override { return add(value) != nullptr; }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return add(value) != nullptr; }
  bool string(string_t& value) override { return add(std::move(value)) != nullptr; }
  bool binary(binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*count*/) override {
    m_keys.emplace_back();
    return open(Json::object());
  }
  bool end_object() override {
    m_keys.pop_back();
    return close();
  }
  bool start_array(std::size_t /*count*/) override { return open(Json::array()); }
  bool end_array() override { return close(); }
  bool key(string_t& value) override {
    m_key = value;
    return m_keys.back().insert(std::move(value)).second ||
           stop(ErrorCode::BadFile, message("has an object with the key %1 twice", inQuotes(m_key)));
  }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/, const Json::exception& reason) override {
    return stop(ErrorCode::BadFile, message("is not valid JSON: %1", reasonOf(reason)));
  }

  Json root;
  Error error;

 private:
  Json* add(Json value) {
    if (m_open.empty()) {
      root = std::move(value);
      return &root;
    }
    Json& parent = *m_open.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    return &parent.get_ref<Json::object_t&>().emplace_back(m_key, std::move(value)).second;
  }
  bool open(Json container) {
    if (m_open.size() == kMaxJsonDepth) {
      return stop(ErrorCode::Limit, message("is nested more than %1 deep", kMaxJsonDepth));
    }
    m_open.push_back(add(std::move(container)));
    return true;
  }
  bool close() {
    m_open.pop_back();
    return true;
  }
  bool stop(ErrorCode code, Message why) {
    error = {code, std::move(why), {}};
    return false;
  }

  std::vector<Json*> m_open;  ///< The address of a container is stable while one inside it is open.
  std::vector<std::unordered_set<std::string>> m_keys;
  std::string m_key;
};

}  // namespace

Result<Json> parseJson(std::string_view text, const std::string& file, std::size_t maxBytes) {
  if (text.size() > maxBytes) {
    return fail(ErrorCode::Limit, message("is longer than %1 MiB", maxBytes >> 20), file);
  }
  try {
    TreeBuilder builder;
    if (!Json::sax_parse(text, &builder)) {
      builder.error.file = file;
      return fail(std::move(builder.error));
    }
    return std::move(builder.root);
  } catch (const Json::exception& exception) {
    return fail(ErrorCode::BadFile, message("is not valid JSON: %1", reasonOf(exception)), file);
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "there is not enough memory to read it", file);
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

std::string JsonCursor::text(std::size_t maxBytes) const {
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

}  // namespace texeleton
