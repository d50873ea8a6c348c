#pragma once

#include "core/model/model.h"

namespace texeleton::test {

/// A static row of squares of side 1 m, 1.2 m apart from x = −3 on, facing +Z, one for each way to draw a surface: 0
/// vertex colours; 1 alpha mask (a disc); 2 transparent, over 3, which is 0.3 m behind it; 4 facing away but
/// double-sided; 5 facing away and single-sided, so invisible; 6 normal map; 7 emissive. One clip of zero length.
model::Model materialModel();

/// Looks the same, but has tangents in the file and squares that are mirrored in the bind pose (X negated); the clip
/// mirrors them back with a scale of -1.
model::Model mirroredMaterialModel();

}  // namespace texeleton::test
