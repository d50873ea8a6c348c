#include "app/cli/stage_arguments.h"

#include "app/cli/three_numbers.h"
#include "core/transform/rotation.h"

namespace texeleton::cli {

namespace {

constexpr double kLeastLight = 1e-6;  // The minimum in recipes, too.

glm::dvec3 vectorOf(const std::vector<double>& numbers) { return {numbers[0], numbers[1], numbers[2]}; }

}  // namespace

void StageArguments::addTo(CLI::App& command) {
  addThreeNumbers(command, "--light", light,
                  "Position of the key light from the middle of the characters, in metres, +Y up; only its direction "
                  "counts");
  addThreeNumbers(command, "--character-position", characterPosition,
                  "Position of the single character, in metres, +Y up");
  addThreeNumbers(command, "--character-rotation", characterRotation,
                  "Rotation of the single character: degrees about X, Y and Z; 0,90,0 turns its front to +X");
  command.add_flag("--no-recipe-view", noRecipeView,
                   "Do not use the view that the editor keeps in a recipe: light, place of the character, layer, gaze, "
                   "size of impostors and distance of skinning");
}

void StageArguments::check(std::uint32_t instances) const {
  if (!light.empty() && glm::length(vectorOf(light)) <= kLeastLight) {
    throw CLI::ValidationError("--light", "is a direction, which 0,0,0 has not");
  }
  const bool isPlaced = !characterPosition.empty() || !characterRotation.empty();
  if (isPlaced && instances > 1) {
    throw CLI::ValidationError(characterPosition.empty() ? "--character-rotation" : "--character-position",
                               "is for a single character, not with --instances");
  }
}

viewport::ViewSetup StageArguments::over(const viewport::ViewSetup& recipe) const {
  viewport::ViewSetup view = noRecipeView ? viewport::ViewSetup() : recipe;
  if (!light.empty()) {
    view.light = vectorOf(light);
  }
  if (!characterPosition.empty()) {
    view.character.translation = vectorOf(characterPosition);
  }
  if (!characterRotation.empty()) {
    view.character.rotation = transform::fromEulerDegrees(vectorOf(characterRotation));
  }
  return view;
}

}  // namespace texeleton::cli
