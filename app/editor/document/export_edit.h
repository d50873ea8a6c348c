#pragma once

#include <QString>
#include <filesystem>
#include <vector>

#include "app/editor/document/document.h"

namespace texeleton::editor {

// Edits of the packs among a document's export targets, for Document::setExports(). Targets of other kinds keep their
// places and what they say. A document that names no pack gets the one written down that it has without saying so.

/// The packs that Ctrl+E writes, or where one belongs that was not chosen yet; empty: there is no model.
std::vector<std::filesystem::path> packTargets(const Document& document);

std::vector<RecipeExport> withPack(const Document& document, const std::filesystem::path& folder);
std::vector<RecipeExport> withoutPack(const Document& document, const std::filesystem::path& folder);
std::vector<RecipeExport> withPackMoved(const Document& document, const std::filesystem::path& from,
                                        const std::filesystem::path& to);

/// A folder for one more pack, beside the first.
std::filesystem::path proposedPack(const Document& document);

/// What a user typed, from the document's folder, with the ending that packs have; empty where nothing was typed.
std::filesystem::path packFolder(const Document& document, const QString& typed);

/// Beside the document or in a folder there: said from there, short enough to read; else the whole path.
QString shortFolder(const Document& document, const std::filesystem::path& folder);

}  // namespace texeleton::editor
