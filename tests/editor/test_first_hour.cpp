// The first hour with an unknown model: every task of the README by mouse and keys. Prints the number of clicks, typed
// texts and keys of each task, and the seconds until its result.

#include <QComboBox>
#include <QElapsedTimer>
#include <QPushButton>
#include <QTabBar>
#include <QTest>
#include <algorithm>

#include "app/editor/document/export_edit.h"
#include "app/editor/document/paths.h"
#include "app/editor/panels/bake/fit_section.h"
#include "app/editor/window/export_dialog.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace fs = std::filesystem;

class TestFirstHour : public EditorTest {
  Q_OBJECT

  // Counts as one action of the user.
  void click(QWidget& widget) { click(widget, widget.rect().center()); }
  void click(QWidget& widget, const QPoint& place) {
    QTest::mouseClick(&widget, Qt::LeftButton, {}, place);
    ++m_clicks;
  }
  void press(QWidget& widget, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&widget, key, modifiers);
    ++m_keys;
  }
  void type(QWidget& field, const QString& text) {
    field.setFocus();
    QTest::keyClick(&field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&field, text);
    ++m_texts;
  }
  /// Clicks the tab of a dock, or nothing if its panel is in front.
  void show(const char* dock) {
    if (!find<QWidget>(dock).visibleRegion().isEmpty()) {
      return;
    }
    window().raiseDock(dock);
    ++m_clicks;
    QTest::qWait(50);
  }
  bool isMeasured() { return window().workshop().errors() != nullptr && !window().workshop().runner().isBusy(); }
  fs::path modelFile() { return m_editor->folder() / m_name.toStdString(); }

  QString m_name;
  QElapsedTimer m_clock;
  int m_clicks = 0;
  int m_texts = 0;
  int m_keys = 0;
  QStringList m_table;
  int m_allClicks = 0;

 private slots:
  void initTestCase() {
    openWindow();
    const auto models = sharedModels();
    m_name = models ? "fox.glb" : "lantern-knight.glb";
    if (models) {
      fs::copy_file(*models / "fox.glb", modelFile());
    }
  }
  void cleanupTestCase() {
    closeWindow();
    qInfo("%s", qPrintable(m_table.join('\n')));
    QVERIFY2(m_allClicks <= 30, qPrintable(QString::number(m_allClicks)));
  }
  void init() {
    m_clicks = m_texts = m_keys = 0;
    m_clock.start();
  }
  void cleanup() {
    m_allClicks += m_clicks;
    m_table << QString("%1 %2 clicks, %3 texts, %4 keys, %5 s")
                   .arg(QTest::currentTestFunction(), -16)
                   .arg(m_clicks)
                   .arg(m_texts)
                   .arg(m_keys)
                   .arg(static_cast<double>(m_clock.elapsed()) / 1000.0, 0, 'f', 1);
  }

  void openModel() {
    const FileNameTyper typer(toQString(modelFile()));
    press(window(), Qt::Key_O, Qt::ControlModifier);
    ++m_texts;  // The text and Return key of FileNameTyper.
    ++m_keys;
    QVERIFY(m_editor->waitUntilBaked());
    comeBack();
    QVERIFY(animation().clips.size() >= 3);
  }

  void pickClips() {
    ClipsPanel& clips = window().clips();
    const std::size_t before = animation().clips.size();
    clickBox(clips.list(), clips.itemOf(0));
    ++m_clicks;
    QVERIFY(m_editor->waitUntilBaked());
    QCOMPARE(animation().clips.size(), before - 1);
  }

  void exposeSocket() {
    auto& edit = find<QLineEdit>("expose0");
    click(edit);
    type(edit, ".*[Hh]ead.*");
    QTRY_VERIFY_WITH_TIMEOUT(!animation().sockets.empty(), 30000);
    QVERIFY(m_editor->waitUntilBaked());
  }

  void fitToTolerance() {
    QTRY_VERIFY_WITH_TIMEOUT(isMeasured(), 60000);
    click(find<QToolButton>("fitHeading"));
    type(*find<QComboBox>("fitLimit").lineEdit(), "10 mm");
    click(find<QPushButton>("fitFind"));
    QTRY_VERIFY_WITH_TIMEOUT(!window().findChild<FitSection*>()->runner().isBusy(), 120000);
    QVERIFY(m_editor->waitUntilBaked());
    QTRY_VERIFY_WITH_TIMEOUT(isMeasured(), 60000);
    QVERIFY(window().workshop().worst()->millimetres <= 10.0);
    m_editor->keepPicture("first-hour-fit");
  }

  void inspectTexel() {
    show("texture");
    TextureView& view = window().texture().view();
    QTRY_VERIFY(view.isVisible());
    const QPoint place = view.placeOf(1.5, 1.5).toPoint();
    pointAt(view, place);
    click(view, place);
    QVERIFY(window().selection().texel().has_value());
    QVERIFY(!find<QLabel>("texelSource").text().isEmpty());
  }

  void placeEvent() {
    show("timeline");
    TimelineView& view = window().timeline().view();
    const std::size_t before = view.events().size();
    const double seconds = playback().secondsOfFrame(4);
    QTest::mouseDClick(&view, Qt::LeftButton, {},
                       QPoint(static_cast<int>(view.placeOf(seconds)) + 2, view.height() - 10));
    ++m_clicks;
    QTRY_COMPARE(view.events().size(), before + 1);
    auto* name = view.findChild<QLineEdit*>("eventName");
    QVERIFY(name != nullptr);
    type(*name, "step");
    press(*name, Qt::Key_Return);
    QTRY_VERIFY(std::any_of(view.events().begin(), view.events().end(),
                            [](const TimelineEvent& event) { return event.name == "step"; }));
    QVERIFY(m_editor->waitUntilBaked());
  }

  void compareWithSource() {
    show("compare");
    click(*find<Segmented>("compareHow").button(1));
    QVERIFY(window().viewport().window().scene().view.comparison == viewport::Comparison::Split);
    m_editor->keepPicture("first-hour-compare");
  }

  void exportToTwoEngines() {
    {
      const FileNameTyper typer(toQString(m_editor->folder() / "mine.texeleton"));
      press(window(), Qt::Key_S, Qt::ControlModifier);
      ++m_texts;
      ++m_keys;
      QTRY_VERIFY(fs::exists(m_editor->folder() / "mine.texeleton"));
    }
    comeBack();
    press(window(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    auto* dialog = window().findChild<ExportDialog*>();
    QVERIFY(dialog != nullptr);
    for (const char* const target : {"raw", "three"}) {  // Both play every encoding and uneven rows.
      auto& button = find<QToolButton>("addTarget");
      button.menu()->popup(button.mapToGlobal(button.rect().bottomLeft()));  // A click would wait for the choice.
      ++m_clicks;
      QVERIFY(choose(*button.menu(), targetTitle(target)));
      ++m_clicks;
    }
    click(find<QPushButton>("exportNow"));
    QTRY_COMPARE_WITH_TIMEOUT(find<QLabel>("exportState").property("role").toString(), QString("good"), 60000);
    const auto folders = document().exportFolders();
    QVERIFY(folders.size() >= 2);
    QVERIFY(std::all_of(folders.begin(), folders.end(), [](const fs::path& folder) { return fs::exists(folder); }));
    m_editor->keepPicture("first-hour-exported");
    press(*dialog, Qt::Key_Escape);
    comeBack();
  }
};

TEXELETON_EDITOR_SUITE(TestFirstHour)

#include "test_first_hour.moc"
