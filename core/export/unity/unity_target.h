#pragma once

#include "core/export/export_target.h"

namespace texeleton::exporting {

/// Unity 2021.3 and later, Built-in and Universal Render Pipeline: NAME.texunity with its .meta, and the package with
/// importer, run-time and shaders.
ExportTarget unityTarget();

}  // namespace texeleton::exporting
