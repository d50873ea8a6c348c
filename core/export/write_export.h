#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/export/export_places.h"
#include "core/pack/pack.h"

namespace texeleton::exporting {

/// The changes made by an export beside the pack, in all its places.
struct ExportChanges {
  std::vector<std::filesystem::path> written;
  std::vector<std::filesystem::path> removed;
  std::vector<std::filesystem::path> kept;  ///< Files that the user has edited.
};

/// Whether the pack of these places gets a canary (core/pack/canary.h): where any of them is for an engine.
bool wantsCanary(std::span<const ExportPlace> places);

/// The files that a place has beside its pack, which lies at `packFolder`, and what the list of files says of it.
struct BesidePack {
  std::vector<FileGroup> groups;
  ExportRecord record;
};

/// Errors: Unsupported (the target cannot play this pack, or does not decode its encoding), those of the target.
Result<BesidePack> besidePack(const pack::Pack& pack, const ExportPlace& place,
                              const std::filesystem::path& packFolder);

/// `settings` of AskedBake for a pack that goes to these places.
std::string exportSettings(std::string settings, std::span<const ExportPlace> places);

/// Writes a pack and what lies beside it to places that share it. The pack is read again and checked. Whatever fails on
/// the way, or when `job` is cancelled, all of it is as it was; so it is after the next start, where the program is
/// ended on the way. `pack` gets the canary that the file has. Errors: of writePack, readPack, FolderChange,
/// prepareOwnedFiles; Verification; of the targets (Unsupported: a pack that one cannot play); Limit (memory).
Result<ExportChanges> writeExport(pack::Pack& pack, std::span<const ExportPlace> places,
                                  const pack::PackWriteOptions& options, JobContext& job);

/// Writes only what lies beside the pack, which is there and whole. Errors: as above; Verification where an interrupted
/// export had to be undone first.
Result<ExportChanges> writeBesidePack(std::span<const ExportPlace> places, JobContext& job);

/// Undoes an export into these places that was interrupted, with an Issue, so that what lies there can be judged. True:
/// there was one. Errors: of FolderChange.
Result<bool> undoInterruptedExport(std::span<const ExportPlace> places, JobContext& job);

}  // namespace texeleton::exporting
