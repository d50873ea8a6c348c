#pragma once

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
  char elementType = 0;  ///< Of a binary array: f, d, i, l, b; 0: an array of an ASCII file.
  bool deflated = false;
  std::uint32_t length = 0;  ///< Elements that an array declares.
  std::int64_t integer = 0;
  double real = 0.0;
  std::string_view text;  ///< Text; an array's bytes as the file holds them.

  double number() const { return kind == Kind::Integer ? static_cast<double>(integer) : real; }
};

/// A record: `name: values… { children }`.
struct Record {
  std::string_view name;
  std::vector<Value> values;
  std::vector<Record> children;
  std::size_t line = 0;  ///< In an ASCII file.

  const Record* find(std::string_view childName) const;
  /// The text of value `index`, or nothing.
  std::string_view textAt(std::size_t index) const;
  std::int64_t integerAt(std::size_t index) const;
  double numberAt(std::size_t index) const;
};

/// The records of an FBX file of version 7.1 or newer, binary or ASCII, checked for being whole: no record leaves its
/// parent, nothing is nested deeper than kMaxFbxDepth, and no array declares more than its bytes can hold.
struct Document {
  std::vector<std::byte> bytes;
  bool binary = false;
  std::uint32_t version = 0;
  Record root;
};

inline constexpr int kMaxFbxDepth = 64;

/// Errors: BadFile (not FBX, cut short, too deep, array length), Unsupported (version).
Result<Document> readDocument(std::vector<std::byte> bytes);

/// The numbers of an array value, inflated if need be. Errors: BadFile (does not inflate, is not a number).
Result<std::vector<double>> readNumbers(const Value& array);
/// Likewise for 64-bit integers (key times do not fit a double).
Result<std::vector<std::int64_t>> readIntegers(const Value& array);
/// The raw 32-bit words of an array of floats or integers (packed weights hide in floats).
Result<std::vector<float>> readFloats(const Value& array);

}  // namespace texeleton::importing::fbx
