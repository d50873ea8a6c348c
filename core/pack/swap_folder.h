#pragma once

#include <string>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/pack/pack_folder.h"

namespace texeleton::pack {

/// A new folder beside the pack it is to become. It is filled, then swapped in; before that, nothing of the old pack is
/// touched, and when this object (or the whole process) dies, the old pack stays. What a dead process left behind is
/// found by its lock having gone, and is cleared away by the next begin().
class SwapFolder {
 public:
  /// Makes the folder. Puts back an interrupted replacement first. Errors: Io, InvalidArgument (what lies at the place
  /// is no pack).
  static Result<SwapFolder> begin(PackPlace place, JobContext& job);

  SwapFolder(SwapFolder&&) = default;
  SwapFolder& operator=(SwapFolder&&) = delete;
  ~SwapFolder();

  int fd() const { return m_folder.fd(); }
  const PackPlace& place() const { return m_place; }

  /// Makes the new folder the pack: in one step where the file system can exchange two names (and `tryExchange`), else
  /// in two renames between which `.NAME.old` is the whole pack that readers put back. `flushToDisk`: the new names are
  /// on the disk when this returns. Files that others put into the old pack's folder move to the new one. Errors: as
  /// begin().
  Result<void> swapIn(bool flushToDisk, bool tryExchange, JobContext& job);

 private:
  SwapFolder(PackPlace place, std::string name, FolderHandle folder);
  void dropOld(const std::string& name, JobContext& job);
  Result<void> exchangeOrRename(bool flushToDisk, bool tryExchange, JobContext& job);
  Result<void> swapInTwoSteps(JobContext& job);

  PackPlace m_place;
  std::string m_name;  ///< Name of the temporary folder; empty after the swap.
  FolderHandle m_folder;
};

}  // namespace texeleton::pack
