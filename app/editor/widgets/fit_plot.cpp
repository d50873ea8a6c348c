#include "app/editor/widgets/fit_plot.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "app/editor/theme/theme.h"
#include "app/editor/widgets/numbers.h"

namespace texeleton::editor {

namespace {

constexpr double kSign = 4.0;  ///< Half the size of a marker.
constexpr double kPointReach = 12.0;
constexpr double kLeastMillimetres = 1e-4;
constexpr int kSignForms = 4;
constexpr double kLeastRoom = 0.15;  ///< Margin around the points, in powers of ten.

double powerOf(double value) { return std::log10(std::max(value, kLeastMillimetres)); }

}  // namespace

std::vector<std::uint64_t> byteTicks(double low, double high) {
  constexpr unsigned kLastShift = 60;
  std::vector<std::uint64_t> ticks;
  for (unsigned step = 2; step > 0 && ticks.size() < 2; --step) {
    ticks.clear();
    for (unsigned shift = 0; shift <= kLastShift; shift += step) {
      const double power = std::log10(static_cast<double>(std::uint64_t{1} << shift));
      if (power >= low && power <= high) {
        ticks.push_back(std::uint64_t{1} << shift);
      }
    }
  }
  return ticks;
}

FitPlot::FitPlot(QWidget* parent) : QWidget(parent) {
  setObjectName("fitPlot");
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Tried bakes: bytes against error"));
}

void FitPlot::show(std::vector<Point> points, const QStringList& series, double limitMillimetres, int chosen) {
  m_points = std::move(points);
  m_series = series;
  m_limit = limitMillimetres;
  m_chosen = chosen;
  m_marked = -1;
  m_hovered = -1;
  m_errors = {powerOf(m_limit), powerOf(m_limit)};
  m_bytes = {};
  for (std::size_t i = 0; i < m_points.size(); ++i) {
    const double error = powerOf(m_points[i].millimetres);
    const double bytes = std::log10(static_cast<double>(std::max<std::uint64_t>(m_points[i].bytes, 1)));
    m_errors = {std::min(m_errors.low, error), std::max(m_errors.high, error)};
    m_bytes = i == 0 ? Axis{bytes, bytes} : Axis{std::min(m_bytes.low, bytes), std::max(m_bytes.high, bytes)};
  }
  for (Axis* axis : {&m_errors, &m_bytes}) {
    const double room = std::max(0.06 * (axis->high - axis->low), kLeastRoom);
    axis->low -= room;
    axis->high += room;
  }
  update();
}

void FitPlot::moveLimit(double limitMillimetres, const std::vector<bool>& keeps, int marked) {
  m_limit = limitMillimetres;
  m_marked = marked;
  for (std::size_t i = 0; i < m_points.size() && i < keeps.size(); ++i) {
    m_points[i].keeps = keeps[i];
  }
  // The scale is kept as long as the line fits.
  m_errors.low = std::min(m_errors.low, powerOf(m_limit) - kLeastRoom);
  m_errors.high = std::max(m_errors.high, powerOf(m_limit) + kLeastRoom);
  update();
}

QRectF FitPlot::plotArea() const {
  const int left = fontMetrics().horizontalAdvance(wholeBytes(256u << 20u)) + 8;
  const int line = fontMetrics().height();
  return {static_cast<double>(left), line + 6.0, std::max(width() - left - 8.0, 10.0),
          std::max(height() - 2.0 * line - 12.0, 10.0)};
}

QPointF FitPlot::place(double millimetres, double bytes) const {
  const QRectF area = plotArea();
  const double x = (powerOf(millimetres) - m_errors.low) / (m_errors.high - m_errors.low);
  const double y = (std::log10(std::max(bytes, 1.0)) - m_bytes.low) / (m_bytes.high - m_bytes.low);
  return {area.left() + x * area.width(), area.bottom() - y * area.height()};
}

QPointF FitPlot::placeOf(int number) const {
  const Point& point = m_points[static_cast<std::size_t>(number)];
  return place(point.millimetres, static_cast<double>(point.bytes));
}

int FitPlot::pointAt(const QPointF& at) const {
  int nearest = -1;
  double least = kPointReach;
  for (int i = 0; i < static_cast<int>(m_points.size()); ++i) {
    const QPointF way = placeOf(i) - at;
    const double distance = std::hypot(way.x(), way.y());
    if (distance <= least) {  // The last one, which is drawn on top.
      least = distance;
      nearest = i;
    }
  }
  return nearest;
}

void FitPlot::setHovered(int number) {
  if (number != m_hovered) {
    m_hovered = number;
    setCursor(number >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
  }
}

void FitPlot::paintSign(QPainter& painter, const QPointF& at, int series) const {
  QPainterPath path;
  switch (series % kSignForms) {
    case 0:
      path.addEllipse(at, kSign, kSign);
      break;
    case 1:
      path.addRect(at.x() - kSign, at.y() - kSign, 2.0 * kSign, 2.0 * kSign);
      break;
    case 2:
      path.addPolygon(QPolygonF({at + QPointF(0, -kSign - 1), at + QPointF(kSign + 1, kSign),
                                 at + QPointF(-kSign - 1, kSign), at + QPointF(0, -kSign - 1)}));
      break;
    default:
      path.addPolygon(QPolygonF({at + QPointF(0, -kSign - 1), at + QPointF(kSign + 1, 0), at + QPointF(0, kSign + 1),
                                 at + QPointF(-kSign - 1, 0), at + QPointF(0, -kSign - 1)}));
  }
  painter.drawPath(path);
}

void FitPlot::paintGrid(QPainter& painter) const {
  const QRectF area = plotArea();
  const int line = fontMetrics().height();
  double free = area.left() - 1.0;  // Labels must not overlap.
  for (int power = static_cast<int>(std::ceil(m_errors.low)); power <= static_cast<int>(std::floor(m_errors.high));
       ++power) {
    const double value = std::pow(10.0, power);
    const double x = place(value, 1.0).x();
    painter.setPen(color(Token::SoftLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    const QString text = exactMillimetres(value);
    const double half = fontMetrics().horizontalAdvance(text) / 2.0;
    if (x - half > free && x + half <= width()) {
      painter.setPen(color(Token::Muted));
      painter.drawText(QRectF(x - half, area.bottom() + 4, 2.0 * half + 2.0, line), Qt::AlignLeft, text);
      free = x + half + 8.0;
    }
  }
  double above = area.bottom() + line;
  for (const std::uint64_t value : byteTicks(m_bytes.low, m_bytes.high)) {
    const double y = place(1.0, static_cast<double>(value)).y();
    painter.setPen(color(Token::SoftLine));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    if (y <= above - line) {
      painter.setPen(color(Token::Muted));
      painter.drawText(QRectF(0, y - line / 2.0, area.left() - 6.0, line), Qt::AlignRight | Qt::AlignVCenter,
                       wholeBytes(value));
      above = y;
    }
  }
  const double x = place(m_limit, 1.0).x();
  painter.setPen(QPen(color(Token::Warning), 1.0, Qt::DashLine));
  painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
}

void FitPlot::paintPoint(QPainter& painter, int number) const {
  const Point& point = m_points[static_cast<std::size_t>(number)];
  const QPointF at = placeOf(number);
  painter.setPen(QPen(color(point.keeps ? Token::Text : Token::Muted), 1.0));
  painter.setBrush(point.keeps ? QBrush(color(Token::Text)) : QBrush(color(Token::Field)));
  if (number == m_chosen) {
    painter.setPen(QPen(color(Token::Accent), 1.0));
    painter.setBrush(color(Token::Accent));
  }
  paintSign(painter, at, point.series);
  if (number == m_chosen || number == m_hovered) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color(Token::Accent), number == m_chosen ? 2.0 : 1.0));
    painter.drawEllipse(at, kSign + 4.0, kSign + 4.0);
  }
  if (number == m_marked && number != m_chosen) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color(Token::Warning), 2.0));
    painter.drawEllipse(at, kSign + 4.0, kSign + 4.0);
  }
}

void FitPlot::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF area = plotArea();
  painter.setPen(color(Token::Edge));
  painter.setBrush(color(Token::Field));
  painter.drawRect(area);
  if (hasFocus()) {
    painter.setPen(QPen(color(Token::Accent), 1.0));
    painter.drawRect(area.adjusted(-1, -1, 1, 1));
  }
  paintGrid(painter);
  // The legend in the line above; names that do not fit are in the tool tips.
  double x = area.left();
  for (int i = 0; i < m_series.size(); ++i) {
    const double wide = fontMetrics().horizontalAdvance(m_series[i]);
    if (x + 14.0 + wide > width()) {
      break;
    }
    painter.setPen(color(Token::Muted));
    painter.setBrush(Qt::NoBrush);
    paintSign(painter, {x + kSign + 1.0, fontMetrics().height() / 2.0 + 1.0}, i);
    painter.drawText(QRectF(x + 14.0, 1.0, wide + 2.0, fontMetrics().height()), Qt::AlignLeft, m_series[i]);
    x += 14.0 + wide + 10.0;
  }
  for (int i = 0; i < static_cast<int>(m_points.size()); ++i) {
    if (i != m_chosen && i != m_marked && i != m_hovered) {
      paintPoint(painter, i);
    }
  }
  for (const int number : {m_chosen, m_marked, m_hovered}) {
    if (number >= 0 && number < static_cast<int>(m_points.size())) {
      paintPoint(painter, number);
    }
  }
}

bool FitPlot::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int number = pointAt(help->pos());
    if (number >= 0) {
      QToolTip::showText(help->globalPos(), m_points[static_cast<std::size_t>(number)].text, this);
    } else {
      QToolTip::hideText();
    }
    return true;
  }
  return QWidget::event(event);
}

void FitPlot::mouseMoveEvent(QMouseEvent* event) { setHovered(pointAt(event->position())); }

void FitPlot::leaveEvent(QEvent* /*event*/) { setHovered(-1); }

void FitPlot::mouseReleaseEvent(QMouseEvent* event) {
  const int number = pointAt(event->position());
  if (event->button() == Qt::LeftButton && number >= 0) {
    emit picked(number);
  }
}

void FitPlot::keyPressEvent(QKeyEvent* event) {
  const bool isStep = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
  const int from = m_hovered >= 0 ? m_hovered : m_marked >= 0 ? m_marked : m_chosen;
  if (isStep && !m_points.empty()) {
    std::vector<int> order(m_points.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      order[i] = static_cast<int>(i);
    }
    std::ranges::stable_sort(order, [this](int a, int b) { return placeOf(a).x() < placeOf(b).x(); });
    const auto at = std::ranges::find(order, from);
    const auto last = static_cast<std::ptrdiff_t>(order.size()) - 1;
    const std::ptrdiff_t place = at == order.end() ? 0 : at - order.begin();
    const std::ptrdiff_t step = at == order.end() ? 0 : event->key() == Qt::Key_Left ? -1 : 1;
    setHovered(order[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(place + step, 0, last))]);
    QToolTip::showText(mapToGlobal(placeOf(m_hovered).toPoint()), m_points[static_cast<std::size_t>(m_hovered)].text,
                       this);
    return;
  }
  if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && from >= 0) {
    emit picked(from);
    return;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace texeleton::editor
