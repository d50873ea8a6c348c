#include <QObject>
#include <QTest>
#include <cmath>
#include <random>

#include "core/animation/pose.h"
#include "core/import/unity/unity_meta.h"
#include "core/import/unity/yaml_tree.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

/// The format of Unity 2019 and later.
constexpr const char* kToday = R"(fileFormatVersion: 2
guid: 8f2d5a3c0b1e4d6f9a7c5e3b1d0f2a4c
ModelImporter:
  serializedVersion: 19301
  internalIDToNameTable: []
  externalObjects: {}
  materials:
    materialImportMode: 1
    materialName: 0
  animations:
    legacyGenerateAnimations: 4
    bakeSimulation: 0
    resampleCurves: 1
    motionNodeName:
    animationWrapMode: 0
    extraExposedTransformPaths: []
    clipAnimations:
    - serializedVersion: 16
      name: Walk
      takeName: Take 001
      internalID: 0
      firstFrame: 0
      lastFrame: 30
      wrapMode: 0
      orientationOffsetY: 0
      loop: 0
      hasAdditiveReferencePose: 0
      loopTime: 1
      loopBlend: 0
      keepOriginalPositionY: 1
      mirror: 0
      bodyMask: 01000000010000000100000001000000
      curves: []
      events:
      - time: 0.25
        functionName: Footstep
        data: left
        objectReferenceParameter: {instanceID: 0}
        floatParameter: 0
        intParameter: 0
        messageOptions: 0
      - time: 0.7500001
        functionName: Footstep
        data:
        objectReferenceParameter: {instanceID: 0}
        floatParameter: 0.5
        intParameter: 0
        messageOptions: 0
      - time: 1
        functionName: "Sound \u00e4"
        data: 'it''s'
        objectReferenceParameter: {fileID: 8300000, guid: 5d7f, type: 3}
        floatParameter: 0.5
        intParameter: 7
        messageOptions: 0
      transformMask:
      - path:
        weight: 1
      - path: Armature/Hips
        weight: 1
      maskType: 0
      maskSource: {instanceID: 0}
      additiveReferencePoseFrame: 0
    - serializedVersion: 16
      name: Attack
      takeName: Take 001
      firstFrame: 30.5
      lastFrame: 45
      wrapMode: 0
      loop: 0
      loopTime: 0
      events: []
    isReadable: 1
  meshes:
    lODScreenPercentages: []
    globalScale: 1
  userData:
)";

/// The format before `loopTime`: clips of the legacy animation system.
constexpr const char* kLegacy = R"(fileFormatVersion: 2
guid: 0123456789abcdef0123456789abcdef
ModelImporter:
  serializedVersion: 16
  animations:
    generateAnimations: 4
    animationWrapMode: 0
    clipAnimations:
    - name: idle
      takeName: Take 001
      firstFrame: 1
      lastFrame: 20
      wrapMode: 2
      loop: 0
    - name: jump
      firstFrame: 21
      lastFrame: 40
      wrapMode: 1
      loop: 0
    - name: sway
      firstFrame: 41
      lastFrame: 50
      wrapMode: 4
      loop: 1
    - name: unsaid
      firstFrame: 50
      lastFrame: 60
      wrapMode: 0
)";

std::string error(const std::string& text) {
  const auto clips = importing::readUnityMeta(text);
  return clips ? "" : clips.error().message.text();
}

std::string with(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  return at == std::string::npos ? "" : text.replace(at, what.size(), by);
}

/// A take of 2 s at 30 Hz in which Tip rotates with a key for each frame, with a spline scale and a step track.
model::Model takeModel() {
  model::Model model = twoBoneStrip();
  model.clips.clear();
  model::Clip take;
  take.name = take.sourceName = "Take 001";
  take.lengthSeconds = 2.0;
  take.sourceRateHz = 30.0;
  std::vector<double> times;
  std::vector<float> turns;
  for (int i = 0; i <= 60; ++i) {
    times.push_back(i / 30.0);
    const double angle = 0.1 * i;
    for (const double v : {0.0, 0.0, std::sin(angle / 2), std::cos(angle / 2)}) {
      turns.push_back(static_cast<float>(v));
    }
  }
  addTrack(take, model::TrackTarget::Rotation, model::Interpolation::Linear, NodeIndex(1), times, turns);
  addTrack(take, model::TrackTarget::Scale, model::Interpolation::CubicSpline, NodeIndex(1), {0.0, 0.7, 1.6},
           {0, 0, 0, 1, 1, 1, 0.5f, 0, 0, 0, 0, 0, 1, 2, 1, 0, 1, 0, 0, 0, 0, 2, 1, 1, 0, 0, 0});
  addTrack(take, model::TrackTarget::Translation, model::Interpolation::Step, NodeIndex(0), {0.0, 0.5, 1.2},
           {0, 0, 0, 0, 0, 1, 0, 0, 2});
  model.clips.push_back(take);
  return model;
}

}  // namespace

class TestUnityMeta : public QObject {
  Q_OBJECT

 private slots:
  void currentLayout() {
    const auto clips = importing::readUnityMeta(kToday);
    QVERIFY2(clips, clips ? "" : clips.error().message.c_str());
    QCOMPARE(clips->size(), std::size_t{2});
    const importing::UnityClip& walk = clips->at(0);
    QCOMPARE(walk.name, std::string("Walk"));
    QCOMPARE(walk.takeName, std::string("Take 001"));
    QVERIFY(walk.firstFrame == 0.0 && walk.lastFrame == 30.0);
    QVERIFY(walk.loop == std::optional(true));
    QCOMPARE(walk.events.size(), std::size_t{3});
    QVERIFY(walk.events[0].time == 0.25 && walk.events[0].functionName == "Footstep");
    QCOMPARE(walk.events[0].parameter, std::string("left"));
    QCOMPARE(walk.events[1].parameter, std::string("0.5"));
    QCOMPARE(walk.events[2].functionName, std::string("Sound ä"));
    QCOMPARE(walk.events[2].parameter, std::string("{\"string\":\"it's\",\"float\":0.5,\"int\":7}"));
    const importing::UnityClip& attack = clips->at(1);
    QVERIFY(attack.firstFrame == 30.5 && attack.lastFrame == 45.0 && attack.loop == std::optional(false));
    QVERIFY(attack.events.empty());
  }

  void legacyLayout() {
    for (const std::string& text :
         {std::string(kLegacy),
          with(with(kLegacy, "  animations:\n    generateAnimations: 4\n    animationWrapMode: 0\n", ""),
               "    clipAnimations:", "  clipAnimations:")}) {
      const auto clips = importing::readUnityMeta(text);
      QVERIFY2(clips, clips ? "" : clips.error().message.c_str());
      QCOMPARE(clips->size(), std::size_t{4});
      QVERIFY(clips->at(0).loop == std::optional(true) && !clips->at(0).pingPong);
      QVERIFY(clips->at(1).loop == std::optional(false));
      QVERIFY(clips->at(2).loop == std::optional(true) && clips->at(2).pingPong);
      QVERIFY(!clips->at(3).loop);
      QCOMPARE(clips->at(1).takeName, std::string());
      QVERIFY(clips->at(0).firstFrame == 1.0 && clips->at(0).lastFrame == 20.0);
    }
    const auto bare =
        importing::readUnityMeta("ModelImporter:\n  animations:\n  - name: a\n    firstFrame: 0\n    lastFrame: 2\n");
    QVERIFY(bare && bare->size() == 1 && bare->at(0).lastFrame == 2.0);
    // Values for all clips apply if a clip has none.
    const auto wrapped = importing::readUnityMeta(with(kLegacy, "animationWrapMode: 0", "animationWrapMode: 2"));
    QVERIFY(wrapped && wrapped->at(3).loop == std::optional(true) && wrapped->at(1).loop == std::optional(false));
  }

  void nothingToCut() {
    for (const char* text :
         {"ModelImporter:\n  animations:\n    clipAnimations: []\n",
          "ModelImporter:\n  animations:\n    clipAnimations:\n", "ModelImporter:\n  serializedVersion: 3\n",
          "fileFormatVersion: 2\nDefaultImporter:\n  userData: \n", "ScriptedImporter:\n  animations: 3\n", ""}) {
      const auto clips = importing::readUnityMeta(text);
      QVERIFY2(clips && clips->empty(), text);
    }
  }

  void namesMistakes_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const std::string& text, const char* expected) {
      QTest::newRow(name) << QString::fromStdString(text) << expected;
    };
    row("text for a number", with(kToday, "firstFrame: 0", "firstFrame: soon"),
        "line 22: clipAnimations[0].firstFrame must be a number");
    row("list for a number", with(kToday, "lastFrame: 30", "lastFrame: [30]"), "lastFrame must be a number");
    row("nan", with(kToday, "firstFrame: 0", "firstFrame: nan"), "must be a number");
    row(".nan", with(kToday, "firstFrame: 0", "firstFrame: .nan"), "must be a number");
    row("infinity", with(kToday, "lastFrame: 30", "lastFrame: inf"), "must be a number");
    row("huge", with(kToday, "lastFrame: 30", "lastFrame: 1e300"), "is too large");
    row("huge digits", with(kToday, "lastFrame: 30", "lastFrame: " + std::string(5000, '9')), "must be a number");
    row("huge time", with(kToday, "time: 0.25", "time: 1e9"), "events[0].time is too large");
    row("backward", with(kToday, "lastFrame: 30", "lastFrame: -1"), "lastFrame lies before firstFrame");
    row("no name", with(kToday, "name: Walk", "name:"), "clipAnimations[0].name is missing");
    row("map for a name", with(kToday, "name: Walk", "name: {a: b}"), "name must be a text");
    row("no last frame", with(kToday, "      lastFrame: 30\n", ""), "lastFrame is missing");
    row("loop is a word", with(kToday, "loopTime: 1", "loopTime: yes"), "loopTime must be a number");
    row("loop is half", with(kToday, "loopTime: 1", "loopTime: 0.5"), "loopTime must be a whole number");
    row("events are a map", with(kToday, "events: []", "events: {a: 1}"), "clipAnimations[1].events must be a list");
    row("events are a text", with(kToday, "events: []", "events: none"), "clipAnimations[1].events must be a list");
    row("event is a text", with(kToday, "events: []", "events: [a]"), "events[0] must be an event");
    row("event without a name", with(kToday, "functionName: Footstep", "functionName:"), "functionName is missing");
    row("clips are a text", "ModelImporter:\n  animations:\n    clipAnimations: many\n", "must be a list of clips");
    row("clip is a number", "ModelImporter:\n  animations:\n    clipAnimations: [3]\n",
        "clipAnimations[0] must be a clip");
    row("twice", with(kToday, "takeName: Take 001", "name: Take 001"), "\"name\" is given twice");
    row("the top is a list", "- a\n- b\n", "no import settings of Unity");
    row("the top is a text", "hello", "no import settings of Unity");
    row("importer is a text", "ModelImporter: 3\n", "no import settings of Unity");
    row("no YAML", "ModelImporter: {a: [}\n", "line 1: this is no YAML");
    row("tabs", "ModelImporter:\n\tanimations: 1\n", "this is no YAML");
    row("alias", "ModelImporter: &a\n  animations: *a\n", "line 2: uses an alias");
    row("alias as a key", "ModelImporter:\n  ? *b\n  : 1\n", "a key that is no text");
    row("key is a list", "ModelImporter:\n  ? [a]\n  : 1\n", "a key that is no text");
  }
  void namesMistakes() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const std::string found = error(text.toStdString());
    QVERIFY2(QString::fromStdString(found).contains(expected), found.c_str());
    QCOMPARE(std::count(found.begin(), found.end(), '\n'), 0);
  }

  /// Nine lines that expand to 10⁹ values, unlimited nesting, unlimited keys and clips.
  void bombs() {
    std::string laughs = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
    for (int i = 1; i < 10; ++i) {
      laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
      for (int k = 0; k < 10; ++k) {
        laughs += (k == 0 ? "*a" : ",*a") + std::to_string(i - 1);
      }
      laughs += "]\n";
    }
    QVERIFY(error(laughs).find("alias") != std::string::npos);
    QVERIFY(error("ModelImporter: " + std::string(200'000, '[')).find("nested over 64") != std::string::npos);
    QVERIFY(error("ModelImporter: " + std::string(200'000, '{')).find("line 1") != std::string::npos);
    std::string deep;
    for (int i = 0; i < 300; ++i) {
      deep += std::string(static_cast<std::size_t>(i), ' ') + "animations:\n";
    }
    QVERIFY(error(deep).find("nested over 64") != std::string::npos);
    QVERIFY(error(std::string(40'000'000, ' ')).find("32 MiB") != std::string::npos);
    std::string many = "ModelImporter:\n  clipAnimations:\n";
    for (int i = 0; i < 5000; ++i) {
      many += "  - {name: a, firstFrame: 0, lastFrame: 1}\n";
    }
    QVERIFY(error(many).find("over 4096 clips") != std::string::npos);
    std::string events = "ModelImporter:\n  clipAnimations:\n  - {name: a, firstFrame: 0, lastFrame: 1, events: [";
    for (int i = 0; i < 100'001; ++i) {
      events += "{time: 0, functionName: f},";
    }
    QVERIFY(error(events + "]}\n").find("over 100000 events") != std::string::npos);
    QVERIFY(error(with(kToday, "data: left", "data: " + std::string(70'000, 'x'))).find("longer than 65536") !=
            std::string::npos);
    // A huge unused scalar, and a huge name, which is truncated like all names.
    QCOMPARE(error(with(kToday, "bodyMask: 01", "bodyMask: " + std::string(5'000'000, '0'))), std::string());
    const auto named = importing::readUnityMeta(with(kToday, "name: Walk", "name: " + std::string(5000, 'w')));
    QVERIFY(named && named->at(0).name.size() <= 255);
  }

  /// Truncated anywhere, changed anywhere, or noise: the result is an error or valid settings.
  void damage() {
    const std::string whole = kToday;
    for (std::size_t length = 0; length < whole.size(); ++length) {
      const auto clips = importing::readUnityMeta(whole.substr(0, length));
      QVERIFY(clips || !clips.error().message.empty());
    }
    std::mt19937 random(7);
    for (int i = 0; i < 3000; ++i) {
      std::string text = whole;
      for (int k = 0; k < 3; ++k) {
        text[random() % text.size()] = static_cast<char>(random() % 256);
      }
      const auto clips = importing::readUnityMeta(text);
      for (std::size_t c = 0; clips && c < clips->size(); ++c) {
        QVERIFY(std::isfinite(clips->at(c).firstFrame) && clips->at(c).lastFrame >= clips->at(c).firstFrame);
      }
    }
    for (int i = 0; i < 300; ++i) {
      std::string noise(1 + random() % 2000, '\0');
      for (char& c : noise) {
        c = static_cast<char>(random() % 256);
      }
      const auto clips = importing::readUnityMeta(noise);
      QVERIFY(clips || !clips.error().message.empty());
    }
    QVERIFY(!error(std::string("ModelImporter:\0 x", 17)).empty());
    QVERIFY(!error("\xff\xfeM\0o\0d\0").empty());
  }

  /// The clips equal the take at the times of their frames.
  void cutsTakes() {
    const model::Model whole = takeModel();
    model::Model model = whole;
    JobContext job;
    importing::cutIntoUnityClips(model, *importing::readUnityMeta(kToday), job);
    QVERIFY2(!model::checkModel(model), model::checkModel(model).value_or(Message()).c_str());
    QCOMPARE(model.clips.size(), std::size_t{2});
    const model::Clip& walk = model.clips[0];
    QCOMPARE(walk.name, std::string("Walk"));
    QVERIFY(walk.startSeconds == 0.0 && walk.lengthSeconds == 1.0 && walk.loopHint == std::optional(true));
    QCOMPARE(walk.events.size(), std::size_t{3});
    QCOMPARE(walk.events[0], (model::ClipEvent{"Footstep", 0.25, "left"}));
    QVERIFY(std::abs(walk.events[1].timeSeconds - 0.7500001) < 1e-12);
    const model::Clip& attack = model.clips[1];
    QVERIFY(std::abs(attack.startSeconds - 30.5 / 30.0) < 1e-12 && attack.loopHint == std::optional(false));
    QVERIFY(std::abs(attack.lengthSeconds - 14.5 / 30.0) < 1e-12);
    QVERIFY(attack.timelines[0].size() < 20);  // Fewer keys than the whole take.
    animation::SourcePose truth(whole, ClipIndex(0u));
    for (std::size_t c = 0; c < 2; ++c) {
      animation::SourcePose pose(model, ClipIndex(c));
      for (int i = 0; i <= 50; ++i) {
        const double seconds = model.clips[c].startSeconds + model.clips[c].lengthSeconds * i / 50.0;
        truth.evaluate(seconds);
        pose.evaluate(seconds);
        for (std::size_t node = 0; node < model.nodes.size(); ++node) {
          QVERIFY(pose.worlds()[node] == truth.worlds()[node]);
        }
      }
    }
    const auto issues = job.takeIssues();
    QCOMPARE(issues.size(), std::size_t{1});
    QVERIFY(issues[0].severity == Severity::Info && issues[0].text.find("2 clips") != std::string::npos);
  }

  void rangesBeyondTakeAndMissingTakes() {
    model::Model model = takeModel();
    model.clips.push_back(model.clips[0]);
    model.clips[1].name = model.clips[1].sourceName = "Armature|Wave";
    JobContext job;
    importing::cutIntoUnityClips(model,
                                 {{"long", "Take 001", -5.0, 90.0, {}, false, {}},
                                  {"wave", "Wave", 0.0, 10.0, true, true, {{0.5, "f", ""}}},
                                  {"wave", "Wave", 10.0, 20.0, {}, false, {}},
                                  {"lost", "Take 7", 0.0, 1.0, {}, false, {}}},
                                 job);
    QCOMPARE(model.clips.size(), std::size_t{3});
    QVERIFY(model.clips[0].startSeconds == 0.0 && model.clips[0].lengthSeconds == 2.0);
    QCOMPARE(model.clips[2].name, std::string("wave 2"));
    QVERIFY(std::abs(model.clips[1].events[0].timeSeconds - 5.0 / 30.0) < 1e-12);
    std::string all;
    for (const Issue& issue : job.takeIssues()) {
      all += issue.subject + ": " + issue.text.text() + "\n";
    }
    for (const char* expected :
         {"long: Unity's import settings ask for frames -5 to 90, but the take has frames 0 to 60",
          "lost: Unity's import settings cut this clip from the take \"Take 7\"", "back and forth"}) {
      QVERIFY2(all.find(expected) != std::string::npos, all.c_str());
    }
    // No clip fits: the takes stay.
    model::Model other = takeModel();
    other.clips.push_back(other.clips[0]);
    other.clips[1].name = other.clips[1].sourceName = "Second";
    importing::cutIntoUnityClips(other, {{"lost", "Take 7", 0.0, 1.0, {}, false, {}}}, job);
    QCOMPARE(other.clips.size(), std::size_t{2});
  }

  void onlyTheEvents() {
    model::Model model = takeModel();
    JobContext job;
    importing::addUnityEvents(model, *importing::readUnityMeta(kToday), job);
    QCOMPARE(model.clips.size(), std::size_t{1});
    QCOMPARE(model.clips[0].events.size(), std::size_t{3});
    QCOMPARE(model.clips[0].events[2].timeSeconds, 1.0);
  }
};

TEXELETON_SUITE(TestUnityMeta)
#include "test_unity_meta.moc"
