#pragma once

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <QTreeWidget>
#include <QWheelEvent>

namespace texeleton::test {

// User gestures as real mouse and key events.

/// Clicks a tree's item in a column that shows text.
inline void clickItem(QTreeWidget& tree, QTreeWidgetItem* item, int column, Qt::KeyboardModifiers keys = {}) {
  tree.scrollToItem(item);
  const QRect rect = tree.visualItemRect(item);
  // In the first column, text begins after branches and a check box.
  const int x = column == 0 ? rect.left() + 30 : tree.columnViewportPosition(column) + tree.columnWidth(column) / 2;
  QTest::mouseClick(tree.viewport(), Qt::LeftButton, keys, QPoint(x, rect.center().y()));
}

/// Clicks the check box of an item.
inline void clickBox(QTreeWidget& tree, QTreeWidgetItem* item) {
  tree.scrollToItem(item);
  const QRect rect = tree.visualItemRect(item);
  QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, QPoint(rect.left() + 10, rect.center().y()));
}

/// Types into a field and commits it.
inline void typeInto(QWidget& field, const QString& text) {
  field.setFocus();
  QTest::keyClick(&field, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(&field, text);
  QTest::keyClick(&field, Qt::Key_Return);
}

/// Moves the pointer over a point of a widget, from outside it, so that a move event is sent.
inline void pointAt(QWidget& widget, const QPoint& place) {
  QTest::mouseMove(&widget, place + QPoint(3, 3));
  QTest::mouseMove(&widget, place);
}

/// Turns the wheel up over a point of a widget.
inline void turnWheel(QWidget& widget, const QPoint& place, int notches, Qt::KeyboardModifiers keys) {
  QWheelEvent event(QPointF(place), widget.mapToGlobal(QPointF(place)), {}, QPoint(0, 120 * notches), Qt::NoButton,
                    keys, Qt::NoScrollPhase, false);
  QApplication::sendEvent(&widget, &event);
}

/// Presses, moves in steps, and releases.
inline void drag(QWidget& widget, const QPoint& from, const QPoint& to) {
  // With the button held, as a window system reports a drag.
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
