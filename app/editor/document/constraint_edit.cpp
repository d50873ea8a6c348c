#include "app/editor/document/constraint_edit.h"

#include "core/constraints/constraint.h"

namespace texeleton::editor {

std::vector<constraints::Constraint> constraintSettings(const recipe::Recipe& recipe) {
  std::vector<constraints::Constraint> settings;
  for (const recipe::RecipeConstraint& each : recipe.constraints) {
    settings.push_back(each.settings);
  }
  return settings;
}

std::optional<std::vector<recipe::RecipeConstraint>> sortedConstraints(const recipe::Recipe& recipe,
                                                                       const model::Model* model) {
  const std::vector<constraints::Constraint> settings = constraintSettings(recipe);
  const auto order = model != nullptr && constraints::firstTooEarly(*model, settings)
                         ? constraints::sortedOrder(*model, settings)
                         : std::nullopt;
  if (!order) {
    return std::nullopt;
  }
  std::vector<recipe::RecipeConstraint> sorted;
  for (const std::size_t number : *order) {
    sorted.push_back(recipe.constraints[number]);
  }
  return sorted;
}

}  // namespace texeleton::editor
