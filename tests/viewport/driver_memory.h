#pragma once

namespace texeleton::test {

/// Bytes of the heap in use in this process, apart from those that GPU drivers asked for. Lavapipe keeps some kilobytes
/// of every pipeline for ever, which is no growth of ours. Only for programs that link driver_memory.cpp, whose malloc
/// tells by its caller's library whose bytes they are; under a sanitizer, which has a malloc of its own, all bytes
/// count.
double bytesInUseBesidesDrivers();

/// Bytes that GPU drivers asked for and still have.
double bytesInUseOfDrivers();

}  // namespace texeleton::test
