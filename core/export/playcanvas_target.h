#pragma once

#include "core/export/export_target.h"

namespace texeleton::exporting {

/// PlayCanvas: `.vat` containers for its own VatCharacters script.
ExportTarget playcanvasTarget();

}  // namespace texeleton::exporting
