// Constraints against geometry, including times between keys.

#include <QObject>
#include <QTest>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>

#include "core/animation/pose.h"
#include "core/constraints/apply_constraints.h"
#include "core/constraints/constraint_order.h"
#include "core/transform/rotation.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kMetres = 5e-5;  // Tolerance of world positions, for keys stored as floats.

model::Node nodeOf(const char* name, NodeIndex parent, const glm::dvec3& at) {
  model::Node node;
  node.name = name;
  node.parent = parent;
  node.rest.translation = at;
  return node;
}

/// 0 "Cart", a root that moves evenly from the origin to (3, 0, 4) in 2 s; 1 "Wheel", half a metre above it; 2 "Post",
/// a root at (1, 2, 3); 3 "Arm" on it, 1 m along X; 4 "Tip" on the arm, 1 m along Y. Clips "Go" and, with constant
/// keys, "Stand" (1 s).
std::shared_ptr<const model::Model> cartAndPost() {
  model::Model model;
  model.nodes = {nodeOf("Cart", {}, {}), nodeOf("Wheel", NodeIndex(0), {0.0, 0.5, 0.0}),
                 nodeOf("Post", {}, {1.0, 2.0, 3.0}), nodeOf("Arm", NodeIndex(2), {1.0, 0.0, 0.0}),
                 nodeOf("Tip", NodeIndex(3), {0.0, 1.0, 0.0})};
  model::Clip go;
  go.name = "Go";
  go.startSeconds = 0.5;
  go.lengthSeconds = 2.0;
  test::addTrack(go, model::TrackTarget::Translation, model::Interpolation::Linear, NodeIndex(0), {0.5, 2.5},
                 {0, 0, 0, 3, 0, 4});
  model::Clip stand;
  stand.name = "Stand";
  stand.lengthSeconds = 1.0;
  test::addTrack(stand, model::TrackTarget::Translation, model::Interpolation::Linear, NodeIndex(0), {0.0, 1.0},
                 {0, 0, 0, 0, 0, 0});
  model.clips = {go, stand};
  return std::make_shared<const model::Model>(std::move(model));
}

constraints::Constraint of(constraints::ConstraintType type, const char* node, const char* target = "") {
  constraints::Constraint constraint = constraints::usualConstraint(type);
  constraint.node = node;
  constraint.target = target;
  return constraint;
}

/// Calls `check(seconds, worlds)` at irregular times of a clip, and at its ends.
template <class Check>
bool atTimes(const model::Model& model, ClipIndex clip, const Check& check) {
  animation::SourcePose pose(model, clip);
  const model::Clip& of = model.clips[clip.value];
  for (int i = 0; i <= 37; ++i) {
    const double seconds = of.startSeconds + of.lengthSeconds * i / 37.0;
    pose.evaluate(seconds);
    if (!check(seconds, pose.worlds())) {
      qWarning("at %g s", seconds);
      return false;
    }
  }
  return true;
}

glm::dvec3 place(const glm::dmat4& world) { return glm::dvec3(world[3]); }

bool near(const glm::dvec3& a, const glm::dvec3& b, double metres = kMetres) {
  if (glm::distance(a, b) <= metres) {
    return true;
  }
  qWarning("(%g, %g, %g), not (%g, %g, %g)", a.x, a.y, a.z, b.x, b.y, b.z);
  return false;
}

glm::dmat4 turn(double radians, const glm::dvec3& axis) { return glm::rotate(glm::dmat4(1.0), radians, axis); }

}  // namespace

class TestConstraints : public QObject {
  Q_OBJECT

  static std::shared_ptr<const model::Model> applied(std::vector<constraints::Constraint> constraints) {
    JobContext job;
    auto model = constraints::applyConstraints(cartAndPost(), constraints, constraints::BadConstraint::Fail, job);
    if (!model) {
      qWarning("%s", model.error().message.c_str());
      return nullptr;
    }
    if (const auto wrong = model::checkModel(**model)) {
      qWarning("%s", wrong->c_str());
      return nullptr;
    }
    return *model;
  }

 private slots:
  void orbit() {
    constraints::Constraint orbit = of(constraints::ConstraintType::Orbit, "Arm");
    orbit.radius = 2.5;
    orbit.period = -2.0;
    orbit.phase = 30.0;
    orbit.inclination = 25.0;
    const auto model = applied({orbit});
    QVERIFY(model);
    QVERIFY(atTimes(*model, ClipIndex(0), [&](double t, auto worlds) {
      const double angle = kPi / 6.0 - kPi * (t - 0.5);
      const glm::dvec4 flat(2.5 * std::sin(angle), 0.0, 2.5 * std::cos(angle), 1.0);
      const glm::dvec3 wanted = glm::dvec3(1, 2, 3) + glm::dvec3(turn(25.0 * kPi / 180.0, {1, 0, 0}) * flat);
      return near(place(worlds[3]), wanted) && near(place(worlds[4]), wanted + glm::dvec3(0, 1, 0));
    }));
  }

  void spin() {
    constraints::Constraint spin = of(constraints::ConstraintType::Spin, "Post");
    spin.axis = {0.0, 0.0, 2.0};
    spin.period = 0.3;
    const auto model = applied({spin});
    QVERIFY(model);
    QVERIFY(atTimes(*model, ClipIndex(1), [](double t, auto worlds) {
      const glm::dmat4 post =
          glm::translate(glm::dmat4(1.0), glm::dvec3(1, 2, 3)) * turn(2.0 * kPi * t / 0.3, {0, 0, 1});
      return near(place(worlds[4]), glm::dvec3(post * glm::dvec4(1, 1, 0, 1)), 3e-4);
    }));
  }

  // Straight over the ground: the heading follows the direction, the rotation the distance.
  void steerAndRoll() {
    constraints::Constraint roll = of(constraints::ConstraintType::Roll, "Wheel");
    roll.radius = 0.5;
    const auto model = applied({of(constraints::ConstraintType::Steer, "Cart"), roll});
    QVERIFY(model);
    const double heading = std::atan2(3.0, 4.0);
    QVERIFY(atTimes(*model, ClipIndex(0), [&](double t, auto worlds) {
      const double gone = 2.5 * (t - 0.5);
      const glm::dmat4 cart =
          glm::translate(glm::dmat4(1.0), glm::dvec3(0.6, 0.0, 0.8) * gone) * turn(heading, {0, 1, 0});
      const glm::dmat4 wheel =
          cart * glm::translate(glm::dmat4(1.0), glm::dvec3(0, 0.5, 0)) * turn(gone / 0.5, {1, 0, 0});
      const glm::dvec4 mark(0.1, 0.5, 0.0, 1.0);
      return near(glm::dvec3(worlds[1] * mark), glm::dvec3(wheel * mark), 2e-4);
    }));
    // At standstill nothing rotates.
    QVERIFY(atTimes(*model, ClipIndex(1), [](double, auto worlds) {
      return near(glm::dvec3(worlds[1] * glm::dvec4(0, 1, 0, 1)), glm::dvec3(0, 1.5, 0));
    }));
  }

  // A wheel limited to 60° can follow a cart only if it may go backwards as well.
  void steerHasLimits() {
    constraints::Constraint steer = of(constraints::ConstraintType::Steer, "Wheel");
    constraints::Constraint around = of(constraints::ConstraintType::Spin, "Cart");
    around.phase = 180.0;  // It goes backwards,
    around.period = 1e6;
    steer.limit = 60.0;
    const double heading = std::atan2(3.0, 4.0);  // 36.9°: within the limit, going backwards.
    auto model = applied({around, steer});
    QVERIFY(model);
    QVERIFY(atTimes(*model, ClipIndex(0), [&](double, auto worlds) {
      const glm::dvec3 forward(worlds[1][2]);
      return near(forward, -glm::dvec3(std::sin(heading), 0, std::cos(heading)), 2e-4);
    }));
    steer.limit = 20.0;
    model = applied({steer});
    QVERIFY(model);
    QVERIFY(atTimes(*model, ClipIndex(0), [&](double, auto worlds) {
      return near(glm::dvec3(worlds[1][2]), {std::sin(kPi / 9.0), 0, std::cos(kPi / 9.0)}, 2e-4);
    }));
  }

  void lookAt() {
    auto model = applied({of(constraints::ConstraintType::LookAt, "Arm", "Cart")});
    QVERIFY(model);
    QVERIFY(atTimes(*model, ClipIndex(0), [](double t, auto worlds) {
      const glm::dvec3 wanted = glm::normalize(glm::dvec3(0.6, 0.0, 0.8) * (2.5 * (t - 0.5)) - glm::dvec3(2, 2, 3));
      const glm::dvec3 side(worlds[3][0]);
      return near(glm::dvec3(worlds[3][2]), wanted, 2e-4) && std::abs(side.y) < 2e-4;  // Level.
    }));
    constraints::Constraint bounded = of(constraints::ConstraintType::LookAt, "Tip", "Cart");
    bounded.axis = {1.0, 0.0, 0.0};
    bounded.limit = 15.0;
    model = applied({bounded});
    QVERIFY(model);
    QVERIFY(atTimes(*model, ClipIndex(0), [](double, auto worlds) {
      const double turned = std::acos(std::clamp(glm::normalize(glm::dvec3(worlds[4][0])).x, -1.0, 1.0));
      return std::abs(turned - kPi / 12.0) < 2e-4;
    }));
  }

  // Following a target in straight motion, as a camera boom: p = goal − s·lag·(1 − e^(−t/lag)).
  void follow() {
    constraints::Constraint follow = of(constraints::ConstraintType::Follow, "Arm", "Cart");
    follow.offset = {0.0, 1.0, -2.0};
    follow.lag = 0.3;
    const auto model = applied({of(constraints::ConstraintType::Steer, "Cart"), follow});
    QVERIFY(model);
    const glm::dvec3 way(0.6, 0.0, 0.8);
    QVERIFY(atTimes(*model, ClipIndex(0), [&](double t, auto worlds) {
      const double gone = t - 0.5;
      const glm::dvec3 goal = way * (2.5 * gone) + glm::dvec3(0, 1, 0) - way * 2.0;
      return near(place(worlds[3]), goal - way * (2.5 * 0.3 * (1.0 - std::exp(-gone / 0.3))));
    }));
    // Without rotation, and without lag.
    follow.turns = false;
    follow.lag = 0.0;
    const auto stiff = applied({of(constraints::ConstraintType::Steer, "Cart"), follow});
    QVERIFY(stiff);
    QVERIFY(atTimes(*stiff, ClipIndex(0), [&](double t, auto worlds) {
      return near(place(worlds[3]), way * (2.5 * (t - 0.5)) + glm::dvec3(0, 1, -2));
    }));
  }

  // Picked up in place, carried, put down, and released.
  void parent() {
    constraints::Constraint pickUp = of(constraints::ConstraintType::Parent, "Arm", "Cart");
    pickUp.at = 1.0;
    constraints::Constraint sheathe = of(constraints::ConstraintType::Parent, "Arm", "Wheel");
    sheathe.at = 1.7;
    sheathe.keepsPlace = false;
    sheathe.offset = {0.0, 0.25, 0.0};
    sheathe.rotation = {0.0, 90.0, 0.0};
    constraints::Constraint letGo = of(constraints::ConstraintType::Parent, "Arm");
    letGo.at = 2.2;
    const auto model = applied({pickUp, sheathe, letGo});
    QVERIFY(model);
    const glm::dvec3 way(0.6, 0.0, 0.8);
    const auto wanted = [&](double t) {
      const auto cart = [&](double at) { return way * (2.5 * (at - 0.5)); };
      const glm::dvec3 home(2, 2, 3);
      return t < 1.0   ? home
             : t < 1.7 ? home + cart(t) - cart(1.0)
             : t < 2.2 ? cart(t) + glm::dvec3(0, 0.75, 0)
                       : cart(2.2) + glm::dvec3(0, 0.75, 0);
    };
    QVERIFY(atTimes(*model, ClipIndex(0), [&](double t, auto worlds) { return near(place(worlds[3]), wanted(t)); }));
    animation::SourcePose pose(*model, ClipIndex(0));
    for (const double t : {0.999999, 1.0, 1.699998, 1.7, 2.199998, 2.2}) {  // On either side of each change.
      pose.evaluate(t);
      QVERIFY(near(place(pose.worlds()[3]), wanted(t)));
    }
    pose.evaluate(2.0);
    QVERIFY(near(glm::dvec3(pose.worlds()[3][2]), {1, 0, 0}, 1e-6));  // Rotated by 90°.
  }

  // A constraint sees the results of those before it; clips that are not named are unchanged.
  void orderAndClips() {
    constraints::Constraint orbit = of(constraints::ConstraintType::Orbit, "Post");
    orbit.period = 2.0;
    orbit.clips = {"Go"};
    constraints::Constraint look = of(constraints::ConstraintType::LookAt, "Cart", "Post");
    look.clips = {"Go"};
    const auto after = applied({orbit, look});
    const auto before = applied({look, orbit});
    QVERIFY(after && before);
    animation::SourcePose a(*after, ClipIndex(0));
    animation::SourcePose b(*before, ClipIndex(0));
    a.evaluate(1.3);
    b.evaluate(1.3);
    QVERIFY(near(glm::dvec3(a.worlds()[0][2]), glm::normalize(place(a.worlds()[2]) - place(a.worlds()[0])), 2e-4));
    QVERIFY(near(glm::dvec3(b.worlds()[0][2]), glm::normalize(glm::dvec3(1, 2, 3) - place(b.worlds()[0])), 2e-4));
    const auto plain = cartAndPost();
    QCOMPARE(after->clips[1].tracks.size(), plain->clips[1].tracks.size());
    QVERIFY(after->clips[0].tracks.size() > plain->clips[0].tracks.size());
  }

  // A constraint that runs too early is reported with a remedy and sorted; a cycle is reported without one.
  void reportsOrder() {
    using Type = constraints::ConstraintType;
    const auto orbit = of(Type::Orbit, "Post");
    const auto spin = of(Type::Spin, "Arm");
    const auto look = of(Type::LookAt, "Cart", "Tip");  // Below the arm, below the post.
    const auto model = cartAndPost();
    const std::vector<constraints::Constraint> good = {orbit, spin, look};
    QVERIFY(!constraints::firstTooEarly(*model, good));
    QCOMPARE(*constraints::sortedOrder(*model, good), (std::vector<std::size_t>{0, 1, 2}));
    const std::vector<constraints::Constraint> early = {look, spin, orbit};
    QCOMPARE(*constraints::firstTooEarly(*model, early), std::pair(std::size_t{0}, std::size_t{1}));
    QCOMPARE(*constraints::sortedOrder(*model, early), (std::vector<std::size_t>{1, 2, 0}));
    // In different clips they do not interact.
    std::vector<constraints::Constraint> apart = early;
    apart[0].clips = {"Go"};
    apart[1].clips = apart[2].clips = {"Stand"};
    QVERIFY(!constraints::firstTooEarly(*model, apart));
    // Two constraints of one node keep their order.
    const std::vector<constraints::Constraint> both = {of(Type::Spin, "Cart"), look, spin};
    QCOMPARE(*constraints::sortedOrder(*model, both), (std::vector<std::size_t>{0, 2, 1}));
    const std::vector<constraints::Constraint> circle = {look, of(Type::LookAt, "Post", "Cart")};
    QVERIFY(constraints::firstTooEarly(*model, circle) && !constraints::sortedOrder(*model, circle));
    for (const auto& [list, isSortable] : {std::pair(early, true), std::pair(circle, false)}) {
      JobContext job;
      QVERIFY(constraints::applyConstraints(model, list, constraints::BadConstraint::Fail, job));
      const std::vector<Issue> issues = job.takeIssues();
      const auto told = std::find_if(issues.begin(), issues.end(), [](const Issue& issue) {
        return issue.text.find("acts before constraint") != std::string::npos;
      });
      QVERIFY(told != issues.end());
      QCOMPARE(told->text.remedies().size(), isSortable ? std::size_t{1} : std::size_t{0});
    }
    JobContext quiet;
    QVERIFY(constraints::applyConstraints(model, good, constraints::BadConstraint::Fail, quiet));
    QVERIFY(quiet.takeIssues().empty());
  }

  void mistakes_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<QString>("node");
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, constraints::ConstraintType type, const char* node, const char* target,
                        const char* says) { QTest::newRow(name) << static_cast<int>(type) << node << target << says; };
    row("no such node", constraints::ConstraintType::Spin, "Whel", "", "did you mean \"Wheel\"");
    row("no node", constraints::ConstraintType::Spin, "", "", "node must name");
    row("no target", constraints::ConstraintType::LookAt, "Arm", "", "target must name");
    row("itself", constraints::ConstraintType::Follow, "Arm", "Arm", "the node itself");
    row("below itself", constraints::ConstraintType::Parent, "Post", "Tip", "constraint 1 (parent of \"Post\")");
  }
  // Errors name the place in the list; or the constraint is left out on request, and the others apply.
  void mistakes() {
    QFETCH(int, type);
    QFETCH(QString, node);
    QFETCH(QString, target);
    QFETCH(QString, says);
    const std::vector<constraints::Constraint> constraints = {
        of(static_cast<constraints::ConstraintType>(type), node.toUtf8().constData(), target.toUtf8().constData()),
        of(constraints::ConstraintType::Orbit, "Arm")};
    JobContext job;
    const auto refused =
        constraints::applyConstraints(cartAndPost(), constraints, constraints::BadConstraint::Fail, job);
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.find(says.toStdString()) != std::string::npos, refused.error().message.c_str());
    const auto rest = constraints::applyConstraints(cartAndPost(), constraints, constraints::BadConstraint::Skip, job);
    QVERIFY(rest.has_value());
    const auto issues = job.takeIssues();
    QVERIFY(!issues.empty());
    QVERIFY2(issues[0].text.find("left out") != std::string::npos, issues[0].text.c_str());
    animation::SourcePose pose(**rest, ClipIndex(0));
    pose.evaluate(0.5);
    QVERIFY(near(place(pose.worlds()[3]), glm::dvec3(1, 2, 4)));
  }
};

TEXELETON_SUITE(TestConstraints)
#include "test_constraints.moc"
