#include "core/base/leads_outside.h"

#include <algorithm>
#include <system_error>

namespace texeleton {

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
