// Compares pictures of small scenes with reviewed references (tests/golden).

#include <QObject>

#include "core/import/import.h"
#include "core/runtime/clip_timing.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"
#include "tests/viewport/golden.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/material_model.h"
#include "tests/viewport/scenes.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/scene/gpu/mirrored_poses.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr GoldenTolerance kSmallFigures{1.5, 0.035};  // Mostly edges.

std::shared_ptr<const vat::BakedAnimation> sample(const char* file, vat::BakeMode mode) {
  JobContext job;
  const auto model = importing::importModel(sourceFolder() / "resources" / "samples" / file, {}, job);
  if (!model) {
    QTest::qFail(model.error().message.c_str(), __FILE__, __LINE__);
    return nullptr;
  }
  bake::BakeSettings settings;
  settings.mode = mode;
  return baked(**model, settings);
}

std::shared_ptr<const vat::BakedAnimation> bakedKnight() {
  static const auto animation = sample("lantern-knight.glb", vat::BakeMode::Bone);
  return animation;
}

std::shared_ptr<const vat::BakedAnimation> banner() {
  static const auto animation = sample("banner.glb", vat::BakeMode::Vertex);
  return animation;
}

float aspectOf(const QSize& size) { return static_cast<float>(size.width()) / static_cast<float>(size.height()); }

}  // namespace

class TestGolden : public QObject {
  Q_OBJECT

  static constexpr QSize kSize{240, 200};

  static viewport::Scene crowdScene(std::uint32_t count, viewport::CrowdLayout layout) {
    viewport::CrowdSettings settings;
    settings.count = count;
    settings.layout = layout;
    settings.phaseSpread = 1.0f;
    settings.speedSpread = 0.1f;
    settings.tintSpread = 0.4f;
    settings.turnSpread = 0.3f;
    viewport::Scene scene;
    scene.animation = bakedKnight();
    if (!scene.animation) {
      return scene;  // Fails with the message of the import.
    }
    scene.crowd = viewport::Crowd::make(settings, *scene.animation).value();
    scene.crowd.setTime(1.5);
    scene.camera.framePoints(scene.crowd.outline(), aspectOf(kSize));
    return scene;
  }

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }
  void cleanupTestCase() { releaseDevices(); }

  void boneModeLit_data() { addBackendRows(); }
  void boneModeLit() {
    TEXELETON_DEVICE(device);
    TEXELETON_COMPARE_GOLDEN(*device, stillScene(bakedKnight(), 1, 0.3), "bone-lit");
  }

  void vertexModeLit_data() { addBackendRows(); }
  void vertexModeLit() {
    TEXELETON_DEVICE(device);
    TEXELETON_COMPARE_GOLDEN(*device, stillScene(banner(), 0, 0.7), "vertex-lit");
  }

  // The knight has the same picture in vertex mode as in bone mode.
  void modesLookAlike_data() { addBackendRows(); }
  void modesLookAlike() {
    TEXELETON_DEVICE(device);
    const auto vertices = sample("lantern-knight.glb", vat::BakeMode::Vertex);
    viewport::Scene scene = stillScene(vertices, 1, 0.3);
    scene.camera = stillScene(bakedKnight(), 1, 0.3).camera;
    TEXELETON_COMPARE_GOLDEN(*device, scene, "bone-lit");
  }

  // Full floats give the same picture as packed vertices.
  void precisionsLookAlike_data() { addBackendRows(); }
  void precisionsLookAlike() {
    TEXELETON_DEVICE(device);
    viewport::Scene scene = stillScene(bakedKnight(), 1, 0.3);
    scene.view.vertices = viewport::VertexPrecision::Full;
    TEXELETON_COMPARE_GOLDEN(*device, scene, "bone-lit");
  }

  void views_data() {
    QTest::addColumn<int>("backend");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("view");
    const std::pair<const char*, viewport::ViewMode> views[] = {{"textured", viewport::ViewMode::Textured},
                                                                {"normals", viewport::ViewMode::Normals},
                                                                {"weights", viewport::ViewMode::Weights},
                                                                {"clips", viewport::ViewMode::Clips}};
    for (const auto& [name, view] : views) {
      for (const viewport::GpuBackend backend : {viewport::GpuBackend::Vulkan, viewport::GpuBackend::OpenGl}) {
        QTest::addRow("%s, %s", name, viewport::backendWord(backend))
            << static_cast<int>(backend) << QString(name) << static_cast<int>(view);
      }
    }
  }
  void views() {
    TEXELETON_DEVICE(device);
    QFETCH(QString, name);
    QFETCH(int, view);
    viewport::Scene scene = crowdScene(4, viewport::CrowdLayout::Grid);
    scene.view.mode = static_cast<viewport::ViewMode>(view);
    TEXELETON_COMPARE_GOLDEN(*device, scene, ("view-" + name.toStdString()).c_str());
  }

  void wireframe_data() { addBackendRows(); }
  void wireframe() {
    TEXELETON_DEVICE(device);
    if (!device->canDrawWireframe()) {
      QSKIP("this GPU draws no wireframes");
    }
    viewport::Scene scene = stillScene(banner(), 0, 0.7);
    scene.view.wireframe = true;
    TEXELETON_COMPARE_GOLDEN(*device, scene, "wireframe",
                             {2.5, 0.08});  // Lines one pixel wide: renderers differ in their ends.
  }

  void crossFade_data() { addBackendRows(); }
  void crossFade() {
    TEXELETON_DEVICE(device);
    viewport::Scene scene = stillScene(bakedKnight(), 0, 0.2);
    scene.crowd.fadeTo(0, 3, 0.0, 0.35, 1.0);
    scene.camera.framePoints(scene.crowd.outline(), aspectOf(kSize));
    scene.crowd.setTime(0.5);
    TEXELETON_COMPARE_GOLDEN(*device, scene, "cross-fade");
  }

  void stepped_data() { addBackendRows(); }
  void stepped() {
    TEXELETON_DEVICE(device);
    bake::BakeSettings settings;
    settings.sampleRateHz = 2.0;
    const auto animation = baked(twoBoneStrip(), settings);
    QVERIFY(animation);
    viewport::Scene scene =
        stillScene(animation, 0, 0.45);  // Just before the bent frame: without interpolation the straight one is shown.
    scene.view.interpolate = false;
    TEXELETON_COMPARE_GOLDEN(*device, scene, "stepped");
    scene.view.interpolate = true;
    TEXELETON_COMPARE_GOLDEN(*device, scene, "interpolated");
  }

  void materials_data() { addBackendRows(); }
  void materials() {
    TEXELETON_DEVICE(device);
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      bake::BakeSettings settings;
      settings.mode = mode;
      const auto animation = baked(materialModel(), settings);
      QVERIFY(animation);
      viewport::Scene scene = stillScene(animation, 0, 0.0);
      scene.camera.yaw = 0.0f;
      scene.camera.pitch = 0.05f;
      scene.camera.framePoints(scene.crowd.outline(), aspectOf(kSize));
      TEXELETON_COMPARE_GOLDEN(*device, scene, "materials");
    }
  }

  // The visible side of a surface and the direction of its bumps do not depend on the winding alone.
  void mirroredPoses_data() { addBackendRows(); }
  void mirroredPoses() {
    TEXELETON_DEVICE(device);
    const auto model = std::make_shared<const model::Model>(mirroredMaterialModel());
    const auto animation = baked(*model, {});
    QVERIFY(animation && viewport::posesMirror(*animation));
    QVERIFY(!viewport::posesMirror(*baked(materialModel(), {})));
    bake::BakeSettings quaternions;
    quaternions.encoding = "quaternion";
    QVERIFY(viewport::posesMirror(*baked(*model, quaternions)) &&
            !viewport::posesMirror(*baked(materialModel(), quaternions)));
    viewport::Scene scene = stillScene(animation, 0, 0.0);
    scene.camera.yaw = 0.0f;
    scene.camera.pitch = 0.05f;
    scene.camera.framePoints(scene.crowd.outline(), aspectOf(kSize));
    TEXELETON_COMPARE_GOLDEN(*device, scene, "materials");
    scene.skeleton = viewport::Skeleton::make(model, animation).value();
    for (const viewport::DrawPath path : {viewport::DrawPath::Compute, viewport::DrawPath::Cpu}) {
      scene.view.path = path;
      TEXELETON_COMPARE_GOLDEN(*device, scene, "materials");
    }
  }

  void crowds_data() { addBackendRows(); }
  void crowds() {
    TEXELETON_DEVICE(device);
    TEXELETON_COMPARE_GOLDEN(*device, crowdScene(40, viewport::CrowdLayout::Scatter), "crowd-scatter", kSmallFigures);
    TEXELETON_COMPARE_GOLDEN(*device, crowdScene(40, viewport::CrowdLayout::Disc), "crowd-disc", kSmallFigures);
  }

  void orthographic_data() { addBackendRows(); }
  void orthographic() {
    TEXELETON_DEVICE(device);
    viewport::Scene scene = crowdScene(9, viewport::CrowdLayout::Grid);
    scene.camera.orthographic = true;
    scene.camera.framePoints(scene.crowd.outline(), aspectOf(kSize));
    TEXELETON_COMPARE_GOLDEN(*device, scene, "orthographic");
  }
};

TEXELETON_GPU_SUITE(TestGolden)
#include "test_golden.moc"
