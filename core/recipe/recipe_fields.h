#pragma once

#include "core/recipe/json_fields.h"
#include "core/recipe/recipe.h"

namespace texeleton {

/// Internal to core/recipe: an event, as recipes and events files have it.
RecipeEvent readRecipeEvent(JsonFields fields);

}  // namespace texeleton
