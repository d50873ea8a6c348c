#pragma once

#include <QMenu>

#include "app/editor/document/document.h"
#include "viewport/rhi_window.h"

namespace texeleton::editor {

/// Show > Tessellation: edits the tessellation of the document's characters.
class TessellationMenu : public QMenu {
  Q_OBJECT

 public:
  TessellationMenu(Document& document, const viewport::RhiWindow& window, QWidget* parent = nullptr);
};

/// Show > Normals and tangents: likewise for lines at the vertices.
class NormalsMenu : public QMenu {
  Q_OBJECT

 public:
  NormalsMenu(Document& document, const viewport::RhiWindow& window, QWidget* parent = nullptr);
};

}  // namespace texeleton::editor
