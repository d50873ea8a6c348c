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
  std::string text;  ///< As the program writes it: "4.5.1 LTS".

  /// Whether our package works in it.
  bool isSupported() const { return major > 3 || (major == 3 && minor >= 4); }
  /// Whether add-ons are extensions, with a manifest.
  bool hasExtensions() const { return major > 4 || (major == 4 && minor >= 2); }
};

/// Asks a program for its version. Errors: Io (it does not start), Unsupported (it is no Blender, or does not answer),
/// Cancelled.
Result<BlenderVersion> versionOfBlender(const std::filesystem::path& program, JobContext& job);

/// Has a Blender install and enable an add-on for the user, in place of an earlier one, as its preferences would:
/// `archive` is the file of exporting::blenderAddon(), in a place where the program may read it. Blender keeps its
/// other preferences. Errors: Unsupported (the version is too old), Io (it does not start), WorkerDied (it fails, with
/// its reason, or takes minutes), Cancelled.
Result<void> installAddon(const std::filesystem::path& program, const BlenderVersion& version,
                          const std::filesystem::path& archive, JobContext& job);

}  // namespace texeleton::importing
