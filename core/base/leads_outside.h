#pragma once

#include <filesystem>

namespace texeleton {

/// Whether a file that is found by its name is a symbolic link out of the folder in which it was found. Such files are
/// used only if the user allows it (--follow-outside): a downloaded folder must not include files from elsewhere.
bool leadsOutside(const std::filesystem::path& file);

}  // namespace texeleton
