// Attachments are drawn like parts of the character's mesh: the same picture from the texture in both modes, by compute
// and CPU skinning, with shadow. Also the gizmo on top of them.

#include <QObject>
#include <algorithm>
#include <cmath>

#include "core/pipeline/attach_models.h"
#include "core/transform/rotation.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/viewport/compare_pictures.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/scene/hang_attachments.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

struct ScenePair {
  viewport::Scene hung;
  viewport::Scene merged;
};

/// The strip with a cube on its tip: attached, and as part of the mesh.
ScenePair scenesOf(vat::BakeMode mode) {
  model::Model made = twoBoneStrip();
  for (model::Material& material : made.materials) {
    material.doubleSided = true;
  }
  const auto strip = std::make_shared<const model::Model>(std::move(made));
  pipeline::AttachmentModels models;
  pipeline::AttachmentModel& cube = models["cube.glb"];
  cube.model = std::make_shared<const model::Model>(animatedRigidNode());
  cube.frozen = std::make_shared<const model::Model>(pipeline::frozenAtRest(*cube.model));
  recipe::AttachmentOrder order;
  order.file = "cube.glb";
  order.attachment.name = "cube";
  order.attachment.node = "Tip";
  order.attachment.local = {{0.2, 0.5, 0.1}, transform::fromEulerDegrees({20, 30, 40}), {0.5, 0.9, -0.4}};
  JobContext job;
  bake::BakeSettings settings;
  settings.mode = mode;
  settings.pixelFormat = vat::PixelFormat::Rgba32F;
  settings.sampleRateHz = 240.0;
  const auto sceneOf = [&](bool merge) {
    order.attachment.merge = merge;
    const auto placed = pipeline::placeAttachments({order}, models, *strip, {}, job);
    const auto model = pipeline::withMerged(strip, placed);
    bake::BakeSettings own = settings;
    pipeline::addAttachmentSockets(placed, *strip, own);
    viewport::Scene scene = stillScene(baked(*model, own), 0, 0.25);
    scene.skeleton = viewport::Skeleton::make(model, scene.animation).value_or(nullptr);
    scene.attachments = viewport::sceneAttachments(placed, *model, *scene.animation);
    scene.camera.target = {0.0f, 1.0f, 0.0f};
    scene.camera.distance = 6.0f;
    scene.view.vertices = viewport::VertexPrecision::Full;
    return scene;
  };
  ScenePair pair{sceneOf(false), sceneOf(true)};
  pair.merged.camera = pair.hung.camera;
  return pair;
}

}  // namespace

class TestAttachmentsDrawn : public QObject {
  Q_OBJECT

  static constexpr QSize kSize{240, 240};

 private slots:
  /// The bounds for culling and framing a crowd include attachments, like those of a mesh that contains them.
  void boundsAsIfMerged() {
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      const ScenePair pair = scenesOf(mode);
      const vat::BakedAnimation& hung = *pair.hung.animation;
      const vat::BakedAnimation& merged = *pair.merged.animation;
      const std::vector<model::Box> bounds = viewport::attachedBounds(hung, *pair.hung.attachments);
      QCOMPARE(bounds.size(), hung.clips.size());
      viewport::CrowdSettings settings;
      settings.count = 1;
      settings.clip = 0;
      const viewport::Crowd bare = viewport::Crowd::make(settings, hung).value();
      const viewport::Crowd crowd = viewport::Crowd::make(settings, hung, bounds).value();
      float wider = 0.0f;
      for (std::size_t c = 0; c < bounds.size(); ++c) {
        for (int axis = 0; axis < 3; ++axis) {
          const float below = merged.clips[c].bounds.min[axis] - bounds[c].min[axis];
          const float above = bounds[c].max[axis] - merged.clips[c].bounds.max[axis];
          // The corners of a rotated box extend beyond its content, at most by its diagonal.
          QVERIFY2(below > -2e-3f && above > -2e-3f && below < 0.8f && above < 0.8f,
                   qPrintable(QString("%1 %2").arg(below).arg(above)));
          wider = std::max(wider, bounds[c].max[axis] - hung.clips[c].bounds.max[axis]);
        }
      }
      QVERIFY(wider > 0.2f);
      const glm::vec3 grown = (crowd.bounds().max - crowd.bounds().min) - (bare.bounds().max - bare.bounds().min);
      QVERIFY(std::max({grown.x, grown.y, grown.z}) > 0.1f && std::min({grown.x, grown.y, grown.z}) >= 0.0f);
    }
  }

  void asIfMerged_data() { addBackendRows(); }
  void asIfMerged() {
    TEXELETON_DEVICE(device);
    viewport::OffscreenRenderer renderer(*device);
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      ScenePair pair = scenesOf(mode);
      QVERIFY(pair.hung.attachments && pair.hung.attachments->size() == 1);
      QVERIFY(!pair.merged.attachments);
      for (const viewport::DrawPath path : {viewport::DrawPath::Texture, viewport::DrawPath::Compute,
                                            viewport::DrawPath::Cpu, viewport::DrawPath::Hybrid}) {
        if (path != viewport::DrawPath::Texture && (!pair.hung.skeleton || !pair.merged.skeleton)) {
          continue;
        }
        pair.hung.view.path = pair.merged.view.path = path;
        const auto hung = renderer.render(pair.hung, kSize);
        QVERIFY2(hung, hung ? "" : hung.error().message.c_str());
        const auto merged = renderer.render(pair.merged, kSize);
        QVERIFY(merged.has_value());
        viewport::Scene bare = pair.hung;
        bare.attachments = nullptr;
        const auto without = renderer.render(bare, kSize);
        QVERIFY(without.has_value());
        const int own = differing(*hung, *without);  // The pixels of the cube and its shadow.
        const int apart = differing(*hung, *merged);
        const QString what = QString("mode %1 path %2: %3 of %4").arg(int(mode)).arg(int(path)).arg(apart).arg(own);
        QVERIFY2(own > 600, qPrintable(what));
        QVERIFY2(apart < own / 25, qPrintable(what));
      }
    }
    QCOMPARE(validationMessages(), std::string());
  }

  void gizmoOnTop_data() { addBackendRows(); }
  void gizmoOnTop() {
    TEXELETON_DEVICE(device);
    viewport::OffscreenRenderer renderer(*device);
    ScenePair pair = scenesOf(vat::BakeMode::Bone);
    const auto plain = renderer.render(pair.hung, kSize);
    for (const viewport::GizmoMode mode :
         {viewport::GizmoMode::Translate, viewport::GizmoMode::Rotate, viewport::GizmoMode::Scale}) {
      viewport::GizmoState state;
      state.mode = mode;
      state.frame.origin = {0.0, 1.0, 0.0};
      pair.hung.gizmo = state;
      const auto shown = renderer.render(pair.hung, kSize);
      QVERIFY2(shown, shown ? "" : shown.error().message.c_str());
      QVERIFY(differing(*plain, *shown) > 300);
      // The red, green and blue axes are visible, in front of the objects.
      int colors[3] = {0, 0, 0};
      for (int y = 0; y < shown->height(); ++y) {
        for (int x = 0; x < shown->width(); ++x) {
          const QColor c = shown->pixelColor(x, y);
          colors[0] += c.red() > 220 && c.green() < 110 && c.blue() < 120 ? 1 : 0;
          colors[1] += c.green() > 180 && c.red() < 160 && c.blue() < 110 ? 1 : 0;
          colors[2] += c.blue() > 220 && c.red() < 110 && c.green() < 180 ? 1 : 0;
        }
      }
      QVERIFY2(colors[0] > 20 && colors[1] > 20 && colors[2] > 20,
               qPrintable(QString("%1 %2 %3").arg(colors[0]).arg(colors[1]).arg(colors[2])));
    }
    QCOMPARE(validationMessages(), std::string());
  }
};

TEXELETON_GPU_SUITE(TestAttachmentsDrawn)
#include "test_attachments_drawn.moc"
