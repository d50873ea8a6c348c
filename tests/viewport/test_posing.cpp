// Crowds whose bones a compute shader decodes before drawing: the same pictures as with shaders that decode the texture
// per vertex, whatever the crowd plays.

#include <QObject>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "core/vat/encoding.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/viewport/compare_pictures.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/material_model.h"
#include "tests/viewport/scenes.h"
#include "viewport/measure/reference_character.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/scene/gpu/gpu_poses.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr double kMostShare = 0.002;  // Share of pixels, at edges whose samples rounding may move.

std::shared_ptr<const vat::BakedAnimation> character(const char* encoding, std::vector<double> lodRatios = {},
                                                     vat::BakeMode mode = vat::BakeMode::Bone) {
  bake::BakeSettings settings;
  settings.mode = mode;
  settings.encoding = encoding;
  settings.loop = bake::LoopMode::On;
  settings.lodRatios = std::move(lodRatios);
  settings.expose = {{"Head"}};
  return baked(viewport::makeReferenceCharacter(), settings);
}

viewport::Scene crowdOf(std::shared_ptr<const vat::BakedAnimation> animation, std::uint32_t count) {
  viewport::CrowdSettings settings;
  settings.count = count;
  settings.phaseSpread = 1.0f;
  settings.turnSpread = 3.0f;
  settings.scaleSpread = 0.3f;
  settings.tintSpread = 0.8f;
  viewport::Scene scene;
  scene.animation = std::move(animation);
  scene.crowd = viewport::Crowd::make(settings, *scene.animation).value();
  scene.crowd.setTime(1.3);
  scene.camera.pitch = 0.3f;
  scene.camera.framePoints(scene.crowd.outline(), 4.0f / 3.0f);
  return scene;
}

/// Lets some instances fade and some play once.
void unsettle(viewport::Scene& scene) {
  for (std::size_t i = 0; i < scene.crowd.size(); ++i) {
    if (i % 3 == 0) {
      scene.crowd.fadeTo(i, static_cast<std::uint32_t>(i % scene.animation->clips.size()), 1.0, 0.2, 0.7);
    } else if (i % 3 == 1) {
      viewport::InstanceRecord record = scene.crowd.records()[i];
      runtime::CrowdClip clip = viewport::unpackClip(record.clipB);
      clip.loop = false;
      record.clipB = viewport::packClip(clip);
      scene.crowd.setRecord(i, record);
    }
  }
  scene.crowd.setTime(1.4);
}

void addLayer(viewport::Scene& scene) {
  const std::array<std::string, 1> root = {"Spine"};
  viewport::CrowdLayer layer;
  layer.clip = 3;
  layer.mask = runtime::layerMask(*scene.animation, root, 1).value();
  QVERIFY(scene.crowd.setLayer(std::move(layer)));
}

struct Case {
  const char* name;
  std::function<viewport::Scene()> make;
};

std::vector<Case> cases() {
  return {{"matrices",
           [] {
             viewport::Scene scene = crowdOf(character("matrix3x4"), 12);
             unsettle(scene);
             return scene;
           }},
          {"turns",
           [] {
             viewport::Scene scene = crowdOf(character("quaternion"), 12);
             unsettle(scene);
             return scene;
           }},
          {"layers",
           [] {
             viewport::Scene scene = crowdOf(character("quaternion"), 12);
             addLayer(scene);
             unsettle(scene);
             return scene;
           }},
          {"from inside",
           [] {
             viewport::Scene scene = crowdOf(character("matrix3x4", {0.3, 0.05}), 2000);
             scene.camera.target = {0.4f, 1.3f, 0.3f};
             scene.camera.distance = 5.0f;
             scene.camera.yaw = 0.6f;
             scene.camera.pitch = 0.12f;
             scene.view.levelPixels = 2.0f;
             return scene;
           }},
          {"from inside, with impostors",
           [] {
             viewport::Scene scene = crowdOf(character("matrix3x4", {0.3, 0.05}), 2000);
             scene.camera.target = {0.4f, 1.3f, 0.3f};
             scene.camera.distance = 5.0f;
             scene.camera.yaw = 0.6f;
             scene.camera.pitch = 0.12f;
             scene.view.impostorPixels = 16.0f;
             return scene;
           }},
          {"many bones, stepped",
           [] {
             CharacterSpec many;
             many.joints = 300;
             many.vertices = 900;
             many.scales = true;
             bake::BakeSettings settings;
             settings.mode = vat::BakeMode::Bone;
             settings.loop = bake::LoopMode::On;
             settings.maxSize = 512;
             viewport::Scene scene = crowdOf(baked(makeCharacter(many), settings), 4);
             scene.view.interpolate = false;
             return scene;
           }},
          {"colours and tangents",
           [] {
             bake::BakeSettings settings;
             settings.mode = vat::BakeMode::Bone;
             return crowdOf(baked(materialModel(), settings), 3);
           }},
          {"lit at vertices",
           [] {
             viewport::Scene scene = crowdOf(character("matrix3x4"), 5);
             scene.view.mode = viewport::ViewMode::VertexLit;
             return scene;
           }},
          {"positions and normals",
           [] {
             viewport::Scene scene = crowdOf(character("positionNormal", {}, vat::BakeMode::Vertex), 12);
             unsettle(scene);
             return scene;
           }},
          {"offsets",
           [] {
             viewport::Scene scene = crowdOf(character("offset16", {0.3}, vat::BakeMode::Vertex), 12);
             unsettle(scene);
             return scene;
           }},
          {"shapes",
           [] {
             viewport::Scene scene = crowdOf(character("basis", {}, vat::BakeMode::Vertex), 8);
             unsettle(scene);
             scene.view.sockets = scene.view.socketObjects = true;
             return scene;
           }},
          {"offsets, lit at vertices",
           [] {
             viewport::Scene scene = crowdOf(character("offset16", {}, vat::BakeMode::Vertex), 3);
             scene.view.mode = viewport::ViewMode::VertexLit;
             return scene;
           }},
          {"vertices with colours",
           [] {
             bake::BakeSettings settings;
             settings.mode = vat::BakeMode::Vertex;
             return crowdOf(baked(materialModel(), settings), 3);
           }},
          {"clips", [] {
             viewport::Scene scene = crowdOf(character("matrix3x4"), 6);
             unsettle(scene);
             scene.view.mode = viewport::ViewMode::Clips;
             return scene;
           }}};
}

}  // namespace

class TestPosing : public QObject {
  Q_OBJECT

  static constexpr QSize kSize{200, 150};

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }

  void pictures_data() { addBackendRows(); }
  void pictures() {
    TEXELETON_DEVICE(device);
    if (device->backend() != viewport::GpuBackend::Vulkan) {
      QSKIP("poses are decoded before drawing on Vulkan alone (docs/decisions/0012)");
    }
    QVERIFY(device->mostStorageBytes() > 0);
    for (const Case& each : cases()) {
      viewport::Scene scene = each.make();
      viewport::OffscreenRenderer posed(*device);
      posed.frames().setPosing(viewport::FrameRenderer::Posing::Always);
      viewport::OffscreenRenderer usual(*device);
      usual.frames().setPosing(viewport::FrameRenderer::Posing::Never);
      viewport::OffscreenRenderer chosen(*device);  // Decodes shapes beforehand.
      double moved = 0.0;
      QImage before;
      for (const double seconds : {0.0, 0.35}) {  // Only the clock changes between the frames.
        scene.crowd.setTime(1.4 + seconds);
        const QImage a = posed.render(scene, kSize).value();
        const QImage b = usual.render(scene, kSize).value();
        QVERIFY2(posed.frames().statistics().instancesPosed > 0, each.name);
        QCOMPARE(usual.frames().statistics().instancesPosed, std::uint64_t{0});
        QCOMPARE(posed.frames().statistics().triangles, usual.frames().statistics().triangles);
        const double offByChoice = differingShare(chosen.render(scene, kSize).value(), b);
        QVERIFY2(offByChoice <= kMostShare, qPrintable(QString("%1: %2").arg(each.name).arg(offByChoice)));
        const double off = differingShare(a, b);
        QVERIFY2(off <= kMostShare, qPrintable(QString("%1: %2").arg(each.name).arg(off)));
        moved = before.isNull() ? 0.0 : differingShare(a, before);
        before = a;
      }
      // A static model would hide errors.
      QVERIFY2(moved > 2.0 * kMostShare || std::string(each.name).find("colours") != std::string::npos, each.name);
    }
  }

  void slotsOfRuns_data() { addBackendRows(); }
  void slotsOfRuns() {
    TEXELETON_DEVICE(device);
    JobContext job;
    const auto pack = viewport::GpuPack::create(*device, character("matrix3x4"), viewport::VertexPrecision::Packed,
                                                viewport::GpuPack::Shapes::AsStored, job)
                          .value();
    if (device->backend() != viewport::GpuBackend::Vulkan) {
      QVERIFY(!viewport::GpuPoses::isPossible(*device, *pack));
      QSKIP("poses are decoded before drawing on Vulkan alone (docs/decisions/0012)");
    }
    QVERIFY(viewport::GpuPoses::isPossible(*device, *pack));
    const viewport::Scene scene = crowdOf(pack->animation(), 60);
    viewport::GpuCrowd crowd(*device);
    viewport::GpuPoses poses(*device);
    QRhiResourceUpdateBatch* const batch = device->rhi().nextResourceUpdateBatch();
    QVERIFY(crowd.update(scene.crowd, *pack, true, *batch));
    const std::array<viewport::CrowdRun, 3> seen = {{{2, 8, 0}, {20, 5, viewport::kImpostorLevel}, {30, 4, 1}}};
    const std::array<viewport::CrowdRun, 4> lit = {{{5, 7, 0}, {12, 1, 2}, {31, 2, 1}, {50, 3, 0}}};
    QVERIFY(poses.update(*pack, crowd, seen, lit, *batch).value());
    QCOMPARE(poses.lightSlots(), 8u + 4u);
    QCOMPARE(poses.slotCount(), 12u + 7u + 1u + 2u + 3u);
    // No instances, and more than memory allows.
    QVERIFY(!poses.update(*pack, crowd, {}, {}, *batch).value());
    QCOMPARE(poses.slotCount(), 0u);
    const viewport::CrowdRun many{0, 1'000'000, 0};
    QVERIFY(!poses.update(*pack, crowd, {&many, 1}, {}, *batch).value());
    batch->release();
  }

  // The renderer does without the compute shader if it would do more work than the vertices.
  void usedWhereFaster_data() { addBackendRows(); }
  void usedWhereFaster() {
    TEXELETON_DEVICE(device);
    viewport::Scene scene = crowdOf(character("matrix3x4", {0.01}), 4);
    viewport::OffscreenRenderer renderer(*device);
    const auto posed = [&](std::uint32_t level) {
      scene.view.level = level;
      static_cast<void>(renderer.render(scene, QSize(16, 16)).value());
      return renderer.frames().statistics().instancesPosed > 0;
    };
    QCOMPARE(posed(0), device->mostStorageBytes() > 0);
    QCOMPARE(posed(1), device->mostStorageBytes() > 0 && !device->isSoftware());
  }
};

TEXELETON_GPU_SUITE(TestPosing)
#include "test_posing.moc"
