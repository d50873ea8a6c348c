#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"

namespace texeleton::exporting {

/// The folder of the user's three.js: `given` or its node_modules/three, else node_modules/three of `exportFolder` or
/// of a folder above it, as Node.js looks for packages. Errors: NotFound (the message says what to do).
Result<std::filesystem::path> findThree(const std::string& given, const std::filesystem::path& exportFolder);

/// A page made into one file that needs neither a server nor a network: its import map holds the modules themselves,
/// those of three.js out of `three` and the run-time out of the program, and the pack's files stand in it. `page` has
/// an
/// `@IMPORTS@` where the import map belongs, and an `@FILES@` for the pack. Errors: NotFound, Io (a file is not there).
Result<std::string> singleFilePage(const std::string& page, const std::filesystem::path& three,
                                   const std::filesystem::path& packFolder);

}  // namespace texeleton::exporting
