#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/export/owned_folder.h"

namespace texeleton::exporting {

/// The run-time files resources/engines/`part`, which the programs carry inside, to lie in the folder `into` (with a
/// slash at its end, or empty) under the same names: "texeleton/" and "three" give "texeleton/three/index.js".
std::vector<ProjectFile> engineFiles(const std::string& part, const std::string& into);

/// A run-time as a group of its own, so that several targets can share it in one folder: the files of
/// resources/engines/`part` in the folder `into`, and INTO/PART/VERSION. The version is the program's, unless the
/// run-time has one of its own.
FileGroup runTimeGroup(const std::string& part, const std::string& into = "texeleton/",
                       const std::string& version = TEXELETON_VERSION);

/// The text of the one file resources/engines/`path`; empty where there is none.
std::string engineFile(const std::string& path);

/// `text` with every `what` replaced.
std::string replaced(std::string text, std::string_view what, std::string_view by);

}  // namespace texeleton::exporting
