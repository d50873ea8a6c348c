#pragma once

#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include "app/editor/jobs/job_runner.h"
#include "app/editor/panels/panel.h"
#include "app/editor/panels/texture_histogram.h"
#include "app/editor/panels/texture_view.h"
#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

/// What a texel is, in words: "handslot.r · row 1".
QString texelName(const TexelInfo& info, const bake::BakedAnimation& animation);

/// The texture inspector: the texture or how far it is from the source, how it is shown, and what is under the pointer.
class TexturePanel : public Panel {
  Q_OBJECT

 public:
  TexturePanel(Workshop& workshop, Playback& playback, Selection& selection, QWidget* parent = nullptr);
  TextureView& view() const { return *m_view; }

  /// How the texture is shown (channels, range, exposure), to and from the user's settings.
  void keepView() const;
  void restoreView();

 signals:
  /// What was done.
  void told(const QString& text);
  void failed(const QString& title, const QString& why);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* makeTools();
  QWidget* makeRange();
  QWidget* makeExposure();
  QWidget* makeInfo();
  QLayout* makeValues();
  void showTexel(bool valid, const bake::TexelAddress& texel);
  void showZoom();
  void showExposure();
  void setChannels(int choice);
  void setRange();
  void countValues();
  void fitRange();
  void showDifference();
  void savePicture();
  QWidget* makeGoTo();
  QLayout* makeNumbers();
  void showGoTo();
  void showNumbers();
  void goToNumbers();
  /// Where the selected bone's texels are: its matrix, in vertex mode its socket.
  std::optional<std::uint32_t> texelOfBone() const;
  void enableGoTo();
  void goToBone();
  void goToFrame();
  void goTo(std::uint32_t texelOfFrame);
  void copyValue();
  void follow();

  Workshop& m_workshop;
  Playback& m_playback;
  Selection& m_selection;
  TextureView* m_view = nullptr;
  Segmented* m_channels = nullptr;
  Segmented* m_what = nullptr;  ///< Values, or their difference from the source.
  HistogramStrip* m_histogram = nullptr;
  std::shared_ptr<const bake::BakedAnimation> m_counted;  ///< What the histogram is of, or will be.
  JobRunner m_counter;
  QLabel* m_differenceText = nullptr;
  QComboBox* m_range = nullptr;
  NumberField* m_exposure = nullptr;
  QToolButton* m_resetExposure = nullptr;
  QComboBox* m_zoom = nullptr;
  QPushButton* m_goTo = nullptr;
  QPushButton* m_goToButton = nullptr;
  QFrame* m_goToPopup = nullptr;  ///< Below it.
  NumberField* m_frame = nullptr;
  NumberField* m_element = nullptr;
  QLabel* m_elementName = nullptr;
  QLabel* m_title = nullptr;
  ElidedLabel* m_place = nullptr;
  QLabel* m_value = nullptr;
  QLabel* m_bits = nullptr;
  QLabel* m_sourceValue = nullptr;
  QToolButton* m_copy = nullptr;
  std::unique_ptr<SourceValues> m_source;
  std::optional<bake::TexelAddress> m_shown;
  JobRunner m_saver;
};

}  // namespace texeleton::editor
