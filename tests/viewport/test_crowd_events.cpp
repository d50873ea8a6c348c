// Events of a crowd, with the times and order of `texeleton-cli play`, and their display.

#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <algorithm>
#include <cmath>
#include <map>

#include "core/pack/pack.h"
#include "core/runtime/event_track.h"
#include "tests/cli/run_program.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/viewport/gpu_test.h"
#include "tests/viewport/scenes.h"
#include "viewport/offscreen_renderer.h"
#include "viewport/overlay/hud_lines.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr double kTick = 1.0 / runtime::kTicksPerSecond;

/// A character with events in its clips: also at the start, at the end, and two at the same time.
std::shared_ptr<const vat::BakedAnimation> eventful() {
  model::Model model = makeCharacter({});
  const auto addEvent = [&](std::size_t clip, const char* name, double seconds) {
    model::ClipEvent event;
    event.name = name;
    event.timeSeconds = seconds;
    model.clips[clip].events.push_back(event);
  };
  addEvent(0, "start", 0.0);
  addEvent(0, "step", 0.37);
  addEvent(0, "clank", 0.37);
  addEvent(0, "end", 1.0);
  addEvent(1, "swing", 0.8);
  bake::BakeSettings settings;
  settings.loop = bake::LoopMode::On;
  return baked(model, settings);
}

/// The events of each frame until `seconds`, one frame every `step`.
std::vector<viewport::LoggedEvent> played(viewport::CrowdEvents& events, viewport::Crowd& crowd, double seconds,
                                          double step) {
  std::vector<viewport::LoggedEvent> all;
  for (double at = crowd.seconds(); at < seconds; at += step) {
    crowd.setTime(at);
    events.advance(crowd);
    all.insert(all.end(), events.lastStep().begin(), events.lastStep().end());
  }
  return all;
}

}  // namespace

class TestCrowdEvents : public QObject {
  Q_OBJECT

 private slots:
  void cleanup() { QCOMPARE(QString::fromStdString(validationMessages()), QString()); }

  // The same names, times and loops in the same order as the command prints, for every clip, forwards and backwards.
  void equalsPlay() {
    QTemporaryDir folder;
    const QString pack = folder.filePath("knight.texpack");
    const QString file = folder.filePath("knight.events.json");
    QFile written(file);
    QVERIFY(written.open(QIODevice::WriteOnly));
    written.write(R"({"clips":{"Walk":[{"name":"left","timeSeconds":0.1},{"name":"right","timeSeconds":0.45},
      {"name":"start","timeSeconds":0},{"name":"both","timeSeconds":0.45,"parameter":"x"}],
      "Attack":[{"name":"hit","timeSeconds":0.25}],"Run":[{"name":"step","timeSeconds":0.2}]}})");
    written.close();
    const ProgramRun made = runCli({"bake", knightSample(), "-o", pack, "--events", file, "--no-measure", "-q"});
    QVERIFY2(made.exitCode == 0, made.errors.constData());
    JobContext job;
    auto read = pack::readPack(pack.toStdString(), job);
    QVERIFY(read);
    const auto animation = std::make_shared<const vat::BakedAnimation>(std::move(read->animation));
    std::size_t compared = 0;
    for (std::uint32_t clip = 0; clip < animation->clips.size(); ++clip) {
      for (const double speed : {1.0, 1.7, -0.8}) {
        const ProgramRun run =
            runCli({"play", pack, "--clip", "#" + QString::number(clip), "--speed", QString::number(speed), "--seconds",
                    "4.0003", "--step", "0.05", "--json", "--start", "0.0131"});
        QVERIFY2(run.exitCode == 0, run.errors.constData());
        std::vector<std::string> wanted;
        for (const QByteArray& line : run.output.split('\n')) {
          const auto step = nlohmann::json::parse(line.toStdString(), nullptr, false);
          if (step.is_object()) {
            for (const auto& event : step["events"]) {
              wanted.push_back(event["name"].get<std::string>() + " " + event["parameter"].get<std::string>() + " " +
                               std::to_string(event["timeSeconds"].get<double>()) + " " +
                               std::to_string(event["loop"].get<std::int64_t>()));
            }
          }
        }
        viewport::CrowdSettings settings;
        settings.clip = clip;
        settings.speed = static_cast<float>(speed);
        settings.startSeconds = 0.0131;
        viewport::Crowd crowd = viewport::Crowd::make(settings, *animation).value();
        viewport::CrowdEvents events(animation, crowd);
        std::vector<std::string> shown;
        for (const viewport::LoggedEvent& event : played(events, crowd, 4.0003, 1.0 / 60.0)) {
          QCOMPARE(event.clip, clip);
          shown.push_back(event.name + " " + event.parameter + " " + std::to_string(event.clipSeconds) + " " +
                          std::to_string(event.loop));
        }
        QVERIFY2(shown == wanted, qPrintable(QString("clip %1 at %2: %3 shown, %4 printed")
                                                 .arg(clip)
                                                 .arg(speed)
                                                 .arg(shown.size())
                                                 .arg(wanted.size())));
        compared += wanted.size();
      }
    }
    QVERIFY(compared > 30);
  }

  // Every instance against the formulas of event_track.h in double precision, also across re-basing of the clock.
  void crowds() {
    const auto animation = eventful();
    QVERIFY(animation);
    viewport::CrowdSettings settings;
    settings.count = 300;
    settings.phaseSpread = 1.0f;
    settings.speedSpread = 0.4f;
    constexpr double kRebase = static_cast<double>(runtime::kCrowdRebaseTicks) * kTick;
    for (const double from : {0.0, 3600.0, kRebase - 1.5, 30.0 * 86400.0}) {
      viewport::Crowd crowd = viewport::Crowd::make(settings, *animation).value();
      crowd.setTime(from);
      viewport::CrowdEvents events(animation, crowd);
      const double to = from + 3.0;
      std::map<std::uint32_t, std::vector<std::string>> shown;
      double last = 0.0;
      for (const viewport::LoggedEvent& event : played(events, crowd, to + 1e-9, 0.037)) {
        QVERIFY(event.crowdSeconds >= last);
        last = event.crowdSeconds;
        shown[event.instance].push_back(event.name + std::to_string(event.loop));
      }
      const double end = crowd.seconds();
      int ambiguous = 0;
      for (std::uint32_t i = 0; i < settings.count; ++i) {
        const viewport::CrowdMotion motion = crowd.motion(i);
        const runtime::EventTrack track = runtime::eventTrack(animation->clips[motion.clip]);
        const auto at = [&](double seconds) { return motion.startSeconds + motion.speed * seconds; };
        const auto fired = [&](double begin, double stop) {
          std::vector<std::string> names;
          for (const runtime::FiredEvent& event : runtime::eventsBetween(track, at(begin), at(stop))) {
            names.push_back(std::string(event.name) + std::to_string(event.loop));
          }
          return names;
        };
        const auto wanted = fired(from, end);
        // An event within two ticks of an interval's end may be on either side.
        if (fired(from - 2 * kTick, from + 2 * kTick).empty() && fired(end - 2 * kTick, end + 2 * kTick).empty()) {
          QVERIFY2(shown[i] == wanted, qPrintable(QString("instance %1 from %2: %3 shown, %4 wanted")
                                                      .arg(i)
                                                      .arg(from)
                                                      .arg(shown[i].size())
                                                      .arg(wanted.size())));
        } else {
          ++ambiguous;
        }
      }
      QVERIFY2(ambiguous < 30, std::to_string(ambiguous).c_str());
      QVERIFY(events.firedCount() > 500);
      QCOMPARE(events.log().size(), viewport::CrowdEvents::kLogLength);
    }
  }

  // A seek fires nothing, and playback then fires events as usual.
  void seeks() {
    const auto animation = eventful();
    viewport::CrowdSettings settings;
    settings.clip = 0;
    viewport::Crowd crowd = viewport::Crowd::make(settings, *animation).value();
    viewport::CrowdEvents events(animation, crowd);
    QCOMPARE(played(events, crowd, 0.5, 0.1).size(), std::size_t{3});  // start, step, clank
    crowd.setTime(0.2);
    events.advance(crowd);
    QVERIFY(events.lastStep().empty());
    crowd.setTime(0.45);
    events.advance(crowd);
    QCOMPARE(events.lastStep().size(), std::size_t{2});
    crowd.setTime(100.9);
    events.advance(crowd);
    QVERIFY(events.lastStep().empty());
    crowd.setTime(101.2);
    events.advance(crowd);
    QCOMPARE(events.lastStep().size(), std::size_t{2});  // end, start
    QCOMPARE(events.lastStep()[0].name, std::string("end"));
    QCOMPARE(events.lastStep()[1].loop, std::int64_t{101});
    // Another crowd of the same pack.
    crowd = viewport::Crowd::make(settings, *animation).value();
    crowd.setTime(101.3);
    events.advance(crowd);
    QVERIFY(events.lastStep().empty());
  }

  // From the start of a fade, events come from the incoming clip.
  void fades() {
    const auto animation = eventful();
    viewport::CrowdSettings settings;
    settings.clip = 0;
    settings.count = 2;
    viewport::Crowd crowd = viewport::Crowd::make(settings, *animation).value();
    viewport::CrowdEvents events(animation, crowd);
    played(events, crowd, 0.3, 0.05);
    crowd.setTime(0.3);
    crowd.fadeTo(1, 1, 1.0, 0.7, 0.2);
    const auto fired = played(events, crowd, 0.65, 0.05);
    std::vector<std::string> names;
    for (const viewport::LoggedEvent& event : fired) {
      names.push_back(event.name + std::to_string(event.instance));
    }
    std::sort(names.begin(), names.end());
    QCOMPARE(names, (std::vector<std::string>{"clank0", "step0", "swing1"}));
    QCOMPARE(viewport::eventLines(events, 2).size(), std::size_t{2});
    QVERIFY(viewport::eventLines(events, 1)[0].label.find("#1  swing") != std::string::npos);
  }

  // Clips without events cost no time, however long the step.
  void longSteps() {
    const auto animation = eventful();
    viewport::CrowdSettings settings;
    settings.count = 4000;
    settings.clip = 0;
    viewport::Crowd crowd = viewport::Crowd::make(settings, *animation).value();
    viewport::CrowdEvents events(animation, crowd);
    crowd.setTime(9.9);  // 160,000 events.
    events.advance(crowd);
    QVERIFY(events.hasDropped());
    QVERIFY(events.lastStep().size() <= viewport::CrowdEvents::kMostPerStep);
    crowd.setTime(10.5);
    events.advance(crowd);
    QVERIFY(!events.hasDropped());
    QCOMPARE(events.lastStep().size(), std::size_t{16000});
  }

  void flashes_data() { addBackendRows(); }
  void flashes() {
    TEXELETON_DEVICE(device);
    const auto animation = eventful();
    viewport::CrowdSettings settings;
    settings.clip = 0;
    viewport::Scene scene;
    scene.animation = animation;
    scene.crowd = viewport::Crowd::make(settings, *animation).value();
    scene.camera.framePoints(scene.crowd.outline(), 1.0f);
    viewport::OffscreenRenderer renderer(*device);
    const auto brighter = [&](double seconds) {
      scene.crowd.setTime(seconds);
      scene.events->advance(scene.crowd);
      const auto with = renderer.render(scene, {96, 96});
      const auto listening = std::exchange(scene.events, nullptr);
      const auto without = renderer.render(scene, {96, 96});
      scene.events = listening;
      int count = with && without ? 0 : -1;
      for (int y = 0; count >= 0 && y < 96; ++y) {
        for (int x = 0; x < 96; ++x) {
          count += qRed(with->pixel(x, y)) > qRed(without->pixel(x, y)) + 8 ? 1 : 0;
        }
      }
      return count;
    };
    scene.events = std::make_shared<viewport::CrowdEvents>(animation, scene.crowd);
    QVERIFY(brighter(0.38) > 100);  // "step" and "clank" have just fired.
    QCOMPARE(brighter(0.80), 0);    // It is over.
    QVERIFY(brighter(1.01) > 100);
  }
};

TEXELETON_GPU_SUITE(TestCrowdEvents)
#include "test_crowd_events.moc"
