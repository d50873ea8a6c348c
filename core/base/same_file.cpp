#include "core/base/same_file.h"

#include <sys/stat.h>

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

namespace texeleton {

namespace fs = std::filesystem;

namespace {

using Identity = std::pair<dev_t, ino_t>;

void addIdentity(const fs::path& path, std::vector<Identity>& identities) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    identities.emplace_back(status.st_dev, status.st_ino);
  }
}

/// The file, or a folder and the files directly inside.
std::vector<Identity> identitiesOf(const fs::path& path) {
  std::vector<Identity> identities;
  addIdentity(path, identities);
  std::error_code error;
  for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    addIdentity(it->path(), identities);
  }
  return identities;
}

}  // namespace

Result<void> checkOutput(const fs::path& output, std::span<const fs::path> inputs) {
  std::error_code error;
  const fs::file_status status = fs::status(output, error);
  if (!fs::is_regular_file(status) && !fs::is_directory(status)) {
    return {};  // A terminal may be both.
  }
  std::vector<Identity> written = identitiesOf(output);
  std::sort(written.begin(), written.end());
  for (const fs::path& input : inputs) {
    const std::vector<Identity> read = identitiesOf(input);
    if (std::ranges::any_of(read, [&](const Identity& id) { return std::ranges::binary_search(written, id); })) {
      return fail(ErrorCode::InvalidArgument,
                  message("would be written over the input \"%1\"; give the output another name", input.string()),
                  output.string());
    }
  }
  return {};
}

namespace fs = std::filesystem;

bool leadsOutside(const fs::path& file) {
  std::error_code error;
  if (!fs::is_symlink(fs::symlink_status(file, error))) {
    return false;
  }
  const fs::path folder = fs::canonical(file.has_parent_path() ? file.parent_path() : fs::path("."), error);
  const fs::path target = error ? fs::path() : fs::canonical(file, error);
  return error || std::mismatch(folder.begin(), folder.end(), target.begin(), target.end()).first != folder.end();
}

}  // namespace texeleton
