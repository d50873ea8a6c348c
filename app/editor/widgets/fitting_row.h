#pragma once

#include <QHBoxLayout>
#include <QWidget>
#include <vector>

namespace texeleton::editor {

/// A row of controls that hides less important ones if there is no room. Hidden controls must be available elsewhere:
/// in a menu or by a key.
class FittingRow : public QWidget {
  Q_OBJECT

 public:
  explicit FittingRow(QWidget* parent = nullptr);

  /// `leaves`: 0 never; otherwise, higher values are hidden earlier.
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
  /// Width of all controls with this value of `leaves` or less.
  int widthOf(int leaves) const;
  void fit();

  QHBoxLayout* m_layout = nullptr;
  std::vector<Item> m_items;
  int m_mostLeaves = 0;
};

}  // namespace texeleton::editor
