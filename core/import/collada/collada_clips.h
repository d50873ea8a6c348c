#pragma once

#include <string>
#include <vector>

#include "core/import/collada/collada_document.h"
#include "core/import/source_scene.h"

namespace texeleton::importing::collada {

/// Adds the clips of the document to `out`: its <animation_clip>s with their names and ranges, else one clip of all
/// animations (more, if two animations have the same target). Curves are sampled as finely as necessary. `nodesOf`:
/// nodes of `out` for each node of the document. `defaultName` is for a clip without one. Ignored content gives an
/// Issue. Errors: BadFile (curves), Limit (keys).
Result<void> readClips(const Document& document, const std::vector<std::vector<std::size_t>>& nodesOf,
                       const std::string& defaultName, SourceScene& out, JobContext& job);

}  // namespace texeleton::importing::collada
