// Numbers, and navigation of the window, by keyboard alone.

#include <QAbstractSpinBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QKeySequence>
#include <QLabel>
#include <QMenuBar>
#include <QSlider>
#include <QTest>
#include <QTreeWidget>
#include <QUndoStack>
#include <QWheelEvent>

#include "app/editor/window/window_menus.h"
#include "core/recipe/events_file.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

class TestKeyboard : public EditorTest {
  Q_OBJECT

  /// Replaces the text of the focused field.
  static void type(const QString& text) {
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(QApplication::focusWidget(), text);
  }
  static void tab() { QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab); }
  const recipe::RecipeClip& clip(std::size_t number) { return document().recipe().clips[number]; }
  void undoByKey() { QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier); }

 private slots:
  void init() {
    openSampleWindow();
    comeBack();
  }
  void cleanup() { closeWindow(); }

  // From field to field, with a new number in each.
  void tabAfterNumber() {
    ClipsPanel& clips = window().clips();
    clickItem(clips.list(), clips.itemOf(1), ClipTree::kSeconds);
    auto& from = find<QWidget>("clipFrom");
    from.setFocus();
    type("0.1");
    tab();
    QCOMPARE(clip(1).from, std::optional(0.1));
    QCOMPARE(QApplication::focusWidget(), &find<QWidget>("clipTo"));
    type("0.5");
    tab();
    QCOMPARE(clip(1).to, std::optional(0.5));
    QCOMPARE(QApplication::focusWidget(), &find<QWidget>("clipRate"));
    type("12");
    // The bake finishes meanwhile.
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(find<NumberField>("clipRate").text().startsWith("12"));
    tab();
    QCOMPARE(clip(1).fps, std::optional(12.0));
    QCOMPARE(QApplication::focusWidget(), &find<QWidget>("clipLoop"));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(QApplication::focusWidget(), &find<QWidget>("clipLoop"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab);
    QCOMPARE(QApplication::focusWidget(), &find<QWidget>("clipRate"));

    find<QWidget>("maxSize").setFocus();
    type("2048");
    tab();
    QCOMPARE(document().recipe().bake.maxSize, std::optional(2048u));
    QCOMPARE(QApplication::focusWidget(), &find<QWidget>("bakeRate"));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(QApplication::focusWidget(), &find<QWidget>("bakeRate"));
  }

  void tabInEvent() {
    window().raiseDock("timeline");
    playback().setClip(1);
    TimelineView& view = window().timeline().view();
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.markerOf(0).toPoint());
    find<QWidget>("selectedEventName").setFocus();
    type("thud");
    tab();
    QCOMPARE(QApplication::focusWidget(), &find<QWidget>("selectedEventTime"));
    type("6 frames");
    tab();
    QCOMPARE(QApplication::focusWidget(), &find<QWidget>("selectedEventParameter"));
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(QApplication::focusWidget(), &find<QWidget>("selectedEventParameter"));
    const vat::BakedClip& walk = animation().clips[1];
    QCOMPARE(walk.events[0].name, std::string("thud"));
    QVERIFY(std::abs(walk.events[0].timeSeconds - 6.0 / walk.frameRate) < 1e-6);
    // Ctrl+Z in a field undoes the document's last edit, or the letters during typing.
    undoByKey();
    QCOMPARE(view.events()[0].clipSeconds, 0.0);
    QTest::keyClicks(QApplication::focusWidget(), "left");
    const int edits = document().undoStack().index();
    undoByKey();
    QCOMPARE(document().undoStack().index(), edits);
    QVERIFY(find<QLineEdit>("selectedEventParameter").text() != "left");
  }

  void undoInFields() {
    ClipsPanel& clips = window().clips();
    clickItem(clips.list(), clips.itemOf(1), ClipTree::kSeconds);
    auto& rate = find<NumberField>("clipRate");
    rate.setFocus();
    type("12");
    QTest::keyClick(&rate, Qt::Key_Return);
    QCOMPARE(clip(1).fps, std::optional(12.0));
    QVERIFY(rate.hasFocus());
    undoByKey();
    QVERIFY(!clip(1).fps);
    QVERIFY(rate.hasFocus());
    QCOMPARE(rate.text(), ClipCutFields::tr("source"));
    QTest::keyClick(&rate, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(clip(1).fps, std::optional(12.0));
    QCOMPARE(rate.text(), QString("12 Hz"));
    // During typing, the letters.
    type("345");
    undoByKey();
    QCOMPARE(clip(1).fps, std::optional(12.0));
    QVERIFY(rate.text() != "345");
  }

  // Each dialog has unique mnemonics; when it closes, the viewport gets the focus.
  void mnemonicsOfDialogs() {
    QStringList seen;
    const auto open = [this](const QString& text) {
      for (QAction* action : window().findChildren<QAction*>()) {
        if (action->text() == text) {
          action->trigger();
          return;
        }
      }
    };
    for (const QString& text :
         {WindowActions::tr("Preferences…"), WindowActions::tr("Export to…"), WindowActions::tr("Keyboard shortcuts"),
          WindowActions::tr("Blender add-on…"), WindowActions::tr("About Texeleton")}) {
      find<QWidget>("maxSize").setFocus();
      open(text);
      QTRY_VERIFY2(qobject_cast<QDialog*>(QApplication::activeModalWidget()) != nullptr, qPrintable(text));
      QWidget* dialog = QApplication::activeModalWidget();
      QTest::qWait(50);
      QStringList keys;
      for (const QWidget* widget : dialog->findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        const bool isKeyed =
            (label != nullptr && label->buddy() != nullptr) || qobject_cast<const QAbstractButton*>(widget) != nullptr;
        const QString key = QKeySequence::mnemonic(widget->property("text").toString()).toString();
        if (isKeyed && widget->isVisible() && !key.isEmpty()) {
          QVERIFY2(!keys.contains(key), qPrintable(text + ": " + key));
          keys << key;
        }
      }
      QVERIFY2(!keys.isEmpty(), qPrintable(text));
      QTest::keyClick(dialog, Qt::Key_Escape);
      QTRY_VERIFY(QApplication::activeModalWidget() == nullptr);
      comeBack();
      QWidget& picture = window().viewport().pictureWidget();
      QTRY_VERIFY2(window().focusWidget() == &picture, qPrintable(text));
      const bool played = playback().isPlaying();
      QTest::keyClick(&window().viewport().window(), Qt::Key_Space);
      QVERIFY2(playback().isPlaying() != played, qPrintable(text));
      playback().setPlaying(false);
      seen << text;
    }
    QCOMPARE(seen.size(), 5);
  }

  // The wheel scrolls a panel without changing or focusing the fields under the pointer.
  void wheelPassesFields() {
    for (QWidget* field : window().findChildren<QWidget*>()) {
      const bool isField = qobject_cast<QAbstractSpinBox*>(field) != nullptr ||
                           qobject_cast<QComboBox*>(field) != nullptr || qobject_cast<QSlider*>(field) != nullptr;
      QVERIFY2(!isField || !field->isVisible() || field->focusPolicy() != Qt::WheelFocus,
               qPrintable(field->objectName()));
    }
    window().clips().list().setFocus();
    for (const char* name : {"pixelFormat", "maxSize", "rowSpacing"}) {
      auto& field = find<QWidget>(name);
      const int edits = document().undoStack().index();
      const QPointF place = field.rect().center();
      QWheelEvent event(place, field.mapToGlobal(place), {}, QPoint(0, -120), Qt::NoButton, Qt::NoModifier,
                        Qt::NoScrollPhase, false);
      QSpontaneKeyEvent::setSpontaneous(&event);  // Only spontaneous events can move the focus.
      qApp->notify(&field, &event);
      QVERIFY2(!field.hasFocus(), name);
      QCOMPARE(document().undoStack().index(), edits);
    }
    // In a focused field, the wheel changes the value.
    auto& width = find<NumberField>("maxSize");
    width.setFocus();
    const double before = width.value();
    turnWheel(width, width.rect().center(), -1, {});
    QVERIFY(width.value() < before);
  }

  // Cut, Copy, Paste, Delete and Select all act on the focused widget.
  void editMenuActsOnFocus() {
    QMenu* edit = window().menuBar()->actions().at(1)->menu();
    const auto action = [edit](const QString& text) -> QAction& {
      emit edit->aboutToShow();
      for (QAction* each : edit->actions()) {
        if (each->text().section('\t', 0, 0) == text) {
          return *each;
        }
      }
      qFatal("no such entry");
    };
    const QString copy = WindowMenus::tr("Copy");
    auto& filter = find<QLineEdit>("clipFilter");
    filter.setFocus();
    QTest::keyClicks(&filter, "walk");
    QVERIFY(!action(copy).isEnabled());
    action(WindowMenus::tr("Select all")).trigger();
    QCOMPARE(filter.selectedText(), QString("walk"));
    action(copy).trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("walk"));
    action(WindowMenus::tr("Cut")).trigger();
    QVERIFY(filter.text().isEmpty());
    action(WindowMenus::tr("Paste")).trigger();
    QCOMPARE(filter.text(), QString("walk"));
    action(WindowMenus::tr("Select all")).trigger();
    action(WindowMenus::tr("Delete")).trigger();
    QVERIFY(filter.text().isEmpty());
    // Events of the timeline.
    window().raiseDock("timeline");
    playback().setClip(1);
    TimelineView& view = window().timeline().view();
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    view.setFocus();
    action(WindowMenus::tr("Select all")).trigger();
    QCOMPARE(view.selected().size(), std::size_t{2});
    action(WindowMenus::tr("Delete")).trigger();
    QVERIFY(view.events().empty());
    QTest::keyClick(&view, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(view.events().size(), std::size_t{2});
    // Rows of a list.
    ClipTree& list = window().clips().list();
    list.setFocus();
    action(WindowMenus::tr("Select all")).trigger();
    QCOMPARE(window().clips().selectedRows().size(), window().clips().rows().size());
    QVERIFY(action(WindowMenus::tr("Delete")).isEnabled() && !action(WindowMenus::tr("Paste")).isEnabled());
  }

  void typesRangesInFrames() {
    ClipsPanel& clips = window().clips();
    clickItem(clips.list(), clips.itemOf(0), ClipTree::kSeconds);
    clickItem(clips.list(), clips.itemOf(3), ClipTree::kSeconds, Qt::ControlModifier);
    typeInto(find<NumberField>("clipTo"), "15f");
    for (const std::size_t row : {0u, 3u}) {
      QVERIFY(clip(row).to.has_value());
      QVERIFY2(std::abs(*clip(row).to - recipe::sourceFrameSeconds(model().clips[row], 15.0)) < 1e-9,
               qPrintable(QString::number(*clip(row).to)));
    }
    typeInto(find<NumberField>("clipTo"), "0.4 s");
    QCOMPARE(clip(0).to, std::optional(0.4));
  }

  // A range beyond the clip is clamped to it; a note next to the button for the whole clip says so.
  void clampsRanges() {
    ClipsPanel& clips = window().clips();
    clickItem(clips.list(), clips.itemOf(1), ClipTree::kSeconds);
    auto& note = find<QLabel>("rangeNote");
    auto& from = find<NumberField>("clipFrom");
    auto& to = find<NumberField>("clipTo");
    QVERIFY(!note.isVisible());
    typeInto(to, "99");
    QVERIFY(note.isVisible() && note.text().contains("1.000"));
    QVERIFY(!clip(1).to);
    QCOMPARE(to.value(), 1.0);
    QCOMPARE(to.text(), QString("1 s"));
    typeInto(from, "0.5");
    QVERIFY(!note.isVisible());
    // Beyond the other end: the other end is reset to the clip's.
    typeInto(to, "0.25");
    QCOMPARE(clip(1).to, std::optional(0.25));
    QVERIFY(!clip(1).from && note.isVisible());
    m_editor->keepPicture("range-note");
    typeInto(from, "-3");
    QVERIFY(!clip(1).from && note.isVisible());
    QCOMPARE(from.value(), 0.0);
    QTest::mouseClick(&find<QPushButton>("wholeClip"), Qt::LeftButton);
    QVERIFY(!clip(1).from && !clip(1).to && !note.isVisible());
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(!window().workshop().problem());
    QCOMPARE(animation().clips[1].source.toSeconds, 1.0);
  }

  // A document whose ranges exceed the clips: a button clamps them, and the issue disappears.
  void fixesLoadedRanges() {
    const auto fixes = [this] {
      auto& list = find<QTreeWidget>("issues");
      return list.findChildren<QPushButton*>("fix");
    };
    ClipLists lists = document().clipLists();
    lists.ticked[1].from = 0.25;
    lists.ticked[1].to = 8.0;
    document().setClips("beyond", lists);
    QVERIFY(m_editor->waitUntilBaked());
    window().raiseDock("issues");
    QTRY_VERIFY(!fixes().isEmpty());
    QTest::mouseClick(fixes().front(), Qt::LeftButton);
    QTRY_COMPARE(clip(1).to, std::optional<double>());
    QCOMPARE(clip(1).from, std::optional(0.25));
    QVERIFY(m_editor->waitUntilBaked());
    QTRY_VERIFY(fixes().isEmpty());
    // A range outside the clip fails the bake; the card has a button that fixes it.
    lists.ticked[1].from = 5.0;
    document().setClips("outside", lists);
    QTRY_VERIFY(window().workshop().problem().has_value());
    auto* mend = window().findChild<QPushButton*>("mendProblem");
    QVERIFY(mend != nullptr && mend->isVisible());
    QTest::mouseClick(mend, Qt::LeftButton);
    QTRY_VERIFY(!window().workshop().problem() && !clip(1).from && !clip(1).to);
  }

  // All the way round, forwards and backwards, without entering a page behind another.
  void tabStaysOnVisiblePages() {
    for (const char* front : {"timeline", "texture", "issues"}) {
      window().raiseDock(front);
      QTest::qWait(60);
      find<QLineEdit>("clipFilter").setFocus();
      for (const Qt::Key key : {Qt::Key_Tab, Qt::Key_Backtab}) {
        QSet<QWidget*> seen;
        for (int i = 0; i < 150; ++i) {
          QWidget* const before = QApplication::focusWidget();
          if (before != nullptr) {
            QTest::keyClick(before, key);
          } else {  // The viewport is a native window.
            QTest::keyClick(&window().viewport().window(), key);
            QTRY_VERIFY(QApplication::focusWidget() != nullptr);
          }
          QTest::qWait(1);
          QWidget* const now = QApplication::focusWidget();
          if (now == nullptr) {
            continue;
          }
          for (const char* dock : {"timeline", "texture", "compare", "issues"}) {
            QVERIFY2(qstrcmp(dock, front) == 0 || !find<QDockWidget>(dock).isAncestorOf(now),
                     qPrintable(QString("%1 in %2").arg(now->objectName(), dock)));
          }
          seen.insert(now);
        }
        QVERIFY2(seen.size() > 15, qPrintable(QString::number(seen.size())));
        QVERIFY(std::any_of(seen.begin(), seen.end(),
                            [&](QWidget* each) { return find<QDockWidget>(front).isAncestorOf(each); }));
      }
    }
  }
};

TEXELETON_EDITOR_SUITE(TestKeyboard)

#include "test_keyboard.moc"
