#pragma once

#include <QHBoxLayout>
#include <QWidget>
#include <vector>

namespace texeleton::editor {

/// Controls in one row of which the less needed are hidden where there is no room. What can be hidden must be reachable
/// otherwise: by a menu or a key.
class FittingRow : public QWidget {
  Q_OBJECT

 public:
  explicit FittingRow(QWidget* parent = nullptr);

  /// `leaves`: 0 never; else the higher, the earlier it goes.
  void add(QWidget* widget, int leaves = 0, int stretch = 0);
  void addStretch() { m_layout->addStretch(1); }

  QSize minimumSizeHint() const override { return {widthOf(0), QWidget::minimumSizeHint().height()}; }

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  struct Item {
    QWidget* widget;
    int leaves;
    bool stretches;
  };
  /// Of all that leave no earlier than `leaves`.
  int widthOf(int leaves) const;
  void fit();

  QHBoxLayout* m_layout = nullptr;
  std::vector<Item> m_items;
  int m_mostLeaves = 0;
};

}  // namespace texeleton::editor
