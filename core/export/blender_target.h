#pragma once

#include "core/export/export_target.h"

namespace texeleton::exporting {

/// Blender: the pack, and a script that imports it as a mesh with its animation in place.
ExportTarget blenderTarget();

}  // namespace texeleton::exporting
