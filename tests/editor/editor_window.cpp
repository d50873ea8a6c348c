#include "tests/editor/editor_window.h"

#include <QDir>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <QSettings>
#include <QTest>

#include "app/editor/document/paths.h"
#include "app/editor/document/preferences.h"
#include "app/editor/theme/theme.h"
#include "app/editor/window/languages.h"
#include "tests/support/test_models.h"

namespace texeleton::test {

namespace fs = std::filesystem;

EditorWindow::EditorWindow() : EditorWindow([](editor::WindowOptions&) {}) {}

EditorWindow::EditorWindow(const std::function<void(editor::WindowOptions&)>& change)
    : m_folder(editor::toPath(m_temporary.path())) {
  const fs::path wanted = editor::toPath(qEnvironmentVariable("TEXELETON_TEST_FOLDER"));
  if (!wanted.empty() && !fs::exists(wanted) && QDir().mkpath(editor::toQString(wanted))) {
    m_folder = wanted;
  }
  for (const char* name : {"lantern-knight.glb", "lantern-knight.texeleton", "lantern-knight.events.json"}) {
    fs::copy_file(sourceFolder() / "resources" / "samples" / name, folder() / name);
  }
  editor::WindowOptions options = optionsIn(folder());
  options.remember = false;
  change(options);
  m_window = std::make_unique<editor::MainWindow>(options);
  m_window->show();
  static_cast<void>(QTest::qWaitForWindowExposed(m_window.get()));
  m_window->activateWindow();  // Shortcuts need the active window.
  static_cast<void>(QTest::qWaitForWindowActive(m_window.get()));
}

editor::WindowOptions EditorWindow::optionsIn(const fs::path& folder) {
  editor::WindowOptions options;
  options.recoveryFolder = folder / "recovery";
  options.presetFolder = folder / "presets";
  options.playsWhenOpened = false;
  options.backend = viewport::GpuBackend::OpenGl;
#if QT_CONFIG(vulkan)
  if (QGuiApplication::platformName() != "offscreen") {
    options.vulkanInstance = viewport::VulkanInstance::create(false).value_or(nullptr);
    options.backend = options.vulkanInstance ? viewport::GpuBackend::Vulkan : viewport::GpuBackend::OpenGl;
  }
#endif
  return options;
}

EditorWindow::~EditorWindow() {
  m_window.reset();
  if (m_folder != editor::toPath(m_temporary.path())) {
    std::error_code error;
    fs::remove_all(m_folder, error);
  }
}

fs::path EditorWindow::sampleFile() const { return folder() / "lantern-knight.texeleton"; }

bool EditorWindow::openSample() {
  m_window->openFile(sampleFile());
  return waitUntilBaked();
}

bool EditorWindow::waitUntilBaked() {
  QTest::qWait(20);
  return QTest::qWaitFor(
      [this] { return m_window->workshop().errors() != nullptr && !m_window->workshop().runner().isBusy(); }, 60000);
}

void EditorWindow::keepPicture(const QString& name) {
  const QString to = qEnvironmentVariable("TEXELETON_SCREENSHOTS");
  if (to.isEmpty()) {
    return;
  }
  QTest::qWait(400);
  viewport::RhiWindow& view = m_window->viewport().window();
  if (QGuiApplication::platformName() != "offscreen") {  // The first frame can take seconds on a software GPU.
    static_cast<void>(QTest::qWaitFor([&] { return view.frameCount() > 0; }, 60000));
  }
  // Wait for a new frame: the one in progress shows an older state.
  for (int frame = 0; frame < 2 && view.lastFrame() != nullptr; ++frame) {
    const std::uint64_t shown = view.frameCount();
    view.requestUpdate();
    static_cast<void>(QTest::qWaitFor([&] { return view.frameCount() > shown; }, 20000));
  }
  QTest::qWait(50);
  QDir().mkpath(to);
  // Grabbed from the screen, which includes the viewport's native window.
  const QImage screen = m_window->screen()->grabWindow(0).toImage();
  const QRect frame = m_window->frameGeometry();
  const double ratio = screen.devicePixelRatio();
  screen.copy(QRect(frame.topLeft() * ratio, frame.size() * ratio)).save(to + "/" + name + ".png");
}

void EditorTest::openSampleWindow() {
  m_editor = std::make_unique<EditorWindow>();
  QVERIFY(m_editor->openSample());
}

void EditorTest::closeWindow() {
  document().undoStack().setClean();
  m_editor.reset();
  editor::keep(editor::Preferences());  // A failed test may have left other preferences.
  editor::apply(editor::Preferences());
}

QString EditorTest::selectionText() {
  QString text = find<QLabel>("selectionTitle").text();
  for (int i = 0; const QLabel* value = window().findChild<QLabel*>(QString("selectionValue%1").arg(i)); ++i) {
    if (value->isVisibleTo(&window())) {
      text += "\n" + value->text();
    }
    const auto* x = window().findChild<QLineEdit*>(QString("selectionX%1").arg(i));
    if (x != nullptr && x->isVisibleTo(&window())) {
      text += QString("\nX %1  Y %2  Z %3")
                  .arg(x->text(), find<QLineEdit>(qPrintable(QString("selectionY%1").arg(i))).text(),
                       find<QLineEdit>(qPrintable(QString("selectionZ%1").arg(i))).text());
    }
  }
  return text;
}

void EditorTest::comeBack() {
  window().activateWindow();
  static_cast<void>(QTest::qWaitForWindowActive(&window()));
}

NodeIndex EditorTest::nodeNamed(const model::Model& model, const std::string& name) {
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    if (model.nodes[i].name == name) {
      return NodeIndex(i);
    }
  }
  return {};
}

void keepSettingsIn(const QString& folder) {
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder);
}

void prepareEditor(QApplication& application) {
  QApplication::setApplicationName("texeleton-test");
  QApplication::setOrganizationName("texeleton-test");
  editor::speak(application, QLocale(qEnvironmentVariable("TEXELETON_TEST_LANGUAGE", "en")));
  const bool isLight = qEnvironmentVariable("TEXELETON_TEST_THEME") == "light";
  editor::applyTheme(application, isLight ? editor::Theme::Light : editor::Theme::Dark);
}

}  // namespace texeleton::test
