#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"

namespace texeleton::exporting {

/// The folder of the user's three.js: `given` or its node_modules/three, else node_modules/three of `exportFolder` or
/// of a folder above it, as Node.js looks for packages. Errors: NotFound (the message says what to do).
Result<std::filesystem::path> findThree(const std::string& given, const std::filesystem::path& exportFolder);

/// Makes a page a single file that needs neither a server nor a network. Its import map contains the modules: those of
/// three.js from `three`, and the run-time embedded in the program. The pack's files are embedded in the page. `page`
/// has an `@IMPORTS@` for the import map and an `@FILES@` for the pack. Errors: NotFound, Io (a file is missing).
Result<std::string> singleFilePage(const std::string& page, const std::filesystem::path& three,
                                   const std::filesystem::path& packFolder);

}  // namespace texeleton::exporting
