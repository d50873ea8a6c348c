// Export targets in the window: the dialog's list, the split button, the confirmation over the error limit.

#include <QFile>
#include <QMap>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include "app/editor/document/export_edit.h"
#include "app/editor/document/paths.h"
#include "app/editor/jobs/export_files.h"
#include "app/editor/messages/localized.h"
#include "app/editor/window/export_commands.h"
#include "app/editor/window/export_dialog.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/gestures.h"
#include "tests/editor/menus.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace fs = std::filesystem;

class TestExportDialog : public EditorTest {
  Q_OBJECT

  using Folders = std::vector<fs::path>;

  fs::path at(const char* name) { return m_editor->folder() / name; }
  ExportDialog* openDialog() {
    QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    return window().findChild<ExportDialog*>();
  }
  void closeDialog() {
    QTest::keyClick(window().findChild<ExportDialog*>(), Qt::Key_Escape);
    QTRY_VERIFY(window().findChild<ExportDialog*>() == nullptr);
    comeBack();
  }
  /// Replaces the folder of the selected target.
  void typeFolder(const QString& text) {
    auto& folder = find<QLineEdit>("exportFolder");
    folder.setFocus();
    QTest::keyClick(&folder, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(&folder, text);
  }
  /// Presses + and chooses a target from its menu.
  void addTarget(const char* target) {
    auto& button = find<QToolButton>("addTarget");
    button.menu()->popup(button.mapToGlobal(button.rect().bottomLeft()));  // A click would wait for an answer.
    QVERIFY(choose(*button.menu(), targetTitle(target)));
  }
  /// The last column of the list of files, by path.
  QMap<QString, QString> fates() {
    QMap<QString, QString> result;
    auto& files = find<QTreeWidget>("exportFiles");
    for (int i = 0; i < files.topLevelItemCount(); ++i) {
      result[files.topLevelItem(i)->text(0)] = files.topLevelItem(i)->text(2);
    }
    return result;
  }
  void selectTarget(int row) {
    auto& list = find<QTreeWidget>("exportTargets");
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(list.topLevelItem(row)).center());
  }
  void press(const char* button) { QTest::mouseClick(&find<QAbstractButton>(button), Qt::LeftButton); }
  bool isExported() { return find<QLabel>("exportState").property("role").toString() == "good"; }
  void setLimit(double limit) {
    document().set("Limit", &recipe::RecipeBake::maxError, std::optional(limit));
    QTRY_VERIFY_WITH_TIMEOUT(window().workshop().errors() && window().workshop().overLimit(), 60000);
  }
  /// Opens the split button's menu.
  QMenu& targetMenu() {
    auto& button = find<QToolButton>("export");
    button.menu()->popup(button.mapToGlobal(button.rect().bottomLeft()));  // A click would wait for an answer.
    return *button.menu();
  }
  static QStringList textsOf(const QMenu& menu) {
    QStringList texts;
    for (const QAction* action : menu.actions()) {
      texts << action->text();
    }
    return texts;
  }

 private slots:
  void init() { openSampleWindow(); }
  void cleanup() { closeWindow(); }

  // Over the limit both commands ask, once per document; Cancel changes nothing.
  void asksOverTheLimit() {
    setLimit(1e-6);
    QSignalSpy exported(&window().workshop(), &Workshop::exported);
    const fs::path pack = at("lantern-knight.texpack");
    {
      const Answer no(QMessageBox::Cancel);
      QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier);
      QCOMPARE(no.count(), 1);
      comeBack();
      QVERIFY(openDialog() != nullptr);
      QVERIFY(find<QLabel>("exportWarning").isVisible());
      QVERIFY(find<QLabel>("exportWarning").text().contains("mm"));
      m_editor->keepPicture("export-over-limit");
      press("exportNow");
      QCOMPARE(no.count(), 2);
      QVERIFY(!isExported());
      QVERIFY(find<QPushButton>("exportNow").isEnabled());
    }
    QVERIFY(!fs::exists(pack));
    QCOMPARE(exported.count(), 0);
    const Answer yes(QMessageBox::Yes);
    press("exportNow");
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 60000);
    QCOMPARE(yes.count(), 1);
    QVERIFY(fs::exists(pack / "manifest.json"));
    QTRY_VERIFY(isExported());
    closeDialog();
    QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 2, 60000);
    QCOMPARE(yes.count(), 1);  // It was answered once.
  }

  void ctrlEAsksAndWrites() {
    setLimit(1e-6);
    QSignalSpy exported(&window().workshop(), &Workshop::exported);
    const Answer yes(QMessageBox::Yes);
    QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier);
    QCOMPARE(yes.count(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 60000);
  }

  void asksNothingWithinTheLimit() {
    const Answer answer(QMessageBox::Cancel);
    QVERIFY(openDialog() != nullptr);
    QVERIFY(!find<QLabel>("exportWarning").isVisible());
    press("exportNow");
    QTRY_VERIFY_WITH_TIMEOUT(isExported(), 60000);
    QCOMPARE(answer.count(), 0);
  }

  // The fate of each file, before and after the export.
  void showsFateOfFiles() {
    QVERIFY(openDialog() != nullptr);
    auto& files = find<QTreeWidget>("exportFiles");
    auto& summary = find<QLabel>("exportSummary");
    auto& go = find<QPushButton>("exportNow");
    QVERIFY(window().findChild<ExportDialog*>()->windowTitle().contains("lantern-knight.texeleton"));
    QVERIFY(go.isDefault());
    QTRY_COMPARE_WITH_TIMEOUT(files.topLevelItemCount(), 4, 60000);
    QVERIFY2(summary.text().contains(ExportDialog::tr("%1 new", "files").arg(4)), qPrintable(summary.text()));
    QVERIFY(summary.text().contains("KB") || summary.text().contains("MB"));
    // The columns fill the width.
    int width = 0;
    for (int column = 0; column < files.columnCount(); ++column) {
      width += files.columnWidth(column);
    }
    QCOMPARE(width, files.viewport()->width());
    // The full path of the result, for a folder without extension.
    typeFolder("export/knight");
    const QString whole = find<QLabel>("exportWhole").text().remove(QChar(0x200b));
    QCOMPARE(toPath(whole), at("export/knight.texpack"));
    QTRY_COMPARE_WITH_TIMEOUT(files.topLevelItemCount(), 4, 60000);
    m_editor->keepPicture("export-new");
    press("exportNow");
    QTRY_VERIFY_WITH_TIMEOUT(isExported(), 60000);
    QCOMPARE(files.topLevelItemCount(), 4);
    for (int i = 0; i < 4; ++i) {
      QCOMPARE(files.topLevelItem(i)->text(2), ExportDialog::tr("written"));
    }
    QVERIFY2(summary.text().contains(ExportDialog::tr("%1 written", "files").arg(4)), qPrintable(summary.text()));
    m_editor->keepPicture("export-written");
    // The dialog has a visible border even without a window manager.
    const QImage picture = window().findChild<ExportDialog*>()->grab().toImage();
    for (const QPoint corner : {QPoint(0, 40), QPoint(picture.width() - 1, 40), QPoint(40, picture.height() - 1)}) {
      QCOMPARE(picture.pixelColor(corner), color(Token::Edge));
    }
  }

  // Several targets: added, edited, exported together, removed, undone and redone.
  void addsAndRemovesTargets() {
    const Folders usual = {at("lantern-knight.texpack")};
    QVERIFY(openDialog() != nullptr);
    auto& list = find<QTreeWidget>("exportTargets");
    QCOMPARE(list.topLevelItemCount(), 1);
    QVERIFY(!find<QToolButton>("removeTarget").isEnabled());
    addTarget("pack");
    QCOMPARE(list.topLevelItemCount(), 2);
    QVERIFY(document().exportFolders() == usual);  // Not typed yet.
    typeFolder("game/second");
    press("exportNow");
    QTRY_VERIFY_WITH_TIMEOUT(isExported(), 60000);
    const Folders both = {at("lantern-knight.texpack"), at("game/second.texpack")};
    QVERIFY(document().exportFolders() == both);
    for (std::size_t i = 0; i < 2; ++i) {
      QVERIFY(fs::exists(both[i] / "manifest.json"));
      QCOMPARE(list.topLevelItem(static_cast<int>(i))->text(2), ExportTargets::tr("written"));
    }
    QCOMPARE(document().undoStack().undoText(), ExportTargets::tr("Add export target"));
    m_editor->keepPicture("export-two");
    // The first target is edited.
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(list.topLevelItem(0)).center());
    QCOMPARE(find<QLineEdit>("exportFolder").text(), QString("lantern-knight.texpack"));
    typeFolder("first");
    addTarget("pack");  // Commits the typed text and adds a third target.
    const Folders edited = {at("first.texpack"), at("game/second.texpack")};
    QVERIFY(document().exportFolders() == edited);
    QCOMPARE(document().undoStack().undoText(), ExportTargets::tr("Change export folder"));
    // A folder in use is reported and rejected.
    typeFolder("first");
    press("exportNow");
    QCOMPARE(find<QLabel>("exportState").property("role").toString(), QString("error"));
    QVERIFY(document().exportFolders() == edited);
    press("removeTarget");
    QCOMPARE(list.topLevelItemCount(), 2);
    QVERIFY(document().exportFolders() == edited);
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualItemRect(list.topLevelItem(0)).center());
    QTest::keyClick(&list, Qt::Key_Delete);
    QVERIFY(document().exportFolders() == Folders{at("game/second.texpack")});
    QCOMPARE(document().undoStack().undoText(), ExportTargets::tr("Remove export target"));
    closeDialog();

    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(document().exportFolders() == edited);
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(document().exportFolders() == both);
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(document().exportFolders() == usual && document().recipe().exports.empty());
    for (int i = 0; i < 3; ++i) {
      QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    }
    QVERIFY(document().exportFolders() == Folders{at("game/second.texpack")});
  }

  // Enter commits a folder and writes nothing; another target can be added before and after it.
  void enterCommitsFolder() {
    QVERIFY(openDialog() != nullptr);
    addTarget("pack");
    typeFolder("second");
    QTest::keyClick(&find<QLineEdit>("exportFolder"), Qt::Key_Return);
    const Folders both = {at("lantern-knight.texpack"), at("second.texpack")};
    QVERIFY(document().exportFolders() == both);
    QTest::qWait(300);
    QVERIFY(!isExported() && !fs::exists(both[0]) && !fs::exists(both[1]));
    addTarget("raw");
    QVERIFY(find<QToolButton>("addTarget").isEnabled());
    addTarget("pack");  // Commits the folder proposed for the previous target.
    QCOMPARE(find<QTreeWidget>("exportTargets").topLevelItemCount(), 4);
    QCOMPARE(document().exportFolders().size(), 3u);
    closeDialog();
  }

  // Escape discards uncommitted text; the close button commits it.
  void escapeDiscardsTyping() {
    QVERIFY(openDialog() != nullptr);
    typeFolder("nowhere");
    closeDialog();
    QVERIFY(document().recipe().exports.empty());
    QVERIFY(!document().isModified());
  }

  // Every target is offered with its capabilities; its files are listed before they are written.
  void offersEveryTarget() {
    QVERIFY(openDialog() != nullptr);
    const QMenu& menu = *find<QToolButton>("addTarget").menu();
    QCOMPARE(menu.actions().size(), static_cast<int>(exporting::exportTargets().size()));
    auto& details = find<QTabWidget>("exportDetails");
    auto& abilities = find<QTreeWidget>("exportAbilities");
    for (const exporting::ExportTarget& target : exporting::exportTargets()) {
      QVERIFY2(QFile::exists(QString(":/texeleton/icons/target-%1.svg").arg(target.name)), target.name);
      addTarget(target.name);
      QVERIFY(find<QLabel>("exportAbout").text().contains(localized(target.summary)));
      QCOMPARE(abilities.topLevelItemCount(), static_cast<int>(target.abilities.size()));
      QCOMPARE(details.isTabVisible(1), !target.options.empty());
      for (const exporting::ExportOption& option : target.options) {
        QVERIFY2(details.findChild<QWidget*>(QString("option-") + option.key) != nullptr, option.key);
      }
      if (std::string_view(target.name) == "unreal") {
        details.setCurrentIndex(2);
        m_editor->keepPicture("export-plays");
        details.setCurrentIndex(0);
      }
      press("removeTarget");
    }
    QVERIFY(document().recipe().exports.empty());
  }

  // Export to an engine through the window: the written files equal the rehearsed ones; a file edited by the user is
  // kept and reported; foreign files in the way are reported before anything is written.
  void exportsToEngine() {
    QVERIFY(openDialog() != nullptr);
    addTarget("three");
    QCOMPARE(find<QLineEdit>("exportFolder").text(), QString("three"));
    const QString fresh = ExportDialog::tr("new");
    QTRY_COMPARE_WITH_TIMEOUT(fates().value("lantern-knight.html"), fresh, 60000);
    QCOMPARE(fates().value("lantern-knight.texpack/manifest.json"), fresh);
    QVERIFY(!fs::exists(at("three")));
    m_editor->keepPicture("export-three-new");
    const auto rehearsed = fates();
    press("exportNow");
    QTRY_VERIFY_WITH_TIMEOUT(isExported(), 60000);
    m_editor->keepPicture("export-three-written");
    QStringList written;
    for (const auto& entry : fs::recursive_directory_iterator(at("three"))) {
      if (entry.is_regular_file()) {
        written << toQString(entry.path().lexically_relative(at("three")));
      }
    }
    written.sort();
    QCOMPARE(written, QStringList(rehearsed.keys()));
    QStringList listed;
    for (const exporting::PlannedFile& file :
         writtenFiles(exporting::exportPlace(*exporting::exportTargetNamed("three"), at("three"), "lantern-knight"))) {
      listed << QString::fromStdString(file.path);
    }
    listed.sort();
    QCOMPARE(listed, written);
    QCOMPARE(document().recipe().exports.size(), std::size_t{2});  // The pack is still a target.
    QVERIFY(fs::exists(at("lantern-knight.texpack") / "manifest.json"));

    QFile page(toQString(at("three") / "lantern-knight.html"));
    QVERIFY(page.open(QIODevice::Append) && page.write("<!-- mine -->") > 0);
    page.close();
    selectTarget(0);
    selectTarget(1);
    QTRY_COMPARE_WITH_TIMEOUT(fates().value("lantern-knight.html"), ExportDialog::tr("edited, kept"), 60000);
    press("exportNow");
    QTRY_VERIFY_WITH_TIMEOUT(isExported(), 60000);
    QVERIFY(find<QLabel>("exportSummary").text().contains(ExportDialog::tr("%1 edited and kept", "files").arg(1)));
    QVERIFY(page.open(QIODevice::ReadOnly) && page.readAll().contains("<!-- mine -->"));

    QFile foreign(toQString(at("README.md")));
    QVERIFY(foreign.open(QIODevice::WriteOnly));
    foreign.close();
    addTarget("raw");
    QTRY_VERIFY_WITH_TIMEOUT(!fates().isEmpty(), 60000);
    fs::create_directories(at("raw"));
    for (const QString& path : fates().keys()) {
      if (!path.contains(".texpack/")) {
        fs::create_directories((at("raw") / toPath(path)).parent_path());
        fs::copy_file(at("README.md"), at("raw") / toPath(path));
        break;
      }
    }
    selectTarget(1);  // Leaving the new target's fields commits it to the document.
    selectTarget(2);
    QTRY_COMPARE_WITH_TIMEOUT(find<QLabel>("exportState").property("role").toString(), QString("error"), 60000);
    m_editor->keepPicture("export-foreign");
    closeDialog();
  }

  // The report of a failure covers all targets.
  void failureReportsWrittenTargets() {
    document().set("Targets", &recipe::Recipe::exports,
                   {{"pack", utf8Of(at("one.texpack")), {}}, {"three", utf8Of(at("page")), {}}});
    fs::create_directories(at("page"));
    QFile foreign(toQString(at("page") / "lantern-knight.html"));
    QVERIFY(foreign.open(QIODevice::WriteOnly) && foreign.write("mine") > 0);
    foreign.close();
    QVERIFY(openDialog() != nullptr);
    const auto state = [this] { return find<QLabel>("exportState").text(); };
    press("exportNow");
    QTRY_VERIFY_WITH_TIMEOUT(state().contains(ExportDialog::tr("%1 of %2 targets were written.").arg(1).arg(2)), 60000);
    QVERIFY(!state().contains(ExportDialog::tr("Nothing was written.")));
    QVERIFY(fs::exists(at("one.texpack") / "manifest.json"));
    closeDialog();
    document().set("Targets", &recipe::Recipe::exports, {{"three", utf8Of(at("page")), {}}});
    QVERIFY(openDialog() != nullptr);
    QTRY_VERIFY(find<QAbstractButton>("exportNow").isEnabled());
    press("exportNow");
    QTRY_VERIFY_WITH_TIMEOUT(state().contains(ExportDialog::tr("Nothing was written.")), 60000);
    QVERIFY(!fs::exists(at("page") / "lantern-knight.texpack"));
    closeDialog();
  }

  // Options are edits of the document; only those that differ from the default are stored.
  void optionsAreEdits() {
    document().set("Targets", &recipe::Recipe::exports, {{"unity", utf8Of(at("unity")), {}}});
    QCOMPARE(find<QToolButton>("export").text(), ExportCommands::tr("Export to %1").arg("Unity"));
    QVERIFY(openDialog() != nullptr);
    auto& details = find<QTabWidget>("exportDetails");
    details.setCurrentIndex(1);
    QTest::qWait(20);
    m_editor->keepPicture("export-options");
    auto& classic = find<QCheckBox>("option-classic");
    QVERIFY(!classic.isChecked());
    QTest::mouseClick(&classic, Qt::LeftButton, {}, QPoint(8, classic.height() / 2));
    QCOMPARE(document().recipe().exports.at(0).options, (recipe::OptionValues{{"classic", true}}));
    QCOMPARE(document().undoStack().undoText(), ExportTargets::tr("Change export option"));
    document().undoStack().undo();
    QVERIFY(document().recipe().exports.at(0).options.empty());
    QTRY_VERIFY(!find<QCheckBox>("option-classic").isChecked());
    closeDialog();
  }

  // Targets that this version does not know stay in place, with a note.
  void keepsUnknownTargets() {
    const std::vector<recipe::RecipeExport> before = {{"pack", utf8Of(at("a.texpack")), {}},
                                                      {"later", "as it is", R"({"on":true})"},
                                                      {"pack", utf8Of(at("b.texpack")), R"({"note":1})"}};
    document().set("Targets", &recipe::Recipe::exports, before);
    QVERIFY(exportsOf(document()) == before);
    QCOMPARE(fromUtf8(proposedExport(document(), exporting::exportTargets().front()).folder), at("a-2.texpack"));
    QVERIFY(openDialog() != nullptr);
    selectTarget(1);
    QVERIFY(find<QLabel>("exportAbout").text().contains("later"));
    QVERIFY(!find<QLineEdit>("exportFolder").isEnabled());
    selectTarget(2);
    typeFolder("d");
    addTarget("pack");
    auto after = before;
    after[2].folder = utf8Of(at("d.texpack"));
    QVERIFY(document().recipe().exports == after);
    closeDialog();
  }

  // The split button names its target; its menu lists every target, and exports one of them.
  void splitButtonListsTargets() {
    auto& button = find<QToolButton>("export");
    QCOMPARE(button.text(), ExportCommands::tr("Export pack"));
    document().set("Targets", &recipe::Recipe::exports,
                   {{"pack", utf8Of(at("one.texpack")), {}}, {"pack", utf8Of(at("two.texpack")), {}}});
    QCOMPARE(button.text(), ExportCommands::tr("Export to %Ln target(s)", "", 2));
    QMenu& menu = targetMenu();
    m_editor->keepPicture("export-menu");
    const QStringList texts = textsOf(menu);
    QCOMPARE(texts.value(0), ExportCommands::tr("%1: %2", "target: folder").arg(targetTitle("pack"), "one.texpack"));
    QCOMPARE(texts.value(1), ExportCommands::tr("%1: %2", "target: folder").arg(targetTitle("pack"), "two.texpack"));
    QSignalSpy exported(&window().workshop(), &Workshop::exported);
    QSignalSpy ended(&window().workshop(), &Workshop::exportEnded);
    QVERIFY(choose(menu, texts[1]));
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 60000);
    QCOMPARE(exported.count(), 1);
    QVERIFY(fs::exists(at("two.texpack")) && !fs::exists(at("one.texpack")));
    targetMenu();
    auto* further = button.menu()->findChild<QMenu*>("furtherTargets");
    QVERIFY(further != nullptr);
    button.menu()->close();
    QVERIFY(choose(*further, targetTitle("pack")));
    QTRY_VERIFY(window().findChild<ExportDialog*>() != nullptr);
    QCOMPARE(find<QTreeWidget>("exportTargets").topLevelItemCount(), 3);
    auto* dialog = window().findChild<ExportDialog*>();
    static_cast<void>(QTest::qWaitForWindowExposed(dialog));
    // A click elsewhere takes the focus from a field in the active window only, and the closing menu may take the focus
    // late.
    const auto isTaken = [&] {
      dialog->activateWindow();
      typeFolder("three");
      QTest::mouseClick(&find<QLineEdit>("exportCommand"), Qt::LeftButton);
      return document().exportFolders().size() == 3;
    };
    QTRY_VERIFY(isTaken());
    closeDialog();
    QVERIFY(targetMenu().actions().value(2)->text().contains("three.texpack"));
    button.menu()->close();
  }

  // Messages appear next to the facts of the status line.
  void messagesHideNoFacts() {
    QTest::qWait(50);  // Let the status line be laid out.
    auto& facts = find<QLabel>("statusText");
    const QRect place = facts.geometry();
    QVERIFY(facts.isVisible());
    QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier);
    auto& message = find<QLabel>("statusMessage");
    QVERIFY(message.isVisible() && !message.text().isEmpty());
    QTest::qWait(20);
    QVERIFY(facts.isVisible());
    QCOMPARE(facts.geometry(), place);
    QVERIFY(message.geometry().left() > facts.geometry().right());
    QVERIFY(message.visibleRegion().boundingRect().width() > 100);
    m_editor->keepPicture("status-message");
    QTRY_VERIFY_WITH_TIMEOUT(!message.isVisible(), 60000);
  }
};

TEXELETON_EDITOR_SUITE(TestExportDialog)

#include "test_export_dialog.moc"
