// How fast the editor answers: the figures of docs/performance.md. `measure_editor [MODEL]` prints JSON; no test.

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QSurfaceFormat>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <nlohmann/json.hpp>

#include "app/editor/document/paths.h"
#include "app/editor/theme/theme.h"
#include "app/editor/window/languages.h"
#include "app/editor/window/main_window.h"
#include "tests/editor/watchdog.h"
#include "tests/editor/workshop_ready.h"
#include "tests/support/split_glb.h"
#include "tests/support/test_models.h"
#include "tests/viewport/gpu_test.h"

using namespace texeleton;
using namespace texeleton::editor;
using test::isReady;

namespace fs = std::filesystem;

namespace {

constexpr int kMostMilliseconds = 120000;

double loadOfMachine() {
  QFile file("/proc/loadavg");
  return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').first().toDouble() : -1.0;
}

/// Runs the event loop as a program does, without the sleeps of QTest::qWaitFor.
template <class Until>
void waitFor(const Until& until) {
  QEventLoop loop;
  QTimer look;
  QObject::connect(&look, &QTimer::timeout, &loop, [&] {
    if (until()) {
      loop.quit();
    }
  });
  look.start(2);
  QTimer::singleShot(kMostMilliseconds, &loop, &QEventLoop::quit);
  loop.exec();
}

/// Performs an action in the event loop, as a user's click does, and waits for its effect.
template <class Do, class Until>
double timeOf(QObject& target, const Do& what, const Until& until) {
  QElapsedTimer time;
  time.start();
  bool isDone = false;
  QMetaObject::invokeMethod(
      &target,
      [&] {
        what();
        isDone = true;
      },
      Qt::QueuedConnection);
  waitFor([&] { return isDone && until(); });
  return 1e-6 * static_cast<double>(time.nsecsElapsed());
}

fs::path largestModel() {
  fs::path largest = test::sourceFolder() / "resources" / "samples" / "lantern-knight.glb";
  for (const fs::path& file : test::sharedModelFiles()) {
    largest = fs::file_size(file) > fs::file_size(largest) ? file : largest;
  }
  return largest;
}

/// Overwrites the model of a shown, automatically exported copy of the sample with one of another colour.
void overwriteShownSource(MainWindow& window, const fs::path& folder, nlohmann::ordered_json& json) {
  Workshop& workshop = window.workshop();
  fs::create_directories(folder);
  for (const char* name : {"lantern-knight.glb", "lantern-knight.texeleton", "lantern-knight.events.json"}) {
    fs::copy_file(test::sourceFolder() / "resources" / "samples" / name, folder / name);
  }
  const fs::path pack = folder / "game.texpack";
  int exports = 0;
  QObject counter;
  QObject::connect(&workshop, &Workshop::exportEnded, &counter, [&exports] { ++exports; });
  window.openFile(folder / "lantern-knight.texeleton");
  window.document().set("Target", &recipe::Recipe::exports, {{"pack", utf8Of(pack), {}}});
  window.document().set("Keep", &DocumentState::keepExports, true);
  waitFor([&] { return isReady(workshop) && exports > 0; });
  window.playback().setPlaying(true);
  const auto before = workshop.bake();
  const auto frames = [&window] { return window.viewport().window().frameCount(); };
  const auto eventCount = [](const BakeSnapshot& bake) {
    std::size_t count = 0;
    for (const vat::BakedClip& clip : bake.animation->clips) {
      count += clip.events.size();
    }
    return count;
  };
  test::Glb knight = test::readGlb(folder / "lantern-knight.glb");
  knight.json["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"] = {1.0, 0.2, 0.2, 1.0};
  test::writeGlb(folder / "new.glb", knight);
  const int exportsBefore = exports;
  std::uint64_t framesBefore = 0;
  double shown = 0.0;
  QElapsedTimer time;
  const double exported = timeOf(
      window,
      [&] {
        time.start();
        fs::rename(folder / "new.glb", folder / "lantern-knight.glb");
      },
      [&] {
        const auto& scene = window.viewport().window().scene();
        if (framesBefore == 0 && workshop.bake() != before && scene.animation == workshop.bake()->animation) {
          framesBefore = frames();
        }
        if (shown == 0.0 && framesBefore != 0 && frames() >= framesBefore + 2) {  // One may have been in progress.
          shown = static_cast<double>(time.elapsed());
        }
        return shown > 0.0 && exports > exportsBefore;
      });
  json["overwrittenShownMilliseconds"] = shown;
  json["overwrittenExportedMilliseconds"] = exported;
  json["overwrittenEventsKept"] = eventCount(*workshop.bake()) == eventCount(*before);
  window.document().undoStack().setClean();
}

}  // namespace

int main(int argc, char** argv) {
  const fs::path model = argc > 1 ? fs::path(argv[1]) : largestModel();
  if (!fs::exists(model)) {
    std::fprintf(stderr, "there is no file %s\n", model.c_str());
    return 2;
  }
  const texeleton::test::VirtualDisplay display;
  const QTemporaryDir cache;
  qputenv("TEXELETON_CACHE", cache.path().toUtf8());
  QElapsedTimer sinceStart;
  sinceStart.start();
  QSurfaceFormat::setDefaultFormat(viewport::openGlFormat());
  QApplication::setAttribute(Qt::AA_DontCreateNativeWidgetSiblings);
  QApplication application(argc, argv);
  QApplication::setApplicationName("texeleton-test");
  QApplication::setOrganizationName("texeleton-test");
  speak(application, QLocale("en"));
  applyTheme(application, Theme::Dark);
  nlohmann::ordered_json json = {{"load", loadOfMachine()},
                                 {"platform", QGuiApplication::platformName().toStdString()}};

  WindowOptions options;
  options.remember = false;
  options.recoveryFolder = toPath(cache.path()) / "recovery";
  options.backend = viewport::GpuBackend::OpenGl;
#if QT_CONFIG(vulkan)
  options.vulkanInstance = viewport::VulkanInstance::create(false).value_or(nullptr);
  options.backend = options.vulkanInstance ? viewport::GpuBackend::Vulkan : viewport::GpuBackend::OpenGl;
#endif
  MainWindow window(options);
  window.show();
  static_cast<void>(QTest::qWaitForWindowExposed(&window));
  json["firstWindowMilliseconds"] = sinceStart.elapsed();
  QTest::qWait(300);

  Workshop& workshop = window.workshop();
  const auto frames = [&window] { return window.viewport().window().frameCount(); };
  const fs::path sample = test::sourceFolder() / "resources" / "samples" / "lantern-knight.texeleton";
  test::Watchdog watchdog(window);
  const auto begin = frames();
  json["samplePlayingMilliseconds"] = timeOf(
      window,
      [&] {
        window.openFile(sample);
        window.playback().setPlaying(true);
      },
      [&] {
        window.playback().setPlaying(true);
        return workshop.bake() && frames() >= begin + 2 && window.playback().seconds() > 0.0;
      });
  json["sampleLongestBlockMilliseconds"] = watchdog.takeLongest();
  waitFor([&] { return isReady(workshop); });

  overwriteShownSource(window, toPath(cache.path()) / "overwritten", json);

  json["model"] = model.filename().string();
  window.playback().setPlaying(false);
  watchdog.takeLongest();
  json["openAndBakeMilliseconds"] = timeOf(
      window, [&] { window.openFile(model); }, [&] { return workshop.problem() || isReady(workshop); });
  json["openLongestBlockMilliseconds"] = watchdog.takeLongest();
  json["clips"] = workshop.model() ? workshop.model()->clips.size() : 0;
  json["bakeAgainMilliseconds"] = timeOf(
      window, [&] { window.document().set("Mode", &recipe::RecipeBake::mode, std::optional(vat::BakeMode::Vertex)); },
      [&] {
        return workshop.bake() && workshop.bake()->animation->mode == vat::BakeMode::Vertex && isReady(workshop);
      });
  json["bakeLongestBlockMilliseconds"] = watchdog.takeLongest();
  window.document().set("Rate", &recipe::RecipeBake::fps, std::optional(60.0));
  QTest::qWait(60);
  json["cancelMilliseconds"] = timeOf(
      window, [&] { workshop.runner().cancel(); }, [&] { return !workshop.runner().isBusy(); });
  window.document().undoStack().undo();
  waitFor([&] { return isReady(workshop); });
  watchdog.takeLongest();
  timeOf(
      window, [&] { window.viewport().window().requestUpdate(); }, [] { return true; });
  for (const char* dock : {"texture", "timeline", "issues"}) {
    timeOf(
        window, [&] { window.raiseDock(dock); }, [] { return true; });
    QElapsedTimer shown;
    shown.start();
    waitFor([&] { return shown.elapsed() > 150; });
    json[std::string(dock) + "LongestBlockMilliseconds"] = watchdog.takeLongest();
  }
  const fs::path file = toPath(cache.path()) / "saved.texeleton";
  json["saveMilliseconds"] = timeOf(
      window, [&] { static_cast<void>(window.document().save(file).has_value()); }, [&] { return fs::exists(file); });
  json["saveLongestBlockMilliseconds"] = watchdog.takeLongest();
  window.document().undoStack().setClean();
  json["loadAfter"] = loadOfMachine();
  std::printf("%s\n", json.dump(2).c_str());
  return 0;
}
