#pragma once

#include <QComboBox>
#include <QMenu>
#include <QWidget>

#include "app/editor/document/playback.h"
#include "app/editor/widgets/controls.h"
#include "app/editor/widgets/fitting_row.h"

namespace texeleton::editor {

/// A bar for dragging the time, with ticks at events.
class ScrubBar : public QWidget {
  Q_OBJECT

 public:
  explicit ScrubBar(Playback& playback, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {240, 26}; }
  QSize minimumSizeHint() const override { return {60, 26}; }
  /// Position of a time in pixels.
  double placeOf(double seconds) const;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void seekTo(double x);
  Playback& m_playback;
};

/// The strip below the viewport: the current clip and the time.
class TransportStrip : public FittingRow {
  Q_OBJECT

 public:
  explicit TransportStrip(Playback& playback, QWidget* parent = nullptr);
  ScrubBar& scrubBar() const { return *m_scrub; }
  /// The pose that is shown instead of the clip at the playback's time, which is dimmed; empty: none.
  void setShown(const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fillSpeeds();
  void showClips();
  void showClip();
  void showTime();
  void showPlaying();

  Playback& m_playback;
  QComboBox* m_clips = nullptr;
  QToolButton* m_play = nullptr;
  ScrubBar* m_scrub = nullptr;
  QLabel* m_shown = nullptr;
  QLabel* m_time = nullptr;
  QToolButton* m_loop = nullptr;
  NumberField* m_speed = nullptr;
  QMenu* m_speeds = nullptr;  ///< At the loop button while the field has no room.
};

}  // namespace texeleton::editor
