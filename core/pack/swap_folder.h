#pragma once

#include <string>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/pack/pack_folder.h"

namespace texeleton::pack {

/// A new folder beside the pack that it will replace. It is filled, then swapped in; until then the old pack is
/// unchanged, also if this object (or the process) ends. Leftovers of an ended process are recognised by their free
/// lock, and removed by the next begin().
class SwapFolder {
 public:
  /// Creates the folder, after restoring an interrupted replacement. Errors: Io, InvalidArgument (the item at the place
  /// is not a pack).
  static Result<SwapFolder> begin(PackPlace place, JobContext& job);

  SwapFolder(SwapFolder&&) = default;
  SwapFolder& operator=(SwapFolder&&) = delete;
  ~SwapFolder();

  int fd() const { return m_folder.get(); }
  const PackPlace& place() const { return m_place; }

  /// Makes the new folder the pack: atomically if the file system can exchange two names (and `tryExchange`), else by
  /// two renames, between which readers restore the complete pack `.NAME.old`. `flushToDisk`: the new names are on the
  /// disk on return. Foreign files in the old pack's folder move to the new one. Errors: as begin().
  Result<void> swapIn(bool flushToDisk, bool tryExchange, JobContext& job);

 private:
  SwapFolder(PackPlace place, std::string name, FileDescriptor folder);
  void dropOld(const std::string& name, JobContext& job);
  Result<void> exchangeOrRename(bool flushToDisk, bool tryExchange, JobContext& job);
  Result<void> swapInTwoSteps(JobContext& job);

  PackPlace m_place;
  std::string m_name;  ///< Name of the temporary folder; empty after the swap.
  FileDescriptor m_folder;
};

}  // namespace texeleton::pack
