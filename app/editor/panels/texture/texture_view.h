#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/texture/texel_info.h"
#include "app/editor/panels/texture/texture_image.h"
#include "app/editor/panels/texture/texture_painter.h"
#include "app/editor/panels/texture/texture_scale.h"
#include "app/editor/panels/texture/texture_view_state.h"

namespace texeleton::editor {

/// The animation texture, from the whole to single texels: clip bands, a ruler with column names, the current row, the
/// selected bone. The whole texture without padding is stretched to fill the widget. Dragging pans, the wheel zooms at
/// the pointer, a click selects bone and frame. Arrow keys move the hovered texel (Shift: by eight), Enter selects it.
class TextureView : public QWidget {
  Q_OBJECT

 public:
  TextureView(Workshop& workshop, Playback& playback, Selection& selection, QWidget* parent = nullptr);

  TextureViewState state;
  /// Updates the display after changes of `state`.
  void refresh();
  /// Sets the exposure in stops, within kMostExposure. The texture is unchanged.
  void setExposure(double stops);
  /// Sets the zoom in screen pixels a texel for both directions.
  void zoomTo(double zoom, const QPointF& at);
  /// Multiplies the zoom.
  void zoomBy(double factor, const QPointF& at);
  void fit();
  void setDifference(bool difference);
  /// Largest deviation of the shown channels among visible texels, the end of the colour scale at exposure 0; unset
  /// while unknown.
  std::optional<double> largestDifference() const { return m_image.largestDifference(); }
  /// Scrolls and zooms to make a texel visible.
  void reveal(const vat::TexelAddress& texel);
  /// Selects a texel with its bone, and moves to its clip and frame.
  void choose(const vat::TexelAddress& texel);
  /// The texel hovered by mouse or keys.
  const std::optional<vat::TexelAddress>& pointedTexel() const { return m_pointed.texel; }
  /// The texel at a position of the widget.
  std::optional<vat::TexelAddress> texelAt(const QPointF& place) const { return m_scale.texelAt(place); }
  QPointF placeOf(double x, double y) const { return m_scale.placeOf(x, y); }

  QSize minimumSizeHint() const override { return {160, 110}; }

 signals:
  /// The hovered texel changed; `valid` false: none.
  void pointed(bool valid, const vat::TexelAddress& texel);
  void zoomChanged();
  void exposureChanged();
  /// largestDifference() changed.
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
  const vat::BakedAnimation* animation() const;
  void takeBake();
  void zoomTo(double across, double down, const QPointF& at);
  void pointTo(const std::optional<vat::TexelAddress>& texel);
  /// Moves the hovered texel by a number of texels.
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
