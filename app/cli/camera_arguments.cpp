#include "app/cli/camera_arguments.h"

#include <algorithm>

#include "app/cli/option_values.h"
#include "core/base/mapped.h"
#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/base/units.h"
#include "core/transform/rotation.h"
#include "viewport/scene/crowd/crowd_view.h"

namespace texeleton::cli {

namespace {

constexpr float kPitch = 12.0f;  // Degrees.
constexpr float kCrowdPitch = 20.0f;
constexpr float kInsidePitch = 3.0f;

}  // namespace

void CameraArguments::addTo(CLI::App& command) {
  command.add_flag("--orthographic", orthographic, "Use an orthographic camera");
  command.add_option("--yaw", yaw, "Degrees around the model, from its front")->check(numberIn(-3600, 3600));
  command.add_option("--pitch", pitch, "Degrees above the horizon (default: 12; for a crowd 20)")
      ->check(numberIn(-89, 89));
  command.add_option("--zoom", zoom, "Zoom factor; above 1: closer")->check(numberIn(1e-3, 1e3));
  CLI::Option* aim =
      addThreeNumbers(command, "--target", target,
                      "Point that the camera looks at, in metres, +Y up (default: the middle of the characters)");
  CLI::Option* from =
      addThreeNumbers(command, "--eye", eye, "Position of the camera, in metres; replaces yaw, pitch and distance");
  CLI::Option* away = command.add_option("--distance", distance, "Distance of the camera from its target, in metres")
                          ->check(numberIn(1e-4, 1e6));
  command.add_option("--fov", fieldOfView, "Vertical field of view, in degrees (default: 34)")->check(numberIn(1, 170));
  CLI::Option* stands = command.add_flag(
      "--inside", inside, "Place the camera at eye height in the middle of the crowd; --yaw and --pitch turn the head");
  CLI::Option* saved =
      command.add_option("--saved-view", savedView, "Use the camera of a view that the editor saved in the recipe")
          ->type_name("NAME");
  away->excludes("--zoom");
  for (const char* other : {"--yaw", "--pitch", "--zoom", "--distance", "--turntable"}) {
    from->excludes(command.get_option(other));
  }
  for (CLI::Option* other : {aim, from, away}) {
    stands->excludes(other);
  }
  for (const char* other : {"--zoom", "--orthographic", "--turntable"}) {
    stands->excludes(command.get_option(other));
  }
  for (const char* other :
       {"--yaw", "--pitch", "--zoom", "--target", "--eye", "--distance", "--fov", "--inside", "--orthographic"}) {
    saved->excludes(command.get_option(other));
  }
}

Result<void> CameraArguments::place(viewport::Scene& scene, float aspect,
                                    std::span<const viewport::SavedView> views) const {
  viewport::Camera& camera = scene.camera;
  if (!savedView.empty()) {
    const auto view = std::ranges::find(views, savedView, &viewport::SavedView::name);
    if (view == views.end()) {
      return fail(ErrorCode::NotFound, message("there is no saved view %1%2", inQuotes(savedView),
                                               namesInstead(savedView, mapped(views, &viewport::SavedView::name))));
    }
    camera = view->camera();
    return {};
  }
  camera.orthographic = orthographic;
  camera.yaw = yaw * static_cast<float>(kRadiansPerDegree);
  const float usualPitch = inside ? kInsidePitch : scene.crowd.size() > 1 ? kCrowdPitch : kPitch;
  camera.pitch = pitch.value_or(usualPitch) * static_cast<float>(kRadiansPerDegree);
  if (fieldOfView > 0.0f) {
    camera.fieldOfView = fieldOfView * static_cast<float>(kRadiansPerDegree);
  }
  if (inside) {
    camera = viewport::standInCrowd(camera, scene.crowd, scene.animation->bounds);
    return {};
  }
  camera.framePoints(scene.crowd.outline(), aspect);
  camera.distance = distance > 0.0f ? distance : camera.distance / zoom;
  if (!target.empty()) {
    camera.target = {target[0], target[1], target[2]};
  }
  if (!eye.empty()) {
    camera.lookAt({eye[0], eye[1], eye[2]}, camera.target);
  }
  return {};
}

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
                   "Ignore the view that the editor saved in the recipe: light, position of the character, layer, "
                   "gaze, size of impostors and distance of skinning");
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
