#pragma once

#include <filesystem>

namespace texeleton {

/// Whether a file that is found by its name is a symbolic link out of the folder in which it was found. Such files are
/// taken only where the user allows it (--follow-outside): a downloaded folder must not bring in others.
bool leadsOutside(const std::filesystem::path& file);

}  // namespace texeleton
