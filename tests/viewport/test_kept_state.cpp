// A renderer that draws several scenes in turn shows the same pictures as a new one for each scene: no cached state of
// another camera, count, clip or pose remains.

#include <QObject>
#include <array>
#include <initializer_list>
#include <optional>
#include <random>
#include <tuple>

#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/viewport/compare_pictures.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/measure/reference_character.h"
#include "viewport/offscreen_renderer.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr double kMostShare = 0.002;  // Share of pixels, at edges whose samples rounding may move.
constexpr int kSteps = 40;

/// The second clip plays once.
std::shared_ptr<const vat::BakedAnimation> character(vat::BakeMode mode) {
  bake::BakeSettings settings;
  settings.mode = mode;
  settings.loop = bake::LoopMode::On;
  settings.lodRatios = {0.3};
  const auto animation = changeable(viewport::makeReferenceCharacter(), settings);
  animation->clips[1].loop = false;
  return animation;
}

viewport::Scene crowdOf(std::shared_ptr<const vat::BakedAnimation> animation, std::uint32_t count,
                        std::optional<std::uint32_t> clip, float yaw) {
  viewport::CrowdSettings settings;
  settings.count = count;
  settings.clip = clip;
  settings.phaseSpread = count > 1 ? 1.0f : 0.0f;
  viewport::Scene scene;
  scene.animation = std::move(animation);
  scene.crowd = viewport::Crowd::make(settings, *scene.animation).value();
  scene.crowd.setTime(0.4);
  scene.camera.yaw = yaw;
  scene.camera.framePoints(scene.crowd.outline(), 4.0f / 3.0f);
  return scene;
}

}  // namespace

class TestKeptState : public QObject {
  Q_OBJECT

  /// Draws with both renderers; returns an empty text if the pictures agree.
  static QString compare(viewport::GpuDevice& device, viewport::OffscreenRenderer& kept, const viewport::Scene& scene,
                         const QString& step) {
    const QSize size(160, 120);
    viewport::OffscreenRenderer fresh(device);
    const auto old = kept.render(scene, size);
    const auto now = fresh.render(scene, size);
    if (!old || !now) {
      return step + ": " + QString::fromStdString(describe(!old ? old.error() : now.error()));
    }
    const double share = differingShare(*old, *now);
    return share <= kMostShare ? QString() : QString("%1: %2 % of the pixels differ").arg(step).arg(100.0 * share);
  }

 private slots:
  // Crowd, One, a clip that plays once, another camera, Crowd: characters were drawn with the camera of One.
  void crowdAfterOne_data() { addBackendRows(); }
  void crowdAfterOne() {
    TEXELETON_DEVICE(device);
    const auto animation = character(vat::BakeMode::Bone);
    viewport::OffscreenRenderer kept(*device);
    int step = 0;
    for (const auto& [count, clip, yaw] :
         std::initializer_list<std::tuple<std::uint32_t, std::optional<std::uint32_t>, float>>{
             {60, std::nullopt, 0.6f}, {1, 0, 0.6f}, {1, 1, 0.6f}, {1, 1, 2.0f}, {60, std::nullopt, 0.6f}}) {
      const viewport::Scene scene = crowdOf(animation, count, clip, yaw);
      // Twice: the first frame binds everything again.
      for (int frame = 0; frame < 2; ++frame) {
        const QString why = compare(*device, kept, scene, QString("step %1, frame %2").arg(step).arg(frame));
        QVERIFY2(why.isEmpty(), qPrintable(why));
      }
      ++step;
    }
    QCOMPARE(validationMessages(), std::string());
  }

  void randomScenes_data() { addBackendRows(); }
  void randomScenes() {
    TEXELETON_DEVICE(device);
    const std::vector<std::shared_ptr<const vat::BakedAnimation>> animations = {character(vat::BakeMode::Bone),
                                                                                character(vat::BakeMode::Vertex)};
    std::mt19937 random(7);
    const auto upTo = [&random](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    viewport::OffscreenRenderer kept(*device);
    for (int step = 0; step < kSteps; ++step) {
      const auto& animation = animations[upTo(8) == 0 ? 1 : 0];
      const std::uint32_t clips = static_cast<std::uint32_t>(animation->clips.size());
      const std::uint32_t count = std::array{1u, 2u, 40u}[upTo(3)];
      viewport::Scene scene = crowdOf(animation, count, upTo(2) == 0 ? std::optional(upTo(clips)) : std::nullopt,
                                      0.1f * static_cast<float>(upTo(60)));
      scene.crowd.setTime(0.1 * upTo(20));
      if (upTo(3) == 0) {
        scene.crowd.fadeTo(0, upTo(clips), 1.0, 0.0, 0.5);
        scene.crowd.setTime(scene.crowd.seconds() + 0.2);
      }
      if (upTo(3) == 0) {
        scene.camera.zoom(0.5f);
      }
      scene.view.shadow = upTo(2) == 0;
      scene.view.skeleton = static_cast<viewport::SkeletonView>(upTo(2));
      scene.view.bounds = upTo(3) == 0;
      scene.view.impostorPixels = upTo(4) == 0 ? 24.0f : 0.0f;
      scene.view.interpolate = upTo(4) != 0;
      const QString why = compare(*device, kept, scene, QString("step %1").arg(step));
      QVERIFY2(why.isEmpty(), qPrintable(why));
    }
    QCOMPARE(validationMessages(), std::string());
  }
};

TEXELETON_GPU_SUITE(TestKeptState)
#include "test_kept_state.moc"
