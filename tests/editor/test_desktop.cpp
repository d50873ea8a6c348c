// The window and its surroundings: language, folders and files of earlier sessions, icons, dragged files.

#include <QDragEnterEvent>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QTest>
#include <QTreeWidget>

#include "app/editor/document/paths.h"
#include "app/editor/document/preferences.h"
#include "app/editor/theme/icons.h"
#include "app/editor/view/show_menu.h"
#include "app/editor/widgets/file_dialogs.h"
#include "app/editor/window/drop_frame.h"
#include "app/editor/window/export_dialog.h"
#include "app/editor/window/languages.h"
#include "app/editor/window/preferences_dialog.h"
#include "app/editor/window/recent_files.h"
#include "app/editor/window/status_line.h"
#include "app/editor/window/window_drops.h"
#include "app/editor/window/window_menus.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace fs = std::filesystem;

class TestDesktop : public EditorTest {
  Q_OBJECT

  std::map<QString, QSize> dockSizes() {
    std::map<QString, QSize> sizes;
    for (const QDockWidget* dock : window().findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
      if (!dock->visibleRegion().isEmpty()) {
        sizes[dock->objectName()] = dock->size();
      }
    }
    return sizes;
  }

  /// Docks whose sizes differ from these, except for rounding.
  QStringList changedDocks(const std::map<QString, QSize>& wanted) {
    QStringList changed;
    for (const auto& [name, size] : dockSizes()) {
      const auto before = wanted.find(name);
      const QSize was = before == wanted.end() ? QSize(0, 0) : before->second;
      if (std::abs(size.width() - was.width()) > 2 || std::abs(size.height() - was.height()) > 2) {
        changed << QString("%1: %2 x %3, was %4 x %5")
                       .arg(name)
                       .arg(size.width())
                       .arg(size.height())
                       .arg(was.width())
                       .arg(was.height());
      }
    }
    return changed;
  }

  void chooseLanguage(const char* language) {
    QTest::keyClick(&window(), Qt::Key_Comma, Qt::ControlModifier);
    QTRY_VERIFY(window().findChild<PreferencesDialog*>() != nullptr);
    auto* box = window().findChild<QComboBox*>("preferLanguage");
    QVERIFY(box != nullptr);
    box->setCurrentIndex(box->findData(language));
    emit box->activated(box->currentIndex());
    QTest::qWait(50);
  }
  void chooseTheme(const char* theme) {
    QTest::keyClick(&window(), Qt::Key_Comma, Qt::ControlModifier);
    QTRY_VERIFY(window().findChild<PreferencesDialog*>() != nullptr);
    auto& box = find<QComboBox>("preferTheme");
    box.setCurrentIndex(box.findData(theme));
    emit box.activated(box.currentIndex());
    QTest::qWait(50);
  }
  void closePreferences() {
    QTRY_VERIFY(window().findChild<PreferencesDialog*>() != nullptr &&
                window().findChild<PreferencesDialog*>()->isVisible());
    QTest::keyClick(window().findChild<PreferencesDialog*>(), Qt::Key_Escape);
    QTRY_VERIFY(window().findChild<PreferencesDialog*>() == nullptr);
    comeBack();
  }
  QAction* showAction(const QString& text) {
    for (QAction* action : find<QToolButton>("show").menu()->actions()) {
      if (action->text() == text) {
        return action;
      }
    }
    return nullptr;
  }
  /// The user's setup, independent of the language.
  QStringList setUp() {
    const viewport::ViewOptions& view = window().viewport().window().scene().view;
    const QTreeWidget& clips = window().clips().list();
    QStringList all;
    for (const auto& [name, size] : dockSizes()) {
      all << name;
    }
    const auto say = [&all](const char* name, auto value) { all << QString("%1: %2").arg(name).arg(value); };
    say("bone", window().selection().bone().value);
    say("bone is the subject", int{window().selection().subject() == Selection::Subject::Bone});
    say("clip row", window().selection().clipRow());
    say("clip row in the list", clips.indexOfTopLevelItem(clips.currentItem()));
    say("highlighted", view.highlightedNode.value);
    say("skeleton", static_cast<int>(view.skeleton));
    say("sockets", int{find<QToolButton>("showSockets").isChecked() && view.sockets});
    say("statistics", int{showAction(ShowMenu::tr("Statistics"))->isChecked() && view.hud});
    say("grid", int{showAction(ShowMenu::tr("Grid"))->isChecked() || view.grid});
    say("wireframe", int{showAction(ShowMenu::tr("Wireframe"))->isChecked() && view.wireframe});
    say("root path", int{find<QAction>("showPath").isChecked()});
    say("flash", int{showAction(ShowMenu::tr("Flash on events"))->isChecked()});
    say("surfaces", find<QComboBox>("surfaces").currentIndex());
    say("mode", static_cast<int>(view.mode));
    say("compared", find<Segmented>("compareHow").current());
    say("comparison", static_cast<int>(view.comparison));
    say("level", view.level ? static_cast<int>(*view.level) : -1);
    say("pause is offered", int{find<QToolButton>("play").toolTip() == TransportStrip::tr("Pause (Space)")});
    say("plays", int{playback().isPlaying()});
    say("speed", find<NumberField>("speed").value());
    say("camera", QString::number(static_cast<double>(window().viewport().window().scene().camera.distance)));
    say("edits", document().undoStack().count());
    return all;
  }
  QString firstMenu() { return window().menuBar()->actions().front()->text(); }
  QList<QPushButton*> recentButtons() {
    QList<QPushButton*> buttons = find<QWidget>("recentFiles").findChildren<QPushButton*>();
    buttons.removeIf([](const QPushButton* button) { return !button->isVisible(); });
    return buttons;
  }

 private slots:
  void init() { openSampleWindow(); }
  void cleanup() {
    closeWindow();
    speak(*qApp, QLocale(qEnvironmentVariable("TEXELETON_TEST_LANGUAGE", "en")));
  }

  // The whole window switches its language at once; the work in progress is unchanged.
  void switchesLanguageAtOnce() {
    if (QLocale().language() == QLocale::Chinese) {
      QSKIP("begins in English");
    }
    window().raiseDock("timeline");
    playback().setClip(2);
    playback().setPlaying(false);
    playback().seek(0.25);
    window().selection().selectBone(nodeNamed(model(), "weapon_r"));
    document().set("Rate", &recipe::RecipeBake::fps, std::optional(24.0));
    QVERIFY(m_editor->waitUntilBaked());
    const auto* bake = window().workshop().bake().get();
    const auto widthBefore = find<QDockWidget>("clipsDock").width();
    QCOMPARE(firstMenu(), QString("&File"));

    chooseLanguage("zh_CN");
    QTRY_COMPARE(firstMenu(), QString::fromUtf8("文件(&F)"));
    QCOMPARE(readPreferences().language, QString("zh_CN"));
    QCOMPARE(find<QDockWidget>("clipsDock").windowTitle(), QString::fromUtf8("动画片段"));
    QVERIFY(std::abs(find<QDockWidget>("clipsDock").width() - widthBefore) <= 3);
    // The dialog is open, in the new language.
    QTRY_VERIFY(window().findChild<PreferencesDialog*>() != nullptr &&
                window().findChild<PreferencesDialog*>()->isVisible());
    QCOMPARE(window().findChild<QComboBox*>("preferLanguage")->currentData().toString(), QString("zh_CN"));
    m_editor->keepPicture("language");
    QTest::keyClick(window().findChild<PreferencesDialog*>(), Qt::Key_Escape);
    QTRY_VERIFY(window().findChild<PreferencesDialog*>() == nullptr);
    comeBack();
    // Bake, clip, time, selection and undo are unchanged.
    QCOMPARE(window().workshop().bake().get(), bake);
    QCOMPARE(playback().clipNumber(), 2);
    QCOMPARE(playback().seconds(), 0.25);
    QCOMPARE(find<QComboBox>("transportClip").currentIndex(), 2);
    QVERIFY(window().selection().bone().isValid());
    QVERIFY(window().viewport().window().scene().animation == bake->animation);
    QCOMPARE(window().clips().rows().size(), std::size_t{4});
    QVERIFY(selectionText().contains("weapon_r"));
    QVERIFY(document().undoStack().canUndo());
    QCOMPARE(find<NumberField>("bakeRate").value(), 24.0);
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(!document().recipe().bake.fps);
    QCOMPARE(find<NumberField>("bakeRate").text(), BakePanel::tr("source"));
    // Everything still works: an edit is baked, once.
    const int edits = document().undoStack().index();
    QTest::mouseClick(find<Segmented>("toolBarMode").button(1), Qt::LeftButton);
    QCOMPARE(document().undoStack().index(), edits + 1);
    QVERIFY(m_editor->waitUntilBaked());
    QVERIFY(animation().mode == vat::BakeMode::Vertex);
    if (hasScreen()) {
      const std::uint64_t frames = window().viewport().window().frameCount();
      window().viewport().window().requestUpdate();
      QTRY_VERIFY_WITH_TIMEOUT(window().viewport().window().frameCount() > frames, 30000);
    }
    m_editor->keepPicture("language-after");

    chooseLanguage("en");
    QTRY_COMPARE(firstMenu(), QString("&File"));
    QCOMPARE(window().findChildren<StatusLine*>().size(), 1);
    QCOMPARE(window().findChildren<QToolBar*>().size(), 1);
    QTRY_VERIFY(window().findChild<PreferencesDialog*>() != nullptr);
    QTest::keyClick(window().findChild<PreferencesDialog*>(), Qt::Key_Escape);
  }

  // Sizes, selection, view and playback are unchanged; the texts of edits follow the language.
  void languageAndThemeKeepSetup() {
    if (QLocale().language() == QLocale::Chinese) {
      QSKIP("begins in English");
    }
    const QDockWidget& clips = find<QDockWidget>("clipsDock");
    const QPoint separator(clips.geometry().right() + 3, 300);
    QVERIFY(window().isSeparator(separator));
    drag(window(), separator, separator + QPoint(40, 0));
    QTest::qWait(100);
    window().raiseDock("compare");
    clickItem(window().clips().list(), window().clips().list().topLevelItem(2), 0);
    window().selection().selectBone(nodeNamed(model(), "weapon_r"));
    for (const char* text : {"Statistics", "Grid", "Wireframe", "Flash on events"}) {
      QVERIFY2(showAction(ShowMenu::tr(text)) != nullptr, text);
      showAction(ShowMenu::tr(text))->trigger();
    }
    find<QAction>("showPath").trigger();
    QTest::mouseClick(&find<QToolButton>("showSockets"), Qt::LeftButton);
    auto& surfaces = find<QComboBox>("surfaces");
    surfaces.setCurrentIndex(2);
    emit surfaces.activated(2);
    QTest::mouseClick(find<Segmented>("compareHow").button(1), Qt::LeftButton);
    window().viewport().setLevel(0);
    document().set(WindowMenus::tr("Change mode"), &recipe::RecipeBake::fps, std::optional(24.0));
    document().set(QCoreApplication::translate("Sources", "Remove %1").arg("walk.fbx"), &recipe::RecipeBake::fps,
                   std::optional(25.0));
    QVERIFY(m_editor->waitUntilBaked());
    playback().setSpeed(0.5);
    find<NumberField>("speed").show(0.5);
    playback().setPlaying(true);
    QTest::qWait(200);
    const QStringList before = setUp();
    const auto sizes = dockSizes();

    for (const char* language : {"zh_CN", "en"}) {
      chooseLanguage(language);
      closePreferences();
      QTRY_COMPARE(setUp(), before);
      QTRY_VERIFY2(changedDocks(sizes).isEmpty(), qPrintable(changedDocks(sizes).join(", ")));
      QCOMPARE(document().undoStack().undoText(), QCoreApplication::translate("Sources", "Remove %1").arg("walk.fbx"));
      QCOMPARE(document().undoStack().text(0), WindowMenus::tr("Change mode"));
      m_editor->keepPicture(QString("kept-%1").arg(language));
    }
    QCOMPARE(document().undoStack().text(0), QString("Change mode"));
    for (const char* theme : {"light", "dark"}) {
      chooseTheme(theme);
      closePreferences();
      QTRY_COMPARE(setUp(), before);
      QTRY_COMPARE(changedDocks(sizes), QStringList());
      m_editor->keepPicture(QString("kept-%1").arg(theme));
    }
    playback().setPlaying(false);
  }

  void recentFilesOnEmptyPage() {
    QVERIFY(recentButtons().isEmpty());
    fs::create_directories(m_editor->folder() / "other");
    MainWindow other(EditorWindow::optionsIn(m_editor->folder() / "other"));  // Saves recent files.
    other.show();
    QVERIFY(QTest::qWaitForWindowExposed(&other));
    const auto shown = [&other] {
      QStringList files;
      for (const QPushButton* button : other.findChild<QWidget*>("recentFiles")->findChildren<QPushButton*>()) {
        files << button->property("recent").toString();
      }
      return files;
    };
    const QStringList before = shown();
    other.openFile(m_editor->sampleFile());
    QVERIFY(other.document().file() == m_editor->sampleFile());
    other.document().clear();
    QTRY_COMPARE(shown().value(0), toQString(m_editor->sampleFile()));
    QVERIFY(shown().size() <= 6);
    auto* button = other.findChild<QWidget*>("recentFiles")->findChildren<QPushButton*>().front();
    QTRY_VERIFY(button->isVisible());
    QCOMPARE(button->accessibleName(), QString("lantern-knight.texeleton"));
    if (!qEnvironmentVariable("TEXELETON_SCREENSHOTS").isEmpty()) {
      QTest::qWait(100);
      other.grab().save(qEnvironmentVariable("TEXELETON_SCREENSHOTS") + "/recent.png");
    }
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(other.document().file() == m_editor->sampleFile());
  }

  // A dialog opens in the folder that was last used for the same purpose.
  void remembersFolders() {
    const fs::path art = m_editor->folder() / "art";
    const fs::path later = m_editor->folder() / "later";
    fs::create_directories(art);
    fs::create_directories(later);
    QSettings().remove("folders");
    using Purpose = FileDialogs::Purpose;
    QCOMPARE(FileDialogs::folderFor(Purpose::Open, art), toQString(art));
    const fs::path chosen = later / "knight.texeleton";
    fs::copy_file(m_editor->sampleFile(), chosen);
    fs::copy_file(m_editor->folder() / "lantern-knight.glb", later / "lantern-knight.glb");
    fs::copy_file(m_editor->folder() / "lantern-knight.events.json", later / "lantern-knight.events.json");
    QTimer type;
    connect(&type, &QTimer::timeout, this, [&] {
      auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      auto* edit = dialog != nullptr ? dialog->findChild<QLineEdit*>("fileNameEdit") : nullptr;
      if (edit != nullptr && edit->text() != toQString(chosen)) {
        edit->setText(toQString(chosen));
      } else if (edit != nullptr) {
        type.stop();
        QTest::keyClick(edit, Qt::Key_Return);
      }
    });
    type.start(100);
    QTest::keyClick(&window(), Qt::Key_O, Qt::ControlModifier);
    QVERIFY(document().file() == chosen);
    QCOMPARE(FileDialogs::folderFor(Purpose::Open, art), toQString(later));
    QCOMPARE(FileDialogs::folderFor(Purpose::Motions, art), toQString(art));
    // A deleted folder is forgotten.
    QSettings().setValue("folders/open", toQString(m_editor->folder() / "gone"));
    QCOMPARE(FileDialogs::folderFor(Purpose::Open, art), toQString(art));
    comeBack();
  }

  // Message boxes show the editor's icons in the theme's colours.
  void messageBoxIcons() {
    const std::pair<QMessageBox::Icon, QIcon> signs[] = {{QMessageBox::Warning, icon("warning", Token::Warning)},
                                                         {QMessageBox::Critical, icon("error", Token::Error)},
                                                         {QMessageBox::Question, icon("question", Token::Accent)},
                                                         {QMessageBox::Information, icon("info", Token::Accent)}};
    for (const auto& [kind, sign] : signs) {
      QMessageBox box(kind, "Texeleton", "text", QMessageBox::Ok, &window());
      const QImage shown = box.iconPixmap().toImage().convertToFormat(QImage::Format_ARGB32);
      QVERIFY(!shown.isNull());
      const QImage ours = sign.pixmap(shown.size() / shown.devicePixelRatio(), shown.devicePixelRatio())
                              .toImage()
                              .convertToFormat(QImage::Format_ARGB32);
      QCOMPARE(shown, ours);
    }
    window().notices().tell("Something went wrong", "And how to mend it.");
    QTest::qWait(50);
    m_editor->keepPicture("box");
    QTest::keyClick(window().findChild<QMessageBox*>("message"), Qt::Key_Return);
    comeBack();
  }

  // Target and effect of a drop are shown during the drag.
  void showsDropTarget() {
    auto& frame = find<DropFrame>("dropFrame");
    const auto dragTo = [&](const QStringList& files, const QPoint& place) {
      QMimeData data;
      QList<QUrl> urls;
      for (const QString& file : files) {
        urls << QUrl::fromLocalFile(file);
      }
      data.setUrls(urls);
      QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
      QApplication::sendEvent(&window(), &enter);
      QDragMoveEvent move(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
      QApplication::sendEvent(&window(), &move);
      return enter.isAccepted();
    };
    const auto rectOf = [this](QWidget& widget) { return QRect(widget.mapTo(&window(), QPoint()), widget.size()); };
    const QPoint onClips = rectOf(window().clips()).center();
    const QPoint onView = rectOf(*window().centralWidget()).center();
    QVERIFY(!frame.isVisible());
    QVERIFY(dragTo({"/models/hero.glb"}, onView));
    QVERIFY(frame.isVisible());
    QCOMPARE(frame.geometry(), rectOf(*window().centralWidget()));
    QCOMPARE(frame.text(), WindowDrops::tr("Open %1").arg("hero.glb"));
    m_editor->keepPicture("drop-open");
    QVERIFY(dragTo({"/models/walk.fbx", "/models/run.fbx"}, onClips));
    QCOMPARE(frame.geometry(), rectOf(window().clips()));
    QCOMPARE(frame.text(), WindowDrops::tr("Add the clips of %1").arg(WindowDrops::tr("%Ln file(s)", "", 2)));
    m_editor->keepPicture("drop-clips");
    QVERIFY(dragTo({"/models/hero.events.json"}, onView));
    QCOMPARE(frame.text(), WindowDrops::tr("Import %1").arg("hero.events.json"));
    QDragLeaveEvent leave;
    QApplication::sendEvent(&window(), &leave);
    QVERIFY(!frame.isVisible());
  }

  // Enabled once a pack exists, whichever program wrote it.
  void showsPackInFolder() {
    const auto open = [this]() -> QPushButton* {
      QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
      auto* dialog = window().findChild<ExportDialog*>();
      return dialog == nullptr ? nullptr : dialog->findChild<QPushButton*>("showExport");
    };
    const auto close = [this] {
      QTest::keyClick(window().findChild<ExportDialog*>(), Qt::Key_Escape);
      QTRY_VERIFY(window().findChild<ExportDialog*>() == nullptr);
      comeBack();
    };
    QPushButton* show = open();
    QVERIFY(show != nullptr && !show->isEnabled());
    close();
    fs::create_directories(m_editor->folder() / "lantern-knight.texpack");
    show = open();
    QVERIFY(show != nullptr && show->isEnabled());
    close();
    // Also from the arrow next to Export.
    QMenu* targets = find<QToolButton>("export").menu();
    emit targets->aboutToShow();
    const auto texts = [targets] {
      QStringList all;
      for (const QAction* action : targets->actions()) {
        all << action->text();
      }
      return all.join('|');
    };
    QVERIFY2(texts().contains("lantern-knight.texpack"), qPrintable(texts()));
    fs::remove_all(m_editor->folder() / "lantern-knight.texpack");
  }
};

TEXELETON_EDITOR_SUITE(TestDesktop)

#include "test_desktop.moc"
