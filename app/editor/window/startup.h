#pragma once

#include <QString>

#include "app/editor/window/main_window.h"

namespace texeleton::editor {

/// What the program was started with.
struct StartRequest {
  QString file;         ///< A model or a document; empty: none.
  bool sample = false;  ///< The bundled sample was asked for.
};

/// What the window shows first: the file that was asked for; the sample when it was, or when this user has never run
/// the editor before; else nothing. Then what was lost in a crash is offered. Once the window is on the screen.
void showFirst(MainWindow& window, const StartRequest& request);

}  // namespace texeleton::editor
