#pragma once

#include <QImage>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "app/editor/document/playback.h"
#include "app/editor/document/selection.h"
#include "app/editor/jobs/job_runner.h"
#include "app/editor/jobs/workshop.h"
#include "app/editor/panels/texel_info.h"
#include "app/editor/panels/texture_difference.h"

namespace texeleton::editor {

enum class Channels { Rgb, R, G, B, A };

/// Everything that decides how the texture is shown.
struct TextureViewState {
  Channels channels = Channels::Rgb;
  double from = -1.0;       ///< Shown as black,
  double to = 1.0;          ///< and as white.
  double exposure = 0.0;    ///< Stops (EV): values are shown 2^exposure times as large.
  double zoom = 1.0;        ///< Screen pixels a texel, across
  double zoomDown = 1.0;    ///< and down: another number while the whole texture fills the widget.
  bool difference = false;  ///< Shows how far texels are from the source instead of their values.
  QPointF corner;           ///< The texel in the upper left.
  bool fits = true;         ///< Zoom and corner follow the widget's size.
};

/// A texel a pixel, as the texture is shown. Any thread.
QImage pictureOf(const bake::BakedAnimation& texture, const TextureViewState& state, const JobContext& job);

inline constexpr double kMostExposure = 16.0;  ///< Stops, up and down: halves reach from 2^-14 to 2^16.
inline constexpr double kExposureStep = 0.5;

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
  std::optional<double> largestDifference() const;
  /// Makes a texel visible, large enough to be seen.
  void reveal(const bake::TexelAddress& texel);
  /// Selects a texel with its bone, and goes to its clip and frame.
  void choose(const bake::TexelAddress& texel);
  /// What is pointed at, by mouse or keys.
  const std::optional<bake::TexelAddress>& pointedTexel() const { return m_pointed; }
  /// The texel at a place of the widget.
  std::optional<bake::TexelAddress> texelAt(const QPointF& place) const;
  QPointF placeOf(double x, double y) const;

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
  void zoomTo(double across, double down, const QPointF& at);
  void paintTexels(QPainter& painter);
  /// A texel for each device pixel of a side of the picture; below 0: none.
  std::vector<std::int64_t> texelsAcross(int pixels) const;
  std::vector<std::int64_t> texelsDown(int pixels) const;
  void findDifference(const std::vector<std::int64_t>& across, const std::vector<std::int64_t>& down);
  void paintBands(QPainter& painter);
  void paintColumns(QPainter& painter);
  void paintMarks(QPainter& painter);
  void bound();
  QPointF texelPlace(const QPointF& place) const;
  QSizeF texelsSeen() const;
  void pointTo(const std::optional<bake::TexelAddress>& texel);
  /// The texel that lies so many texels beside the one that is pointed at.
  void pointBeside(int x, int y);
  /// Where texels are shown: below the ruler.
  QRectF area() const;
  /// Where a bone's texels are, as far as it is visible.
  std::vector<QRectF> placesOf(std::uint32_t bone) const;

  Workshop& m_workshop;
  Playback& m_playback;
  Selection& m_selection;
  std::shared_ptr<const BakeSnapshot> m_bake;
  QImage m_image;  ///< What is visible, in device pixels.
  bool m_imageOld = true;
  std::optional<bake::TexelAddress> m_pointed;
  bool m_byKeys = false;  ///< It was pointed at by keys.
  QPointF m_pressed;
  QPointF m_cornerPressed;
  bool m_dragging = false;
  std::shared_ptr<const TextureDifference> m_difference;  ///< Null: none is known yet.
  std::shared_ptr<const TextureDifference> m_asked;       ///< Without values: what m_differ works for.
  JobRunner m_differ;
};

}  // namespace texeleton::editor
