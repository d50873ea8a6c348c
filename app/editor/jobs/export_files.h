#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/editor/jobs/recipe_job.h"
#include "core/export/owned_folder.h"

namespace texeleton::editor {

/// What the export to `place` would do, found out by making it elsewhere and comparing every byte: the files of the
/// pack and those beside it, relative to the place's folder. Nothing there is touched. Errors: those of the export
/// itself.
Result<std::vector<exporting::PlannedFile>> rehearseExport(const ExportOrder& order,
                                                           const exporting::ExportPlace& place, JobContext& job);

/// The files of an export that was just written, as far as they are ours.
std::vector<exporting::PlannedFile> writtenFiles(const exporting::ExportPlace& place);

/// The command that exports a document, to be typed into a shell.
std::string exportCommand(const std::filesystem::path& document);

}  // namespace texeleton::editor
