#pragma once

#include <QComboBox>
#include <QFormLayout>
#include <QFrame>
#include <QLabel>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <QWidget>
#include <functional>
#include <initializer_list>
#include <vector>

#include "app/editor/widgets/number_field.h"

namespace texeleton::editor {

// Small controls for panels. theme/editor.qss matches their roles and object names.

/// Returns a control after setting its object name, by which the style sheet and tests find it, and its tool tip
/// if there is one.
template <class Control>
Control* named(Control* control, const QString& objectName, const QString& toolTip = {}) {
  control->setObjectName(objectName);
  if (!toolTip.isEmpty()) {
    control->setToolTip(toolTip);
  }
  return control;
}

/// Returns a dialog or a menu after setting that it is deleted when it is closed.
template <class Widget>
Widget* shownOnce(Widget* widget) {
  widget->setAttribute(Qt::WA_DeleteOnClose);
  return widget;
}

/// Returns a layout after setting its margins and the distance of its items; −1: the style's distance.
template <class Layout>
Layout* spaced(Layout* layout, int spacing = -1, const QMargins& margins = {}) {
  layout->setContentsMargins(margins);
  layout->setSpacing(spacing);
  return layout;
}
/// Likewise a form or a grid.
template <class Layout>
Layout* spaced(Layout* layout, int horizontal, int vertical, const QMargins& margins = {}) {
  layout->setContentsMargins(margins);
  layout->setHorizontalSpacing(horizontal);
  layout->setVerticalSpacing(vertical);
  return layout;
}

/// The room between other items of a box layout.
struct Stretch {};
/// An item of a box layout.
struct BoxItem {
  BoxItem(QWidget* added, int share = 0, Qt::Alignment place = {})  // NOLINT(google-explicit-constructor)
      : widget(added), stretch(share), alignment(place) {}
  BoxItem(QLayout* added, int share = 0) : layout(added), stretch(share) {}  // NOLINT(google-explicit-constructor)
  BoxItem(Stretch) : stretch(1) {}                                           // NOLINT(google-explicit-constructor)

  QWidget* widget = nullptr;
  QLayout* layout = nullptr;
  int stretch = 0;
  Qt::Alignment alignment;
};
void putInto(QBoxLayout& layout, std::initializer_list<BoxItem> items);
/// Returns a box layout after adding items.
template <class Layout>
Layout* put(Layout* layout, std::initializer_list<BoxItem> items) {
  putInto(*layout, items);
  return layout;
}

/// A label; `role`: "", "muted", "title", "figure", "good", "warning", "error".
QLabel* label(const QString& text, const char* role = "");
/// Sets the text of a label, which is hidden without one.
void showText(QLabel& label, const QString& text);
/// A label that wraps.
QLabel* wrappedLabel(const QString& text, const char* role = "");
/// The label of a field, which also becomes its accessible name. Both get the tool tip if there is one.
QLabel* labelOf(QWidget* field, const QString& text, const QString& toolTip = {});

/// A form whose fields use all of the width.
QFormLayout* formLayout(QWidget* parent, int horizontal, int vertical, const QMargins& margins = {});

/// Calls a function of `owner` once, some time after each start of the timer.
template <class Owner, class Slot>
void afterPause(QTimer& timer, int milliseconds, Owner* owner, Slot slot) {
  timer.setSingleShot(true);
  timer.setInterval(milliseconds);
  QObject::connect(&timer, &QTimer::timeout, owner, slot);
}

/// The names of things for a list. `name`: a member or a function that gives them.
template <class Things, class Name = std::identity>
QStringList namesOf(const Things& things, const Name& name = {}) {
  QStringList names;
  for (const auto& thing : things) {
    names << QString::fromStdString(std::invoke(name, thing));
  }
  return names;
}

/// `letters`: its width, whatever the items are; 0: that of the longest item.
QComboBox* comboBox(const QStringList& items, int letters = 0);
void setRole(QWidget& widget, const char* role);

/// A list with columns and their headers, or without headers.
QTreeWidget* columnList(const QStringList& headers);
QTreeWidget* columnList(int columns);
/// Gives one column of a list the room that the others leave.
void stretchColumn(QTreeWidget& list, int column);

/// A button with only an icon; `text` is its tool tip and accessible name.
QToolButton* iconButton(const QString& iconName, const QString& text, const char* objectName = "icon");

QFrame* rule();
QFrame* uprightRule();

/// A frame with a border, as for the advice and the totals.
QFrame* card(QVBoxLayout*& layout);

/// Sets a dynamic property and repaints by it.
void setState(QWidget& widget, const char* property, const QVariant& value);

/// A row of exclusive buttons.
class Segmented : public QWidget {
  Q_OBJECT

 public:
  explicit Segmented(const QStringList& texts, QWidget* parent = nullptr);
  int current() const { return m_current; }
  /// Does not emit a signal.
  void setCurrent(int current);
  QToolButton* button(int number) const { return m_buttons[static_cast<std::size_t>(number)]; }

 signals:
  void chosen(int number);

 private:
  std::vector<QToolButton*> m_buttons;
  int m_current = 0;
};

/// A label that elides in the middle, or with word wrap at the end of the last line that fits; its tool tip has the
/// full text.
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
