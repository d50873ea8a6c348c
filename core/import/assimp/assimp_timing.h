#pragma once

namespace texeleton::importing {

/// `texeleton-import --time-assimp FILE` prints secondsOfPlainAssimp, the baseline of the benchmarks. It is measured
/// here because no other program links Assimp.
inline constexpr const char* kTimeAssimpArgument = "--time-assimp";

/// The fewest seconds, over several runs, that Assimp takes to import a cached file without post-processing; 0 if it
/// fails.
double secondsOfPlainAssimp(const char* file);

}  // namespace texeleton::importing
