// A second clip on the bones of a mask: against a float64 reference that composes both in the skeleton, and the shaders
// against core.

#include <QObject>
#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <map>
#include <set>

#include "core/animation/pose.h"
#include "core/runtime/layers.h"
#include "core/vat/encoding.h"
#include "tests/support/suite.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/measure/reference_character.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/scene/crowd/crowd_events.h"
#include "viewport/scene/crowd/crowd_view.h"
#include "viewport/vertex_probe.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr std::uint32_t kRun = 2;
constexpr std::uint32_t kCheer = 3;
constexpr const char* kRoot = "Spine";

/// Weights of 0 and 1, on frames: the precision of the texels' format.
constexpr double kExactMillimetres = 0.01;
constexpr double kHalfMillimetres = 4.0;
/// Weights in between: matrices are blended, whereas the reference rotates along the arc.
constexpr double kSoftMillimetres = 6.0;

bake::BakeSettings settingsOf(vat::PixelFormat format, const char* encoding = "matrix3x4") {
  bake::BakeSettings settings;
  settings.mode = vat::findEncoding(encoding)->mode;
  settings.encoding = encoding;
  settings.pixelFormat = format;
  settings.loop = bake::LoopMode::On;
  settings.expose = {{"Hand.R|Hips", {}}};
  return settings;
}

runtime::LayerMask maskOf(const vat::BakedAnimation& animation, std::uint32_t softened) {
  const std::vector<std::string> roots = {kRoot};
  return runtime::layerMask(animation, roots, softened).value();
}

glm::dmat4 matrixOf(const transform::Transform& t) {
  return glm::translate(glm::dmat4(1.0), t.translation) * glm::mat4_cast(t.rotation) *
         glm::scale(glm::dmat4(1.0), t.scale);
}

double secondsOf(const vat::BakedClip& clip, std::uint32_t frame) {
  return clip.source.fromSeconds + clip.lengthSeconds * frame / clip.frameCount;
}

/// World matrices with the second clip's local transforms in the subtree of kRoot, in float64; weights between 0 and 1
/// interpolate translation and rotation from the first clip.
std::vector<glm::dmat4> composed(const model::Model& model, const vat::BakedAnimation& animation,
                                 const runtime::LayerMask& mask, std::uint32_t baseFrame, std::uint32_t layerFrame) {
  animation::SourcePose base(model, animation.clips[kRun].source.clip);
  animation::SourcePose layer(model, animation.clips[kCheer].source.clip);
  base.evaluate(secondsOf(animation.clips[kRun], baseFrame));
  layer.evaluate(secondsOf(animation.clips[kCheer], layerFrame));
  std::vector<glm::dmat4> whole(model.nodes.size());
  std::vector<bool> isMasked(model.nodes.size(), false);
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const NodeIndex parent = model.nodes[i].parent;
    const bool below = parent.isValid() && isMasked[parent.value];
    isMasked[i] = below || model.nodes[i].name == kRoot;
    const glm::dmat4 local = matrixOf(isMasked[i] ? layer.locals()[i] : base.locals()[i]);
    whole[i] = parent.isValid() ? whole[parent.value] * local : local;
  }
  std::vector<glm::dmat4> worlds = whole;
  for (std::size_t b = 0; b < mask.bones.size(); ++b) {
    const double weight = static_cast<double>(mask.bones[b].weight);
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
      if (model.nodes[i].name == animation.bones[b].name && weight > 0.0 && weight < 1.0) {
        const glm::dmat4& from = base.worlds()[i];
        const glm::dquat turn =
            glm::slerp(glm::quat_cast(glm::dmat3(from)), glm::quat_cast(glm::dmat3(whole[i])), weight);
        worlds[i] = glm::mat4_cast(turn);
        worlds[i][3] = glm::mix(from[3], whole[i][3], weight);
      }
    }
  }
  return worlds;
}

/// The largest distance between the decoded pose and the reference, millimetres, over some pairs of frames.
double worstMillimetres(const model::Model& model, const vat::BakedAnimation& animation,
                        const runtime::LayerMask& mask) {
  std::map<std::string, std::size_t> entryOf;
  for (std::size_t i = 0; i < model.palette.size(); ++i) {
    entryOf[model.nodes[model.palette[i].node.value].name] = i;
  }
  const vat::BakedMesh& mesh = animation.mesh;
  double worst = 0.0;
  for (std::uint32_t step = 0; step < 6; ++step) {
    const std::uint32_t run = (step * 5) % animation.clips[kRun].frameCount;
    const std::uint32_t cheer = (step * 11 + 3) % animation.clips[kCheer].frameCount;
    const std::vector<glm::dmat4> worlds = composed(model, animation, mask, run, cheer);
    const auto tick = [&](std::uint32_t clip, std::uint32_t frame) {
      const std::uint32_t at = animation.clips[clip].frameBegin + frame;
      return runtime::AnimationTickOutput{at, at, 0.0f};
    };
    const runtime::LayeredMoment moment{tick(kRun, run), tick(kCheer, cheer), &mask, 1.0f};
    for (std::uint32_t v = 0; v < mesh.vertexCount(); ++v) {
      glm::dvec4 expected(0.0);
      for (int i = 0; i < 4; ++i) {
        if (mesh.boneWeights[v][i] > 0.0f) {
          const model::PaletteEntry& entry = model.palette[entryOf.at(animation.bones[mesh.boneIndices[v][i]].name)];
          expected += static_cast<double>(mesh.boneWeights[v][i]) *
                      (worlds[entry.node.value] * entry.inverseBind * glm::dvec4(glm::dvec3(mesh.positions[v]), 1.0));
        }
      }
      const glm::dvec3 decoded(runtime::decodeLayeredVertex(animation, v, moment).position);
      const double off = glm::distance(decoded, glm::dvec3(expected)) * 1000.0;
      worst = off >= 0.0 ? std::max(worst, off) : 1e30;
    }
  }
  return worst;
}

viewport::CrowdLayer layerOf(const vat::BakedAnimation& animation, std::uint32_t softened) {
  viewport::CrowdLayer layer;
  layer.clip = kCheer;
  layer.share = 0.8f;
  layer.mask = maskOf(animation, softened);
  return layer;
}

viewport::Crowd runningCrowd(const vat::BakedAnimation& animation, std::uint32_t count) {
  viewport::CrowdSettings settings;
  settings.count = count;
  settings.clip = kRun;
  settings.phaseSpread = 1.0f;
  settings.turnSpread = 2.0f;
  return viewport::Crowd::make(settings, animation).value();
}

}  // namespace

class TestLayers : public QObject {
  Q_OBJECT

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }

  void masks() {
    const auto animation = baked(viewport::makeReferenceCharacter(), settingsOf(vat::PixelFormat::Rgba16F));
    const runtime::LayerMask hard = maskOf(*animation, 0);
    const runtime::LayerMask soft = maskOf(*animation, 2);
    std::size_t masked = 0;
    for (std::size_t i = 0; i < hard.bones.size(); ++i) {
      const std::string& name = animation->bones[i].name;
      const std::set<std::string> lower = {"Hips",    "Thigh.L", "Shin.L", "Foot.L", "Toe.L",
                                           "Thigh.R", "Shin.R",  "Foot.R", "Toe.R"};
      const bool isUpper = !lower.contains(name);
      QVERIFY2(hard.bones[i].weight == (isUpper ? 1.0f : 0.0f), name.c_str());
      QVERIFY2((soft.bones[i].weight > 0.0f) == isUpper, name.c_str());
      if (isUpper) {
        QCOMPARE(animation->bones[static_cast<std::size_t>(hard.bones[i].anchor)].name, std::string("Hips"));
        QCOMPARE(soft.bones[i].anchor, hard.bones[i].anchor);
        ++masked;
      }
      if (name == "Spine") {
        QVERIFY(std::abs(soft.bones[i].weight - 1.0f / 3.0f) < 1e-6f);
      } else if (name == "Waist") {
        QVERIFY(std::abs(soft.bones[i].weight - 2.0f / 3.0f) < 1e-6f);
      } else if (isUpper) {
        QVERIFY2(soft.bones[i].weight == 1.0f, name.c_str());
      }
    }
    QCOMPARE(masked, std::size_t{21});
    // The same mask from weights.
    std::vector<float> weights;
    for (const runtime::LayerMask::Bone& bone : soft.bones) {
      weights.push_back(bone.weight);
    }
    QVERIFY(runtime::layerMask(*animation, weights).value() == soft);
    weights.pop_back();
    QVERIFY(runtime::layerMask(*animation, weights).error().code == ErrorCode::InvalidArgument);
    const std::vector<std::string> misspelled = {"Spin"};
    const auto unknown = runtime::layerMask(*animation, misspelled, 0);
    QVERIFY(!unknown && unknown.error().message.find("Spine") != std::string::npos);
    const auto vertex =
        baked(viewport::makeReferenceCharacter(), settingsOf(vat::PixelFormat::Rgba16F, "positionNormal"));
    const std::vector<std::string> roots = {kRoot};
    QVERIFY(runtime::layerMask(*vertex, roots, 0).error().code == ErrorCode::Unsupported);
  }

  void matchesSkeleton() {
    const model::Model model = viewport::makeReferenceCharacter();
    const auto exact = baked(model, settingsOf(vat::PixelFormat::Rgba32F));
    const auto half = baked(model, settingsOf(vat::PixelFormat::Rgba16F));
    const auto turns = baked(model, settingsOf(vat::PixelFormat::Rgba32F, "quaternion"));
    const double hard = worstMillimetres(model, *exact, maskOf(*exact, 0));
    const double hardHalf = worstMillimetres(model, *half, maskOf(*half, 0));
    const double hardTurns = worstMillimetres(model, *turns, maskOf(*turns, 0));
    const double soft = worstMillimetres(model, *exact, maskOf(*exact, 2));
    // Without anchors the upper body stays at the cheer's position.
    runtime::LayerMask loose = maskOf(*exact, 0);
    for (runtime::LayerMask::Bone& bone : loose.bones) {
      bone.anchor = -1;
    }
    const double without = worstMillimetres(model, *exact, loose);
    qInfo("worst: %.6f mm, half floats %.3f mm, turns %.6f mm, softened %.3f mm; without anchors %.1f mm", hard,
          hardHalf, hardTurns, soft, without);
    QVERIFY2(hard < kExactMillimetres, qPrintable(QString::number(hard)));
    QVERIFY2(hardTurns < kExactMillimetres, qPrintable(QString::number(hardTurns)));
    QVERIFY2(hardHalf < kHalfMillimetres, qPrintable(QString::number(hardHalf)));
    QVERIFY2(soft < kSoftMillimetres, qPrintable(QString::number(soft)));
    QVERIFY2(without > 10.0, qPrintable(QString::number(without)));
  }

  void shaders_data() { addBackendRows(); }
  void shaders() {
    TEXELETON_DEVICE(device);
    for (const char* encoding : {"matrix3x4", "quaternion"}) {
      const auto animation = baked(viewport::makeReferenceCharacter(), settingsOf(vat::PixelFormat::Rgba32F, encoding));
      viewport::Crowd crowd = runningCrowd(*animation, 5);
      crowd.setTime(1.37);
      QVERIFY(crowd.setLayer(layerOf(*animation, 1)));
      crowd.setTime(3.21);
      using Of = viewport::VertexProbe::Of;
      for (const auto& [precision, of] : {std::pair(viewport::VertexPrecision::Full, Of::Texture),
                                          std::pair(viewport::VertexPrecision::Packed, Of::Texture),
                                          std::pair(viewport::VertexPrecision::Full, Of::Poses),
                                          std::pair(viewport::VertexPrecision::Packed, Of::Poses)}) {
        if (of == Of::Poses && device->mostStorageBytes() == 0) {
          continue;
        }
        auto probe = viewport::VertexProbe::create(*device, animation, precision, nullptr, of).value();
        for (const std::uint32_t instance : {0u, 3u}) {
          const auto probed = probe->read(crowd, instance).value();
          const runtime::LayeredMoment moment{crowd.output(instance), crowd.layerOutput(instance), &crowd.layer()->mask,
                                              crowd.layer()->share};
          double worst = 0.0;
          double plain = 0.0;
          for (std::uint32_t v = 0; v < animation->mesh.vertexCount(); ++v) {
            const viewport::InstanceRecord& record = crowd.records()[instance];
            const auto off = [&](const glm::vec3& place) {
              return static_cast<double>(glm::distance(probed[v].position, record.toWorld(place))) * 1000.0;
            };
            worst = std::max(worst, off(runtime::decodeLayeredVertex(*animation, v, moment).position));
            plain = std::max(plain, off(runtime::decodeVertex(*animation, v, moment.base).position));
          }
          QVERIFY2(worst < (precision == viewport::VertexPrecision::Full ? 0.02 : 0.3),
                   qPrintable(QString::number(worst)));
          QVERIFY2(plain > 50.0, qPrintable(QString::number(plain)));
        }
        for (std::uint32_t socket = 0; socket < animation->sockets.size(); ++socket) {
          const auto probed = probe->readSocket(crowd, 3, socket).value();
          const runtime::SocketPose pose = runtime::decodeLayeredSocket(
              *animation, SocketIndex(socket),
              {crowd.output(3), crowd.layerOutput(3), &crowd.layer()->mask, crowd.layer()->share});
          QVERIFY(glm::distance(probed.position, pose.position) < 1e-4f);
          QVERIFY(glm::distance(probed.axes[2], pose.rotation * glm::vec3(0.0f, 0.0f, 1.0f)) < 1e-3f);
        }
      }
      QCOMPARE(animation->sockets.size(), std::size_t{2});
    }
  }

  // Drawn with and without the layer by one renderer; with its shadow, and outlined.
  void drawn_data() { addBackendRows(); }
  void drawn() {
    TEXELETON_DEVICE(device);
    viewport::Scene scene;
    scene.animation = baked(viewport::makeReferenceCharacter(), settingsOf(vat::PixelFormat::Rgba16F));
    scene.crowd = runningCrowd(*scene.animation, 9);
    scene.crowd.setTime(0.7);
    scene.camera.framePoints(scene.crowd.outline(), 1.5f);
    scene.view.sockets = scene.view.socketObjects = true;
    scene.selection = {4};
    viewport::OffscreenRenderer renderer(*device);
    const QSize size(240, 160);
    const QImage plain = renderer.render(scene, size).value();
    QVERIFY(scene.crowd.setLayer(layerOf(*scene.animation, 1)));
    const QImage layered = renderer.render(scene, size).value();
    QVERIFY(renderer.frames().statistics().triangles > 0);
    QVERIFY(scene.crowd.setLayer(std::nullopt));
    const QImage again = renderer.render(scene, size).value();
    if (const QString folder = qEnvironmentVariable("TEXELETON_KEEP_PICTURES"); !folder.isEmpty()) {
      again.save(folder + "/again-" + QTest::currentDataTag() + ".png");
      plain.save(folder + "/plain-" + QTest::currentDataTag() + ".png");
      layered.save(folder + "/layered-" + QTest::currentDataTag() + ".png");
    }
    QVERIFY(again == plain);
    QVERIFY(layered != plain);
  }

  void insideCullingBounds() {
    const auto animation = baked(viewport::makeReferenceCharacter(), settingsOf(vat::PixelFormat::Rgba16F));
    viewport::Crowd crowd = runningCrowd(*animation, 40);
    QVERIFY(crowd.setLayer(layerOf(*animation, 0)));
    for (const double seconds : {0.1, 0.9, 2.3}) {
      crowd.setTime(seconds);
      for (const viewport::CrowdCell& cell : crowd.cells()) {
        const glm::vec3 reach(crowd.layerReach() * cell.largestScale);
        for (std::uint32_t i = cell.first; i < cell.first + cell.count; ++i) {
          const runtime::LayeredMoment moment{crowd.output(i), crowd.layerOutput(i), &crowd.layer()->mask, 1.0f};
          for (std::uint32_t v = 0; v < animation->mesh.vertexCount(); v += 7) {
            const glm::vec3 place =
                crowd.records()[i].toWorld(runtime::decodeLayeredVertex(*animation, v, moment).position);
            QVERIFY(glm::all(glm::greaterThanEqual(place, cell.bounds.min - reach)) &&
                    glm::all(glm::lessThanEqual(place, cell.bounds.max + reach)));
          }
        }
      }
    }
  }

  // Both clips' events fire at their own times.
  void events() {
    auto own = changeable(viewport::makeReferenceCharacter(), settingsOf(vat::PixelFormat::Rgba16F));
    own->clips[kRun].events = {{"step", 0.1, ""}};
    own->clips[kCheer].events = {{"shout", 0.2, ""}};
    viewport::Crowd crowd = runningCrowd(*own, 3);
    viewport::CrowdLayer layer = layerOf(*own, 0);
    layer.spread = false;
    QVERIFY(crowd.setLayer(layer));
    viewport::CrowdEvents events(own, crowd);
    std::vector<double> shouts;
    std::size_t steps = 0;
    for (int i = 1; i <= 300; ++i) {
      crowd.setTime(i * 0.01);
      events.advance(crowd);
      for (const viewport::LoggedEvent& event : events.lastStep()) {
        QVERIFY(event.instance < 3u);
        QCOMPARE(event.clip, event.name == "shout" ? kCheer : kRun);
        if (event.name == "shout" && event.instance == 1) {
          shouts.push_back(event.crowdSeconds);
        }
        steps += event.name == "step" ? 1 : 0;
      }
    }
    const double length = own->clips[kCheer].lengthSeconds;
    QCOMPARE(shouts.size(), static_cast<std::size_t>(std::floor((3.0 - 0.2) / length)) + 1);
    for (std::size_t i = 0; i < shouts.size(); ++i) {
      QVERIFY(std::abs(shouts[i] - (0.2 + static_cast<double>(i) * length)) < 0.01);
    }
    QVERIFY(steps >= 3);
  }
};

TEXELETON_GPU_SUITE(TestLayers)
#include "test_layers.moc"
