#pragma once

#include <QString>
#include <QWidget>
#include <cstdint>
#include <vector>

namespace texeleton::editor {

/// Numbers of bytes for the lines of a logarithmic axis from `low` to `high`, powers of ten: 1, 4, 16, 64 and 256 of
/// each unit; powers of two where that is fewer than two lines.
std::vector<std::uint64_t> byteTicks(double low, double high);

/// A plot of bakes as points: bytes against error, both logarithmic, and the limit as a line. A click, or the arrow
/// keys and Return, selects one.
class FitPlot : public QWidget {
  Q_OBJECT

 public:
  struct Point {
    double millimetres = 0.0;
    std::uint64_t bytes = 0;
    int series = 0;  ///< Index into the names; determines the marker.
    bool keeps = false;
    QString text;  ///< Tool tip.
  };

  explicit FitPlot(QWidget* parent = nullptr);

  /// `chosen`: number of a point; −1: none.
  void show(std::vector<Point> points, const QStringList& series, double limitMillimetres, int chosen);
  /// Moves the line of the limit. `keeps`: for each point; `marked`: the one that Return selects, −1: none.
  void moveLimit(double limitMillimetres, const std::vector<bool>& keeps, int marked);
  double limit() const { return m_limit; }
  int marked() const { return m_marked; }
  const std::vector<Point>& points() const { return m_points; }
  int chosen() const { return m_chosen; }
  /// Position of a point.
  QPointF placeOf(int number) const;

  QSize sizeHint() const override { return {260, 190}; }
  QSize minimumSizeHint() const override { return {180, 150}; }

 signals:
  void picked(int number);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Axis {
    double low = 0.0;  ///< Powers of ten.
    double high = 1.0;
  };
  QRectF plotArea() const;
  QPointF place(double millimetres, double bytes) const;
  int pointAt(const QPointF& at) const;
  void setHovered(int number);
  void paintGrid(QPainter& painter) const;
  void paintPoint(QPainter& painter, int number) const;
  void paintSign(QPainter& painter, const QPointF& at, int series) const;

  std::vector<Point> m_points;
  QStringList m_series;
  double m_limit = 0.0;
  int m_chosen = -1;
  int m_marked = -1;
  int m_hovered = -1;
  Axis m_errors;
  Axis m_bytes;
};

}  // namespace texeleton::editor
