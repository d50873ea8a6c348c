#pragma once

#include <string>

#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton::ragdoll {

/// A glTF file (GLB) with the nodes of a model at rest and one clip of linear tracks, and no mesh: a motion of that
/// model, whose bones core/retargeting matches by name, marked as a recording (kRecordingGenerator). Metres, +Y up.
/// Errors: InvalidArgument (a track that is not linear or moves no node).
Result<std::string> motionFile(const model::Model& model, const model::Clip& clip);

}  // namespace texeleton::ragdoll
