#include "core/recipe/json_text.h"

#include <cmath>
#include <new>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/plain_file.h"
#include "core/recipe/find_clip.h"

namespace texeleton::recipe {

namespace {

constexpr std::size_t kLongestReason = 200;

/// "[json.exception.parse_error.101] parse error at line 1, column 2: …" without the library's own words.
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

/// Builds the tree in linear time (the library looks every key of an ordered object up from its start) and stops at the
/// first thing that is wrong.
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
    appendKey(parent, m_key, std::move(value));
    return &parent.get_ref<Json::object_t&>().back().second;
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

  std::vector<Json*> m_open;  ///< A container stays where it is while something inside it is open.
  std::vector<std::unordered_set<std::string>> m_keys;
  std::string m_key;
};

}  // namespace

void appendKey(Json& object, const std::string& key, Json value) {
  object.get_ref<Json::object_t&>().emplace_back(key, std::move(value));
}

Result<Json> parseJson(std::string_view text, const std::string& file) {
  if (text.size() > kMaxJsonBytes) {
    return fail(ErrorCode::Limit, message("is longer than %1 MiB", kMaxJsonBytes >> 20), file);
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

Result<std::string> readJsonText(const std::filesystem::path& path) {
  return readPlainHead(path, kMaxJsonBytes + 1);  // One that is too long is refused by parseJson().
}

Json numberToJson(double value) {
  constexpr double kLargestExactWhole = 0x1p53;
  if (std::abs(value) < kLargestExactWhole && value == std::trunc(value)) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

}  // namespace texeleton::recipe
