#include "app/editor/widgets/linked_tree.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "app/editor/theme/theme.h"

namespace texeleton::editor {

LinkedTree::LinkedTree(QWidget* parent) : QTreeWidget(parent) {
  setMouseTracking(true);
  // Items may be removed while hovered.
  connect(model(), &QAbstractItemModel::rowsAboutToBeRemoved, this, &LinkedTree::forget);
  connect(model(), &QAbstractItemModel::modelAboutToBeReset, this, &LinkedTree::forget);
}

// The model is destroyed after this object has become a plain QTreeWidget, and emits signals.
LinkedTree::~LinkedTree() { disconnect(model(), nullptr, this, nullptr); }

void LinkedTree::mark(QTreeWidgetItem* item) {
  if (item != m_marked) {
    m_marked = item;
    viewport()->update();
  }
}

void LinkedTree::forget() {
  m_pointed = m_marked = m_target = nullptr;
  m_related.clear();
}

void LinkedTree::setRelated(std::vector<const QTreeWidgetItem*> items) {
  if (items != m_related) {
    m_related = std::move(items);
    viewport()->update();
  }
}

void LinkedTree::drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QTreeWidgetItem* const item = itemFromIndex(index);
  const bool isMarked = item == m_marked || std::ranges::find(m_related, item) != m_related.end();
  if (isMarked && !item->isSelected()) {
    painter->fillRect(option.rect, color(Token::Hover));
    painter->fillRect(QRect(option.rect.left(), option.rect.top(), 2, option.rect.height()), color(Token::Accent));
  }
  QTreeWidget::drawRow(painter, option, index);
}

void LinkedTree::paintEvent(QPaintEvent* event) {
  QTreeWidget::paintEvent(event);
  if (m_carrying && m_target != nullptr) {
    const QRect at = visualItemRect(m_target);
    const int y = m_before ? at.top() : at.bottom();
    QPainter painter(viewport());
    painter.fillRect(QRect(0, y - 1, viewport()->width(), 2), color(Token::Accent));
  }
}

// Qt's drag and drop copies items, which would lose their data.
void LinkedTree::startDrag(Qt::DropActions /*actions*/) {
  m_carrying = true;
  viewport()->setCursor(Qt::ClosedHandCursor);
}

void LinkedTree::endCarrying() {
  m_carrying = false;
  m_target = nullptr;
  viewport()->unsetCursor();
  viewport()->update();
}

void LinkedTree::mouseMoveEvent(QMouseEvent* event) {
  const QPoint at = event->position().toPoint();
  if (m_carrying) {
    m_target = itemAt(at);
    m_before = m_target != nullptr && at.y() < visualItemRect(m_target).center().y();
    viewport()->update();
    return;
  }
  QTreeWidget::mouseMoveEvent(event);
  QTreeWidgetItem* const item = event->buttons() == Qt::NoButton ? itemAt(at) : m_pointed;
  if (item != m_pointed) {
    m_pointed = item;
    emit pointedAt(item);
  }
}

void LinkedTree::mouseReleaseEvent(QMouseEvent* event) {
  if (!m_carrying) {
    QTreeWidget::mouseReleaseEvent(event);
    return;
  }
  QTreeWidgetItem* const target = m_target;
  const bool before = m_before;
  endCarrying();
  setState(NoState);
  if (target != nullptr) {
    emit carried(target, before);
  }
}

void LinkedTree::keyPressEvent(QKeyEvent* event) {
  if (m_carrying && event->key() == Qt::Key_Escape) {
    endCarrying();
    return;
  }
  // Keys that an editor of the tree ignores also arrive here.
  if (event->modifiers() == Qt::NoModifier && state() != EditingState) {
    switch (event->key()) {
      case Qt::Key_Space:
      case Qt::Key_F:
        event->ignore();  // The window's keys: play, frame.
        return;
      case Qt::Key_Return:
      case Qt::Key_Enter:
        if (QTreeWidgetItem* item = currentItem(); item != nullptr && item->flags().testFlag(Qt::ItemIsUserCheckable)) {
          item->setCheckState(0, item->checkState(0) == Qt::Checked ? Qt::Unchecked : Qt::Checked);
          return;
        }
        break;
      default:
        break;
    }
  }
  QTreeWidget::keyPressEvent(event);
}

void LinkedTree::leaveEvent(QEvent* event) {
  QTreeWidget::leaveEvent(event);
  if (m_pointed != nullptr) {
    m_pointed = nullptr;
    emit pointedAt(nullptr);
  }
}

}  // namespace texeleton::editor
