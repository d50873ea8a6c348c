#pragma once

#include <QDateTime>
#include <filesystem>
#include <string>

#include "app/editor/document/document_state.h"
#include "core/base/result.h"

namespace texeleton::editor {

/// A document with edits that were not saved, as it is kept for the case that the editor does not end as it should.
struct KeptDocument {
  std::string name;            ///< What the editor called it.
  std::filesystem::path file;  ///< Empty: it was never saved.
  QDateTime time;              ///< When it was kept.
  DocumentState state;
};

/// One line with the checksum of what follows, then the recipe with absolute paths, as JSON. Errors: those of
/// recipeToText.
Result<std::string> keptText(const KeptDocument& document);

/// Errors: BadFile (cut short, damaged: any byte that is not as it was written), Limit, Unsupported (a newer version).
Result<KeptDocument> keptFromText(const std::string& text, const std::string& file);

/// The same from and to files, written in one step. Errors: these; NotFound, Io.
Result<void> writeKept(const std::filesystem::path& file, const KeptDocument& document);
Result<KeptDocument> readKept(const std::filesystem::path& file);

}  // namespace texeleton::editor
