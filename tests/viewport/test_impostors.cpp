// Impostors of far characters: compared with the mesh at the size where they begin, for every variant, in every display
// mode that uses them; the frames that have pictures; the switching distance.

#include <QObject>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/vat/encoding.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "tests/viewport/ssim.h"
#include "viewport/measure/reference_character.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/scene/crowd/crowd_view.h"
#include "viewport/scene/crowd/impostor_plan.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr QSize kCrowdSize(320, 200);
constexpr float kPixels = 32.0f;
/// The least structural similarity to the mesh at the nearest impostors, over the crowd's pixels.
constexpr double kLeastAlike = 0.80;

std::shared_ptr<const vat::BakedAnimation> drawnCharacter(const char* encoding = "matrix3x4") {
  bake::BakeSettings settings;
  settings.mode = vat::findEncoding(encoding)->mode;
  settings.encoding = encoding;
  settings.loop = bake::LoopMode::On;
  settings.sampleRateHz = 5.0;
  settings.lodRatios = {0.3};
  return baked(viewport::makeReferenceCharacter(), settings);
}

/// A crowd whose characters all have a height of about `pixels`.
viewport::Scene distantCrowd(std::shared_ptr<const vat::BakedAnimation> animation, float pixels, float pitch = 0.3f) {
  viewport::CrowdSettings settings;
  settings.count = 60;
  settings.phaseSpread = 1.0f;
  settings.turnSpread = 3.1f;
  settings.tintSpread = 0.8f;
  viewport::Scene scene;
  scene.animation = std::move(animation);
  scene.crowd = viewport::Crowd::make(settings, *scene.animation).value();
  scene.crowd.setTime(2.3);
  scene.view.background = scene.view.grid = false;
  scene.view.levels = false;
  scene.view.interpolate = false;  // Impostors show whole frames.
  const viewport::ImpostorPlan plan = viewport::planImpostors(*scene.animation, {}).value();
  scene.camera.target = plan.center;
  scene.camera.yaw = 0.5f;
  scene.camera.pitch = pitch;
  scene.camera.fieldOfView = 0.1f;  // From far away, so that distances are about equal.
  scene.camera.distance = plan.longestSide() * static_cast<float>(kCrowdSize.height()) / (pixels * 0.1f);
  return scene;
}

struct PicturePair {
  QImage mesh;
  QImage impostors;
  QImage crowd;  ///< Black where there are no characters.
  viewport::FrameStatistics statistics;
};

QImage drawn(viewport::OffscreenRenderer& renderer, viewport::Scene scene, float impostorPixels) {
  scene.view.impostorPixels = impostorPixels;
  auto picture = renderer.render(scene, kCrowdSize);
  if (!picture) {
    QTest::qFail(picture.error().message.c_str(), __FILE__, __LINE__);
    return QImage(kCrowdSize, QImage::Format_RGBA8888);
  }
  return *picture;
}

PicturePair pairOf(viewport::OffscreenRenderer& renderer, const viewport::Scene& scene) {
  PicturePair pair;
  pair.mesh = drawn(renderer, scene, 0.0f);
  pair.impostors = drawn(renderer, scene, kPixels * 1.2f);
  pair.statistics = renderer.frames().statistics();
  pair.crowd = pair.mesh;
  for (int y = 0; y < kCrowdSize.height(); ++y) {
    for (int x = 0; x < kCrowdSize.width(); ++x) {
      const auto isBlack = [&](const QImage& picture) { return qGray(picture.pixel(x, y)) < 3; };
      pair.crowd.setPixel(x, y, isBlack(pair.mesh) && isBlack(pair.impostors) ? 0xff000000 : 0xffffffff);
    }
  }
  return pair;
}

std::array<double, 3> meanColor(const QImage& picture) {
  std::array<double, 3> sum{};
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) {
      const QRgb c = picture.pixel(x, y);
      sum[0] += qRed(c);
      sum[1] += qGreen(c);
      sum[2] += qBlue(c);
    }
  }
  return sum;
}

}  // namespace

class TestImpostors : public QObject {
  Q_OBJECT

  static void keep(const QImage& picture, const QString& name) {
    const QString folder = qEnvironmentVariable("TEXELETON_KEEP_PICTURES");
    if (!folder.isEmpty()) {
      picture.save(folder + "/" + name + "-" + QTest::currentDataTag() + ".png");
    }
  }

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }

  void everyFrameIfThereIsRoom() {
    const auto animation = drawnCharacter();
    const viewport::ImpostorPlan plan = viewport::planImpostors(*animation, {}).value();
    QCOMPARE(plan.frames.size(), std::size_t{animation->layout.frameCount});
    for (std::uint32_t frame = 0; frame < animation->layout.frameCount; ++frame) {
      QCOMPARE(plan.frames[plan.nearest[frame]], frame);
    }
    QVERIFY(plan.bytes() <= viewport::ImpostorSettings().mostBytes);
    QVERIFY(plan.tileTexels >= 32 && (plan.tileTexels & (plan.tileTexels - 1)) == 0);
    QVERIFY(plan.atlasTexels.x <= 8192 && plan.atlasTexels.y <= 8192);
  }

  void fewerFramesOfEachClip() {
    const auto animation = drawnCharacter();
    viewport::ImpostorSettings settings;
    settings.mostBytes = std::uint64_t{24} << 20;
    const viewport::ImpostorPlan plan = viewport::planImpostors(*animation, settings).value();
    QVERIFY(plan.frames.size() < animation->layout.frameCount && plan.frames.size() >= animation->clips.size());
    QVERIFY(plan.bytes() <= settings.mostBytes * 3 / 2);  // The last row of squares may be partly empty.
    for (const vat::BakedClip& clip : animation->clips) {
      std::uint32_t largest = 0;
      for (std::uint32_t i = 0; i < clip.frameCount; ++i) {
        const std::uint32_t frame = clip.frameBegin + i;
        const std::uint32_t shown = plan.frames[plan.nearest[frame]];
        QVERIFY(shown >= clip.frameBegin && shown < clip.frameBegin + clip.frameCount);
        const std::uint32_t away = shown > frame ? shown - frame : frame - shown;
        largest = std::max(largest, std::min(away, clip.frameCount - away));
      }
      const auto own = static_cast<std::uint32_t>(std::count_if(plan.frames.begin(), plan.frames.end(), [&](auto f) {
        return f >= clip.frameBegin && f < clip.frameBegin + clip.frameCount;
      }));
      QVERIFY2(largest <= clip.frameCount / own / 2 + 1, clip.name.c_str());
    }
    settings.mostBytes = 1 << 20;
    const auto none = viewport::planImpostors(*animation, settings);
    QVERIFY(!none && none.error().code == ErrorCode::Unsupported);
  }

  void farEnough() {
    const auto animation = drawnCharacter();
    const viewport::ImpostorPlan plan = viewport::planImpostors(*animation, {}).value();
    viewport::Camera camera;
    camera.target = {0.0f, 1.0f, 0.0f};
    camera.pitch = 0.1f;
    camera.distance = 10.0f;
    const viewport::ImpostorChoice choice(camera, 1000, 32.0f, plan);
    // The projected size of an object.
    const float pixelsPerMetre = 1000.0f / (2.0f * std::tan(camera.fieldOfView * 0.5f));
    const float begin = plan.longestSide() * pixelsPerMetre / 32.0f;
    const glm::vec3 ahead = glm::normalize(glm::vec3(camera.forward().x, 0.0f, camera.forward().z));
    const auto boxAt = [&](float metres) {
      const glm::vec3 place = camera.position() + ahead * metres;
      return model::Box{{place.x, 0.5f, place.z}, {place.x, 1.0f, place.z}};
    };
    QVERIFY(!choice.isFarEnough(boxAt(begin * 0.98f), 1.0f));
    QVERIFY(choice.isFarEnough(boxAt(begin * 1.02f), 1.0f));
    QVERIFY(!choice.isFarEnough(boxAt(begin * 1.02f), 1.2f));
    viewport::Camera below = camera;
    below.target.y = -40.0f;
    below.pitch = -0.4f;
    QVERIFY(!viewport::ImpostorChoice(below, 1000, 32.0f, plan).isFarEnough(boxAt(begin * 1.1f), 1.0f));
  }

  void likeTheMesh_data() {
    QTest::addColumn<int>("backend");
    QTest::addColumn<QString>("encoding");
    QTest::addColumn<int>("mode");
    QTest::addColumn<float>("pitch");
    for (const viewport::GpuBackend backend : {viewport::GpuBackend::Vulkan, viewport::GpuBackend::OpenGl}) {
      const auto row = [&](const char* encoding, viewport::ViewMode mode, float pitch, const char* name) {
        QTest::addRow("%s-%s", viewport::backendWord(backend), name)
            << static_cast<int>(backend) << QString(encoding) << static_cast<int>(mode) << pitch;
      };
      row("matrix3x4", viewport::ViewMode::Lit, 0.1f, "lit");
      row("positionNormal", viewport::ViewMode::Normals, 0.5f, "normals");
    }
    QTest::addRow("opengl-textured") << static_cast<int>(viewport::GpuBackend::OpenGl) << QString("quaternion")
                                     << static_cast<int>(viewport::ViewMode::Textured) << 1.2f;
  }
  void likeTheMesh() {
    TEXELETON_DEVICE(device);
    QFETCH(QString, encoding);
    QFETCH(int, mode);
    QFETCH(float, pitch);
    viewport::Scene scene = distantCrowd(drawnCharacter(encoding.toUtf8().constData()), kPixels, pitch);
    scene.view.mode = static_cast<viewport::ViewMode>(mode);
    viewport::OffscreenRenderer renderer(*device);
    const PicturePair pair = pairOf(renderer, scene);
    keep(pair.mesh, "mesh");
    keep(pair.impostors, "impostors");
    QCOMPARE(pair.statistics.impostors, std::uint64_t{60});
    if (scene.view.mode != viewport::ViewMode::Lit) {  // Lit includes the meshes' shadows.
      QCOMPARE(pair.statistics.triangles, std::uint64_t{120});
    }
    const double alike = ssim(pair.mesh, pair.impostors, pair.crowd);
    // The measure is sensitive: half a second later, or a step aside, the similarity drops.
    viewport::Scene later = scene;
    later.crowd.setTime(2.8);
    const double other = ssim(pair.mesh, drawn(renderer, later, 0.0f), pair.crowd);
    qInfo("structural similarity %.4f; of another time %.4f", alike, other);
    QVERIFY2(alike >= kLeastAlike, qPrintable(QString::number(alike)));
    QVERIFY2(other < alike - 0.1, qPrintable(QString::number(other)));
    // Equal brightness and colours.
    const auto a = meanColor(pair.mesh);
    const auto b = meanColor(pair.impostors);
    // Normals are blended from three views and shown as colours: they lean slightly towards the camera.
    const double most = scene.view.mode == viewport::ViewMode::Normals ? 0.12 : 0.06;
    for (std::size_t c = 0; c < 3; ++c) {
      QVERIFY2(std::abs(a[c] / b[c] - 1.0) < most, qPrintable(QString("%1: %2").arg(c).arg(b[c] / a[c])));
    }
  }
};

TEXELETON_GPU_SUITE(TestImpostors)
#include "test_impostors.moc"
