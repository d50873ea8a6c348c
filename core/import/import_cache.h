#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/import/worker/worker_protocol.h"
#include "core/model/model.h"

namespace texeleton::importing {

/// Models that were imported before. An entry is one file: the snapshot, then each further file that was looked up with
/// its hash or "absent", re-checked on use, with paths relative to the model's folder: the same model file at another
/// place may see other neighbours. So up to kVariants entries may have one key.
/// Entries are written aside and renamed, so any number of processes may share the folder; what is broken is dropped.
/// A folder or an entry that is not the user's own, or that others may write to, is not used, and nothing is read whole
/// that is larger than the cache may be or does not end as an entry. Nothing here fails: a cache that cannot be read or
/// written is an empty one.
class ImportCache {
 public:
  static constexpr int kVariants = 4;

  /// An empty `folder` stands for defaultFolder().
  ImportCache(std::filesystem::path folder, std::uint64_t maxBytes);

  /// $TEXELETON_CACHE/import, else texeleton/import in the user's cache folder; empty when there is none.
  static std::filesystem::path defaultFolder();

  /// The model that was stored under `key` and whose references, seen from `modelFolder`, are as they were; these go to
  /// `references` where it is given.
  std::optional<model::Model> find(const std::string& key, const std::filesystem::path& modelFolder,
                                   const JobContext& job, std::vector<worker::Reference>* references = nullptr);

  /// Stores what the worker handed back (snapshot and references), then removes the entries that were not used for
  /// longest until all fit into `maxBytes`, and temporary files of processes that died.
  void store(const std::string& key, std::span<const std::byte> result);

 private:
  std::filesystem::path entryPath(const std::string& key, int variant) const;
  std::filesystem::path placeFor(const std::string& key) const;
  void trim() const;

  std::filesystem::path m_folder;
  std::uint64_t m_maxBytes;
};

/// Whether every reference is as it was, seen from `modelFolder`: there with that hash, or absent.
bool referencesHold(const std::vector<worker::Reference>& references, const std::filesystem::path& modelFolder,
                    const JobContext& job);

}  // namespace texeleton::importing
