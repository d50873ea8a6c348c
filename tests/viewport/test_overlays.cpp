// Overlays of a crowd: sockets as numbers and pictures, the skeleton, selection.

#include <QObject>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "core/import/import.h"
#include "core/runtime/pack_player.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"
#include "tests/viewport/golden.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/passes/passes.h"
#include "viewport/scene/picking.h"
#include "viewport/scene/shown_pose.h"
#include "viewport/vertex_probe.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr float kAspect = 1.2f;

/// About five nodes, each by an expression that matches its name only.
std::vector<bake::ExposeFilter> someNodes(const model::Model& model) {
  std::vector<bake::ExposeFilter> filters;
  for (std::size_t i = 0; i < model.nodes.size(); i += std::max<std::size_t>(1, model.nodes.size() / 5)) {
    filters.push_back({QRegularExpression::escape(QString::fromStdString(model.nodes[i].name)).toStdString()});
  }
  return filters;
}

// Reports the first position that is too far off; empty: none. A fade blends the matrices of two clips by weight, as in
// FORMAT.md.
std::string compareSockets(viewport::VertexProbe& probe, const vat::BakedAnimation& animation,
                           const viewport::Crowd& crowd) {
  for (std::uint32_t s = 0; s < animation.sockets.size(); ++s) {
    const auto probed = probe.readSocket(crowd, 0, s);
    if (!probed) {
      return describe(probed.error());
    }
    const runtime::SocketPose wanted = runtime::decodeSocket(animation, SocketIndex(s), crowd.output(0));
    const glm::mat3 axes = glm::mat3_cast(wanted.rotation);
    const double off = static_cast<double>(glm::distance(probed->position, wanted.position)) / animation.sizeMetres;
    float turned = 0.0f;
    for (int i = 0; i < 3; ++i) {
      turned = std::max(turned, glm::distance(probed->axes[i], axes[i]));
    }
    const float scaled = glm::distance(probed->scale, wanted.scale) / glm::length(wanted.scale);
    if (!(off <= 1e-4) || !(turned <= 1e-3f) || !(scaled <= 1e-3f)) {
      return animation.sockets[s].name + " is off by " + std::to_string(off) + " of the size, its axes by " +
             std::to_string(turned) + ", its scale by " + std::to_string(scaled);
    }
  }
  return {};
}

std::shared_ptr<const model::Model> knightModel() {
  static const auto model = [] {
    JobContext job;
    return *importing::importModel(sourceFolder() / "resources" / "samples" / "lantern-knight.glb", {}, job);
  }();
  return model;
}

viewport::Scene knightScene() {
  bake::BakeSettings settings;
  settings.expose = {{"weapon_r"}, {"lantern"}};
  const auto animation = baked(*knightModel(), settings);
  viewport::Scene scene = stillScene(animation, 1, 0.3);
  scene.skeleton = viewport::Skeleton::make(knightModel(), animation).value();
  return scene;
}

}  // namespace

class TestOverlays : public QObject {
  Q_OBJECT

  static constexpr QSize kSize{240, 200};

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }

  void socketsOfModels_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("backend");
    std::vector<std::filesystem::path> files = sharedModelFiles();
    files.push_back(sourceFolder() / "resources" / "samples" / "lantern-knight.glb");
    for (const auto& file : files) {
      for (const viewport::GpuBackend backend : {viewport::GpuBackend::Vulkan, viewport::GpuBackend::OpenGl}) {
        QTest::addRow("%s, %s", file.filename().c_str(), viewport::backendWord(backend))
            << QString::fromStdString(file.string()) << static_cast<int>(backend);
      }
    }
  }
  void socketsOfModels() {
    TEXELETON_DEVICE(device);
    QFETCH(QString, file);
    JobContext job;
    const auto model = importing::importModel(file.toStdString(), {}, job);
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    if ((*model)->vertexCount() == 0) {
      return;  // A motion without a mesh.
    }
    bake::BakeSettings settings;
    settings.expose = someNodes(**model);
    settings.sampleRateHz = 10.0;
    const auto animation = baked(**model, settings);
    QVERIFY(animation);
    QVERIFY(!animation->sockets.empty());
    auto probe = viewport::VertexProbe::create(*device, animation, viewport::VertexPrecision::Full);
    QVERIFY2(probe, probe ? "" : probe.error().message.c_str());
    const std::size_t clips = animation->clips.size();
    const std::size_t tried = std::min(clips, kClipsOfAModel);
    for (std::size_t i = 0; i < tried; ++i) {
      const auto clip = static_cast<std::uint32_t>(i * clips / tried);
      const double seconds = animation->clips[clip].lengthSeconds * (0.137 + 0.08 * static_cast<double>(i));
      const std::string wrong = compareSockets(**probe, *animation, stillScene(animation, clip, seconds).crowd);
      QVERIFY2(wrong.empty(), (animation->clips[clip].name + ": " + wrong).c_str());
    }
  }

  void sockets_data() { addBackendRows(); }
  void sockets() {
    TEXELETON_DEVICE(device);
    CharacterSpec scaled;
    scaled.scales = true;  // Also a mirrored joint.
    for (const model::Model& model : {twoBoneStrip(), animatedRigidNode(), makeCharacter(scaled)}) {
      for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
        bake::BakeSettings settings;
        settings.mode = mode;
        settings.expose = {{".*"}};
        settings.maxSize = 512;  // Folded.
        const auto animation = baked(model, settings);
        QVERIFY(animation);
        auto probe = viewport::VertexProbe::create(*device, animation, viewport::VertexPrecision::Packed);
        QVERIFY2(probe, probe ? "" : probe.error().message.c_str());
        for (const double seconds : {0.0, 0.31, 0.77}) {
          const std::string wrong = compareSockets(**probe, *animation, stillScene(animation, 0, seconds).crowd);
          QVERIFY2(wrong.empty(), wrong.c_str());
        }
      }
    }
  }

  // In a fade the matrices of both clips are blended.
  void socketsInFade_data() { addBackendRows(); }
  void socketsInFade() {
    TEXELETON_DEVICE(device);
    bake::BakeSettings settings;
    settings.expose = {{"weapon_r"}};
    settings.pixelFormat = vat::PixelFormat::Rgba32F;
    const auto animation = baked(twoBoneStrip(), settings);
    QVERIFY(animation && animation->sockets.size() == 1);
    viewport::Scene scene = stillScene(animation, 0, 0.4);
    const runtime::SocketPose before = runtime::decodeSocket(*animation, SocketIndex(0), scene.crowd.output(0));
    scene.crowd.fadeTo(0, 1, 0.0, 0.5, 1.0);
    const runtime::SocketPose after = runtime::decodeSocket(*animation, SocketIndex(0), scene.crowd.output(0));
    scene.crowd.setTime(0.25);
    auto probe = viewport::VertexProbe::create(*device, animation, viewport::VertexPrecision::Full);
    const auto probed = (*probe)->readSocket(scene.crowd, 0, 0);
    QVERIFY(probed);
    const glm::vec3 wanted = glm::mix(before.position, after.position, 0.25f);
    QVERIFY(glm::distance(before.position, after.position) > 0.5f);
    QVERIFY(glm::distance(probed->position, wanted) < 1e-4f);
  }

  // A bone is drawn at the source's joint, in every instance, and only with a skeleton.
  void bones() {
    bake::BakeSettings settings;
    settings.sampleRateHz = 60.0;
    const auto model = std::make_shared<const model::Model>(twoBoneStrip());
    const auto animation = baked(*model, settings);
    QVERIFY(animation);
    viewport::Scene scene = stillScene(animation, 1, 0.5);  // "Slide": half-way, the root at (1, 0, 0).
    scene.skeleton = viewport::Skeleton::make(model, animation).value();
    viewport::ShownPose pose(scene, scene.view.path);
    const auto drawn = viewport::drawnBones(scene, pose);
    QCOMPARE(drawn.size(), std::size_t{2});  // Root to Tip, and the substitute for Tip's end.
    QVERIFY(glm::distance(drawn[0].from, glm::vec3(1, 0, 0)) < 1e-3f);
    QVERIFY(glm::distance(drawn[0].to, glm::vec3(1, 1, 0)) < 1e-3f);
    scene.view.highlightedNode = NodeIndex(0);
    QVERIFY(viewport::drawnBones(scene, pose)[0].color != drawn[0].color);
    viewport::CrowdSettings crowd;
    crowd.count = 100;
    crowd.turnSpread = 2.0f;
    scene.crowd = viewport::Crowd::make(crowd, *animation).value();
    QCOMPARE(viewport::drawnBones(scene, pose).size(), std::size_t{128});
    scene.selection = {3, 99, 100};  // The last is beyond the crowd.
    QCOMPARE(viewport::drawnBones(scene, pose).size(), std::size_t{4});
  }

  // A ray through a vertex on screen hits the nearest instance there.
  void picking() {
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      bake::BakeSettings settings;
      settings.mode = mode;
      const auto animation = baked(animatedRigidNode(), settings);
      QVERIFY(animation);
      for (const bool orthographic : {false, true}) {
        viewport::CrowdSettings crowd;
        crowd.count = 25;
        crowd.turnSpread = 3.0f;
        crowd.scaleSpread = 0.2f;
        crowd.phaseSpread = 1.0f;
        crowd.spacing = 12.0f;  // The cart rolls 4 m.
        viewport::Scene scene;
        scene.animation = animation;
        scene.crowd = viewport::Crowd::make(crowd, *animation).value();
        scene.crowd.setTime(1.3);
        scene.camera.orthographic = orthographic;
        scene.camera.pitch = 1.2f;
        scene.camera.framePoints(scene.crowd.outline(), kAspect);
        for (std::uint32_t i = 0; i < crowd.count; ++i) {
          // The centre of the cube's top in the current pose: the mean of all vertices.
          glm::vec3 middle(0.0f);
          for (std::uint32_t v = 0; v < animation->mesh.vertexCount(); ++v) {
            middle += runtime::decodeVertex(*animation, v, scene.crowd.output(i)).position;
          }
          middle = scene.crowd.records()[i].toWorld(middle / static_cast<float>(animation->mesh.vertexCount()));
          const glm::vec4 clip =
              scene.camera.projection(kAspect, scene.crowd.bounds()) * scene.camera.view() * glm::vec4(middle, 1.0f);
          const viewport::Ray ray = viewport::rayThrough(scene.camera, glm::vec2(clip) / clip.w, kAspect);
          QVERIFY(glm::length(glm::cross(ray.direction, middle - ray.origin)) < 2e-2f);  // The ray passes through it.
          const auto picked = viewport::pick(scene, ray);
          QVERIFY(picked);
          QVERIFY2(picked->instance == i, qPrintable(QString("%1 for %2").arg(picked->instance).arg(i)));
          QVERIFY(glm::distance(picked->place, middle) < 1.8f);
        }
        QVERIFY(!viewport::pick(scene, viewport::rayThrough(scene.camera, {0.999f, 0.999f}, kAspect)));
        scene.selection = {7};
        viewport::Camera closer = scene.camera;
        closer.framePoints(viewport::selectionOutline(scene), kAspect);
        QVERIFY(closer.distance < scene.camera.distance * 0.6f);
      }
    }
  }

  void looking() {
    viewport::Camera camera;
    for (const auto& [side, towards] : {std::pair(viewport::ViewFrom::Front, glm::vec3(0, 0, -1)),
                                        std::pair(viewport::ViewFrom::Back, glm::vec3(0, 0, 1)),
                                        std::pair(viewport::ViewFrom::Right, glm::vec3(-1, 0, 0)),
                                        std::pair(viewport::ViewFrom::Left, glm::vec3(1, 0, 0)),
                                        std::pair(viewport::ViewFrom::Top, glm::vec3(0, -1, 0)),
                                        std::pair(viewport::ViewFrom::Bottom, glm::vec3(0, 1, 0))}) {
      camera.lookFrom(side);
      QVERIFY(glm::distance(camera.forward(), towards) < 0.02f);
    }
  }

  // Only pixels around the selected instance change; its interior does not.
  void outline_data() { addBackendRows(); }
  void outline() {
    TEXELETON_DEVICE(device);
    viewport::CrowdSettings crowd;
    crowd.count = 4;
    crowd.spacing = 3.0f;
    viewport::Scene scene;
    const auto model = std::make_shared<const model::Model>(animatedRigidNode());
    scene.animation = baked(*model, {});
    QVERIFY(scene.animation);
    scene.skeleton = viewport::Skeleton::make(model, scene.animation).value();
    crowd.speed = 0.0f;
    scene.crowd = viewport::Crowd::make(crowd, *scene.animation).value();
    scene.camera.framePoints(scene.crowd.outline(), kAspect);
    viewport::OffscreenRenderer renderer(*device);
    for (const viewport::DrawPath path : {viewport::DrawPath::Texture, viewport::DrawPath::Compute}) {
      scene.view.path = path;
      scene.selection = {};
      const auto plain = renderer.render(scene, kSize);
      scene.selection = {2};
      const auto outlined = renderer.render(scene, kSize);
      QVERIFY(plain && outlined);
      glm::vec3 middle(0.0f);
      for (std::uint32_t v = 0; v < scene.animation->mesh.vertexCount(); ++v) {
        middle += runtime::decodeVertex(*scene.animation, v, scene.crowd.output(2)).position;
      }
      middle = scene.crowd.records()[2].toWorld(middle / static_cast<float>(scene.animation->mesh.vertexCount()));
      const glm::vec4 clip =
          scene.camera.projection(kAspect, scene.crowd.bounds()) * scene.camera.view() * glm::vec4(middle, 1.0f);
      const QPoint at(static_cast<int>((clip.x / clip.w * 0.5f + 0.5f) * static_cast<float>(kSize.width())),
                      static_cast<int>((0.5f - clip.y / clip.w * 0.5f) * static_cast<float>(kSize.height())));
      int changed = 0;
      double farthest = 0.0;
      for (int y = 0; y < kSize.height(); ++y) {
        for (int x = 0; x < kSize.width(); ++x) {
          if (plain->pixel(x, y) != outlined->pixel(x, y)) {
            ++changed;
            farthest = std::max(farthest, std::hypot(x - at.x(), y - at.y()));
          }
        }
      }
      QVERIFY2(changed > 60 && changed < 1500, std::to_string(changed).c_str());
      QVERIFY2(farthest < 60.0, std::to_string(farthest).c_str());
      QCOMPARE(plain->pixel(at), outlined->pixel(at));
      scene.selection = {77};  // Beyond the crowd: nothing.
      QCOMPARE(*renderer.render(scene, kSize), *plain);
    }
  }

  void goldens_data() { addBackendRows(); }
  void goldens() {
    TEXELETON_DEVICE(device);
    viewport::Scene scene = knightScene();
    QVERIFY(scene.animation && scene.animation->sockets.size() == 2);
    scene.view.sockets = true;
    scene.view.socketObjects = true;
    TEXELETON_COMPARE_GOLDEN(*device, scene, "sockets");
    scene.view.sockets = scene.view.socketObjects = false;
    scene.view.skeleton = viewport::SkeletonView::Faded;
    TEXELETON_COMPARE_GOLDEN(*device, scene, "skeleton-faded");
    scene.view.skeleton = viewport::SkeletonView::OnTop;
    TEXELETON_COMPARE_GOLDEN(*device, scene, "skeleton-on-top");
    scene.view.skeleton = viewport::SkeletonView::Hidden;
    scene.selection = {0};
    TEXELETON_COMPARE_GOLDEN(*device, scene, "outline");
  }
};

TEXELETON_GPU_SUITE(TestOverlays)
#include "test_overlays.moc"
