#include "app/editor/widgets/fitting_row.h"

#include <QEvent>
#include <algorithm>

#include "app/editor/widgets/controls.h"

namespace texeleton::editor {

FittingRow::FittingRow(QWidget* parent) : QWidget(parent) {
  m_layout = spaced(new QHBoxLayout(this), 8, {12, 4, 12, 4});
}

void FittingRow::add(QWidget* widget, int leaves, int stretch) {
  m_layout->addWidget(widget, stretch);
  m_items.push_back({widget, leaves, stretch > 0});
  m_mostLeaves = std::max(m_mostLeaves, leaves);
}

int FittingRow::widthOf(int leaves) const {
  const QMargins margins = m_layout->contentsMargins();
  int width = margins.left() + margins.right();
  bool first = true;
  for (const Item& item : m_items) {
    if (item.leaves <= leaves) {
      const QSize least = item.widget->minimumSizeHint().expandedTo(item.widget->minimumSize());
      int one = item.stretches ? least.width() : std::max(least.width(), item.widget->sizeHint().width());
      one = std::min(one, item.widget->maximumWidth());
      width += one + (first ? 0 : m_layout->spacing());
      first = false;
    }
  }
  return width;
}

void FittingRow::fit() {
  int leaves = m_mostLeaves;
  while (leaves > 0 && widthOf(leaves) > width()) {
    --leaves;
  }
  for (const Item& item : m_items) {
    if (item.leaves > 0 && item.widget->isHidden() != (item.leaves > leaves)) {
      item.widget->setVisible(item.leaves <= leaves);
    }
  }
}

void FittingRow::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

bool FittingRow::event(QEvent* event) {
  if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Polish) {
    fit();
  }
  return QWidget::event(event);
}

}  // namespace texeleton::editor
