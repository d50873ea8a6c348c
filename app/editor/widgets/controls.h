#pragma once

#include <QComboBox>
#include <QFrame>
#include <QLabel>
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

/// Returns a layout after setting its margins and the distance of its items.
template <class Layout>
Layout* spaced(Layout* layout, int spacing, const QMargins& margins = {}) {
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

/// A label; `role`: "", "muted", "title", "figure", "good", "warning", "error".
QLabel* label(const QString& text, const char* role = "");
/// A label that wraps.
QLabel* wrappedLabel(const QString& text, const char* role = "");
/// The label of a field, which also becomes its accessible name. Both get the tool tip if there is one.
QLabel* labelOf(QWidget* field, const QString& text, const QString& toolTip = {});

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
