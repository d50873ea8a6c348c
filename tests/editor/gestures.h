#pragma once

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <QTreeWidget>
#include <QWheelEvent>

namespace texeleton::test {

// What a hand does, through real mouse and key events.

/// Clicks where a tree shows something of an item.
inline void clickItem(QTreeWidget& tree, QTreeWidgetItem* item, int column, Qt::KeyboardModifiers keys = {}) {
  tree.scrollToItem(item);
  const QRect rect = tree.visualItemRect(item);
  // The first column's words begin after branches and a check box.
  const int x = column == 0 ? rect.left() + 30 : tree.columnViewportPosition(column) + tree.columnWidth(column) / 2;
  QTest::mouseClick(tree.viewport(), Qt::LeftButton, keys, QPoint(x, rect.center().y()));
}

/// Clicks the check box of an item.
inline void clickBox(QTreeWidget& tree, QTreeWidgetItem* item) {
  tree.scrollToItem(item);
  const QRect rect = tree.visualItemRect(item);
  QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, QPoint(rect.left() + 10, rect.center().y()));
}

/// Types into a field and leaves it.
inline void typeInto(QWidget& field, const QString& text) {
  field.setFocus();
  QTest::keyClick(&field, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(&field, text);
  QTest::keyClick(&field, Qt::Key_Return);
}

/// Moves the pointer over a place of a widget: out of it first, so that it is a move.
inline void pointAt(QWidget& widget, const QPoint& place) {
  QTest::mouseMove(&widget, place + QPoint(3, 3));
  QTest::mouseMove(&widget, place);
}

/// Turns the wheel away from the hand, over a place of a widget.
inline void turnWheel(QWidget& widget, const QPoint& place, int notches, Qt::KeyboardModifiers keys) {
  QWheelEvent event(QPointF(place), widget.mapToGlobal(QPointF(place)), {}, QPoint(0, 120 * notches), Qt::NoButton,
                    keys, Qt::NoScrollPhase, false);
  QApplication::sendEvent(&widget, &event);
}

/// Presses, moves in steps, and lets go.
inline void drag(QWidget& widget, const QPoint& from, const QPoint& to) {
  // As a window system reports it: with the button held.
  const auto send = [&widget](QEvent::Type type, const QPoint& at, Qt::MouseButton button, Qt::MouseButtons held) {
    QMouseEvent event(type, QPointF(at), widget.mapToGlobal(QPointF(at)), button, held, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
  };
  send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
  for (int step = 1; step <= 6; ++step) {
    send(QEvent::MouseMove, from + (to - from) * step / 6, Qt::NoButton, Qt::LeftButton);
    QTest::qWait(5);
  }
  send(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
}

}  // namespace texeleton::test
