#include "core/import/collada/collada_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/decode_text.h"
#include "core/base/lower_case.h"
#include "core/import/parsers.h"
#include "core/model/names.h"

namespace texeleton::importing::collada {

namespace {

constexpr std::string_view kSpace = " \t\r\n";
constexpr std::uint32_t kLastCodePoint = 0x10ffff;
constexpr std::size_t kMaxDeclarationBytes = 400;

/// The code point of "&#32;" or "&#x20;" at the start of the text, and the length of the reference.
std::optional<std::pair<std::uint32_t, std::size_t>> characterReference(std::string_view text) {
  if (text.substr(0, 2) != "&#") {
    return std::nullopt;
  }
  const bool hexadecimal = text.substr(2, 1) == "x";
  const std::size_t begin = hexadecimal ? 3 : 2;
  const std::size_t end = text.substr(0, 16).find(';');
  if (end == std::string_view::npos || end == begin) {
    return std::nullopt;
  }
  std::uint32_t code = 0;
  const auto [last, error] = std::from_chars(text.data() + begin, text.data() + end, code, hexadecimal ? 16 : 10);
  const bool whole = error == std::errc() && last == text.data() + end && code != 0 && code <= kLastCodePoint;
  return whole ? std::optional(std::pair(code, end + 1)) : std::nullopt;
}

std::string_view trimmed(std::string_view text) {
  // The length of white space at the start, either plain or as references.
  const auto spaceAt = [](std::string_view rest) -> std::size_t {
    if (!rest.empty() && kSpace.find(rest.front()) != std::string_view::npos) {
      return 1;
    }
    const auto reference = characterReference(rest);
    const bool isSpace = reference && reference->first < 128 &&
                         kSpace.find(static_cast<char>(reference->first)) != std::string_view::npos;
    return isSpace ? reference->second : 0;
  };
  while (const std::size_t bytes = spaceAt(text)) {
    text.remove_prefix(bytes);
  }
  while (!text.empty()) {
    const std::size_t mark = text.back() == ';' ? text.rfind('&') : std::string_view::npos;
    const std::size_t at = mark == std::string_view::npos ? text.size() - 1 : mark;
    if (spaceAt(text.substr(at)) != text.size() - at) {
      break;
    }
    text.remove_suffix(text.size() - at);
  }
  return text;
}

void appendEscaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else {
      out += c;
    }
  }
}

class Normaliser {
 public:
  explicit Normaliser(std::string_view text) : m_text(text) { m_out.reserve(text.size()); }

  /// Nothing if the text is invalid or ambiguous XML.
  std::optional<std::string> run() {
    while (m_at < m_text.size()) {
      const std::size_t mark = m_text.find('<', m_at);
      m_content.append(m_text.substr(m_at, mark == std::string_view::npos ? mark : mark - m_at));
      if (mark == std::string_view::npos) {
        break;
      }
      m_at = mark;
      if (!(skip("<!--", "-->") || skip("<?", "?>") || takeCharacterData() || skipDoctype() || takeTag())) {
        return std::nullopt;
      }
    }
    return std::move(m_out);
  }

 private:
  bool skip(std::string_view open, std::string_view close) {
    const std::size_t end =
        m_text.substr(m_at, open.size()) == open ? m_text.find(close, m_at + open.size()) : std::string_view::npos;
    if (end == std::string_view::npos) {
      return false;
    }
    m_at = end + close.size();
    return true;
  }

  bool takeCharacterData() {
    constexpr std::string_view kOpen = "<![CDATA[";
    const std::size_t begin = m_at + kOpen.size();
    if (!skip(kOpen, "]]>")) {
      return false;
    }
    appendEscaped(m_content, m_text.substr(begin, m_at - 3 - begin));
    return true;
  }

  // Skips a DOCTYPE without declarations; false for others.
  bool skipDoctype() {
    const std::size_t end = m_text.find('>', m_at);
    const bool isDoctype = m_text.substr(m_at, 9) == "<!DOCTYPE" && end != std::string_view::npos &&
                           m_text.substr(m_at + 1, end - m_at).find_first_of("[<") == std::string_view::npos;
    m_at = isDoctype ? end + 1 : m_at;
    return isDoctype;
  }

  bool takeTag() {
    std::size_t end = m_at + 1;
    char quote = 0;
    for (; end < m_text.size() && (quote != 0 || m_text[end] != '>'); ++end) {
      const char c = m_text[end];
      quote = quote == 0 ? (c == '"' || c == '\'' ? c : 0) : (c == quote ? 0 : quote);
    }
    if (end >= m_text.size() || m_text.substr(m_at, 2) == "<!" || m_text.substr(m_at, 2) == "<?") {
      return false;
    }
    m_out += trimmed(m_content);
    m_content.clear();
    writeTag(m_text.substr(m_at, end - m_at));
    m_out += '>';
    m_at = end + 1;
    return true;
  }

  // `tag` extends from its mark to before its end.
  void writeTag(std::string_view tag) {
    const std::size_t nameEnd = tag.find_first_of(" \t\r\n/", 2);
    m_out += tag.substr(0, nameEnd);
    std::size_t at = nameEnd;
    while (at != std::string_view::npos && (at = tag.find_first_not_of(kSpace, at)) != std::string_view::npos) {
      const std::size_t equals = tag.find('=', at);
      const std::size_t quote = equals == std::string_view::npos ? equals : tag.find_first_not_of(kSpace, equals + 1);
      const std::size_t end = quote != std::string_view::npos && (tag[quote] == '"' || tag[quote] == '\'')
                                  ? tag.find(tag[quote], quote + 1)
                                  : std::string_view::npos;
      if (end == std::string_view::npos) {
        m_out += ' ';  // Not an attribute: the slash of an empty element, or invalid XML.
        m_out += tag.substr(at);
        return;
      }
      m_out += ' ';
      m_out += tag.substr(at, tag.find_first_of(" \t\r\n=", at) - at);
      m_out += '=';
      m_out += tag[quote];
      m_out += trimmed(tag.substr(quote + 1, end - quote - 1));
      m_out += tag[quote];
      at = end + 1;
    }
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  std::string m_content;  ///< Text since the last tag.
  std::string m_out;
};

}  // namespace

std::string normalisedXml(std::string_view text) {
  auto normalised = Normaliser(text).run();
  return normalised ? std::move(*normalised) : std::string(text);
}

std::string decodedXml(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, char>, 5> kEntities = {
      {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '&') {
      const std::string_view rest = text.substr(at);
      if (const auto reference = characterReference(rest)) {
        model::appendCharacter(out, reference->first);
        at += reference->second;
        continue;
      }
      const auto entity = std::ranges::find_if(kEntities, [&](const auto& e) { return rest.starts_with(e.first); });
      if (entity != kEntities.end()) {
        out += entity->second;
        at += entity->first.size();
        continue;
      }
    }
    out += text[at++];
  }
  return out;
}

void makeUtf8(std::vector<std::byte>& document) {
  const std::string_view text = asText(document);
  std::string_view rest = text;
  std::string encoding;
  if (text.substr(0, 2) == "\xFF\xFE" || text.substr(0, 2) == "\xFE\xFF") {
    encoding = "UTF-16";
  } else {
    const std::size_t end = text.substr(0, kMaxDeclarationBytes).find("?>");
    const std::size_t at = text.substr(0, end).find("encoding");
    if (end == std::string_view::npos || at == std::string_view::npos) {
      return;
    }
    const std::size_t open = text.find_first_of("\"'", at);
    const std::size_t close = open < end ? text.find(text[open], open + 1) : std::string_view::npos;
    if (close >= end) {
      return;
    }
    encoding = text.substr(open + 1, close - open - 1);
    rest = text.substr(end + 2);
    if (const std::string lower = lowerCase(encoding); lower == "utf-8" || lower == "utf8") {
      return;
    }
  }
  auto decoded = decodeText(encoding.c_str(), rest);
  if (!decoded) {
    return;
  }
  if (const std::size_t end = decoded->find("?>"); rest.size() == text.size() && end != std::string::npos) {
    decoded->erase(0, end + 2);  // The declaration of UTF-16.
  }
  decoded->insert(0, "<?xml version=\"1.0\" encoding=\"utf-8\"?>");
  document = asBytes(*decoded);
}

}  // namespace texeleton::importing::collada
