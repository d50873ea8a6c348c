#pragma once

#include "core/export/export_target.h"

namespace texeleton::exporting {

/// Babylon Lite (WebGPU): skin matrices as its own attachVat() takes them.
ExportTarget babylonLiteTarget();

}  // namespace texeleton::exporting
