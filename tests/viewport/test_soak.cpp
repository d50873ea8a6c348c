// A window under random operations for a while: resized, hidden, given other packs, re-baked ones, views, paths and
// backends. The validation layer must stay silent, no frame may fail, and memory must not grow. A few seconds by
// default; TEXELETON_SOAK_SECONDS=600 for the full test, TEXELETON_SOAK_SEED for another sequence.

#include <malloc.h>

#include <QElapsedTimer>
#include <QFile>
#include <QObject>
#include <QSignalSpy>
#include <random>

#include "core/import/import.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"
#include "tests/viewport/driver_memory.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/rhi_window.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr int kMostInstances = 40;
constexpr int kMostWireframes = 6;                // Software GPUs take minutes and a gigabyte for the edges of more.
constexpr int kMostMillisecondsAFrame = 120'000;  // A software GPU compiles new shaders for seconds.
constexpr double kWarmUpShare = 0.4;              // Share of the time in which caches of drivers and shaders fill.
constexpr double kMostGrowth = 1.10;              // After the warm-up.
constexpr double kMostGrowthBytes = 1e6;          // Or this.
constexpr std::uint64_t kStepsToJudge = 100;      // Fewer have not filled all caches.
constexpr std::uint64_t kLeastSteps = 12;         // However long they take.
constexpr std::size_t kMostModels = 4;

double secondsToRun() {
  const double asked = qEnvironmentVariable("TEXELETON_SOAK_SECONDS").toDouble();
  return asked > 0.0 ? asked : 6.0;
}

// Qt's watchdog ends test functions after five minutes unless it is configured before main().
const bool kWatchdogWaits = [] {
  return !qEnvironmentVariableIsEmpty("QTEST_FUNCTION_TIMEOUT") ||
         qputenv("QTEST_FUNCTION_TIMEOUT", QByteArray::number((secondsToRun() + 300.0) * 1e3, 'f', 0));
}();

double residentBytes() {
  malloc_trim(0);
  QFile file("/proc/self/statm");
  if (!file.open(QIODevice::ReadOnly)) {
    return 0.0;
  }
  return file.readAll().split(' ').value(1).toDouble() * 4096.0;
}

/// Random operations on the window.
class Course {
 public:
  explicit Course(unsigned seed) : m_random(seed) {
    CharacterSpec scaled;
    scaled.scales = true;
    m_models = {std::make_shared<const model::Model>(twoBoneStrip()),
                std::make_shared<const model::Model>(animatedRigidNode()),
                std::make_shared<const model::Model>(makeCharacter(scaled))};
    JobContext job;
    if (auto knight =
            importing::importModel(sourceFolder() / "resources" / "samples" / "lantern-knight.glb", {}, job)) {
      m_models.push_back(*knight);
    }
  }

  int upTo(int limit) { return static_cast<int>(m_random() % static_cast<unsigned>(limit)); }
  bool maybe() { return upTo(2) == 0; }

  void open(viewport::GpuBackend backend) {
    viewport::Scene scene = m_window ? std::move(m_window->scene()) : viewport::Scene();
    m_window.reset();
    m_window = std::make_unique<viewport::RhiWindow>(
        backend, backend == viewport::GpuBackend::Vulkan ? testVulkanInstance() : nullptr);
    m_window->scene() = std::move(scene);
    QObject::connect(m_window.get(), &viewport::RhiWindow::failed,
                     [this](const Error& why) { m_failure = QString::fromStdString(describe(why)); });
    if (!m_window->scene().animation) {
      bake();
    }
    m_window->resize(200, 150);
    m_window->show();
    static_cast<void>(QTest::qWaitForWindowExposed(m_window.get()));
    m_window->setPlaying(true);
  }

  struct InUse {
    double bytes = 0.0;
    double driverBytes = 0.0;
  };
  /// Memory in use without the window, its device and its scene: the current picture's memory is no sign of growth, and
  /// neither is freed memory that heaps and compilers of software GPUs keep.
  InUse inUseWithoutWindow(viewport::GpuBackend backend) {
    m_window.reset();
    const InUse result{bytesInUseBesidesDrivers(), bytesInUseOfDrivers()};
    open(backend);
    return result;
  }

  void bake() {
    const auto& model =
        m_models[static_cast<std::size_t>(upTo(static_cast<int>(std::min(m_models.size(), kMostModels))))];
    bake::BakeSettings settings;
    settings.mode = maybe() ? vat::BakeMode::Bone : vat::BakeMode::Vertex;
    settings.pixelFormat = maybe() ? vat::PixelFormat::Rgba16F : vat::PixelFormat::Rgba32F;
    settings.sampleRateHz = 5.0 + upTo(30);
    settings.lodRatios = maybe() ? std::vector<double>{0.5, 0.2} : std::vector<double>();
    settings.expose = {{"weapon_r"}, {"Tip"}, {"Wheel"}};
    viewport::Scene& scene = m_window->scene();
    scene.animation = baked(*model, settings);
    scene.skeleton = viewport::Skeleton::make(model, scene.animation).value();
    crowd();
  }

  void crowd() {
    viewport::Scene& scene = m_window->scene();
    viewport::CrowdSettings settings;
    settings.count = static_cast<std::uint32_t>(1 + upTo(scene.view.wireframe ? kMostWireframes : kMostInstances));
    settings.layout = static_cast<viewport::CrowdLayout>(upTo(3));
    settings.seed = m_random();
    settings.phaseSpread = 1.0f;
    settings.tintSpread = 0.5f;
    scene.crowd = viewport::Crowd::make(settings, *scene.animation).value();
    scene.selection.clear();
    scene.events = maybe() ? std::make_shared<viewport::CrowdEvents>(scene.animation, scene.crowd) : nullptr;
    m_window->frameAll();
  }

  void view() {
    viewport::ViewOptions& view = m_window->scene().view;
    view = {};
    view.mode = static_cast<viewport::ViewMode>(upTo(7));
    view.path = static_cast<viewport::DrawPath>(upTo(4));
    view.comparison = static_cast<viewport::Comparison>(upTo(3));
    view.comparedPath = static_cast<viewport::DrawPath>(upTo(4));
    view.nearMetres = 0.5f * static_cast<float>(upTo(20));
    view.culling = upTo(4) != 0;
    view.levels = upTo(4) != 0;
    view.splitAt = static_cast<float>(upTo(101)) * 0.01f;
    view.skeleton = static_cast<viewport::SkeletonView>(upTo(3));
    view.sockets = maybe();
    view.socketObjects = maybe();
    view.hud = maybe();
    view.shadow = maybe();
    view.wireframe = upTo(4) == 0 && m_window->scene().crowd.size() <= static_cast<std::size_t>(kMostWireframes);
    view.vertices = maybe() ? viewport::VertexPrecision::Packed : viewport::VertexPrecision::Full;
  }

  void step() {
    viewport::Scene& scene = m_window->scene();
    switch (upTo(12)) {
      case 0:
        m_window->resize(1 + upTo(400), 1 + upTo(300));
        break;
      case 1:
        m_window->hide();
        QTest::qWait(5);
        m_window->show();
        break;
      case 2:
        bake();
        break;
      case 3:
        crowd();
        break;
      case 4:
        m_window->resetDevice();
        break;
      case 5:
        scene.crowd.fadeTo(static_cast<std::size_t>(upTo(static_cast<int>(scene.crowd.size()))),
                           static_cast<std::uint32_t>(upTo(3)), 1.0, 0.0, 0.4);
        break;
      case 6:
        m_window->select({static_cast<std::uint32_t>(upTo(static_cast<int>(scene.crowd.size())))});
        break;
      case 7:
        scene.crowd.setTime(upTo(4) == 0 ? 40.0 * 86400.0 : scene.crowd.seconds() + upTo(20));
        break;
      case 8:
        scene.camera.orbit(static_cast<float>(upTo(100)) * 0.01f, static_cast<float>(upTo(100) - 50) * 0.01f);
        break;
      default:
        view();
        break;
    }
    m_window->requestUpdate();
  }

  /// A description of the current state, to find the cause of a hanging frame.
  std::string told() const {
    const viewport::Scene& scene = m_window->scene();
    const viewport::ViewOptions& view = scene.view;
    return std::to_string(m_window->width()) + " x " + std::to_string(m_window->height()) + ", " +
           std::to_string(scene.crowd.size()) + " instances at " + std::to_string(scene.crowd.seconds()) + " s, view " +
           std::to_string(static_cast<int>(view.mode)) + ", path " + std::to_string(static_cast<int>(view.path)) +
           ", compared " + std::to_string(static_cast<int>(view.comparison)) + " with " +
           std::to_string(static_cast<int>(view.comparedPath)) + ", shadow " + std::to_string(view.shadow) +
           ", wires " + std::to_string(view.wireframe) + ", sockets " + std::to_string(view.sockets) +
           std::to_string(view.socketObjects) + ", skeleton " + std::to_string(static_cast<int>(view.skeleton)) +
           ", camera " + std::to_string(scene.camera.distance) + " m";
  }

  viewport::RhiWindow& window() { return *m_window; }
  QString takeFailure() { return std::exchange(m_failure, QString()); }

 private:
  std::mt19937 m_random;
  std::vector<std::shared_ptr<const model::Model>> m_models;
  std::unique_ptr<viewport::RhiWindow> m_window;
  QString m_failure;
};

}  // namespace

class TestSoak : public QObject {
  Q_OBJECT

 private slots:
  void soak() {
    std::vector<viewport::GpuBackend> backends;
    for (const viewport::GpuBackend backend : {viewport::GpuBackend::Vulkan, viewport::GpuBackend::OpenGl}) {
      if (deviceOf(backend) != nullptr) {
        backends.push_back(backend);
      }
    }
    if (backends.empty()) {
      QVERIFY(qEnvironmentVariableIsEmpty("TEXELETON_REQUIRE_GPU"));
      QSKIP("there is no GPU to draw with");
    }
    const auto seed = static_cast<unsigned>(qEnvironmentVariableIntValue("TEXELETON_SOAK_SEED") + 1);
    Course course(seed);
    course.open(backends.front());
    const double seconds = secondsToRun();
    QElapsedTimer timer;
    timer.start();
    std::uint64_t frames = 0;
    std::uint64_t steps = 0;
    static_cast<void>(bytesInUseOfDrivers());  // From here on the code of drivers is identified.
    std::optional<Course::InUse> warm;
    double backendChanges = 1.0;
    while (static_cast<double>(timer.elapsed()) * 1e-3 < seconds || steps < kLeastSteps) {
      const double share = static_cast<double>(timer.elapsed()) * 1e-3 / seconds;
      if (share * 12.0 > backendChanges) {
        frames += course.window().frameCount();
        course.open(backends[static_cast<std::size_t>(backendChanges) % backends.size()]);
        backendChanges += 1.0;
      }
      const std::uint64_t before = course.window().frameCount();
      course.step();
      ++steps;
      if (qEnvironmentVariableIsSet("TEXELETON_SOAK_TALK")) {
        qInfo("%llu: %.0f MB, %s", static_cast<unsigned long long>(steps), residentBytes() * 1e-6,
              course.told().c_str());
      }
      // Frames are made in parallel: without waiting, most changes would never be drawn.
      QVERIFY2(QTest::qWaitFor([&] { return course.window().frameCount() > before; }, kMostMillisecondsAFrame),
               ("no frame came: " + course.told()).c_str());
      QTest::qWait(20);
      const std::string said = validationMessages();
      QVERIFY2(said.empty(), said.c_str());
      const QString failure = course.takeFailure();
      QVERIFY2(failure.isEmpty(), qPrintable(QString("step %1 of seed %2: %3").arg(steps).arg(seed).arg(failure)));
      if (!warm && share > kWarmUpShare) {
        frames += course.window().frameCount();
        warm = course.inUseWithoutWindow(backends.front());
      }
    }
    frames += course.window().frameCount();
    const Course::InUse last = course.inUseWithoutWindow(backends.front());
    const Course::InUse first = warm.value_or(last);
    qInfo(
        "%llu steps, %llu frames; in use %.2f MB after the warm-up, %.2f MB at the end; of drivers %.2f and %.2f MB; "
        "resident %.0f MB",
        static_cast<unsigned long long>(steps), static_cast<unsigned long long>(frames), first.bytes * 1e-6,
        last.bytes * 1e-6, first.driverBytes * 1e-6, last.driverBytes * 1e-6, residentBytes() * 1e-6);
    QVERIFY(frames >= steps);
    if (steps < kStepsToJudge || !warm) {
      qInfo("too short to judge the growth of memory (TEXELETON_SOAK_SECONDS=600 is long enough)");
      return;
    }
    const double most = std::max(first.bytes * kMostGrowth, first.bytes + kMostGrowthBytes);
    QVERIFY2(last.bytes < most,
             qPrintable(QString("grew from %1 MB to %2 MB").arg(first.bytes * 1e-6).arg(last.bytes * 1e-6)));
  }
};

TEXELETON_GPU_SUITE(TestSoak)
#include "test_soak.moc"
