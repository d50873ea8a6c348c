#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>

#include "tests/core/import/gltf_builder.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

/// Animations: targets, interpolations, normalised outputs, and errors.
class TestGltfAnimations : public QObject {
  Q_OBJECT

 private:
  GltfFolder m_folder;

  /// A mesh node (0) and a plain node (1).
  static GltfBuilder base() {
    GltfBuilder file;
    file.addMeshNode(file.triangle());
    file.json["nodes"].push_back({{"name", "Other"}});
    return file;
  }

  static void addChannel(GltfBuilder& file, const nlohmann::json& target, int input, int output,
                         const char* interpolation = nullptr) {
    if (!file.json.contains("animations")) {
      file.append("animations", {{"name", "Clip"}});
    }
    nlohmann::json& animation = file.json["animations"].back();
    nlohmann::json sampler = {{"input", input}, {"output", output}};
    if (interpolation != nullptr) {
      sampler["interpolation"] = interpolation;
    }
    animation["samplers"].push_back(sampler);
    animation["channels"].push_back({{"sampler", animation["samplers"].size() - 1}, {"target", target}});
  }

  importing::SourceClip parseClip(const GltfBuilder& file) {
    const auto scene = m_folder.parse(file.gltf());
    if (!scene || scene->clips.empty()) {
      qWarning("%s", scene ? "no clips" : scene.error().message.c_str());
      return {};
    }
    return scene->clips.front();
  }

  void expectError(const GltfBuilder& file, const std::string& part) {
    const auto scene = m_folder.parse(file.gltf());
    QVERIFY2(!scene, part.c_str());
    QVERIFY2(scene.error().message.find(part) != std::string::npos, scene.error().message.c_str());
    QCOMPARE(static_cast<int>(scene.error().code), static_cast<int>(ErrorCode::BadFile));
  }

 private slots:
  void eventsInExtras_data() {
    QTest::addColumn<QString>("extras");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("issues");
    const auto row = [](const char* name, const char* extras, int count, int issues) {
      QTest::newRow(name) << extras << count << issues;
    };
    row("list", R"({"events":[{"name":"a","time":0.5,"parameter":"x"},{"event":"b","frame":30}]})", 2, 0);
    row("times by name", R"({"events":{"a":0.5,"b":[1]}})", 2, 0);
    row("text of a list",
        "{\"events\":\"[{\\\"name\\\":\\\"a\\\",\\\"timeSeconds\\\":0.5},{\\\"name\\\":\\\"b\\\",\\\"time\\\":1}]\"}",
        2, 0);
    row("frames at a rate", R"({"fps":24,"events":[{"name":"a","frame":12},{"name":"b","frame":24}]})", 2, 0);
    row("numbers and flags", R"({"events":[{"name":"a","time":0.5,"value":3},{"name":"b","time":1,"data":true}]})", 2,
        0);
    row("half of them", R"({"events":[{"name":"a","time":0.5},{"name":"b"},7,{"name":"c","time":"1"},{"time":2}]})", 1,
        1);
    row("a number", R"({"events":3})", 0, 1);
    row("text that is none", R"({"events":"soon"})", 0, 1);
    row("nested text", R"({"events":"[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]"})", 0, 1);
    row("a parameter that is none", R"({"events":[{"name":"a","time":0.5,"parameter":[1]}]})", 0, 1);
    row("somebody else's", R"({"targetNames":["a"],"export":{"events":1}})", 0, 0);
    row("no object", R"([1,2])", 0, 0);
  }
  void eventsInExtras() {
    QFETCH(QString, extras);
    QFETCH(int, count);
    QFETCH(int, issues);
    GltfBuilder file = base();
    addChannel(file, {{"node", 1}, {"path", "translation"}}, file.add(std::vector<float>{0.0f, 2.0f}, kFloat, "SCALAR"),
               file.add(std::vector<float>(6, 0.0f), kFloat, "VEC3"));
    file.json["animations"][0]["extras"] = nlohmann::json::parse(extras.toStdString());
    const auto scene = m_folder.parse(file.gltf());
    QVERIFY(scene.has_value());
    const std::vector<model::ClipEvent>& events = scene->clips.front().events;
    QCOMPARE(static_cast<int>(events.size()), count);
    if (count > 0) {
      QCOMPARE(events[0].name, std::string("a"));
      QCOMPARE(events[0].timeSeconds, 0.5);
    }
    if (count > 1) {
      QCOMPARE(events[1].name, std::string("b"));
      QCOMPARE(events[1].timeSeconds, 1.0);
    }
    QCOMPARE(static_cast<int>(m_folder.issues.size()), issues);
  }

  void loopFlagInExtras() {
    for (const auto& [text, expected] :
         {std::pair(R"({"loop":true})", std::optional(true)), std::pair(R"({"loop":0})", std::optional(false)),
          std::pair(R"({"loop":"yes"})", std::optional<bool>()), std::pair(R"({"loop":2})", std::optional<bool>())}) {
      GltfBuilder file = base();
      addChannel(file, {{"node", 1}, {"path", "translation"}}, file.add(std::vector<float>{0.0f}, kFloat, "SCALAR"),
                 file.add(std::vector<float>(3, 0.0f), kFloat, "VEC3"));
      file.json["animations"][0]["extras"] = nlohmann::json::parse(text);
      QVERIFY(parseClip(file).loopHint == expected);
    }
  }

  void readsTargetsAndInterpolations() {
    GltfBuilder file = base();
    const int times = file.add(std::vector<float>{0.5f, 1.5f}, kFloat, "SCALAR");
    addChannel(file, {{"node", 1}, {"path", "translation"}}, times,
               file.add(std::vector<float>{1, 2, 3, 4, 5, 6}, kFloat, "VEC3"));
    addChannel(file, {{"node", 1}, {"path", "rotation"}}, times,
               file.add(std::vector<float>{0, 0, 0, 1, 0, 0, 1, 0}, kFloat, "VEC4"), "STEP");
    std::vector<float> cubic(18);
    for (std::size_t i = 0; i < cubic.size(); ++i) {
      cubic[i] = static_cast<float>(i);
    }
    addChannel(file, {{"node", 0}, {"path", "scale"}}, times, file.add(cubic, kFloat, "VEC3"), "CUBICSPLINE");
    const importing::SourceClip clip = parseClip(file);
    QCOMPARE(clip.name, std::string("Clip"));
    QVERIFY(clip.startSeconds == 0.0 && !clip.endSeconds);  // from 0 to the last key
    QCOMPARE(clip.rateHz, 0.0);
    QCOMPARE(clip.tracks.size(), std::size_t{3});
    QVERIFY(clip.tracks[0].target == model::TrackTarget::Translation);
    QVERIFY(clip.tracks[0].interpolation == model::Interpolation::Linear);
    QCOMPARE(clip.tracks[0].node, std::size_t{1});
    QCOMPARE(clip.tracks[0].times, (std::vector<double>{0.5, 1.5}));
    QCOMPARE(clip.tracks[0].values, (std::vector<float>{1, 2, 3, 4, 5, 6}));
    QVERIFY(clip.tracks[1].target == model::TrackTarget::Rotation);
    QVERIFY(clip.tracks[1].interpolation == model::Interpolation::Step);
    QCOMPARE(clip.tracks[1].values, (std::vector<float>{0, 0, 0, 1, 0, 0, 1, 0}));
    QVERIFY(clip.tracks[2].target == model::TrackTarget::Scale);
    QVERIFY(clip.tracks[2].interpolation == model::Interpolation::CubicSpline);
    QCOMPARE(clip.tracks[2].values, cubic);
    QVERIFY(m_folder.issues.empty());
  }

  void readsNormalizedOutputs() {
    GltfBuilder file = base();
    const int times = file.add(std::vector<float>{0, 1}, kFloat, "SCALAR");
    const nlohmann::json normalized = {{"normalized", true}};
    addChannel(file, {{"node", 1}, {"path", "rotation"}}, times,
               file.add(std::vector<std::int16_t>{0, 0, 0, 32767, 0, 0, -32767, 0}, kShort, "VEC4", normalized));
    addChannel(file, {{"node", 0}, {"path", "rotation"}}, times,
               file.add(std::vector<std::int8_t>{0, 0, 0, 127, -128, 0, 0, 0}, kByte, "VEC4", normalized));
    const importing::SourceClip clip = parseClip(file);
    QCOMPARE(clip.tracks.at(0).values, (std::vector<float>{0, 0, 0, 1, 0, 0, -1, 0}));
    QCOMPARE(clip.tracks.at(1).values, (std::vector<float>{0, 0, 0, 1, -1, 0, 0, 0}));
  }

  void readsMorphWeights() {
    GltfBuilder file = base();
    const int delta = file.add(std::vector<float>(9, 1.0f), kFloat, "VEC3");
    file.json["meshes"][0]["primitives"][0]["targets"] =
        nlohmann::json::array({{{"POSITION", delta}}, {{"POSITION", delta}}});
    const int times = file.add(std::vector<float>{0, 1, 2}, kFloat, "SCALAR");
    addChannel(
        file, {{"node", 0}, {"path", "weights"}}, times,
        file.add(std::vector<std::uint8_t>{0, 255, 51, 204, 255, 0}, kUnsignedByte, "SCALAR", {{"normalized", true}}));
    addChannel(file, {{"node", 0}, {"path", "weights"}}, times,
               file.add(std::vector<float>(18, 0.5f), kFloat, "SCALAR"), "CUBICSPLINE");
    const importing::SourceClip clip = parseClip(file);
    QCOMPARE(clip.tracks.size(), std::size_t{2});
    QVERIFY(clip.tracks[0].target == model::TrackTarget::MorphWeights);
    QCOMPARE(clip.tracks[0].node, std::size_t{0});
    QCOMPARE(clip.tracks[0].values, (std::vector<float>{0, 1, 0.2f, 0.8f, 1, 0}));
    QCOMPARE(clip.tracks[1].values.size(), std::size_t{18});
  }

  void skipsUnsupportedChannels() {
    GltfBuilder file = base();
    const int times = file.add(std::vector<float>{0, 1}, kFloat, "SCALAR");
    const int values = file.add(std::vector<float>(6, 1.0f), kFloat, "VEC3");
    const int numbers = file.add(std::vector<float>{0, 1}, kFloat, "SCALAR");
    addChannel(file, {{"path", "translation"}}, times, values);
    addChannel(file, {{"path", "pointer"}, {"extensions", {{"KHR_animation_pointer", {{"pointer", "/x"}}}}}}, times,
               values);
    addChannel(file, {{"node", 1}, {"path", "weights"}}, times, numbers);
    addChannel(file, {{"node", 1}, {"path", "scale"}}, times, values, "BEZIER");
    const importing::SourceClip clip = parseClip(file);
    QCOMPARE(clip.tracks.size(), std::size_t{1});
    QVERIFY(clip.tracks[0].interpolation == model::Interpolation::Linear);
    QVERIFY(m_folder.hasIssue("without a node"));
    QVERIFY(m_folder.hasIssue("animate something else (KHR_animation_pointer)"));
    QVERIFY(m_folder.hasIssue("without morph targets"));
    QVERIFY(m_folder.hasIssue("unknown interpolation"));
  }

  void followsPointersAtNodes() {
    const auto pointer = [](const char* path) {
      return nlohmann::json{{"path", "pointer"}, {"extensions", {{"KHR_animation_pointer", {{"pointer", path}}}}}};
    };
    GltfBuilder file = base();
    const int times = file.add(std::vector<float>{0, 1}, kFloat, "SCALAR");
    const int values = file.add(std::vector<float>{1, 2, 3, 4, 5, 6}, kFloat, "VEC3");
    addChannel(file, pointer("/nodes/1/translation"), times, values);
    for (const char* path : {"/materials/0/emissiveFactor", "/materials/1/emissiveFactor", "/nodes/0/weights/1",
                             "/nodes/1/extensions/KHR_node_visibility/visible", "/nodes/x/translation"}) {
      addChannel(file, pointer(path), times, values);
    }
    const importing::SourceClip clip = parseClip(file);
    QCOMPARE(clip.tracks.size(), std::size_t{1});
    QVERIFY(clip.tracks[0].target == model::TrackTarget::Translation);
    QCOMPARE(clip.tracks[0].node, std::size_t{1});
    QCOMPARE(clip.tracks[0].values, (std::vector<float>{1, 2, 3, 4, 5, 6}));
    QVERIFY(m_folder.hasIssue("2 animation channels that animate materials"));
    QVERIFY(m_folder.hasIssue("1 animation channel that animate single morph weights"));
    QVERIFY(m_folder.hasIssue("visibility of nodes"));
    QVERIFY(m_folder.hasIssue("animate something else"));
  }

  void refusesBrokenChannels() {
    const auto with = [&](const nlohmann::json& target, std::size_t keys, std::size_t values, const char* type,
                          const char* interpolation) {
      GltfBuilder file = base();
      const int input = file.add(std::vector<float>(keys, 1.0f), kFloat, "SCALAR");
      addChannel(file, target, input, file.add(std::vector<float>(values, 1.0f), kFloat, type), interpolation);
      return file;
    };
    const nlohmann::json move = {{"node", 1}, {"path", "translation"}};
    QCOMPARE(parseClip(with(move, 2, 6, "VEC3", "LINEAR")).tracks.size(), std::size_t{1});
    expectError(with(move, 3, 6, "VEC3", "LINEAR"), "key counts differ");
    expectError(with(move, 2, 9, "VEC3", "LINEAR"), "key counts differ");
    expectError(with(move, 2, 6, "VEC3", "CUBICSPLINE"), "key counts differ");
    expectError(with(move, 2, 8, "VEC4", "LINEAR"), "4 components where 3");
    expectError(with({{"node", 1}, {"path", "rotation"}}, 2, 6, "VEC3", "LINEAR"), "3 components where 4");
    expectError(with({{"node", 2}, {"path", "rotation"}}, 2, 8, "VEC4", "LINEAR"),
                "animation \"Clip\", channel 0 aims at node 2");
    GltfBuilder file = with(move, 2, 6, "VEC3", "LINEAR");
    file.json["animations"][0]["channels"][0]["sampler"] = 3;
    expectError(file, "sampler 3");
    file.json["animations"][0]["channels"][0]["sampler"] = 0;
    file.json["animations"][0]["samplers"][0]["output"] = 77;
    expectError(file, "accessor 77");
  }

  void keepsNamesAndOrder() {
    GltfBuilder file = base();
    for (const char* name : {"Walk", "", "Walk"}) {
      file.append("animations", {{"name", name}});
    }
    const auto scene = m_folder.parse(file.gltf());
    QVERIFY2(scene.has_value(), scene ? "" : scene.error().message.c_str());
    QCOMPARE(scene->clips.size(), std::size_t{3});
    QCOMPARE(scene->clips[0].name, std::string("Walk"));
    QCOMPARE(scene->clips[1].name, std::string());
    QCOMPARE(scene->clips[2].name, std::string("Walk"));
  }

  void canBeCancelled() {
    const GltfBuilder file = base();
    importing::ModelFiles files(m_folder.write("cancelled.gltf", file.gltf()), {});
    JobContext job;
    job.cancel();
    const auto scene = importing::parseGltf(files, job);
    QVERIFY(!scene);
    QVERIFY(scene.error().code == ErrorCode::Cancelled);
  }
};

TEXELETON_PLAIN_SUITE(TestGltfAnimations)
#include "test_gltf_animations.moc"
