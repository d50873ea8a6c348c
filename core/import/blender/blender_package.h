#pragma once

#include <string>
#include <vector>

namespace texeleton::importing {

/// A file of resources/blender, which the programs carry inside.
struct PackageFile {
  std::string path;  ///< "texeleton/headless.py".
  std::string content;
};

/// The package for Blender in the order of its paths.
std::vector<PackageFile> blenderPackage();

}  // namespace texeleton::importing
