#pragma once

#include <filesystem>
#include <string>

#include "core/base/job_context.h"
#include "core/base/result.h"

namespace texeleton::importing {

/// The version of a Blender.
struct BlenderVersion {
  int major = 0;
  int minor = 0;
  std::string text;  ///< As printed by the program: "4.5.1 LTS".

  /// Whether the package works in it.
  bool isSupported() const { return major > 3 || (major == 3 && minor >= 4); }
  /// Whether add-ons are extensions, with a manifest.
  bool hasExtensions() const { return major > 4 || (major == 4 && minor >= 2); }
};

/// Runs a program to find its version. Errors: Io (it does not start), Unsupported (not Blender, or no output),
/// Cancelled.
Result<BlenderVersion> versionOfBlender(const std::filesystem::path& program, JobContext& job);

/// Installs and enables the add-on in a Blender for the user, replacing an earlier one, like Blender's preferences do.
/// `archive` is the file of exporting::blenderAddon(), readable by the program. Other preferences are kept. Errors:
/// Unsupported (the version is too old), Io (it does not start), WorkerDied (it fails, with its reason, or takes
/// minutes), Cancelled.
Result<void> installAddon(const std::filesystem::path& program, const BlenderVersion& version,
                          const std::filesystem::path& archive, JobContext& job);

}  // namespace texeleton::importing
