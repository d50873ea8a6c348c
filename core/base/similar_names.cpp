#include "core/base/similar_names.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/one_line.h"

namespace texeleton {

namespace {

constexpr std::size_t kMostSuggested = 3;
constexpr std::size_t kLongestCompared = 64;  ///< Bytes; the comparison's cost is their square.

std::string lowered(std::string_view text) {
  std::string lower(text.substr(0, kLongestCompared));
  for (char& c : lower) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return lower;
}

/// The number of bytes to insert, remove or replace that turns `a` into `b` (Levenshtein).
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string> similarNames(std::string_view name, const std::vector<std::string>& names, std::size_t most) {
  const std::string wanted = lowered(name);
  std::vector<std::pair<std::size_t, std::size_t>> ranked;  // distance, index
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string candidate = lowered(names[i]);
    std::size_t distance = editDistance(wanted, candidate);
    const auto contains = [](const std::string& a, const std::string& b) {
      return b.size() >= 3 && a.find(b) != std::string::npos;
    };
    const bool alike = distance <= std::max<std::size_t>(2, wanted.size() / 3);
    if (alike || contains(candidate, wanted) || contains(wanted, candidate)) {
      ranked.emplace_back(alike ? distance : distance + kLongestCompared, i);
    }
  }
  std::sort(ranked.begin(), ranked.end());
  ranked.resize(std::min(ranked.size(), most));
  std::vector<std::string> similar;
  similar.reserve(ranked.size());
  for (const auto& [distance, index] : ranked) {
    similar.push_back(names[index]);
  }
  return similar;
}

Message didYouMean(std::string_view name, const std::vector<std::string>& names) {
  const std::vector<std::string> similar = similarNames(name, names, kMostSuggested);
  switch (similar.size()) {
    case 0:
      return {};
    case 1:
      return message("; did you mean %1?", inQuotes(similar[0]));
    case 2:
      return message("; did you mean %1 or %2?", inQuotes(similar[0]), inQuotes(similar[1]));
    default:
      return message("; did you mean %1, %2 or %3?", inQuotes(similar[0]), inQuotes(similar[1]), inQuotes(similar[2]));
  }
}

Message namesInstead(std::string_view name, const std::vector<std::string>& names) {
  Message similar = didYouMean(name, names);
  if (!similar.empty() || names.empty()) {
    return similar;
  }
  const std::size_t shown = std::min(names.size(), 2 * kMostSuggested);
  Message list = inQuotes(names[0]);
  for (std::size_t i = 1; i < shown; ++i) {
    list = message("%1, %2", list, inQuotes(names[i]));
  }
  return shown < names.size() ? message("; it has %1 and %2 more", list, names.size() - shown)
                              : message("; it has %1", list);
}

}  // namespace texeleton
