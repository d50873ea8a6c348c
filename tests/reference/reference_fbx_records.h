#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace texeleton::test {

/// One value of an FBX record; 0 or empty for other types.
struct FbxValue {
  std::int64_t integer = 0;
  double number = 0.0;
  std::string text;
  std::vector<double> array;
};

/// A record of an FBX file: `name: values { children }`.
struct FbxRecord {
  std::string name;
  std::vector<FbxValue> values;
  std::vector<FbxRecord> children;

  const FbxRecord* find(const std::string& childName) const;
  std::int64_t integer(std::size_t i) const { return i < values.size() ? values[i].integer : 0; }
  double number(std::size_t i) const { return i < values.size() ? values[i].number : 0.0; }
  std::string text(std::size_t i) const { return i < values.size() ? values[i].text : std::string(); }
  /// The numbers of a child that is an array; empty if there is none.
  std::vector<double> array(const std::string& childName) const;
};

/// Reads binary and ASCII files of version 7. No checks: the files of the tests are trusted.
FbxRecord readFbxRecords(const std::filesystem::path& file);

}  // namespace texeleton::test
