// GPU times of the parts of a frame. Only their presence is tested, and that no frame takes longer on the GPU than in
// total.

#include <QObject>
#include <chrono>

#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/measure/gpu_timer.h"
#include "viewport/offscreen_renderer.h"

using namespace texeleton;
using namespace texeleton::test;

class TestGpuTimer : public QObject {
  Q_OBJECT

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }
  void cleanupTestCase() { releaseDevices(); }

  void frames_data() { addBackendRows(); }
  void frames() {
    TEXELETON_DEVICE(device);
    const auto model = std::make_shared<const model::Model>(makeCharacter({}));
    const auto animation = baked(*model, {});
    viewport::Scene scene = stillScene(animation, 0, 0.2);
    viewport::CrowdSettings settings;
    settings.count = 60;
    scene.crowd = viewport::Crowd::make(settings, *animation).value();
    scene.camera.framePoints(scene.crowd.outline(), 1.0f);
    scene.skeleton = viewport::Skeleton::make(model, animation).value();

    viewport::OffscreenRenderer renderer(*device);
    QVERIFY(renderer.render(scene, {200, 200}));
    QVERIFY(!renderer.frames().statistics().gpuSeconds);  // No value without timing.
    renderer.frames().setTiming(true);
    for (const viewport::DrawPath path :
         {viewport::DrawPath::Texture, viewport::DrawPath::Compute, viewport::DrawPath::Cpu}) {
      scene.view.path = path;
      for (int i = 0; i < 7; ++i) {  // More than there are slots.
        using Clock = std::chrono::steady_clock;
        const auto begin = Clock::now();
        QVERIFY(renderer.render(scene, {200, 200}));
        const double whole = std::chrono::duration<double>(Clock::now() - begin).count();
        const std::optional<double> gpu = renderer.frames().statistics().gpuSeconds;
        QVERIFY(gpu.has_value());
        QVERIFY2(*gpu > 0.0 && *gpu <= whole, (std::to_string(*gpu) + " of " + std::to_string(whole)).c_str());
      }
    }
    renderer.frames().setTiming(false);
    QVERIFY(renderer.render(scene, {200, 200}));
    QVERIFY(!renderer.frames().statistics().gpuSeconds);
    // Two paths in one picture have separate times.
    renderer.frames().setTiming(true);
    scene.view.path = viewport::DrawPath::Texture;
    scene.view.comparison = viewport::Comparison::Split;
    QVERIFY(renderer.render(scene, {200, 200}));
    QCOMPARE(renderer.frames().timingProblem(), std::string());
    QVERIFY(renderer.frames().statistics().gpuSeconds && renderer.frames().comparedStatistics().gpuSeconds);
  }

  // Times that are not read are dropped and not assigned to another frame.
  void untaken_data() { addBackendRows(); }
  void untaken() {
    TEXELETON_DEVICE(device);
    auto made = viewport::GpuTimer::create(*device);
    QVERIFY2(made, made ? "" : made.error().message.c_str());
    viewport::GpuTimer& timer = **made;
    for (std::uint32_t frame = 0; frame < 2 * viewport::GpuTimer::kFrames + 1; ++frame) {
      QRhiCommandBuffer* commands = nullptr;
      QCOMPARE(device->rhi().beginOffscreenFrame(&commands), QRhi::FrameOpSuccess);
      for (std::uint32_t mark = 0; mark < 2 + frame % 3; ++mark) {
        timer.mark(*commands);
      }
      timer.endFrame();
      device->rhi().endOffscreenFrame();
    }
    std::vector<std::size_t> spans;
    while (const auto taken = timer.takeOldest(true)) {
      spans.push_back(taken->size());
      for (const double seconds : *taken) {
        QVERIFY(seconds >= 0.0 && seconds < 60.0);
      }
    }
    QCOMPARE(spans, (std::vector<std::size_t>{3, 1, 2, 3}));  // The last four: frames 5, 6, 7, 8.
  }
};

TEXELETON_GPU_SUITE(TestGpuTimer)
#include "test_gpu_timer.moc"
