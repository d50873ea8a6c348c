#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/export/export_target.h"
#include "core/export/web/matrix_rows.h"
#include "core/export/web/web_files.h"

namespace texeleton::exporting {

/// The differences between libraries that read skin matrices in rows.
struct MatrixLibrary {
  const char* group = "";       ///< Start of the group name of a character: "Babylon.js".
  const char* infix = "";       ///< Between the character's name and the file suffix: ".lite".
  const char* page = "";        ///< Suffix of the page's name: ".babylon.html".
  const char* guide = "";       ///< Suffix of the README's name.
  const char* templates = "";   ///< Folder of resources/engines with README.md.
  const char* socketLine = "";  ///< Code for a socket, with @SOCKETNAME@.
  WebPage web = {};             ///< The page's texts.
  /// Adds the values for the library's built-in players to a clip of the JSON.
  void (*describeClip)(nlohmann::ordered_json& clip, const RowClip& rows) = nullptr;
};

/// The option "rate".
ExportOption matrixRateOption(const char* help);

/// The files of a character: GLB, texels, JSON, page, README. Errors: those of matrixRows() and skinnedGlb().
Result<FileGroup> matrixFiles(const ExportInput& input, const MatrixLibrary& library);

}  // namespace texeleton::exporting
