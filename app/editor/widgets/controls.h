#pragma once

#include <QFrame>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>
#include <initializer_list>
#include <vector>

#include "app/editor/widgets/number_field.h"

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
