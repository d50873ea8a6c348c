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

/// The editor's window on the screen, with a copy of the sample to open, forgetting nothing into the user's settings.
class EditorWindow {
 public:
  /// Its files lie in a temporary folder, or in the one that TEXELETON_TEST_FOLDER names, for pictures that show it; it
  /// must not be there yet and goes again.
  EditorWindow();
  ~EditorWindow();
  EditorWindow(const EditorWindow&) = delete;
  EditorWindow& operator=(const EditorWindow&) = delete;

  /// A window that draws on the screen there is, plays nothing by itself, and keeps what it must not lose in a folder
  /// below `folder`.
  static editor::WindowOptions optionsIn(const std::filesystem::path& folder);
  /// With other options than those of every test.
  explicit EditorWindow(const std::function<void(editor::WindowOptions&)>& change);

  editor::MainWindow& window() { return *m_window; }
  /// Opens the copy of the sample and waits until it is baked and measured. False: it was not, in a minute.
  bool openSample();
  bool waitUntilBaked();
  std::filesystem::path sampleFile() const;
  const std::filesystem::path& folder() const { return m_folder; }

  /// Lets what is going on come to its end, then keeps a picture of the whole screen under that name in the folder
  /// that TEXELETON_SCREENSHOTS names; without it does nothing.
  void keepPicture(const QString& name);

 private:
  QTemporaryDir m_temporary;
  std::filesystem::path m_folder;
  std::unique_ptr<editor::MainWindow> m_window;
};

/// A test of the editor's window, with what every such test asks for.
class EditorTest : public QObject {
 protected:
  std::unique_ptr<EditorWindow> m_editor;

  /// A window of its own, empty.
  void openWindow() { m_editor = std::make_unique<EditorWindow>(); }
  /// A window of its own with the sample in it. Fails the test where that does not become ready.
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
  /// All that the Selection panel says, a line a value.
  QString selectionText();
  /// As a window manager does when a dialog closes; the tests' display has none, and shortcuts are the active window's.
  void comeBack();

  /// Whether the viewport draws.
  static bool hasScreen() { return QGuiApplication::platformName() != "offscreen"; }
  static NodeIndex nodeNamed(const model::Model& model, const std::string& name);
  static QTreeWidgetItem* itemNamed(QTreeWidget& tree, const QString& text) {
    return tree.findItems(text, Qt::MatchExactly | Qt::MatchRecursive).value(0);
  }
};

/// Ends a test of what is drawn where nothing is (EditorTest::hasScreen()): as a failure where TEXELETON_REQUIRE_GPU is
/// set, else skipped.
#define TEXELETON_NEEDS_SCREEN()                                                               \
  do {                                                                                         \
    if (!hasScreen()) {                                                                        \
      if (qEnvironmentVariableIntValue("TEXELETON_REQUIRE_GPU") > 0) {                         \
        QFAIL("the viewport draws nothing here, and TEXELETON_REQUIRE_GPU says that it must"); \
      }                                                                                        \
      QSKIP("the viewport draws nothing here");                                                \
    }                                                                                          \
  } while (false)

/// Keeps the settings of this process in a folder, and not among the user's. Before the application is made.
void keepSettingsIn(const QString& folder);

/// Gives the application its name, and the theme and language that TEXELETON_TEST_THEME (light) and
/// TEXELETON_TEST_LANGUAGE (zh_CN) ask for.
void prepareEditor(QApplication& application);

/// What main() of such a test does: under an Xvfb of its own where there is no display.
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
  while (editor::JobRunner::leftRunning() > 0) {  // It would use what ends with the application.
    QThread::msleep(10);
  }
  return failures;
}

#define TEXELETON_EDITOR_SUITE(Test) TEXELETON_SUITE_RUN(Test, texeleton::test::runEditorTest<Test>)

}  // namespace texeleton::test
