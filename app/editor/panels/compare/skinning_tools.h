#pragma once

#include <QWidget>

#include "app/editor/jobs/workshop.h"
#include "app/editor/view/viewport_area.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/node_chooser.h"

namespace texeleton::editor {

/// Settings of skinned characters: the distance of the hybrid path, and the node that looks at the camera. Each is
/// visible while a path is drawn that uses it.
class SkinningTools : public QWidget {
  Q_OBJECT

 public:
  SkinningTools(Workshop& workshop, ViewportArea& viewport, QWidget* parent = nullptr);

 private:
  void showSetup();

  Workshop& m_workshop;
  ViewportArea& m_viewport;
  QWidget* m_nearBox = nullptr;
  NumberField* m_near = nullptr;
  QWidget* m_gazeBox = nullptr;
  NodeChooser* m_gaze = nullptr;
  QLabel* m_problem = nullptr;
};

}  // namespace texeleton::editor
