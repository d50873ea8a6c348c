// The timeline, by mouse and keys; import and export of events.

#include <QClipboard>
#include <QContextMenuEvent>
#include <QDialogButtonBox>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>
#include <fstream>

#include "app/editor/panels/clips/loop_range_dialog.h"
#include "app/editor/panels/timeline/event_clipboard.h"
#include "app/editor/panels/timeline/footsteps_dialog.h"
#include "app/editor/widgets/numbers.h"
#include "core/contacts/footsteps.h"
#include "core/recipe/events_file.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

class TestTimeline : public EditorTest {
  Q_OBJECT

 private slots:
  void init() { openSampleWindow(); }
  void cleanup() { closeWindow(); }

  void editsEvents() {
    window().raiseDock("timeline");
    Playback& playback = window().playback();
    playback.setClip(1);
    TimelineView& view = window().timeline().view();
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    QTest::qWait(30);
    m_editor->keepPicture("timeline");

    // Dragged next to frame 3: it snaps.
    const double to = playback.secondsOfFrame(3);
    const QPoint from = view.markerOf(0).toPoint();
    const QPoint there(static_cast<int>(view.placeOf(to)) + 2, from.y());
    QTest::mousePress(&view, Qt::LeftButton, {}, from);
    QTest::mouseMove(&view, (from + there) / 2);
    QTest::mouseMove(&view, there);
    QTest::mouseRelease(&view, Qt::LeftButton, {}, there);
    QCOMPARE(view.events().size(), std::size_t{2});
    QVERIFY2(std::abs(view.events()[0].clipSeconds - to) < 1e-9,
             qPrintable(QString::number(view.events()[0].clipSeconds)));
    QVERIFY(view.events()[0].origin == TimelineEvent::Recipe);

    // Added by a double click and named in place.
    const QPoint empty(static_cast<int>(view.placeOf(playback.secondsOfFrame(12))), view.height() - 10);
    QTest::mouseDClick(&view, Qt::LeftButton, {}, empty);
    QTRY_COMPARE(view.events().size(), std::size_t{3});
    auto* name = view.findChild<QLineEdit*>("eventName");
    QVERIFY(name != nullptr);
    QTest::keyClick(name, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(name, "clank");
    QTest::keyClick(name, Qt::Key_Return);
    const auto named = [&view](const char* text) {
      return std::count_if(view.events().begin(), view.events().end(),
                           [text](const TimelineEvent& event) { return event.name == text; });
    };
    QTRY_COMPARE(named("clank"), std::ptrdiff_t{1});
    m_editor->keepPicture("event");

    // Deleted by key.
    std::size_t clank = 0;
    while (view.events()[clank].name != "clank") {
      ++clank;
    }
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.markerOf(clank).toPoint());
    QTest::keyClick(&view, Qt::Key_Delete);
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    while (document().undoStack().canUndo()) {
      document().undoStack().undo();
    }
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    QCOMPARE(view.events()[0].clipSeconds, 0.0);
    QVERIFY(view.events()[0].origin == TimelineEvent::File);
  }

  void copiesFindsImportsAndExportsEvents() {
    window().raiseDock("timeline");
    window().playback().setClip(1);
    TimelinePanel& timeline = window().timeline();
    QTRY_COMPARE(timeline.view().events().size(), std::size_t{2});
    // Copied to another clip, with the menu.
    auto* copy = window().findChild<QMenu*>("copyEvents");
    QVERIFY(copy != nullptr);
    emit copy->aboutToShow();
    QCOMPARE(copy->actions().size(), 3);
    copy->actions().at(0)->trigger();  // Idle.
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().clips[0].events.size(), std::size_t{2});
    QCOMPARE(animation().clips[0].events[1].timeSeconds, animation().clips[1].events[1].timeSeconds);
    QCOMPARE(document().undoStack().count(), 1);
    document().undoStack().undo();
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(animation().clips[0].events.empty());

    // Core's footsteps are added in one step.
    window().playback().setClip(2);
    TimelineView& view = timeline.view();
    QTest::qWait(30);
    while (!view.events().empty()) {  // The sample already has them.
      QTest::mouseClick(&view, Qt::LeftButton, {}, view.markerOf(0).toPoint());
      QTest::keyClick(&view, Qt::Key_Delete);
    }
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(animation().clips[2].events.empty());
    const int count = document().undoStack().count();
    QTest::mouseClick(&find<QPushButton>("findFootsteps"), Qt::LeftButton);
    auto* dialog = window().findChild<FootstepsDialog*>();
    QVERIFY(dialog != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy(), 20000);
    JobContext job;
    const auto feet = contacts::findFeet(model());
    const auto steps = contacts::findFootsteps(model(), ClipIndex(2), *feet, {}, job);
    QVERIFY(!steps.empty());
    QCOMPARE(dialog->chosen().size(), std::size_t{1});
    QCOMPARE(dialog->chosen()[0].events, steps);
    m_editor->keepPicture("footsteps");
    QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().clips[2].events.size(), steps.size());
    QCOMPARE(document().undoStack().count(), count + 1);
    // Existing events are not suggested again.
    QTRY_VERIFY(window().findChild<FootstepsDialog*>() == nullptr);
    QTest::mouseClick(&find<QPushButton>("findFootsteps"), Qt::LeftButton);
    dialog = window().findChild<FootstepsDialog*>();
    QVERIFY(dialog != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy(), 20000);
    QVERIFY(dialog->chosen().empty() && dialog->findChild<QTreeWidget*>("footsteps")->topLevelItemCount() == 0);
    QVERIFY(!dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->isEnabled());
    QVERIFY2(dialog->findChild<QLabel*>("footstepsText")->text().startsWith(QString::number(steps.size())),
             qPrintable(dialog->findChild<QLabel*>("footstepsText")->text()));
    dialog->reject();
    QTRY_VERIFY(window().findChild<FootstepsDialog*>() == nullptr);

    // Exported events are imported unchanged, as JSON and as a table.
    for (const char* name : {"kept.json", "kept.csv"}) {
      const auto file = m_editor->folder() / name;
      timeline.exportTo(file);
      JobContext reading;
      const auto read = recipe::readEventsFile(file, model(), reading);
      QVERIFY2(read, read ? "" : read.error().message.c_str());
      QCOMPARE(*read, allEvents(window().workshop()));
      QVERIFY(reading.takeIssues().empty());
    }
    // Importing again adds nothing; another table adds its new events.
    QSignalSpy told(&timeline, &TimelinePanel::told);
    timeline.importFrom(m_editor->folder() / "kept.csv");
    QTRY_COMPARE(told.count(), 1);
    QCOMPARE(document().undoStack().count(), count + 1);
    const auto table = m_editor->folder() / "more.csv";
    std::ofstream(table) << "clip;event;time\nAttack;swoosh;0,25\nNobody;lost;0\n";
    const int issues = window().findChild<QTreeWidget*>("issues")->topLevelItemCount();
    timeline.importFrom(table);
    QTRY_COMPARE(told.count(), 2);
    QCOMPARE(document().undoStack().count(), count + 2);
    QVERIFY(m_editor->waitUntilBaked());
    const auto& attack = animation().clips[3].events;
    QVERIFY(std::any_of(attack.begin(), attack.end(), [](const model::ClipEvent& event) {
      return event.name == "swoosh" && std::abs(event.timeSeconds - 0.25) < 1e-9;
    }));
    QVERIFY(window().findChild<QTreeWidget*>("issues")->topLevelItemCount() > issues);
    // Unreadable files are reported.
    QSignalSpy failed(&timeline, &TimelinePanel::failed);
    timeline.importFrom(m_editor->folder() / "none.json");
    QTRY_COMPARE(failed.count(), 1);
    if (auto* message = window().findChild<QDialog*>("message")) {
      message->close();
    }
  }

  // An event that playback passes is listed with its time.
  void listsFiredEvents() {
    window().raiseDock("timeline");
    Playback& playback = window().playback();
    playback.setClip(1);
    QTRY_COMPARE(window().timeline().view().events().size(), std::size_t{2});
    QVERIFY(m_editor->waitUntilBaked());
    QSignalSpy fired(&playback, &Playback::fired);
    const TimelineEvent second = window().timeline().view().events()[1];
    playback.seek(std::max(0.0, second.clipSeconds - 0.05));
    QVERIFY(fired.isEmpty());  // Seeking fires nothing.
    playback.setPlaying(true);
    QTRY_VERIFY(!fired.isEmpty());
    playback.setPlaying(false);
    QCOMPARE(fired[0][0].toString(), QString::fromStdString(second.name));
    QVERIFY(std::abs(fired[0][1].toDouble() - second.clipSeconds) < 1e-6);
    const QString listed = find<ElidedLabel>("fired").toolTip();
    QVERIFY2(listed.contains(QString::fromStdString(second.name)) && listed.contains(seconds(second.clipSeconds, 3)),
             qPrintable(listed));
  }

  // The event's fields come first and are visible; it stays selected through edits, undo and redo.
  void selectedEventStaysSelected() {
    window().raiseDock("timeline");
    window().playback().setClip(1);
    TimelineView& view = window().timeline().view();
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    const auto isOnlySelected = [&view](const std::string& name) {
      return view.selected().size() == 1 && view.events()[*view.selected().begin()].name == name;
    };
    const std::string before = view.events()[1].name;
    for (const QSize size : {QSize(1440, 900), QSize(1280, 800)}) {
      window().resize(size);
      QTest::qWait(50);
      QTest::mouseClick(&view, Qt::LeftButton, {}, view.markerOf(1).toPoint());
      for (const char* name : {"selectedEventName", "selectedEventTime", "selectedEventParameter"}) {
        auto& field = find<QWidget>(name);
        QTRY_VERIFY2(field.isVisible() && field.visibleRegion().boundingRect().size() == field.size(),
                     qPrintable(QString("%1 at %2").arg(name).arg(size.width())));
      }
      m_editor->keepPicture(QString("event-fields-%1").arg(size.width()));
    }
    QVERIFY(isOnlySelected(before));
    typeInto(find<QLineEdit>("selectedEventName"), "clack");
    QVERIFY(isOnlySelected("clack"));
    QVERIFY(find<QLineEdit>("selectedEventName").isVisible() && find<QLineEdit>("selectedEventName").hasFocus());
    typeInto(find<QLineEdit>("selectedEventParameter"), "stone");
    QVERIFY(isOnlySelected("clack"));
    typeInto(find<NumberField>("selectedEventTime"), "0.1");
    QVERIFY(isOnlySelected("clack"));
    m_editor->keepPicture("ring");
    document().set("Rate", &recipe::RecipeBake::fps, std::optional(12.0));
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(isOnlySelected("clack"));
    document().undoStack().undo();
    document().undoStack().undo();
    document().undoStack().undo();
    document().undoStack().undo();
    // Events of the file are back after the next bake.
    QTRY_VERIFY(isOnlySelected(before));
    QCOMPARE(window().selection().selectedEvent()->name, before);
    document().undoStack().redo();
    QVERIFY(isOnlySelected("clack"));
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(isOnlySelected("clack"));
    QTRY_COMPARE(find<QLineEdit>("selectedEventName").text(), QString("clack"));
  }

  // Without a mouse: select, move, rename, delete, the menu; Space still plays.
  void editsEventsByKeys() {
    window().raiseDock("timeline");
    Playback& playback = window().playback();
    playback.setClip(1);
    TimelineView& view = window().timeline().view();
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    const double first = view.events()[0].clipSeconds;
    const double second = view.events()[1].clipSeconds;
    view.setFocus();
    playback.seek(0.0);
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(view.selected(), std::set<std::size_t>{0});
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(view.selected(), std::set<std::size_t>{1});
    QTest::keyClick(&view, Qt::Key_Down);  // There is none after it.
    QCOMPARE(view.selected(), std::set<std::size_t>{1});
    QCOMPARE(window().selection().selectedEvent()->clipSeconds, second);
    QTest::keyClick(&view, Qt::Key_Up);
    QCOMPARE(view.selected(), std::set<std::size_t>{0});
    QCOMPARE(document().undoStack().count(), 0);

    // By frames, and not before the clip's start.
    const double frame = playback.secondsOfFrame(1);
    QTest::keyClick(&view, Qt::Key_Right, Qt::AltModifier);
    QVERIFY(std::abs(view.events()[0].clipSeconds - first - frame) < 1e-9);
    QTest::keyClick(&view, Qt::Key_Right, Qt::AltModifier);
    QVERIFY(std::abs(view.events()[0].clipSeconds - first - 2 * frame) < 1e-9);
    QCOMPARE(view.selected(), std::set<std::size_t>{0});
    QTest::keyClick(&view, Qt::Key_Left, Qt::AltModifier);
    QTest::keyClick(&view, Qt::Key_Left, Qt::AltModifier);
    const int edits = document().undoStack().count();
    QCOMPARE(edits, 4);
    QTest::keyClick(&view, Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(view.events()[0].clipSeconds, 0.0);
    QCOMPARE(document().undoStack().count(), first > 0.0 ? edits + 1 : edits);
    document().undoStack().undo();
    document().undoStack().redo();

    QTest::keyClick(&view, Qt::Key_Down);
    QTest::keyClick(&view, Qt::Key_Return);
    QCOMPARE(playback.seconds(), second);
    QTest::keyClick(&view, Qt::Key_F2);
    auto* name = view.findChild<QLineEdit*>("eventName");
    QVERIFY(name != nullptr);
    QTest::keyClick(name, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(name, "thud");
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(view.events()[1].name, std::string("thud"));
    QCOMPARE(view.selected(), std::set<std::size_t>{1});

    QVERIFY(!playback.isPlaying());
    QTest::keyClick(&view, Qt::Key_Space);
    QVERIFY(playback.isPlaying());
    QTest::keyClick(&view, Qt::Key_Space);
    QVERIFY(!playback.isPlaying());
    const double shown = playback.frame();
    QTest::keyClick(&view, Qt::Key_Right);  // Without Alt the time moves, not the event.
    QVERIFY(playback.frame() > shown);

    QTest::keyClick(&view, Qt::Key_Delete);
    QCOMPARE(view.events().size(), std::size_t{1});
    document().undoStack().undo();
    QCOMPARE(view.events().size(), std::size_t{2});
    // Escape clears the selection, which stays empty.
    QTest::keyClick(&view, Qt::Key_Up);
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(view.selected().empty() && !window().selection().selectedEvent());
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(view.selected().empty());
  }

  void menuOfEvents() {
    window().raiseDock("timeline");
    window().playback().setClip(1);
    TimelineView& view = window().timeline().view();
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    const auto ask = [&view](const QPoint& place, QContextMenuEvent::Reason reason) {
      QContextMenuEvent event(reason, place, view.mapToGlobal(place));
      QApplication::sendEvent(&view, &event);
    };
    auto& menu = find<QMenu>("eventMenu");
    ask(view.markerOf(1).toPoint(), QContextMenuEvent::Mouse);
    QTRY_VERIFY(menu.isVisible());
    QCOMPARE(view.selected(), std::set<std::size_t>{1});
    m_editor->keepPicture("event-menu");
    QVERIFY(choose(menu, TimelinePanel::tr("Delete")));
    QCOMPARE(view.events().size(), std::size_t{1});
    // With the menu key, for the selected event.
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Up);
    ask(view.rect().center(), QContextMenuEvent::Keyboard);
    QTRY_VERIFY(menu.isVisible());
    QVERIFY(choose(menu, TimelinePanel::tr("Rename")));
    auto* name = view.findChild<QLineEdit*>("eventName");
    QVERIFY(name != nullptr);
    QTest::keyClick(name, Qt::Key_Escape);
    // On an empty place: an event can be added there.
    const double at = window().playback().secondsOfFrame(12);
    ask(QPoint(static_cast<int>(view.placeOf(at)), view.height() - 10), QContextMenuEvent::Mouse);
    auto* here = window().findChild<QMenu*>("timeMenu");
    QVERIFY(here != nullptr);
    QTRY_VERIFY(here->isVisible());
    QVERIFY(choose(*here, TimelinePanel::tr("Add event here")));
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    QVERIFY(std::abs(view.events()[1].clipSeconds - at) < 1e-9);
  }

  void editsEventInSelection() {
    window().raiseDock("timeline");
    window().playback().setClip(1);
    TimelineView& view = window().timeline().view();
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    QTest::qWait(30);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.markerOf(1).toPoint());
    QVERIFY(window().selection().selectedEvent().has_value());
    typeInto(find<QLineEdit>("selectedEventParameter"), "stone");
    QTRY_COMPARE(document().undoStack().count(), 1);
    const auto step = [this]() -> const recipe::RecipeEvent& { return document().recipe().clips[1].events[1]; };
    QCOMPARE(step().parameter, std::string("stone"));
    typeInto(find<QLineEdit>("selectedEventName"), "clack");
    QCOMPARE(step().name, std::string("clack"));
    typeInto(find<NumberField>("selectedEventTime"), "0.4");
    QCOMPARE(*step().timeSeconds, 0.4);
    m_editor->keepPicture("selected-event");
    document().undoStack().undo();
    document().undoStack().undo();
    document().undoStack().undo();
    QVERIFY(!document().eventsFile().empty());
  }

  // The ends of the range are dragged; the part outside is no longer baked and is displayed beside it.
  void dragsRange() {
    window().raiseDock("timeline");
    playback().setClip(3);
    TimelineView& view = window().timeline().view();
    QTest::qWait(50);
    const model::Clip& source = model().clips[animation().clips[3].source.clip.value];
    const double frame = recipe::sourceFrameSeconds(source, 1.0);
    QCOMPARE(view.handleOf(true).x(), view.placeOf(0.0));
    QCOMPARE(view.handleOf(false).x(), view.placeOf(playback().clip()->lengthSeconds));
    const auto dragHandle = [&](bool start, double seconds, int beside) {
      const QPoint from = view.handleOf(start).toPoint();
      drag(view, from, QPoint(static_cast<int>(std::lround(view.placeOf(seconds))) + beside, from.y()));
      QVERIFY(m_editor->waitUntilBaked());
      QTest::qWait(20);
    };
    // Snapped to frames of the source.
    dragHandle(true, 6 * frame, 2);
    QVERIFY(document().recipe().clips[3].from.has_value());
    QVERIFY2(std::abs(*document().recipe().clips[3].from - 6 * frame) < 1e-9,
             qPrintable(QString::number(*document().recipe().clips[3].from)));
    QCOMPARE(document().undoStack().undoText(), TimelineView::tr("Change clip range"));
    QCOMPARE(document().undoStack().count(), 1);
    QCOMPARE(animation().clips[3].source.fromSeconds, 6 * frame);
    const double end = animation().clips[3].source.toSeconds;
    dragHandle(false, end - 6 * frame - 4 * frame, -2);
    const double snapped = std::round((end - 4 * frame) / frame) * frame;
    QVERIFY(std::abs(*document().recipe().clips[3].to - snapped) < 1e-9);
    QVERIFY(view.handleOf(true).x() > view.placeOf(-5 * frame));  // Part of the cut frames is visible.
    m_editor->keepPicture("range");
    // Dragged outwards, at most to the end of the source clip.
    dragHandle(true, -6 * frame, -60);
    QVERIFY(!document().recipe().clips[3].from);
    QCOMPARE(animation().clips[3].source.fromSeconds, source.startSeconds);
    // A click alone changes nothing, and a handle cannot pass the other.
    const int edits = document().undoStack().count();
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.handleOf(true).toPoint());
    QCOMPARE(document().undoStack().count(), edits);
    dragHandle(true, playback().clip()->lengthSeconds, 40);
    QVERIFY(animation().clips[3].lengthSeconds > 0.0);
    // With the menu, at a time.
    document().undoStack().setIndex(0);
    QVERIFY(m_editor->waitUntilBaked());
    QTest::qWait(20);
    view.setRangeEnd(false, 10 * frame);
    QVERIFY(std::abs(*document().recipe().clips[3].to - 10 * frame) < 1e-9);
    QVERIFY(m_editor->waitUntilBaked());
    view.setWholeRange();
    QVERIFY(!document().recipe().clips[3].to && !document().recipe().clips[3].from);
  }

  void selectsEventsByBox() {
    window().raiseDock("timeline");
    playback().setClip(1);
    TimelineView& view = window().timeline().view();
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    QTest::qWait(30);
    const QPoint first = view.markerOf(0).toPoint();
    const QPoint second = view.markerOf(1).toPoint();
    playback().seek(0.1);
    drag(view, QPoint(second.x() + 130, view.height() - 8), QPoint(first.x() - 10, first.y() - 15));
    QCOMPARE(view.selected(), (std::set<std::size_t>{0, 1}));
    QCOMPARE(playback().seconds(), 0.1);  // The box does not scrub.
    drag(view, QPoint(second.x() + 130, view.height() - 8), QPoint(second.x() - 10, second.y() - 15));
    QCOMPARE(view.selected(), std::set<std::size_t>{1});
    // A click seeks and clears the selection.
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(static_cast<int>(view.placeOf(0.7)), view.height() - 8));
    QVERIFY(view.selected().empty());
    QVERIFY(std::abs(playback().seconds() - 0.7) < 0.01);
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(view.selected().size(), std::size_t{2});
  }

  void copiesAndPastesEvents() {
    window().raiseDock("timeline");
    playback().setClip(1);
    TimelineView& view = window().timeline().view();
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    const std::vector<TimelineEvent> events = view.events();
    const double apart = events[1].clipSeconds - events[0].clipSeconds;
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    // Pasted into another clip, the first event at the current time.
    playback().setClip(0);
    playback().seek(1.0);
    QTest::keyClick(&view, Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(view.events().size(), std::size_t{2});
    QVERIFY(std::abs(view.events()[0].clipSeconds - 1.0) < 1e-6);
    QVERIFY(std::abs(view.events()[1].clipSeconds - 1.0 - apart) < 1e-6);
    QCOMPARE(view.events()[1].name, events[1].name);
    QCOMPARE(view.selected().size(), std::size_t{2});
    QCOMPARE(document().undoStack().count(), 1);
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().clips[0].events.size(), std::size_t{2});
    // Events that would lie beyond the end are left out and reported.
    const QSignalSpy told(&window().timeline(), &TimelinePanel::told);
    playback().seek(playback().clip()->lengthSeconds - apart / 2);
    QTest::keyClick(&view, Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(view.events().size(), std::size_t{3});
    QCOMPARE(told.count(), 1);
    // Cut, and restored by undo.
    QTest::keyClick(&view, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(&view, Qt::Key_X, Qt::ControlModifier);
    QVERIFY(view.events().empty());
    QCOMPARE(eventsOfText(QGuiApplication::clipboard()->text()).size(), std::size_t{3});
    document().undoStack().undo();
    QCOMPARE(view.events().size(), std::size_t{3});
    // Other clipboard contents are not events.
    for (const char* other : {"", "footstep", "{\"texeletonEvents\": 3}", "{\"texeletonEvents\": [{\"name\": \"\"}]}",
                              "{\"texeletonEvents\": [{\"name\": \"a\", \"time\": -1}, 5]}"}) {
      QGuiApplication::clipboard()->setText(other);
      QVERIFY2(!TimelineView::canPaste(), other);
    }
    const TimelineEvent odd{"\"quoted\" \xc3\xa9", "left, 1", 0.125};
    QCOMPARE(eventsOfText(textOfEvents({odd})).front().name, odd.name);
    QCOMPARE(eventsOfText(textOfEvents({odd})).front().parameter, odd.parameter);
  }

  // The suggested range is the one that core finds; applied, it is baked as a loop with that gap.
  void findsLoopRanges() {
    window().raiseDock("timeline");
    playback().setClip(3);
    QTest::mouseClick(&find<QPushButton>("findLoopRange"), Qt::LeftButton);
    auto* dialog = window().findChild<LoopRangeDialog*>();
    if (dialog == nullptr) {  // In a narrow panel it is in the menu.
      window().timeline().findLoopRange(3);
      dialog = window().findChild<LoopRangeDialog*>();
    }
    QVERIFY(dialog != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy(), 60000);
    auto* where = dialog->findChild<QComboBox*>("loopRangeWhere");
    where->setCurrentIndex(1);
    emit where->activated(1);
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy(), 60000);
    auto* list = dialog->findChild<QTreeWidget*>("loopRanges");
    QTRY_COMPARE(list->topLevelItemCount(), 4);
    m_editor->keepPicture("loop-ranges");
    std::vector<RangeChange> expected;
    for (std::size_t i = 0; i < 4; ++i) {
      JobContext job;
      const contacts::LoopReport report = contacts::analyseLoop(model(), animation().clips[i].source.clip, 0.0, job);
      if (report.best) {
        expected.push_back({i, report.best->fromSeconds, report.best->toSeconds, true});
      }
    }
    const std::vector<RangeChange> chosen = dialog->chosen();
    QCOMPARE(chosen.size(), expected.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      QCOMPARE(chosen[i].baked, expected[i].baked);
      QCOMPARE(chosen[i].fromSeconds, expected[i].fromSeconds);
      QCOMPARE(chosen[i].toSeconds, expected[i].toSeconds);
    }
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(window().findChild<LoopRangeDialog*>() == nullptr);
    comeBack();
  }

  // A loop that jumps has a button next to its warning, which finds a range that fixes it.
  void fixesLoopIssue() {
    ClipLists lists = document().clipLists();
    lists.ticked[1].loop = bake::LoopMode::On;
    lists.ticked[1].to = 0.7 * model().clips[1].lengthSeconds;
    document().setClips("cut", lists);
    QVERIFY(m_editor->waitUntilBaked());
    window().raiseDock("issues");
    const auto buttons = [this] { return find<QTreeWidget>("issues").findChildren<QPushButton*>("loopIssue"); };
    QTRY_COMPARE(buttons().size(), 1);
    QTest::qWait(50);
    m_editor->keepPicture("loop-issue");
    QTest::mouseClick(buttons().front(), Qt::LeftButton);
    QTRY_VERIFY(window().findChild<LoopRangeDialog*>() != nullptr);
    auto* dialog = window().findChild<LoopRangeDialog*>();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy(), 60000);
    auto* text = dialog->findChild<QLabel*>("loopRangeText");
    QVERIFY(!text->text().isEmpty());
    m_editor->keepPicture("loop-range-whole");
    // The whole clip closes: the suggested range is the whole clip.
    QCOMPARE(dialog->chosen().size(), std::size_t{1});
    QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
    QTRY_VERIFY(window().findChild<LoopRangeDialog*>() == nullptr);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(!document().recipe().clips[1].to);
    QTRY_VERIFY(buttons().isEmpty());
  }
};

TEXELETON_EDITOR_SUITE(TestTimeline)

#include "test_timeline.moc"
