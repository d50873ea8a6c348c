#include <cstring>
#include <optional>
#include <string>

#include "core/import/fbx/fbx_document.h"

namespace texeleton::importing::fbx {

namespace {

// Deflate cannot shrink data by more than 1032 : 1.
constexpr std::uint64_t kMaxDeflateRatio = 1032;
/// Limits for all inflated arrays together: parsed data is ten times as large. kMaxInflation: reached by files of
/// constant curves.
constexpr std::uint64_t kInflatedBytes = 64ull << 20;
constexpr std::uint64_t kMaxInflation = 32;

class BinaryParser {
 public:
  BinaryParser(std::string_view bytes, std::uint32_t version) : m_bytes(bytes), m_wide(version >= 7500) {}

  Result<Record> parse() {
    m_at = 27;
    Record root;
    if (!readRecords(root, m_bytes.size(), 0)) {
      return fail(ErrorCode::BadFile, message("%1 (at byte %2)", m_problem, m_at));
    }
    return root;
  }

 private:
  bool problem(Message text) {
    m_problem = std::move(text);
    return false;
  }
  bool cutShort() { return problem(message("the FBX file is cut short")); }

  template <class T>
  std::optional<T> take(std::size_t end) {
    if (end - m_at < sizeof(T)) {
      return std::nullopt;
    }
    T value;
    std::memcpy(&value, m_bytes.data() + m_at, sizeof(T));
    m_at += sizeof(T);
    return value;
  }

  std::optional<std::uint64_t> takeOffset(std::size_t end) {
    if (m_wide) {
      return take<std::uint64_t>(end);
    }
    const auto narrow = take<std::uint32_t>(end);
    return narrow ? std::optional<std::uint64_t>(*narrow) : std::nullopt;
  }

  // Reads records up to the null record that ends the list.
  bool readRecords(Record& parent, std::size_t end, int depth) {
    if (depth > kMaxFbxDepth) {
      return problem(message("the FBX records are nested deeper than %1", kMaxFbxDepth));
    }
    while (m_at < end) {
      const auto endOffset = takeOffset(end);
      const auto valueCount = takeOffset(end);
      const auto valueBytes = takeOffset(end);
      const auto nameLength = take<std::uint8_t>(end);
      if (!endOffset || !valueCount || !valueBytes || !nameLength) {
        return cutShort();
      }
      if (*endOffset == 0) {
        return true;
      }
      if (*endOffset > end) {
        return *endOffset > m_bytes.size() ? cutShort() : problem(message("an FBX record leaves its parent"));
      }
      if (*endOffset < m_at || *endOffset - m_at < *nameLength) {
        return problem(message("an FBX record ends before it begins"));
      }
      const auto recordEnd = static_cast<std::size_t>(*endOffset);
      Record record;
      record.name = m_bytes.substr(m_at, *nameLength);
      m_at += *nameLength;
      if (*valueBytes > recordEnd - m_at || *valueCount > *valueBytes) {
        return problem(message("the values of FBX record \"%1\" leave it", record.name));
      }
      const std::size_t valuesEnd = m_at + static_cast<std::size_t>(*valueBytes);
      for (std::uint64_t i = 0; i < *valueCount; ++i) {
        if (!readValue(record, valuesEnd)) {
          return false;
        }
      }
      m_at = valuesEnd;
      if (m_at < recordEnd && !readRecords(record, recordEnd, depth + 1)) {
        return false;
      }
      m_at = recordEnd;
      parent.children.push_back(std::move(record));
    }
    return depth != 0 || cutShort();
  }

  template <class T>
  bool readNumber(Value& value, std::size_t end) {
    const auto number = take<T>(end);
    if (!number) {
      return cutShort();
    }
    if constexpr (std::is_floating_point_v<T>) {
      value.kind = Value::Kind::Real;
      value.real = static_cast<double>(*number);
    } else {
      value.integer = static_cast<std::int64_t>(*number);
    }
    return true;
  }

  bool readValue(Record& record, std::size_t end) {
    const auto type = take<char>(end);
    if (!type) {
      return cutShort();
    }
    Value value;
    bool good = true;
    switch (*type) {
      case 'Y':
        good = readNumber<std::int16_t>(value, end);
        break;
      case 'C':
      case 'B':
      case 'Z':
        good = readNumber<std::uint8_t>(value, end);
        break;
      case 'I':
        good = readNumber<std::int32_t>(value, end);
        break;
      case 'L':
        good = readNumber<std::int64_t>(value, end);
        break;
      case 'F':
        good = readNumber<float>(value, end);
        break;
      case 'D':
        good = readNumber<double>(value, end);
        break;
      case 'S':
      case 'R':
        value.kind = *type == 'S' ? Value::Kind::Text : Value::Kind::Raw;
        good = readBytes(value, take<std::uint32_t>(end), end);
        break;
      case 'f':
      case 'd':
      case 'i':
      case 'l':
      case 'b':
      case 'c':
        good = readArray(record, value, *type, end);
        break;
      default:
        return problem(message("FBX record \"%1\" holds a value of an unknown type", record.name));
    }
    if (good) {
      record.values.push_back(value);
    }
    return good;
  }

  bool readBytes(Value& value, std::optional<std::uint32_t> size, std::size_t end) {
    if (!size || *size > end - m_at) {
      return cutShort();
    }
    value.text = m_bytes.substr(m_at, *size);
    m_at += *size;
    return true;
  }

  bool readArray(const Record& record, Value& value, char type, std::size_t end) {
    const auto length = take<std::uint32_t>(end);
    const auto encoding = take<std::uint32_t>(end);
    const auto stored = take<std::uint32_t>(end);
    value.kind = Value::Kind::Array;
    value.elementType = type;
    if (!readBytes(value, stored, end)) {
      return false;
    }
    value.length = *length;
    value.deflated = *encoding != 0;
    const std::uint64_t wanted = std::uint64_t{*length} * elementSize(type);
    const bool fits = value.deflated ? wanted <= value.text.size() * kMaxDeflateRatio + 64 : wanted == *stored;
    if (!fits) {
      return problem(message("FBX array \"%1\" declares a length of %2 that its %3 bytes cannot hold", record.name,
                             *length, *stored));
    }
    m_inflated += value.deflated ? wanted : 0;
    if (m_inflated > kInflatedBytes + kMaxInflation * m_bytes.size()) {
      return problem(
          message("the arrays of the FBX file would unpack to more than %1 MiB, an absurd amount for its size",
                  m_inflated >> 20));
    }
    return true;
  }

  std::string_view m_bytes;
  std::uint64_t m_inflated = 0;
  bool m_wide;
  std::size_t m_at = 0;
  Message m_problem;
};

}  // namespace

Result<Record> parseBinary(std::string_view bytes, std::uint32_t version) {
  return BinaryParser(bytes, version).parse();
}

}  // namespace texeleton::importing::fbx
