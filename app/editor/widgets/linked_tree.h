#pragma once

#include <QTreeWidget>
#include <vector>

namespace texeleton::editor {

/// A tree that tells what is pointed at, marks what another panel points at, and lets selected rows be carried to
/// another place with the mouse (who owns the rows moves them). Enter ticks what has a box; Space and F are the
/// window's, which plays and frames by them.
class LinkedTree : public QTreeWidget {
  Q_OBJECT

 public:
  explicit LinkedTree(QWidget* parent = nullptr);
  ~LinkedTree() override;

  /// Null: none. The item must outlive the mark or be cleared with it.
  void mark(QTreeWidgetItem* item);
  void clearMark() { m_marked = nullptr; }
  const QTreeWidgetItem* marked() const { return m_marked; }
  /// Rows that belong to what is selected. They must outlive that or be cleared with it.
  void setRelated(std::vector<const QTreeWidgetItem*> items);
  const std::vector<const QTreeWidgetItem*>& related() const { return m_related; }
  /// Whether rows can be carried.
  void setCarries(bool carries) { setDragEnabled(carries); }

 signals:
  /// Null: nothing any more.
  void pointedAt(QTreeWidgetItem* item);
  /// The selected rows were let go before `item`, or behind it.
  void carried(QTreeWidgetItem* item, bool before);

 protected:
  void drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void paintEvent(QPaintEvent* event) override;
  void startDrag(Qt::DropActions actions) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void endCarrying();
  void forget();

  std::vector<const QTreeWidgetItem*> m_related;
  QTreeWidgetItem* m_marked = nullptr;
  QTreeWidgetItem* m_pointed = nullptr;
  bool m_carrying = false;
  QTreeWidgetItem* m_target = nullptr;
  bool m_before = true;
};

}  // namespace texeleton::editor
