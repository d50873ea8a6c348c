// Clips of an assembled model: checked, sorted and normalised keys; ranges, rates, timelines, morph weights.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/core/import/assemble_scenes.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

importing::SourceTrack makeTrack(model::TrackTarget target, std::size_t node, std::vector<double> times,
                                 std::vector<float> values,
                                 model::Interpolation interpolation = model::Interpolation::Linear) {
  importing::SourceTrack track;
  track.target = target;
  track.interpolation = interpolation;
  track.node = node;
  track.times = std::move(times);
  track.values = std::move(values);
  return track;
}

importing::SourceTrack slide(std::size_t node, const std::vector<double>& times) {
  std::vector<float> values;
  for (std::size_t k = 0; k < times.size(); ++k) {
    values.insert(values.end(), {static_cast<float>(k), 0, 0});
  }
  return makeTrack(model::TrackTarget::Translation, node, times, values);
}

importing::SourceScene sceneWith(std::vector<importing::SourceTrack> tracks) {
  importing::SourceScene scene = skinnedScene();
  importing::SourceClip clip;
  clip.name = std::string("Walk");
  clip.tracks = std::move(tracks);
  scene.clips = {clip};
  return scene;
}

bool near(float a, double b) { return std::abs(double{a} - b) < 1e-6; }

}  // namespace

class TestAssembleClips : public QObject {
  Q_OBJECT

 private slots:
  // Only the motions decide whether there is nothing to bake (loadModel).
  void modelWithoutClipsIsNotAnIssue() {
    importing::SourceScene scene = sceneWith({});
    scene.clips.clear();
    const auto model = assembled(scene);
    QVERIFY(model);
    QVERIFY(std::none_of(model->issues.begin(), model->issues.end(),
                         [](const Issue& issue) { return issue.text.find("no clips") != std::string::npos; }));
  }

  void keysOfFileAreKept() {
    importing::SourceScene scene = sceneWith({slide(1, {0.0, 0.5, 2.0})});
    scene.clips[0].rateHz = 24.0;
    scene.clips[0].loopHint = true;
    scene.clips[0].events = {{"step\n", 0.5, "left"}, {"lost", kInfinity, ""}};
    const auto model = assembled(scene);
    QVERIFY(model);
    const model::Clip& clip = model->clips[0];
    QCOMPARE(clip.name, std::string("Walk"));
    QCOMPARE(clip.startSeconds, 0.0);
    QCOMPARE(clip.lengthSeconds, 2.0);
    QCOMPARE(clip.sourceRateHz, 24.0);
    QCOMPARE(clip.loopHint, std::optional<bool>(true));
    QCOMPARE(clip.timelines, (std::vector<std::vector<double>>{{0.0, 0.5, 2.0}}));
    QCOMPARE(clip.tracks[0].values, (std::vector<float>{0, 0, 0, 1, 0, 0, 2, 0, 0}));
    QCOMPARE(model->nodes[clip.tracks[0].node.value].name, std::string("Hip"));
    QCOMPARE(clip.events, (std::vector<model::ClipEvent>{{"step_", 0.5, "left"}}));
    QCOMPARE(issuesWith(*model, "1 event at a time that is not finite"), 1);
    QCOMPARE(model->issues.size(), std::size_t(1));
  }

  void keyGridGivesMissingRate() {
    std::vector<double> times;
    for (int i = 0; i < 25; ++i) {
      times.push_back(static_cast<double>(static_cast<float>(i / 24.0)));
    }
    importing::SourceScene scene = sceneWith({slide(1, times)});
    const auto found = assembled(scene);
    QVERIFY(found);
    QCOMPARE(found->clips[0].sourceRateHz, 24.0);
    QCOMPARE(issuesWith(*found, "the keys of 1 clip lie at 24 frames a second"), 1);
    scene.clips[0].rateHz = 30.0;  // The rate of the format takes precedence.
    QCOMPARE(assembled(scene)->clips[0].sourceRateHz, 30.0);
    scene = sceneWith({slide(1, {0.0, 0.31, 0.5, 1.77, 2.0})});
    QCOMPARE(assembled(scene)->clips[0].sourceRateHz, 0.0);
  }

  void takesThatOutlastTheirLastKey() {
    std::vector<double> times;
    for (int i = 0; i <= 25; ++i) {
      times.push_back(i / 30.0);
    }
    const auto taken = [&](double frames) {
      importing::SourceScene scene = sceneWith({slide(1, times)});
      scene.clips[0].rateHz = 30.0;
      scene.clips[0].startSeconds = 0.0;
      scene.clips[0].endSeconds = frames / 30.0;
      return assembled(scene);
    };
    const auto exact = taken(25.0);
    QCOMPARE(exact->clips[0].lengthSeconds, 25.0 / 30.0);
    QVERIFY(exact->issues.empty());
    const auto between = taken(25.6);
    QCOMPARE(between->clips[0].lengthSeconds, 25.0 / 30.0);
    QCOMPARE(issuesWith(*between, "1 clip was trimmed to its last key (\"Walk\")"), 1);
    const auto longer = taken(100.0);
    QCOMPARE(longer->clips[0].lengthSeconds, 100.0 / 30.0);
    QCOMPARE(issuesWith(*longer, "\"Walk\" (to 3.333 s, last key at 0.8333 s)"), 1);
    const auto cut = taken(12.5);  // A range within the keys stays as it is.
    QCOMPARE(cut->clips[0].lengthSeconds, 12.5 / 30.0);
    QVERIFY(cut->issues.empty());
  }

  void equalTimesShareATimeline() {
    importing::SourceScene scene = sceneWith({slide(0, {0.0, 1.0}), slide(1, {0.0, 1.0}), slide(2, {0.0, 1.5})});
    scene.clips[0].tracks.push_back(makeTrack(model::TrackTarget::Scale, 2, {-0.0, 1.0}, {1, 1, 1, 1, 1, 1}));
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->clips[0].timelines.size(), std::size_t(2));
    QCOMPARE(model->clips[0].tracks[1].timeline, 0u);
    QCOMPARE(model->clips[0].tracks[2].timeline, 1u);
    QCOMPARE(model->clips[0].tracks[3].timeline, 0u);
  }

  void unsortedAndEqualTimes() {
    const auto unsorted = assembled(sceneWith({slide(1, {1.0, 0.0, 0.5})}));
    QVERIFY(unsorted);
    QCOMPARE(unsorted->clips[0].timelines[0], (std::vector<double>{0.0, 0.5, 1.0}));
    QCOMPARE(unsorted->clips[0].tracks[0].values, (std::vector<float>{1, 0, 0, 2, 0, 0, 0, 0, 0}));
    QCOMPARE(issuesWith(*unsorted, "not ascending"), 1);

    const auto same = assembled(sceneWith({slide(1, {0.5, 0.5, 0.5})}));
    QVERIFY(same);
    QCOMPARE(same->clips[0].lengthSeconds, 0.0);
    QCOMPARE(same->clips[0].tracks[0].values, (std::vector<float>{2, 0, 0}));
    QCOMPARE(issuesWith(*same, "2 keys at the time of another"), 1);
    QCOMPARE(issuesWith(*same, "not ascending"), 0);
    QCOMPARE(issuesWith(*same, "1 clip without length: one frame"), 1);

    const auto both = assembled(sceneWith({slide(1, {1.0, 0.0, 1.0, 0.0})}));
    QCOMPARE(both->clips[0].tracks[0].values, (std::vector<float>{3, 0, 0, 2, 0, 0}));
  }

  void timesThatAreNotFinite() {
    for (const double bad : {kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN()}) {
      QCOMPARE(errorOf(sceneWith({slide(1, {0.0, bad})})),
               std::string("clip \"Walk\", node \"Hip\": key times are not finite"));
    }
  }

  void mismatchedCounts() {
    importing::SourceTrack track = slide(1, {0.0, 1.0});
    track.values.pop_back();
    QVERIFY(errorOf(sceneWith({track})).find("clip \"Walk\", node \"Hip\": key counts differ") == 0);
    track = slide(1, {0.0, 1.0});
    track.interpolation = model::Interpolation::CubicSpline;
    QVERIFY(errorOf(sceneWith({track})).find("key counts differ") != std::string::npos);
    track.times.clear();
    QVERIFY(errorOf(sceneWith({track})).find("key counts differ") != std::string::npos);
  }

  void keysThatAreNotFinite() {
    importing::SourceTrack track = slide(1, {0.0, 1.0, 2.0, 3.0});
    track.values[4] = kNan;
    track.values[9] = std::numeric_limits<float>::infinity();
    importing::SourceScene scene = sceneWith({track});
    scene.unitMetres = 0.5;
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->clips[0].timelines[0], (std::vector<double>{0.0, 2.0}));
    QCOMPARE(model->clips[0].tracks[0].values, (std::vector<float>{0, 0, 0, 1, 0, 0}));
    QCOMPARE(issuesWith(*model, "2 keys not finite: dropped"), 1);

    track = makeTrack(model::TrackTarget::Scale, 1, {0.0}, {kNan, 1, 1});
    const auto none = assembled(sceneWith({track}));
    QVERIFY(none);
    QVERIFY(none->clips[0].tracks.empty());
    QCOMPARE(issuesWith(*none, "1 clip without keys"), 1);
    // Metres beyond floats are not finite either.
    track = makeTrack(model::TrackTarget::Translation, 1, {0.0, 1.0}, {3e38f, 0, 0, 1, 0, 0});
    scene = sceneWith({track});
    scene.unitMetres = 10.0;
    QCOMPARE(issuesWith(*assembled(scene), "1 key not finite: dropped"), 1);
  }

  void rotationsAreUnitAndNeighbours() {
    const auto model = assembled(sceneWith({makeTrack(model::TrackTarget::Rotation, 1, {0, 1, 2, 3},
                                                      {0, 0, 0, 2, 0, 0, -3, -4, 0, 0, 0, 0, 0, 0, 0, -1})}));
    QVERIFY(model);
    const std::vector<float>& v = model->clips[0].tracks[0].values;
    QVERIFY(near(v[3], 1.0) && near(v[6], 0.6) && near(v[7], 0.8));  // of length 1, on the side of the first
    QVERIFY(near(v[11], 1.0) && near(v[15], 1.0));
    QCOMPARE(issuesWith(*model, "1 rotation key of length 0"), 1);
  }

  void cubicRotationsKeepTheirSigns() {
    const std::vector<float> values = {0.1f, 0, 0, 0, 0, 0, 0, 2,  0.2f, 0, 0, 0,  //
                                       0.3f, 0, 0, 0, 0, 0, 0, -1, 0.4f, 0, 0, 0};
    const auto model = assembled(
        sceneWith({makeTrack(model::TrackTarget::Rotation, 1, {0, 1}, values, model::Interpolation::CubicSpline)}));
    QVERIFY(model);
    std::vector<float> expected = values;
    expected[7] = 1.0f;
    QCOMPARE(model->clips[0].tracks[0].values, expected);
  }

  void ranges_data() {
    QTest::addColumn<double>("givenStart");
    QTest::addColumn<double>("givenEnd");
    QTest::addColumn<double>("start");
    QTest::addColumn<double>("length");
    QTest::addColumn<QString>("issue");
    const double none = 1e100;
    QTest::newRow("from the keys") << none << none << 0.5 << 2.0 << "";
    QTest::newRow("glTF: from 0") << 0.0 << none << 0.0 << 2.5 << "";
    QTest::newRow("FBX: the take") << 0.25 << 10.0 << 0.25 << 9.75 << "outlasts its last key";
    QTest::newRow("a take within the keys") << 1.0 << 2.0 << 1.0 << 1.0 << "";
    QTest::newRow("end only") << none << 4.0 << 0.5 << 3.5 << "outlasts its last key";
    QTest::newRow("start behind the first key") << 1.0 << none << 0.5 << 2.0 << "before time 0";
    QTest::newRow("backward") << 3.0 << 1.0 << 3.0 << 0.0 << "ends before it begins";
    QTest::newRow("not a number") << std::nan("") << kInfinity << 0.5 << 2.0 << "not finite";
    QTest::newRow("beyond numbers") << -1.7e308 << 1.7e308 << -1.7e308 << 0.0 << "not finite";
  }

  void ranges() {
    QFETCH(double, givenStart);
    QFETCH(double, givenEnd);
    QFETCH(double, start);
    QFETCH(double, length);
    QFETCH(QString, issue);
    importing::SourceScene scene = sceneWith({slide(1, {0.5, 2.0}), slide(2, {1.0, 2.5})});
    if (givenStart != 1e100) {
      scene.clips[0].startSeconds = givenStart;
    }
    if (givenEnd != 1e100) {
      scene.clips[0].endSeconds = givenEnd;
    }
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->clips[0].startSeconds, start);
    QCOMPARE(model->clips[0].lengthSeconds, length);
    QVERIFY(issue.isEmpty() || issuesWith(*model, issue.toStdString()) == 1);
    QVERIFY(!issue.isEmpty() || model->issues.empty());
  }

  void negativeTimesKeepTheirAxis() {
    importing::SourceScene scene = sceneWith({slide(1, {-2.0, -1.0, 0.0})});
    scene.clips[0].startSeconds = 0.0;  // glTF
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->clips[0].startSeconds, -2.0);
    QCOMPARE(model->clips[0].lengthSeconds, 2.0);
    QCOMPARE(model->clips[0].timelines[0].front(), -2.0);
    QCOMPARE(issuesWith(*model, "before time 0"), 1);
  }

  void keepsClipOfBillionSeconds() {
    const auto model = assembled(sceneWith({slide(1, {0.0, 1.0, 1e9})}));
    QVERIFY(model);
    QCOMPARE(model->clips[0].lengthSeconds, 1e9);
  }

  void clipsWithoutKeys() {
    importing::SourceScene scene = sceneWith({slide(1, {})});
    scene.clips.push_back({});
    scene.clips[1].endSeconds = 2.0;
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->clips.size(), std::size_t(2));
    QCOMPARE(model->clips[0].lengthSeconds, 0.0);
    QCOMPARE(model->clips[1].name, std::string("Clip 2"));
    QCOMPARE(model->clips[1].sourceName, std::string());
    QCOMPARE(issuesWith(*model, "1 track without keys"), 1);
    QCOMPARE(issuesWith(*model, "2 clips without keys"), 1);
    QCOMPARE(issuesWith(*model, "1 clip without a name"), 1);
  }

  void repeatedNamesAndSourceNames() {
    importing::SourceScene scene = sceneWith({slide(1, {0.0, 1.0})});
    scene.clips.push_back(scene.clips[0]);
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->clips[1].name, std::string("Walk 2"));
    QCOMPARE(model->clips[1].sourceName, std::string("Walk"));
  }

  void rates() {
    for (const double rate : {kInfinity, std::nan(""), -24.0}) {
      importing::SourceScene scene = sceneWith({slide(1, {0.0, 1.0})});
      scene.clips[0].rateHz = rate;
      const auto model = assembled(scene);
      QVERIFY(model);
      QCOMPARE(model->clips[0].sourceRateHz, 0.0);
      QCOMPARE(issuesWith(*model, "frame rate"), 1);
    }
    QCOMPARE(issuesWith(*assembled(sceneWith({slide(1, {0.0, 1.0})})), "frame rate"), 0);
  }

  void tracksOfNothingAndTwice() {
    importing::SourceTrack second = slide(1, {0.0, 4.0});
    second.values[3] = 99.0f;
    const auto model = assembled(sceneWith({slide(1, {0.0, 1.0}), slide(500, {0.0, 9.0}), second,
                                            makeTrack(model::TrackTarget::MorphWeights, 1, {0.0}, {1.0f})}));
    QVERIFY(model);
    QCOMPARE(model->clips[0].tracks.size(), std::size_t(1));
    QCOMPARE(model->clips[0].tracks[0].values[3], 1.0f);
    QCOMPARE(model->clips[0].lengthSeconds, 1.0);
    QCOMPARE(issuesWith(*model, "1 track of a node that is not in the file"), 1);
    QCOMPARE(issuesWith(*model, "another track of the clip moves"), 1);
    QCOMPARE(issuesWith(*model, "1 track of morph weights on a node without morph targets"), 1);
  }

  void morphWeightsFindTheirSets() {
    importing::SourceScene scene = rigidScene();
    importing::SourceMorphTarget target;
    target.positionDeltas.assign(4, {0, 1, 0});
    scene.meshes[0].primitives[0].morphTargets = {target, target};
    scene.meshes.push_back(scene.meshes[0]);
    scene.nodes.push_back(sourceNode("Other"));
    scene.instances = {{0, 0, std::nullopt, {}}, {1, 0, std::nullopt, {}}, {0, 1, std::nullopt, {}}};
    importing::SourceClip clip;
    clip.name = std::string("Talk");
    const std::vector<float> values = {0, 0, 1, 0.5f};
    clip.tracks = {makeTrack(model::TrackTarget::MorphWeights, 0, {0, 1}, values)};
    scene.clips = {clip};
    const auto model = assembled(scene);
    QVERIFY(model);
    QCOMPARE(model->clips[0].tracks.size(), std::size_t(2));  // both meshes of the node, not those of the other node
    for (std::uint32_t i = 0; i < 2; ++i) {
      QCOMPARE(model->clips[0].tracks[i].morphSet, MorphSetIndex(i));
      QCOMPARE(model->clips[0].tracks[i].values, values);
    }
    QCOMPARE(model->clips[0].timelines.size(), std::size_t(1));

    scene.clips[0].tracks[0].mesh = 1;
    const auto one = assembled(scene);
    QCOMPARE(one->clips[0].tracks.size(), std::size_t(1));
    QCOMPARE(one->clips[0].tracks[0].morphSet, MorphSetIndex(1));
    scene.clips[0].tracks[0].values.pop_back();
    QVERIFY(errorOf(scene).find("key counts differ") != std::string::npos);
  }
};

TEXELETON_PLAIN_SUITE(TestAssembleClips)
#include "test_assemble_clips.moc"
