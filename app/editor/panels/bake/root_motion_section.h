#pragma once

#include <QComboBox>
#include <optional>

#include "app/editor/document/playback.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/clips/clips_panel.h"
#include "app/editor/view/viewport_area.h"
#include "app/editor/widgets/folding_section.h"
#include "app/editor/widgets/node_chooser.h"

namespace texeleton::editor {

/// Root motion settings: for all clips, for the selected ones, and which components of which node are extracted.
class RootMotionSection : public FoldingSection {
  Q_OBJECT

 public:
  RootMotionSection(Workshop& workshop, Playback& playback, ClipsPanel& clips, ViewportArea& viewport,
                    QWidget* parent = nullptr);

 private:
  void connectFields();
  void showSettings();
  void showClips();
  void showWay();

  Workshop& m_workshop;
  Playback& m_playback;
  ClipsPanel& m_clips;
  ViewportArea& m_viewport;
  QComboBox* m_mode = nullptr;
  QLabel* m_clipsName = nullptr;
  QComboBox* m_clipMode = nullptr;
  NodeChooser* m_node = nullptr;
  QLabel* m_problem = nullptr;
  QComboBox* m_yaw = nullptr;
  QComboBox* m_height = nullptr;
  QLabel* m_way = nullptr;
};

}  // namespace texeleton::editor
