// Crowds, cameras and packed numbers: tests that need no GPU.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <set>

#include "tests/support/degrees_between.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"
#include "tests/viewport/scenes.h"
#include "viewport/scene/crowd/crowd_layout.h"
#include "viewport/scene/crowd/instance_record.h"
#include "viewport/scene/crowd/stand_in_crowd.h"
#include "viewport/scene/gpu/packing.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

glm::vec3 randomUnit(std::mt19937& random) {
  std::normal_distribution<float> normal;
  return glm::normalize(glm::vec3(normal(random), normal(random), normal(random)) + glm::vec3(1e-9f));
}

bool inPicture(const glm::vec4& clip, float margin) {
  return clip.w > 0.0f && std::abs(clip.x) <= clip.w * margin && std::abs(clip.y) <= clip.w * margin &&
         std::abs(clip.z) <= clip.w;
}

}  // namespace

class TestScene : public QObject {
  Q_OBJECT
 private slots:
  /// The shader declares the instance records like the vertex inputs: the same names, types and locations.
  void shadersDeclareInstanceAttributes() {
    std::ifstream file(test::sourceFolder() / "shaders/crowd_instance.glsl");
    std::vector<std::string> declared;
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with("layout(location")) {
        declared.push_back(line.substr(0, line.find(';') + 1));
      }
    }
    QVERIFY(declared == viewport::instanceInputLines());
    for (std::size_t i = 0; i < viewport::kInstanceAttributes.size(); ++i) {  // No gaps between locations.
      QCOMPARE(viewport::kInstanceAttributes[i].offset, static_cast<std::uint32_t>(16 * i));
    }
  }

  void directions() {
    std::mt19937 random(1);
    double worst = 0.0;
    for (int i = 0; i < 20000; ++i) {
      const glm::vec3 direction = randomUnit(random);
      worst = std::max(worst, degreesBetween(direction, viewport::unpackDirection(viewport::packDirection(direction))));
    }
    for (const glm::vec3& axis : {glm::vec3(1, 0, 0), glm::vec3(0, -1, 0), glm::vec3(0, 0, -1), glm::vec3(0, 0, 1)}) {
      QVERIFY(glm::length(viewport::unpackDirection(viewport::packDirection(axis)) - axis) < 1e-6f);
    }
    QVERIFY2(worst < 0.004, std::to_string(worst).c_str());
  }

  void rotations() {
    std::mt19937 random(2);
    for (int i = 0; i < 1000; ++i) {
      const glm::vec4 q(randomUnit(random) * 0.8f, 0.6f);
      QVERIFY(glm::length(viewport::unpackRotation(viewport::packRotation(q)) - q) < 5e-5f);
    }
    QCOMPARE(viewport::unpackRotation(viewport::packRotation({0, 0, 0, 1})), glm::vec4(0, 0, 0, 1));
  }

  void clips() {
    const runtime::CrowdClip clip{32767, 32768, true};
    const runtime::CrowdClip back = viewport::unpackClip(viewport::packClip(clip));
    QVERIFY(back.frameBegin == clip.frameBegin && back.frameCount == clip.frameCount && back.loop);
    QVERIFY(!viewport::unpackClip(viewport::packClip({5, 1, false})).loop);
  }

  void layouts() {
    for (const viewport::CrowdLayout layout :
         {viewport::CrowdLayout::Grid, viewport::CrowdLayout::Disc, viewport::CrowdLayout::Scatter}) {
      constexpr std::uint32_t kCount = 400;
      double nearest = 1e30;
      double farthest = 0.0;
      glm::dvec2 sum(0.0);
      std::vector<glm::vec2> places;
      for (std::uint32_t i = 0; i < kCount; ++i) {
        const glm::vec2 place = viewport::crowdPlace(layout, i, kCount, 2.0f, 7);
        QCOMPARE(place, viewport::crowdPlace(layout, i, kCount, 2.0f, 7));
        for (const glm::vec2& other : places) {
          nearest = std::min(nearest, static_cast<double>(glm::length(place - other)));
        }
        farthest = std::max(farthest, static_cast<double>(glm::length(place)));
        sum += glm::dvec2(place);
        places.push_back(place);
      }
      QVERIFY2(nearest > 0.7, std::to_string(nearest).c_str());  // Instances do not overlap.
      QVERIFY(farthest < 2.0 * 20.0);                            // The requested density: 400 on 40 m x 40 m.
      QVERIFY(farthest > 2.0 * 10.0);
      QVERIFY(glm::length(sum) / kCount < 1.0);
    }
  }

  void crowdIsRepeatable() {
    const auto animation = baked(twoBoneStrip(), {});
    viewport::CrowdSettings settings;
    settings.count = 500;
    settings.layout = viewport::CrowdLayout::Scatter;
    settings.phaseSpread = settings.tintSpread = 1.0f;
    settings.speedSpread = 0.2f;
    const viewport::Crowd a = viewport::Crowd::make(settings, *animation).value();
    const viewport::Crowd b = viewport::Crowd::make(settings, *animation).value();
    QVERIFY(std::equal(a.records().begin(), a.records().end(), b.records().begin(),
                       [](const auto& x, const auto& y) { return std::memcmp(&x, &y, sizeof(x)) == 0; }));
    std::set<std::uint32_t> clips;
    for (const viewport::InstanceRecord& record : a.records()) {
      clips.insert(record.clipB);
    }
    QCOMPARE(clips.size(), animation->clips.size());
    settings.seed = 2;
    const viewport::Crowd c = viewport::Crowd::make(settings, *animation).value();
    QVERIFY(std::memcmp(a.records().data(), c.records().data(), a.records().size_bytes()) != 0);
  }

  void reportsLimits() {
    const auto animation = baked(twoBoneStrip(), {});
    viewport::CrowdSettings settings;
    settings.count = viewport::Crowd::kMaxInstances + 1;
    const auto tooMany = viewport::Crowd::make(settings, *animation);
    QVERIFY(!tooMany && tooMany.error().code == ErrorCode::Limit);
    QVERIFY(tooMany.error().message.find(std::to_string(viewport::Crowd::kMaxInstances)) != std::string::npos);
    settings.count = 0;
    QVERIFY(!viewport::Crowd::make(settings, *animation));
    settings.count = 1;
    settings.clip = 3;
    QVERIFY(!viewport::Crowd::make(settings, *animation));
  }

  // A million instances are cheap: their records do not change from frame to frame.
  void million() {
    const auto animation = baked(twoBoneStrip(), {});
    viewport::CrowdSettings settings;
    settings.count = 1'000'000;
    auto crowd = viewport::Crowd::make(settings, *animation);
    QVERIFY(crowd);
    const std::uint64_t revision = crowd->revision();
    crowd->setTime(1000.0);
    QCOMPARE(crowd->revision(), revision);
  }

  // Against the ticker in double precision, at clocks of up to a month, forwards and backwards across re-basing.
  void clocks() {
    const auto animation = baked(twoBoneStrip(), {});
    viewport::CrowdSettings settings;
    settings.clip = 0;
    settings.speed = 1.3f;
    viewport::Crowd crowd = viewport::Crowd::make(settings, *animation).value();
    const runtime::ClipTiming timing = runtime::clipTiming(animation->clips[0]);
    constexpr double kDay = 86400.0;
    for (const double seconds : {0.0, 0.7, 3600.0, kDay, 13.0 * kDay, 30.0 * kDay + 0.25, 2.0 * kDay, 0.5}) {
      crowd.setTime(seconds);
      const runtime::AnimationTickOutput shown = crowd.output(0);
      const runtime::AnimationTickOutput exact = runtime::sampleClip(timing, seconds * static_cast<double>(1.3f));
      const double count = timing.frameCount;
      const double a = shown.current + static_cast<double>(shown.interpolate);
      const double b = exact.current + static_cast<double>(exact.interpolate);
      const double off = std::abs(std::remainder(a - b, count));
      QVERIFY2(off < 0.02, (std::to_string(seconds) + " s: " + std::to_string(off)).c_str());
    }
  }

  void fades() {
    const auto animation = baked(twoBoneStrip(), {});
    viewport::Crowd crowd = stillScene(animation, 0, 0.1).crowd;
    crowd.setTime(5.0);
    const std::uint64_t before = crowd.revision();
    crowd.fadeTo(0, 1, 1.0, 0.0, 2.0);
    QVERIFY(crowd.revision() != before && crowd.previousRevision() == before);
    QCOMPARE(crowd.records()[0].fadeWeight(crowd.clock()), 0.0f);
    crowd.setTime(6.0);
    QCOMPARE(crowd.records()[0].fadeWeight(crowd.clock()), 0.5f);
    crowd.setTime(7.5);
    QCOMPARE(crowd.records()[0].fadeWeight(crowd.clock()), 1.0f);
    crowd.setTime(20.0 * 86400.0);  // Re-based on the way: ended clips stay ended.
    QCOMPARE(crowd.records()[0].fadeWeight(crowd.clock()), 1.0f);
  }

  // Instances that fade or play once are drawn by the full shaders, all others by the fast ones, at any time.
  void restlessInstances() {
    bake::BakeSettings looping;
    looping.loop = bake::LoopMode::On;
    const auto animation = baked(twoBoneStrip(), looping);
    viewport::CrowdSettings settings;
    settings.count = 50;
    settings.clip = 0;
    viewport::Crowd crowd = viewport::Crowd::make(settings, *animation).value();
    const auto listed = [&] {
      std::set<std::uint32_t> all(crowd.restless().begin(), crowd.restless().end());
      for (std::uint32_t i = 0; i < crowd.size(); ++i) {
        if (crowd.records()[i].isRestless() != (all.count(i) == 1)) {
          return std::set<std::uint32_t>{9999};
        }
      }
      return all.size() == crowd.restless().size() ? all : std::set<std::uint32_t>{9999};
    };
    QCOMPARE(listed(), std::set<std::uint32_t>());
    crowd.setTime(5.0);
    crowd.fadeTo(7, 1, 1.0, 0.0, 2.0);
    crowd.setTime(6.0);
    crowd.fadeTo(7, 0, 1.0, 0.0, 3.0);  // Again, before it is over.
    crowd.fadeTo(31, 1, 1.0, 0.0, 1.0);
    QCOMPARE(listed(), (std::set<std::uint32_t>{7, 31}));
    viewport::InstanceRecord once = crowd.records()[12];
    runtime::CrowdClip clip = viewport::unpackClip(once.clipB);
    clip.loop = false;
    once.clipB = viewport::packClip(clip);
    crowd.setRecord(12, once);
    QCOMPARE(listed(), (std::set<std::uint32_t>{7, 12, 31}));
    crowd.setTime(7.3);
    QCOMPARE(listed(), (std::set<std::uint32_t>{7, 12}));
    crowd.setTime(9.5);
    QCOMPARE(listed(), std::set<std::uint32_t>{12});
    crowd.setTime(6.5);  // Back, where both fade again.
    QCOMPARE(listed(), (std::set<std::uint32_t>{7, 12, 31}));
    once.clipB = crowd.records()[0].clipB;
    crowd.setRecord(12, once);  // Loops again.
    crowd.setTime(20.0 * 86400.0);
    crowd.setTime(20.0 * 86400.0 + 1.0);
    QCOMPARE(listed(), std::set<std::uint32_t>());
    crowd.setTime(1.0);  // Before the start of all: all begin again.
    QCOMPARE(listed(), std::set<std::uint32_t>());
  }

  void cameraLooksAt() {
    viewport::Camera camera;
    const glm::vec3 eye(3.0f, 5.0f, -2.0f);
    const glm::vec3 aim(-1.0f, 0.5f, 4.0f);
    camera.lookAt(eye, aim);
    QVERIFY(glm::distance(camera.position(), eye) < 1e-5f);
    QVERIFY(glm::distance(camera.forward(), glm::normalize(aim - eye)) < 1e-6f);
    QCOMPARE(camera.target, aim);
    const viewport::Camera before = camera;
    camera.lookAt(aim, aim);
    QVERIFY(camera == before);
    camera.lookAt({0.0f, 9.0f, 0.0f}, {0.0f, 1.0f, 0.0f});  // From above: the steepest angle of orbiting.
    QVERIFY(camera.position().y > 8.99f && std::abs(camera.right().y) < 1e-6f);
  }

  // Between the characters, at half their height, and inside none of them.
  void cameraStandsInCrowd() {
    const auto animation = baked(twoBoneStrip(), {});
    for (const viewport::CrowdLayout layout :
         {viewport::CrowdLayout::Grid, viewport::CrowdLayout::Disc, viewport::CrowdLayout::Scatter}) {
      for (const std::uint32_t count : {9u, 100u, 2000u}) {
        viewport::CrowdSettings settings;
        settings.count = count;
        settings.layout = layout;
        const viewport::Crowd crowd = viewport::Crowd::make(settings, *animation).value();
        viewport::Camera camera;
        camera.yaw = 2.1f;
        camera.pitch = 0.05f;
        camera.orthographic = true;
        const viewport::Camera inside = viewport::standInCrowd(camera, crowd, animation->bounds, 0.5f);
        QVERIFY(!inside.orthographic && inside.yaw == camera.yaw && inside.pitch == camera.pitch);
        const float height = animation->bounds.max.y - animation->bounds.min.y;
        QVERIFY(std::abs(inside.position().y - (animation->bounds.min.y + 0.5f * height)) < 1e-4f);
        std::size_t in[4] = {0, 0, 0, 0};  // Characters in each quarter around the camera.
        for (const viewport::InstanceRecord& record : crowd.records()) {
          const glm::vec3 to = record.position - inside.position();
          QVERIFY(std::hypot(to.x, to.z) > 0.35f * crowd.spacing());
          ++in[(to.x > 0.0f ? 1 : 0) + (to.z > 0.0f ? 2 : 0)];
        }
        QVERIFY(*std::min_element(std::begin(in), std::end(in)) >= count / 12);
      }
    }
  }

  void cameraFramesAll() {
    model::Box box;
    box.add({-8.0f, 0.0f, -3.0f});
    box.add({4.0f, 2.0f, 9.0f});
    for (const bool orthographic : {false, true}) {
      for (const float aspect : {0.4f, 1.0f, 2.5f}) {
        for (const float pitch : {-0.4f, 0.1f, 1.5f}) {
          viewport::Camera camera;
          camera.orthographic = orthographic;
          camera.pitch = pitch;
          camera.frameBox(box, aspect);
          const glm::mat4 matrix = camera.projection(aspect, box) * camera.view();
          float reach = 0.0f;
          for (int i = 0; i < 8; ++i) {
            const glm::vec4 clip =
                matrix * glm::vec4((i & 1) != 0 ? box.max.x : box.min.x, (i & 2) != 0 ? box.max.y : box.min.y,
                                   (i & 4) != 0 ? box.max.z : box.min.z, 1.0f);
            QVERIFY(inPicture(clip, 1.0f));
            reach = std::max({reach, std::abs(clip.x / clip.w), std::abs(clip.y / clip.w)});
          }
          QVERIFY2(reach > 0.85f, std::to_string(reach).c_str());  // It fills the picture.
        }
      }
    }
  }

  void cameraMoves() {
    viewport::Camera camera;
    const glm::vec3 target = camera.target;
    camera.orbit(0.3f, 10.0f);
    QCOMPARE(camera.target, target);
    QVERIFY(camera.position().y > target.y && std::abs(glm::length(camera.position() - target) - 5.0f) < 1e-4f);
    camera.pan({0.5f, 0.0f});  // The picture moves right by half a height: the target moves left.
    QVERIFY(std::abs(glm::dot(camera.target - target, camera.right()) + 0.5f * camera.heightAtTarget()) < 1e-4f);
    // The point under the pointer is fixed.
    camera = viewport::Camera();
    const glm::vec2 pointer(0.6f, -0.3f);
    const auto under = [&] {
      return camera.target + (camera.right() * pointer.x + camera.up() * pointer.y) * (0.5f * camera.heightAtTarget());
    };
    const glm::vec3 before = under();
    camera.zoom(0.5f, pointer, 1.0f);
    QVERIFY(glm::length(under() - before) < 1e-4f);
  }
};

TEXELETON_PLAIN_SUITE(TestScene)
#include "test_scene.moc"
