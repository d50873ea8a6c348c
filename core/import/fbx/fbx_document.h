#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace texeleton::importing::fbx {

/// One value of an FBX record. Text, arrays and raw bytes are views into Document::bytes.
struct Value {
  enum class Kind : std::uint8_t { Integer, Real, Text, Array, Raw };

  Kind kind = Kind::Integer;
  char elementType = 0;  ///< Binary array: f, d, i, l or b; ASCII array: 0.
  bool deflated = false;
  std::uint32_t length = 0;  ///< Number of elements that an array declares.
  std::int64_t integer = 0;
  double real = 0.0;
  std::string_view text;  ///< A text, or the unprocessed bytes of an array.

  double number() const { return kind == Kind::Integer ? static_cast<double>(integer) : real; }
};

/// A record: `name: values… { children }`.
struct Record {
  std::string_view name;
  std::vector<Value> values;
  std::vector<Record> children;

  const Record* find(std::string_view childName) const;
  /// The first value of a child; null if there is no such child, or it has no values.
  const Value* valueOf(std::string_view childName) const;
  /// The text of value `index`; empty if there is none.
  std::string_view textAt(std::size_t index) const;
  std::int64_t integerAt(std::size_t index) const;
  double numberAt(std::size_t index) const;
};

/// The records of an FBX file of version 7.1 or newer, binary or ASCII. They are validated: each record lies inside its
/// parent, the nesting is at most kMaxFbxDepth, and no array declares more than its bytes can hold.
struct Document {
  std::vector<std::byte> bytes;
  bool binary = false;
  std::uint32_t version = 0;
  Record root;

  /// Calls `visit(record)` for the records of a section ("Objects"), in file order.
  template <class Visit>
  void forRecords(std::string_view sectionName, const Visit& visit) const {
    for (const Record& section : root.children) {
      if (section.name == sectionName) {
        std::for_each(section.children.begin(), section.children.end(), visit);
      }
    }
  }
};

inline constexpr int kMaxFbxDepth = 64;

/// Errors: BadFile (not FBX, cut short, too deep, array length), Unsupported (version).
Result<Document> readDocument(std::vector<std::byte> bytes);

/// Size in bytes of one element of a binary array of this type.
std::size_t elementSize(char type);

/// The records of a binary file (`bytes` includes its header) or of an ASCII file. Errors: BadFile.
Result<Record> parseBinary(std::string_view bytes, std::uint32_t version);
Result<Record> parseAscii(std::string_view text);

/// The numbers of an array value, inflated if needed. Errors: BadFile (does not inflate, is not a number).
Result<std::vector<double>> readNumbers(const Value& array);
/// The same for 64-bit integers (key times do not fit a double).
Result<std::vector<std::int64_t>> readIntegers(const Value& array);
/// The raw 32-bit words of an array of floats or integers (floats may hold packed weights).
Result<std::vector<float>> readFloats(const Value& array);

}  // namespace texeleton::importing::fbx
