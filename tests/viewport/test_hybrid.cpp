// Near instances are skinned, far ones drawn by the animation texture: the path of each instance, each drawn exactly
// once, in the lists of the CPU and in pixels.

#include <QObject>
#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <memory>
#include <numeric>
#include <optional>
#include <span>

#include "core/bake/sockets.h"
#include "core/transform/transform.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/viewport/compare_pictures.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/scene/crowd/crowd_gaze.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr float kNear = 10.0f;
constexpr float kCrossOver = 4.0f;

/// A static strip, seen from the front at a distance.
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
  settings.expose = {{"Tip", {}}};
  viewport::Scene scene = stillScene(baked(*model, settings), 0, 0.25);
  if (!scene.animation) {
    return scene;
  }
  scene.skeleton = viewport::Skeleton::make(model, scene.animation, bake::socketEntries(*model, settings)).value();
  // The same picture at every distance: the camera looks horizontally at a point above the instance's origin.
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

/// The rest pose after a fall: rotated and moved next to the instance's position.
std::shared_ptr<viewport::CharacterPose> fallenPose(const viewport::Skeleton& skeleton) {
  const glm::dmat4 fall =
      glm::rotate(glm::translate(glm::dmat4(1.0), glm::dvec3(0.9, 0.2, 0.0)), 1.4, glm::dvec3(0.0, 0.0, 1.0));
  auto pose = std::make_shared<viewport::CharacterPose>();
  pose->model = skeleton.sharedModel();
  for (const model::Node& node : pose->model->nodes) {
    const glm::dmat4 above = node.parent.isValid() ? pose->worlds[node.parent.value] : fall;
    pose->worlds.push_back(above * transform::toMatrix(node.rest));
  }
  for (const model::PaletteEntry& entry : pose->model->palette) {
    pose->skin.push_back(pose->worlds[entry.node.value] * entry.inverseBind);
  }
  return pose;
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

  QImage picture(viewport::GpuDevice& device, viewport::Scene scene, viewport::FrameStatistics* statistics = nullptr,
                 std::optional<viewport::DrawPath> path = std::nullopt) {
    scene.view.path = path.value_or(scene.view.path);
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

  // Each pixel of the character belongs to one path: skinned before the transition, the texture behind it, and in
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
  void drawsEachCharacterOnce_data() { addBackendRows(); }
  void drawsEachCharacterOnce() {
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

  // In a crowd exactly the near characters are skinned, checked one by one.
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
        // Far ones take one draw if they are posed beforehand.
        if (statistics.instancesPosed > 0) {
          QCOMPARE(std::uint64_t{statistics.drawCalls}, near + 1);
        }
      }
    }
  }

  // Outside the transition an instance has one draw, and one with its own pose is always skinned.
  void oneDrawEach_data() { addBackendRows(); }
  void oneDrawEach() {
    TEXELETON_DEVICE(device);
    viewport::Scene scene = stripAt(6.0f, false);
    viewport::CrowdSettings settings;
    settings.count = 900;
    settings.layout = viewport::CrowdLayout::Scatter;
    scene.crowd = viewport::Crowd::make(settings, *scene.animation).value();
    scene.camera.fieldOfView = 0.7f;
    scene.camera.pitch = 0.2f;
    scene.view.crossOverMetres = 0.5f;
    const auto metresOf = [&scene](const viewport::InstanceRecord& record) {
      return glm::distance(record.position, scene.camera.position());
    };
    std::uint64_t near = 0;
    std::uint64_t inBoth = 0;
    std::uint64_t fallen = 0;
    const std::span<const viewport::InstanceRecord> records = scene.crowd.records();
    for (std::uint32_t i = 0; i < records.size(); ++i) {
      const float metres = metresOf(records[i]);
      const bool falls = i % 10 == 0;
      if (falls) {
        scene.poses.emplace(i, fallenPose(*scene.skeleton));
      }
      fallen += falls && metres >= kNear + 0.5f ? 1 : 0;
      near += metres < kNear + 0.5f ? 1 : 0;
      inBoth += !falls && metres > kNear && metres < kNear + 0.5f ? 1 : 0;
    }
    QVERIFY(near > 10 && fallen > 10 && inBoth > 1 && inBoth < 100);
    const std::uint64_t triangles = scene.animation->mesh.indices.size() / 3;
    for (const bool restless : {false, true}) {
      if (restless) {
        for (std::uint32_t i = 0; i < records.size(); i += 3) {
          scene.crowd.fadeTo(i, 0, 1.0, 0.0, 1.0);
        }
      }
      scene.view.culling = false;
      viewport::FrameStatistics statistics;
      picture(*device, scene, &statistics);
      QCOMPARE(statistics.instancesDrawn, std::uint64_t{records.size()});
      QCOMPARE(statistics.instancesSkinned, near + fallen);
      QCOMPARE(statistics.triangles, triangles * (records.size() + inBoth));
      QCOMPARE(statistics.vertices, std::uint64_t{scene.animation->mesh.vertexCount()} * (records.size() + inBoth));
      if (statistics.instancesPosed > 0) {
        QCOMPARE(statistics.instancesPosed, records.size() + inBoth - near - fallen);
      }
      scene.view.culling = true;
      picture(*device, scene, &statistics);
      QVERIFY(statistics.instancesDrawn < records.size());
      QVERIFY(statistics.triangles >= triangles * statistics.instancesDrawn);
      QVERIFY(statistics.triangles <= triangles * (statistics.instancesDrawn + inBoth));
    }
  }

  // A fallen character looks the same as with skinning alone at every distance, overlays included, and leaves nothing
  // at its clip's position; likewise a near one.
  void ownPose_data() { addBackendRows(); }
  void ownPose() {
    TEXELETON_DEVICE(device);
    for (const bool falls : {true, false}) {
      for (const float metres : {8.0f, 11.0f, 12.5f, 30.0f}) {
        viewport::Scene scene = stripAt(metres, false);
        if (falls) {
          scene.poses.emplace(0, fallenPose(*scene.skeleton));
        } else if (metres > kNear) {
          break;
        }
        scene.view.shadow = scene.view.edges = scene.view.sockets = scene.view.normals = true;
        scene.view.skeleton = viewport::SkeletonView::OnTop;
        scene.selection = {0};
        const QImage hybrid = picture(*device, scene);
        const QImage compute = picture(*device, scene, nullptr, viewport::DrawPath::Compute);
        QVERIFY(!falls || differing(picture(*device, scene, nullptr, viewport::DrawPath::Texture), compute) > 200);
        QVERIFY2(hybrid == compute, std::to_string(metres).c_str());
        // An impostor does not replace it either.
        scene.view.edges = false;
        scene.view.impostorPixels = 500.0f;
        const QImage withoutEdges = picture(*device, scene, nullptr, viewport::DrawPath::Compute);
        QCOMPARE(picture(*device, scene, nullptr, viewport::DrawPath::Hybrid), withoutEdges);
      }
    }
  }

  // One character of a distant crowd has fallen: the picture differs from that of the texture only there.
  void fallenInCrowd_data() { addBackendRows(); }
  void fallenInCrowd() {
    TEXELETON_DEVICE(device);
    viewport::Scene scene = stripAt(40.0f, false);
    viewport::CrowdSettings settings;
    settings.count = 25;
    settings.spacing = 3.0f;
    scene.crowd = viewport::Crowd::make(settings, *scene.animation).value();
    scene.camera.fieldOfView = 0.5f;
    scene.camera.pitch = 0.5f;
    scene.view.mode = viewport::ViewMode::Paths;
    constexpr std::uint32_t kFallen = 12;
    const Painted standing = painted(picture(*device, scene));
    QVERIFY(standing.texture > 500 && standing.skinned == 0);
    scene.poses.emplace(kFallen, fallenPose(*scene.skeleton));
    const QImage image = picture(*device, scene);
    if (const QString folder = qEnvironmentVariable("TEXELETON_SCREENSHOTS"); !folder.isEmpty()) {
      image.save(folder + "/fallen-in-a-crowd.png");
    }
    const Painted fallen = painted(image);
    const int one = standing.texture / 25;
    QVERIFY2(fallen.skinned > one / 2 && fallen.skinned < 2 * one, std::to_string(fallen.skinned).c_str());
    QVERIFY2(std::abs(standing.texture - fallen.texture - one) < one / 2, std::to_string(fallen.texture).c_str());
  }

  // Each side of a comparison draws the instances of its own path: near ones by skinning alone next to the texture's
  // side, and a distant fallen one once, without its impostor.
  void sidesOfComparison_data() { addBackendRows(); }
  void sidesOfComparison() {
    TEXELETON_DEVICE(device);
    viewport::Scene scene = stripAt(6.0f, false);
    viewport::CrowdSettings settings;
    settings.count = 900;
    settings.layout = viewport::CrowdLayout::Scatter;
    scene.crowd = viewport::Crowd::make(settings, *scene.animation).value();
    scene.camera.fieldOfView = 0.7f;
    scene.camera.pitch = 0.2f;
    scene.view.crossOverMetres = 0.5f;
    scene.view.mode = viewport::ViewMode::Paths;
    scene.view.splitAt = 0.5f;
    scene.view.labels = false;
    for (std::uint32_t i = 0; i < scene.crowd.size(); i += 10) {
      scene.poses.emplace(i, fallenPose(*scene.skeleton));
    }
    viewport::OffscreenRenderer renderer(*device);  // Impostors are made once.
    for (const viewport::DrawPath other : {viewport::DrawPath::Texture, viewport::DrawPath::Compute}) {
      scene.view.impostorPixels = other == viewport::DrawPath::Texture ? 24.0f : 0.0f;
      scene.view.comparison = viewport::Comparison::None;
      scene.view.path = viewport::DrawPath::Hybrid;
      const auto rightAlone = renderer.render(scene, kSize);
      QVERIFY2(rightAlone, rightAlone ? "" : rightAlone.error().message.c_str());
      const viewport::FrameStatistics right = renderer.frames().statistics();
      QVERIFY2(other != viewport::DrawPath::Texture || right.impostors > 20, std::to_string(right.impostors).c_str());
      scene.view.path = other;
      const auto leftAlone = renderer.render(scene, kSize);
      const viewport::FrameStatistics left = renderer.frames().statistics();
      scene.view.comparison = viewport::Comparison::Split;
      scene.view.comparedPath = viewport::DrawPath::Hybrid;
      const auto both = renderer.render(scene, kSize);
      QVERIFY(leftAlone && both);
      constexpr int kHalf = kSize.width() / 2 - 3;
      const QRect rightHalf(kSize.width() - kHalf, 0, kHalf, kSize.height());
      QCOMPARE(both->copy(0, 0, kHalf, kSize.height()), leftAlone->copy(0, 0, kHalf, kSize.height()));
      QCOMPARE(both->copy(rightHalf), rightAlone->copy(rightHalf));
      QVERIFY(leftAlone->copy(rightHalf) != rightAlone->copy(rightHalf));
      const std::pair<const viewport::FrameStatistics&, const viewport::FrameStatistics&> sides[] = {
          {renderer.frames().statistics(), left}, {renderer.frames().comparedStatistics(), right}};
      for (const auto& [drawn, alone] : sides) {
        QCOMPARE(drawn.triangles, alone.triangles);
        QCOMPARE(drawn.vertices, alone.vertices);
        QCOMPARE(drawn.instancesSkinned, alone.instancesSkinned);
        QCOMPARE(drawn.instancesPosed, alone.instancesPosed);
      }
    }
  }

  void runsWithoutInstances() {
    const std::vector<viewport::CrowdRun> runs = {{0, 4, 0}, {4, 2, 1}, {10, 5, 0}};
    const std::vector<std::uint32_t> instances = {0, 2, 4, 5, 7, 12, 14};
    const std::vector<viewport::CrowdRun> wanted = {{1, 1, 0}, {3, 1, 0}, {10, 2, 0}, {13, 1, 0}};
    QVERIFY(viewport::runsWithout(runs, instances) == wanted);
    QVERIFY(viewport::runsWithout(runs, {}) == runs);
  }

  // Near characters look at the camera, from any position and in any orientation; far ones play the bake.
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
      // The node and a point in front of it in world space (the rest pose is not rotated).
      const glm::dmat4 world = scene.poses.at(i)->worlds[node.value];
      const glm::vec3 place = record.toWorld(glm::vec3(world[3]));
      const glm::vec3 before = record.toWorld(glm::vec3(world * glm::dvec4(0.0, 0.0, 1.0, 1.0)));
      const glm::vec3 to = glm::normalize(scene.camera.position() - place);
      const float cosine = glm::dot(glm::normalize(before - place), to);
      // The clip may turn the head away from the camera; a gaze stops at its limit.
      aimed += cosine > 0.99999f ? 1 : 0;
    }
    QVERIFY2(aimed > 3, std::to_string(aimed).c_str());
  }

  // An animator that follows a record has the record's pose.
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
    // Everything that did not turn: the first bone is above the node.
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
