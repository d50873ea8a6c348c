#pragma once

#include "tests/reference/reference_fbx_records.h"

namespace texeleton::test {

inline constexpr double kFbxTicksPerSecond = 46186158000.0;

/// The value of an AnimationCurve object at a time, evaluated from its arrays.
double evaluateFbxCurve(const FbxRecord& curve, double seconds);

}  // namespace texeleton::test
