#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/editor/jobs/recipe_job.h"
#include "core/export/owned_folder.h"

namespace texeleton::editor {

/// Determines the effect of the export to `place` by exporting to a temporary folder and comparing every byte: the
/// files of the pack and those beside it, relative to the place's folder. Nothing at `place` is changed. Errors: those
/// of the export.
Result<std::vector<exporting::PlannedFile>> rehearseExport(const ExportOrder& order,
                                                           const exporting::ExportPlace& place, JobContext& job);

/// The files of an export that was just written, as far as the exporter owns them.
std::vector<exporting::PlannedFile> writtenFiles(const exporting::ExportPlace& place);

/// The shell command that exports a document.
std::string exportCommand(const std::filesystem::path& document);

}  // namespace texeleton::editor
