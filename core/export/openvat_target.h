#pragma once

#include "core/export/export_target.h"

namespace texeleton::exporting {

/// OpenVAT's layout: offsets from the mesh's rest positions over normals in one texture, a glTF with the texels' column
/// in its second texture coordinates, and the bounds as JSON.
ExportTarget openVatTarget();

}  // namespace texeleton::exporting
