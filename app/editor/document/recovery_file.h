#pragma once

#include <QDateTime>
#include <filesystem>
#include <string>

#include "app/editor/document/document_state.h"
#include "core/base/result.h"

namespace texeleton::editor {

/// A document with unsaved edits, stored for recovery after an abnormal end of the editor.
struct KeptDocument {
  std::string name;            ///< Name in the editor.
  std::filesystem::path file;  ///< Empty: it was never saved.
  QDateTime time;              ///< Time when it was stored.
  DocumentState state;
};

/// One line with the checksum of the rest, then the recipe with absolute paths, as JSON. Errors: those of recipeToText.
Result<std::string> keptText(const KeptDocument& document);

/// Errors: BadFile (truncated or damaged: any changed byte), Limit, Unsupported (a newer version).
Result<KeptDocument> keptFromText(const std::string& text, const std::string& file);

/// The same from and to files, written atomically. Errors: these; NotFound, Io.
Result<void> writeKept(const std::filesystem::path& file, const KeptDocument& document);
Result<KeptDocument> readKept(const std::filesystem::path& file);

}  // namespace texeleton::editor
