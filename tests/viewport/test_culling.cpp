// The drawn part of a crowd: by cells, levels of detail and path. Compared with a test of every vertex of every
// instance, and pictures with and without culling.

#include <QObject>
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "core/runtime/pack_player.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/passes/frame_uniforms.h"
#include "viewport/scene/crowd/crowd_layout.h"
#include "viewport/scene/crowd/crowd_view.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

std::shared_ptr<const vat::BakedAnimation> strip(std::vector<double> lodRatios = {}) {
  bake::BakeSettings settings;
  settings.lodRatios = std::move(lodRatios);
  settings.loop = bake::LoopMode::On;
  return baked(twoBoneStrip(), settings);
}

viewport::Scene crowdScene(std::shared_ptr<const vat::BakedAnimation> animation, std::uint32_t count,
                           viewport::CrowdLayout layout) {
  viewport::CrowdSettings settings;
  settings.count = count;
  settings.layout = layout;
  settings.phaseSpread = 1.0f;
  settings.turnSpread = 3.0f;
  settings.scaleSpread = 0.5f;
  settings.tintSpread = 0.8f;
  viewport::Scene scene;
  scene.animation = std::move(animation);
  scene.crowd = viewport::Crowd::make(settings, *scene.animation).value();
  scene.crowd.setTime(1.3);
  return scene;
}

/// Cameras in, above and beside a crowd.
std::vector<viewport::Camera> cameras() {
  std::vector<viewport::Camera> all;
  for (const float yaw : {0.0f, 0.7f, 2.6f, 4.4f}) {
    for (const float pitch : {-0.1f, 0.05f, 0.6f, 1.5f}) {
      for (const float distance : {0.5f, 6.0f, 40.0f}) {
        viewport::Camera camera;
        camera.target = {3.0f * std::sin(yaw), 1.0f, -2.0f};
        camera.yaw = yaw;
        camera.pitch = pitch;
        camera.distance = distance;
        camera.orthographic = all.size() % 5 == 4;
        all.push_back(camera);
      }
    }
  }
  return all;
}

/// Vertex positions of every instance, decoded one by one and blended as the format specifies.
std::vector<std::vector<glm::vec3>> worldVertices(const viewport::Scene& scene) {
  std::vector<std::vector<glm::vec3>> places(scene.crowd.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const viewport::InstanceRecord& record = scene.crowd.records()[i];
    const runtime::AnimationTickOutput a =
        runtime::crowdOutput(viewport::unpackClip(record.clipA), record.motionA(), scene.crowd.clock());
    const runtime::AnimationTickOutput b = scene.crowd.output(i);
    const float share = record.fadeWeight(scene.crowd.clock());
    for (std::uint32_t v = 0; v < scene.animation->mesh.vertexCount(); ++v) {
      const glm::vec3 leaving = runtime::decodeVertex(*scene.animation, v, a).position;
      const glm::vec3 arriving = runtime::decodeVertex(*scene.animation, v, b).position;
      places[i].push_back(record.toWorld(glm::mix(leaving, arriving, share)));
    }
  }
  return places;
}

bool isInside(const glm::dmat4& matrix, const glm::vec3& point) {
  const glm::dvec4 clip = matrix * glm::dvec4(glm::dvec3(point), 1.0);
  return clip.w > 0.0 && std::abs(clip.x) <= clip.w && std::abs(clip.y) <= clip.w && std::abs(clip.z) <= clip.w;
}

bool isIn(std::span<const viewport::CrowdRun> runs, std::size_t instance) {
  return std::any_of(runs.begin(), runs.end(), [&](const viewport::CrowdRun& run) {
    return instance >= run.first && instance < std::size_t{run.first} + run.count;
  });
}

std::optional<glm::vec3> eyeOf(const viewport::Camera& camera) {
  return camera.orthographic ? std::nullopt : std::optional(camera.position());
}

/// Reports the first visible instance that is not drawn; empty: none. `seen` counts the visible ones.
std::string checkNothingMissing(const viewport::Scene& scene, const std::vector<std::vector<glm::vec3>>& places,
                                const glm::mat4& matrix, std::size_t& seen, std::size_t& drawn) {
  const viewport::Frustum frustum(matrix);
  const std::vector<viewport::CrowdRun> runs =
      viewport::visibleRuns(scene.crowd, &frustum, nullptr, nullptr, eyeOf(scene.camera));
  const glm::dmat4 exact(matrix);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const bool visible =
        std::any_of(places[i].begin(), places[i].end(), [&](const glm::vec3& place) { return isInside(exact, place); });
    seen += visible ? 1 : 0;
    if (visible && !isIn(runs, i)) {
      return "instance " + std::to_string(i) + " is seen and not drawn";
    }
  }
  drawn += viewport::instanceCount(runs);
  return {};
}

}  // namespace

class TestCulling : public QObject {
  Q_OBJECT

  static constexpr QSize kSize{160, 120};

  QImage picture(viewport::GpuDevice& device, const viewport::Scene& scene, viewport::FrameStatistics& statistics) {
    viewport::OffscreenRenderer renderer(device);
    const auto drawn = renderer.render(scene, kSize);
    if (!drawn) {
      QTest::qFail(drawn.error().message.c_str(), __FILE__, __LINE__);
      return {};
    }
    statistics = renderer.frames().statistics();
    return *drawn;
  }

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }

  void cellsContainCrowd() {
    const auto animation = strip();
    for (const viewport::CrowdLayout layout :
         {viewport::CrowdLayout::Grid, viewport::CrowdLayout::Disc, viewport::CrowdLayout::Scatter}) {
      for (const std::uint32_t count : {1u, 2u, 15u, 100u, 5000u, 300'000u}) {
        viewport::CrowdSettings settings;
        settings.count = count;
        settings.layout = layout;
        settings.tintSpread = 1.0f;
        const viewport::Crowd crowd = viewport::Crowd::make(settings, *animation).value();
        std::size_t next = 0;
        for (const viewport::CrowdCell& cell : crowd.cells()) {
          QCOMPARE(std::size_t{cell.first}, next);
          QVERIFY(cell.count > 0);
          next += cell.count;
        }
        QCOMPARE(next, std::size_t{count});
        QVERIFY2(crowd.cells().size() <= 17'000 && (count < 100 || crowd.cells().size() >= count / 512),
                 std::to_string(crowd.cells().size()).c_str());
      }
    }
  }

  // A crowd has the same characters in any order.
  void sortingKeepsAllInstances() {
    const auto animation = strip();
    viewport::CrowdSettings settings;
    settings.count = 3000;
    settings.layout = viewport::CrowdLayout::Scatter;
    const viewport::Crowd crowd = viewport::Crowd::make(settings, *animation).value();
    std::set<std::pair<float, float>> sorted;
    std::set<std::pair<float, float>> asked;
    for (std::uint32_t i = 0; i < settings.count; ++i) {
      const glm::vec2 place = viewport::crowdPlace(settings.layout, i, settings.count,
                                                   viewport::crowdSpacing(animation->bounds), settings.seed);
      asked.insert({place.x, place.y});
      sorted.insert({crowd.records()[i].position.x, crowd.records()[i].position.z});
    }
    QVERIFY(asked == sorted);
  }

  void visibleInstancesAreDrawn() {
    const auto animation = strip();
    std::size_t seen = 0;
    std::size_t drawn = 0;
    std::size_t all = 0;
    for (const viewport::CrowdLayout layout :
         {viewport::CrowdLayout::Grid, viewport::CrowdLayout::Disc, viewport::CrowdLayout::Scatter}) {
      viewport::Scene scene = crowdScene(animation, 700, layout);
      for (std::size_t i = 0; i < scene.crowd.size(); i += 7) {  // Some change their clip, some their position.
        scene.crowd.fadeTo(i, 1, 1.0, 0.3, 2.0);
      }
      viewport::InstanceRecord moved = scene.crowd.records()[5];
      moved.position += glm::vec3(9.0f, 0.0f, -4.0f);
      moved.scale = 3.0f;
      scene.crowd.setRecord(5, moved);
      scene.crowd.setTime(2.1);
      const auto places = worldVertices(scene);
      for (const viewport::Camera& camera : cameras()) {
        scene.camera = camera;
        for (const glm::mat4& matrix : {viewport::cameraMatrix(scene, 4.0f / 3.0f), viewport::lightMatrix(scene)}) {
          const std::string wrong = checkNothingMissing(scene, places, matrix, seen, drawn);
          QVERIFY2(wrong.empty(), wrong.c_str());
          all += scene.crowd.size();
        }
      }
    }
    // Most of the invisible ones are culled; otherwise any list would pass.
    QVERIFY2(seen > 1000 && drawn < all / 2, (std::to_string(seen) + ", " + std::to_string(drawn)).c_str());
  }

  // Instances whose shadows are visible are in the shadow list: a ray from each vertex follows the light to the floor;
  // if part of it is visible, the instance must be drawn.
  void keepsCastersOfVisibleShadows() {
    std::size_t thrown = 0;
    std::size_t drawn = 0;
    std::size_t inMap = 0;
    for (const glm::vec3& light :
         {glm::vec3(0.3f, 0.8f, 0.5f), glm::vec3(-1.0f, 0.12f, 0.2f), glm::vec3(0.0f, 1.0f, 0.0f)}) {
      viewport::Scene scene = crowdScene(strip(), 1500, viewport::CrowdLayout::Disc);
      scene.view.towardsLight = light;
      const glm::dvec3 away = -glm::normalize(glm::dvec3(light));
      const auto places = worldVertices(scene);
      for (const viewport::Camera& camera : cameras()) {
        scene.camera = camera;
        const glm::mat4 seen = viewport::cameraMatrix(scene, 4.0f / 3.0f);
        const glm::mat4 map = viewport::lightMatrix(scene);
        const viewport::ShadowCasters casters(map, seen, viewport::shadowFall(scene));
        const auto runs = viewport::visibleRuns(scene.crowd, &casters, nullptr, nullptr, eyeOf(camera));
        const viewport::Frustum whole(map);
        drawn += viewport::instanceCount(runs);
        inMap += viewport::instanceCount(viewport::visibleRuns(scene.crowd, &whole, nullptr, nullptr, eyeOf(camera)));
        for (std::size_t i = 0; i < places.size(); ++i) {
          const bool throws = std::any_of(places[i].begin(), places[i].end(), [&](const glm::vec3& place) {
            const glm::dvec3 from(place);
            if (!isInside(glm::dmat4(map), place) || from.y < 0.0) {
              return false;
            }
            constexpr int kSteps = 16;
            for (int step = 0; step <= kSteps; ++step) {
              const glm::dvec3 at = from + away * (from.y / -away.y * step / kSteps);
              if (isInside(glm::dmat4(seen), glm::vec3(at)) && isInside(glm::dmat4(map), glm::vec3(at))) {
                return true;
              }
            }
            return false;
          });
          thrown += throws ? 1 : 0;
          QVERIFY2(!throws || isIn(runs, i), std::to_string(i).c_str());
        }
      }
    }
    QVERIFY2(thrown > 1000 && drawn * 4 < inMap * 3, (std::to_string(drawn) + " of " + std::to_string(inMap)).c_str());
  }

  void picturesAreEqual_data() {
    QTest::addColumn<int>("backend");
    QTest::addColumn<bool>("mixed");
    for (const viewport::GpuBackend backend : {viewport::GpuBackend::Vulkan, viewport::GpuBackend::OpenGl}) {
      for (const bool mixed : {false, true}) {
        QTest::addRow("%s, %s", viewport::backendWord(backend), mixed ? "some fade" : "all loop")
            << static_cast<int>(backend) << mixed;
      }
    }
  }
  void picturesAreEqual() {
    TEXELETON_DEVICE(device);
    QFETCH(bool, mixed);
    viewport::Scene scene = crowdScene(strip(), 2000, viewport::CrowdLayout::Scatter);
    for (std::size_t i = 0; mixed && i < scene.crowd.size(); i += 6) {
      scene.crowd.fadeTo(i, 1, 1.0, 0.3, 2.0);
    }
    std::uint64_t culled = 0;
    std::size_t number = 0;
    for (const viewport::Camera& camera : cameras()) {
      if (number++ % 7 != 0) {
        continue;
      }
      scene.camera = camera;
      viewport::FrameStatistics with;
      viewport::FrameStatistics without;
      scene.view.culling = true;
      const QImage culledPicture = picture(*device, scene, with);
      scene.view.culling = false;
      const QImage whole = picture(*device, scene, without);
      QCOMPARE(culledPicture, whole);
      QCOMPARE(with.instancesDrawn + with.instancesCulled, std::uint64_t{2000});
      QCOMPARE(without.instancesDrawn, std::uint64_t{2000});
      QVERIFY(with.triangles <= without.triangles);
      // The picture and the shadow, each with a separate draw for fading instances unless all were posed beforehand.
      QCOMPARE(without.drawCalls, mixed && without.instancesPosed == 0 ? 4u : 2u);
      culled += with.instancesCulled;
    }
    QVERIFY(culled > 2000);
  }

  // The error of the drawn level, seen from the nearest point of its cell, is at most the allowed number of pixels, or
  // its triangles are no larger than four pixels.
  void levelsByProjectedSize() {
    const auto animation = strip({0.5, 0.25});
    QVERIFY(animation && animation->mesh.lods.size() >= 1);
    const std::vector<viewport::LevelDetail> levels = viewport::levelDetails(*animation);
    QCOMPARE(levels.front().errorMetres, 0.0f);
    viewport::Scene scene = crowdScene(animation, 4000, viewport::CrowdLayout::Grid);
    std::set<std::uint32_t> used;
    for (viewport::Camera camera : cameras()) {
      camera.distance *= 12.0f;
      constexpr int kHeight = 900;
      const viewport::LevelChoice choice(camera, kHeight, 1.0f, levels);
      const auto runs = viewport::visibleRuns(scene.crowd, nullptr, &choice, nullptr, eyeOf(camera));
      QCOMPARE(viewport::instanceCount(runs), std::uint64_t{4000});
      const glm::dmat4 view(camera.view());
      const double tangent = std::tan(static_cast<double>(camera.fieldOfView) / 2.0);
      for (const viewport::CrowdRun& run : runs) {
        used.insert(run.level);
        for (std::uint32_t i = run.first; i < run.first + run.count; ++i) {
          const viewport::InstanceRecord& record = scene.crowd.records()[i];
          const double away = camera.orthographic
                                  ? static_cast<double>(camera.distance)
                                  : glm::length(glm::dvec3(view * glm::dvec4(glm::dvec3(record.position), 1.0)));
          const double pixelsOfAMetre = static_cast<double>(record.scale) * kHeight / (2.0 * tangent * away);
          const double off = static_cast<double>(levels[run.level].errorMetres) * pixelsOfAMetre;
          const double side = static_cast<double>(levels[run.level].triangleMetres) * pixelsOfAMetre;
          QVERIFY2(off <= 1.001 || side <= 4.004, (std::to_string(off) + ", " + std::to_string(side)).c_str());
        }
      }
    }
    QVERIFY(used.size() > 1);
  }

  void nearestFirst() {
    const viewport::Scene scene = crowdScene(strip({0.4, 0.1}), 3000, viewport::CrowdLayout::Grid);
    for (const viewport::Camera& camera : cameras()) {
      const viewport::LevelChoice choice(camera, 200, 1.0f, viewport::levelDetails(*scene.animation));
      const auto runs = viewport::visibleRuns(scene.crowd, nullptr, &choice, nullptr, eyeOf(camera));
      for (const bool byCells : {false, true}) {
        const auto ordered = viewport::nearestFirst(scene.crowd, runs, camera, byCells);
        std::vector<std::uint32_t> levelOf(scene.crowd.size(), 99);
        for (const viewport::CrowdRun& run : ordered) {
          for (std::uint32_t i = run.first; i < run.first + run.count; ++i) {
            QCOMPARE(levelOf[i], 99u);  // No instance twice.
            levelOf[i] = run.level;
          }
        }
        for (const viewport::CrowdRun& run : runs) {
          for (std::uint32_t i = run.first; i < run.first + run.count; ++i) {
            QCOMPARE(levelOf[i], run.level);
          }
        }
        for (std::size_t i = 1; i < ordered.size(); ++i) {
          QVERIFY(ordered[i - 1].level <= ordered[i].level);
          // By cells of equal size: the nearest instance of a run is not closer than that of the previous run. A run
          // with part of a cell is at the position of its first instance.
          if (byCells && ordered[i - 1].level == ordered[i].level) {
            const auto nearest = [&](const viewport::CrowdRun& run) {
              double least = 1e30;
              for (const viewport::CrowdCell& cell : scene.crowd.cells()) {
                const std::uint32_t first = std::max(cell.first, run.first);
                const std::uint32_t end = std::min(cell.first + cell.count, run.first + run.count);
                if (first < end) {
                  const glm::dvec3 place = end - first == cell.count
                                               ? glm::dvec3(cell.bounds.min + cell.bounds.max) * 0.5
                                               : glm::dvec3(scene.crowd.records()[first].position);
                  least = std::min(least, glm::dot(place, glm::dvec3(camera.forward())));
                }
              }
              return least;
            };
            QVERIFY(nearest(ordered[i - 1]) <= nearest(ordered[i]) + 1e-4);
          }
        }
      }
    }
  }

  // Colours displaced by 5 cm are noticeable up to 25 m away, where they span two pixels of 25 mm.
  void displacedColorsKeepFinerLevels() {
    const std::vector<viewport::LevelDetail> displaced = {{}, {0.0f, 0.0f, 0.05f}};
    const std::vector<viewport::LevelDetail> kept = {{}, {0.0f, 0.0f, 0.0f}};
    const model::Box place{glm::vec3(0.0f), glm::vec3(0.0f)};
    for (const bool orthographic : {false, true}) {
      for (const float metres : {24.9f, 25.1f}) {
        viewport::Camera camera;
        camera.orthographic = orthographic;
        camera.target = glm::vec3(0.0f);
        camera.distance = metres;
        camera.fieldOfView = 2.0f * std::atan(0.5f);  // As high as the distance.
        constexpr int kHeight = 1000;
        const viewport::LevelChoice choice(camera, kHeight, 1.0f, displaced);
        QCOMPARE(choice.levelFor(place, 1.0f), metres < 25.0f ? 0u : 1u);
        QCOMPARE(choice.levelFor(place, 2.0f), 0u);  // Twice as large: noticeable up to 50 m away.
        QCOMPARE(viewport::LevelChoice(camera, kHeight, 1.0f, kept).levelFor(place, 1.0f), 1u);
      }
    }
  }

  // Near the camera each instance has its own level, chosen for its own box.
  void levelsPerNearInstance() {
    const viewport::Scene scene = crowdScene(strip(), 30'000, viewport::CrowdLayout::Grid);
    constexpr float kLarge = 1000.0f;  // Keeps the size of triangles out of the decision.
    const std::vector<viewport::LevelDetail> levels = {{}, {0.005f, kLarge}, {0.02f, kLarge}, {0.1f, kLarge}};
    std::uint64_t fineByCells = 0;
    std::uint64_t fineByInstances = 0;
    std::size_t alone = 0;
    for (const viewport::Camera& camera : cameras()) {
      const viewport::LevelChoice choice(camera, 900, 1.0f, levels);
      const auto fine = [&](std::span<const viewport::CrowdRun> runs) {
        std::uint64_t count = 0;
        for (const viewport::CrowdRun& run : runs) {
          count += run.level == 0 ? run.count : 0;
        }
        return count;
      };
      const auto runs = viewport::visibleRuns(scene.crowd, nullptr, &choice, nullptr, eyeOf(camera));
      QCOMPARE(viewport::instanceCount(runs), std::uint64_t{30'000});
      for (const viewport::CrowdRun& run : runs) {
        for (std::uint32_t i = run.first; i < run.first + run.count; ++i) {
          const auto own = choice.levelFor(scene.crowd.boundsOf(i), std::abs(scene.crowd.records()[i].scale));
          QVERIFY(run.level <= own);  // Never coarser.
          if (glm::distance(scene.crowd.records()[i].position, camera.position()) < scene.crowd.spacing() * 3.0f) {
            QVERIFY(camera.orthographic || run.level == own);
            ++alone;
          }
        }
      }
      if (!camera.orthographic) {
        fineByInstances += fine(runs);
        fineByCells += fine(viewport::visibleRuns(scene.crowd, nullptr, &choice));
      }
    }
    QVERIFY(alone > 100 && fineByInstances > 0);
    QVERIFY2(fineByInstances * 2 < fineByCells,
             (std::to_string(fineByInstances) + " of " + std::to_string(fineByCells)).c_str());
  }

  // Instances in either of two lists of runs and within a distance, compared with a test of all instances.
  void instancesOfRuns() {
    const viewport::Scene scene = crowdScene(strip(), 900, viewport::CrowdLayout::Scatter);
    const std::vector<viewport::CrowdRun> a = {{0, 3, 0}, {17, 40, 1}, {300, 1, 0}, {899, 1, 0}};
    const std::vector<viewport::CrowdRun> b = {{2, 16, 0}, {56, 2, 0}, {301, 200, 2}};
    for (const float within : {0.0f, 4.0f, 15.0f}) {
      const glm::vec3 from(1.0f, 0.5f, 2.0f);
      std::vector<std::uint32_t> expected;
      for (std::uint32_t i = 0; i < scene.crowd.size(); ++i) {
        const bool isNear = within == 0.0f || glm::distance(scene.crowd.records()[i].position, from) < within;
        if ((isIn(a, i) || isIn(b, i)) && isNear) {
          expected.push_back(i);
        }
      }
      QVERIFY(!expected.empty());
      QVERIFY(viewport::instancesOf(scene.crowd, a, b, from, within) == expected);
    }
  }

  void levelsSaveTriangles_data() { addBackendRows(); }
  void levelsSaveTriangles() {
    TEXELETON_DEVICE(device);
    viewport::Scene scene = crowdScene(strip({0.5, 0.25}), 400, viewport::CrowdLayout::Grid);
    scene.camera.distance = 60.0f;
    scene.view.culling = false;
    viewport::FrameStatistics with;
    viewport::FrameStatistics without;
    const QImage coarse = picture(*device, scene, with);
    scene.view.levels = false;
    const QImage fine = picture(*device, scene, without);
    QVERIFY2(with.triangles < without.triangles, std::to_string(with.triangles).c_str());
    QCOMPARE(without.triangles, std::uint64_t{2 * 16 * 400});
    QCOMPARE(without.instancesAtLevel.front(), std::uint64_t{400});
    QVERIFY(with.instancesAtLevel.back() > 0);
    // Nothing moves by more than the allowed pixel, so few pixels differ much.
    int differing = 0;
    for (int y = 0; y < fine.height(); ++y) {
      for (int x = 0; x < fine.width(); ++x) {
        differing += std::abs(qGray(fine.pixel(x, y)) - qGray(coarse.pixel(x, y))) > 40 ? 1 : 0;
      }
    }
    QVERIFY2(differing < fine.width() * fine.height() / 50, std::to_string(differing).c_str());
  }

  // The skinning paths also pose and draw only visible instances.
  void cullsSkinnedCrowds_data() { addBackendRows(); }
  void cullsSkinnedCrowds() {
    TEXELETON_DEVICE(device);
    const auto model = std::make_shared<const model::Model>(twoBoneStrip());
    viewport::Scene scene = crowdScene(strip(), 300, viewport::CrowdLayout::Grid);
    scene.skeleton = viewport::Skeleton::make(model, scene.animation).value();
    scene.camera.distance = 4.0f;
    scene.camera.pitch = 0.1f;
    for (const viewport::DrawPath path : {viewport::DrawPath::Compute, viewport::DrawPath::Cpu}) {
      scene.view.path = path;
      viewport::FrameStatistics with;
      viewport::FrameStatistics without;
      scene.view.culling = true;
      const QImage culledPicture = picture(*device, scene, with);
      scene.view.culling = false;
      const QImage whole = picture(*device, scene, without);
      QCOMPARE(culledPicture, whole);
      QVERIFY(with.drawCalls < without.drawCalls);
      QCOMPARE(with.instancesSkinned, with.instancesDrawn);
      QCOMPARE(without.instancesSkinned, std::uint64_t{300});
    }
  }

  void cleanupTestCase() { releaseDevices(); }
};

TEXELETON_GPU_SUITE(TestCulling)
#include "test_culling.moc"
