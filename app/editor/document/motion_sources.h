#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/editor/document/document.h"

namespace texeleton::editor {

/// Indices into Recipe::sources of a role, ascending.
std::vector<std::size_t> sourcesOf(const recipe::Recipe& recipe, pack::SourceRole role);

/// Indices into Recipe::sources of the motions, then of the point caches: the order of Clip::motionFile, which starts
/// at 1.
std::vector<std::size_t> motionNumbers(const recipe::Recipe& recipe);

/// The document without a source and the cuts of its clips. If no cut is left, nothing is ticked, because an empty list
/// would tick every clip.
DocumentState withoutSource(DocumentState state, std::size_t number);

/// Removes the source of this role and path from the document, as one edit. Identified by path, because an import or
/// undo may have happened while a menu was open. Does nothing if there is none.
void removeSource(Document& document, pack::SourceRole role, const std::string& path);

}  // namespace texeleton::editor
