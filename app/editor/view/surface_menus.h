#pragma once

#include <QMenu>
#include <functional>

#include "app/editor/document/document.h"
#include "app/editor/widgets/number_field.h"
#include "viewport/rhi_window.h"

namespace texeleton::editor {

/// Show > Tessellation: edits the tessellation of the document's characters.
class TessellationMenu : public QMenu {
  Q_OBJECT

 public:
  TessellationMenu(Document& document, const viewport::RhiWindow& window, QWidget* parent = nullptr);

 private:
  void change(const std::function<void(viewport::ViewSetup&)>& set);
  void showSetup();
  void showWhetherItCan();

  Document& m_document;
  const viewport::RhiWindow& m_window;
  QAction* m_on = nullptr;
  NumberField* m_segments = nullptr;
  NumberField* m_displacement = nullptr;
};

/// Show > Normals and tangents: likewise for lines at the vertices.
class NormalsMenu : public QMenu {
  Q_OBJECT

 public:
  NormalsMenu(Document& document, const viewport::RhiWindow& window, QWidget* parent = nullptr);

 private:
  void change(const std::function<void(viewport::ViewSetup&)>& set);
  void showSetup();
  void showWhetherItCan();

  Document& m_document;
  const viewport::RhiWindow& m_window;
  QAction* m_normals = nullptr;
  QAction* m_tangents = nullptr;
  NumberField* m_length = nullptr;
};

}  // namespace texeleton::editor
