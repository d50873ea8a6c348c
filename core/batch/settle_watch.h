#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "core/batch/file_state.h"

namespace texeleton::batch {

/// Detects when files were saved again and are complete: they differ from the known state and have not changed for a
/// while. Each look calls `stat` once for each path, which also detects files that are replaced by renaming, written in
/// pieces, or on network drives; system notifications may miss each of these (docs/decisions/0010).
class SettleWatch {
 public:
  /// `lostSeconds`: when a first file that existed has been missing for this long, its item is returned too, once.
  explicit SettleWatch(double settleSeconds, double lostSeconds = std::numeric_limits<double>::infinity())
      : m_settleSeconds(settleSeconds), m_lostSeconds(lostSeconds) {}

  /// A file and its state when it was last read; nothing: it was missing.
  struct File {
    std::filesystem::path path;
    std::optional<FileState> state;
  };

  /// Watches these files, and no others, for `item`. The first is required.
  void watch(std::size_t item, std::vector<File> files);

  /// Also watches a file that the item would read if it existed; no effect if it is watched already, or the item is
  /// not.
  void watchNew(std::size_t item, const std::filesystem::path& path);

  /// Examines all files. Returns the items with a file that differs from its known state, once all their files have
  /// been unchanged for the settling time and the first exists, or is lost; the new state becomes the known one.
  /// `nowSeconds`: from any monotonic clock.
  std::vector<std::size_t> look(double nowSeconds);

 private:
  struct Item {
    std::vector<File> files;                     ///< With their known states.
    std::vector<std::optional<FileState>> seen;  ///< At the last look.
    double changedAt = 0.0;                      ///< Time of the last change of `seen`.
    bool looked = false;
  };

  double m_settleSeconds;
  double m_lostSeconds;
  std::map<std::size_t, Item> m_items;
};

}  // namespace texeleton::batch
