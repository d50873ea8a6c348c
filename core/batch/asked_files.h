#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/batch/up_to_date.h"
#include "core/pipeline/source_plan.h"
#include "core/recipe/recipe.h"

namespace texeleton::batch {

/// Returns the part of a recipe that affects its bake: without data of the editor, destinations, and hashes of its
/// sources, which are examined separately.
std::string countedText(recipe::Recipe recipe);

/// The requested files of an import in the order of PackInputs: the model, its motions, optional Unity settings beside
/// them, further characters, and attachments (which may be missing).
std::vector<AskedFile> askedSources(const pipeline::SourcePlan& plan);

/// All inputs of a bake of `recipe`, which is or will be stored at `file`. `plan`: that of the recipe, with options
/// applied.
AskedBake askedByRecipe(const recipe::Recipe& recipe, const std::filesystem::path& file,
                        const pipeline::SourcePlan& plan, const std::string& build);

}  // namespace texeleton::batch
