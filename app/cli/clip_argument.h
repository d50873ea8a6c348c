#pragma once

#include <string>
#include <vector>

#include "core/bake/settings/bake_settings.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/recipe/recipe.h"
#include "core/retargeting/clip_names.h"

namespace texeleton::cli {

/// Reads `--clip NAME|PATTERN|#INDEX[,from=S][,to=S][,name=N][,fps=F][,loop=on|off|auto][,root-motion=MODE]
/// [,max-error=LIMIT][,max-normal-error=DEGREES]`; the name, pattern or number becomes `sourceName`. Options are split
/// off from the right as long as they look like KEY=VALUE, so a clip's name may hold commas. Errors: InvalidArgument
/// (an unknown key, an invalid value).
Result<recipe::RecipeClip> parseClipArgument(const std::string& text);

/// Finds the clips in a model, in the order of the arguments: by their name there, by their name in the source file, or
/// by their name without `affixes`. A pattern selects all matching clips, except for those chosen by an earlier
/// argument. Errors: InvalidArgument (no such clip: similar names; one `name` for several clips).
Result<std::vector<bake::ClipSelection>> selectClips(const std::vector<recipe::RecipeClip>& arguments,
                                                     const model::Model& model,
                                                     const retargeting::NameAffixes& affixes = {});

}  // namespace texeleton::cli
