#include "app/editor/panels/timeline/timeline_painter.h"

#include <cmath>

#include "app/editor/panels/timeline/timeline_metrics.h"
#include "app/editor/theme/theme.h"

namespace texeleton::editor {

namespace {

constexpr double kFewestPixels = 44.0;  // Minimum distance of numbers on the ruler.

}  // namespace

using namespace timeline;

TimelinePainter::TimelinePainter(const Playback& playback, const Selection& selection, const ShownEvents& events,
                                 const TimelineScale& scale, const TimelineMarkers& markers, const TimelineDrag& drag,
                                 const QWidget& area)
    : m_playback(playback),
      m_selection(selection),
      m_events(events),
      m_scale(scale),
      m_markers(markers),
      m_drag(drag),
      m_area(area) {}

void TimelinePainter::paint(QPainter& painter, const EventFlashes& flashes) const {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(m_area.rect(), color(Token::Panel));
  if (m_playback.clip() == nullptr) {
    painter.setPen(color(Token::Muted));
    painter.drawText(m_area.rect(), Qt::AlignCenter,
                     m_playback.isPreview() ? tr("This clip is not baked: tick it to edit its events.")
                                            : tr("Open a model to see the events of its clips here."));
    return;
  }
  paintRuler(painter);
  paintRange(painter);
  if (m_events.all().empty()) {
    painter.setPen(color(Token::Muted));
    painter.drawText(QRectF(kMargin + 12, kFirstLane - 10, m_area.width() - 2 * kMargin, 40),
                     Qt::AlignLeft | Qt::AlignTop, tr("No events in this clip. Double-click to add one."));
  }
  paintMarkers(painter, flashes);
  paintPlayHead(painter);
  if (const auto box = m_drag.box()) {
    paintBox(painter, *box);
  }
  if (m_area.hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(color(Token::Accent));
    painter.drawRect(QRectF(0.5, 0.5, m_area.width() - 1, m_area.height() - 1));
  }
}

void TimelinePainter::paintRuler(QPainter& painter) const {
  const vat::BakedClip& clip = *m_playback.clip();
  const double perFrame = m_scale.placeOf(m_playback.secondsOfFrame(1)) - m_scale.placeOf(0.0);
  int every = 1;
  for (const int step : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000}) {
    every = step;
    if (perFrame * step >= kFewestPixels) {
      break;
    }
  }
  const int steps = static_cast<int>(clip.loop ? clip.frameCount : clip.frameCount - 1);
  painter.setFont(figuresFont(m_area.font()));
  for (int frame = 0; frame <= steps; ++frame) {
    const bool numbered = frame % every == 0;
    if (!numbered && perFrame < 4.0) {
      continue;
    }
    const double x = m_scale.placeOf(m_playback.secondsOfFrame(frame));
    painter.setPen(color(Token::SoftLine));
    painter.drawLine(QPointF(x, numbered ? kRuler - 8 : kRuler - 4),
                     QPointF(x, numbered ? m_area.height() - 6 : kRuler));
    if (numbered) {
      painter.setPen(color(Token::Muted));
      painter.drawText(QRectF(x - 30, 2, 60, 18), Qt::AlignCenter, QString::number(frame));
    }
  }
}

// The band of the clip with a handle at each end; parts that are not baked are darker.
void TimelinePainter::paintRange(QPainter& painter) const {
  const vat::BakedClip& clip = *m_playback.clip();
  const TimelineScale::Extent now = m_drag.range();
  const TimelineScale::Extent shown = m_scale.shown();
  const QRectF band(QPointF(m_scale.placeOf(now.begin), kRuler), QPointF(m_scale.placeOf(now.end), kRuler + kBand));
  const QRectF all(QPointF(m_scale.placeOf(shown.begin), kRuler),
                   QPointF(m_scale.placeOf(shown.end), m_area.height() - 6));
  painter.fillRect(QRectF(all.topLeft(), QPointF(band.left(), all.bottom())), color(Token::Field));
  painter.fillRect(QRectF(QPointF(band.right(), all.top()), all.bottomRight()), color(Token::Field));
  painter.fillRect(band, color(Token::AccentSurface));
  if (m_selection.pointedClip() == m_playback.clipNumber()) {
    painter.fillRect(QRectF(band.left(), band.bottom() - 2, band.width(), 2), color(Token::Accent));
  }
  for (const bool start : {true, false}) {
    const double x = m_drag.handleOf(start).x();
    painter.fillRect(QRectF(start ? x : x - kHandle, kRuler, kHandle, kBand), color(Token::Accent));
  }
  painter.setPen(color(Token::Text));
  const QRectF words = band.adjusted(kHandle + 5, 0, -kHandle - 5, 0);
  const QString text = QString::fromStdString(clip.name) + (clip.loop ? QString::fromUtf8("  ↻") : QString());
  painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                   m_area.fontMetrics().elidedText(text, Qt::ElideMiddle, static_cast<int>(words.width())));
}

void TimelinePainter::paintMarkers(QPainter& painter, const EventFlashes& flashes) const {
  for (std::size_t i = 0; i < m_events.all().size(); ++i) {
    const TimelineEvent& event = m_events.all()[i];
    const QPointF at = m_markers.placeOf(i);
    const auto flash = flashes.find(event.name);
    const bool fires = flash != flashes.end() && std::abs(flash->second - event.clipSeconds) < 1e-6;
    const bool chosen = m_events.isSelected(i);
    const QPolygonF diamond(
        {at + QPointF(0, -kDiamond), at + QPointF(kDiamond, 0), at + QPointF(0, kDiamond), at + QPointF(-kDiamond, 0)});
    painter.setPen(QPen(color(fires ? Token::Warning : Token::Good), 1.5));
    // Events of the model file are hollow.
    painter.setBrush(event.isFixed() ? QBrush(color(Token::Panel))
                                     : QBrush(color(fires ? Token::Warning : Token::Good)));
    painter.drawPolygon(diamond);
    if (chosen) {
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(color(Token::Accent), 2.0));
      painter.drawPolygon(QPolygonF({at + QPointF(0, -kDiamond - 4), at + QPointF(kDiamond + 4, 0),
                                     at + QPointF(0, kDiamond + 4), at + QPointF(-kDiamond - 4, 0)}));
    }
    painter.setPen(color(Token::Text));
    painter.drawText(QPointF(at.x() + kDiamond + 6, at.y() + m_area.fontMetrics().ascent() / 2.0 - 1),
                     QString::fromStdString(event.name));
  }
}

void TimelinePainter::paintPlayHead(QPainter& painter) const {
  const double x = m_scale.placeOf(m_playback.seconds());
  const QString text = QString::number(m_playback.shownFrame());
  const double wide = m_area.fontMetrics().horizontalAdvance(text) + 10;
  painter.setPen(QPen(color(Token::Error), 2));
  painter.drawLine(QPointF(x, 18), QPointF(x, m_area.height() - 4));
  painter.setPen(Qt::NoPen);
  painter.setBrush(color(Token::Error));
  painter.drawRoundedRect(QRectF(x - wide / 2, 2, wide, 17), 3, 3);
  painter.setPen(currentTheme() == Theme::Dark ? color(Token::OnAccent) : color(Token::Raised));
  painter.drawText(QRectF(x - wide / 2, 2, wide, 17), Qt::AlignCenter, text);
}

void TimelinePainter::paintBox(QPainter& painter, const QRectF& box) {
  QColor fill = color(Token::Accent);
  fill.setAlphaF(0.15F);
  painter.setPen(color(Token::Accent));
  painter.setBrush(fill);
  painter.drawRect(box);
}

}  // namespace texeleton::editor
