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

/// A cache of imported models. An entry is a file with the snapshot and, for each further file that was looked up, its
/// path relative to the model's folder and its hash or "absent"; these are re-checked on use. The same model file may
/// have other neighbours in another folder, so a key may have up to kVariants entries. Entries are written to temporary
/// files and renamed, so that processes may share the folder; broken entries are removed. Folders and entries that
/// others own or may write to are ignored, and so are files that are too large or lack the end of an entry. An
/// unreadable or unwritable cache counts as empty; nothing fails.
class ImportCache {
 public:
  static constexpr int kVariants = 4;

  /// An empty `folder` means defaultFolder().
  ImportCache(std::filesystem::path folder, std::uint64_t maxBytes);

  /// $TEXELETON_CACHE/import, else texeleton/import in the user's cache folder; empty if there is none.
  static std::filesystem::path defaultFolder();

  /// The model stored under `key` whose references, relative to `modelFolder`, are unchanged; they are written to
  /// `references` if given.
  std::optional<model::Model> find(const std::string& key, const std::filesystem::path& modelFolder,
                                   const JobContext& job, std::vector<worker::Reference>* references = nullptr);

  /// Stores the worker's result (snapshot and references), then removes the least recently used entries until all fit
  /// into `maxBytes`, and temporary files of ended processes.
  void store(const std::string& key, std::span<const std::byte> result);

 private:
  std::filesystem::path entryPath(const std::string& key, int variant) const;
  std::filesystem::path placeFor(const std::string& key) const;
  void trim() const;

  std::filesystem::path m_folder;
  std::uint64_t m_maxBytes;
};

/// Whether a folder is the user's own, and no other user may write to it.
bool isOwnFolder(const std::filesystem::path& folder);

/// Whether every reference, relative to `modelFolder`, is unchanged: present with that hash, or absent.
bool referencesHold(const std::vector<worker::Reference>& references, const std::filesystem::path& modelFolder,
                    const JobContext& job);

}  // namespace texeleton::importing
