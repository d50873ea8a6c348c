#pragma once

#include <string>

namespace texeleton {

/// A line for each shared library of this process: the name of its file, which includes the full version, its size and
/// its modification time. Two processes with the same lines run the same libraries.
std::string loadedLibraries();

}  // namespace texeleton
