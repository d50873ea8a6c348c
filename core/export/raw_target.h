#pragma once

#include "core/export/export_target.h"

namespace texeleton::exporting {

/// For your own engine: the texture as KTX2, everything else as arrays in one file, a C header that reads both, and
/// decoders in GLSL, HLSL and WGSL.
ExportTarget rawTarget();

}  // namespace texeleton::exporting
