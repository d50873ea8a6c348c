#pragma once

#include <QFormLayout>
#include <QTimer>
#include <memory>

#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/document/source_value.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/clips_panel.h"
#include "app/editor/panels/event_edit.h"
#include "app/editor/panels/panel.h"
#include "app/editor/view/viewport_area.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/time_field.h"
#include "core/meshes/mesh_instances.h"

namespace texeleton::editor {

/// What was selected last, in whichever panel, with its values at the moment that is shown. An event is edited here.
class SelectionPanel : public Panel {
  Q_OBJECT

 public:
  SelectionPanel(Workshop& workshop, Playback& playback, Selection& selection, const ClipsPanel& clips,
                 const ViewportArea& viewport, QWidget* parent = nullptr);

 private:
  QWidget* makeEvent();
  void showSoon();
  void refresh();
  /// The title, and how many rows of values are used from now on.
  void begin(const QString& title, const QString& kind);
  void add(const QString& name, const QString& value, bool isCode = false, const QString& tip = {});
  void tellNothing();
  void tellBone();
  void tellClip();
  void tellInstances();
  void tellEvent();
  void tellTexel();
  void tellMesh();
  void tellMaterial();
  void tellVariant();
  void tellCharacter(std::size_t number, const meshes::MeshInstances& meshes);
  std::optional<TimelineEvent> selectedEvent() const;

  struct Row {
    QLabel* name = nullptr;
    QLabel* value = nullptr;
  };
  Workshop& m_workshop;
  Playback& m_playback;
  Selection& m_selection;
  const ClipsPanel& m_clips;
  const ViewportArea& m_viewport;
  std::unique_ptr<SourceValues> m_source;
  QLabel* m_title = nullptr;
  QLabel* m_hint = nullptr;
  QFormLayout* m_form = nullptr;
  std::vector<Row> m_rows;
  std::size_t m_used = 0;
  QWidget* m_event = nullptr;
  QLineEdit* m_eventName = nullptr;
  TimeField* m_eventTime = nullptr;
  QLineEdit* m_eventParameter = nullptr;
  QTimer m_soon;  ///< Values that run are shown a few times a second.
};

}  // namespace texeleton::editor
