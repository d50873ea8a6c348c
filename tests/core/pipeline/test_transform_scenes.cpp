// The bundled transform scenes: the results of their constraints, including times between keys, against formulas; and
// the bake against those.

#include <QObject>
#include <QTest>
#include <cmath>
#include <complex>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>

#include "core/animation/pose.h"
#include "core/bake/bake.h"
#include "core/bake/measure/measure.h"
#include "core/pipeline/load_model.h"
#include "core/recipe/resolve.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kRadians = kPi / 180.0;

/// A scene as loaded by `bake --recipe`, posed at a time.
class LoadedScene {
 public:
  explicit LoadedScene(const char* name) {
    JobContext job;
    const auto file = test::sourceFolder() / "resources" / "samples" / (std::string(name) + ".texeleton");
    const auto recipe = recipe::readRecipe(file, job);
    if (!recipe) {
      qWarning("%s", recipe.error().message.c_str());
      return;
    }
    pipeline::ModelRequest request;
    request.model = recipe::sourceFile(*recipe, file, pack::SourceRole::Model);
    request.constraints = recipe::constraintsOf(*recipe);
    auto loaded = pipeline::loadModel(request, job);
    auto settings = loaded ? recipe::toBakeSettings(*recipe, **loaded, job) : fail(loaded.error());
    if (!settings) {
      qWarning("%s", settings.error().message.c_str());
      return;
    }
    for (const Issue& issue : job.takeIssues()) {
      qWarning("%s", issue.text.c_str());
    }
    m_settings = std::move(*settings);
    m_model = *loaded;
    m_pose.emplace(*m_model, ClipIndex(0));
  }

  bool isLoaded() const { return m_pose.has_value(); }
  double length() const { return m_model->clips[0].lengthSeconds; }
  void at(double seconds) { m_pose->evaluate(m_model->clips[0].startSeconds + seconds); }
  const glm::dmat4& world(const char* name) const {
    for (std::size_t i = 0; i < m_model->nodes.size(); ++i) {
      if (m_model->nodes[i].name == name) {
        return m_pose->worlds()[i];
      }
    }
    qFatal("no node %s", name);
  }
  glm::dvec3 place(const char* name) const { return glm::dvec3(world(name)[3]); }

  /// The largest error of the bake in millimetres; negative: it failed.
  double bakedError() {
    JobContext job;
    const auto baked = bake::bake(*m_model, m_settings, job);
    const auto errors = baked ? bake::measureError(*m_model, *baked, job) : fail(baked.error());
    if (!errors) {
      qWarning("%s", errors.error().message.c_str());
      return -1.0;
    }
    return errors->front().maxMillimetres;
  }

 private:
  std::shared_ptr<const model::Model> m_model;
  bake::BakeSettings m_settings;
  std::optional<animation::SourcePose> m_pose;
};

/// Calls `check(seconds)` at 61 irregular times.
template <class Check>
bool overTime(LoadedScene& scene, const Check& check) {
  for (int i = 0; i <= 61; ++i) {
    const double t = scene.length() * i / 61.0;
    scene.at(t);
    if (!check(t)) {
      qWarning("at %g s", t);
      return false;
    }
  }
  return true;
}

bool near(const glm::dvec3& a, const glm::dvec3& b, double metres = 1e-4) {
  const bool is = glm::distance(a, b) <= metres;
  if (!is) {
    qWarning("(%g, %g, %g), not (%g, %g, %g)", a.x, a.y, a.z, b.x, b.y, b.z);
  }
  return is;
}

bool near(const glm::dmat4& a, const glm::dmat4& b, double metres = 1e-4) {
  return near(glm::dvec3(a[3]), glm::dvec3(b[3]), metres) && near(glm::dvec3(a[0]), glm::dvec3(b[0]), 4e-4) &&
         near(glm::dvec3(a[1]), glm::dvec3(b[1]), 4e-4) && near(glm::dvec3(a[2]), glm::dvec3(b[2]), 4e-4);
}

glm::dmat4 moved(const glm::dvec3& by) { return glm::translate(glm::dmat4(1.0), by); }
glm::dmat4 turned(double radians, const glm::dvec3& axis) { return glm::rotate(glm::dmat4(1.0), radians, axis); }

/// Position on an orbit around the origin: radius, period in seconds, start angle and tilt in degrees.
glm::dvec3 orbitAt(double t, double radius, double period, double phase = 0.0, double tilt = 0.0) {
  const double angle = phase * kRadians + 2.0 * kPi * t / period;
  const double ahead = radius * std::cos(angle);
  return {radius * std::sin(angle), -ahead * std::sin(tilt * kRadians), ahead * std::cos(tilt * kRadians)};
}

}  // namespace

class TestTransformScenes : public QObject {
  Q_OBJECT

 private slots:
  void solarSystem() {
    LoadedScene scene("solar-system");
    QVERIFY(scene.isLoaded());
    QVERIFY(overTime(scene, [&](double t) {
      const glm::dvec3 terra = orbitAt(t, 2.3, 6.0, 150.0);
      const glm::dvec3 halo = orbitAt(t, 4.0, 12.0, 260.0, -3.0);
      const glm::dvec3 probe = orbitAt(t, 3.1, -6.0, 0.0, 60.0);
      return near(scene.place("Sun"), glm::dvec3(0.0)) && near(scene.place("Ember"), orbitAt(t, 1.4, 3.0, 40.0, 6.0)) &&
             near(scene.place("Terra"), terra) && near(scene.place("Halo"), halo) &&
             near(scene.world("Terra globe"), moved(terra) * turned(2.0 * kPi * t / 1.5, {0, 1, 0})) &&
             near(scene.place("Luna"), terra + orbitAt(t, 0.55, 2.0, 0.0, 12.0)) &&
             near(scene.place("Shepherd"), halo + orbitAt(t, 0.95, 3.0)) && near(scene.place("Probe"), probe) &&
             near(glm::dvec3(scene.world("Probe")[2]), glm::normalize(terra - probe), 4e-4);
    }));
    const double error = scene.bakedError();
    QVERIFY2(error >= 0.0 && error < 30.0, QByteArray::number(error));
  }

  // Around a circle of 4 m under the centre of the rear axle: Ackermann's angles, and wheels that roll by their own
  // distances.
  void buggy() {
    constexpr double kR = 4.0, kWheel = 0.34, kTrack = 0.62, kBase = 1.5;
    constexpr double kRate = 2.0 * kPi / 8.0;
    LoadedScene scene("buggy");
    QVERIFY(scene.isLoaded());
    QVERIFY(overTime(scene, [&](double t) {
      const double angle = kRate * t;
      const glm::dmat4 buggy =
          moved({kR * std::sin(angle), 0.0, kR * std::cos(angle)}) * turned(angle + kPi / 2.0, {0, 1, 0});
      bool good = near(scene.world("Buggy"), buggy);
      for (const double side : {1.0, -1.0}) {  // +X, left, is the inner one.
        const double inner = kR - side * kTrack;
        const glm::dmat4 rear = buggy * moved({side * kTrack, kWheel, 0.0}) * turned(inner * angle / kWheel, {1, 0, 0});
        const glm::dmat4 front = buggy * moved({side * kTrack, kWheel, kBase}) *
                                 turned(std::atan2(kBase, inner), {0, 1, 0}) *
                                 turned(std::hypot(inner, kBase) * angle / kWheel, {1, 0, 0});
        good = good && near(scene.world(side > 0 ? "Wheel rear left" : "Wheel rear right"), rear) &&
               near(scene.world(side > 0 ? "Wheel front left" : "Wheel front right"), front);
      }
      return good;
    }));
    // The contact point of a wheel is stationary: it rolls and does not slide.
    scene.at(3.0);
    const glm::dvec4 low = glm::inverse(scene.world("Wheel rear left")) *
                           glm::dvec4(scene.place("Wheel rear left") - glm::dvec3(0, kWheel, 0), 1.0);
    const glm::dvec3 before(scene.world("Wheel rear left") * low);
    scene.at(3.002);
    QVERIFY(glm::distance(before, glm::dvec3(scene.world("Wheel rear left") * low)) < 2e-4);  // The axle moves 5 mm.
    const double error = scene.bakedError();
    QVERIFY2(error >= 0.0 && error < 60.0, QByteArray::number(error));
  }

  // The boom's end follows the goal's circle through a first-order filter: g / (1 + iωτ), from the loop's start on.
  void cameraBoom() {
    LoadedScene scene("camera-boom");
    QVERIFY(scene.isLoaded());
    scene.at(0.0);
    const double radius = scene.place("root").z;
    const double rate = 2.0 * kPi / scene.length();
    using Complex = std::complex<double>;  // z + i·x
    const Complex goal(radius, -2.4);
    const Complex camera = goal / Complex(1.0, rate * 0.6);
    QVERIFY(overTime(scene, [&](double t) {
      const Complex turn = std::polar(1.0, rate * t);
      const Complex wanted = camera * turn;
      const glm::dvec3 root(radius * std::sin(rate * t), 0.0, radius * std::cos(rate * t));
      const glm::dvec3 place = scene.place("Camera");
      return near(scene.place("root"), root) && near(place, {wanted.imag(), 1.7, wanted.real()}, 2e-4) &&
             near(glm::dvec3(scene.world("Camera")[2]), glm::normalize(scene.place("chest") - place), 1e-3);
    }));
    const double error = scene.bakedError();
    QVERIFY2(error >= 0.0 && error < 30.0, QByteArray::number(error));
  }

  // On the back until the hand reaches it, then in the hand, without a jump.
  void armedKnight() {
    LoadedScene scene("armed-knight");
    QVERIFY(scene.isLoaded());
    scene.at(0.0);
    const glm::dmat4 onBack = glm::inverse(scene.world("chest")) * scene.world("Sword");
    scene.at(1.0);
    const glm::dmat4 inHand = glm::inverse(scene.world("weapon_r")) * scene.world("chest") * onBack;
    QVERIFY(near(inHand, glm::dmat4(1.0), 1e-3));
    QVERIFY(overTime(scene, [&](double t) {
      return near(scene.world("Sword"), t < 1.0 ? scene.world("chest") * onBack : scene.world("weapon_r") * inHand,
                  2e-4);
    }));
    const double error = scene.bakedError();
    QVERIFY2(error >= 0.0 && error < 30.0, QByteArray::number(error));
  }
};

TEXELETON_SUITE(TestTransformScenes)
#include "test_transform_scenes.moc"
