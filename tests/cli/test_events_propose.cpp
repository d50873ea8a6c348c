// texeleton-cli events propose in a pipeline.

#include <QFile>
#include <QFloat16>  // complete, for QCOMPARE of JSON
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "tests/cli/run_program.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton::test;
using Json = nlohmann::json;

namespace {

const Json* clipNamed(const Json& clips, const std::string& name) {
  for (const Json& clip : clips) {
    if (clip["name"] == name) {
      return &clip;
    }
  }
  return nullptr;
}

}  // namespace

class TestEventsPropose : public QObject {
  Q_OBJECT

 private slots:
  static void table() {
    const ProgramRun run = runCli({"events", "propose", knightSample()});
    QVERIFY2(run.exitCode == 0, run.errors);
    for (const char* text : {"foot_l, left: footstep_l", "foot_r, right: footstep_r", "gap mm", "Walk", "Idle"}) {
      QVERIFY2(run.output.contains(text), text);
    }
  }

  static void json() {
    const ProgramRun run = runCli({"events", "propose", knightSample(), "--clip", "Walk", "--clip", "#0", "--json"});
    QVERIFY2(run.exitCode == 0, run.errors);
    const Json result = run.json();
    QCOMPARE(result["feet"].size(), std::size_t{2});
    QCOMPARE(result["feet"][0]["node"], "foot_l");
    QCOMPARE(result["feet"][0]["side"], "left");
    QCOMPARE(result["clips"].size(), std::size_t{2});
    const Json& walk = result["clips"][0];
    QCOMPARE(walk["name"], "Walk");
    QCOMPARE(walk["closes"], true);
    QCOMPARE(walk["goesOnAtStart"], true);
    QVERIFY(walk["bestLoop"].is_null());
    QVERIFY(walk["loopGapMillimetres"].get<double>() < 1.0);
    QCOMPARE(walk["events"].size(), std::size_t{2});
    QCOMPARE(walk["events"][1]["name"], "footstep_r");
    QVERIFY(std::abs(walk["events"][1]["timeSeconds"].get<double>() - 0.5) < 2.0 / 30.0);
    QCOMPARE(result["clips"][1]["name"], "Idle");
    QVERIFY(result["clips"][1]["events"].empty());
  }

  /// bake reads the proposal: the same events are in the pack.
  static void fromProposalToPack() {
    const QTemporaryDir folder;
    const QString events = folder.filePath("steps.json");
    const ProgramRun propose = runCli({"events", "propose", knightSample(), "-o", events, "--json"});
    QVERIFY2(propose.exitCode == 0, propose.errors);
    const QString pack = folder.filePath("a.texpack");
    const ProgramRun bake =
        runCli({"bake", knightSample(), "-o", pack, "--events", events, "--clip", "Walk", "--clip", "Run"});
    QVERIFY2(bake.exitCode == 0, bake.errors);
    QVERIFY2(!bake.errors.contains("warning"), bake.errors);
    const Json clips = runCli({"inspect", pack, "--json"}).json()["manifest"]["clips"];
    const Json proposed = propose.json()["clips"];
    for (const Json& clip : clips) {
      const Json* const from = clipNamed(proposed, clip["name"]);
      QVERIFY(from != nullptr);
      QVERIFY(!clip["events"].empty());
      QCOMPARE(clip["events"], (*from)["events"]);
    }
  }

  static void givenFeet() {
    const ProgramRun run =
        runCli({"events", "propose", knightSample(), "--foot", "shin_[lr]", "--clip", "Walk", "--json"});
    QVERIFY2(run.exitCode == 0, run.errors);
    QCOMPARE(run.json()["feet"][0]["node"], "shin_l");
    const ProgramRun none = runCli({"events", "propose", knightSample(), "--foot", "hoof"});
    QCOMPARE(none.exitCode, 1);
    QVERIFY2(none.errors.contains("--foot") && none.errors.contains("hoof"), none.errors);
  }

  static void nothingToStandOn() {
    const ProgramRun run = runCli({"events", "propose", bannerSample(), "--json"});
    QVERIFY2(run.exitCode == 0, run.errors);
    QVERIFY2(run.errors.contains("--foot"), run.errors);
    QVERIFY(run.json()["feet"].empty());
    QVERIFY(!run.json()["clips"].empty());
  }

  static void wrongUsage() {
    QCOMPARE(runCli({"events"}).exitCode, 2);
    QCOMPARE(runCli({"events", "propose"}).exitCode, 2);
    QCOMPARE(runCli({"events", "propose", knightSample(), "--rate", "0"}).exitCode, 2);
    QCOMPARE(runCli({"events", "propose", knightSample(), "--loop", "maybe"}).exitCode, 2);
    const ProgramRun expression = runCli({"events", "propose", "nowhere.glb", "--foot", "foot("});
    QCOMPARE(expression.exitCode, 2);
    QVERIFY2(expression.errors.contains("foot("), expression.errors);
    const ProgramRun unknown = runCli({"events", "propose", knightSample(), "--clip", "Swim"});
    QCOMPARE(unknown.exitCode, 1);
    QVERIFY2(unknown.errors.contains("Swim"), unknown.errors);
  }
};

TEXELETON_SUITE(TestEventsPropose)
#include "test_events_propose.moc"
