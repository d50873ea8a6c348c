#include "tests/fuzz/folder_state.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <span>

#include "core/base/checksum.h"

namespace texeleton::fuzz {

namespace fs = std::filesystem;

FolderState stateOf(const fs::path& folder, const std::vector<fs::path>& except) {
  constexpr std::uintmax_t kReadBytes = 1 << 20;
  FolderState state;
  std::error_code error;
  for (auto entry = fs::recursive_directory_iterator(folder, error); entry != fs::recursive_directory_iterator();
       entry.increment(error)) {
    if (std::find(except.begin(), except.end(), entry->path()) != except.end()) {
      entry.disable_recursion_pending();
      continue;
    }
    std::string& text = state[entry->path().string()];
    if (!entry->is_regular_file(error)) {
      text = "no file";
      continue;
    }
    text = std::to_string(entry->file_size(error)) + " bytes, changed " +
           std::to_string(entry->last_write_time(error).time_since_epoch().count());
    if (entry->file_size(error) <= kReadBytes) {
      std::ifstream stream(entry->path(), std::ios::binary);
      const std::string content{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
      text += ", " + checksumOf(std::as_bytes(std::span(content)));
    }
  }
  return state;
}

std::string difference(const FolderState& before, const FolderState& after) {
  for (const auto& [path, text] : before) {
    const auto now = after.find(path);
    if (now == after.end()) {
      return path + " is gone";
    }
    if (now->second != text) {
      return path + " changed: " + text + " became " + now->second;
    }
  }
  for (const auto& [path, text] : after) {
    if (before.count(path) == 0) {
      return path + " appeared: " + text;
    }
  }
  return {};
}

}  // namespace texeleton::fuzz
