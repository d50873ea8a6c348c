#include "app/editor/document/constraint_edit.h"

#include "core/base/mapped.h"
#include "core/constraints/constraint.h"

namespace texeleton::editor {

std::optional<std::vector<recipe::RecipeConstraint>> sortedConstraints(const recipe::Recipe& recipe,
                                                                       const model::Model* model) {
  const std::vector<constraints::Constraint> settings = mapped(recipe.constraints, &recipe::RecipeConstraint::settings);
  const auto order = model != nullptr && constraints::firstTooEarly(*model, settings)
                         ? constraints::sortedOrder(*model, settings)
                         : std::nullopt;
  if (!order) {
    return std::nullopt;
  }
  return mapped(*order, [&recipe](std::size_t number) { return recipe.constraints[number]; });
}

}  // namespace texeleton::editor
