#include "core/animation/pose.h"
#include "tests/support/suite.h"

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/gtx/transform.hpp>
#include <random>

using namespace texeleton;

namespace {

double distance(const glm::dmat4& a, const glm::dmat4& b) {
  double largest = 0.0;
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      largest = std::max(largest, std::abs(a[c][r] - b[c][r]));
    }
  }
  return largest;
}

std::vector<double> sample(const model::Track& track, const std::vector<double>& times, double seconds,
                           std::size_t count) {
  std::vector<double> out(count);
  animation::sampleTrack(track, times, seconds, out);
  return out;
}

model::Track vectorTrack(model::Interpolation interpolation, std::vector<float> values) {
  model::Track track;
  track.target = model::TrackTarget::Translation;
  track.interpolation = interpolation;
  track.node = NodeIndex(0);
  track.values = std::move(values);
  return track;
}

std::vector<float> quaternionValue(const glm::dquat& q) {
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
}

/// World matrix by recursion to the root, with glm's own T·R·S.
glm::dmat4 naiveWorld(const model::Model& model, const animation::SourcePose& pose, NodeIndex node) {
  const model::Node& n = model.nodes[node.value];
  const transform::Transform& t = pose.locals()[node.value];
  const glm::dmat4 local = n.restMatrix ? *n.restMatrix
                                        : glm::translate(glm::dmat4(1.0), t.translation) * glm::dmat4(t.rotation) *
                                              glm::scale(glm::dmat4(1.0), t.scale);
  return n.parent.isValid() ? naiveWorld(model, pose, n.parent) * local : local;
}

}  // namespace

class TestPose : public QObject {
  Q_OBJECT

 private slots:
  void findsTheSegmentFromAnyHint();
  void stepHolds();
  void linearBlends();
  void splineReproducesACubic();
  void rotationTurnsEvenly();
  void splineRotationIsNormalised();
  void singleKeyHolds();
  void worldsAgreeWithRecursion();
  void orderOfTimesDoesNotMatter();
  void morphWeightsFollowTheirTrack();
  void restMatrixIsKeptWithoutTracks();
};

void TestPose::findsTheSegmentFromAnyHint() {
  const std::vector<double> times = {0.5, 1.0, 1.25, 3.0, 3.5};
  for (double t = 0.0; t < 4.0; t += 0.03125) {
    for (std::size_t hint = 0; hint < 9; ++hint) {
      const animation::KeySegment at = animation::findSegment(times, t, hint);
      std::size_t expected = 0;
      for (std::size_t k = 0; k < times.size(); ++k) {
        expected = times[k] <= t ? k : expected;
      }
      QCOMPARE(at.key, expected);
      if (t <= 0.5 || t >= 3.5) {
        QCOMPARE(at.fraction, 0.0);
        QCOMPARE(at.lengthSeconds, 0.0);
      } else {
        QVERIFY(at.fraction >= 0.0 && at.fraction < 1.0);
        QVERIFY(std::abs(times[at.key] + at.fraction * at.lengthSeconds - t) < 1e-15);
      }
    }
  }
  QCOMPARE(animation::findSegment(times, std::nan("")).key, std::size_t{0});
}

void TestPose::stepHolds() {
  const std::vector<double> times = {1.0, 2.0, 4.0};
  const model::Track track = vectorTrack(model::Interpolation::Step, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  QCOMPARE(sample(track, times, 0.0, 3), (std::vector<double>{1, 2, 3}));
  QCOMPARE(sample(track, times, 1.999, 3), (std::vector<double>{1, 2, 3}));
  QCOMPARE(sample(track, times, 2.0, 3), (std::vector<double>{4, 5, 6}));
  QCOMPARE(sample(track, times, 3.999, 3), (std::vector<double>{4, 5, 6}));
  QCOMPARE(sample(track, times, 4.0, 3), (std::vector<double>{7, 8, 9}));
  QCOMPARE(sample(track, times, 9.0, 3), (std::vector<double>{7, 8, 9}));
}

void TestPose::linearBlends() {
  const std::vector<double> times = {1.0, 2.0, 4.0};
  const model::Track track = vectorTrack(model::Interpolation::Linear, {0, 0, 0, 4, 8, -8, 4, 0, 0});
  QCOMPARE(sample(track, times, -5.0, 3), (std::vector<double>{0, 0, 0}));
  QCOMPARE(sample(track, times, 1.25, 3), (std::vector<double>{1, 2, -2}));
  QCOMPARE(sample(track, times, 2.0, 3), (std::vector<double>{4, 8, -8}));
  QCOMPARE(sample(track, times, 3.5, 3), (std::vector<double>{4, 2, -2}));
  QCOMPARE(sample(track, times, 5.0, 3), (std::vector<double>{4, 0, 0}));
}

void TestPose::splineReproducesACubic() {
  // A cubic through its own values and slopes is reproduced exactly, whatever the keys.
  const auto value = [](double t) { return 0.5 * t * t * t - 2.0 * t * t + t - 3.0; };
  const auto slope = [](double t) { return 1.5 * t * t - 4.0 * t + 1.0; };
  const std::vector<double> times = {0.0, 0.5, 2.0, 4.0};
  std::vector<float> values;
  for (const double t : times) {
    for (const double v : {slope(t), value(t), slope(t)}) {
      for (int c = 0; c < 3; ++c) {
        values.push_back(static_cast<float>(v * (c + 1)));
      }
    }
  }
  const model::Track track = vectorTrack(model::Interpolation::CubicSpline, values);
  for (double t = 0.0; t <= 4.0; t += 0.0625) {
    const std::vector<double> got = sample(track, times, t, 3);
    for (std::size_t c = 0; c < 3; ++c) {
      QVERIFY(std::abs(got[c] - value(t) * static_cast<double>(c + 1)) < 1e-13);
    }
  }
  QCOMPARE(sample(track, times, -1.0, 3)[0], value(0.0));
  QCOMPARE(sample(track, times, 9.0, 3)[0], value(4.0));
}

void TestPose::rotationTurnsEvenly() {
  const glm::dvec3 axis = glm::normalize(glm::dvec3(1, -2, 0.5));
  model::Track track;
  track.target = model::TrackTarget::Rotation;
  track.node = NodeIndex(0);
  const std::vector<double> times = {0.0, 1.0, 3.0};
  const double angles[3] = {0.3, 2.3, -0.2};
  for (const double angle : angles) {
    const std::vector<float> v = quaternionValue(glm::angleAxis(angle, axis));
    track.values.insert(track.values.end(), v.begin(), v.end());
  }
  for (double t = 0.0; t <= 3.0; t += 0.125) {
    const double angle = t < 1.0 ? glm::mix(angles[0], angles[1], t) : glm::mix(angles[1], angles[2], (t - 1.0) / 2.0);
    const std::vector<double> got = sample(track, times, t, 4);
    const glm::dquat q(got[3], got[0], got[1], got[2]);
    QVERIFY(std::abs(glm::length(q) - 1.0) < 1e-15);
    QVERIFY(glm::length(q - glm::angleAxis(angle, axis)) < 2e-7);  // keys are float
  }
}

void TestPose::splineRotationIsNormalised() {
  model::Track track;
  track.target = model::TrackTarget::Rotation;
  track.interpolation = model::Interpolation::CubicSpline;
  track.node = NodeIndex(0);
  const std::vector<double> times = {0.0, 2.0};
  // Zero tangents: at half the time the sum of both, normalised: half the angle.
  track.values = {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0};
  std::vector<double> got = sample(track, times, 1.0, 4);
  QVERIFY(std::abs(got[1] - std::sqrt(0.5)) < 1e-15 && std::abs(got[3] - std::sqrt(0.5)) < 1e-15);
  // Through zero: keys q and −q. The previous key is held, and nothing becomes NaN.
  track.values = {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0};
  got = sample(track, times, 1.0, 4);
  QCOMPARE(got, (std::vector<double>{0, 0, 0, 1}));
}

void TestPose::singleKeyHolds() {
  const std::vector<double> times = {2.0};
  for (const double t : {0.0, 2.0, 5.0}) {
    QCOMPARE(sample(vectorTrack(model::Interpolation::Linear, {1, 2, 3}), times, t, 3), (std::vector<double>{1, 2, 3}));
    QCOMPARE(sample(vectorTrack(model::Interpolation::Step, {1, 2, 3}), times, t, 3), (std::vector<double>{1, 2, 3}));
    QCOMPARE(sample(vectorTrack(model::Interpolation::CubicSpline, {9, 9, 9, 1, 2, 3, 9, 9, 9}), times, t, 3),
             (std::vector<double>{1, 2, 3}));
  }
}

namespace {

/// A random tree; about half the nodes are animated in clip 0.
model::Model randomModel() {
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  const auto vector = [&] { return glm::dvec3(number(engine), number(engine), number(engine)); };
  const auto rotation = [&] {
    return glm::normalize(glm::dquat(number(engine), number(engine), number(engine), number(engine)));
  };
  model::Model model;
  for (std::size_t i = 0; i < 40; ++i) {
    model::Node node;
    node.name = "node" + std::to_string(i);
    if (i % 10 != 0) {
      node.parent = NodeIndex(engine() % i);
    }
    node.rest = {vector(), rotation(), vector() + 1.5};
    model.nodes.push_back(node);
    model.palette.push_back({NodeIndex(i), transform::toMatrix({vector(), rotation(), glm::dvec3(1.0)})});
  }
  model::Clip clip;
  clip.name = "clip";
  clip.lengthSeconds = 2.0;
  clip.timelines = {{0.0, 0.5, 2.0}, {0.25}, {0.0, 0.1, 0.2, 0.3, 1.7}};
  for (std::size_t i = 0; i < 40; i += 3) {
    for (const model::TrackTarget target :
         {model::TrackTarget::Translation, model::TrackTarget::Rotation, model::TrackTarget::Scale}) {
      model::Track track;
      track.target = target;
      track.node = NodeIndex(i);
      track.timeline = static_cast<std::uint32_t>(engine() % 3);
      track.interpolation = static_cast<model::Interpolation>(engine() % 3);
      const std::size_t perKey = track.interpolation == model::Interpolation::CubicSpline ? 3 : 1;
      for (std::size_t k = 0; k < clip.timelines[track.timeline].size() * perKey; ++k) {
        const std::vector<float> q = quaternionValue(rotation());
        track.values.insert(track.values.end(), q.begin(),
                            q.begin() + (target == model::TrackTarget::Rotation ? 4 : 3));
      }
      clip.tracks.push_back(track);
    }
  }
  model.clips.push_back(clip);
  return model;
}

}  // namespace

void TestPose::worldsAgreeWithRecursion() {
  const model::Model model = randomModel();
  animation::SourcePose pose(model, ClipIndex(0));
  animation::SourcePose rest(model, ClipIndex());
  for (const double t : {-1.0, 0.0, 0.15, 0.3, 1.0, 1.69, 2.0, 7.0}) {
    pose.evaluate(t);
    rest.evaluate(t);
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
      const glm::dmat4 world = naiveWorld(model, pose, NodeIndex(i));
      const double size = 1.0 + distance(world, glm::dmat4(0.0));
      QVERIFY(distance(pose.worlds()[i], world) < 1e-13 * size);
      QVERIFY(distance(pose.skinMatrices()[i], world * model.palette[i].inverseBind) < 1e-12 * size);
      QCOMPARE(rest.locals()[i].translation, model.nodes[i].rest.translation);
      QVERIFY(distance(rest.worlds()[i], naiveWorld(model, rest, NodeIndex(i))) < 1e-13 * size);
    }
    // Every track's value arrives at its node.
    for (const model::Track& track : model.clips[0].tracks) {
      const transform::Transform& local = pose.locals()[track.node.value];
      std::vector<double> v(track.componentCount(0));
      animation::sampleTrack(track, model.clips[0].timelines[track.timeline], t, v);
      const double got = track.target == model::TrackTarget::Rotation      ? local.rotation.x
                         : track.target == model::TrackTarget::Translation ? local.translation.x
                                                                           : local.scale.x;
      QCOMPARE(got, v[0]);
    }
  }
}

void TestPose::orderOfTimesDoesNotMatter() {
  const model::Model model = randomModel();
  animation::SourcePose wandering(model, ClipIndex(0));
  std::mt19937 engine(3);
  for (int i = 0; i < 300; ++i) {
    const double t = static_cast<double>(engine() % 240) / 100.0 - 0.2;
    animation::SourcePose fresh(model, ClipIndex(0));
    fresh.evaluate(t);
    wandering.evaluate(t);
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
      QCOMPARE(distance(fresh.worlds()[n], wandering.worlds()[n]), 0.0);
    }
  }
}

void TestPose::morphWeightsFollowTheirTrack() {
  model::Model model;
  model.nodes.emplace_back();
  model.morphSets.push_back({"a", {0.25f, 0.5f}});
  model.morphSets.push_back({"b", {0.0f, 0.0f}});
  model::Clip clip;
  clip.timelines = {{0.0, 2.0}};
  model::Track track;
  track.target = model::TrackTarget::MorphWeights;
  track.morphSet = MorphSetIndex(1);
  track.values = {0.0f, 1.0f, 2.0f, -1.0f};
  clip.tracks.push_back(track);
  model.clips.push_back(clip);
  animation::SourcePose pose(model, ClipIndex(0));
  pose.evaluate(0.5);
  QCOMPARE(pose.morphWeights(MorphSetIndex(0))[1], 0.5);
  QCOMPARE(pose.morphWeights(MorphSetIndex(1))[0], 0.5);
  QCOMPARE(pose.morphWeights(MorphSetIndex(1))[1], 0.5);
}

void TestPose::restMatrixIsKeptWithoutTracks() {
  model::Model model;
  model.nodes.resize(2);
  glm::dmat4 shear(1.0);
  shear[1][0] = 0.5;
  model.nodes[0].restMatrix = shear;
  model.nodes[1].parent = NodeIndex(0);
  model.nodes[1].rest.translation = {0, 1, 0};
  model.palette.push_back({NodeIndex(1), glm::dmat4(1.0)});
  model::Clip clip;
  clip.timelines = {{0.0}};
  clip.tracks.push_back(vectorTrack(model::Interpolation::Linear, {1, 0, 0}));
  model.clips.push_back(clip);
  animation::SourcePose rest(model, ClipIndex());
  rest.evaluate(0.0);
  QCOMPARE(glm::dvec3(rest.worlds()[1][3]), glm::dvec3(0.5, 1, 0));
  // A track on the node replaces the matrix.
  animation::SourcePose moved(model, ClipIndex(0));
  moved.evaluate(0.0);
  QCOMPARE(glm::dvec3(moved.worlds()[1][3]), glm::dvec3(1, 1, 0));
  QCOMPARE(glm::dvec3(moved.skinMatrices()[0][3]), glm::dvec3(1, 1, 0));
}

TEXELETON_PLAIN_SUITE(TestPose)
#include "test_pose.moc"
