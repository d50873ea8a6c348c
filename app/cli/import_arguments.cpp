#include "app/cli/import_arguments.h"

namespace texeleton::cli {

void ImportArguments::addTo(CLI::App& command) {
  const char* const group = "Import";
  command.add_option("--scale", scale, "Metres per unit of the file, overruling what it says")
      ->check(CLI::Range(1e-9, 1e9))
      ->group(group);
  command.add_option("--up", up, "Up axis of the file, overruling what it says")
      ->check(CLI::IsMember({"y", "z"}))
      ->group(group);
  command.add_flag("--no-cache", noCache, "Neither read nor write the import cache")->group(group);
  command.add_flag("--follow-outside", followOutside, "Open files that the model names outside its own folder")
      ->group(group);
  command.add_option("--import-memory", memoryGibibytes, "GiB the importer may use (default: 4, or 20 times the file)")
      ->check(CLI::Range(0.0625, 1024.0))
      ->group(group);
  command.add_option("--import-timeout", timeoutSeconds, "Seconds the importer may take (default: 120)")
      ->check(CLI::Range(0.1, 86400.0))
      ->group(group);
}

ImportRequest ImportArguments::request() const {
  ImportRequest request;
  request.options.scale = scale;
  if (!up.empty()) {
    request.options.up = up == "z" ? UpAxis::Z : UpAxis::Y;
  }
  request.options.followOutside = followOutside;
  request.cache.enabled = !noCache;
  if (memoryGibibytes > 0.0) {
    request.limits.memoryBytes = static_cast<std::uint64_t>(memoryGibibytes * 1024.0 * 1024.0 * 1024.0);
  }
  if (timeoutSeconds > 0.0) {
    request.limits.timeSeconds = timeoutSeconds;
  }
  return request;
}

}  // namespace texeleton::cli
