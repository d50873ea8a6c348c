#pragma once

#include <QString>

#include "app/editor/window/main_window.h"

namespace texeleton::editor {

/// The program's arguments.
struct StartRequest {
  QString file;         ///< A model or a document; empty: none.
  bool sample = false;  ///< The bundled sample was requested.
};

/// Opens the requested file, or the sample if it was requested or this is the user's first start. Then offers to
/// recover lost documents. Call when the window is on the screen.
void showFirst(MainWindow& window, const StartRequest& request);

}  // namespace texeleton::editor
