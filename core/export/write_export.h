#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/export/export_places.h"
#include "core/pack/pack.h"

namespace texeleton::exporting {

/// The changes that an export made beside the pack, in all its places.
struct ExportChanges {
  std::vector<std::filesystem::path> written;
  std::vector<std::filesystem::path> removed;
  std::vector<std::filesystem::path> kept;  ///< Files that the user has edited.
};

/// Whether the pack of these places needs a canary (core/pack/canary.h): any of them is for an engine.
bool wantsCanary(std::span<const ExportPlace> places);

/// The files of a place beside its pack, which lies at `packFolder`, and their record in the list of files.
struct BesidePack {
  std::vector<FileGroup> groups;
  ExportRecord record;
};

/// Errors: Unsupported (the target cannot play this pack, or does not decode its encoding), those of the target.
Result<BesidePack> besidePack(const pack::Pack& pack, const ExportPlace& place,
                              const std::filesystem::path& packFolder);

/// The `settings` of AskedBake for a pack with these places.
std::string exportSettings(std::string settings, std::span<const ExportPlace> places);

/// Writes a pack, and the files beside it, to places that share it. The pack is read again and checked. If anything
/// fails or `job` is cancelled, everything is restored; if the program is killed, the next export restores it. `pack`
/// gets the canary that the file has. Errors: those of writePack, readPack, FolderChange, prepareOwnedFiles;
/// Verification; those of the targets (Unsupported: a pack that one cannot play); Limit (memory).
Result<ExportChanges> writeExport(pack::Pack& pack, std::span<const ExportPlace> places,
                                  const pack::PackWriteOptions& options, JobContext& job);

/// Writes only the files beside the pack, which must be complete. Errors: as above; Verification if an interrupted
/// export had to be undone first.
Result<ExportChanges> writeBesidePack(std::span<const ExportPlace> places, JobContext& job);

/// Undoes an interrupted export into these places, with an Issue, so that their files can be examined. Returns whether
/// there was one. Errors: those of FolderChange.
Result<bool> undoInterruptedExport(std::span<const ExportPlace> places, JobContext& job);

}  // namespace texeleton::exporting
