#include <QtTest>
#include <cmath>
#include <limits>
#include <random>

#include "core/transform/reach.h"
#include "core/transform/rotation.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Arm {
  transform::Hierarchy hierarchy;
  transform::HierarchyNode parent;
  transform::TwoBoneLimb limb;

  explicit Arm(const transform::Transform& above = {}, const glm::dvec3& upper = {0, -1, 0},
               const glm::dvec3& lower = {0, -1, 0}) {
    parent = hierarchy.add({}, above);
    limb.root = hierarchy.add(parent);
    limb.middle = hierarchy.add(limb.root, {upper});
    limb.end = hierarchy.add(limb.middle, {lower});
  }
  glm::dvec3 at(transform::HierarchyNode node) { return hierarchy.worldPosition(node); }
  double upper() { return glm::distance(at(limb.root), at(limb.middle)); }
  double lower() { return glm::distance(at(limb.middle), at(limb.end)); }
};

bool isNear(const glm::dvec3& a, const glm::dvec3& b, double tolerance = 1e-9) {
  return glm::distance(a, b) <= tolerance;
}

/// The angle of a rotation.
double degreesOf(const glm::dquat& q) {
  return glm::degrees(2.0 * std::atan2(glm::length(glm::dvec3(q.x, q.y, q.z)), std::abs(q.w)));
}

}  // namespace

class TestReach : public QObject {
  Q_OBJECT

 private slots:
  void takesShortestRotation() {
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    const auto any = [&] { return glm::dvec3(normal(random), normal(random), normal(random)); };
    for (int i = 0; i < 200; ++i) {
      const glm::dvec3 from = any();
      const glm::dvec3 to = any();
      const glm::dquat turn = transform::shortestTurn(from, to);
      QVERIFY(isNear(glm::normalize(turn * from), glm::normalize(to)));
      const double angle = std::acos(glm::dot(from, to) / glm::length(from) / glm::length(to));
      QVERIFY(std::abs(degreesOf(turn) - glm::degrees(angle)) < 1e-6);
      const glm::dvec3 hint = any();
      const glm::dquat half = transform::shortestTurn(from, -2.0 * from, hint);
      QVERIFY(isNear(half * from, -from));
      const glm::dvec3 axis = glm::normalize(glm::dvec3(half.x, half.y, half.z));
      QVERIFY(std::abs(glm::dot(axis, glm::cross(from, hint))) < 1e-9);  // In the plane of both.
      QVERIFY(isNear(transform::shortestTurn(from, -from) * from, -from));
    }
    QCOMPARE(transform::shortestTurn(glm::dvec3(0.0), glm::dvec3(1.0)), glm::dquat(1.0, 0.0, 0.0, 0.0));
  }

  // Known by hand: lengths 1 and 1, target 1.2 below and the knee to the front: cos of the hip's angle is 0.6.
  void bendsAsComputedByHand() {
    Arm arm;
    QVERIFY(transform::reachWithLimb(arm.hierarchy, arm.limb, {0, -1.2, 0}, {0, -0.5, 5}));
    QVERIFY(isNear(arm.at(arm.limb.middle), {0, -0.6, 0.8}));
    QVERIFY(isNear(arm.at(arm.limb.end), {0, -1.2, 0}));
  }

  void reachesTargetsInReach() {
    std::mt19937 random(2);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    const auto any = [&] { return glm::dvec3(unit(random), unit(random), unit(random)); };
    for (int i = 0; i < 300; ++i) {
      transform::Transform above{any(), transform::fromEulerDegrees(180.0 * any()),
                                 glm::dvec3(0.5 + std::abs(unit(random)))};
      if (i % 3 == 1) {
        above.scale.x = -above.scale.x;  // Mirrored.
      }
      Arm arm(above, glm::dvec3(0.2) + glm::abs(any()), any() + glm::dvec3(0, 0, 1.2));
      arm.hierarchy.rotate(arm.limb.root, transform::fromEulerDegrees(180.0 * any()));
      arm.hierarchy.rotate(arm.limb.middle, transform::fromEulerDegrees(180.0 * any()));
      const double upper = arm.upper();
      const double lower = arm.lower();
      const glm::dvec3 root = arm.at(arm.limb.root);
      const double wanted = glm::mix(std::abs(upper - lower), upper + lower, 0.5 + 0.49 * unit(random));
      const glm::dvec3 target = root + glm::normalize(any()) * wanted;
      const glm::dvec3 pole = root + 3.0 * any();
      const glm::dquat wrist = arm.hierarchy.local(arm.limb.end).rotation;
      QVERIFY(transform::reachWithLimb(arm.hierarchy, arm.limb, target, pole));
      QVERIFY(isNear(arm.at(arm.limb.end), target, 1e-8));
      QVERIFY(std::abs(arm.upper() - upper) < 1e-9);
      QVERIFY(std::abs(arm.lower() - lower) < 1e-9);
      // The joint is in the plane of target and pole, on the pole's side.
      const glm::dvec3 along = glm::normalize(target - root);
      const glm::dvec3 knee = arm.at(arm.limb.middle) - root;
      QVERIFY(std::abs(glm::dot(knee, glm::normalize(glm::cross(along, pole - root)))) < 1e-8);
      QVERIFY(glm::dot(knee - along * glm::dot(knee, along), pole - root) > -1e-9);
      QCOMPARE(arm.hierarchy.local(arm.limb.end).rotation, wrist);
    }
  }

  void stretchesOutAndFoldsUp() {
    Arm far({}, {0, -2, 0}, {0, -1, 0});
    QVERIFY(transform::reachWithLimb(far.hierarchy, far.limb, {10, 0, 0}, {0, 5, 0}));
    QVERIFY(isNear(far.at(far.limb.middle), {2, 0, 0}));
    QVERIFY(isNear(far.at(far.limb.end), {3, 0, 0}));
    Arm close({}, {0, -2, 0}, {0, -1, 0});
    QVERIFY(transform::reachWithLimb(close.hierarchy, close.limb, {0.25, 0, 0}, {0, 5, 0}));
    QVERIFY(isNear(close.at(close.limb.end), {1, 0, 0}, 1e-6));
    Arm inside;  // Equal lengths: the end reaches the root.
    QVERIFY(transform::reachWithLimb(inside.hierarchy, inside.limb, {0, 0, 0}, {0, 0, 5}));
    QVERIFY(isNear(inside.at(inside.limb.end), {0, 0, 0}, 1e-6));
  }

  void poleInLineKeepsSide() {
    Arm arm;
    arm.hierarchy.rotate(arm.limb.root, {1, 0, 0}, -30.0);
    arm.hierarchy.rotate(arm.limb.middle, {1, 0, 0}, 60.0);
    const double side = arm.at(arm.limb.middle).z;
    QVERIFY(std::abs(side) > 0.1);
    QVERIFY(transform::reachWithLimb(arm.hierarchy, arm.limb, {0, -1.5, 0}, {0, -9, 0}));
    QVERIFY(isNear(arm.at(arm.limb.end), {0, -1.5, 0}));
    QVERIFY(side * arm.at(arm.limb.middle).z > 0.0);
    QVERIFY(std::abs(arm.at(arm.limb.middle).x) < 1e-9);
  }

  void weightScalesResult() {
    Arm arm;
    QVERIFY(transform::reachWithLimb(arm.hierarchy, arm.limb, {0, -1.2, 0}, {0, 0, 5}, 0.0));
    QVERIFY(isNear(arm.at(arm.limb.end), {0, -2, 0}));
    QVERIFY(transform::reachWithLimb(arm.hierarchy, arm.limb, {0, -1.2, 0}, {0, 0, 5}, 0.5));
    const double angle = degreesOf(arm.hierarchy.local(arm.limb.root).rotation);
    QVERIFY(std::abs(angle - 0.5 * glm::degrees(std::acos(0.6))) < 1e-9);
  }

  void rejectsImpossible() {
    Arm arm;
    const transform::TwoBoneLimb crossed{arm.limb.middle, arm.limb.root, arm.limb.end};
    QVERIFY(!transform::reachWithLimb(arm.hierarchy, crossed, {0, -1, 0}, {0, 0, 1}));
    QVERIFY(!transform::reachWithLimb(arm.hierarchy, {arm.limb.root, arm.limb.middle, {}}, {0, -1, 0}, {0, 0, 1}));
    QVERIFY(!transform::reachWithLimb(arm.hierarchy, arm.limb, {kNan, -1, 0}, {0, 0, 1}));
    QVERIFY(!transform::reachWithLimb(arm.hierarchy, arm.limb, {0, -1, 0}, {0, 0, 1}, kNan));
    Arm flat({}, {0, 0, 0});
    QVERIFY(!transform::reachWithLimb(flat.hierarchy, flat.limb, {0, -1, 0}, {0, 0, 1}));
    QVERIFY(isNear(arm.at(arm.limb.end), {0, -2, 0}));
  }

  void aimsWithinItsLimit() {
    for (const double mirror : {1.0, -1.0}) {
      Arm arm({{1, 2, 3}, transform::fromEulerDegrees({20, 30, 40}), {mirror, 1, 1}});
      const glm::dvec3 target(4, -1, 2);
      const auto pointing = [&] {
        return glm::normalize(glm::dmat3(arm.hierarchy.world(arm.limb.root)) * glm::dvec3(0, 0, 1));
      };
      const glm::dvec3 wanted = glm::normalize(target - arm.at(arm.limb.root));
      const double angle = glm::degrees(std::acos(glm::dot(pointing(), wanted)));
      QVERIFY(angle > 20.0);
      QVERIFY(transform::aimNode(arm.hierarchy, arm.limb.root, {0, 0, 2}, target, 15.0));
      QVERIFY(std::abs(glm::degrees(std::acos(glm::dot(pointing(), wanted))) - (angle - 15.0)) < 1e-6);
      QVERIFY(transform::aimNode(arm.hierarchy, arm.limb.root, {0, 0, 2}, target, 180.0, 0.5));
      QVERIFY(std::abs(glm::degrees(std::acos(glm::dot(pointing(), wanted))) - 0.5 * (angle - 15.0)) < 1e-6);
      QVERIFY(transform::aimNode(arm.hierarchy, arm.limb.root, {0, 0, 2}, target));
      QVERIFY(isNear(pointing(), wanted, 1e-9));
      QVERIFY(!transform::aimNode(arm.hierarchy, arm.limb.root, {0, 0, 0}, target));
      QVERIFY(!transform::aimNode(arm.hierarchy, arm.limb.root, {0, 0, 1}, arm.at(arm.limb.root)));
      QVERIFY(!transform::aimNode(arm.hierarchy, arm.limb.root, {0, 0, 1}, {kNan, 0, 0}));
    }
  }
};

TEXELETON_PLAIN_SUITE(TestReach)
#include "test_reach.moc"
