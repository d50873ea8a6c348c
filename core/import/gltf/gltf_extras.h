#pragma once

#include <string>

#include "core/base/job_context.h"
#include "core/import/source_scene.h"

namespace texeleton::importing {

/// Events and the loop flag in the `extras` of a glTF animation, as docs/events.md says: `events`, a list of objects,
/// an object of times by name, or either as a text (Blender's custom properties); `loop`; `fps` for frames. Extras
/// belong to whoever writes them: what has another shape is left alone, with an Issue where it is called events.
void readGltfAnimationExtras(const std::string& extras, const Message& what, SourceClip& clip, JobContext& job);

}  // namespace texeleton::importing
