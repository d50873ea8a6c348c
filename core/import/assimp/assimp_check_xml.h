#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace texeleton::importing {

/// Reads XML tag by tag, without building a tree.
class TagScanner {
 public:
  explicit TagScanner(std::string_view text) : m_text(text) {}

  struct Tag {
    std::string_view name;
    std::string_view attributes;
    bool closing = false;
    bool empty = false;  // <tag/>
  };

  /// Returns nothing at the end; `cut`: the text ends inside a tag; `declares`: stopped at a DOCTYPE with declarations,
  /// after which the content depends on the parser.
  std::optional<Tag> next() {
    while (true) {
      m_at = m_text.find('<', m_at);
      if (m_at == std::string_view::npos) {
        return std::nullopt;
      }
      if (skip("<!--", "-->") || skip("<![CDATA[", "]]>") || skip("<?", "?>") || skipDoctype()) {
        continue;
      }
      if (cut) {
        return std::nullopt;
      }
      return readTag();
    }
  }

  /// The text up to the next tag.
  std::string_view textBehind() const {
    const std::size_t end = m_text.find('<', m_at);
    return m_text.substr(m_at, end == std::string_view::npos ? end : end - m_at);
  }

  bool cut = false;
  bool declares = false;

 private:
  bool skip(std::string_view open, std::string_view close) {
    if (m_text.substr(m_at, open.size()) != open) {
      return false;
    }
    const std::size_t end = m_text.find(close, m_at);
    cut = end == std::string_view::npos;
    m_at = cut ? m_text.size() : end + close.size();
    return !cut;
  }

  bool skipDoctype() {
    if (m_text.substr(m_at, 2) != "<!") {
      return false;
    }
    const std::size_t end = m_text.find('>', m_at);
    declares = m_text.substr(m_at + 1, end - m_at).find_first_of("[<") != std::string_view::npos;
    cut = declares || end == std::string_view::npos;
    m_at = cut ? m_text.size() : end + 1;
    return !cut;
  }

  std::optional<Tag> readTag() {
    std::size_t end = m_at + 1;
    char quote = 0;
    for (; end < m_text.size() && (quote != 0 || m_text[end] != '>'); ++end) {
      const char c = m_text[end];
      quote = quote == 0 ? (c == '"' || c == '\'' ? c : 0) : (c == quote ? 0 : quote);
    }
    if (end >= m_text.size()) {
      cut = true;
      return std::nullopt;
    }
    std::string_view body = m_text.substr(m_at + 1, end - m_at - 1);
    m_at = end + 1;
    Tag tag;
    tag.closing = !body.empty() && body.front() == '/';
    tag.empty = !body.empty() && body.back() == '/';
    body.remove_prefix(tag.closing ? 1 : 0);
    const std::size_t nameEnd = body.find_first_of(" \t\r\n/");
    tag.name = body.substr(0, nameEnd);
    tag.attributes = nameEnd == std::string_view::npos ? std::string_view() : body.substr(nameEnd);
    return tag;
  }

  std::string_view m_text;
  std::size_t m_at = 0;
};

/// An attribute's value as in the file, with undecoded character references; empty if missing. The first of several
/// attributes of the name counts.
std::string_view xmlAttribute(std::string_view attributes, std::string_view name);

/// The attribute as a whole number without a sign: `otherwise` if it is missing, nothing if it is something else.
std::optional<unsigned long long> xmlCount(std::string_view attributes, std::string_view name,
                                           unsigned long long otherwise);

}  // namespace texeleton::importing
