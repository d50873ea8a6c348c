// The add-on for Blender, installed from the window: into stand-ins of Blender, and into an installed one.

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QMenuBar>
#include <QProcess>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <filesystem>
#include <memory>
#include <string>

#include "app/editor/document/paths.h"
#include "app/editor/window/blender_dialog.h"
#include "core/export/blender/blender_addon.h"
#include "core/import/blender/blender_program.h"
#include "tests/editor/editor_window.h"
#include "tests/editor/files.h"
#include "tests/editor/menus.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::editor;
using namespace texeleton::test;

namespace fs = std::filesystem;

class TestBlenderDialog : public EditorTest {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_home;
  QByteArray m_path;
  QByteArray m_realHome;

  fs::path home() const { return toPath(m_home->path()); }

  /// A program that prints this version and keeps its arguments and the archive that they name.
  fs::path standIn(const std::string& folder, const std::string& version, const std::string& install = "exit 0") {
    const fs::path program = home() / folder / "blender";
    fs::create_directories(program.parent_path());
    QFile file(toQString(program));
    static_cast<void>(file.open(QIODevice::WriteOnly));
    file.write(("#!/bin/sh\n"
                "case \"$*\" in *--version*) echo 'Blender " +
                version +
                "'; exit 0;; esac\n"
                "here=$(dirname \"$0\")\n"
                "printf '%s\\n' \"$@\" >\"$here/arguments\"\n"
                "for last; do :; done\n"
                "cp \"$last\" \"$here/archive\"\n" +
                install + "\n")
                   .c_str());
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return program;
  }

  BlenderDialog* openDialog() {
    QMenu* const help = openMenu(*window().menuBar(), "&Help");
    if (help == nullptr || !texeleton::test::choose(*help, QString::fromUtf8("Blender add-on…"))) {
      return nullptr;
    }
    auto* const dialog = window().findChild<BlenderDialog*>();
    return dialog != nullptr && QTest::qWaitFor([dialog] { return !dialog->isBusy(); }, 60000) ? dialog : nullptr;
  }
  QString state() { return find<QLabel>("blenderState").text(); }
  void chooseVersion(BlenderDialog& dialog, const QString& version) {
    const auto items = dialog.list().findItems(version, Qt::MatchStartsWith, 0);
    QCOMPARE(items.size(), 1);
    dialog.list().setCurrentItem(items.front());
  }
  void installAndWait(BlenderDialog& dialog) {
    QVERIFY(find<QPushButton>("installAddon").isEnabled());
    QTest::mouseClick(&find<QPushButton>("installAddon"), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([&dialog] { return !dialog.isBusy(); }, 120000));
    QTest::qWait(20);
  }
  static std::string textOf(const fs::path& file) {
    const QByteArray content = contentOf(file);
    return content.toStdString();
  }

 private slots:
  void init() {
    m_home = std::make_unique<QTemporaryDir>();
    m_path = qgetenv("PATH");
    m_realHome = qgetenv("HOME");
    qunsetenv("TEXELETON_BLENDER");
    openWindow();
    qputenv("HOME", m_home->path().toUtf8());
    QDir().mkpath(m_home->path() + "/bin");
    for (const char* tool : {"sh", "cp", "dirname"}) {
      QFile::link(QStandardPaths::findExecutable(tool), m_home->path() + "/bin/" + tool);
    }
    qputenv("PATH", (m_home->path() + "/bin").toUtf8());
  }
  void cleanup() {
    closeWindow();
    qputenv("PATH", m_path);
    qputenv("HOME", m_realHome);
  }

  // The legacy add-on before 4.2, the extension from 4.2 on, with the archive of the command line; older versions are
  // rejected.
  void installsByVersion() {
    const fs::path old = standIn("blender-3.3", "3.3.1");
    const fs::path legacy = standIn("blender-3.6", "3.6.2");
    const fs::path newest = standIn("blender-4.5", "4.5.1 LTS");
    BlenderDialog* const dialog = openDialog();
    QVERIFY(dialog != nullptr);
    QVERIFY(dialog->list().topLevelItemCount() >= 3);
    m_editor->keepPicture("blender-dialog");
    chooseVersion(*dialog, "3.3.1");
    QVERIFY(!find<QPushButton>("installAddon").isEnabled());
    QVERIFY(dialog->list().currentItem()->toolTip(0).contains("3.4"));

    chooseVersion(*dialog, "4.5.1");
    installAndWait(*dialog);
    QVERIFY2(state().contains("4.5.1") && state().contains("installed"), qPrintable(state()));
    std::string arguments = textOf(newest.parent_path() / "arguments");
    QVERIFY2(arguments.find("extension\ninstall-file\n--repo\nuser_default\n--enable\n") != std::string::npos,
             arguments.c_str());
    QVERIFY(textOf(newest.parent_path() / "archive") == exporting::blenderAddon());
    m_editor->keepPicture("blender-installed");

    chooseVersion(*dialog, "3.6.2");
    installAndWait(*dialog);
    arguments = textOf(legacy.parent_path() / "arguments");
    QVERIFY2(arguments.find("addon_install(overwrite=True") != std::string::npos, arguments.c_str());
    QVERIFY(arguments.find("factory") == std::string::npos);  // Saving would overwrite the user's other preferences.
    QVERIFY(textOf(legacy.parent_path() / "archive") == exporting::blenderAddon());
    QVERIFY(!fs::exists(old.parent_path() / "arguments"));
  }

  void reportsFailures() {
    standIn("blender-4.4", "4.4.0", "echo 'Traceback' >&2; echo 'Error: no room is left' >&2; exit 1");
    BlenderDialog* const dialog = openDialog();
    QVERIFY(dialog != nullptr);
    installAndWait(*dialog);
    QVERIFY2(state().contains("Error: no room is left"), qPrintable(state()));
    QVERIFY(find<QPushButton>("installAddon").isEnabled());
    const fs::path other = home() / "not-blender";
    QFile file(toQString(other));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\necho hello\n");
    file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    file.close();
    dialog->addProgram(other);
    QVERIFY(QTest::qWaitFor([dialog] { return !dialog->isBusy(); }, 60000));
    QTRY_VERIFY2(state().contains("does not tell the version"), qPrintable(state()));
    QVERIFY(!find<QPushButton>("installAddon").isEnabled());
  }

  // Without Blender the dialog says what to do, and the add-on can be saved.
  void withoutBlender() {
    BlenderDialog* const dialog = openDialog();
    QVERIFY(dialog != nullptr);
    if (dialog->list().topLevelItemCount() > 0) {
      QSKIP("a Blender is in one of the usual places of this machine");
    }
    QTRY_VERIFY2(state().contains("3.4"), qPrintable(state()));
    QVERIFY(!find<QPushButton>("installAddon").isEnabled());
    m_editor->keepPicture("blender-none");
    const fs::path file = home() / "addon.zip";
    dialog->saveTo(file);
    QVERIFY(textOf(file) == exporting::blenderAddon());
    QVERIFY2(state().contains("addon.zip"), qPrintable(state()));
    dialog->saveTo(home() / "missing" / "addon.zip");
    QVERIFY2(state().contains("missing"), qPrintable(state()));
  }

  // With the real Blender: the add-on is installed and enabled after a restart, and other preferences are unchanged.
  void realBlender() {
    qputenv("PATH", m_path);
    const std::vector<fs::path> programs = importing::findBlenders();
    if (programs.empty()) {
      QSKIP("there is no Blender on this machine");
    }
    const auto blender = [&](const QString& python) {
      QProcess process;
      process.start(toQString(programs.front()), {"--background", "--python-exit-code", "1", "--python-expr", python});
      process.waitForFinished(120000);
      return process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    };
    qunsetenv("XDG_CONFIG_HOME");
    qputenv("BLENDER_USER_RESOURCES", (m_home->path() + "/blender").toUtf8());
    QVERIFY(blender("import bpy; bpy.context.preferences.inputs.drag_threshold = 17; bpy.ops.wm.save_userpref()"));
    BlenderDialog* const dialog = openDialog();
    QVERIFY(dialog != nullptr);
    for (int time = 0; time < 2; ++time) {  // The second time updates it.
      dialog->list().setCurrentItem(dialog->list().topLevelItem(0));
      installAndWait(*dialog);
      QVERIFY2(state().contains("installed"), qPrintable(state()));
    }
    QVERIFY(
        blender("import bpy; p = bpy.context.preferences; assert any('texeleton' in a.module for a in p.addons); "
                "assert p.inputs.drag_threshold == 17; assert hasattr(bpy.types, 'TEXELETON_PT_panel') or "
                "any('texeleton' in n.lower() for n in dir(bpy.types))"));
    qunsetenv("BLENDER_USER_RESOURCES");
  }
};

TEXELETON_EDITOR_SUITE(TestBlenderDialog)
#include "test_blender_dialog.moc"
