#include "app/cli/camera_arguments.h"

#include <algorithm>

#include "app/cli/number_range.h"
#include "app/cli/three_numbers.h"
#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/base/units.h"
#include "viewport/scene/crowd/stand_in_crowd.h"

namespace texeleton::cli {

namespace {

constexpr float kPitch = 12.0f;  // Degrees.
constexpr float kCrowdPitch = 20.0f;
constexpr float kInsidePitch = 3.0f;

}  // namespace

void CameraArguments::addTo(CLI::App& command) {
  command.add_flag("--orthographic", orthographic, "Use an orthographic camera");
  command.add_option("--yaw", yaw, "Degrees around the model, from its front")->check(numberIn(-3600, 3600));
  command.add_option("--pitch", pitch, "Degrees above the horizon (default: 12; of a crowd, 20)")
      ->check(numberIn(-89, 89));
  command.add_option("--zoom", zoom, "Zoom factor; above 1: closer")->check(numberIn(1e-3, 1e3));
  CLI::Option* aim =
      addThreeNumbers(command, "--target", target,
                      "Point that the camera looks at, in metres, +Y up (default: the middle of what it shows)");
  CLI::Option* from =
      addThreeNumbers(command, "--eye", eye, "Position of the camera, in metres; replaces yaw, pitch and distance");
  CLI::Option* away = command.add_option("--distance", distance, "Metres from the camera to where it looks")
                          ->check(numberIn(1e-4, 1e6));
  command.add_option("--fov", fieldOfView, "Vertical field of view, in degrees (default: 34)")->check(numberIn(1, 170));
  CLI::Option* stands = command.add_flag(
      "--inside", inside,
      "From eye height in the middle of the crowd, between its characters; --yaw and --pitch turn the head");
  CLI::Option* saved = command
                           .add_option("--saved-view", savedView,
                                       "The camera of a view that the editor saved in the recipe which is drawn")
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
      std::vector<std::string> names;
      names.reserve(views.size());
      for (const viewport::SavedView& known : views) {
        names.push_back(known.name);
      }
      return fail(ErrorCode::NotFound,
                  message("there is no saved view %1%2", inQuotes(savedView), namesInstead(savedView, names)));
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

}  // namespace texeleton::cli
