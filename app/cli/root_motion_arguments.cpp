#include "app/cli/root_motion_arguments.h"

#include "app/cli/clip_argument.h"
#include "app/cli/option_values.h"

namespace texeleton::cli {

void RootMotionArguments::addTo(CLI::App& command) {
  const char* const group = "Root motion";
  command
      .add_option("--root-motion", mode,
                  "What becomes of a clip's travel: keep it, remove it (the clip plays in place), or extract it to a "
                  "track in the manifest (default: keep)")
      ->check(oneOf({"keep", "remove", "extract"}))
      ->group(group);
  command.add_option("--root", node, "The node that carries the character (default: found in each clip)")
      ->type_name("NODE")
      ->group(group);
  command.add_option("--root-yaw", yaw, "Whether its turn goes with its place (default: on with extract)")
      ->check(oneOf({"on", "off"}))
      ->group(group);
  command.add_option("--root-height", height, "Whether its height goes with its place (default: off)")
      ->check(oneOf({"on", "off"}))
      ->group(group);
}

void RootMotionArguments::applyTo(RootMotionSettings& settings) const {
  settings.mode = parseRootMotion(mode).value_or(settings.mode);
  settings.node = node.empty() ? settings.node : node;
  if (!yaw.empty()) {
    settings.yaw = yaw == "on";
  }
  if (!height.empty()) {
    settings.height = height == "on";
  }
}

}  // namespace texeleton::cli
