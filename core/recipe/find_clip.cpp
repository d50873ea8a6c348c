#include "core/recipe/find_clip.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace texeleton {

namespace {

constexpr std::size_t kLongestCompared = 64;  ///< Bytes; the comparison's cost is their square.
constexpr std::size_t kQuotedBytes = 80;

std::string lowered(std::string_view text) {
  std::string lower(text.substr(0, kLongestCompared));
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') {
      c = static_cast<char>(c - 'A' + 'a');
    }
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

std::string oneLine(std::string_view text, std::size_t maxBytes) {
  const bool cut = text.size() > maxBytes;
  if (cut) {
    while (maxBytes > 0 && (static_cast<unsigned char>(text[maxBytes]) & 0xc0) == 0x80) {
      --maxBytes;  // Not inside a UTF-8 character.
    }
    text = text.substr(0, maxBytes);
  }
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return cut ? line + "…" : line;
}

std::string inQuotes(std::string_view text) { return '"' + oneLine(text, kQuotedBytes) + '"'; }

std::vector<ClipIndex> clipsNamed(const Model& model, std::string_view name) {
  std::vector<ClipIndex> found;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    if (model.clips[i].name == name) {
      return {ClipIndex(i)};
    }
    if (!name.empty() && model.clips[i].sourceName == name) {
      found.emplace_back(i);
    }
  }
  return found;
}

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

std::string noSuchClip(const Model& model, std::string_view name) {
  constexpr std::size_t kShown = 3;
  std::string text = "the model has no clip " + inQuotes(name);
  if (model.clips.empty()) {
    return text + "; it has no clips at all";
  }
  std::vector<std::string> names;
  names.reserve(model.clips.size());
  for (const Clip& clip : model.clips) {
    names.push_back(clip.name);
  }
  std::vector<std::string> shown = similarNames(name, names, kShown);
  const bool similar = !shown.empty();
  if (!similar) {
    shown.assign(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), 2 * kShown)));
  }
  text += similar ? "; did you mean " : "; it has ";
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const bool last = i + 1 == shown.size();
    text += (i == 0 ? "" : (last && similar ? " or " : ", ")) + inQuotes(shown[i]);
  }
  if (similar) {
    return text + "?";
  }
  return shown.size() < names.size() ? text + " and " + std::to_string(names.size() - shown.size()) + " more" : text;
}

}  // namespace texeleton
