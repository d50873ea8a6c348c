// Sockets, bones, normals, nodes and picking follow the pose of the surface, whatever its source: a clip, a cross-fade,
// a layer, a gaze, or a pose of the scene; against poses composed in the skeleton in float64, and in pictures.

#include <QObject>
#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <string>
#include <vector>

#include "core/animation/pose.h"
#include "core/bake/sockets.h"
#include "core/runtime/layers.h"
#include "tests/support/suite.h"
#include "tests/viewport/compare_pictures.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/measure/reference_character.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/scene/bone_lines.h"
#include "viewport/scene/crowd/crowd_gaze.h"
#include "viewport/scene/hang_attachments.h"
#include "viewport/scene/normal_lines.h"
#include "viewport/scene/picking.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

using viewport::DrawPath;

constexpr std::uint32_t kBaseClip = 2;
constexpr std::uint32_t kOtherClip = 3;
constexpr const char* kLayerRoot = "Spine";
/// Metres: skinned from the skeleton; decoded from texels between two frames.
constexpr float kSkinnedLimit = 2e-4f;
constexpr float kTextureLimit = 4e-3f;

enum class PoseSource { Clip, Fade, Layer, Posed, Gaze };

struct ShownCase {
  const char* name;
  PoseSource source;
  DrawPath path;
  vat::BakeMode mode = vat::BakeMode::Bone;
};

const ShownCase kShownCases[] = {
    {"clip, texture", PoseSource::Clip, DrawPath::Texture},
    {"clip, texture, vertex mode", PoseSource::Clip, DrawPath::Texture, vat::BakeMode::Vertex},
    {"clip, compute", PoseSource::Clip, DrawPath::Compute},
    {"clip, CPU", PoseSource::Clip, DrawPath::Cpu},
    {"fade, texture", PoseSource::Fade, DrawPath::Texture},
    {"fade, texture, vertex mode", PoseSource::Fade, DrawPath::Texture, vat::BakeMode::Vertex},
    {"fade, compute", PoseSource::Fade, DrawPath::Compute},
    {"layer, texture", PoseSource::Layer, DrawPath::Texture},
    {"layer, compute", PoseSource::Layer, DrawPath::Compute},
    {"pose, texture", PoseSource::Posed, DrawPath::Texture},
    {"pose, compute", PoseSource::Posed, DrawPath::Compute},
    {"pose, compute, vertex mode", PoseSource::Posed, DrawPath::Compute, vat::BakeMode::Vertex},
    {"pose, hybrid", PoseSource::Posed, DrawPath::Hybrid},
    {"gaze, CPU", PoseSource::Gaze, DrawPath::Cpu},
    {"gaze, hybrid", PoseSource::Gaze, DrawPath::Hybrid},
};

const std::shared_ptr<const model::Model>& referenceModel() {
  static const auto model = std::make_shared<const model::Model>(viewport::makeReferenceCharacter());
  return model;
}

/// One character, rotated and moved, that plays the source of a case on its path.
viewport::Scene posedScene(const ShownCase& wanted) {
  bake::BakeSettings settings;
  settings.mode = wanted.mode;
  settings.pixelFormat = vat::PixelFormat::Rgba32F;
  settings.sampleRateHz = 120.0;
  settings.loop = bake::LoopMode::On;
  settings.expose = {{"Hand.R|Hips", {}}};
  viewport::Scene scene;
  scene.animation = baked(*referenceModel(), settings);
  scene.skeleton =
      viewport::Skeleton::make(referenceModel(), scene.animation, bake::socketEntries(*referenceModel(), settings))
          .value();
  viewport::CrowdSettings crowd;
  crowd.clip = kBaseClip;
  scene.crowd = viewport::Crowd::make(crowd, *scene.animation).value();
  viewport::InstanceRecord record = scene.crowd.records()[0];
  record.stand({{0.4, 0.1, -0.3}, glm::angleAxis(0.7, glm::dvec3(0.0, 1.0, 0.0)), glm::dvec3(1.0)});
  scene.crowd.setRecord(0, record);
  scene.crowd.setTime(0.21);
  scene.camera.framePoints(scene.crowd.outline(), 1.0f);
  scene.camera.distance *= 1.6f;
  scene.view.path = wanted.path;
  scene.view.nearMetres = 100.0f;
  scene.view.hud = scene.view.grid = scene.view.shadow = scene.view.labels = false;
  switch (wanted.source) {
    case PoseSource::Clip:
      break;
    case PoseSource::Fade:
      scene.crowd.fadeTo(0, kOtherClip, 1.0, 0.2, 1.0);
      scene.crowd.setTime(0.21 + 0.4);
      break;
    case PoseSource::Layer: {
      viewport::CrowdLayer layer;
      layer.clip = kOtherClip;
      const std::vector<std::string> roots = {kLayerRoot};
      layer.mask = runtime::layerMask(*scene.animation, roots, 0).value();
      if (!scene.crowd.setLayer(std::move(layer))) {
        QTest::qFail("the layer is refused", __FILE__, __LINE__);
      }
      scene.crowd.setTime(0.83);
      break;
    }
    case PoseSource::Posed: {
      animation::SourcePose other(*referenceModel(), scene.animation->clips[kOtherClip].source.clip);
      other.evaluate(0.4);
      const glm::dmat4 moved =
          glm::rotate(glm::translate(glm::dmat4(1.0), glm::dvec3(0.3, 0.2, 0.1)), 1.2, glm::dvec3(0.0, 1.0, 0.0));
      auto pose = std::make_shared<viewport::CharacterPose>();
      pose->model = scene.skeleton->sharedModel();
      for (const glm::dmat4& world : other.worlds()) {
        pose->worlds.push_back(moved * world);
      }
      for (const model::PaletteEntry& entry : referenceModel()->palette) {
        pose->skin.push_back(pose->worlds[entry.node.value] * entry.inverseBind);
      }
      scene.poses.emplace(0, std::move(pose));
      break;
    }
    case PoseSource::Gaze: {
      const std::vector<model::Node>& nodes = referenceModel()->nodes;
      const auto head = std::find_if(nodes.begin(), nodes.end(), [](const model::Node& n) { return n.name == "Head"; });
      auto gaze =
          viewport::CrowdGaze::create(scene.skeleton, NodeIndex(static_cast<std::size_t>(head - nodes.begin())));
      if (!gaze || !gaze->apply(scene, 0.0f)) {
        QTest::qFail("no gaze", __FILE__, __LINE__);
      }
      break;
    }
  }
  return scene;
}

std::vector<glm::dmat4> worldsAt(const vat::BakedClip& clip, const runtime::AnimationTickOutput& frames) {
  animation::SourcePose pose(*referenceModel(), clip.source.clip);
  pose.evaluate(viewport::sourceSeconds(clip, frames));
  return {pose.worlds().begin(), pose.worlds().end()};
}

/// World matrices of the nodes in the case's pose, in pack space.
std::vector<glm::dmat4> expectedWorlds(const ShownCase& wanted, const viewport::Scene& scene) {
  if (!scene.poses.empty() && wanted.path != DrawPath::Texture) {
    return scene.poses.at(0)->worlds;
  }
  const viewport::InstanceRecord& record = scene.crowd.records()[0];
  const std::vector<vat::BakedClip>& clips = scene.animation->clips;
  const runtime::CrowdClock& clock = scene.crowd.clock();
  if (wanted.source == PoseSource::Layer) {  // The subtree has the local transforms of the other clip.
    const std::vector<glm::dmat4> base = worldsAt(clips[kBaseClip], scene.crowd.output(0));
    const std::vector<glm::dmat4> over = worldsAt(clips[kOtherClip], scene.crowd.layerOutput(0));
    std::vector<glm::dmat4> worlds = base;
    std::vector<bool> isMasked(worlds.size(), false);
    for (std::size_t n = 0; n < worlds.size(); ++n) {
      const model::Node& node = referenceModel()->nodes[n];
      isMasked[n] = node.name == kLayerRoot || (node.parent.isValid() && isMasked[node.parent.value]);
      if (isMasked[n]) {
        worlds[n] = worlds[node.parent.value] * glm::inverse(over[node.parent.value]) * over[n];
      }
    }
    return worlds;
  }
  std::vector<glm::dmat4> worlds =
      worldsAt(clips[wanted.source == PoseSource::Fade ? kOtherClip : kBaseClip], scene.crowd.output(0));
  if (wanted.source == PoseSource::Fade) {
    const runtime::CrowdClip from = viewport::unpackClip(record.clipA);
    const std::vector<glm::dmat4> before =
        worldsAt(clips[kBaseClip], runtime::crowdOutput(from, record.motionA(), clock));
    const auto weight = static_cast<double>(record.fadeWeight(clock));
    for (std::size_t n = 0; n < worlds.size(); ++n) {
      worlds[n] = before[n] * (1.0 - weight) + worlds[n] * weight;
    }
  }
  return worlds;
}

glm::vec3 skinnedPosition(const std::vector<glm::dmat4>& worlds, std::uint32_t vertex) {
  const model::VertexData& data = referenceModel()->vertices;
  glm::dvec4 position(0.0);
  for (std::uint32_t i = data.influenceBegin[vertex]; i < data.influenceBegin[vertex + 1]; ++i) {
    const model::PaletteEntry& entry = referenceModel()->palette[data.influences[i].joint];
    position += static_cast<double>(data.influences[i].weight) *
                (worlds[entry.node.value] * entry.inverseBind * glm::dvec4(glm::dvec3(data.positions[vertex]), 1.0));
  }
  return glm::vec3(position);
}

/// The world position of each socket.
std::vector<glm::vec3> socketPlaces(const viewport::Scene& scene, const std::vector<glm::dmat4>& worlds) {
  std::vector<glm::vec3> places;
  for (const model::PaletteEntry& entry : scene.skeleton->sockets()) {
    places.push_back(scene.crowd.records()[0].toWorld(glm::vec3(worlds[entry.node.value][3])));
  }
  return places;
}

/// Normalized device coordinates of a point: −1 … 1, y up.
glm::vec2 placeOnPicture(const viewport::Scene& scene, const glm::vec3& place) {
  const glm::vec4 clip =
      scene.camera.projection(1.0f, scene.crowd.bounds()) * scene.camera.view() * glm::vec4(place, 1.0f);
  return glm::vec2(clip) / clip.w;
}

/// The number of differing pixels, and whether any is more than `reach` pixels away from all of these places.
struct DifferingPixels {
  int count = 0;
  bool isElsewhere = false;
};
DifferingPixels differingNear(const QImage& a, const QImage& b, const viewport::Scene& scene,
                              const std::vector<glm::vec3>& places, float reach) {
  DifferingPixels found;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      if (a.pixel(x, y) == b.pixel(x, y)) {
        continue;
      }
      ++found.count;
      float nearest = 1e9f;
      for (const glm::vec3& place : places) {
        const glm::vec2 at = placeOnPicture(scene, place);
        const glm::vec2 pixel((at.x * 0.5f + 0.5f) * static_cast<float>(a.width()),
                              (0.5f - at.y * 0.5f) * static_cast<float>(a.height()));
        nearest = std::min(nearest, glm::distance(pixel, glm::vec2(x, y) + 0.5f));
      }
      found.isElsewhere = found.isElsewhere || nearest > reach;
    }
  }
  return found;
}

void addCaseRows() {
  QTest::addColumn<int>("number");
  for (std::size_t i = 0; i < std::size(kShownCases); ++i) {
    QTest::newRow(kShownCases[i].name) << static_cast<int>(i);
  }
}

}  // namespace

class TestShownPose : public QObject {
  Q_OBJECT

  static constexpr QSize kSize{240, 240};

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }
  void cleanupTestCase() { releaseDevices(); }

  void numbers_data() { addCaseRows(); }
  void numbers() {
    QFETCH(int, number);
    const ShownCase& wanted = kShownCases[number];
    viewport::Scene scene = posedScene(wanted);
    const std::vector<glm::dmat4> worlds = expectedWorlds(wanted, scene);
    const viewport::InstanceRecord& record = scene.crowd.records()[0];
    const bool byTexture = wanted.path == DrawPath::Texture;
    const float limit = byTexture ? kTextureLimit : kSkinnedLimit;

    // Nodes, which gizmos are attached to, and bones.
    QCOMPARE(scene.skeleton->sockets().size(), std::size_t{2});
    viewport::ShownPose pose(scene, viewport::shownPath(scene.view));
    std::vector<glm::dmat4> shown;
    pose.worlds(0, shown);
    QCOMPARE(shown.size(), worlds.size());
    for (std::size_t n = 0; n < worlds.size(); ++n) {
      for (int column = 0; column < 4; ++column) {
        QVERIFY2(glm::distance(shown[n][column], worlds[n][column]) < 1e-6, referenceModel()->nodes[n].name.c_str());
      }
      const glm::dvec3 place(viewport::nodeWorld(scene, NodeIndex(n), 0)[3]);
      QVERIFY(glm::distance(glm::vec3(place), record.toWorld(glm::vec3(worlds[n][3]))) < kSkinnedLimit);
    }
    for (const viewport::BoneLine& line : viewport::boneLines(scene, pose)) {
      QVERIFY(glm::distance(line.from, record.toWorld(glm::vec3(worlds[line.node.value][3]))) < kSkinnedLimit);
    }

    // Sockets, drawn and picked.
    const std::vector<glm::vec3> places = socketPlaces(scene, worlds);
    for (std::uint32_t socket = 0; socket < places.size(); ++socket) {
      const runtime::SocketPose at = pose.socket(0, socket);
      const float off = glm::distance(record.toWorld(at.position), places[socket]);
      QVERIFY2(off < limit, qPrintable(QString::number(off)));
      const glm::dvec3 z = glm::normalize(glm::dvec3(worlds[scene.skeleton->sockets()[socket].node.value][2]));
      QVERIFY(glm::distance(at.rotation * glm::vec3(0.0f, 0.0f, 1.0f), glm::vec3(z)) < 5e-3f);
      QCOMPARE(viewport::pickSocket(scene, {placeOnPicture(scene, places[socket]), 1.0f, 0.02f}),
               std::optional(socket));
    }

    // Surfaces: normals, bounds, and the hits of a ray.
    scene.view.normals = true;
    const std::vector<viewport::SceneLine> normals = viewport::normalLines(scene, wanted.path);
    const std::size_t vertices = scene.animation->mesh.vertexCount();
    QCOMPARE(normals.size(), vertices);
    const auto corners = viewport::instanceBoxes(scene, std::vector<std::uint32_t>{0}).at(0);
    const auto inBox = [&](const glm::vec3& place) {
      const glm::vec3 from = glm::vec3(record.toPack(glm::dvec3(place)));
      const glm::vec3 least(record.toPack(glm::dvec3(corners[0])));
      const glm::vec3 most(record.toPack(glm::dvec3(corners[7])));
      return glm::all(glm::greaterThanEqual(from, least - 0.02f)) && glm::all(glm::lessThanEqual(from, most + 0.02f));
    };
    for (std::uint32_t v = 0; v < vertices; ++v) {
      const glm::vec3 place = record.toWorld(skinnedPosition(worlds, v));
      const float off = glm::distance(normals[v].from, place);
      QVERIFY2(off < limit, qPrintable(QString("vertex %1: %2").arg(v).arg(off)));
      QVERIFY(wanted.source == PoseSource::Layer || inBox(place));
    }
    int met = 0;
    for (std::uint32_t v = 0; v < vertices; v += 37) {
      const glm::vec3 place = record.toWorld(skinnedPosition(worlds, v));
      const auto picked = viewport::pick(scene, viewport::rayThrough(scene.camera, placeOnPicture(scene, place), 1.0f));
      if (!picked) {
        continue;  // An edge of the silhouette.
      }
      ++met;
      glm::vec3 triangle[3];
      for (std::size_t k = 0; k < 3; ++k) {
        triangle[k] = record.toWorld(skinnedPosition(worlds, scene.animation->mesh.indices[picked->firstIndex + k]));
      }
      const glm::vec3 across = glm::cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
      if (glm::length(across) > 1e-6f) {
        const float off = std::abs(glm::dot(glm::normalize(across), picked->place - triangle[0]));
        QVERIFY2(off < 3.0f * limit, qPrintable(QString::number(off)));
      }
    }
    QVERIFY(met > 5);
  }

  // The description of the displayed pose.
  void motions() {
    viewport::Scene scene = posedScene({"", PoseSource::Posed, DrawPath::Compute});
    viewport::ShownMotion motion = viewport::shownMotion(scene, DrawPath::Compute, 0);
    QVERIFY(motion.isPosed);
    QCOMPARE(motion.clip, kBaseClip);
    QVERIFY(std::abs(motion.clipSeconds - 0.21) < 2e-3);
    QVERIFY(!viewport::shownMotion(scene, DrawPath::Texture, 0).isPosed);
    scene = posedScene({"", PoseSource::Layer, DrawPath::Texture});
    motion = viewport::shownMotion(scene, DrawPath::Texture, 0);
    QCOMPARE(motion.layer, std::optional(kOtherClip));
    QVERIFY(!motion.isPosed);
    scene = posedScene({"", PoseSource::Fade, DrawPath::Texture});
    motion = viewport::shownMotion(scene, DrawPath::Texture, 0);
    QCOMPARE(motion.clip, kOtherClip);
    QVERIFY(std::abs(motion.clipShare - 0.4f) < 0.01f);
    QVERIFY(std::abs(motion.clipSeconds - 0.6) < 2e-3);
  }

  // Axes and sample objects of sockets are drawn at the skeleton's sockets, and nowhere else.
  void socketsDrawn_data() {
    QTest::addColumn<int>("backend");
    QTest::addColumn<int>("number");
    for (const viewport::GpuBackend backend : {viewport::GpuBackend::Vulkan, viewport::GpuBackend::OpenGl}) {
      for (std::size_t i = 0; i < std::size(kShownCases); ++i) {
        QTest::addRow("%s, %s", viewport::backendWord(backend), kShownCases[i].name)
            << static_cast<int>(backend) << static_cast<int>(i);
      }
    }
  }
  void socketsDrawn() {
    TEXELETON_DEVICE(device);
    QFETCH(int, number);
    const ShownCase& wanted = kShownCases[number];
    viewport::Scene scene = posedScene(wanted);
    const std::vector<glm::vec3> places = socketPlaces(scene, expectedWorlds(wanted, scene));
    viewport::OffscreenRenderer renderer(*device);
    const QImage plain = renderer.render(scene, kSize).value();
    // The axes have 8 % of the model's length; the sample dagger is 2.2 times as long.
    const glm::vec3 tip = places[0] + scene.camera.right() * (0.08f * static_cast<float>(scene.animation->sizeMetres));
    const float axis =
        glm::distance(placeOnPicture(scene, places[0]), placeOnPicture(scene, tip)) * 0.5f * float(kSize.width());
    scene.view.sockets = true;
    const QImage axes = renderer.render(scene, kSize).value();
    const DifferingPixels drawn = differingNear(plain, axes, scene, places, axis + 3.0f);
    QVERIFY2(drawn.count > 10, qPrintable(QString::number(drawn.count)));
    QVERIFY(!drawn.isElsewhere);
    scene.view.sockets = false;
    scene.view.socketObjects = true;
    const QImage objects = renderer.render(scene, kSize).value();
    const DifferingPixels held = differingNear(plain, objects, scene, places, 2.3f * axis + 3.0f);
    QVERIFY2(held.count > 10, qPrintable(QString::number(held.count)));
    QVERIFY(!held.isElsewhere);
  }

  // In the transition of the hybrid path each socket is drawn once; those of a character with its own pose at every
  // distance.
  void socketsOnceInTransition_data() { addBackendRows(); }
  void socketsOnceInTransition() {
    TEXELETON_DEVICE(device);
    const ShownCase wanted{"", PoseSource::Posed, DrawPath::Hybrid};
    viewport::OffscreenRenderer renderer(*device);
    const std::pair<float, bool> cases[] = {{-0.5f, true},  {0.3f, true},  {0.7f, true}, {1.5f, true},
                                            {-0.5f, false}, {0.7f, false}, {1.5f, false}};
    for (const auto& [share, followsClip] : cases) {
      viewport::Scene scene = posedScene(wanted);
      auto pose = std::make_shared<viewport::CharacterPose>(*scene.poses.at(0));
      pose->followsClip = followsClip;
      scene.poses.insert_or_assign(0, std::move(pose));
      const float metres = glm::distance(scene.crowd.records()[0].position, scene.camera.position());
      scene.view.crossOverMetres = 0.4f;
      scene.view.nearMetres = metres - 0.4f * share;
      const bool skins = share < 0.5f || !followsClip;
      QCOMPARE(viewport::isSkinned(scene, DrawPath::Hybrid, 0), skins);
      const ShownCase shown{"", PoseSource::Posed, skins ? DrawPath::Compute : DrawPath::Texture};
      const std::vector<glm::vec3> places = socketPlaces(scene, expectedWorlds(shown, scene));
      const QImage plain = renderer.render(scene, kSize).value();
      scene.view.sockets = true;
      const QImage axes = renderer.render(scene, kSize).value();
      const glm::vec3 tip =
          places[0] + scene.camera.right() * (0.08f * static_cast<float>(scene.animation->sizeMetres));
      const float axis =
          glm::distance(placeOnPicture(scene, places[0]), placeOnPicture(scene, tip)) * 0.5f * float(kSize.width());
      const DifferingPixels drawn = differingNear(plain, axes, scene, places, axis + 3.0f);
      QVERIFY2(drawn.count > 10 && !drawn.isElsewhere, qPrintable(QString::number(share)));
    }
  }

  // Compared paths: each side has the overlays of its own pose.
  void sidesDiffer_data() { addBackendRows(); }
  void sidesDiffer() {
    TEXELETON_DEVICE(device);
    viewport::Scene scene = posedScene({"", PoseSource::Posed, DrawPath::Texture});
    scene.view.sockets = scene.view.socketObjects = scene.view.normals = true;
    scene.view.skeleton = viewport::SkeletonView::OnTop;
    viewport::OffscreenRenderer renderer(*device);
    const QImage texture = renderer.render(scene, kSize).value();
    scene.view.path = DrawPath::Compute;
    const QImage compute = renderer.render(scene, kSize).value();
    scene.view.path = DrawPath::Texture;
    scene.view.comparison = viewport::Comparison::Split;
    scene.view.comparedPath = DrawPath::Compute;
    const QImage split = renderer.render(scene, kSize).value();
    QVERIFY(differing(texture, compute) > 500);
    const int half = kSize.width() / 2 - 4;
    const QRect left(0, 0, half, kSize.height());
    const QRect right(kSize.width() - half, 0, half, kSize.height());
    QVERIFY(differing(split.copy(left), texture.copy(left)) == 0);
    QVERIFY(differing(split.copy(right), compute.copy(right)) == 0);
  }
};

TEXELETON_GPU_SUITE(TestShownPose)
#include "test_shown_pose.moc"
