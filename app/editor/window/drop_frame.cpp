#include "app/editor/window/drop_frame.h"

#include <QPainter>
#include <algorithm>

#include "app/editor/theme/theme.h"

namespace texeleton::editor {

namespace {

constexpr int kFrame = 3;
constexpr int kSignHeight = 30;
constexpr int kSignMargin = 14;
constexpr int kSignTop = 12;

}  // namespace

DropFrame::DropFrame(QWidget& window) : QWidget(&window) {
  setObjectName("dropFrame");
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAcceptDrops(false);
  hide();
}

QRect DropFrame::sign() const {
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  const int wide = std::min(QFontMetrics(bold).horizontalAdvance(m_text) + 2 * kSignMargin, width() - 4 * kFrame);
  return {(width() - wide) / 2, kSignTop, wide, kSignHeight};
}

void DropFrame::showAround(const QRect& place, const QString& text) {
  m_text = text;
  setAttribute(Qt::WA_NativeWindow);  // Otherwise the viewport's window would cover it.
  setGeometry(place);
  // Native windows are not transparent everywhere, so empty parts are masked out.
  setMask(QRegion(rect()).subtracted(rect().adjusted(kFrame, kFrame, -kFrame, -kFrame)).united(sign()));
  setAccessibleName(text);
  show();
  raise();
  update();
}

void DropFrame::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), color(Token::Accent));
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  painter.setFont(bold);
  painter.setPen(color(Token::OnAccent));
  const QRect room = sign().adjusted(kSignMargin / 2, 0, -kSignMargin / 2, 0);
  painter.drawText(room, Qt::AlignCenter, QFontMetrics(bold).elidedText(m_text, Qt::ElideMiddle, room.width()));
}

}  // namespace texeleton::editor
