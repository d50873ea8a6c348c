#pragma once

#include "core/recipe/json_fields.h"
#include "core/recipe/recipe.h"

namespace texeleton {

/// Internal to core/recipe: an event, as recipes and events files have it.
RecipeEvent readRecipeEvent(JsonFields fields);

/// Internal to core/recipe: "constraints".
std::vector<RecipeConstraint> readConstraints(JsonFields& recipe, JsonReading& reading);
/// Internal to core/recipe: one of them; what is as usual is left out.
Json constraintToJson(const Constraint& settings);

/// Internal to core/recipe: "meshes", "variants", "lods" and "tint" of the bake.
void readSurface(JsonFields& bake, JsonReading& reading, RecipeBake& result);

}  // namespace texeleton
