#pragma once

#include "core/export/export_target.h"

namespace texeleton::exporting {

/// three.js: the pack, a run-time that all characters of the folder share, a page that plays it, and a guide.
ExportTarget threeTarget();

}  // namespace texeleton::exporting
