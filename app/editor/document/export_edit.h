#pragma once

#include <QString>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/editor/document/document.h"
#include "core/export/export_places.h"

namespace texeleton::editor {

// Exports of a document, for lists of them and for the document.

/// The exports that Ctrl+E writes: the document's, or an implicit pack; empty: there is no model.
std::vector<recipe::RecipeExport> exportsOf(const Document& document);

/// The place of an export; nothing if this version does not know its target or it is invalid.
std::optional<exporting::ExportPlace> placeOf(const Document& document, const recipe::RecipeExport& wanted);

/// The absolute folder of an export to any target.
std::filesystem::path folderOf(const Document& document, const recipe::RecipeExport& wanted);

/// A further export to a target, in a folder that no other export uses.
recipe::RecipeExport proposedExport(const Document& document, const exporting::ExportTarget& target);

/// The folder that the user typed for a target, relative to the document's, with the extension of packs; empty if
/// nothing was typed.
std::filesystem::path typedFolder(const Document& document, const std::string& target, const QString& typed);

/// A folder relative to the document if it is beside or below it, for display; else its whole path.
QString shortFolder(const Document& document, const std::filesystem::path& folder);

/// The localised title of a target; for an unknown target, its name.
QString targetTitle(const std::string& target);
/// The name of its icon.
QString targetIcon(const std::string& target);

}  // namespace texeleton::editor
