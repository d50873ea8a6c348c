#pragma once

#include <QLayout>
#include <vector>

namespace texeleton::editor {

/// A row of controls that wraps into further lines.
class FlowLayout : public QLayout {
 public:
  explicit FlowLayout(QWidget* parent = nullptr) : QLayout(parent) { setContentsMargins(0, 0, 0, 0); }
  ~FlowLayout() override;

  void addItem(QLayoutItem* item) override { m_items.push_back(item); }
  int count() const override { return static_cast<int>(m_items.size()); }
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override { return place(QRect(0, 0, width, 0), false); }
  void setGeometry(const QRect& rect) override;
  QSize sizeHint() const override;
  QSize minimumSize() const override;

 private:
  /// Height of the items; `moves`: also sets their geometry.
  int place(const QRect& rect, bool moves) const;

  std::vector<QLayoutItem*> m_items;
};

}  // namespace texeleton::editor
