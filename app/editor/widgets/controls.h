#pragma once

#include <QDoubleSpinBox>
#include <QFrame>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>
#include <initializer_list>
#include <vector>

namespace texeleton::editor {

// Small controls that panels are put together from. Roles and object names are what theme/editor.qss looks for.

/// A label; `role`: "", "muted", "title", "figure", "good", "warning", "error".
QLabel* label(const QString& text, const char* role = "");
void setRole(QWidget& widget, const char* role);

/// A button with an icon only; `text` is its tool tip and what screen readers say.
QToolButton* iconButton(const QString& iconName, const QString& text, const char* objectName = "icon");

QFrame* rule();
QFrame* uprightRule();

/// A box with a border, see the advice and the totals.
QFrame* card(QVBoxLayout*& layout);

/// Sets a dynamic property and repaints by it.
void setState(QWidget& widget, const char* property, const QVariant& value);

/// Buttons in a row of which one is down.
class Segmented : public QWidget {
  Q_OBJECT

 public:
  explicit Segmented(const QStringList& texts, QWidget* parent = nullptr);
  int current() const { return m_current; }
  /// Without a signal.
  void setCurrent(int current);
  QToolButton* button(int number) const { return m_buttons[static_cast<std::size_t>(number)]; }

 signals:
  void chosen(int number);

 private:
  std::vector<QToolButton*> m_buttons;
  int m_current = 0;
};

/// A number with its unit; tells of what was typed when it is done, not of every key. Empty-handed: `special` is shown
/// for the least value.
class NumberField : public QDoubleSpinBox {
  Q_OBJECT

 public:
  NumberField(double least, double most, int decimals, const QString& unit, QWidget* parent = nullptr);
  /// Without a signal.
  void show(double value);
  /// For several things whose values differ: a dash, until a number is typed. Without a signal.
  void showMixed();
  bool isMixed() const { return m_mixed; }

 protected:
  QString textFromValue(double value) const override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  bool m_mixed = false;
  bool m_typed = false;  ///< Since the dash is there.
};

/// A label that elides in the middle and says the whole in its tool tip.
class ElidedLabel : public QLabel {
  Q_OBJECT

 public:
  using QLabel::QLabel;
  void setWholeText(const QString& text);
  QSize minimumSizeHint() const override { return {20, QLabel::minimumSizeHint().height()}; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_whole;
};

}  // namespace texeleton::editor
