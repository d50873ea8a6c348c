#pragma once

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QString>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTreeWidget>
#include <functional>
#include <memory>

#include "app/editor/jobs/job_runner.h"
#include "app/editor/window/main_window.h"
#include "tests/viewport/gpu_test.h"

namespace texeleton::test {

/// The editor's window on the screen, with a copy of the sample to open; does not touch the user's settings.
class EditorWindow {
 public:
  /// Its files lie in a temporary folder or, for pictures that show the path, in the folder that TEXELETON_TEST_FOLDER
  /// names. That folder must not exist yet and is removed at the end.
  EditorWindow();
  ~EditorWindow();
  EditorWindow(const EditorWindow&) = delete;
  EditorWindow& operator=(const EditorWindow&) = delete;

  /// A window that draws on the available screen, does not start playback by itself, and keeps recovery data in a
  /// folder below `folder`.
  static editor::WindowOptions optionsIn(const std::filesystem::path& folder);
  /// With options changed from the defaults of the tests.
  explicit EditorWindow(const std::function<void(editor::WindowOptions&)>& change);

  editor::MainWindow& window() { return *m_window; }
  /// Opens the copy of the sample and waits until it is baked and measured. False: not ready within a minute.
  bool openSample();
  bool waitUntilBaked();
  std::filesystem::path sampleFile() const;
  const std::filesystem::path& folder() const { return m_folder; }

  /// Waits until nothing is running, then saves a picture of the whole screen under that name in the folder that
  /// TEXELETON_SCREENSHOTS names; without the variable does nothing.
  void keepPicture(const QString& name);

 private:
  QTemporaryDir m_temporary;
  std::filesystem::path m_folder;
  std::unique_ptr<editor::MainWindow> m_window;
};

/// Base of the tests of the editor's window.
class EditorTest : public QObject {
 protected:
  std::unique_ptr<EditorWindow> m_editor;

  /// Opens a new, empty window.
  void openWindow() { m_editor = std::make_unique<EditorWindow>(); }
  /// Opens a new window with the sample. Fails the test if it does not become ready.
  void openSampleWindow();
  /// Does not ask about unsaved edits; the user's settings are left unchanged.
  void closeWindow();

  editor::MainWindow& window() { return m_editor->window(); }
  editor::Document& document() { return window().document(); }
  editor::Playback& playback() { return window().playback(); }
  const vat::BakedAnimation& animation() { return *window().workshop().bake()->animation; }
  const model::Model& model() { return *window().workshop().model(); }
  template <class T>
  T& find(const char* name) {
    T* const found = window().findChild<T*>(name);
    Q_ASSERT_X(found != nullptr, "find", name);
    return *found;
  }
  /// All texts of the Selection panel, one value per line.
  QString selectionText();
  /// Activates the window, as a window manager does when a dialog closes; the tests' display has none.
  void comeBack();

  /// Whether the viewport draws.
  static bool hasScreen() { return QGuiApplication::platformName() != "offscreen"; }
  static NodeIndex nodeNamed(const model::Model& model, const std::string& name);
  static QTreeWidgetItem* itemNamed(QTreeWidget& tree, const QString& text) {
    return tree.findItems(text, Qt::MatchExactly | Qt::MatchRecursive).value(0);
  }
};

/// Ends a test that needs a drawn picture where nothing is drawn (EditorTest::hasScreen()): fails it if
/// TEXELETON_REQUIRE_GPU is set, else skips it.
#define TEXELETON_NEEDS_SCREEN()                                                               \
  do {                                                                                         \
    if (!hasScreen()) {                                                                        \
      if (qEnvironmentVariableIntValue("TEXELETON_REQUIRE_GPU") > 0) {                         \
        QFAIL("the viewport draws nothing here, and TEXELETON_REQUIRE_GPU says that it must"); \
      }                                                                                        \
      QSKIP("the viewport draws nothing here");                                                \
    }                                                                                          \
  } while (false)

/// Keeps the settings of this process in a folder, apart from the user's. Call before the application is created.
void keepSettingsIn(const QString& folder);

/// Sets the application's name, and the theme and language that TEXELETON_TEST_THEME (light) and
/// TEXELETON_TEST_LANGUAGE (zh_CN) select.
void prepareEditor(QApplication& application);

/// main() of a window test; starts an Xvfb where there is no display.
template <class Test>
int runEditorTest(int argc, char** argv) {
  const VirtualDisplay display;
  const QTemporaryDir settings;
  keepSettingsIn(settings.path());
  QSurfaceFormat::setDefaultFormat(viewport::openGlFormat());
  QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
  QApplication application(argc, argv);
  prepareEditor(application);
  Test test;
  const int failures = QTest::qExec(&test, argc, argv);
  while (editor::JobRunner::leftRunning() > 0) {  // It uses objects that end with the application.
    QThread::msleep(10);
  }
  return failures;
}

#define TEXELETON_EDITOR_SUITE(Test) TEXELETON_SUITE_RUN(Test, texeleton::test::runEditorTest<Test>)

}  // namespace texeleton::test
