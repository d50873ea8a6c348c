#pragma once

#include <string>

namespace texeleton {

/// A line for each shared library of this process: the name of its file, which carries the full version, its size and
/// when it was written. Two processes with the same lines run the same libraries.
std::string loadedLibraries();

}  // namespace texeleton
