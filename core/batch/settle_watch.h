#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "core/batch/file_state.h"

namespace texeleton::batch {

/// Tells when files were saved again and are complete: when they differ from the known state and have not changed for a
/// while. Every look is one `stat` for each file, by name: it notices files that are replaced by renaming, written in
/// pieces, or on network drives, each of which notifications of the system may miss (docs/decisions/0010).
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

  /// Watches these files, and no others, for `item`. The first is the one without which nothing can be done.
  void watch(std::size_t item, std::vector<File> files);

  /// A file that the item would read too, should it be there: nothing for one that is watched already, or an item that
  /// is not.
  void watchNew(std::size_t item, const std::filesystem::path& path);

  /// Looks at all files. Returns the items with a file that differs from its known state, while all their files have
  /// been unchanged for the settling time and the first exists, or is lost; that becomes the known state. `nowSeconds`:
  /// from any monotonic clock.
  std::vector<std::size_t> look(double nowSeconds);

 private:
  struct Item {
    std::vector<File> files;                     ///< As known.
    std::vector<std::optional<FileState>> seen;  ///< At the last look.
    double changedAt = 0.0;                      ///< Time of the last change of `seen`.
    bool looked = false;
  };

  double m_settleSeconds;
  double m_lostSeconds;
  std::map<std::size_t, Item> m_items;
};

}  // namespace texeleton::batch
