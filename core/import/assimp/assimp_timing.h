#pragma once

namespace texeleton::importing {

/// `texeleton-import --time-assimp FILE` prints what secondsOfPlainAssimp gives: the yardstick of the benchmarks, taken
/// here because no other program links Assimp.
inline constexpr const char* kTimeAssimpArgument = "--time-assimp";

/// The fewest seconds that Assimp alone takes, over several runs, to import a file without any post-processing, the
/// file in the page cache; 0 when it cannot.
double secondsOfPlainAssimp(const char* file);

}  // namespace texeleton::importing
