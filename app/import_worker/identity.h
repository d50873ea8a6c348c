#pragma once

#include <string>

namespace texeleton::importing::worker {

/// Lines that name this build and each library that it runs with: file, size and time of change.
std::string identity();

}  // namespace texeleton::importing::worker
