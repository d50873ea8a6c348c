#pragma once

#include <optional>
#include <string>

#include "core/bake/bake_settings.h"
#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton::cli {

/// What `--clip NAME|#INDEX[,from=S][,to=S][,name=N][,fps=F][,loop=on|off|auto][,root-motion=MODE]` says.
struct ClipArgument {
  std::string clip;  ///< A name, or "#" and a number.
  std::string name;
  std::optional<double> from;
  std::optional<double> to;
  std::optional<double> fps;
  std::optional<LoopMode> loop;
  std::optional<RootMotionMode> rootMotion;
};

/// Reads the argument. Options are split off from the right as long as they look like KEY=VALUE, so a clip's name may
/// hold commas. Errors: InvalidArgument (a key that is none, a value that makes no sense).
Result<ClipArgument> parseClipArgument(const std::string& text);

/// Finds the clip in a model, by its name there, then by its name in the source file. Errors: InvalidArgument (lists
/// the clips that there are).
Result<ClipSelection> selectClip(const ClipArgument& argument, const Model& model);

/// "keep", "remove" or "extract". Nothing for anything else.
std::optional<RootMotionMode> parseRootMotion(const std::string& text);

/// "auto", "on" or "off". Nothing for anything else.
std::optional<LoopMode> parseLoopMode(const std::string& text);

}  // namespace texeleton::cli
