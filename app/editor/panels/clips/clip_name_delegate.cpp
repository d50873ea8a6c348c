#include "app/editor/panels/clips/clip_name_delegate.h"

#include <QApplication>
#include <QPainter>

#include "app/editor/theme/theme.h"

namespace texeleton::editor {

ClipNameDelegate::Parts ClipNameDelegate::shown(const QString& name, const QFontMetrics& metrics, int width) const {
  Parts parts{{}, name, {}};
  const QString own = QString::fromStdString(retargeting::withoutAffixes(name.toStdString(), m_affixes));
  const auto isRoom = [&] { return metrics.horizontalAdvance(parts.all()) <= width; };
  if (own != name) {
    const auto prefix = QString::fromStdString(m_affixes.prefix);
    const auto suffix = QString::fromStdString(m_affixes.suffix);
    parts = {prefix, own, suffix};
    const QString folded = QString::fromUtf8("…");
    if (!isRoom()) {
      parts.before = prefix.isEmpty() ? QString() : folded;
    }
    if (!isRoom()) {
      parts.behind = suffix.isEmpty() ? QString() : folded;
    }
    if (!isRoom()) {
      parts.before.clear();
      parts.behind.clear();
    }
  }
  if (!isRoom()) {
    parts.name = metrics.elidedText(parts.name, Qt::ElideMiddle, width);
  }
  return parts;
}

void ClipNameDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem item = option;
  initStyleOption(&item, index);
  const QString name = item.text;
  if (retargeting::withoutAffixes(name.toStdString(), m_affixes) == name.toStdString()) {
    QStyledItemDelegate::paint(painter, option, index);
    return;
  }
  // Draws everything but the text with the style, then the text at the style's position.
  const QStyle& style = item.widget != nullptr ? *item.widget->style() : *QApplication::style();
  const QRect room = style.subElementRect(QStyle::SE_ItemViewItemText, &item, item.widget);
  item.text.clear();
  style.drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
  const int margin = style.pixelMetric(QStyle::PM_FocusFrameHMargin, &item, item.widget) + 1;
  QRect place = room.adjusted(margin, 0, -margin, 0);
  const Parts parts = shown(name, item.fontMetrics, place.width());
  painter->save();
  painter->setFont(item.font);
  const auto write = [&](const QString& text, const QColor& ink) {
    painter->setPen(ink);
    painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter, text);
    place.setLeft(place.left() + item.fontMetrics.horizontalAdvance(text));
  };
  const QVariant brush = index.data(Qt::ForegroundRole);
  write(parts.before, color(Token::Muted));
  write(parts.name, brush.isValid() ? brush.value<QBrush>().color() : color(Token::Text));
  write(parts.behind, color(Token::Muted));
  painter->restore();
}

}  // namespace texeleton::editor
