#pragma once

#include "core/export/export_target.h"

namespace texeleton::exporting {

/// Unreal Engine 5: texture, static mesh, tables and a Python script that imports them with all their settings.
ExportTarget unrealTarget();

}  // namespace texeleton::exporting
