#pragma once

#include <string>
#include <vector>

namespace texeleton::importing {

/// A file of resources/blender, embedded in the programs.
struct PackageFile {
  std::string path;  ///< "texeleton/headless.py".
  std::string content;
};

/// All files of the package for Blender, sorted by path.
std::vector<PackageFile> blenderPackage();

}  // namespace texeleton::importing
