#pragma once

#include "core/export/export_target.h"

namespace texeleton::exporting {

/// Babylon.js: skin matrices as its own BakedVertexAnimationManager reads them.
ExportTarget babylonTarget();

}  // namespace texeleton::exporting
