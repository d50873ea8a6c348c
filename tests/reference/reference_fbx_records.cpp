#include "tests/reference/reference_fbx_records.h"

#include <QByteArray>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace texeleton::test {

const FbxRecord* FbxRecord::find(const std::string& childName) const {
  for (const FbxRecord& child : children) {
    if (child.name == childName) {
      return &child;
    }
  }
  return nullptr;
}

std::vector<double> FbxRecord::array(const std::string& childName) const {
  const FbxRecord* child = find(childName);
  return child != nullptr && !child->values.empty() ? child->values[0].array : std::vector<double>();
}

namespace {

class BinaryReader {
 public:
  explicit BinaryReader(const std::string& bytes) : m_bytes(bytes), m_wide(at<std::uint32_t>(23) >= 7500) {}

  FbxRecord read() {
    FbxRecord root;
    std::size_t place = 27;
    while (readRecord(place, root)) {
    }
    return root;
  }

 private:
  template <class T>
  T at(std::size_t place) const {
    T value{};
    std::memcpy(&value, m_bytes.data() + place, sizeof value);
    return value;
  }

  std::size_t readSize(std::size_t& place) const {
    const std::size_t size = m_wide ? at<std::uint64_t>(place) : at<std::uint32_t>(place);
    place += m_wide ? 8 : 4;
    return size;
  }

  bool readRecord(std::size_t& place, FbxRecord& parent) {
    const std::size_t end = readSize(place);
    const std::size_t count = readSize(place);
    readSize(place);  // bytes of the values
    const std::size_t nameLength = at<std::uint8_t>(place++);
    if (end == 0) {
      return false;
    }
    FbxRecord record;
    record.name = m_bytes.substr(place, nameLength);
    place += nameLength;
    for (std::size_t i = 0; i < count; ++i) {
      record.values.push_back(readValue(place));
    }
    while (place < end && readRecord(place, record)) {
    }
    place = end;
    parent.children.push_back(std::move(record));
    return true;
  }

  static std::size_t sizeOf(char type) {
    switch (type) {
      case 'C':
      case 'B':
      case 'b':
      case 'c':
        return 1;
      case 'Y':
        return 2;
      case 'I':
      case 'F':
      case 'i':
      case 'f':
        return 4;
      default:
        return 8;
    }
  }

  static double numberAt(const char* p, char type, std::int64_t* integer) {
    const auto as = [&](auto value) {
      std::memcpy(&value, p, sizeof value);
      *integer = static_cast<std::int64_t>(value);
      return static_cast<double>(value);
    };
    switch (type) {
      case 'Y':
        return as(std::int16_t{});
      case 'I':
      case 'i':
        return as(std::int32_t{});
      case 'L':
      case 'l':
        return as(std::int64_t{});
      case 'F':
      case 'f':
        return as(float{});
      case 'D':
      case 'd':
        return as(double{});
      default:
        return as(std::uint8_t{});
    }
  }

  FbxValue readValue(std::size_t& place) const {
    FbxValue value;
    const char type = m_bytes[place++];
    const std::size_t size = sizeOf(type);
    if (type == 'S' || type == 'R') {
      const std::size_t length = at<std::uint32_t>(place);
      value.text = m_bytes.substr(place + 4, length);
      place += 4 + length;
    } else if (std::islower(type) != 0) {
      const std::size_t length = at<std::uint32_t>(place);
      const bool deflated = at<std::uint32_t>(place + 4) != 0;
      const std::size_t stored = at<std::uint32_t>(place + 8);
      std::string raw = m_bytes.substr(place + 12, stored);
      place += 12 + stored;
      if (deflated) {
        // Qt expects the inflated length first, in big-endian order.
        QByteArray packed;
        for (int shift = 24; shift >= 0; shift -= 8) {
          packed.append(static_cast<char>((length * size) >> shift));
        }
        raw = qUncompress(packed + QByteArray::fromStdString(raw)).toStdString();
      }
      for (std::size_t i = 0; i < length; ++i) {
        std::int64_t ignored = 0;
        value.array.push_back(numberAt(raw.data() + i * size, type, &ignored));
      }
    } else {
      value.number = numberAt(m_bytes.data() + place, type, &value.integer);
      place += size;
    }
    return value;
  }

  const std::string& m_bytes;
  bool m_wide;
};

class AsciiReader {
 public:
  explicit AsciiReader(const std::string& text) : m_text(text) {}

  FbxRecord read() {
    FbxRecord root;
    readChildren(root);
    return root;
  }

 private:
  char peek() {
    while (m_place < m_text.size()) {
      if (m_text[m_place] == ';') {
        m_place = m_text.find('\n', m_place);
      } else if (std::isspace(static_cast<unsigned char>(m_text[m_place])) == 0) {
        return m_text[m_place];
      } else {
        ++m_place;
      }
    }
    return '\0';
  }

  std::string word() {
    const std::size_t begin = m_place;
    while (m_place < m_text.size() && std::strchr(" \t\r\n,:{}", m_text[m_place]) == nullptr) {
      ++m_place;
    }
    return m_text.substr(begin, m_place - begin);
  }

  // ASCII files write these floats as integers with the same bits.
  static double floatOfBits(std::int64_t word) {
    const auto bits = static_cast<std::uint32_t>(word);
    float value = 0.0f;
    std::memcpy(&value, &bits, sizeof value);
    return static_cast<double>(value);
  }

  void readChildren(FbxRecord& parent) {
    while (peek() != '}' && peek() != '\0') {
      FbxRecord record;
      record.name = word();
      ++m_place;  // the colon
      readValues(record);
      if (peek() == '{') {
        ++m_place;
        readChildren(record);
        ++m_place;
        if (const FbxRecord* numbers = record.find("a"); numbers != nullptr && record.children.size() == 1) {
          FbxValue value;
          for (const FbxValue& number : numbers->values) {
            value.array.push_back(record.name == "KeyAttrDataFloat" ? floatOfBits(number.integer) : number.number);
          }
          record.values = {value};
        }
      }
      parent.children.push_back(std::move(record));
    }
  }

  // Values are on the record's line; only after a comma do they continue on the next one.
  void readValues(FbxRecord& record) {
    bool more = m_text.find_first_not_of(" \t\r", m_place) != m_text.find('\n', m_place);
    while (more && peek() != '{') {
      FbxValue value;
      if (peek() == '"') {
        const std::size_t end = m_text.find('"', m_place + 1);
        value.text = m_text.substr(m_place + 1, end - m_place - 1);
        m_place = end + 1;
      } else if (peek() != ',') {
        value.text = word();
        value.number = std::strtod(value.text.c_str(), nullptr);
        value.integer = std::strtoll(value.text.c_str(), nullptr, 10);
      }
      record.values.push_back(std::move(value));
      more = peek() == ',';
      m_place += more ? 1 : 0;
    }
  }

  const std::string& m_text;
  std::size_t m_place = 0;
};

}  // namespace

FbxRecord readFbxRecords(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  if (bytes.size() < 27) {
    throw std::runtime_error("no FBX file: " + file.string());
  }
  return bytes.compare(0, 18, "Kaydara FBX Binary") == 0 ? BinaryReader(bytes).read() : AsciiReader(bytes).read();
}

}  // namespace texeleton::test
