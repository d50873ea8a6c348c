#pragma once

#include "core/export/export_target.h"

namespace texeleton::exporting {

/// PlayCanvas: `.vat` containers that its own VatCharacters script reads.
ExportTarget playcanvasTarget();

}  // namespace texeleton::exporting
