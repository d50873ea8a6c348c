#pragma once

#include <QString>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/editor/document/document.h"
#include "core/export/export_places.h"

namespace texeleton::editor {

// The exports of a document, for lists of them and for Document::setExports().

/// What Ctrl+E writes: the document's exports, or the pack that it has without saying so; empty: there is no model.
std::vector<recipe::RecipeExport> exportsOf(const Document& document);

/// Where an export goes; nothing where this version does not know its target, or it is wrong.
std::optional<exporting::ExportPlace> placeOf(const Document& document, const recipe::RecipeExport& wanted);

/// The absolute folder of an export, whatever its target.
std::filesystem::path folderOf(const Document& document, const recipe::RecipeExport& wanted);

/// One more export to a target, in a folder that no other has.
recipe::RecipeExport proposedExport(const Document& document, const exporting::ExportTarget& target);

/// The folder that a user typed for a target, seen from the document's, with the ending that packs have; empty where
/// nothing was typed.
std::filesystem::path typedFolder(const Document& document, const std::string& target, const QString& typed);

/// Beside the document or in a folder there: said from there, short enough to read; else the whole path.
QString shortFolder(const Document& document, const std::filesystem::path& folder);

/// A target as people call it, in their language; one that is not known by its name.
QString targetTitle(const std::string& target);
/// The name of its icon.
QString targetIcon(const std::string& target);

}  // namespace texeleton::editor
