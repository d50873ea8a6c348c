// Characters skinned every frame, read back from the GPU, against skinning in float64; and their pictures against those
// of the animation texture.

#include <QObject>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/import/import.h"
#include "tests/core/bake/bake_oracle.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "tests/viewport/skinned_words.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/scene/gpu/packing.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr double kSkinningLimit = 1e-5;  // In sizes of the model.
constexpr double kDegrees = 0.02;        // Packed directions.

/// Reports the first vertex that is too far off; empty: none.
std::string compare(const model::Model& model, const vat::BakedAnimation& animation, const animation::SourcePose& pose,
                    std::span<const std::uint32_t> words) {
  for (std::uint32_t v = 0; v < model.vertexCount(); ++v) {
    const std::size_t at = std::size_t{v} * viewport::kSkinnedVertexWords;
    const glm::dvec3 position(std::bit_cast<float>(words[at]), std::bit_cast<float>(words[at + 1]),
                              std::bit_cast<float>(words[at + 2]));
    const glm::dvec3 normal(viewport::unpackDirection(words[at + 3]));
    const OracleVertex wanted = sourceVertex(model, pose, v, 4, false);
    const double off = glm::distance(position, wanted.position) / animation.sizeMetres;
    const double degrees =
        glm::degrees(std::atan2(glm::length(glm::cross(normal, wanted.normal)), glm::dot(normal, wanted.normal)));
    if (!(off <= kSkinningLimit) || !(degrees <= kDegrees)) {
      return "vertex " + std::to_string(v) + " is off by " + std::to_string(off * 1e6) +
             " millionths of the size and " + std::to_string(degrees) + " degrees";
    }
  }
  return {};
}

std::string compareModel(viewport::GpuDevice& device, const std::shared_ptr<const model::Model>& model) {
  bake::BakeSettings settings;
  settings.pixelFormat = vat::PixelFormat::Rgba32F;
  settings.sampleRateHz = 10.0;
  const auto animation = baked(*model, settings);
  if (!animation) {
    return "not baked";
  }
  auto skeleton = viewport::Skeleton::make(model, animation);
  if (!skeleton) {
    return describe(skeleton.error());
  }
  viewport::CrowdPoser poser(*skeleton);
  const std::size_t clips = animation->clips.size();
  const std::size_t tried = std::min(clips, kClipsOfAModel);
  for (std::size_t i = 0; i < tried; ++i) {
    const auto clip = static_cast<std::uint32_t>(i * clips / tried);
    const vat::BakedClip& played = animation->clips[clip];
    const viewport::Scene scene =
        stillScene(animation, clip, played.lengthSeconds * (0.137 + 0.08 * static_cast<double>(i)));
    viewport::SkinPalettes palettes;
    if (const auto posed = poser.pose(scene.crowd, std::array{0u}, {}, palettes); !posed) {
      return describe(posed.error());
    }
    const auto words = skinned(device, *skeleton, palettes);
    if (!words) {
      return describe(words.error());
    }
    animation::SourcePose pose(*model, played.source.clip);
    pose.evaluate(viewport::sourceSeconds(played, scene.crowd.output(0)));
    if (std::string wrong = compare(*model, *animation, pose, *words); !wrong.empty()) {
      return "clip " + played.name + ", by compute: " + wrong;
    }
    std::vector<std::uint32_t> byCpu(words->size());
    viewport::skinOnCpu(**skeleton, palettes.rows, byCpu);
    if (std::string wrong = compare(*model, *animation, pose, byCpu); !wrong.empty()) {
      return "clip " + played.name + ", by the CPU: " + wrong;
    }
  }
  return {};
}

/// The largest difference of a channel, and the number of pixels that differ by more than 8.
std::pair<int, int> difference(const QImage& a, const QImage& b) {
  int worst = 0;
  int many = 0;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      const QColor p = a.pixelColor(x, y);
      const QColor q = b.pixelColor(x, y);
      const int off =
          std::max({std::abs(p.red() - q.red()), std::abs(p.green() - q.green()), std::abs(p.blue() - q.blue())});
      worst = std::max(worst, off);
      many += off > 8 ? 1 : 0;
    }
  }
  return {worst, many};
}

}  // namespace

class TestSkinning : public QObject {
  Q_OBJECT

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }

  void sharedModels_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("backend");
    for (const auto& file : sharedModelFiles()) {
      for (const viewport::GpuBackend backend : {viewport::GpuBackend::Vulkan, viewport::GpuBackend::OpenGl}) {
        QTest::addRow("%s, %s", file.filename().c_str(), viewport::backendWord(backend))
            << QString::fromStdString(file.string()) << static_cast<int>(backend);
      }
    }
  }
  void sharedModels() {
    if (sharedModelFiles().empty()) {
      TEXELETON_SKIP("the shared models are not here");
    }
    TEXELETON_DEVICE(device);
    QFETCH(QString, file);
    JobContext job;
    const auto model = importing::importModel(file.toStdString(), {}, job);
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    if ((*model)->vertexCount() == 0) {
      return;  // A motion without a mesh.
    }
    const std::string wrong = compareModel(*device, *model);
    QVERIFY2(wrong.empty(), wrong.c_str());
  }

  void madeModels_data() { addBackendRows(); }
  void madeModels() {
    TEXELETON_DEVICE(device);
    CharacterSpec scaled;
    scaled.scales = true;
    CharacterSpec many;
    many.joints = 300;
    many.vertices = 3000;
    for (const model::Model& model :
         {twoBoneStrip(), animatedRigidNode(), makeCharacter(scaled), makeCharacter(many)}) {
      const std::string wrong = compareModel(*device, std::make_shared<const model::Model>(model));
      QVERIFY2(wrong.empty(), wrong.c_str());
    }
  }

  // A crowd looks the same on every path; only the number of draws differs.
  void pathsLookAlike_data() { addBackendRows(); }
  void pathsLookAlike() {
    TEXELETON_DEVICE(device);
    const std::pair<model::Model, vat::BakeMode> bakes[] = {{makeCharacter({}), vat::BakeMode::Bone},
                                                            {makeCharacter({}), vat::BakeMode::Vertex},
                                                            {wavingStrip(), vat::BakeMode::Vertex}};
    for (const auto& [made, mode] : bakes) {
      const auto model = std::make_shared<const model::Model>(made);
      bake::BakeSettings settings;
      settings.mode = mode;
      settings.pixelFormat = vat::PixelFormat::Rgba32F;
      settings.sampleRateHz = 240.0;
      const auto animation = baked(*model, settings);
      QVERIFY(animation);
      viewport::CrowdSettings crowd;
      crowd.count = 9;
      crowd.phaseSpread = 1.0f;
      crowd.turnSpread = 1.0f;
      crowd.tintSpread = 0.5f;
      viewport::Scene scene;
      scene.animation = animation;
      scene.skeleton = viewport::Skeleton::make(model, animation).value();
      scene.crowd = viewport::Crowd::make(crowd, *animation).value();
      scene.crowd.setTime(3.21);
      scene.crowd.fadeTo(4, 1, 1.0, 0.2, 2.0);
      scene.crowd.setTime(4.0);
      scene.camera.frameBox(scene.crowd.bounds(), 1.5f);
      viewport::OffscreenRenderer renderer(*device);
      const QSize size(240, 160);
      const auto byTexture = renderer.render(scene, size);
      QVERIFY2(byTexture, byTexture ? "" : byTexture.error().message.c_str());
      const viewport::FrameStatistics texture = renderer.frames().statistics();
      QVERIFY(difference(*byTexture, QImage(size, QImage::Format_RGBA8888)).second > 1000);  // Not blank.
      for (const viewport::DrawPath path : {viewport::DrawPath::Compute, viewport::DrawPath::Cpu}) {
        scene.view.path = path;
        const auto bySkinning = renderer.render(scene, size);
        QVERIFY2(bySkinning, bySkinning ? "" : bySkinning.error().message.c_str());
        const auto [worst, many] = difference(*byTexture, *bySkinning);
        // Edges may fall on the other side of a sample.
        QVERIFY2(many < size.width() * size.height() / 200, qPrintable(QString("%1, worst %2").arg(many).arg(worst)));
        const viewport::FrameStatistics& statistics = renderer.frames().statistics();
        QCOMPARE(statistics.instancesDrawn, texture.instancesDrawn);
        QCOMPARE(statistics.triangles, texture.triangles);
        QVERIFY(statistics.drawCalls > texture.drawCalls + 8);
        QVERIFY(statistics.animationSeconds > 0.0);
      }
      scene.view.path = viewport::DrawPath::Texture;
      QCOMPARE(*renderer.render(scene, size), *byTexture);
    }
  }

  // Another mesh at run time: the next frame shows it.
  void swapsMeshes_data() { addBackendRows(); }
  void swapsMeshes() {
    TEXELETON_DEVICE(device);
    viewport::OffscreenRenderer renderer(*device);
    std::vector<QImage> pictures;
    CharacterSpec other;
    other.seed = 7;
    other.vertices = 900;
    const model::Model models[] = {makeCharacter({}), makeCharacter(other)};
    for (const std::size_t which : {0, 1, 0}) {
      const auto model = std::make_shared<const model::Model>(models[which]);
      const auto animation = baked(*model, {});
      QVERIFY(animation);
      viewport::Scene scene = stillScene(animation, 0, 0.3);
      scene.skeleton = viewport::Skeleton::make(model, animation).value();
      scene.view.path = viewport::DrawPath::Compute;
      const auto picture = renderer.render(scene, {96, 96});
      QVERIFY2(picture, picture ? "" : picture.error().message.c_str());
      pictures.push_back(*picture);
    }
    QCOMPARE(pictures[0], pictures[2]);
    QVERIFY(difference(pictures[0], pictures[1]).second > 100);
  }

  void rejectsMismatch_data() { addBackendRows(); }
  void rejectsMismatch() {
    TEXELETON_DEVICE(device);
    const auto animation = baked(twoBoneStrip(), {});
    QVERIFY(animation);
    QVERIFY(!viewport::Skeleton::make(std::make_shared<const model::Model>(makeCharacter({})), animation));
    viewport::Scene scene = stillScene(animation, 0, 0.0);
    scene.view.path = viewport::DrawPath::Compute;
    viewport::OffscreenRenderer renderer(*device);
    const auto without = renderer.render(scene, {32, 32});
    QVERIFY(!without);
    QVERIFY(without.error().message.find("needs the model") != std::string::npos);
    scene.view.path = viewport::DrawPath::Texture;
    QVERIFY(renderer.render(scene, {32, 32}));
  }
};

TEXELETON_GPU_SUITE(TestSkinning)
#include "test_skinning.moc"
