#pragma once

#include <optional>
#include <vector>

#include "core/model/model.h"
#include "core/recipe/recipe.h"

namespace texeleton::editor {

/// The recipe's constraints in an order in which each acts after those that move what it follows. Nothing if they
/// already are, or follow each other in a circle. `model`: null: nothing.
std::optional<std::vector<recipe::RecipeConstraint>> sortedConstraints(const recipe::Recipe& recipe,
                                                                       const model::Model* model);

}  // namespace texeleton::editor
