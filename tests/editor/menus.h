#pragma once

#include <QAbstractButton>
#include <QApplication>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>

namespace texeleton::test {

// Menus and boxes, operated through real mouse and key events.

/// Chooses an entry of an open menu with the Return key: clicks count only once the pointer has moved since the menu
/// opened, and some versions of Qt do not register that with QTest. False: no such enabled entry.
inline bool choose(QMenu& menu, const QString& text) {
  for (QAction* action : menu.actions()) {
    if (action->text() == text && action->isEnabled()) {
      menu.setActiveAction(action);
      QTest::keyClick(&menu, Qt::Key_Return);
      return true;
    }
  }
  return false;
}

/// Opens a menu of the menu bar. Null: no such menu.
inline QMenu* openMenu(QMenuBar& bar, const QString& title) {
  for (QAction* action : bar.actions()) {
    if (action->text() == title) {
      QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.actionGeometry(action).center());
      return action->menu();
    }
  }
  return nullptr;
}

/// Opens the context menu of a tree's item.
inline void askForMenu(QTreeWidget& tree, QTreeWidgetItem* item) {
  tree.scrollToItem(item);
  const QPoint place = tree.visualItemRect(item).center();
  QContextMenuEvent event(QContextMenuEvent::Mouse, place, tree.viewport()->mapToGlobal(place));
  QApplication::sendEvent(tree.viewport(), &event);
}

/// Clicks a button of the next message box during its lifetime.
class Answer : public QObject {
 public:
  explicit Answer(QMessageBox::StandardButton button) {
    connect(&m_timer, &QTimer::timeout, this, [this, button] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (box != nullptr && box->button(button) != nullptr && box->isVisible()) {
        m_asked = box->text();
        ++m_count;
        QTest::mouseClick(box->button(button), Qt::LeftButton);
      }
    });
    m_timer.start(50);
  }
  int count() const { return m_count; }
  /// Text of the last question.
  const QString& asked() const { return m_asked; }

 private:
  QTimer m_timer;
  QString m_asked;
  int m_count = 0;
};

/// Types a file's name into a file dialog that shows the file's folder, and accepts it. False: the dialog stays open.
inline bool typeFile(QFileDialog& dialog, const QString& file) {
  auto* edit = dialog.findChild<QLineEdit*>("fileNameEdit");
  if (edit == nullptr) {
    return false;
  }
  edit->selectAll();
  QTest::keyClicks(edit, file);
  QTest::qWait(100);  // Let the completer's popup appear and close.
  QTest::keyClick(edit, Qt::Key_Return);
  return true;
}

/// Types a name into the next file dialog and accepts it, during its lifetime.
class FileNameTyper {
 public:
  explicit FileNameTyper(const QString& name) {
    // While the name field has no focus, the dialog replaces the name by the selection in its list, so text typed into
    // a window that is not active yet gets lost.
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this, name] {
      auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      auto* edit = dialog != nullptr ? dialog->findChild<QLineEdit*>("fileNameEdit") : nullptr;
      if (dialog == nullptr) {
        return;
      }
      if (edit == nullptr || ++m_looks > 100) {  // A question, or a field that accepts nothing: fail, do not wait.
        dialog->reject();
      } else if (!edit->hasFocus()) {
        dialog->activateWindow();
        edit->setFocus();
      } else if (edit->text() != name) {
        edit->selectAll();
        QTest::keyClicks(edit, name);
      } else {  // Later: let the completer's popup appear and close.
        QTest::keyClick(edit, Qt::Key_Return);
      }
    });
    m_timer.start(100);
  }

 private:
  QTimer m_timer;
  int m_looks = 0;
};

}  // namespace texeleton::test
