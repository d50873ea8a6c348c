#pragma once

#include <QComboBox>
#include <QPushButton>
#include <QTreeWidget>
#include <array>

#include "app/editor/document/document.h"
#include "app/editor/view/camera_follow.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/node_chooser.h"
#include "app/editor/widgets/popup.h"
#include "viewport/rhi_window.h"

namespace texeleton::editor {

/// The viewport's camera in numbers, and the document's saved views. Moving the camera is not an edit; saving,
/// renaming, replacing and deleting views are.
class CameraPopup : public Popup {
  Q_OBJECT

 public:
  CameraPopup(Document& document, viewport::RhiWindow& window, CameraFollow& follow, QWidget* parent = nullptr);

  void showBelow(const QWidget& button);
  QTreeWidget& views() const { return *m_views; }

 private:
  using Place = std::array<NumberField*, 3>;
  Place addPlace(const QString& name, const QString& tip, const char* objectName);
  void showCamera();
  void showViews();
  void showFollow();
  /// Applies the typed position and target.
  void takePlaces();
  int current() const;
  void rename(const QTreeWidgetItem& item);
  /// Replaces the current view by the camera, or deletes it.
  void replaceView();
  void deleteView();
  bool eventFilter(QObject* watched, QEvent* event) override;

  Document& m_document;
  viewport::RhiWindow& m_window;
  Place m_position{};
  Place m_target{};
  NumberField* m_distance = nullptr;
  NumberField* m_fieldOfView = nullptr;
  QComboBox* m_lens = nullptr;
  CameraFollow& m_follow;
  NodeChooser* m_node = nullptr;
  QComboBox* m_axis = nullptr;
  QTreeWidget* m_views = nullptr;
  QPushButton* m_stand = nullptr;
  QPushButton* m_save = nullptr;
  QToolButton* m_replace = nullptr;
  QToolButton* m_delete = nullptr;
};

}  // namespace texeleton::editor
