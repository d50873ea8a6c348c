#pragma once

#include <filesystem>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/export/export_target.h"

namespace texeleton::exporting {

/// An export that was found, and its findings.
struct ExaminedExport {
  ExportRecord record;
  std::filesystem::path folder;
  std::vector<ExportFinding> findings;  ///< Findings about this export alone.
};

/// The results of examining a folder and its subfolders.
struct DoctorReport {
  std::vector<ExaminedExport> exports;
  std::vector<std::filesystem::path> packs;  ///< Packs that belong to no export.
  std::vector<ExportFinding> findings;       ///< Findings about packs and shared files.

  /// Whether the exports are unchanged: all findings are infos.
  bool isWhole() const;
};

/// Finds exports below a folder (by their lists of files, texeleton.files.json, and packs) and examines them in place:
/// missing or edited files, packs, textures that a tool has changed, versions, identifiers shared by two characters,
/// and import settings. Folders of version control and packages, and links, are skipped. An interrupted export is
/// undone, with a finding; nothing else is changed. Errors: NotFound, Io, Cancelled.
Result<DoctorReport> examineExports(const std::filesystem::path& folder, JobContext& job);

}  // namespace texeleton::exporting
