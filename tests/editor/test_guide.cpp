// The guide's window and the list of keys.

#include <QScrollBar>
#include <QShortcut>
#include <QTest>
#include <QTextBlock>

#include "app/editor/window/guide.h"
#include "app/editor/window/keys_dialog.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

class TestGuide : public EditorTest {
  Q_OBJECT

  Guide* openGuide() {
    QTest::keyClick(&window(), Qt::Key_F1);
    auto* guide = window().findChild<Guide*>();
    if (guide != nullptr) {
      static_cast<void>(QTest::qWaitForWindowExposed(guide));
      guide->activateWindow();  // Again: the window could not be activated before it was exposed.
      static_cast<void>(QTest::qWaitForWindowActive(guide));
    }
    return guide;
  }

 private slots:
  void init() { openWindow(); }
  void cleanup() { closeWindow(); }

  // Headings, and entries under bold names in them, lead to their places.
  void contentsLeadToPlaces() {
    QVERIFY(openGuide() != nullptr);
    auto& contents = find<QTreeWidget>("guideContents");
    auto& text = find<QTextBrowser>("guideText");
    QVERIFY(contents.topLevelItemCount() >= 4);
    QTreeWidgetItem* title = contents.topLevelItem(0);
    QVERIFY(title->childCount() > 5);
    QCOMPARE(text.verticalScrollBar()->value(), 0);
    QTreeWidgetItem* last = contents.topLevelItem(contents.topLevelItemCount() - 1);
    clickItem(contents, last, 0);
    QVERIFY(text.verticalScrollBar()->value() > 1000);
    QCOMPARE(text.textCursor().block().text(), last->text(0));
    QVERIFY(text.viewport()->rect().contains(text.cursorRect().center()));
    m_editor->keepPicture("guide-contents");
    clickItem(contents, title, 0);
    QVERIFY(text.verticalScrollBar()->value() < 40);
    QTest::mouseClick(&find<QToolButton>("guideShowContents"), Qt::LeftButton);
    QVERIFY(!contents.isVisible());
  }

  void searchesPage() {
    QVERIFY(openGuide() != nullptr);
    auto& text = find<QTextBrowser>("guideText");
    auto& search = find<QLineEdit>("guideSearch");
    auto& found = find<QLabel>("guideFound");
    QTest::keyClick(&text, Qt::Key_F, Qt::ControlModifier);
    QCOMPARE(search.window()->focusWidget(), &search);  // Whether its window is active or not.
    const QString word = "Ctrl+E";
    QTest::keyClicks(&search, word);
    const auto places = text.toPlainText().count(word, Qt::CaseInsensitive);
    QVERIFY(places > 1);
    QCOMPARE(text.extraSelections().size(), places);
    QVERIFY(found.text().contains(QString::number(places)));
    QCOMPARE(text.textCursor().selectedText(), word);
    const int first = text.textCursor().position();
    QTest::keyClick(&search, Qt::Key_Return);
    const int second = text.textCursor().position();
    QVERIFY(second > first);
    QTest::keyClick(&search, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(text.textCursor().position(), first);
    QTest::keyClick(&search, Qt::Key_Return, Qt::ShiftModifier);  // Wraps around at the beginning.
    QVERIFY(text.textCursor().position() >= second);
    m_editor->keepPicture("guide-search");
    QTest::keyClicks(&search, "qqq");
    QCOMPARE(found.text(), Guide::tr("Not found"));
    QVERIFY(text.extraSelections().isEmpty());
    QVERIFY(window().findChild<Guide*>()->isVisible());  // Enter does not close the guide.
  }

  // After following a link to another page the back button returns; opening the guide again reuses its window.
  void returnsFromOtherPages() {
    Guide* guide = openGuide();
    QVERIFY(guide != nullptr);
    auto& text = find<QTextBrowser>("guideText");
    auto& contents = find<QTreeWidget>("guideContents");
    auto& back = find<QToolButton>("guideBack");
    QVERIFY(!back.isEnabled());
    const QString before = text.toPlainText();
    const QString heading = contents.topLevelItem(0)->text(0);
    // The position of the first link to another page.
    QTextCursor link(text.document());
    while (!link.atEnd() && !link.charFormat().anchorHref().endsWith("recipe.md")) {
      link.movePosition(QTextCursor::NextCharacter);
    }
    QVERIFY(!link.atEnd());
    link.movePosition(QTextCursor::NextCharacter);
    text.setTextCursor(link);
    text.ensureCursorVisible();
    QTest::mouseClick(text.viewport(), Qt::LeftButton, {}, text.cursorRect(link).center());
    QTRY_VERIFY(text.toPlainText() != before);
    QVERIFY(contents.topLevelItem(0)->text(0) != heading);
    QVERIFY(back.isEnabled());
    m_editor->keepPicture("guide-other-page");
    QTest::mouseClick(&back, Qt::LeftButton);
    QTRY_COMPARE(text.toPlainText(), before);
    QCOMPARE(contents.topLevelItem(0)->text(0), heading);
    comeBack();
    QTest::keyClick(&window(), Qt::Key_F1);
    QCOMPARE(window().findChildren<Guide*>().size(), 1);
  }

  // The list contains every key of the window once and fits a small screen.
  void listOfKeysIsComplete() {
    QTest::keyClick(&window(), Qt::Key_F1, Qt::ControlModifier);
    auto* dialog = window().findChild<KeysDialog*>();
    QVERIFY(dialog != nullptr);
    QTest::qWait(30);
    m_editor->keepPicture("keys");
    QVERIFY2(dialog->width() <= 1024 && dialog->height() <= 700, qPrintable(QString::number(dialog->height())));
    QString all;
    QStringList said;
    for (const QLabel* group : dialog->findChildren<QLabel*>("keyGroup")) {
      QVERIFY2(group->height() >= group->heightForWidth(group->width()), qPrintable(group->text()));
      QTextDocument table;
      table.setHtml(group->text());
      all += table.toPlainText() + "\n";
    }
    for (const QString& line : all.split('\n', Qt::SkipEmptyParts)) {
      QVERIFY2(!said.contains(line), qPrintable(line));
      said << line;
    }
    const auto isSaid = [&said](const QKeySequence& keys) {
      const QString text = keys.toString(QKeySequence::NativeText);
      for (const QString& line : said) {
        if (line == text || line.startsWith(text + ", ") || line.endsWith(", " + text)) {
          return true;
        }
      }
      return false;
    };
    for (const QAction* action : window().findChildren<QAction*>()) {
      const QString keys = action->shortcut().toString(QKeySequence::NativeText);
      if (!keys.isEmpty() && !keys.startsWith("Alt+") && action->menu() == nullptr) {
        const bool isDelete = action->shortcut() == QKeySequence(Qt::Key_Delete);  // The list has it as text.
        QVERIFY2(isDelete || isSaid(action->shortcut()), qPrintable(keys + " " + action->text()));
      }
    }
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(window().findChild<KeysDialog*>() == nullptr);
  }
};

TEXELETON_EDITOR_SUITE(TestGuide)

#include "test_guide.moc"
