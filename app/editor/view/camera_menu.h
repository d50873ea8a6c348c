#pragma once

#include <QMenu>
#include <array>

#include "app/editor/document/document.h"
#include "viewport/rhi_window.h"

namespace texeleton::editor {

/// Camera commands of the viewport: axis views, standing in the crowd, and the document's saved views.
class CameraMenu : public QMenu {
  Q_OBJECT

 public:
  static constexpr std::size_t kKeyedViews = 9;  ///< The first ones have the keys Shift+1 …

  CameraMenu(Document& document, viewport::RhiWindow& window, QWidget* parent = nullptr);

 private:
  void showViews();

  Document& m_document;
  viewport::RhiWindow& m_window;
  std::array<QAction*, kKeyedViews> m_views{};
};

/// Saves the camera as a new view of the document. `name` empty: an unused one is chosen.
void saveView(Document& document, const viewport::Camera& camera, const QString& name = {});

}  // namespace texeleton::editor
