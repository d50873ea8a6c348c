#pragma once

#include <filesystem>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/export/export_target.h"

namespace texeleton::exporting {

/// An export that was found, and how it is.
struct ExaminedExport {
  ExportRecord record;
  std::filesystem::path folder;
  std::vector<ExportFinding> findings;  ///< Of this export alone.
};

/// The results of examining a folder and its subfolders.
struct DoctorReport {
  std::vector<ExaminedExport> exports;
  std::vector<std::filesystem::path> packs;  ///< That belong to no export.
  std::vector<ExportFinding> findings;       ///< Of packs and of files that several exports share.

  /// Whether everything is as it was exported: no finding but infos.
  bool isWhole() const;
};

/// Looks for exports below a folder (their lists of files, texeleton.files.json, and packs) and examines them in place:
/// files that are missing or edited, packs, textures that a tool has changed, versions, identifiers that two characters
/// have, and what the targets look at (import settings). Folders of version control and packages, and links, are left
/// out. An interrupted export is undone, with a finding; nothing else is changed. Errors: NotFound, Io,
/// Cancelled.
Result<DoctorReport> examineExports(const std::filesystem::path& folder, JobContext& job);

}  // namespace texeleton::exporting
