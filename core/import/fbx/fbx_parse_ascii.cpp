#include <charconv>
#include <string>

#include "core/import/fbx/fbx_document.h"

namespace texeleton::importing::fbx {

namespace {

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool isWord(char c) { return !isSpace(c) && c != ',' && c != '{' && c != '}' && c != '"' && c != ';'; }

class AsciiParser {
 public:
  explicit AsciiParser(std::string_view text) : m_text(text) {}

  Result<Record> parse() {
    Record root;
    if (!readRecords(root, 0)) {
      return fail(ErrorCode::BadFile, message("%1 (line %2)", m_problem, m_line));
    }
    return root;
  }

 private:
  bool problem(Message text) {
    m_problem = std::move(text);
    return false;
  }
  bool cutShort() { return problem(message("the FBX file is cut short: a bracket is not closed")); }

  bool atEnd() const { return m_at >= m_text.size() || m_text[m_at] == '\0'; }

  void advance() {
    m_line += m_text[m_at] == '\n' ? 1 : 0;
    ++m_at;
  }

  void skipSpace() {
    while (!atEnd()) {
      if (m_text[m_at] == ';') {
        while (!atEnd() && m_text[m_at] != '\n') {
          ++m_at;
        }
      } else if (isSpace(m_text[m_at])) {
        advance();
      } else {
        return;
      }
    }
  }

  // The name of the record at the cursor (a word followed by a colon), or empty. Does not move the cursor.
  std::string_view peekKey() const {
    std::size_t end = m_at;
    while (end < m_text.size() && isWord(m_text[end]) && m_text[end] != ':') {
      ++end;
    }
    const bool isKey = end > m_at && end < m_text.size() && m_text[end] == ':';
    return isKey ? m_text.substr(m_at, end - m_at) : std::string_view();
  }

  bool readRecords(Record& parent, int depth) {
    if (depth > kMaxFbxDepth) {
      return problem(message("the FBX records are nested deeper than %1", kMaxFbxDepth));
    }
    while (true) {
      skipSpace();
      if (atEnd()) {
        return depth == 0 || cutShort();
      }
      if (m_text[m_at] == '}') {
        ++m_at;
        return depth != 0 || problem(message("a closing bracket has no opening one"));
      }
      const std::string_view key = peekKey();
      if (key.empty()) {
        return problem(message(m_text[m_at] == '"' ? "a quotation mark stands where a record should begin"
                                                   : "text stands where an FBX record should begin"));
      }
      Record record;
      record.name = key;
      m_at += key.size() + 1;
      if (!readBody(record, depth)) {
        return false;
      }
      parent.children.push_back(std::move(record));
    }
  }

  bool readBody(Record& record, int depth) {
    bool wantsValue = false;
    while (true) {
      skipSpace();
      if (atEnd()) {
        return depth == 0 && !wantsValue ? true : cutShort();
      }
      const char c = m_text[m_at];
      if (c == '{') {
        ++m_at;
        return readRecords(record, depth + 1);
      }
      if (c == '}') {
        return true;
      }
      if (c == ',') {
        ++m_at;
        wantsValue = true;
        continue;
      }
      if (!record.values.empty() && !wantsValue) {
        return true;  // The next record begins.
      }
      if (c == '*') {
        return readArray(record);
      }
      if (c == '"') {
        if (!readText(record)) {
          return false;
        }
      } else if (!wantsValue && !peekKey().empty()) {
        return true;
      } else if (!readWord(record)) {
        return false;
      }
      wantsValue = false;
    }
  }

  bool readText(Record& record) {
    const std::size_t begin = ++m_at;
    const std::size_t beginLine = m_line;
    while (!atEnd() && m_text[m_at] != '"') {
      advance();
    }
    if (atEnd()) {
      m_line = beginLine;
      return problem(message("a quotation mark is not closed"));
    }
    Value value;
    value.kind = Value::Kind::Text;
    value.text = m_text.substr(begin, m_at - begin);
    record.values.push_back(value);
    ++m_at;
    return true;
  }

  bool readWord(Record& record) {
    const std::size_t begin = m_at;
    while (!atEnd() && isWord(m_text[m_at])) {
      ++m_at;
    }
    if (m_at == begin) {
      return problem(message("an unexpected character"));
    }
    if (!atEnd() && m_text[m_at] == '"') {
      return problem(message("a quotation mark stands inside a word"));
    }
    const std::string_view word = m_text.substr(begin, m_at - begin);
    Value value;
    const char* const end = word.data() + word.size();
    if (std::from_chars(word.data(), end, value.integer).ptr != end) {
      if (std::from_chars(word.data(), end, value.real).ptr == end) {
        value.kind = Value::Kind::Real;
      } else {
        value.kind = Value::Kind::Text;
        value.text = word;
      }
    }
    record.values.push_back(value);
    return true;
  }

  // `*count { a: numbers }`
  bool readArray(Record& record) {
    ++m_at;
    Value value;
    value.kind = Value::Kind::Array;
    std::uint64_t count = 0;
    const char* const end = m_text.data() + m_text.size();
    const auto counted = std::from_chars(m_text.data() + m_at, end, count);
    if (counted.ec != std::errc()) {
      return problem(message("the length of FBX array \"%1\" is not a number", record.name));
    }
    m_at = static_cast<std::size_t>(counted.ptr - m_text.data());
    skipSpace();
    if (atEnd()) {
      return cutShort();
    }
    if (m_text[m_at] != '{') {
      return problem(message("FBX array \"%1\" has no bracket", record.name));
    }
    ++m_at;
    skipSpace();
    const std::string_view key = peekKey();
    if (key == "a") {
      m_at += 2;
    }
    const std::size_t begin = m_at;
    while (!atEnd() && m_text[m_at] != '}') {
      if (m_text[m_at] == '{' || m_text[m_at] == '"') {
        return problem(message("FBX array \"%1\" holds something other than numbers", record.name));
      }
      advance();
    }
    if (atEnd()) {
      return cutShort();
    }
    value.text = m_text.substr(begin, m_at - begin);
    ++m_at;
    // Each number takes a digit and a comma; Assimp would trust the count. It does not read keys, and readCurve
    // corrects their count.
    if (count > value.text.size() / 2 + 1 && record.name.substr(0, 3) != "Key") {
      return problem(message("FBX array \"%1\" declares a length of %2 that its %3 characters cannot hold", record.name,
                             count, value.text.size()));
    }
    value.length = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, value.text.size() / 2 + 1));
    record.values.push_back(value);
    return true;
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  std::size_t m_line = 1;
  Message m_problem;
};

}  // namespace

Result<Record> parseAscii(std::string_view text) { return AsciiParser(text).parse(); }

}  // namespace texeleton::importing::fbx
