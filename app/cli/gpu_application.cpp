#include "app/cli/gpu_application.h"

#include <QGuiApplication>
#include <cstdlib>

#ifdef Q_OS_LINUX
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "app/cli/option_values.h"
#include "core/base/mapped.h"
#include "core/base/process_setup.h"
#include "viewport/rhi/gpu_backend.h"

namespace texeleton::cli {

namespace {

#ifdef Q_OS_LINUX

bool isSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

// Whether Qt starts with the environment as it is.
bool platformStarts(int argc, char** argv) {
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    const QGuiApplication application(argc, argv);
    _exit(0);
  }
  int status = 1;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Sets QT_QPA_PLATFORM if Qt's own choice does not start. Returns the problem if no platform does.
std::string choosePlatform(int argc, char** argv, const GpuNeed& need) {
  const bool given = isSet("QT_QPA_PLATFORM");
  const bool hasDisplay = isSet("DISPLAY") || isSet("WAYLAND_DISPLAY");
  if ((given || hasDisplay) && platformStarts(argc, argv)) {
    return {};
  }
  std::string problem = given        ? "the Qt platform that QT_QPA_PLATFORM names does not start"
                        : hasDisplay ? "the display does not answer, or Qt's plug-in for it is not installed"
                                     : "there is no display";
  if (!given && need.backend != "opengl") {
    setenv("QT_QPA_PLATFORM", "vkkhrdisplay", 1);
    if (platformStarts(argc, argv)) {
      return {};
    }
    problem += ", and Qt's plug-in vkkhrdisplay, which draws without one, does not start (package qt6-qpa-plugins)";
  } else if (!given) {
    problem += ", and OpenGL needs one";
  }
  setenv("QT_QPA_PLATFORM", "offscreen", 1);
  return problem + "; run it where there is a display, or under xvfb-run" +
         (need.backend == "opengl" ? ", or take --backend vulkan" : "");
}

#endif

}  // namespace

CLI::Option* addBackendOption(CLI::App& command, std::string& backend) {
  const auto words = mapped(viewport::gpuBackends(),
                            [](viewport::GpuBackend each) { return std::string(viewport::backendWord(each)); });
  return command
      .add_option("--backend", backend,
                  "Graphics API (default: " + words.front() + "; opengl where the only Vulkan device is software)")
      ->check(oneOf(words));
}

std::unique_ptr<QCoreApplication> makeApplication(int& argc, char** argv, const GpuNeed& need,
                                                  [[maybe_unused]] std::string& problem) {
  std::unique_ptr<QCoreApplication> application;
  if (need.draws) {
#ifdef Q_OS_LINUX
    problem = choosePlatform(argc, argv, need);
#endif
    application = std::make_unique<QGuiApplication>(argc, argv);
  } else {
    application = std::make_unique<QCoreApplication>(argc, argv);
  }
  useDotInNumbers();
  return application;
}

}  // namespace texeleton::cli
