#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/editor/jobs/recipe_job.h"

namespace texeleton::editor {

/// What an export does to a file of the pack.
enum class FileFate { New, Changed, Kept, Removed };

struct ExportFile {
  std::string name;
  std::uint64_t bytes = 0;  ///< Afterwards; of one that goes, before.
  FileFate fate = FileFate::New;
};

/// What an export to `folder` would do, found out by making the pack elsewhere and comparing every byte. Nothing in
/// `folder` is touched. Errors: those of the export itself.
Result<std::vector<ExportFile>> rehearseExport(const ExportOrder& order, const std::filesystem::path& folder,
                                               JobContext& job);

/// The files of two packs, the one that lies there and the one that is to: by name.
std::vector<ExportFile> compareFolders(const std::filesystem::path& before, const std::filesystem::path& after);

/// The command that exports a document, to be typed into a shell.
std::string exportCommand(const std::filesystem::path& document);

}  // namespace texeleton::editor
