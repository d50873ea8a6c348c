#include "app/editor/widgets/flow_layout.h"

#include <QWidget>
#include <algorithm>

namespace texeleton::editor {

FlowLayout::~FlowLayout() {
  for (QLayoutItem* item : m_items) {
    delete item;
  }
}

QLayoutItem* FlowLayout::itemAt(int index) const {
  return index < 0 || index >= count() ? nullptr : m_items[static_cast<std::size_t>(index)];
}

QLayoutItem* FlowLayout::takeAt(int index) {
  QLayoutItem* const item = itemAt(index);
  if (item != nullptr) {
    m_items.erase(m_items.begin() + index);
  }
  return item;
}

int FlowLayout::place(const QRect& rect, bool moves) const {
  const QMargins margins = contentsMargins();
  const QRect inside = rect.marginsRemoved(margins);
  const int gap = spacing();
  // Collects lines first, because items are vertically centred in their line.
  std::vector<std::pair<QLayoutItem*, QRect>> line;
  int y = inside.top();
  int x = inside.left();
  int height = 0;
  const auto endLine = [&] {
    for (auto& [item, at] : line) {
      if (moves) {
        at.translate(0, (height - at.height()) / 2);
        item->setGeometry(at);
      }
    }
    line.clear();
  };
  for (QLayoutItem* item : m_items) {
    if (item->isEmpty()) {
      continue;
    }
    QSize size = item->sizeHint().expandedTo(item->minimumSize());
    size.setWidth(std::min(size.width(), std::max(inside.width(), item->minimumSize().width())));
    if (!line.empty() && x + size.width() > inside.right() + 1) {
      endLine();
      x = inside.left();
      y += height + gap;
      height = 0;
    }
    line.emplace_back(item, QRect(QPoint(x, y), size));
    x += size.width() + gap;
    height = std::max(height, size.height());
  }
  endLine();
  return y + height - rect.top() + margins.bottom();
}

void FlowLayout::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  place(rect, true);
}

QSize FlowLayout::sizeHint() const {
  QSize size(0, 0);
  for (const QLayoutItem* item : m_items) {
    if (!item->isEmpty()) {
      const QSize one = item->sizeHint().expandedTo(item->minimumSize());
      size =
          QSize(size.width() + one.width() + (size.width() > 0 ? spacing() : 0), std::max(size.height(), one.height()));
    }
  }
  const QMargins margins = contentsMargins();
  return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

QSize FlowLayout::minimumSize() const {
  QSize size(0, 0);
  for (const QLayoutItem* item : m_items) {
    if (!item->isEmpty()) {
      size = size.expandedTo(item->minimumSize());
    }
  }
  const QMargins margins = contentsMargins();
  return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom());
}

}  // namespace texeleton::editor
