#include "core/base/loaded_libraries.h"

#include <link.h>
#include <sys/stat.h>

#include <filesystem>
#include <system_error>

namespace texeleton {

namespace {

int addLibrary(dl_phdr_info* info, std::size_t /*size*/, void* target) {
  std::error_code error;
  // The real file: its name includes the full version, the link's only that of the interface.
  const std::filesystem::path file = std::filesystem::canonical(info->dlpi_name, error);
  struct stat status {};
  if (!error && ::stat(file.c_str(), &status) == 0) {
    *static_cast<std::string*>(target) += file.filename().string() + ' ' + std::to_string(status.st_size) + ' ' +
                                          std::to_string(status.st_mtim.tv_sec) + '\n';
  }
  return 0;
}

}  // namespace

std::string loadedLibraries() {
  std::string text;
  ::dl_iterate_phdr(addLibrary, &text);
  return text;
}

}  // namespace texeleton
