// How the timeline looks: the ruler of frames, the band of the clip, its events, the play head.

#include <QPainter>
#include <cmath>

#include "app/editor/panels/timeline_metrics.h"
#include "app/editor/panels/timeline_view.h"
#include "app/editor/theme/theme.h"

namespace texeleton::editor {

namespace {

constexpr double kFewestPixels = 44.0;  // Between numbers of the ruler.

}  // namespace

using namespace timeline;

void TimelineView::paintRuler(QPainter& painter) const {
  const bake::BakedClip& clip = *m_playback.clip();
  const double perFrame = placeOf(m_playback.secondsOfFrame(1)) - placeOf(0.0);
  int every = 1;
  for (const int step : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000}) {
    every = step;
    if (perFrame * step >= kFewestPixels) {
      break;
    }
  }
  const int steps = static_cast<int>(clip.loop ? clip.frameCount : clip.frameCount - 1);
  painter.setFont(figuresFont(font()));
  for (int frame = 0; frame <= steps; ++frame) {
    const bool numbered = frame % every == 0;
    if (!numbered && perFrame < 4.0) {
      continue;
    }
    const double x = placeOf(m_playback.secondsOfFrame(frame));
    painter.setPen(color(Token::SoftLine));
    painter.drawLine(QPointF(x, numbered ? kRuler - 8 : kRuler - 4), QPointF(x, numbered ? height() - 6 : kRuler));
    if (numbered) {
      painter.setPen(color(Token::Muted));
      painter.drawText(QRectF(x - 30, 2, 60, 18), Qt::AlignCenter, QString::number(frame));
    }
  }
}

// The band of the clip with a handle at each end; what is not baked is darker.
void TimelineView::paintRange(QPainter& painter) const {
  const bake::BakedClip& clip = *m_playback.clip();
  const Extent now = range();
  const Extent shown = shownExtent();
  const QRectF band(QPointF(placeOf(now.begin), kRuler), QPointF(placeOf(now.end), kRuler + kBand));
  const QRectF all(QPointF(placeOf(shown.begin), kRuler), QPointF(placeOf(shown.end), height() - 6));
  painter.fillRect(QRectF(all.topLeft(), QPointF(band.left(), all.bottom())), color(Token::Field));
  painter.fillRect(QRectF(QPointF(band.right(), all.top()), all.bottomRight()), color(Token::Field));
  painter.fillRect(band, color(Token::AccentSurface));
  if (m_selection.pointedClip() == m_playback.clipNumber()) {
    painter.fillRect(QRectF(band.left(), band.bottom() - 2, band.width(), 2), color(Token::Accent));
  }
  for (const bool start : {true, false}) {
    const double x = handleOf(start).x();
    painter.fillRect(QRectF(start ? x : x - kHandle, kRuler, kHandle, kBand), color(Token::Accent));
  }
  painter.setPen(color(Token::Text));
  const QRectF words = band.adjusted(kHandle + 5, 0, -kHandle - 5, 0);
  const QString text = QString::fromStdString(clip.name) + (clip.loop ? QString::fromUtf8("  ↻") : QString());
  painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                   fontMetrics().elidedText(text, Qt::ElideMiddle, static_cast<int>(words.width())));
}

void TimelineView::paintBox(QPainter& painter) const {
  QColor fill = color(Token::Accent);
  fill.setAlphaF(0.15F);
  painter.setPen(color(Token::Accent));
  painter.setBrush(fill);
  painter.drawRect(box());
}

void TimelineView::paintMarkers(QPainter& painter) const {
  for (std::size_t i = 0; i < m_events.size(); ++i) {
    const TimelineEvent& event = m_events[i];
    const QPointF at = markerOf(i);
    const auto flash = m_flashes.find(event.name);
    const bool fires = flash != m_flashes.end() && std::abs(flash->second - event.clipSeconds) < 1e-6;
    const bool chosen = m_selected.count(i) != 0;
    const QPolygonF diamond(
        {at + QPointF(0, -kDiamond), at + QPointF(kDiamond, 0), at + QPointF(0, kDiamond), at + QPointF(-kDiamond, 0)});
    painter.setPen(QPen(color(fires ? Token::Warning : Token::Good), 1.5));
    // Hollow: of the model file.
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
    painter.drawText(QPointF(at.x() + kDiamond + 6, at.y() + fontMetrics().ascent() / 2.0 - 1),
                     QString::fromStdString(event.name));
  }
}

void TimelineView::paintPlayHead(QPainter& painter) const {
  const double x = placeOf(m_playback.seconds());
  const QString text = QString::number(static_cast<int>(m_playback.frame() + 1e-6));
  const double wide = fontMetrics().horizontalAdvance(text) + 10;
  painter.setPen(QPen(color(Token::Error), 2));
  painter.drawLine(QPointF(x, 18), QPointF(x, height() - 4));
  painter.setPen(Qt::NoPen);
  painter.setBrush(color(Token::Error));
  painter.drawRoundedRect(QRectF(x - wide / 2, 2, wide, 17), 3, 3);
  painter.setPen(currentTheme() == Theme::Dark ? color(Token::OnAccent) : color(Token::Raised));
  painter.drawText(QRectF(x - wide / 2, 2, wide, 17), Qt::AlignCenter, text);
}

void TimelineView::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), color(Token::Panel));
  if (m_playback.clip() == nullptr) {
    painter.setPen(color(Token::Muted));
    painter.drawText(rect(), Qt::AlignCenter,
                     m_playback.isPreview() ? tr("This clip is not baked: tick it to edit its events.")
                                            : tr("Open a model to see the events of its clips here."));
    return;
  }
  paintRuler(painter);
  paintRange(painter);
  if (m_events.empty()) {
    painter.setPen(color(Token::Muted));
    painter.drawText(QRectF(kMargin + 12, kFirstLane - 10, width() - 2 * kMargin, 40), Qt::AlignLeft | Qt::AlignTop,
                     tr("No events in this clip. Double-click to add one."));
  }
  paintMarkers(painter);
  paintPlayHead(painter);
  if (m_drag == Drag::Box && m_moved) {
    paintBox(painter);
  }
  if (hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(color(Token::Accent));
    painter.drawRect(QRectF(0.5, 0.5, width() - 1, height() - 1));
  }
}

}  // namespace texeleton::editor
