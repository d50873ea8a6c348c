#include "app/cli/root_motion_arguments.h"

#include "app/cli/setting_option.h"

namespace texeleton::cli {

void RootMotionArguments::addTo(CLI::App& command) {
  const char* const group = "Root motion";
  addSetting<&recipe::RecipeRootMotion::mode>(command, "--root-motion", mode)->group(group);
  addSetting<&recipe::RecipeRootMotion::node>(command, "--root", node)->type_name("NODE")->group(group);
  addSetting<&recipe::RecipeRootMotion::yaw>(command, "--root-yaw", yaw)->group(group);
  addSetting<&recipe::RecipeRootMotion::height>(command, "--root-height", height)->group(group);
}

void RootMotionArguments::applyTo(bake::RootMotionSettings& settings) const {
  settings.mode = valueOf<root_motion::RootMotionMode>(mode).value_or(settings.mode);
  settings.node = node.empty() ? settings.node : node;
  if (!yaw.empty()) {
    settings.yaw = yaw == "on";
  }
  if (!height.empty()) {
    settings.height = height == "on";
  }
}

}  // namespace texeleton::cli
