#include "tests/editor/editor_window.h"

#include <QDir>
#include <QGuiApplication>
#include <QScreen>
#include <QTest>

#include "app/editor/document/paths.h"
#include "tests/support/test_models.h"

namespace texeleton::test {

namespace fs = std::filesystem;

EditorWindow::EditorWindow() {
  for (const char* name : {"lantern-knight.glb", "lantern-knight.texeleton", "lantern-knight.events.json"}) {
    fs::copy_file(sourceFolder() / "resources" / "samples" / name, folder() / name);
  }
  editor::WindowOptions options = optionsIn(folder());
  options.remember = false;
  m_window = std::make_unique<editor::MainWindow>(options);
  m_window->show();
  static_cast<void>(QTest::qWaitForWindowExposed(m_window.get()));
  m_window->activateWindow();  // Shortcuts are those of the active window.
  static_cast<void>(QTest::qWaitForWindowActive(m_window.get()));
}

editor::WindowOptions EditorWindow::optionsIn(const fs::path& folder) {
  editor::WindowOptions options;
  options.recoveryFolder = folder / "recovery";
  options.backend = GpuBackend::OpenGl;
#if QT_CONFIG(vulkan)
  if (QGuiApplication::platformName() != "offscreen") {
    options.vulkanInstance = VulkanInstance::create(false).value_or(nullptr);
    options.backend = options.vulkanInstance ? GpuBackend::Vulkan : GpuBackend::OpenGl;
  }
#endif
  return options;
}

fs::path EditorWindow::folder() const { return editor::toPath(m_folder.path()); }

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
  // The picture is to be of now: a frame that is being made is of before.
  RhiWindow& view = m_window->viewport().window();
  for (int frame = 0; frame < 2 && view.lastFrame() != nullptr; ++frame) {
    const std::uint64_t shown = view.frameCount();
    view.requestUpdate();
    static_cast<void>(QTest::qWaitFor([&] { return view.frameCount() > shown; }, 20000));
  }
  QTest::qWait(50);
  QDir().mkpath(to);
  // From the screen, where the viewport's own window is too.
  const QImage screen = m_window->screen()->grabWindow(0).toImage();
  const QRect frame = m_window->frameGeometry();
  const double ratio = screen.devicePixelRatio();
  screen.copy(QRect(frame.topLeft() * ratio, frame.size() * ratio)).save(to + "/" + name + ".png");
}

}  // namespace texeleton::test
