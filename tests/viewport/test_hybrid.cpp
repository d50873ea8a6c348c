// Near instances are skinned, far ones drawn by the animation texture: which instance is drawn how, and that each is
// drawn exactly once, in the lists of the CPU and in the pixels.

#include <QObject>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/scene/crowd/crowd_gaze.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr float kNear = 10.0f;
constexpr float kCrossOver = 4.0f;

/// A strip that stands still, seen from the front at a distance.
viewport::Scene stripAt(float metres, bool seenThrough) {
  model::Model made = twoBoneStrip();
  for (model::Material& material : made.materials) {
    material.doubleSided = true;
    if (seenThrough) {
      material.alphaMode = model::AlphaMode::Blend;
      material.baseColorFactor = {0.9f, 0.5f, 0.2f, 0.5f};
    }
  }
  const auto model = std::make_shared<const model::Model>(std::move(made));
  bake::BakeSettings settings;
  settings.pixelFormat = vat::PixelFormat::Rgba32F;
  settings.sampleRateHz = 240.0;
  viewport::Scene scene = stillScene(baked(*model, settings), 0, 0.25);
  if (!scene.animation) {
    return scene;
  }
  scene.skeleton = viewport::Skeleton::make(model, scene.animation).value();
  // The same picture at every distance: the camera looks level at a place above the instance's feet.
  scene.camera.yaw = 0.0f;
  scene.camera.pitch = 0.0f;
  scene.camera.target = {0.0f, 0.0f, 0.0f};
  scene.camera.distance = metres;
  scene.camera.fieldOfView = 2.0f * std::atan(2.2f / metres);
  scene.view.background = scene.view.shadow = scene.view.grid = false;
  scene.view.nearMetres = kNear;
  scene.view.crossOverMetres = kCrossOver;
  scene.view.path = viewport::DrawPath::Hybrid;
  return scene;
}

struct Painted {
  int skinned = 0;  ///< Orange.
  int texture = 0;  ///< Blue.
  int all() const { return skinned + texture; }
};

Painted painted(const QImage& image) {
  Painted count;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QColor color = image.pixelColor(x, y);
      if (color.red() > 40 || color.blue() > 40) {
        ++(color.red() > color.blue() ? count.skinned : count.texture);
      }
    }
  }
  return count;
}

}  // namespace

class TestHybrid : public QObject {
  Q_OBJECT

  static constexpr QSize kSize{160, 160};

  QImage picture(viewport::GpuDevice& device, const viewport::Scene& scene,
                 viewport::FrameStatistics* statistics = nullptr) {
    viewport::OffscreenRenderer renderer(device);
    const auto drawn = renderer.render(scene, kSize);
    if (!drawn) {
      QTest::qFail(drawn.error().message.c_str(), __FILE__, __LINE__);
      return {};
    }
    if (statistics != nullptr) {
      *statistics = renderer.frames().statistics();
    }
    return *drawn;
  }

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }
  void cleanupTestCase() { releaseDevices(); }

  void distances() {
    viewport::ViewOptions view;
    viewport::HybridRange range = view.hybridRange(1.5);
    QVERIFY(range.nearMetres > 0.0f && range.farMetres > range.nearMetres);
    view.nearMetres = 3.0f;
    view.crossOverMetres = 0.5f;
    range = view.hybridRange(1.5);
    QCOMPARE(range.nearMetres, 3.0f);
    QCOMPARE(range.farMetres, 3.5f);
  }

  // Each pixel of the character is one path's: all skinned before the cross-over, all the texture's behind it, and in
  // between a share that grows with the distance.
  void pathByDistance_data() { addBackendRows(); }
  void pathByDistance() {
    TEXELETON_DEVICE(device);
    double before = -1.0;
    for (const float metres : {6.0f, 9.9f, 10.5f, 11.0f, 12.0f, 13.0f, 13.6f, 14.1f, 30.0f}) {
      viewport::Scene scene = stripAt(metres, false);
      scene.view.mode = viewport::ViewMode::Paths;
      const Painted hybrid = painted(picture(*device, scene));
      scene.view.path = viewport::DrawPath::Texture;
      const Painted texture = painted(picture(*device, scene));
      scene.view.path = viewport::DrawPath::Compute;
      const Painted compute = painted(picture(*device, scene));
      QVERIFY(texture.texture > 250 && texture.skinned == 0);
      QVERIFY(compute.skinned > 250 && compute.texture == 0);
      const std::string figures = std::to_string(metres) + " m: " + std::to_string(hybrid.skinned) + " and " +
                                  std::to_string(hybrid.texture) + " of " + std::to_string(texture.texture);
      QVERIFY2(std::abs(hybrid.all() - texture.all()) <= texture.all() / 50, figures.c_str());
      const double share = static_cast<double>(hybrid.texture) / hybrid.all();
      const double wanted = std::clamp(static_cast<double>((metres - kNear) / kCrossOver), 0.0, 1.0);
      if (metres < kNear || metres > kNear + kCrossOver) {
        QVERIFY2(share == wanted, figures.c_str());
      }
      QVERIFY2(std::abs(share - wanted) < 0.06, figures.c_str());
      QVERIFY2(share >= before, figures.c_str());
      before = share;
    }
  }

  // A transparent object that is drawn twice would be less transparent.
  void everyCharacterOnce_data() { addBackendRows(); }
  void everyCharacterOnce() {
    TEXELETON_DEVICE(device);
    for (const float metres : {8.0f, 10.3f, 12.0f, 13.7f, 20.0f}) {
      viewport::Scene scene = stripAt(metres, true);
      scene.view.mode = viewport::ViewMode::Textured;
      const QImage hybrid = picture(*device, scene);
      scene.view.path = viewport::DrawPath::Texture;
      const QImage texture = picture(*device, scene);
      int differing = 0;
      int shown = 0;
      for (int y = 0; y < hybrid.height(); ++y) {
        for (int x = 0; x < hybrid.width(); ++x) {
          const QColor a = hybrid.pixelColor(x, y);
          const QColor b = texture.pixelColor(x, y);
          shown += b.red() > 40 ? 1 : 0;
          differing += std::abs(a.red() - b.red()) > 12 ? 1 : 0;
        }
      }
      QVERIFY(shown > 250);
      QVERIFY2(differing <= shown / 50, (std::to_string(metres) + ": " + std::to_string(differing)).c_str());
    }
  }

  // In a crowd, those are skinned that are near, by looking at each.
  void crowd_data() { addBackendRows(); }
  void crowd() {
    TEXELETON_DEVICE(device);
    viewport::Scene scene = stripAt(6.0f, false);
    viewport::CrowdSettings settings;
    settings.count = 900;
    settings.layout = viewport::CrowdLayout::Scatter;
    scene.crowd = viewport::Crowd::make(settings, *scene.animation).value();
    scene.camera.fieldOfView = 0.7f;
    scene.camera.pitch = 0.2f;
    for (const bool culling : {true, false}) {
      scene.view.culling = culling;
      viewport::FrameStatistics statistics;
      picture(*device, scene, &statistics);
      std::uint64_t near = 0;
      for (const viewport::InstanceRecord& record : scene.crowd.records()) {
        near += glm::distance(record.position, scene.camera.position()) < kNear + kCrossOver ? 1 : 0;
      }
      QVERIFY(near > 10 && near < 800);
      if (culling) {
        QVERIFY(statistics.instancesSkinned > 0 && statistics.instancesSkinned < near);
      } else {
        QCOMPARE(statistics.instancesSkinned, near);
        // Far ones as one where they are posed before, else those that loop and the others.
        const std::uint64_t far = statistics.instancesPosed > 0 ? 1 : 2;
        QCOMPARE(std::uint64_t{statistics.drawCalls}, near + far);
      }
    }
  }

  // Near ones look at the camera, from any place and in any orientation; far ones play the bake.
  void gaze() {
    viewport::Scene scene = stripAt(6.0f, false);
    viewport::CrowdSettings settings;
    settings.count = 40;
    settings.layout = viewport::CrowdLayout::Scatter;
    settings.spacing = 1.0f;
    settings.turnSpread = 0.3f;
    settings.scaleSpread = 0.4f;
    settings.phaseSpread = 1.0f;
    scene.crowd = viewport::Crowd::make(settings, *scene.animation).value();
    scene.crowd.setTime(0.3);
    scene.camera.distance = 9.0f;
    const model::Model& model = scene.skeleton->model();
    const NodeIndex node = model.palette.back().node;
    auto gaze = viewport::CrowdGaze::create(scene.skeleton, node);
    QVERIFY2(gaze, gaze ? "" : gaze.error().message.c_str());
    constexpr float kWithin = 9.0f;
    QVERIFY(gaze->apply(scene, kWithin));
    QVERIFY(scene.poses.size() > 5 && scene.poses.size() < scene.crowd.size() - 5);

    std::vector<std::uint32_t> all(scene.crowd.size());
    std::iota(all.begin(), all.end(), 0u);
    viewport::CrowdPoser poser(scene.skeleton);
    viewport::SkinPalettes plain;
    viewport::SkinPalettes gazing;
    QVERIFY(poser.pose(scene.crowd, all, {}, plain));
    QVERIFY(poser.pose(scene.crowd, all, scene.poses, gazing));
    const std::size_t rows = std::size_t{plain.entryCount} * 3;
    int aimed = 0;
    for (std::uint32_t i = 0; i < all.size(); ++i) {
      const viewport::InstanceRecord& record = scene.crowd.records()[i];
      const bool near = glm::distance(record.position, scene.camera.position()) < kWithin;
      QCOMPARE(scene.poses.count(i) == 1, near);
      const auto first = static_cast<std::ptrdiff_t>(i * rows);
      const auto last = first + static_cast<std::ptrdiff_t>(rows);
      if (!near) {
        QVERIFY(std::equal(plain.rows.begin() + first, plain.rows.begin() + last, gazing.rows.begin() + first));
        continue;
      }
      // The node and a point in front of it (the rest pose is not turned), as the world sees them.
      const glm::dmat4 world = scene.poses.at(i)->worlds[node.value];
      const glm::vec3 place = record.toWorld(glm::vec3(world[3]));
      const glm::vec3 before = record.toWorld(glm::vec3(world * glm::dvec4(0.0, 0.0, 1.0, 1.0)));
      const glm::vec3 to = glm::normalize(scene.camera.position() - place);
      const float cosine = glm::dot(glm::normalize(before - place), to);
      // The clip's own pose turns away from the camera; beyond its limit a gaze stops.
      aimed += cosine > 0.99999f ? 1 : 0;
    }
    QVERIFY2(aimed > 3, std::to_string(aimed).c_str());
  }

  // An animator that follows a record shows the record's pose.
  void animatorFollowsRecord() {
    viewport::Scene scene = stripAt(6.0f, false);
    viewport::CrowdSettings settings;
    settings.count = 12;
    settings.phaseSpread = 1.0f;
    settings.speedSpread = 0.3f;
    scene.crowd = viewport::Crowd::make(settings, *scene.animation).value();
    scene.crowd.setTime(1.7);
    const NodeIndex node = scene.skeleton->model().palette.back().node;
    auto gaze = viewport::CrowdGaze::create(scene.skeleton, node);
    QVERIFY(gaze && gaze->apply(scene, 0.0f));
    QCOMPARE(scene.poses.size(), scene.crowd.size());
    std::vector<std::uint32_t> all(scene.crowd.size());
    std::iota(all.begin(), all.end(), 0u);
    viewport::CrowdPoser poser(scene.skeleton);
    viewport::SkinPalettes plain;
    viewport::SkinPalettes gazing;
    QVERIFY(poser.pose(scene.crowd, all, {}, plain));
    QVERIFY(poser.pose(scene.crowd, all, scene.poses, gazing));
    // All but what turned: the first bone is above it.
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t row = 0; row < 3; ++row) {
        const std::size_t at = i * plain.entryCount * 3 + row;
        QVERIFY(glm::length(plain.rows[at] - gazing.rows[at]) < 1e-6f);
      }
    }
  }

  // No near instance: nothing is skinned, and nothing fails.
  void allFar_data() { addBackendRows(); }
  void allFar() {
    TEXELETON_DEVICE(device);
    viewport::Scene scene = stripAt(50.0f, false);
    viewport::FrameStatistics statistics;
    const QImage hybrid = picture(*device, scene, &statistics);
    QCOMPARE(statistics.instancesSkinned, std::uint64_t{0});
    scene.view.path = viewport::DrawPath::Texture;
    QCOMPARE(hybrid, picture(*device, scene));
  }
};

TEXELETON_GPU_SUITE(TestHybrid)
#include "test_hybrid.moc"
