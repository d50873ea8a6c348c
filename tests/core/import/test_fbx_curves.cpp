#include <QObject>
#include <QTest>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "tests/core/import/fbx_text.h"
#include "tests/core/import/scene_pose.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr int kCubicTcb = 8 | 0x200;
constexpr int kCubicAuto = 8 | 0x100;

glm::dmat4 turned(double degrees, int axis) {
  glm::dvec3 direction(0.0);
  direction[axis] = 1.0;
  return glm::rotate(glm::dmat4(1.0), glm::radians(degrees), direction);
}

/// A rotation by the angles about X, Y and Z, in the order of FBX: 0 is XYZ, X turning first.
glm::dmat4 turned(const glm::dvec3& degrees, int order) {
  static const std::array<const char*, 6> kOrders = {"XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX"};
  glm::dmat4 result(1.0);
  for (const char* axis = kOrders[static_cast<std::size_t>(order)]; *axis != '\0'; ++axis) {
    result = turned(degrees[*axis - 'X'], *axis - 'X') * result;
  }
  return result;
}

/// The share of a rotation, about its own axis.
glm::dmat4 shareOf(const glm::dmat4& rotation, double share) {
  const glm::dquat q = glm::quat_cast(glm::dmat3(rotation));
  const double half = std::acos(std::clamp(std::abs(q.w), 0.0, 1.0));
  const glm::dvec3 axis = glm::normalize(glm::dvec3(q.x, q.y, q.z)) * (q.w < 0.0 ? -1.0 : 1.0);
  return glm::rotate(glm::dmat4(1.0), 2.0 * half * share, axis);
}

/// The cubic Hermite curve between two values, with slopes per second.
double hermite(double a, double slopeA, double b, double slopeB, double seconds, double t) {
  const double t2 = t * t;
  const double t3 = t2 * t;
  return (2 * t3 - 3 * t2 + 1) * a + (t3 - 2 * t2 + t) * seconds * slopeA + (3 * t2 - 2 * t3) * b +
         (t3 - t2) * seconds * slopeB;
}

}  // namespace

/// Curves, layers and pivots of FBX against the formulas of the FBX SDK's documentation in float64.
class TestFbxCurves : public QObject {
  Q_OBJECT

 private:
  ModelFolder m_folder;

  /// The world matrix of the only node at times of the only clip.
  template <class Expected>
  void compare(const FbxText& fbx, double from, double to, double tolerance, const Expected& expected) {
    const auto parsed = ModelFolder::parse(m_folder.write("curves.fbx", fbx.text()));
    QVERIFY2(parsed.scene.has_value(), parsed.scene ? "" : parsed.scene.error().message.c_str());
    QCOMPARE(parsed.scene->clips.size(), std::size_t{1});
    for (const Issue& issue : parsed.issues) {
      QVERIFY2(issue.severity != Severity::Warning, issue.text.c_str());
    }
    constexpr int kSteps = 241;  // Also between the frames of the file.
    for (int i = 0; i <= kSteps; ++i) {
      const double seconds = from + (to - from) * i / kSteps;
      const glm::dmat4 world = worldsAt(*parsed.scene, &parsed.scene->clips[0], seconds)[0];
      const double difference = largestDifference(world, expected(seconds));
      QVERIFY2(difference < tolerance, qPrintable(QString("%1 at %2 s").arg(difference).arg(seconds)));
    }
  }

  static glm::dmat4 moved(double x) { return glm::translate(glm::dmat4(1.0), glm::dvec3(x, 0, 0)); }

 private slots:
  void extrapolates_data() {
    QTest::addColumn<char>("kind");
    QTest::addColumn<int>("count");
    for (const char kind : {'C', 'K', 'R', 'M', 'A'}) {
      for (const int count : {-1, 0, 1, 2}) {
        QTest::addRow("%c %d", kind, count) << kind << count;
      }
    }
  }

  void extrapolates() {
    QFETCH(char, kind);
    QFETCH(int, count);
    FbxText fbx;
    fbx.model(10, "Ball", 0, FbxText::usual());
    fbx.take(90, "Bounce", 0, 5.3);
    fbx.goOn(kind, count, kind, count);
    fbx.curves(100, 91, 10, "Lcl Translation", {{"d|X", {{2, 1}, {2.4, 3}, {3, 2}}}});
    const auto keys = [](double t) { return t < 2.4 ? 1 + (t - 2) / 0.4 * 2 : 3 - (t - 2.4) / 0.6; };
    const auto expected = [&](double t) {
      if (t >= 2 && t <= 3) {
        return keys(t);
      }
      const double edge = t < 2 ? 1 : 2;
      const double outside = t < 2 ? 2 - t : t - 3;
      if (kind == 'C' || (kind != 'K' && count == 0)) {
        return edge;
      }
      if (kind == 'K') {
        return t < 2 ? 1 - 5 * outside : 2 - outside / 0.6;
      }
      const bool ends = count > 0 && outside >= count;
      const int n = ends ? count - 1 : static_cast<int>(outside);  // The repetitions are one second long.
      const double part = ends ? 1.0 : outside - n;
      const double forwards = t < 2 ? 3 - part : 2 + part;
      const double backwards = t < 2 ? 2 + part : 3 - part;
      const double value = keys(kind == 'M' && n % 2 == 0 ? backwards : forwards);
      return kind == 'A' ? value + (t < 2 ? -1 : 1) * (n + 1) : value;
    };
    compare(fbx, 0.001, 5.299, 1e-5, [&](double t) { return moved(expected(t)); });
  }

  void stepsRepeat() {
    FbxText fbx;
    fbx.model(10, "Lamp", 0, FbxText::usual());
    fbx.take(90, "Blink", 0, 3.9);
    fbx.goOn('C', -1, 'R', -1);
    fbx.curves(100, 91, 10, "Lcl Translation", {{"d|X", {{0, 1}, {0.4, 3}, {1, 2}}}}, 2);
    compare(fbx, 0.0037, 3.9, 1e-5, [&](double t) { return moved(t - std::floor(t) < 0.4 ? 1 : 3); });
  }

  // A billion repetitions must not create a billion keys.
  void shortestCyclesEnd() {
    FbxText fbx;
    fbx.model(10, "Fly", 0, FbxText::usual());
    fbx.take(90, "Buzz", 0, 100);
    fbx.goOn('R', -1, 'R', -1);
    fbx.curves(100, 91, 10, "Lcl Translation", {{"d|X", {{1, 0}, {1.0000001, 1}}}});
    const auto parsed = ModelFolder::parse(m_folder.write("curves.fbx", fbx.text()));
    QVERIFY(parsed.scene.has_value());
    QVERIFY(parsed.scene->clips.at(0).tracks.at(0).times.size() < 1000000);
    QVERIFY(parsed.hasIssue("too often"));
  }

  void reportsUnknownKinds() {
    FbxText fbx;
    fbx.model(10, "Ball", 0, FbxText::usual());
    fbx.take(90, "Bounce", 0, 3);
    fbx.goOn('C', -1, 'Q', -1);
    fbx.curves(100, 91, 10, "Lcl Translation", {{"d|X", {{0, 1}, {1, 3}}}});
    const auto parsed = ModelFolder::parse(m_folder.write("curves.fbx", fbx.text()));
    QVERIFY(parsed.scene.has_value());
    QVERIFY(parsed.hasIssue("in a way that FBX does not have"));
  }

  // Kochanek and Bartels, "Interpolating splines with local tension, continuity, and bias control", 1984.
  void followsTcb_data() {
    QTest::addColumn<double>("tension");
    QTest::addColumn<double>("continuity");
    QTest::addColumn<double>("bias");
    QTest::newRow("plain") << 0.0 << 0.0 << 0.0;
    QTest::newRow("tension") << 0.7 << 0.0 << 0.0;
    QTest::newRow("continuity") << 0.0 << -0.8 << 0.0;
    QTest::newRow("bias") << 0.0 << 0.0 << 0.6;
    QTest::newRow("all") << -0.3 << 0.5 << -0.4;
  }

  void followsTcb() {
    QFETCH(double, tension);
    QFETCH(double, continuity);
    QFETCH(double, bias);
    FbxText fbx;
    fbx.model(10, "Ball", 0, FbxText::usual());
    fbx.take(90, "Throw", 0, 3);
    const std::array<double, 4> value = {0, 4, 1, 2};
    fbx.curves(100, 91, 10, "Lcl Translation", {{"d|X", {{0, 0}, {1, 4}, {2, 1}, {3, 2}}}}, kCubicTcb,
               {static_cast<float>(tension), static_cast<float>(continuity)},
               std::bit_cast<std::int32_t>(static_cast<float>(bias)));
    const auto slope = [&](std::size_t k, bool arrives) {
      const double before = k > 0 ? value[k] - value[k - 1] : 0.0;
      const double after = k < 3 ? value[k + 1] - value[k] : 0.0;
      const double share = k > 0 && k < 3 ? 0.5 : 1.0;
      const double c = arrives ? -continuity : continuity;
      return share * (1 - tension) * ((1 + bias) * (1 + c) * before + (1 - bias) * (1 - c) * after);
    };
    compare(fbx, 0, 3, 6e-5, [&](double t) {
      const std::size_t k = std::min<std::size_t>(2, static_cast<std::size_t>(t));
      const double s = t - static_cast<double>(k);
      return moved(hermite(value[k], slope(k, false), value[k + 1], slope(k + 1, true), 1.0, s));
    });
  }

  void followsBias_data() {
    QTest::addColumn<double>("percent");
    QTest::newRow("after") << 60.0;
    QTest::newRow("before") << -100.0;
    QTest::newRow("far beyond") << 700.0;
  }

  void followsBias() {
    QFETCH(double, percent);
    FbxText fbx;
    fbx.model(10, "Ball", 0, FbxText::usual());
    fbx.take(90, "Rise", 0, 2);
    // A key stores its bias for the outgoing tangent, and the previous key stores it, negated, for the incoming one.
    const auto bias = static_cast<float>(percent);
    fbx.curves(100, 91, 10, "Lcl Translation", {{"d|X", {{0, 0}, {1, 1}, {2, 5}}}}, kCubicAuto, {bias, -bias});
    const double excess = std::max(0.0, std::abs(percent) / 100 - 5);
    const double extra = 40 * excess * excess * (percent > 0 ? 1 : -1);
    const double even = 2.5;
    const double target = percent > 0 ? 4 : 1;
    const double middle = even + (target - even) * std::abs(percent) / 100 + extra;
    compare(fbx, 0, 2, 1e-3, [&](double t) {
      return moved(t < 1 ? hermite(0, 1 + extra, 1, middle, 1, t) : hermite(1, middle, 5, 4 + extra, 1, t - 1));
    });
  }

  void addsLayers() {
    FbxText fbx;
    fbx.model(10, "Node", 0, FbxText::usual() + FbxText::translation({9, 0, 0}));
    fbx.take(90, "Take", 0, 2);
    fbx.layer(92, 90, "Push", FbxText::weight(40));
    fbx.layer(93, 90, "Pull", FbxText::integer("BlendMode", 2) + FbxText::weight(0));
    fbx.curves(100, 91, 10, "Lcl Translation", {{"d|X", {{0, 0}, {2, 4}}}});
    fbx.curves(110, 92, 10, "Lcl Translation", {{"d|X", {{0.5, 5}, {1, -5}}}});
    fbx.curves(120, 93, 10, "Lcl Translation", {{"d|X", {{0, 100}, {2, 300}}}});
    fbx.curves(130, 93, 93, "Weight", {{"d|Weight", {{0.2, 0}, {1.2, 100}}}});
    compare(fbx, 0, 2, 2e-3, [&](double t) {
      const double pushed = 2 * t + 0.4 * (5 - 20 * std::clamp(t - 0.5, 0.0, 0.5));
      const double weight = std::clamp(t - 0.2, 0.0, 1.0);
      return moved(pushed * (1 - weight) + weight * (100 + 100 * t));
    });
  }

  // Without curves in the first layer the others start from the node's value; a layer that overrides has no weight.
  void layersStartFromTheNode() {
    FbxText fbx;
    fbx.model(10, "Node", 0, FbxText::usual() + FbxText::translation({9, 0, 0}) + FbxText::scaling({2, 3, 4}));
    fbx.take(90, "Take", 0, 1);
    fbx.layer(92, 90, "Push", FbxText::weight(50));
    fbx.layer(93, 90, "Grow", FbxText::integer("BlendMode", 1) + FbxText::weight(10));
    fbx.curves(110, 92, 10, "Lcl Translation", {{"d|X", {{0, 0}, {1, 4}}}});
    fbx.curves(120, 93, 10, "Lcl Scaling", {{"d|X", {{0, 5}, {1, 6}}}});
    compare(fbx, 0, 1, 1e-5, [&](double t) { return glm::scale(moved(9 + 2 * t), glm::dvec3(5 + t, 1, 1)); });
  }

  void layersOfScales_data() {
    QTest::addColumn<bool>("adds");
    QTest::newRow("multiplied") << false;
    QTest::newRow("added") << true;
  }

  void layersOfScales() {
    QFETCH(bool, adds);
    FbxText fbx;
    fbx.model(10, "Node", 0, FbxText::usual());
    fbx.take(90, "Take", 0, 1);
    fbx.layer(92, 90, "Grow", FbxText::weight(50) + FbxText::integer("ScaleAccumulationMode", adds ? 1 : 0));
    fbx.curves(100, 91, 10, "Lcl Scaling", {{"d|X", {{0, 2}, {1, 2}}}, {"d|Y", {{0, 1}, {1, 3}}}});
    fbx.curves(110, 92, 10, "Lcl Scaling", {{"d|X", {{0, 1}, {1, 9}}}, {"d|Y", {{0, 4}, {1, 4}}}});
    compare(fbx, 0, 1, 1e-4, [&](double t) {
      const glm::dvec3 base(2, 1 + 2 * t, 1);
      const glm::dvec3 added = base + 0.5 * glm::dvec3(1 + 8 * t, 4, 0);
      const glm::dvec3 multiplied = base * glm::dvec3(std::sqrt(1 + 8 * t), 2, 1);
      return glm::scale(glm::dmat4(1.0), adds ? added : multiplied);
    });
  }

  void layersOfRotations_data() {
    QTest::addColumn<int>("order");
    QTest::addColumn<int>("blend");
    QTest::addColumn<bool>("composes");
    for (int order = 0; order < 6; ++order) {
      for (const int blend : {0, 2}) {
        for (const bool composes : {true, false}) {
          QTest::addRow("order %d, blend %d, %s", order, blend, composes ? "composed" : "angles")
              << order << blend << composes;
        }
      }
    }
  }

  void layersOfRotations() {
    QFETCH(int, order);
    QFETCH(int, blend);
    QFETCH(bool, composes);
    FbxText fbx;
    fbx.model(10, "Node", 0, FbxText::usual() + FbxText::integer("RotationOrder", order));
    fbx.take(90, "Take", 0, 1);
    fbx.layer(92, 90, "Twist",
              FbxText::weight(30) + FbxText::integer("BlendMode", blend) +
                  FbxText::integer("RotationAccumulationMode", composes ? 0 : 1));
    fbx.curves(100, 91, 10, "Lcl Rotation",
               {{"d|X", {{0, 10}, {1, 130}}}, {"d|Y", {{0, -40}, {1, 75}}}, {"d|Z", {{0, 5}, {1, 50}}}});
    fbx.curves(110, 92, 10, "Lcl Rotation",
               {{"d|X", {{0, 20}, {1, -60}}}, {"d|Y", {{0, 0}, {1, 40}}}, {"d|Z", {{0, 30}, {1, 35}}}});
    compare(fbx, 0, 1, 4e-5, [&](double t) {
      const glm::dvec3 base = glm::mix(glm::dvec3(10, -40, 5), glm::dvec3(130, 75, 50), t);
      const glm::dvec3 twist = glm::mix(glm::dvec3(20, 0, 30), glm::dvec3(-60, 40, 35), t);
      if (!composes) {
        return turned(blend == 0 ? base + 0.3 * twist : glm::mix(base, twist, 0.3), order);
      }
      const glm::dmat4 from = turned(base, order);
      const glm::dmat4 to = turned(twist, order);
      return from * shareOf(blend == 0 ? to : glm::inverse(from) * to, 0.3);
    });
  }

  void reportsMutedLayers() {
    FbxText fbx;
    fbx.model(10, "Node", 0, FbxText::usual());
    fbx.take(90, "Take", 0, 1);
    fbx.layer(92, 90, "Push", FbxText::integer("Mute", 1));
    fbx.curves(100, 91, 10, "Lcl Translation", {{"d|X", {{0, 0}, {1, 1}}}});
    fbx.curves(110, 92, 10, "Lcl Translation", {{"d|X", {{0, 0}, {1, 9}}}});
    const auto parsed = ModelFolder::parse(m_folder.write("curves.fbx", fbx.text()));
    QVERIFY(parsed.scene.has_value());
    QVERIFY(parsed.hasIssue("is muted"));
    QVERIFY(std::abs(worldsAt(*parsed.scene, &parsed.scene->clips.at(0), 1.0)[0][3].x - 1.0) < 1e-9);
  }

  // Maya writes shapes without normals, which Assimp drops. Layers blend sliders too.
  void shapesWithoutNormalsMove() {
    FbxText fbx;
    fbx.model(10, "Face", 0, FbxText::usual(), "Mesh");
    fbx.mesh(11, 10, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, ~2});
    fbx.blendShape(12, 11);
    fbx.blendChannel(13, 12, "smile", 20, {100});
    fbx.shape(14, 13, "smile", {1}, {0, 0, 5}, false);
    fbx.take(90, "Talk", 0, 1);
    fbx.layer(92, 90, "More", FbxText::weight(50));
    fbx.curves(100, 92, 13, "DeformPercent", {{"d|DeformPercent", {{0, 0}, {1, 100}}}});
    const auto parsed = ModelFolder::parse(m_folder.write("curves.fbx", fbx.text()));
    QVERIFY(parsed.scene.has_value());
    QCOMPARE(parsed.scene->meshes.at(0).primitives.at(0).morphTargets.size(), std::size_t{1});
    const importing::SourceTrack& track = parsed.scene->clips.at(0).tracks.at(0);
    QCOMPARE(track.values, (std::vector<float>{0.2f, 0.7f}));
  }

  void pivotsHaveCurves() {
    FbxText fbx;
    fbx.model(10, "Joint", 0,
              FbxText::usual() + FbxText::rotation({0, 20, 0}) + FbxText::vector("PostRotation", {0, 0, 10}) +
                  FbxText::vector("RotationPivot", {0, 3, 0}) + FbxText::scaling({1, 2, 1}));
    fbx.take(90, "Bend", 0, 1);
    fbx.curves(100, 91, 10, "PreRotation", {{"d|X", {{0, 0}, {1, 80}}}, {"d|Z", {{0, 30}, {1, -30}}}});
    fbx.curves(110, 91, 10, "RotationPivot", {{"d|X", {{0, 0}, {1, 2}}}});
    fbx.curves(120, 91, 10, "ScalingPivot", {{"d|Y", {{0, 1}, {1, 3}}}});
    fbx.curves(130, 91, 10, "RotationOffset", {{"d|Z", {{0, 0}, {1, -4}}}});
    compare(fbx, 0, 1, 1e-4, [&](double t) {
      const auto move = [](const glm::dvec3& by) { return glm::translate(glm::dmat4(1.0), by); };
      const glm::dvec3 pivot(2 * t, 3, 0);
      const glm::dvec3 scalingPivot(0, 1 + 2 * t, 0);
      return move({0, 0, -4 * t}) * move(pivot) * turned({80 * t, 0, 30 - 60 * t}, 0) * turned(20, 1) *
             glm::inverse(turned(10, 2)) * move(-pivot) * move(scalingPivot) *
             glm::scale(glm::dmat4(1.0), glm::dvec3(1, 2, 1)) * move(-scalingPivot);
    });
  }
};

TEXELETON_SUITE(TestFbxCurves)
#include "test_fbx_curves.moc"
