#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/export/export_target.h"
#include "core/export/web/matrix_rows.h"
#include "core/export/web/web_page.h"

namespace texeleton::exporting {

/// The differences between libraries that read skin matrices in rows.
struct MatrixLibrary {
  const char* group = "";       ///< The start of the name of a character's group: "Babylon.js".
  const char* infix = "";       ///< Between the character's name and those of its files: ".lite".
  const char* page = "";        ///< The page's name behind the character's: ".babylon.html".
  const char* guide = "";       ///< The README's.
  const char* templates = "";   ///< Folder of resources/engines with README.md.
  const char* socketLine = "";  ///< Code for a socket, @SOCKETNAME@ in it.
  WebPage web = {};             ///< Of the page.
  /// Adds what the library's own players need to a clip of the JSON.
  void (*describeClip)(nlohmann::ordered_json& clip, const RowClip& rows) = nullptr;
};

/// The option "rate".
ExportOption matrixRateOption(const char* help);

/// The files of a character: GLB, texels, JSON, page, README. Errors: of matrixRows() and skinnedGlb().
Result<FileGroup> matrixFiles(const ExportInput& input, const MatrixLibrary& library);

}  // namespace texeleton::exporting
