#pragma once

#include <string>

#include "core/base/job_context.h"
#include "core/import/source_scene.h"

namespace texeleton::importing {

/// Reads events and the loop flag from the `extras` of a glTF animation (docs/events.md): `events`, as a list of
/// objects, an object of times by name, or either as a text (Blender's custom properties); `loop`; `fps` for times in
/// frames. Extras of another shape are ignored, with an Issue if they are called events.
void readGltfAnimationExtras(const std::string& extras, const Message& what, SourceClip& clip, JobContext& job);

}  // namespace texeleton::importing
