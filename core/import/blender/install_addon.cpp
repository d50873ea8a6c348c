#include "core/import/blender/install_addon.h"

#include <cstdio>
#include <string_view>
#include <vector>

#include "core/base/units.h"
#include "core/import/worker/limited_process.h"
#include "core/model/names.h"

namespace texeleton::importing {

namespace fs = std::filesystem;

namespace {

constexpr double kVersionSeconds = 30.0;
constexpr double kInstallSeconds = 180.0;
constexpr std::string_view kVersionMark = "Blender ";

/// Variables that Blender needs, and those of the places of the user's preferences and add-ons.
std::vector<std::string> environmentOfUser() {
  return {"HOME",  "PATH", "LANG",          "LC_*", "LD_LIBRARY_PATH", "TMPDIR", "XDG_*", "DBUS_SESSION_BUS_ADDRESS",
          "SNAP*", "USER", "BLENDER_USER_*"};
}

/// Before 4.2. The archive follows after "--".
constexpr const char* kInstallScript =
    "import bpy, sys\n"
    "archive = sys.argv[sys.argv.index('--') + 1]\n"
    "bpy.ops.preferences.addon_install(overwrite=True, filepath=archive)\n"
    "bpy.ops.preferences.addon_enable(module='texeleton')\n"
    "assert 'texeleton' in bpy.context.preferences.addons, 'the add-on cannot be enabled'\n"
    "bpy.ops.wm.save_userpref()\n";

std::string lastLine(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) {
    text.pop_back();
  }
  return text.substr(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
}

}  // namespace

Result<BlenderVersion> versionOfBlender(const fs::path& program, JobContext& job) {
  BlenderVersion version;
  LimitedProcess process;
  process.program = program;
  process.arguments = {"--background", "--version"};
  process.timeSeconds = kVersionSeconds;
  process.memoryBytes = 4 * kGibibyte;
  process.environment = environmentOfUser();
  process.onLine = [&](std::string_view line) {
    if (version.text.empty() && line.starts_with(kVersionMark)) {
      version.text = model::harmlessText(std::string(line.substr(kVersionMark.size())));
    }
  };
  const auto end = runLimited(process, job);
  TRY(end);
  if (end->kind == ProcessEnd::Kind::Cancelled) {
    return fail(ErrorCode::Cancelled, "looking for Blender was cancelled");
  }
  if (std::sscanf(version.text.c_str(), "%d.%d", &version.major, &version.minor) != 2) {
    return fail(ErrorCode::Unsupported, message("%1 does not tell the version of a Blender", program.string()));
  }
  return version;
}

Result<void> installAddon(const fs::path& program, const BlenderVersion& version, const fs::path& archive,
                          JobContext& job) {
  if (!version.isSupported()) {
    return fail(ErrorCode::Unsupported,
                message("Blender %1 is too old for the add-on, which needs 3.4 or later", version.text));
  }
  LimitedProcess process;
  process.program = program;
  process.arguments = {"--background", "--disable-autoexec"};
  if (version.hasExtensions()) {
    process.arguments.insert(process.arguments.end(), {"--command", "extension", "install-file", "--repo",
                                                       "user_default", "--enable", archive.string()});
  } else {
    process.arguments.insert(process.arguments.end(),
                             {"--python-exit-code", "1", "--python-expr", kInstallScript, "--", archive.string()});
  }
  process.timeSeconds = kInstallSeconds;
  process.memoryBytes = 4 * kGibibyte;
  process.environment = environmentOfUser();
  std::string printed;
  process.onLine = [&](std::string_view line) { printed = line.empty() ? printed : std::string(line); };
  const auto end = runLimited(process, job);
  TRY(end);
  switch (end->kind) {
    case ProcessEnd::Kind::Cancelled:
      return fail(ErrorCode::Cancelled, "installing the add-on was cancelled");
    case ProcessEnd::Kind::TimedOut:
      return fail(ErrorCode::WorkerDied,
                  message("Blender (%1) did not install the add-on within %2 s; save it and install it in Blender's "
                          "preferences",
                          program.string(), static_cast<int>(kInstallSeconds)));
    case ProcessEnd::Kind::Exited:
      if (end->code == 0) {
        return {};
      }
      break;
    default:
      break;
  }
  const std::string why = end->errorOutput.empty() ? printed : lastLine(end->errorOutput);
  return fail(ErrorCode::WorkerDied, message("Blender (%1) did not install the add-on: %2", program.string(),
                                             verbatim(model::shortenedText(model::harmlessText(why)))));
}

}  // namespace texeleton::importing
