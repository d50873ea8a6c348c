#include "core/batch/settle_watch.h"

#include <algorithm>
#include <utility>

namespace texeleton::batch {

namespace fs = std::filesystem;

void SettleWatch::watch(std::size_t item, std::vector<File> files) {
  Item fresh;
  fresh.files = std::move(files);
  m_items[item] = std::move(fresh);
}

void SettleWatch::watchNew(std::size_t item, const fs::path& path) {
  const auto place = m_items.find(item);
  if (place == m_items.end()) {
    return;
  }
  std::vector<File>& files = place->second.files;
  if (std::ranges::none_of(files, [&](const File& file) { return file.path == path; })) {
    files.push_back({path, std::nullopt});
  }
}

std::vector<std::size_t> SettleWatch::look(double nowSeconds) {
  std::map<fs::path, std::optional<FileState>> states;  // Files shared by several items are examined once.
  std::vector<std::size_t> ready;
  for (auto& [number, item] : m_items) {
    std::vector<std::optional<FileState>> now;
    now.reserve(item.files.size());
    bool differs = false;
    for (const File& file : item.files) {
      const auto [place, isNew] = states.try_emplace(file.path);
      if (isNew) {
        place->second = fileState(file.path);
      }
      differs = differs || place->second != file.state;
      now.push_back(place->second);
    }
    if (!item.looked || now != item.seen) {
      item.looked = true;
      item.seen = std::move(now);
      item.changedAt = nowSeconds;
    }
    const bool there = !item.seen.empty() && item.seen.front().has_value();
    const bool isLost = !there && !item.files.empty() && item.files.front().state.has_value();
    const double unchanged = nowSeconds - item.changedAt;
    if (differs && ((there && unchanged >= m_settleSeconds) || (isLost && unchanged >= m_lostSeconds))) {
      for (std::size_t i = 0; i < item.files.size(); ++i) {
        item.files[i].state = item.seen[i];
      }
      ready.push_back(number);
    }
  }
  return ready;
}

}  // namespace texeleton::batch
