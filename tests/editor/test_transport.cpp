// The transport strip under the viewport, and events fired during playback: by mouse and keys.

#include <QSignalSpy>
#include <QTest>

#include "app/editor/theme/theme.h"
#include "app/editor/widgets/numbers.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace {

constexpr int kWalk = 1;  // The clip with the sample's footsteps.

QColor pixelOf(QWidget& widget, const QPoint& at) {
  const QImage image = widget.grab().toImage();
  return image.pixelColor(at * image.devicePixelRatio());
}

}  // namespace

class TestTransport : public EditorTest {
  Q_OBJECT

  ScrubBar& bar() { return window().transport().scrubBar(); }
  const vat::BakedClip& clip() { return *playback().clip(); }
  void play() { QTest::mouseClick(&find<QToolButton>("play"), Qt::LeftButton); }

 private slots:
  void init() {
    openSampleWindow();
    playback().setClip(kWalk);
  }
  void cleanup() { closeWindow(); }

  void stripPlays() {
    playback().setClip(0);
    auto& clips = find<QComboBox>("transportClip");
    clips.setFocus();
    QTest::keyClick(&clips, Qt::Key_Down);
    QTRY_COMPARE(playback().clipNumber(), 1);
    QTest::mouseClick(&bar(), Qt::LeftButton, {}, QPoint(bar().width() / 2, bar().height() / 2));
    QVERIFY(std::abs(playback().seconds() - clip().lengthSeconds / 2) < 0.02);
    const double frame = std::lround(playback().frame());
    QTest::keyClick(&bar(), Qt::Key_Right);
    QCOMPARE(playback().frame(), frame + 1.0);
    QSignalSpy moved(&playback(), &Playback::moved);
    QTest::keyClick(&bar(), Qt::Key_Space);
    QVERIFY(playback().isPlaying());
    QTRY_VERIFY(moved.count() > 3);
    if (hasScreen()) {
      // From the viewport too, which is a native window.
      QTest::keyClick(&window().viewport().window(), Qt::Key_Space);
      QVERIFY(!playback().isPlaying());
    }
    playback().setPlaying(false);
  }

  // Steps go by whole frames and stop playback; a loop wraps around at its ends.
  void steps() {
    QTest::mouseClick(&find<QToolButton>("stepForward"), Qt::LeftButton);
    QCOMPARE(playback().frame(), 1.0);
    play();
    QVERIFY(playback().isPlaying());
    QTest::mouseClick(&find<QToolButton>("stepBack"), Qt::LeftButton);
    QVERIFY(!playback().isPlaying());
    const double frame = playback().frame();
    QVERIFY(std::abs(frame - std::round(frame)) < 1e-6);
    playback().seek(0.0);
    QTest::mouseClick(&find<QToolButton>("stepBack"), Qt::LeftButton);
    QVERIFY(clip().loop);
    QCOMPARE(playback().frame(), clip().frameCount - 1.0);
    QTest::keyClick(&window(), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(playback().seconds(), clip().lengthSeconds);
    QTest::keyClick(&window(), Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(playback().seconds(), 0.0);
    play();
    QTest::mouseClick(&find<QToolButton>("toEnd"), Qt::LeftButton);
    QVERIFY(!playback().isPlaying());
    QCOMPARE(playback().seconds(), clip().lengthSeconds);
    QTest::mouseClick(&find<QToolButton>("toStart"), Qt::LeftButton);
    QCOMPARE(playback().seconds(), 0.0);
    playback().step(-1);
    QVERIFY2(find<QLabel>("transportTime")
                 .text()
                 .startsWith(QString("%1 / %2").arg(clip().frameCount - 1).arg(clip().frameCount)),
             qPrintable(find<QLabel>("transportTime").text()));
  }

  // Event times are often rounded; the displayed frame is the one that is meant.
  void showsFrameOfEvent() {
    playback().seek(playback().secondsOfFrame(13.0) - 0.0005);
    QCOMPARE(playback().shownFrame(), 13);
    QVERIFY2(find<QLabel>("transportTime").text().startsWith("13 / "),
             qPrintable(find<QLabel>("transportTime").text()));
    playback().seek(playback().secondsOfFrame(12.9));
    QCOMPARE(playback().shownFrame(), 12);
  }

  // In a narrow window the speed is in the loop button's menu.
  void speedInLoopMenu() {
    auto& field = find<NumberField>("speed");
    auto& loop = find<QToolButton>("loop");
    QVERIFY(field.isVisible() && loop.menu() == nullptr);
    window().resize(1024, 700);
    QTRY_VERIFY(field.isHidden() == (loop.menu() != nullptr));
    field.hide();
    QVERIFY(loop.menu() != nullptr);
    emit loop.menu()->aboutToShow();
    loop.menu()->actions().at(2)->trigger();
    QCOMPARE(playback().speed(), 0.5);
    field.setVisible(true);
    QVERIFY(loop.menu() == nullptr);
  }

  void restartsOrStopsAtEnd() {
    auto& loop = find<QToolButton>("loop");
    QVERIFY(loop.isChecked() && playback().repeats());
    const double nearEnd = clip().lengthSeconds - 0.05;
    playback().seek(nearEnd);
    play();
    QTRY_VERIFY(playback().seconds() < nearEnd);
    QVERIFY(playback().isPlaying());
    play();
    QVERIFY(!playback().isPlaying());

    QTest::mouseClick(&loop, Qt::LeftButton);
    QVERIFY(!playback().repeats());
    playback().seek(nearEnd);
    play();
    QTRY_VERIFY(!playback().isPlaying());
    QCOMPARE(playback().seconds(), clip().lengthSeconds);
    // At the end it starts over.
    play();
    QVERIFY(playback().isPlaying() && playback().seconds() < nearEnd);
  }

  void choosesSpeed() {
    typeInto(find<NumberField>("speed"), "0.5");
    QCOMPARE(playback().speed(), 0.5);
    playback().advance(0.2);  // Seconds of real time.
    QVERIFY(std::abs(playback().seconds() - 0.1) < 1e-9);
    typeInto(find<NumberField>("speed"), "4");
    playback().advance(0.05);
    QVERIFY(std::abs(playback().seconds() - 0.3) < 1e-9);
    // The speed belongs to the preview: nothing is edited or baked.
    QCOMPARE(document().undoStack().count(), 0);
    QVERIFY(!window().workshop().runner().isBusy());
  }

  // The bar has ticks at events and follows their edits.
  void eventsAreTicks() {
    QCOMPARE(clip().events.size(), std::size_t{2});
    playback().seek(clip().lengthSeconds * 0.9);
    const double second = clip().events[1].timeSeconds;
    const auto tickAt = [this](double seconds) {
      // Below the bar, which is 10 high.
      return pixelOf(bar(), QPoint(static_cast<int>(bar().placeOf(seconds)), bar().height() / 2 + 6));
    };
    QCOMPARE(tickAt(second), color(Token::Good));
    QVERIFY(tickAt(second + 3.0 / clip().frameRate) != color(Token::Good));
    m_editor->keepPicture("ticks");

    window().raiseDock("timeline");
    TimelineView& view = window().timeline().view();
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    QTest::qWait(30);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.markerOf(1).toPoint());
    QTest::keyClick(&view, Qt::Key_Delete);
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(clip().events.size(), std::size_t{1});
    playback().seek(clip().lengthSeconds * 0.9);
    QVERIFY(tickAt(second) != color(Token::Good));
  }

  // A fired event flashes on the timeline and is listed with its time in the clip.
  void firedEventsFlashAndAreListed() {
    window().raiseDock("timeline");
    TimelineView& view = window().timeline().view();
    QTRY_COMPARE(view.events().size(), std::size_t{2});
    QTest::qWait(30);
    const double time = clip().events[1].timeSeconds;
    const QPoint marker = view.markerOf(1).toPoint();
    playback().seek(time - 0.02);
    const QColor quiet = pixelOf(view, marker + QPoint(0, 3));
    QCOMPARE(quiet, color(Token::Good));
    playback().advance(0.04);
    playback().seek(time + 0.2);  // Seeking fires nothing, and moves the play head off the marker.
    QCOMPARE(pixelOf(view, marker + QPoint(0, 3)), color(Token::Warning));
    QCOMPARE(pixelOf(view, view.markerOf(0).toPoint() + QPoint(0, 3)), color(Token::Good));
    m_editor->keepPicture("fired");
    auto& fired = find<ElidedLabel>("fired");
    const QString line = seconds(time, 3) + " " + QString::fromStdString(clip().events[1].name);
    QVERIFY2(fired.text().contains(line), qPrintable(fired.text()));
    QTRY_COMPARE(pixelOf(view, marker + QPoint(0, 3)), quiet);
    // The newest comes first.
    playback().seek(clip().lengthSeconds - 0.01);
    playback().advance(0.02);
    const QString both = fired.text();
    const QString first = QString::fromStdString(clip().events[0].name);
    QVERIFY2(both.indexOf(first) >= 0 && both.indexOf(first) < both.indexOf(line), qPrintable(both));
  }
};

TEXELETON_EDITOR_SUITE(TestTransport)

#include "test_transport.moc"
