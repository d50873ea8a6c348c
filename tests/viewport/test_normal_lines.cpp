// Normals and tangents as lines: start, direction and length, against the formulas of the clip.

#include <QObject>
#include <algorithm>
#include <cmath>

#include "core/bake/bake.h"
#include "core/bake/sockets.h"
#include "core/runtime/pack_player.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/viewport/golden.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/scene/capsule_lines.h"
#include "viewport/scene/normal_lines.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr float kClose = 2e-3f;  // Half floats.

/// The strip bent by 90 degrees, with tangents along +X in the bind pose.
viewport::Scene bentStrip(vat::BakeMode mode, std::uint32_t count) {
  bake::BakeSettings settings;
  settings.mode = mode;
  settings.sampleRateHz = 60.0;
  JobContext job;
  vat::BakedAnimation animation = bake::bake(twoBoneStrip(), settings, job).value();
  animation.mesh.tangents.assign(animation.mesh.vertexCount(), glm::vec4(1.0f, 0.0f, 0.0f, 1.0f));
  viewport::Scene scene;
  scene.animation = std::make_shared<const vat::BakedAnimation>(std::move(animation));
  viewport::CrowdSettings crowd;
  crowd.count = count;
  crowd.clip = 0;
  crowd.speed = 0.0f;
  crowd.startSeconds = 0.5;
  crowd.turnSpread = count > 1 ? 0.5f : 0.0f;
  crowd.scaleSpread = count > 1 ? 0.2f : 0.0f;
  scene.crowd = viewport::Crowd::make(crowd, *scene.animation).value();
  scene.camera.target = {0.0f, 1.0f, 0.0f};
  scene.camera.distance = 5.0f;
  return scene;
}

float largestPart(const glm::vec3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

}  // namespace

class TestNormalLines : public QObject {
  Q_OBJECT

  static constexpr QSize kSize{240, 240};

 private slots:
  void ends_data() {
    QTest::addColumn<int>("mode");
    QTest::addRow("bone") << static_cast<int>(vat::BakeMode::Bone);
    QTest::addRow("vertex") << static_cast<int>(vat::BakeMode::Vertex);
  }
  void ends() {
    QFETCH(int, mode);
    viewport::Scene scene = bentStrip(static_cast<vat::BakeMode>(mode), 1);
    QVERIFY(viewport::normalLines(scene, viewport::DrawPath::Texture).empty());
    scene.view.normals = true;
    scene.view.normalLength = 0.1f;
    const vat::BakedMesh& mesh = scene.animation->mesh;
    const float length = 0.1f * static_cast<float>(scene.animation->sizeMetres);
    const std::vector<viewport::SceneLine> normals = viewport::normalLines(scene, viewport::DrawPath::Texture);
    QCOMPARE(normals.size(), mesh.vertexCount());
    scene.view.normals = false;
    scene.view.tangents = true;
    const std::vector<viewport::SceneLine> tangents = viewport::normalLines(scene, viewport::DrawPath::Texture);
    QCOMPARE(tangents.size(), mesh.vertexCount());
    const viewport::InstanceRecord& record = scene.crowd.records()[0];
    std::size_t bent = 0;
    for (std::uint32_t v = 0; v < mesh.vertexCount(); ++v) {
      // Vertices below y = 0.5 stay; from y = 1.5 on they turn by 90 degrees about Z through (0, 1, 0).
      const glm::vec3 bind = mesh.positions[v];
      if (bind.y > 0.5f && bind.y < 1.5f) {
        continue;
      }
      const bool isBent = bind.y >= 1.5f;
      bent += isBent ? 1 : 0;
      const glm::vec3 place = record.toWorld(isBent ? glm::vec3(-(bind.y - 1.0f), 1.0f + bind.x, bind.z) : bind);
      QVERIFY(largestPart(normals[v].from - place) < kClose);
      QVERIFY(largestPart(tangents[v].from - place) < kClose);
      const glm::vec3 origin = record.toWorld(glm::vec3(0.0f));
      const glm::vec3 ahead = record.toWorld(glm::vec3(0.0f, 0.0f, 1.0f)) - origin;
      const glm::vec3 along =
          record.toWorld(isBent && mode == 0 ? glm::vec3(0.0f, 1.0f, 0.0f) : glm::vec3(1.0f, 0.0f, 0.0f)) - origin;
      QVERIFY(largestPart(normals[v].to - normals[v].from - ahead * length) < kClose);
      // Vertices without bones keep no rotation about their normal.
      QVERIFY(largestPart(tangents[v].to - tangents[v].from - along * length) < kClose);
    }
    QVERIFY(bent > 4 && bent < mesh.vertexCount());
  }

  /// Every end of an outline is a radius away from the axis of its capsule, moved by the formula of the bend.
  void outlinesCapsules() {
    viewport::Scene scene = bentStrip(vat::BakeMode::Bone, 3);
    bake::BakeSettings settings;
    settings.sampleRateHz = 60.0;
    const auto model = std::make_shared<const model::Model>(twoBoneStrip());
    scene.skeleton = viewport::Skeleton::make(model, scene.animation, bake::socketEntries(*model, settings)).value();
    constexpr float kRadius = 0.2f;
    const glm::vec4 color(0.1f, 0.5f, 0.3f, 1.0f);
    scene.capsules = std::make_shared<const std::vector<viewport::NodeCapsule>>(
        std::vector<viewport::NodeCapsule>{{NodeIndex(1), {0.0f, 0.1f, 0.0f}, {0.0f, 0.6f, 0.0f}, kRadius, color}});
    const std::size_t all = viewport::capsuleLines(scene, viewport::DrawPath::Texture).size();
    QVERIFY(all > 0 && all % 3 == 0);
    scene.selection = {1};
    const std::vector<viewport::SceneLine> lines = viewport::capsuleLines(scene, viewport::DrawPath::Texture);
    QCOMPARE(lines.size(), all / 3);
    const viewport::InstanceRecord& record = scene.crowd.records()[1];
    // The second bone has turned by 90 degrees about Z at (0, 1, 0).
    const glm::vec3 from = record.toWorld({-0.1f, 1.0f, 0.0f});
    const glm::vec3 along = record.toWorld({-0.6f, 1.0f, 0.0f}) - from;
    for (const viewport::SceneLine& line : lines) {
      QCOMPARE(line.color, color);
      for (const glm::vec3& end : {line.from, line.to}) {
        const float share = std::clamp(glm::dot(end - from, along) / glm::dot(along, along), 0.0f, 1.0f);
        QVERIFY(std::abs(glm::distance(end, from + share * along) - kRadius * record.scale) < kClose);
      }
    }
    scene.skeleton.reset();
    QVERIFY(viewport::capsuleLines(scene, viewport::DrawPath::Texture).empty());
  }

  /// Lines are drawn for the selected instances of a crowd only, with their rotation and scale; their length is
  /// constant.
  void selectedInstancesOnly() {
    viewport::Scene scene = bentStrip(vat::BakeMode::Bone, 30);
    scene.view.normals = true;
    scene.view.tangents = true;
    const std::size_t each = 2 * scene.animation->mesh.vertexCount();
    QCOMPARE(viewport::normalLines(scene, viewport::DrawPath::Texture).size(), 30 * each);
    scene.selection = {7, 12};
    const std::vector<viewport::SceneLine> lines = viewport::normalLines(scene, viewport::DrawPath::Texture);
    QCOMPARE(lines.size(), 2 * each);
    const float length = scene.view.normalLength * static_cast<float>(scene.animation->sizeMetres);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const viewport::InstanceRecord& record = scene.crowd.records()[scene.selection[i / each]];
      QVERIFY(std::abs(glm::distance(lines[i].from, lines[i].to) - length) < 1e-5f);
      if (i % 2 == 0) {  // The strip's normals point forwards however it bends.
        const glm::vec3 ahead = record.toWorld(glm::vec3(0.0f, 0.0f, 1.0f)) - record.toWorld(glm::vec3(0.0f));
        QVERIFY(largestPart((lines[i].to - lines[i].from) / length - glm::normalize(ahead)) < kClose);
      }
    }
    scene.animation = nullptr;
    QVERIFY(viewport::normalLines(scene, viewport::DrawPath::Texture).empty());
  }

  // A reviewed picture: both kinds of lines, on two characters, one of them rotated and larger.
  void looks_data() { addBackendRows(); }
  void looks() {
    TEXELETON_DEVICE(device);
    viewport::Scene scene = bentStrip(vat::BakeMode::Bone, 2);
    scene.view.normals = true;
    scene.view.tangents = true;
    scene.view.normalLength = 0.12f;
    scene.camera.yaw = 0.9f;
    scene.camera.pitch = 0.3f;
    scene.camera.framePoints(scene.crowd.outline(), 1.0f);
    TEXELETON_COMPARE_GOLDEN(*device, scene, "normals-and-tangents", {1.5, 0.035});
  }

  void drawn_data() { addBackendRows(); }
  void drawn() {
    TEXELETON_DEVICE(device);
    viewport::OffscreenRenderer renderer(*device);
    viewport::Scene scene = bentStrip(vat::BakeMode::Bone, 1);
    scene.camera.yaw = 1.2f;
    scene.view.normalLength = 0.2f;
    const auto plain = renderer.render(scene, kSize);
    QVERIFY2(plain, plain ? "" : plain.error().message.c_str());
    const auto count = [&](const QImage& image, bool isBlue) {
      int pixels = 0;
      for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
          const QColor c = image.pixelColor(x, y);
          pixels +=
              (isBlue ? c.blue() > 150 && c.red() < 120 : c.red() > 170 && c.blue() < 140 && c.green() < 150) ? 1 : 0;
        }
      }
      return pixels;
    };
    scene.view.normals = true;
    const auto normals = renderer.render(scene, kSize);
    QVERIFY(normals && count(*normals, true) > count(*plain, true) + 100);
    scene.view.normals = false;
    scene.view.tangents = true;
    const auto tangents = renderer.render(scene, kSize);
    QVERIFY(tangents && count(*tangents, false) > count(*plain, false) + 100);
    if (const QString folder = qEnvironmentVariable("TEXELETON_KEEP_PICTURES"); !folder.isEmpty()) {
      normals->save(folder + "/normals-" + QTest::currentDataTag() + ".png");
      tangents->save(folder + "/tangents-" + QTest::currentDataTag() + ".png");
    }
  }
};

TEXELETON_GPU_SUITE(TestNormalLines)
#include "test_normal_lines.moc"
