#include <QObject>
#include <QTest>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "tests/core/import/fbx_text.h"
#include "tests/core/import/scene_pose.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

glm::dmat4 rotateZ(double degrees) { return glm::rotate(glm::dmat4(1.0), glm::radians(degrees), glm::dvec3(0, 0, 1)); }

const importing::SourceTrack* trackOf(const importing::SourceClip& clip, model::TrackTarget target) {
  for (const importing::SourceTrack& track : clip.tracks) {
    if (track.target == target) {
      return &track;
    }
  }
  return nullptr;
}

}  // namespace

class TestAssimpFbxClips : public QObject {
  Q_OBJECT

 private slots:
  void twoKeysForTwoTurns();
  void sparseTracksAreNamed();
  void straightTracksStaySparse();
  void cubicSegments();
  void weightedTangents();
  void followsRotationsBetweenFrames();
  void automaticTangentsDoNotOvershoot();
  void constantSegments();
  void pivotsAreAnimated();
  void preRotationIsAppliedOnce();
  void componentsWithoutCurveKeepValueOfNode();
  void takeStartsLateAndOutlastsItsKeys();
  void takeWithoutKeysIsLeftOut();
  void twoCurvesInOneLayerAreAnIssue();
  void rates_data();
  void rates();
  void valuesThatAreNotNumbersAreAnError();

 private:
  ModelFolder::Parsed parse(const FbxText& fbx) { return ModelFolder::parse(m_folder.write("clip.fbx", fbx.text())); }

  ModelFolder m_folder;
};

void TestAssimpFbxClips::twoKeysForTwoTurns() {
  FbxText fbx;
  fbx.model(10, "Wheel", 0, FbxText::usual());
  fbx.take(90, "Spin", 0, 2);
  fbx.curves(100, 91, 10, "Lcl Rotation", {{"d|Z", {{0, 0}, {2, 720}}}});
  const auto parsed = parse(fbx);
  QVERIFY(parsed.scene.has_value());
  const importing::SourceClip& clip = parsed.scene->clips.at(0);
  for (const double time : {0.0, 0.1, 0.25, 0.5, 0.77, 1.0, 1.3, 1.9, 2.0}) {
    QVERIFY(largestDifference(worldsAt(*parsed.scene, &clip, time)[0], rotateZ(360 * time)) < 1e-4);
  }
  const Issue* issue = parsed.issueAbout("too few keys");
  QVERIFY(issue != nullptr);
  QCOMPARE(issue->subject, std::string("Spin"));
  QVERIFY(issue->text.find("\"Wheel\"") != std::string::npos);
}

// A few tracks are listed, many by the first names and a number.
void TestAssimpFbxClips::sparseTracksAreNamed() {
  for (const int count : {2, 14}) {
    FbxText fbx;
    fbx.take(90, "Spin", 0, 2);
    for (int i = 0; i < count; ++i) {
      fbx.model(10 + i, "Wheel" + std::to_string(i), 0, FbxText::usual());
      fbx.curves(100 + 10 * i, 91, 10 + i, "Lcl Rotation", {{"d|Z", {{0, 0}, {2, 720}}}});
    }
    const auto parsed = parse(fbx);
    const Issue* issue = parsed.issueAbout("too few keys");
    QVERIFY(issue != nullptr);
    const std::string expected = count == 2 ? "2 rotation tracks hold" : "\"Wheel10\", \"Wheel11\" and 2 more)";
    QVERIFY2(issue->text.find(expected) != std::string::npos, issue->text.c_str());
    QVERIFY2(issue->text.find("\"Wheel0\", \"Wheel1\"") != std::string::npos, issue->text.c_str());
  }
}

void TestAssimpFbxClips::straightTracksStaySparse() {
  FbxText fbx;
  fbx.model(10, "Slider", 0, FbxText::usual());
  fbx.take(90, "Slide", 0, 10);
  fbx.curves(100, 91, 10, "Lcl Translation", {{"d|X", {{0, 0}, {10, 5}}}});
  const auto parsed = parse(fbx);
  QVERIFY(parsed.scene.has_value());
  QCOMPARE(trackOf(parsed.scene->clips.at(0), model::TrackTarget::Translation)->times.size(), std::size_t{2});
  QVERIFY(parsed.issues.empty());
}

void TestAssimpFbxClips::cubicSegments() {
  FbxText fbx;
  fbx.model(10, "Ball", 0, FbxText::usual());
  fbx.take(90, "Bounce", 0, 1);
  fbx.curves(100, 91, 10, "Lcl Translation", {{"d|Y", {{0, 0}, {1, 0}}}}, 8 | 1024, {4.0f, -4.0f});
  const auto parsed = parse(fbx);
  QVERIFY(parsed.scene.has_value());
  // The Hermite curve with slopes 4 and −4 and both ends at 0 is the parabola 4t(1−t).
  // Also between the frames of the file.
  for (int i = 0; i <= 700; ++i) {
    const double t = i / 700.0;
    const double y = worldsAt(*parsed.scene, &parsed.scene->clips.at(0), t)[0][3].y;
    QVERIFY2(std::abs(y - 4 * t * (1 - t)) < 1.2e-5, qPrintable(QString::number(y)));
  }
}

void TestAssimpFbxClips::weightedTangents() {
  FbxText fbx;
  fbx.model(10, "Ball", 0, FbxText::usual());
  fbx.take(90, "Throw", 0, 1);
  constexpr int kCubicUserWeighted = 8 | 1024 | 3 << 24;
  fbx.curves(100, 91, 10, "Lcl Translation", {{"d|Y", {{0, 0}, {1, 0}}}}, kCubicUserWeighted, {5.0f, -3.0f},
             6000 | 8000 << 16);
  const auto parsed = parse(fbx);
  QVERIFY(parsed.scene.has_value());
  // The Bézier curve through (0, 0), (0.6, 3), (0.2, 2.4), (1, 0), at parameters whose times are about a frame apart.
  for (const double s : {0.1, 0.3, 0.5, 0.7, 0.9}) {
    const double r = 1 - s;
    const double time = 3 * r * r * s * 0.6 + 3 * r * s * s * 0.2 + s * s * s;
    const double y = 3 * r * r * s * 3.0 + 3 * r * s * s * 2.4;
    const double read = worldsAt(*parsed.scene, &parsed.scene->clips.at(0), time)[0][3].y;
    QVERIFY2(std::abs(read - y) < 1e-4, qPrintable(QString("%1 %2 %3").arg(time).arg(read).arg(y)));
  }
}

// Keys at every frame of the file do not make the motion between them linear: the angles are curves there.
void TestAssimpFbxClips::followsRotationsBetweenFrames() {
  FbxText fbx;
  fbx.model(10, "Arm", 0, FbxText::usual());
  fbx.take(90, "Swing", 0, 0.2);
  const auto angle = [](double frame) { return 40.0 * std::sin(1.7 * frame); };
  std::vector<FbxText::Key> keys;
  for (int frame = 0; frame <= 6; ++frame) {
    keys.push_back({frame / 30.0, angle(frame)});
  }
  fbx.curves(100, 91, 10, "Lcl Rotation", {{"d|Z", keys}}, 8 | 0x100);  // automatic, cubic
  const auto parsed = parse(fbx);
  QVERIFY(parsed.scene.has_value());
  const auto slope = [&](int k) {  // degrees per frame of an automatic tangent
    return k == 0 ? angle(1) - angle(0) : k == 6 ? angle(6) - angle(5) : 0.5 * (angle(k + 1) - angle(k - 1));
  };
  for (int i = 0; i < 6 * 8; ++i) {
    const int k = i / 8;
    const double t = (i % 8) / 8.0;
    const double degrees = (2 * t * t * t - 3 * t * t + 1) * angle(k) + (t * t * t - 2 * t * t + t) * slope(k) +
                           (3 * t * t - 2 * t * t * t) * angle(k + 1) + (t * t * t - t * t) * slope(k + 1);
    const glm::dmat4 world = worldsAt(*parsed.scene, &parsed.scene->clips.at(0), (k + t) / 30.0)[0];
    QVERIFY2(largestDifference(world, rotateZ(degrees)) < 3e-5, qPrintable(QString::number(k + t)));
  }
  QVERIFY(parsed.issueAbout("too few keys") == nullptr);
}

void TestAssimpFbxClips::automaticTangentsDoNotOvershoot() {
  FbxText fbx;
  fbx.model(10, "Ball", 0, FbxText::usual());
  fbx.take(90, "Rise", 0, 2);
  constexpr int kCubicAutoProgressiveWeighted = 8 | 0x100 | 0x4000 | 3 << 24;
  fbx.curves(100, 91, 10, "Lcl Translation", {{"d|Y", {{0, 0}, {1, 1}, {2, 10}}}}, kCubicAutoProgressiveWeighted,
             {0.0f, 0.0f}, 9000 | 9000 << 16);
  const auto parsed = parse(fbx);
  QVERIFY(parsed.scene.has_value());
  for (int frame = 0; frame <= 60; ++frame) {
    const double y = worldsAt(*parsed.scene, &parsed.scene->clips.at(0), frame / 30.0)[0][3].y;
    const bool first = frame <= 30;
    QVERIFY2(y > (first ? 0.0 : 1.0) - 1e-6 && y < (first ? 1.0 : 10.0) + 1e-6, qPrintable(QString::number(y)));
  }
}

void TestAssimpFbxClips::constantSegments() {
  FbxText fbx;
  fbx.model(10, "Door", 0, FbxText::usual());
  fbx.take(90, "Open", 0, 1);
  fbx.curves(100, 91, 10, "Lcl Translation", {{"d|X", {{0, 1}, {0.5, 2}, {1, 3}}}}, 2);
  fbx.curves(110, 91, 10, "Lcl Scaling", {{"d|X", {{0, 1}, {0.5, 2}, {1, 3}}}}, 2);
  fbx.curves(120, 91, 10, "Lcl Rotation", {{"d|Z", {{0, 0}, {0.5, 90}}}, {"d|X", {{0, 0}, {1, 0}}}}, 2);
  const auto parsed = parse(fbx);
  QVERIFY(parsed.scene.has_value());
  const importing::SourceClip& clip = parsed.scene->clips.at(0);
  QVERIFY(trackOf(clip, model::TrackTarget::Translation)->interpolation == model::Interpolation::Step);
  QCOMPARE(worldsAt(*parsed.scene, &clip, 0.49)[0][3].x, 1.0);
  QCOMPARE(worldsAt(*parsed.scene, &clip, 0.51)[0][3].x, 2.0);
  QCOMPARE(worldsAt(*parsed.scene, &clip, 1.0)[0][3].x, 3.0);

  // A jump stays a jump next to a linear curve in the same track.
  FbxText mixed;
  mixed.model(10, "Door", 0, FbxText::usual());
  mixed.take(90, "Open", 0, 1);
  mixed.curves(100, 91, 10, "Lcl Translation", {{"d|X", {{0, 1}, {0.5, 2}}}}, 2);
  mixed.curves(110, 91, 10, "Lcl Rotation", {{"d|Z", {{0, 0}, {1, 40}}}});
  const auto second = parse(mixed);
  QVERIFY(second.scene.has_value());
  QVERIFY(std::abs(worldsAt(*second.scene, &second.scene->clips.at(0), 0.4999)[0][3].x - 1.0) < 1e-9);
  QVERIFY(std::abs(worldsAt(*second.scene, &second.scene->clips.at(0), 0.5)[0][3].x - 2.0) < 1e-9);
}

void TestAssimpFbxClips::pivotsAreAnimated() {
  FbxText fbx;
  fbx.model(10, "Arm", 0, FbxText::usual() + FbxText::vector("RotationPivot", {2, 0, 0}));
  fbx.take(90, "Swing", 0, 1);
  fbx.curves(100, 91, 10, "Lcl Rotation", {{"d|Z", {{0, 0}, {1, 180}}}});
  const auto parsed = parse(fbx);
  QVERIFY(parsed.scene.has_value());
  for (int frame = 0; frame <= 30; ++frame) {
    const double t = frame / 30.0;
    const glm::dmat4 expected = glm::translate(glm::dmat4(1.0), glm::dvec3(2, 0, 0)) * rotateZ(180 * t) *
                                glm::translate(glm::dmat4(1.0), glm::dvec3(-2, 0, 0));
    QVERIFY(largestDifference(worldsAt(*parsed.scene, &parsed.scene->clips.at(0), t)[0], expected) < 1e-5);
  }
}

void TestAssimpFbxClips::preRotationIsAppliedOnce() {
  FbxText fbx;
  fbx.model(10, "Joint", 0,
            FbxText::usual() + FbxText::vector("PreRotation", {90, 0, 0}) + FbxText::translation({0, 3, 0}) +
                FbxText::vector("PostRotation", {0, 0, 10}));
  fbx.take(90, "Bend", 0, 1);
  fbx.curves(100, 91, 10, "Lcl Rotation", {{"d|Z", {{0, 0}, {1, 50}}}});
  const auto parsed = parse(fbx);
  QVERIFY(parsed.scene.has_value());
  const glm::dmat4 expected = glm::translate(glm::dmat4(1.0), glm::dvec3(0, 3, 0)) *
                              glm::rotate(glm::dmat4(1.0), glm::radians(90.0), glm::dvec3(1, 0, 0)) * rotateZ(25) *
                              glm::inverse(rotateZ(10));
  QVERIFY(largestDifference(worldsAt(*parsed.scene, &parsed.scene->clips.at(0), 0.5)[0], expected) < 1e-6);
}

void TestAssimpFbxClips::componentsWithoutCurveKeepValueOfNode() {
  FbxText fbx;
  fbx.model(10, "Node", 0,
            FbxText::usual() + FbxText::rotation({30, 0, 0}) + FbxText::vector("RotationPivot", {1, 1, 1}));
  fbx.take(90, "Take", 0, 1);
  fbx.curves(100, 91, 10, "Lcl Rotation", {{"d|Y", {{0, 0}, {1, 20}}}});
  const auto parsed = parse(fbx);
  QVERIFY(parsed.scene.has_value());
  const auto worlds = worldsAt(*parsed.scene, &parsed.scene->clips.at(0), 0.0);
  QVERIFY(std::abs(worlds[0][1].y - std::cos(glm::radians(30.0))) < 1e-6);
}

void TestAssimpFbxClips::takeStartsLateAndOutlastsItsKeys() {
  FbxText fbx;
  fbx.model(10, "Node", 0, FbxText::usual());
  fbx.take(90, "Late", 2, 5);
  fbx.curves(100, 91, 10, "Lcl Translation", {{"d|X", {{2.5, 0}, {3, 1}}}});
  const auto path = m_folder.write("late.fbx", fbx.text());
  const auto parsed = ModelFolder::parse(path);
  QVERIFY(parsed.scene.has_value());
  const importing::SourceClip& clip = parsed.scene->clips.at(0);
  QCOMPARE(clip.startSeconds.value_or(-1), 2.0);
  QCOMPARE(clip.endSeconds.value_or(-1), 5.0);
  QVERIFY(std::abs(worldsAt(*parsed.scene, &clip, 2.75)[0][3].x - 0.5) < 1e-6);
  const auto model = ModelFolder::read(path);
  QVERIFY(model.has_value());
  QCOMPARE(model->clips.at(0).startSeconds, 2.0);
  QCOMPARE(model->clips.at(0).lengthSeconds, 3.0);
}

void TestAssimpFbxClips::takeWithoutKeysIsLeftOut() {
  FbxText fbx;
  fbx.model(10, "Node", 0, FbxText::usual());
  fbx.take(90, "Empty", 0, 5);
  const auto parsed = parse(fbx);
  QVERIFY(parsed.scene.has_value());
  QVERIFY(parsed.scene->clips.empty());
  QVERIFY(parsed.hasIssue("moves nothing"));
}

void TestAssimpFbxClips::twoCurvesInOneLayerAreAnIssue() {
  FbxText fbx;
  fbx.model(10, "Node", 0, FbxText::usual());
  fbx.take(90, "Take", 0, 1);
  fbx.curves(100, 91, 10, "Lcl Translation", {{"d|X", {{0, 0}, {1, 1}}}});
  fbx.curves(110, 91, 10, "Lcl Translation", {{"d|X", {{0, 0}, {1, 9}}}});
  const auto parsed = parse(fbx);
  QVERIFY(parsed.scene.has_value());
  QVERIFY(parsed.hasIssue("two sets of curves in one layer"));
  QVERIFY(std::abs(worldsAt(*parsed.scene, &parsed.scene->clips.at(0), 1.0)[0][3].x - 1.0) < 1e-9);
}

void TestAssimpFbxClips::rates_data() {
  QTest::addColumn<QString>("mode");
  QTest::addColumn<double>("rate");
  QTest::newRow("24") << "11" << 24.0;
  QTest::newRow("25") << "10" << 25.0;
  QTest::newRow("30") << "6" << 30.0;
  QTest::newRow("60") << "3" << 60.0;
  QTest::newRow("NTSC") << "9" << 30000.0 / 1001.0;
  QTest::newRow("custom without a rate") << "14" << 0.0;
  QTest::newRow("unknown") << "777" << 0.0;
}

void TestAssimpFbxClips::rates() {
  QFETCH(QString, mode);
  QFETCH(double, rate);
  FbxText fbx;
  fbx.timeMode = mode.toStdString();
  fbx.model(10, "Node", 0, FbxText::usual());
  fbx.take(90, "Take", 0, 1);
  fbx.curves(100, 91, 10, "Lcl Rotation", {{"d|X", {{0, 0}, {1, 170}}}});
  const auto parsed = parse(fbx);
  QVERIFY(parsed.scene.has_value());
  QVERIFY(std::abs(parsed.scene->clips.at(0).rateHz - rate) < 1e-12);
}

void TestAssimpFbxClips::valuesThatAreNotNumbersAreAnError() {
  FbxText fbx;
  fbx.model(10, "Node", 0, FbxText::usual());
  fbx.take(90, "Take", 0, 1);
  fbx.curves(100, 91, 10, "Lcl Rotation", {{"d|X", {{0, 0}, {1, std::nan("")}}}});
  const auto parsed = parse(fbx);
  QVERIFY(!parsed.scene.has_value());
  QVERIFY(parsed.scene.error().message.find("Node") != std::string::npos);
}

TEXELETON_SUITE(TestAssimpFbxClips)
#include "test_assimp_fbx_clips.moc"
