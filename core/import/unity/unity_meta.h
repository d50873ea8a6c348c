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
  std::string parameter;  ///< `data`, else the number that is not 0; several of them as a JSON object.
};

/// A clip of `clipAnimations`: a range of a take of the model file.
struct UnityClip {
  std::string name;
  std::string takeName;     ///< Empty: the file's only one.
  double firstFrame = 0.0;  ///< Frames of the take, at the file's rate; frame 0 is at 0 s.
  double lastFrame = 0.0;
  std::optional<bool> loop;  ///< `loopTime`, or `wrapMode` of clips for the old animation system.
  bool pingPong = false;     ///< Goes back and forth, which we do not play.
  std::vector<UnityEvent> events;
};

/// Reads the clips of a model's `.meta` file (Unity's import settings), in the layout of today (`ModelImporter:
/// animations: clipAnimations:` with `loopTime` and `events`) and in those before it (no `loopTime`, but `wrapMode`;
/// `clipAnimations` in place of `animations`, or the list right under it). Empty where it lists none, which in Unity
/// means the whole takes, and where another importer's settings are in it. Errors: BadFile (no YAML, a wrong type, a
/// number that makes no sense, something missing; with the line and the field), Limit.
Result<std::vector<UnityClip>> readUnityMeta(std::string_view text);

/// Applies the settings that `options` ask for to a model that was read from `files`; what was found goes to
/// `job`. Errors: NotFound (a file that was named), of reading; they name the settings.
Result<void> applyUnityMeta(ModelFiles& files, const UnityMetaOptions& options, model::Model& model, JobContext& job);

/// Makes the clips of the file those of the settings: ranges of its takes, named, with loop flags and events. Takes
/// that no clip names are left out, as in Unity. Clips whose take is not there, ranges beyond their take and clips that
/// go back and forth become Issues in `job`.
void cutIntoUnityClips(model::Model& model, const std::vector<UnityClip>& clips, JobContext& job);

/// Only gives their events to the takes, at the seconds where they lie in them.
void addUnityEvents(model::Model& model, const std::vector<UnityClip>& clips, JobContext& job);

}  // namespace texeleton::importing
