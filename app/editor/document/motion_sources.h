#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/editor/document/document.h"

namespace texeleton::editor {

/// Sources and clips of a document, changed together: clips name sources by number.
struct SourcesAndClips {
  std::vector<recipe::RecipeSource> sources;
  ClipLists lists;
};

/// Where in Recipe::sources those of a role are, ascending.
std::vector<std::size_t> sourcesOf(const recipe::Recipe& recipe, pack::SourceRole role);

/// Where in Recipe::sources the motions are, in the order in which Clip::motionFile numbers them from 1 on.
std::vector<std::size_t> motionNumbers(const recipe::Recipe& recipe);

/// The document without a source: the cuts that it gives clips to go with it, the others keep theirs. Where no cut is
/// left nothing is ticked, for an empty list would tick every clip.
SourcesAndClips withoutSource(const DocumentState& state, std::size_t number);

/// Takes the source of this role and path out of the document, as one edit. Found by its path: while a menu is open, an
/// import may have ended or an edit been undone. Does nothing where there is none.
void removeSource(Document& document, pack::SourceRole role, const std::string& path);

}  // namespace texeleton::editor
