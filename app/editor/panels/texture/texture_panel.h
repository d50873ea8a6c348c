#pragma once

#include <QComboBox>

#include "app/editor/jobs/job_runner.h"
#include "app/editor/panels/panel.h"
#include "app/editor/panels/texture/texel_values.h"
#include "app/editor/panels/texture/texture_range.h"
#include "app/editor/panels/texture/texture_view.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

/// The texture inspector: the texture or its deviation from the source, display settings, and the hovered texel.
class TexturePanel : public Panel {
  Q_OBJECT

 public:
  TexturePanel(Workshop& workshop, Playback& playback, Selection& selection, QWidget* parent = nullptr);
  TextureView& view() const { return *m_view; }

  /// Saves and restores display settings (channels, range, exposure) in the user's settings.
  void keepView() const;
  void restoreView();

 signals:
  /// A message about what was done.
  void told(const QString& text);
  void failed(const QString& title, const QString& why);

 private:
  QWidget* makeTools();
  QWidget* makeExposure();
  QWidget* makeValues();
  void showZoom();
  void showExposure();
  void setChannels(int choice);
  void savePicture();
  void follow();

  Workshop& m_workshop;
  Playback& m_playback;
  Selection& m_selection;
  TextureView* m_view = nullptr;
  TexelValues* m_values = nullptr;
  Segmented* m_what = nullptr;  ///< Values, or their deviation from the source.
  Segmented* m_channels = nullptr;
  TextureRange* m_range = nullptr;
  NumberField* m_exposure = nullptr;
  QToolButton* m_resetExposure = nullptr;
  QComboBox* m_zoom = nullptr;
  JobRunner m_saver;
};

}  // namespace texeleton::editor
