#include <QObject>
#include <QTest>
#include <cmath>
#include <numbers>

#include "core/root_motion/find_root.h"
#include "core/root_motion/in_place_pose.h"
#include "core/root_motion/root_path.h"
#include "tests/support/made_models.h"
#include "tests/support/made_walk.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr double kPi = std::numbers::pi;

double largestDifference(const glm::dmat4& a, const glm::dmat4& b) {
  double largest = 0.0;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      largest = std::max(largest, std::abs(a[c][r] - b[c][r]));
    }
  }
  return largest;
}

glm::dmat4 placed(const glm::dquat& rotation, const glm::dvec3& at) {
  glm::dmat4 matrix = glm::mat4_cast(rotation);
  matrix[3] = glm::dvec4(at, 1.0);
  return matrix;
}

const model::Node& nodeOf(const model::Model& model, NodeIndex node) { return model.nodes.at(node.value); }

}  // namespace

class TestRootMotion : public QObject {
  Q_OBJECT

 private slots:
  /// The rotation is the one about +Y, however the root leans and whatever its axes are at the start.
  void placementFollowsRotationAndPosition() {
    const root_motion::RootTaking taking{NodeIndex(0), true, true};
    for (int degrees = -179; degrees <= 180; degrees += 7) {
      const double yaw = degrees * kPi / 180.0;
      const glm::dquat start = glm::normalize(glm::dquat(0.4, 0.8, -0.3, 0.2));
      const glm::dquat turn = glm::angleAxis(yaw, glm::dvec3(0, 1, 0));
      const glm::dvec3 from(1.0, 2.0, -3.0);
      const glm::dvec3 to(4.0, 2.5, 7.0);
      const root_motion::RootPlacement p =
          root_motion::placementOf(taking, placed(start, from), placed(turn * start, to));
      QVERIFY(std::abs(std::remainder(root_motion::yawRadians(p) - yaw, 2.0 * kPi)) < 1e-13);
      QVERIFY(largestDifference(toMatrix(p) * placed(start, from), placed(turn * start, to)) < 1e-13);
      QVERIFY(largestDifference(toMatrix(p) * root_motion::inverseMatrix(p), glm::dmat4(1.0)) < 1e-13);
      // Leaning adds no rotation.
      const glm::dquat lean = glm::angleAxis(1.2, glm::dvec3(std::cos(0.7), 0.0, std::sin(0.7)));
      const root_motion::RootPlacement leaning =
          root_motion::placementOf(taking, placed(start, from), placed(turn * lean * start, to));
      QVERIFY(std::abs(std::remainder(root_motion::yawRadians(leaning) - yaw, 2.0 * kPi)) < 1e-13);
    }
    // Upside down about a horizontal axis: no rotation, and no NaN.
    const root_motion::RootPlacement over =
        root_motion::placementOf(taking, glm::dmat4(1.0), placed(glm::dquat(0, 1, 0, 0), {}));
    QCOMPARE(root_motion::yawRadians(over), 0.0);
    // Scale has no effect, even if the root is scaled to zero.
    glm::dmat4 flat(0.0);
    flat[3] = glm::dvec4(1, 2, 3, 1);
    QCOMPARE(root_motion::placementOf(taking, flat, flat).position, glm::dvec3(0.0));
  }

  void extractsRequestedPartsOnly() {
    const glm::dmat4 start(1.0);
    const glm::dmat4 now = placed(glm::angleAxis(1.0, glm::dvec3(0, 1, 0)), {1, 2, 3});
    const root_motion::RootPlacement place = root_motion::placementOf({NodeIndex(0), false, false}, start, now);
    QCOMPARE(place.position, glm::dvec3(1, 0, 3));
    QCOMPARE(root_motion::yawRadians(place), 0.0);
    const root_motion::RootPlacement height = root_motion::placementOf({NodeIndex(0), false, true}, start, now);
    QCOMPARE(height.position, glm::dvec3(1, 2, 3));
  }

  /// At any time the source is the placement times the remaining pose, which stays at its start.
  void sourceIsPlacementTimesPose() {
    for (const bool rootBone : {true, false}) {
      const model::Model model = makeWalk({1.2, 1.5, 40.0, rootBone, 30.0});
      QVERIFY(!model::checkModel(model));
      const NodeIndex root(rootBone ? 0u : 1u);
      animation::SourcePose source(model, ClipIndex(0u));
      root_motion::InPlacePose pose(model, ClipIndex(0u), {root, true, false}, 0.1);
      source.evaluate(0.1);
      const glm::dmat4 start = source.worlds()[root.value];
      for (int i = 0; i <= 100; ++i) {
        const double seconds = 0.1 + 0.0103 * i;
        source.evaluate(seconds);
        pose.evaluate(seconds);
        const glm::dmat4 placement = toMatrix(pose.placement());
        for (std::size_t e = 0; e < model.palette.size(); ++e) {
          QVERIFY(largestDifference(placement * pose.skinMatrices()[e], source.skinMatrices()[e]) < 1e-12);
        }
        const glm::dmat4 left = pose.worlds()[root.value];
        QVERIFY(std::abs(left[3].x - start[3].x) < 1e-12 && std::abs(left[3].z - start[3].z) < 1e-12);
        QVERIFY(std::abs(root_motion::yawRadians(root_motion::placementOf({root, true, false}, start, left))) < 1e-12);
        QVERIFY(std::abs(left[3].y - source.worlds()[root.value][3].y) < 1e-12);
      }
      QVERIFY(glm::length(pose.placement().position) > 0.5);  // It did travel.
    }
  }

  void extractsNothingWithoutNode() {
    const model::Model model = makeWalk();
    animation::SourcePose source(model, ClipIndex(0u));
    root_motion::InPlacePose pose(model, ClipIndex(0u), {}, 0.0);
    source.evaluate(0.7);
    pose.evaluate(0.7);
    QCOMPARE(largestDifference(pose.worlds()[0], source.worlds()[0]), 0.0);
  }

  /// The path used by bakes equals the float64 pose's, to the precision of floats.
  void pathMatchesPlacementOfPose() {
    const model::Model model = makeWalk();
    root_motion::InPlacePose pose(model, ClipIndex(0u), {NodeIndex(0), true, true}, 0.0);
    std::vector<double> seconds;
    for (int i = 0; i < 37; ++i) {
      seconds.push_back(1.2 * i / 36);
    }
    const auto path = root_motion::rootPath(model, ClipIndex(0u), {NodeIndex(0), true, true}, seconds);
    QCOMPARE(path.size(), seconds.size());
    for (std::size_t i = 0; i < path.size(); ++i) {
      pose.evaluate(seconds[i]);
      QVERIFY(glm::distance(path[i].position, pose.placement().position) < 2e-6);
      QVERIFY(std::abs(root_motion::yawRadians(path[i]) - root_motion::yawRadians(pose.placement())) < 2e-6);
    }
    QCOMPARE(path[0].position, glm::dvec3(0.0));
  }

  void rotationsContinueBeyondHalfTurn() {
    std::vector<root_motion::RootPlacement> path;
    for (int i = 0; i <= 100; ++i) {
      const double yaw = -0.13 * i;  // two turns to the right
      path.push_back({glm::dvec3(0.0), std::cos(yaw), std::sin(yaw)});
    }
    const std::vector<double> yaw = root_motion::unrolledYaw(path);
    for (int i = 0; i <= 100; ++i) {
      QVERIFY(std::abs(yaw[static_cast<std::size_t>(i)] + 0.13 * i) < 1e-13);
    }
  }

  void findsRootBone() {
    const model::Model model = makeWalk();
    const root_motion::RootFinder roots(model);
    QCOMPARE(nodeOf(model, roots.rootOf(ClipIndex(0u))).name, std::string("Root"));
    QVERIFY(std::abs(roots.travelMetres(ClipIndex(0u)) -
                     2.0 * 1.5 / (40.0 * kPi / 180.0) * std::sin(20.0 * kPi / 180.0)) < 0.05);
    // The idle does not travel: it uses the root of the clip that does.
    QCOMPARE(nodeOf(model, roots.rootOf(ClipIndex(1u))).name, std::string("Root"));
  }

  void hipsIfNothingAboveMoves() {
    WalkSpec spec;
    spec.rootBone = false;
    model::Model model = makeWalk(spec);
    QCOMPARE(nodeOf(model, root_motion::RootFinder(model).rootOf(ClipIndex(0u))).name, std::string("Hips"));
    // An armature that travels is above them.
    addTrack(model.clips[0], model::TrackTarget::Translation, model::Interpolation::Linear, NodeIndex(0), {0.0, 1.2},
             {0.0f, 1.1f, 0.0f, 0.0f, 1.1f, 3.0f});
    QCOMPARE(nodeOf(model, root_motion::RootFinder(model).rootOf(ClipIndex(0u))).name, std::string("Armature"));
  }

  /// A node for root motion next to the skeleton, and named ones that do not move.
  void namesCountIfTheyTravel() {
    model::Model model = makeWalk();
    model.nodes[0].name = "Bip001";
    model::Node motion;
    motion.name = "rig:Root_Motion";
    model.nodes.push_back(motion);
    QCOMPARE(nodeOf(model, root_motion::RootFinder(model).rootOf(ClipIndex(0u))).name, std::string("Bip001"));
    addTrack(model.clips[0], model::TrackTarget::Translation, model::Interpolation::Linear,
             NodeIndex(model.nodes.size() - 1), {0.0, 1.2}, {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.4f});
    QCOMPARE(nodeOf(model, root_motion::RootFinder(model).rootOf(ClipIndex(0u))).name, std::string("rig:Root_Motion"));
  }

  void modelsThatStandStill() {
    model::Model model = twoBoneStrip();
    model.clips.resize(1);  // only Tip rotates, and it does not carry the mesh
    const root_motion::RootFinder roots(model);
    QCOMPARE(nodeOf(model, roots.rootOf(ClipIndex(0u))).name, std::string("Root"));
    QCOMPARE(roots.travelMetres(ClipIndex(0u)), 0.0);
    model.clips[0].tracks.clear();
    QCOMPARE(nodeOf(model, root_motion::RootFinder(model).rootOf(ClipIndex(0u))).name, std::string("Root"));
    model.nodes[1].parent = {};  // Two separate halves: no node carries more than half.
    QVERIFY(!root_motion::RootFinder(model).rootOf(ClipIndex(0u)).isValid());
    const root_motion::RootFinder none{model::Model()};  // no nodes, no clips: nothing to find, no crash
    Q_UNUSED(none)
  }

  void nodesByName() {
    model::Model model = makeWalk();
    model.nodes[1].name = "mixamorig:Tip";
    QCOMPARE(root_motion::nodeNamed(model, "mixamorig:Tip")->value, 1u);
    QCOMPARE(root_motion::nodeNamed(model, "Tip")->value, 1u);
    QVERIFY(!root_motion::nodeNamed(model, "tip"));
    model.nodes[2].name = "other:Tip";
    QVERIFY(!root_motion::nodeNamed(model, "Tip"));  // two of them
  }
};

TEXELETON_PLAIN_SUITE(TestRootMotion)
#include "test_root_motion.moc"
