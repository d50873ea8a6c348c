#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/parsers.h"
#include "core/import/unity/unity_meta_options.h"
#include "core/model/model.h"

namespace texeleton::importing {

/// An animation event as Unity's importer keeps it.
struct UnityEvent {
  double time = 0.0;  ///< Share of the clip's length.
  std::string functionName;
  std::string parameter;  ///< `data`, else the non-zero number; several values as a JSON object.
};

/// A clip of `clipAnimations`: a range of a take of the model file.
struct UnityClip {
  std::string name;
  std::string takeName;     ///< Empty: the file's only take.
  double firstFrame = 0.0;  ///< Frames of the take, at the file's rate; frame 0 is at 0 s.
  double lastFrame = 0.0;
  std::optional<bool> loop;  ///< `loopTime`, or `wrapMode` in clips of the legacy animation system.
  bool pingPong = false;     ///< Plays back and forth, which is not supported.
  std::vector<UnityEvent> events;
};

/// Reads the clips of a model's `.meta` file (Unity's import settings), in the current layout (`ModelImporter:
/// animations: clipAnimations:` with `loopTime` and `events`) and in older ones (`wrapMode` instead of `loopTime`;
/// `clipAnimations` in place of `animations`, or the list directly below it). Empty if it lists none, which in Unity
/// means the whole takes, or if the settings are another importer's. Errors: BadFile (invalid YAML, a wrong type, an
/// invalid number, something missing; with the line and the field), Limit.
Result<std::vector<UnityClip>> readUnityMeta(std::string_view text);

/// Applies the settings requested by `options` to a model that was read from `files`; findings go to `job`. Errors:
/// NotFound (a named file is missing), those of reading; they name the settings.
Result<void> applyUnityMeta(ModelFiles& files, const UnityMetaOptions& options, model::Model& model, JobContext& job);

/// Replaces the clips of the model by those of the settings: ranges of its takes, named, with loop flags and events.
/// Takes without a clip are left out, as in Unity. Clips with a missing take, ranges beyond their take and clips that
/// play back and forth give Issues in `job`.
void cutIntoUnityClips(model::Model& model, const std::vector<UnityClip>& clips, JobContext& job);

/// Adds the events to the takes only, at their seconds.
void addUnityEvents(model::Model& model, const std::vector<UnityClip>& clips, JobContext& job);

}  // namespace texeleton::importing
