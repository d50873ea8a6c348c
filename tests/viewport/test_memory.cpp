// Memory left behind by a frame: none of ours, and no growth in drivers. A software GPU once compiled three shaders for
// every picture and kept them (docs/performance.md, "Memory during playback").

#include <QObject>
#include <QSignalSpy>
#include <functional>

#include "core/import/import.h"
#include "tests/support/test_models.h"
#include "tests/viewport/driver_memory.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/rhi_window.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr QSize kSize(160, 120);
constexpr int kWarmUp = 8;
constexpr int kPictures = 8;
constexpr int kRounds = 4;  // A leak occurs in every round; memory that a driver keeps once occurs in one round.
// Per picture. The compiled shaders were 1,900,000 bytes of drivers.
constexpr double kMostOfDrivers = 16'000.0;
constexpr double kMostOfOurs = 1'000.0;

struct InUse {
  double ours = bytesInUseBesidesDrivers();
  double drivers = bytesInUseOfDrivers();
};

/// Draws kPictures pictures in each of several rounds. Reports the memory left by the best round if it exceeds the
/// limit.
template <class Draw>
std::string leftBehind(const Draw& draw) {
  std::string said;
  for (int round = 0; round < kRounds; ++round) {
    const InUse before;
    if (!draw(kPictures)) {
      return "a picture was not drawn";
    }
    const InUse after;
    const double ours = (after.ours - before.ours) / kPictures;
    const double drivers = (after.drivers - before.drivers) / kPictures;
    if (ours <= kMostOfOurs && drivers <= kMostOfDrivers) {
      return {};
    }
    said = "a picture left " + std::to_string(static_cast<long>(ours)) + " bytes of ours and " +
           std::to_string(static_cast<long>(drivers)) + " of drivers";
  }
  return said;
}

viewport::Scene knightScene(vat::BakeMode mode) {
  JobContext job;
  const auto model = *importing::importModel(sourceFolder() / "resources" / "samples" / "lantern-knight.glb", {}, job);
  bake::BakeSettings settings;
  settings.mode = mode;
  settings.expose = {{"weapon_r"}, {"lantern"}};
  settings.sampleRateHz = 10.0;
  settings.lodRatios = {0.5};
  const auto animation = baked(*model, settings);
  viewport::Scene scene = stillScene(animation, 0, 0.0);
  viewport::CrowdSettings crowd;
  crowd.count = 4;
  scene.crowd = viewport::Crowd::make(crowd, *animation).value();
  scene.camera.framePoints(scene.crowd.outline(), 4.0f / 3.0f);
  scene.skeleton = viewport::Skeleton::make(model, animation).value();
  return scene;
}

struct Look {
  const char* name;
  vat::BakeMode mode;
  void (*change)(viewport::ViewOptions&);
};

const Look kLooks[] = {
    {"lit", vat::BakeMode::Bone, [](viewport::ViewOptions&) {}},
    {"vertices", vat::BakeMode::Vertex, [](viewport::ViewOptions&) {}},
    {"all overlays", vat::BakeMode::Bone,
     [](viewport::ViewOptions& view) {
       view.skeleton = viewport::SkeletonView::Faded;
       view.sockets = view.socketObjects = view.hud = view.edges = view.bounds = true;
     }},
    {"compared", vat::BakeMode::Bone,
     [](viewport::ViewOptions& view) {
       view.comparison = viewport::Comparison::Split;
       view.comparedPath = viewport::DrawPath::Compute;
     }},
    {"heat", vat::BakeMode::Bone, [](viewport::ViewOptions& view) { view.mode = viewport::ViewMode::Heat; }},
    {"weights", vat::BakeMode::Bone, [](viewport::ViewOptions& view) { view.mode = viewport::ViewMode::Weights; }},
};

}  // namespace

class TestMemory : public QObject {
  Q_OBJECT

 private slots:
  void picturesLeakNothing_data() {
    QTest::addColumn<int>("look");
    QTest::addColumn<int>("backend");
    for (int look = 0; look < static_cast<int>(std::size(kLooks)); ++look) {
      for (const viewport::GpuBackend backend : {viewport::GpuBackend::Vulkan, viewport::GpuBackend::OpenGl}) {
        QTest::addRow("%s, %s", kLooks[look].name, viewport::backendWord(backend)) << look << static_cast<int>(backend);
      }
    }
  }
  void picturesLeakNothing() {
    TEXELETON_DEVICE(unused);
    static_cast<void>(unused);
    QFETCH(int, look);
    // The validation layer would be counted as ours.
    viewport::GpuDeviceOptions options;
    options.backend = static_cast<viewport::GpuBackend>(backend);
    const auto device = viewport::GpuDevice::create(options);
    QVERIFY(device.has_value());
    viewport::Scene scene = knightScene(kLooks[look].mode);
    kLooks[look].change(scene.view);
    viewport::OffscreenRenderer renderer(**device);
    int picture = 0;
    const auto draw = [&](int count) {
      for (int i = 0; i < count; ++i) {
        scene.crowd.setTime(0.04 * ++picture);
        scene.camera.yaw += 0.05f;
        if (!renderer.render(scene, kSize)) {
          return false;
        }
      }
      return true;
    };
    QVERIFY(draw(kWarmUp));
    const std::string wrong = leftBehind(draw);
    QVERIFY2(wrong.empty(), wrong.c_str());
  }

  void playbackLeaksNothing_data() { addBackendRows(); }
  void playbackLeaksNothing() {
    TEXELETON_DEVICE(unused);
    static_cast<void>(unused);
    viewport::RhiWindow window(static_cast<viewport::GpuBackend>(backend));
    window.scene() = knightScene(vat::BakeMode::Bone);
    window.resize(kSize);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.setPlaying(true);
    const auto draw = [&window](int count) {
      const std::uint64_t until = window.frameCount() + static_cast<std::uint64_t>(count);
      return QTest::qWaitFor([&] { return window.frameCount() >= until; }, 120000);
    };
    QVERIFY(draw(kWarmUp));
    const std::string wrong = leftBehind(draw);
    QVERIFY2(wrong.empty(), wrong.c_str());
  }
};

TEXELETON_GPU_SUITE(TestMemory)
#include "test_memory.moc"
