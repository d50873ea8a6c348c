#pragma once

#include "core/model/model.h"

namespace texeleton::test {

/// A still row of squares of side 1 m, 1.2 m apart from x = −3 on, facing +Z, one for each way to draw a surface:
/// 0 vertex colours; 1 cut out by alpha (a disc); 2 seen through, over 3 which lies 0.3 m behind it; 4 turned away from
/// the viewer but double-sided; 5 turned away and single-sided, so not seen; 6 with a normal map; 7 emissive. One clip
/// without length.
model::Model materialModel();

/// The same to look at, with tangents in the file, made of squares that lie mirrored in the bind pose (X turned round)
/// and that the clip mirrors back by a scale of -1.
model::Model mirroredMaterialModel();

}  // namespace texeleton::test
