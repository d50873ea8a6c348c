#include <QObject>
#include <QTest>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/settings/setting_io.h"
#include "tests/support/suite.h"

// The worked example of docs/extending.md, "A setting of recipes": a structure of the recipe with a few fields is
// described once, and is read, written, checked and documented without further code.

namespace texeleton {

enum class ExampleGrain : std::uint8_t { Fine, Coarse };
constexpr auto wordTable(ExampleGrain) {
  return std::to_array<Word<ExampleGrain>>({{"fine", ExampleGrain::Fine}, {"coarse", ExampleGrain::Coarse}});
}

struct ExamplePoint {
  std::string node;
  std::optional<double> metres;
  std::string unknown;
};

struct Example {
  std::optional<ExampleGrain> grain;
  std::optional<double> warmth;
  std::optional<std::uint32_t> passes;
  std::optional<bool> isOn;
  std::vector<ExamplePoint> points;
  std::string unknown;
};

/// Members that always have a value.
struct ExampleFrame {
  double metres = 2.0;
  std::uint32_t steps = 4;
};

struct ExampleShot {
  glm::dvec3 target{0.0};
  std::optional<glm::dquat> turn;
  float zoom = 0.1f;
  ExampleGrain grain = ExampleGrain::Coarse;
  ExampleFrame frame;
  ExampleFrame outer;  ///< Its `metres` stand beside the other keys.
};

constexpr auto settingsOf(Of<ExampleFrame> /*of*/) {
  return std::tuple(setting("metres", &ExampleFrame::metres, {.help = "How far it is", .range = {0.0, 10.0}}),
                    setting("steps", &ExampleFrame::steps, {.help = "How many they are", .range = {1, 8}}));
}

constexpr auto settingsOf(Of<ExampleShot> /*of*/) {
  return std::tuple(
      setting("target", &ExampleShot::target, {.help = "Where it looks", .range = {-10.0, 10.0}}),
      setting("turn", &ExampleShot::turn, {.help = "How it is turned", .range = {-1.0, 1.0}}),
      setting("zoom", &ExampleShot::zoom, {.help = "How near it is", .range = {0.0, 1.0}, .isAlwaysWritten = true}),
      setting("grain", &ExampleShot::grain, {.help = "How fine it is"}),
      setting("frame", &ExampleShot::frame, {.help = "Its frame"}),
      setting("outerMetres", &ExampleShot::outer, &ExampleFrame::metres, {.help = "How far", .range = {0.0, 10.0}}));
}

/// The target of the settings, such as those of a bake.
struct ExampleWork {
  bool isOn = true;
  std::optional<double> warmth;
};

constexpr auto settingsOf(Of<ExamplePoint> /*of*/) {
  return std::tuple(
      setting("node", &ExamplePoint::node,
              {.help = "The node that it hangs on", .required = "must be a node", .isAlwaysWritten = true}),
      setting("metres", &ExamplePoint::metres,
              {.help = "How far from it", .range = {0.0, 10.0}, .unit = Unit::Metres, .leftOut = "0"}));
}

constexpr auto settingsOf(Of<Example> /*of*/) {
  return std::tuple(
      setting("grain", &Example::grain, {.help = "How fine it is"}, [] { return ExampleGrain::Coarse; }),
      setting<&ExampleWork::warmth>(
          "warmth", &Example::warmth,
          {.help = "How warm it is", .range = {0.0, 1.0, true, true}, .leftOut = "as warm as the sun"}),
      setting("passes", &Example::passes, {.help = "How often it is done", .range = {1, 8}}, [] { return 2u; }),
      setting<&ExampleWork::isOn>("isOn", &Example::isOn, {.help = "Whether it is done"}),
      setting("points", &Example::points, {.help = "Where it is done"}));
}

}  // namespace texeleton

using namespace texeleton;

namespace {

Result<Example> read(const std::string& text, JobContext& job) {
  Result<Json> json = parseJson(text, "example.json");
  if (!json) {
    return fail(std::move(json.error()));
  }
  JsonReading reading{"example.json", &job};
  JsonFields fields(*json, "example", reading);
  Example example;
  readSettings(fields, reading, example);
  return reading.error ? Result<Example>(fail(std::move(*reading.error))) : Result<Example>(std::move(example));
}

constexpr const char* kWhole =
    R"({"grain":"fine","warmth":0.5,"passes":3,"isOn":false,"points":[{"node":"Hand","metres":0.25}],"later":[1,2]})";

}  // namespace

class TestExampleSetting : public QObject {
  Q_OBJECT

 private slots:
  // Members of omitted settings are unchanged; the reverse direction sets all.
  void appliesToWork() {
    ExampleWork work{false, 0.25};
    copyGiven(Example(), work);
    QVERIFY(!work.isOn && !work.warmth);  // A value that may be unset is copied as it is.
    Example given;
    given.isOn = true;
    given.warmth = 0.75;
    given.passes = 3;
    copyGiven(given, work);
    QVERIFY(work.isOn && work.warmth == 0.75);
    Example back;
    copyBack(ExampleWork{}, back);
    QVERIFY(back.isOn == true && !back.warmth && !back.passes && !back.grain && back.points.empty());
  }

  // Lists are replaced as a whole.
  void overridesOther() {
    Example under;
    under.grain = ExampleGrain::Coarse;
    under.passes = 3;
    under.points = {{"Hand", 0.25, {}}, {"Foot", {}, {}}};
    Example over;
    over.grain = ExampleGrain::Fine;
    over.warmth = 0.5;
    putOver(over, under);
    QVERIFY(under.grain == ExampleGrain::Fine && under.warmth == 0.5 && under.passes == 3u && !under.isOn);
    QCOMPARE(under.points.size(), std::size_t{2});
    over.points = {{"Head", {}, {}}};
    putOver(over, under);
    QCOMPARE(under.points.size(), std::size_t{1});
    QCOMPARE(under.points[0].node, std::string("Head"));
  }

  void isReadAndWritten() {
    JobContext job;
    const auto example = read(kWhole, job);
    QVERIFY2(example, example ? "" : example.error().message.c_str());
    QCOMPARE(example->grain, std::optional(ExampleGrain::Fine));
    QCOMPARE(example->warmth, std::optional(0.5));
    QCOMPARE(example->passes, std::optional(3u));
    QCOMPARE(example->isOn, std::optional(false));
    QCOMPARE(example->points.size(), std::size_t{1});
    QCOMPARE(example->points[0].node, std::string("Hand"));
    QCOMPARE(example->unknown, std::string(R"({"later":[1,2]})"));
    const std::vector<Issue> issues = job.takeIssues();
    QCOMPARE(issues.size(), std::size_t{1});  // For the unknown key.
    QVERIFY(issues[0].text.find("example.later") != std::string::npos);
    JsonWriting writing;
    QCOMPARE(writeSettings(*example, writing).dump(), std::string(kWhole));
    QVERIFY(!writing.error);
    QCOMPARE(writeSettings(Example(), writing).dump(), std::string("{}"));  // Unset values are omitted.
  }

  void writesNonDefaultValues() {
    JsonWriting writing;
    QCOMPARE(writeSettings(ExampleShot(), writing).dump(), std::string(R"({"zoom":0.1})"));
    const ExampleShot shot{{1.0, 0.5, -2.0}, glm::dquat(1.0, 0.0, 0.5, 0.0), 0.25f, ExampleGrain::Fine, {2.0, 5},
                           {3.5, 4}};
    const std::string text = writeSettings(shot, writing).dump();
    QCOMPARE(text, std::string(R"({"target":[1,0.5,-2],"turn":[0,0.5,0,1],"zoom":0.25,"grain":"fine",)"
                               R"("frame":{"steps":5},"outerMetres":3.5})"));
    Json notes = Json::parse(text);
    ExampleShot read;
    takeSettings(notes, read);
    QCOMPARE(notes.dump(), std::string("{}"));
    QVERIFY(read.target == shot.target && read.turn == shot.turn && read.zoom == shot.zoom && read.grain == shot.grain);
    QVERIFY(read.frame.steps == 5 && read.frame.metres == 2.0 && read.outer.metres == 3.5);
  }

  // Unusable values and unknown keys are kept, also inside a structure; the others apply.
  void unusableNotesStay() {
    Json notes = Json::parse(R"({"target":[1,2],"turn":[0,0,0,2],"zoom":0.5,"later":1,"frame":{"metres":11,"steps":2},)"
                             R"("outerMetres":"far"})");
    ExampleShot read;
    takeSettings(notes, read);
    QCOMPARE(notes.dump(), std::string(R"({"target":[1,2],"turn":[0,0,0,2],"later":1,"frame":{"metres":11},)"
                                       R"("outerMetres":"far"})"));
    QVERIFY(read.target == glm::dvec3(0.0) && !read.turn && read.zoom == 0.5f && read.frame.steps == 2);
    QVERIFY(read.frame.metres == 2.0 && read.outer.metres == 2.0);
  }

  void mistakesNamePlace_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("word") << R"({"grain":"rough"})"
                          << R"(example.grain must be one of "fine", "coarse", but is "rough")";
    QTest::newRow("bound") << R"({"warmth":1})"
                           << "example.warmth must be a number greater than 0 and less than 1, but is the number 1";
    QTest::newRow("whole") << R"({"passes":9})"
                           << "example.passes must be a whole number from 1 to 8, but is the number 9";
    QTest::newRow("switch") << R"({"isOn":"yes"})"
                            << R"(example.isOn must be true or false, but is the string "yes")";
    QTest::newRow("required") << R"({"points":[{"node":"A"},{}]})"
                              << "example.points[1].node must be a node";
    QTest::newRow("nested") << R"({"points":[{"node":"A","metres":11}]})"
                            << "example.points[0].metres must be a number from 0 to 10, but is the number 11";
  }
  void mistakesNamePlace() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    JobContext job;
    const auto example = read(text.toStdString(), job);
    QVERIFY(!example);
    QCOMPARE(QString::fromStdString(example.error().message.text()), message);
  }

  void hasASchema() {
    const Json shot = settingsSchema<ExampleShot>()["properties"];
    QCOMPARE(shot["target"].dump(),
             std::string(R"({"type":"array","items":{"type":"number","minimum":-10,"maximum":10},"minItems":3,)"
                         R"("maxItems":3,"description":"Where it looks.","default":[0,0,0]})"));
    QCOMPARE(shot["turn"]["maxItems"].dump() + shot["grain"]["default"].dump(), std::string("4\"coarse\""));
    const Json schema = settingsSchema<Example>();
    const Json& properties = schema["properties"];
    QCOMPARE(properties["grain"].dump(),
             std::string(R"({"enum":["fine","coarse"],"description":"How fine it is.","default":"coarse"})"));
    QCOMPARE(properties["warmth"].dump(),
             std::string(R"({"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1,)"
                         R"("description":"How warm it is; left out: as warm as the sun."})"));
    QCOMPARE(properties["passes"].dump(),
             std::string(R"({"type":"integer","minimum":1,"maximum":8,"description":"How often it is done.",)"
                         R"("default":2})"));
    QCOMPARE(properties["points"]["items"]["required"].dump(), std::string(R"(["node"])"));
  }

  // As needed by the command line's check and the editor's field.
  void foundByMember() {
    QCOMPARE(std::string(settingOf<&Example::passes>().key), std::string("passes"));
    QCOMPARE(settingOf<&Example::passes>().about.range.most, 8.0);
    QCOMPARE(settingOf<&Example::isOn>().usual(), true);
    QVERIFY(!settingOf<&Example::warmth>().about.range.holds(0.0));
    QVERIFY(settingOf<&ExamplePoint::metres>().about.range.holds(0.0));
  }
};

TEXELETON_SUITE(TestExampleSetting)
#include "test_example_setting.moc"
