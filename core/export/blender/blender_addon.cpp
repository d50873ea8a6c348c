#include "core/export/blender/blender_addon.h"

#include <utility>
#include <vector>

#include "core/export/engine_files.h"
#include "core/export/zip_archive.h"
#include "core/import/blender/blender_package.h"
#include "core/recipe/settings.h"

namespace texeleton::exporting {

std::string blenderAddon() {
  std::vector<ProjectFile> files;
  for (importing::PackageFile& file : importing::blenderPackage()) {
    files.push_back({std::move(file.path), std::move(file.content)});
  }
  files.push_back({"texeleton/recipe.schema.json", recipe::recipeSchema()});
  files.push_back({"texeleton/texeleton_import.py", engineFile("blender/texeleton_import.py")});
  return zipArchive(files);
}

}  // namespace texeleton::exporting
