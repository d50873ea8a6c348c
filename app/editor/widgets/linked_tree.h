#pragma once

#include <QTreeWidget>
#include <vector>

namespace texeleton::editor {

/// A tree that reports the hovered item, marks the item hovered in another panel, and lets selected rows be dragged to
/// another place (the owner of the rows moves them). Enter toggles check boxes; Space and F are ignored, because the
/// window uses them for play and frame.
class LinkedTree : public QTreeWidget {
  Q_OBJECT

 public:
  explicit LinkedTree(QWidget* parent = nullptr);
  ~LinkedTree() override;

  /// Null: none. The item must outlive the mark or be cleared with it.
  void mark(QTreeWidgetItem* item);
  void clearMark() { m_marked = nullptr; }
  const QTreeWidgetItem* marked() const { return m_marked; }
  /// Rows related to the selection. They must outlive it or be cleared with it.
  void setRelated(std::vector<const QTreeWidgetItem*> items);
  const std::vector<const QTreeWidgetItem*>& related() const { return m_related; }
  /// Whether rows can be dragged.
  void setCarries(bool carries) { setDragEnabled(carries); }

 signals:
  /// The hovered item; null: none.
  void pointedAt(QTreeWidgetItem* item);
  /// The selected rows were dropped before or after `item`.
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
