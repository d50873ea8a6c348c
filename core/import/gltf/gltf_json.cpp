#include "core/import/gltf/gltf_json.h"

#include <charconv>
#include <cmath>
#include <system_error>

#include "core/model/names.h"

namespace texeleton::importing {

namespace {

bool isJsonSpace(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
bool isJsonDigit(char c) { return c >= '0' && c <= '9'; }

std::optional<std::uint32_t> hex4(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return text.size() == 4 && problem == std::errc() && end == text.data() + 4 ? std::optional(value) : std::nullopt;
}

}  // namespace

JsonReader::JsonReader(std::string_view text)
    : m_begin(text.data()), m_at(text.data()), m_end(text.data() + text.size()) {
  m_path.reserve(kMaxDepth + 1);
}

void JsonReader::fail(const Message& problem) {
  if (!ok()) {
    return;
  }
  std::string place;
  for (const Place& step : m_path) {
    if (step.index) {
      place.append("[").append(std::to_string(*step.index)).append("]");
    } else if (!step.key.empty()) {
      place.append(place.empty() ? "" : ".").append(step.key.substr(0, 64));
    }
  }
  m_error = place.empty() ? message("the JSON %1", problem) : message("%1 %2", place, problem);
}

void JsonReader::failCutShort() {
  if (ok()) {
    m_error = message("the file is cut short: its JSON is not closed");
  }
}

void JsonReader::failHere(const Message& problem) {
  if (m_at == m_end) {
    failCutShort();
  } else {
    fail(problem);
  }
}

char JsonReader::peek() {
  while (m_at != m_end && isJsonSpace(*m_at)) {
    ++m_at;
  }
  return m_at != m_end ? *m_at : '\0';
}

void JsonReader::expect(char c) {
  if (!ok()) {
    return;
  }
  if (peek() == c && m_at != m_end) {
    ++m_at;
  } else {
    failHere(message("is not valid JSON: '%1' is missing at byte %2", std::string(1, c), m_at - m_begin));
  }
}

bool JsonReader::enter(char open, const Message& what) {
  if (!ok()) {
    return false;
  }
  if (peek() != open) {
    failHere(message("is not %1", what));
    return false;
  }
  if (m_path.size() >= kMaxDepth) {
    m_error = message("the JSON is nested too deeply: more than %1 levels", kMaxDepth);
    return false;
  }
  ++m_at;
  m_path.emplace_back();
  return true;
}

void JsonReader::leave() {
  if (ok()) {
    m_path.pop_back();
  }
}

bool JsonReader::close(char bracket) {
  if (peek() == bracket && m_at != m_end) {
    ++m_at;
    return true;
  }
  return false;
}

bool JsonReader::next(char bracket) {
  const char c = peek();
  if (m_at == m_end) {
    failCutShort();
    return false;
  }
  if (c != ',' && c != bracket) {
    fail(message("is not valid JSON: ',' is missing at byte %1", m_at - m_begin));
    return false;
  }
  ++m_at;
  return c == ',';
}

std::string_view JsonReader::stringView() {
  if (!ok()) {
    return {};
  }
  if (peek() != '"') {
    failHere(message("is not a string"));
    return {};
  }
  const char* begin = ++m_at;
  bool escaped = false;
  for (; m_at != m_end && *m_at != '"'; ++m_at) {
    if (static_cast<unsigned char>(*m_at) < 0x20) {
      fail(message("is not valid JSON: a control character in a string"));
      return {};
    }
    if (*m_at == '\\') {
      escaped = true;
      if (++m_at == m_end) {
        break;
      }
    }
  }
  if (m_at == m_end) {
    failCutShort();
    return {};
  }
  const std::string_view raw(begin, static_cast<std::size_t>(m_at - begin));
  ++m_at;
  return escaped ? unescape(raw) : raw;
}

std::string_view JsonReader::unescape(std::string_view raw) {
  std::string out;
  out.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\') {
      out.push_back(raw[i]);
      continue;
    }
    const char c = raw[++i];  // stringView never ends a string after a lone backslash.
    static constexpr std::string_view kFrom = "\"\\/bfnrt";
    static constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
    if (const std::size_t at = kFrom.find(c); at != std::string_view::npos) {
      out.push_back(kTo[at]);
      continue;
    }
    auto code = c == 'u' ? hex4(raw.substr(i + 1, 4)) : std::nullopt;
    if (!code) {
      fail(message("is not valid JSON: a bad escape in a string"));
      return {};
    }
    i += 4;
    if (*code >= 0xD800 && *code < 0xE000) {
      const bool pair = *code < 0xDC00 && raw.substr(i + 1, 2) == "\\u";
      const auto low = pair ? hex4(raw.substr(i + 3, 4)) : std::nullopt;
      if (!low || *low < 0xDC00 || *low >= 0xE000) {
        code = 0xFFFD;  // Half of a surrogate pair: the replacement character.
      } else {
        code = 0x10000 + ((*code - 0xD800) << 10) + (*low - 0xDC00);
        i += 6;
      }
    }
    model::appendCharacter(out, *code);
  }
  return m_unescaped.emplace_back(std::move(out));
}

std::string_view JsonReader::numberText() {
  if (!ok()) {
    return {};
  }
  peek();
  const char* begin = m_at;
  const auto digits = [this] {
    const char* first = m_at;
    while (m_at != m_end && isJsonDigit(*m_at)) {
      ++m_at;
    }
    return m_at != first;
  };
  if (m_at != m_end && *m_at == '-') {
    ++m_at;
  }
  const bool leadingZero = m_at != m_end && *m_at == '0';
  const char* whole = m_at;
  bool good = digits() && (!leadingZero || m_at == whole + 1);
  if (good && m_at != m_end && *m_at == '.') {
    ++m_at;
    good = digits();
  }
  if (good && m_at != m_end && (*m_at == 'e' || *m_at == 'E')) {
    ++m_at;
    if (m_at != m_end && (*m_at == '+' || *m_at == '-')) {
      ++m_at;
    }
    good = digits();
  }
  if (!good) {
    failHere(message("is not a number"));
    return {};
  }
  return {begin, static_cast<std::size_t>(m_at - begin)};
}

double JsonReader::number() {
  const std::string_view text = numberText();
  if (!ok()) {
    return 0.0;
  }
  double value = 0.0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem == std::errc::result_out_of_range) {
    // Underflow becomes 0; overflow is an error.
    const std::size_t exponent = text.find_first_of("eE");
    if (exponent == std::string_view::npos || text.substr(exponent + 1, 1) != "-") {
      fail(message("is too large a number"));
    }
    return 0.0;
  }
  return value;
}

std::uint64_t JsonReader::whole(std::uint64_t max) {
  const std::string_view text = numberText();
  if (!ok()) {
    return 0;
  }
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem == std::errc() && end == text.data() + text.size() && value <= max) {
    return value;
  }
  // 3.0 and 1e3 are whole numbers too.
  double real = 0.0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), real);
  if (parsed.ec == std::errc() && real >= 0.0 && real < 9e15 && real == std::floor(real) &&
      real <= static_cast<double>(max)) {
    return static_cast<std::uint64_t>(real);
  }
  fail(message(max < 1'000'000 ? "is %1, not a whole number from 0 to %2" : "is %1, not a whole number from 0 up",
               text.substr(0, 40), max));
  return 0;
}

bool JsonReader::boolean() {
  const char c = peek();
  if (c != 't' && c != 'f') {
    fail(message("is neither true nor false"));
    return false;
  }
  literal(c == 't' ? "true" : "false");
  return c == 't';
}

void JsonReader::literal(std::string_view word) {
  if (!ok()) {
    return;
  }
  const std::string_view rest(m_at, static_cast<std::size_t>(m_end - m_at));
  if (rest.substr(0, word.size()) == word) {
    m_at += word.size();
  } else if (word.substr(0, rest.size()) == rest) {
    failCutShort();
  } else {
    fail(message("is not valid JSON at byte %1", m_at - m_begin));
  }
}

std::string_view JsonReader::skip() {
  const char c = peek();
  const char* begin = m_at;
  switch (c) {
    case '{':
      object([this](std::string_view) { skip(); });
      break;
    case '[':
      array([this](std::size_t) { skip(); });
      break;
    case '"':
      stringView();
      break;
    case 't':
      literal("true");
      break;
    case 'f':
      literal("false");
      break;
    case 'n':
      literal("null");
      break;
    default:
      numberText();
  }
  return ok() ? std::string_view(begin, static_cast<std::size_t>(m_at - begin)) : std::string_view();
}

void JsonReader::expectEnd() {
  if (!ok()) {
    return;
  }
  // Some writers pad the JSON chunk with zeros instead of spaces.
  while (m_at != m_end && (isJsonSpace(*m_at) || *m_at == '\0')) {
    ++m_at;
  }
  if (m_at != m_end) {
    fail(message("is not valid: something follows its end at byte %1", m_at - m_begin));
  }
}

}  // namespace texeleton::importing
