// texeleton: the editor.

#include <QApplication>
#include <QCommandLineParser>
#include <QLocale>
#include <QSettings>
#include <QSurfaceFormat>
#include <QTimer>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

#include "app/editor/document/preferences.h"
#include "app/editor/jobs/job_runner.h"
#include "app/editor/jobs/log_sink.h"
#include "app/editor/theme/system_theme.h"
#include "app/editor/window/languages.h"
#include "app/editor/window/main_window.h"
#include "app/editor/window/startup.h"
#include "app/editor/window/user_settings.h"
#include "core/base/process_setup.h"
#include "viewport/rhi/usual_backend.h"

namespace {

constexpr int kMostForTheme = 150;  // Milliseconds that the window waits for the desktop to report its theme.

using namespace texeleton;
using namespace texeleton::editor;

struct Arguments {
  QString file;
  bool sample = false;
  QString theme;
  QString language;
  QString backend;
};

Arguments read(const QApplication& application) {
  QCommandLineParser parser;
  parser.setApplicationDescription("Texeleton: turns skeletal animation into textures.");
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addPositionalArgument("FILE", "A model, or a document (NAME.texeleton)", "[FILE]");
  const QCommandLineOption theme("theme", "dark, light or system", "WORD");
  const QCommandLineOption language("language", "en or zh_CN", "WORD");
  const QCommandLineOption backend("backend", "vulkan or opengl", "WORD");
  const QCommandLineOption sample("sample", "Opens the bundled sample");
  parser.addOptions({theme, language, backend, sample});
  parser.process(application);
  const QSettings settings;
  return {parser.positionalArguments().value(0), parser.isSet(sample),
          parser.isSet(theme) ? parser.value(theme) : settings.value("theme", "system").toString(),
          parser.isSet(language) ? parser.value(language) : settings.value("language").toString(),
          parser.isSet(backend) ? parser.value(backend) : settings.value("backend").toString()};
}

/// The requested backend; else this program's choice, which its status line and About show.
WindowOptions optionsFor(const QString& backend) {
  WindowOptions options;
  if (const auto asked = valueOf<viewport::GpuBackend>(backend.toStdString())) {
    options.backend = *asked;
#if QT_CONFIG(vulkan)
    if (options.backend == viewport::GpuBackend::Vulkan) {
      options.vulkanInstance = viewport::VulkanInstance::create(false).value_or(nullptr);
    }
#endif
    return options;
  }
  viewport::UsualBackend usual = viewport::usualBackend();
  options.backend = usual.backend;
  options.backendWhy = usual.why;
  options.vulkanInstance = std::move(usual.vulkanInstance);
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  texeleton::openStandardStreams();
  texeleton::useUtf8Locale();
  QSurfaceFormat::setDefaultFormat(viewport::openGlFormat());  // Before the application, or OpenGL has no compute.
  QApplication::setAttribute(Qt::AA_DontCreateNativeWidgetSiblings);
  QApplication application(argc, argv);
  texeleton::useDotInNumbers();
  QApplication::setApplicationName("texeleton");
  QApplication::setOrganizationName("texeleton");
  QApplication::setApplicationVersion(TEXELETON_VERSION);
  const Arguments arguments = read(application);
  texeleton::editor::apply(readPreferences());
  static_cast<void>(Log::instance());
  speak(application, arguments.language.isEmpty() ? QLocale::system() : QLocale(arguments.language));
  const QString settingsProblem = checkSettings();
  SystemTheme& system = SystemTheme::instance();
  if (arguments.theme != "dark" && arguments.theme != "light") {
    system.waitForAnswer(kMostForTheme);
    QObject::connect(&system, &SystemTheme::changed, &application, [&application, &system] {
      if (readPreferences().theme == "system") {  // The preference may have changed.
        applyTheme(application, system.theme());
      }
    });
  }
  applyTheme(application, themeCalled(arguments.theme));
  auto window = std::make_unique<MainWindow>(optionsFor(arguments.backend));
  window->show();
  if (!settingsProblem.isEmpty()) {
    window->notices().tell(MainWindow::tr("The settings are damaged"), settingsProblem);
  }
  // When the window is on the screen.
  QTimer::singleShot(0, window.get(), [&window, request = StartRequest{arguments.file, arguments.sample}] {
    showFirst(*window, request);
  });
  const int code = QApplication::exec();
  window.reset();  // Everything is saved by now.
  if (JobRunner::leftRunning() > 0) {
    std::fflush(nullptr);
    std::_Exit(code);  // Uninterruptible work would use objects that are destroyed with the application.
  }
  return code;
}
