#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <random>

#include "core/recipe/events_file.h"
#include "tests/support/suite.h"

using namespace texeleton;

namespace {

constexpr const char* kFile = R"({"clips": {
  "Walk": [{"name": "footstep_l", "timeSeconds": 0.2, "parameter": ""},
           {"name": "footstep_r", "frame": 12, "parameter": "gravel"}],
  "Idle": [{"name": "blink", "frame": 15}]}})";

model::Model foxModel() {
  model::Model model;
  model.clips.resize(3);
  model.clips[0].name = "Idle";
  model.clips[1].name = "Walk";
  model.clips[1].sourceRateHz = 24.0;
  model.clips[2].name = "Run 2";
  model.clips[2].sourceName = "Run";
  return model;
}

Result<std::vector<recipe::ClipEvents>> readFox(const std::string& text, std::vector<Issue>* issues = nullptr) {
  JobContext job;
  auto events = recipe::eventsFromText(text, "fox.events.json", foxModel(), job);
  if (issues != nullptr) {
    *issues = job.takeIssues();
  }
  return events;
}

}  // namespace

class TestEventsFile : public QObject {
  Q_OBJECT

 private slots:
  void reads() {
    std::vector<Issue> issues;
    const auto events = readFox(kFile, &issues);
    QVERIFY2(events, events ? "" : events.error().message.c_str());
    QCOMPARE(*events,
             (std::vector<recipe::ClipEvents>{{ClipIndex(1), {{"footstep_l", 0.2, ""}, {"footstep_r", 0.5, "gravel"}}},
                                              {ClipIndex(0), {{"blink", 0.5, ""}}}}));
    QCOMPARE(issues.size(), std::size_t{1});  // Idle has no rate.
    QCOMPARE(issues[0].subject, std::string("Idle"));
    QVERIFY(issues[0].text.find("30 frames") != std::string::npos);
    QCOMPARE(readFox(R"({"clips": {"Run": [{"name": "a", "timeSeconds": 1}]}})")->at(0).clip, ClipIndex(2));
    QVERIFY(readFox(R"({"clips": {}})")->empty());
  }

  void unknownClips() {
    std::vector<Issue> issues;
    const auto events =
        readFox(R"({"clips": {"Wlak": [{"name": "a", "frame": 1}], "Idle": []}, "note": "x"})", &issues);
    QVERIFY(events);
    QCOMPARE(events->size(), std::size_t{1});
    QCOMPARE(issues.size(), std::size_t{2});
    QVERIFY(issues[0].text.find("\"note\"") != std::string::npos);
    QVERIFY(issues[1].text.find("\"Wlak\"; did you mean \"Walk\"?") != std::string::npos);
    QCOMPARE(issues[1].subject, std::string("fox.events.json"));

    std::string many = R"({"clips": {)";
    for (int i = 0; i < 100000; ++i) {
      many += (i == 0 ? "\"x" : ",\"x") + std::to_string(i) + "\":[]";
    }
    QVERIFY(readFox(many + "}}", &issues)->empty());
    QVERIFY(issues.size() <= 20);
  }

  void mistakes_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("place");
    const auto row = [](const char* text, const char* place) {
      QTest::newRow(text) << QString(text) << QString(place);
    };
    row("[]", "the file");
    row("{}", "\"clips\"");
    row(R"({"clips": []})", "clips");
    row(R"({"clips": {"Walk": {}}})", "clips.Walk");
    row(R"({"clips": {"Walk": [7]}})", "clips.Walk[0]");
    row(R"({"clips": {"Walk": [{"name": "a", "frame": 1}, {"frame": 1}]}})", "clips.Walk[1].name");
    row(R"({"clips": {"Walk": [{"name": "a"}]}})", "clips.Walk[0].timeSeconds");
    row(R"({"clips": {"Walk": [{"name": "a", "timeSeconds": "1"}]}})", "clips.Walk[0].timeSeconds");
    row(R"({"clips": {"Walk": [{"name": "a", "timeSeconds": 1e300}]}})", "clips.Walk[0].timeSeconds");
    row(R"({"clips": {"Walk": [{"name": "a", "timeSeconds": 1, "frame": 2}]}})", "clips.Walk[0].timeSeconds");
    row(R"({"clips": {"Walk": [{"name": "a", "frame": 2, "parameter": 3}]}})", "clips.Walk[0].parameter");
    row(R"({"clips": {"Nobody": [{"name": "a"}]}})", "clips.Nobody[0].timeSeconds");
    row(R"({"clips": {"Walk": [], "Walk": []}})", "twice");
  }
  void mistakes() {
    QFETCH(QString, text);
    QFETCH(QString, place);
    const auto events = readFox(text.toStdString());
    QVERIFY(!events);
    QVERIFY2(events.error().message.find(place.toStdString()) != std::string::npos, events.error().message.c_str());
    QCOMPARE(events.error().file, std::string("fox.events.json"));
  }

  void damage() {
    const std::string full = kFile;
    for (std::size_t size = 0; size < full.size(); ++size) {
      QVERIFY(!readFox(full.substr(0, size)));
    }
    std::mt19937 random(42);
    for (int i = 0; i < 3000; ++i) {
      std::string text = full;
      text[random() % text.size()] ^= static_cast<char>(1 << random() % 8);
      const auto events = readFox(text);
      QVERIFY(events || !events.error().message.empty());
    }
  }

  void files() {
    QCOMPARE(recipe::defaultEventsFile("a/fox.glb"), std::filesystem::path("a/fox.events.json"));
    QCOMPARE(recipe::defaultEventsFile("a.b/fox.v2.gltf"), std::filesystem::path("a.b/fox.v2.events.json"));
    QTemporaryDir folder;
    const std::filesystem::path file = folder.path().toStdString() + "/fox.events.json";
    JobContext job;
    QVERIFY(recipe::readEventsFile(file, foxModel(), job).error().code == ErrorCode::NotFound);
    std::ofstream(file) << "\xef\xbb\xbf" << kFile;  // As Windows editors save it.
    QCOMPARE(recipe::readEventsFile(file, foxModel(), job).value().size(), std::size_t{2});
  }
};

TEXELETON_SUITE(TestEventsFile)
#include "test_events_file.moc"
