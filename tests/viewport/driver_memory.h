#pragma once

namespace texeleton::test {

/// Heap bytes in use in this process, except for those allocated by GPU drivers. Lavapipe keeps some kilobytes of every
/// pipeline for ever, which is not a leak of ours. Only for programs that link driver_memory.cpp, whose malloc assigns
/// bytes by the library of the caller; under a sanitizer, which has its own malloc, all bytes count.
double bytesInUseBesidesDrivers();

/// Bytes in use that GPU drivers allocated.
double bytesInUseOfDrivers();

}  // namespace texeleton::test
