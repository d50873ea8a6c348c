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

// What a hand does with menus and boxes, through real mouse and key events.

/// Takes an entry of a menu that is open, by the return key: clicks count only once the pointer has moved since the
/// menu came up, which not every version of Qt believes of a test's pointer. False: nothing of that text can be chosen.
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

/// Opens a menu of the menu bar. Null: there is none.
inline QMenu* openMenu(QMenuBar& bar, const QString& title) {
  for (QAction* action : bar.actions()) {
    if (action->text() == title) {
      QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.actionGeometry(action).center());
      return action->menu();
    }
  }
  return nullptr;
}

/// Asks for the menu of a tree's item.
inline void askForMenu(QTreeWidget& tree, QTreeWidgetItem* item) {
  tree.scrollToItem(item);
  const QPoint place = tree.visualItemRect(item).center();
  QContextMenuEvent event(QContextMenuEvent::Mouse, place, tree.viewport()->mapToGlobal(place));
  QApplication::sendEvent(tree.viewport(), &event);
}

/// Clicks a button of the next message box, while this lives.
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
  /// What was asked last.
  const QString& asked() const { return m_asked; }

 private:
  QTimer m_timer;
  QString m_asked;
  int m_count = 0;
};

/// Types the name of a file of the folder that a file dialog shows, and accepts it. False: it stays open.
inline bool typeFile(QFileDialog& dialog, const QString& file) {
  auto* edit = dialog.findChild<QLineEdit*>("fileNameEdit");
  if (edit == nullptr) {
    return false;
  }
  edit->selectAll();
  QTest::keyClicks(edit, file);
  QTest::qWait(100);  // What the dialog proposes while one types has come and gone.
  QTest::keyClick(edit, Qt::Key_Return);
  return true;
}

/// While it lives, types a name into the file dialog that opens, and accepts it.
class FileNameTyper {
 public:
  explicit FileNameTyper(const QString& name) {
    // The dialog takes what is selected in its list for the name while its field has no focus, so that what is typed
    // into a window that is not active yet is lost again and again.
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this, name] {
      auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      auto* edit = dialog != nullptr ? dialog->findChild<QLineEdit*>("fileNameEdit") : nullptr;
      if (dialog == nullptr) {
        return;
      }
      if (edit == nullptr || ++m_looks > 100) {  // A question, or a field that takes nothing: fail, do not wait.
        dialog->reject();
      } else if (!edit->hasFocus()) {
        dialog->activateWindow();
        edit->setFocus();
      } else if (edit->text() != name) {
        edit->selectAll();
        QTest::keyClicks(edit, name);
      } else {  // A moment later: what the dialog proposes while one types has come and gone.
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
