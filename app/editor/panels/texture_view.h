#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/texel_info.h"
#include "app/editor/panels/texture_image.h"
#include "app/editor/panels/texture_painter.h"
#include "app/editor/panels/texture_scale.h"
#include "app/editor/panels/texture_view_state.h"

namespace texeleton::editor {

/// The animation texture, from the whole to single texels: clip bands, a ruler with whose columns they are, the row
/// that plays, the selected bone. As a whole, without its padding, it is stretched until it fills the widget. Drag
/// moves, the wheel zooms at the pointer, a click selects bone and frame. By keys the arrows point at texels as the
/// mouse does (Shift: eight on), Enter selects.
class TextureView : public QWidget {
  Q_OBJECT

 public:
  TextureView(Workshop& workshop, Playback& playback, Selection& selection, QWidget* parent = nullptr);

  TextureViewState state;
  /// Shows the texture as `state` says now.
  void refresh();
  /// In stops, within kMostExposure. What the texture holds stays as it is.
  void setExposure(double stops);
  /// So many screen pixels a texel in both directions.
  void zoomTo(double zoom, const QPointF& at);
  /// So many times as large as now.
  void zoomBy(double factor, const QPointF& at);
  void fit();
  void setDifference(bool difference);
  /// Largest difference among the texels that are in sight, in the channels that are shown, where the scale of colours
  /// ends without exposure; unset while it is not known.
  std::optional<double> largestDifference() const { return m_image.largestDifference(); }
  /// Makes a texel visible, large enough to be seen.
  void reveal(const bake::TexelAddress& texel);
  /// Selects a texel with its bone, and goes to its clip and frame.
  void choose(const bake::TexelAddress& texel);
  /// What is pointed at, by mouse or keys.
  const std::optional<bake::TexelAddress>& pointedTexel() const { return m_pointed.texel; }
  /// The texel at a place of the widget.
  std::optional<bake::TexelAddress> texelAt(const QPointF& place) const { return m_scale.texelAt(place); }
  QPointF placeOf(double x, double y) const { return m_scale.placeOf(x, y); }

  QSize minimumSizeHint() const override { return {160, 110}; }

 signals:
  /// Another texel is under the pointer; `valid` false: none.
  void pointed(bool valid, const bake::TexelAddress& texel);
  void zoomChanged();
  void exposureChanged();
  /// largestDifference() is another.
  void differenceChanged();
  /// Ctrl+C.
  void copyAsked();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  const bake::BakedAnimation* animation() const;
  void takeBake();
  void zoomTo(double across, double down, const QPointF& at);
  void pointTo(const std::optional<bake::TexelAddress>& texel);
  /// The texel that lies so many texels beside the one that is pointed at.
  void pointBeside(int x, int y);

  Workshop& m_workshop;
  Playback& m_playback;
  Selection& m_selection;
  std::shared_ptr<const BakeSnapshot> m_bake;
  TextureScale m_scale;
  TextureImage m_image;
  PointedTexel m_pointed;
  QPointF m_pressed;
  QPointF m_cornerPressed;
  bool m_dragging = false;
};

}  // namespace texeleton::editor
