#include <QObject>
#include <QTest>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/bake/clip_plan.h"
#include "core/cycles/decide_loop.h"
#include "core/vat/texture_settings.h"
#include "tests/core/bake/bake_oracle.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"

namespace texeleton {

using test::bakeError;
using test::bakeOrDie;
using test::contains;

namespace {

std::vector<vat::BakedClip> planOrDie(const model::Model& model, const bake::BakeSettings& settings, JobContext& job) {
  Result<std::vector<vat::BakedClip>> clips = bake::planClips(model, settings, job);
  if (!clips) {
    qFatal("%s", describe(clips.error()).c_str());
  }
  return std::move(*clips);
}

bake::ClipSelection cut(std::uint32_t clip, double from, double to) {
  bake::ClipSelection selection;
  selection.clip = ClipIndex(clip);
  selection.fromSeconds = from;
  selection.toSeconds = to;
  return selection;
}

}  // namespace

class TestBakeClips : public QObject {
  Q_OBJECT

 private slots:
  void countsFrames() {
    model::Model model = test::twoBoneStrip();
    struct Case {
      double length, rate;
      std::uint32_t looping, once;
    };
    for (const Case& c : {Case{1.0, 30.0, 30, 31}, Case{1.0 / 24.0, 24.0, 1, 2}, Case{0.001, 30.0, 1, 2},
                          Case{0.7083, 24.0, 17, 18}, Case{1.1583, 24.0, 28, 29}, Case{0.75, 10.0, 8, 9}}) {
      model.clips[0].lengthSeconds = c.length;
      for (const bake::LoopMode loop : {bake::LoopMode::On, bake::LoopMode::Off}) {
        bake::BakeSettings settings;
        settings.sampleRateHz = c.rate;
        settings.loop = loop;
        settings.clips.emplace_back().clip = ClipIndex(0u);
        JobContext job;
        const vat::BakedClip clip = planOrDie(model, settings, job)[0];
        const bool loops = loop == bake::LoopMode::On;
        QCOMPARE(clip.loop, loops);
        QCOMPARE(clip.frameCount, loops ? c.looping : c.once);
        QCOMPARE(clip.frameRate, c.looping / c.length);
        QCOMPARE(clip.sampleRateHz, c.rate);
        QCOMPARE(bake::sourceSeconds(clip, 0), 0.0);
        if (loops) {
          QCOMPARE(bake::sourceSeconds(clip, clip.frameCount), c.length);
          const std::uint32_t middle = clip.frameCount / 2;
          QCOMPARE(bake::sourceSeconds(clip, middle), c.length * middle / clip.frameCount);
        } else {
          QCOMPARE(bake::sourceSeconds(clip, clip.frameCount - 1), c.length);
        }
      }
    }
  }

  void poseIsOneFrame() {
    bake::BakeSettings settings;
    settings.clips.emplace_back().clip = ClipIndex(2u);
    settings.loop = bake::LoopMode::On;
    const vat::BakedAnimation baked = bakeOrDie(test::twoBoneStrip(), settings);
    QCOMPARE(baked.clips[0].frameCount, 1u);
    QCOMPARE(baked.clips[0].loop, false);
    QCOMPARE(baked.clips[0].lengthSeconds, 0.0);
    QCOMPARE(baked.clips[0].frameRate, baked.clips[0].sampleRateHz);
  }

  /// A rate of 0: one frame, whatever the length.
  void rateOfZero() {
    for (const bake::LoopMode loop : {bake::LoopMode::On, bake::LoopMode::Off}) {
      bake::BakeSettings settings;
      settings.loop = loop;
      settings.clips.resize(2);
      settings.clips[0].clip = settings.clips[1].clip = ClipIndex(0);
      settings.clips[0].sampleRateHz = 0.0;
      settings.clips[0].toSeconds = 0.5;
      const vat::BakedAnimation baked = bakeOrDie(test::twoBoneStrip(), settings);
      QCOMPARE(baked.clips[0].frameCount, 1u);
      QCOMPARE(baked.clips[1].frameBegin, 1u);
      QCOMPARE(baked.layout.frameCount, 1u + baked.clips[1].frameCount);
      QCOMPARE(baked.clips[0].lengthSeconds, 0.5);
      QCOMPARE(baked.clips[0].sampleRateHz, 2.0);
      QCOMPARE(baked.clips[0].frameRate, 2.0);
      QCOMPARE(baked.clips[0].loop, loop == bake::LoopMode::On);
      QCOMPARE(test::texelVertex(baked, 0, 0).position, test::texelVertex(baked, 0, 1).position);
    }
    const model::Model model = test::twoBoneStrip();
    JobContext job;
    bake::BakeSettings settings;
    settings.sampleRateHz = 0.0;
    QVERIFY(!bake::planClips(model, settings, job));
    settings.sampleRateHz.reset();
    settings.clips.resize(1);
    settings.clips[0].clip = ClipIndex(0);
    settings.clips[0].sampleRateHz = 0.0;
    settings.clips[0].loop = bake::LoopMode::Off;
    settings.clips[0].rootMotion = vat::RootMotionMode::Extract;
    settings.rootMotion.node = model.nodes[0].name;
    QVERIFY(!bake::planClips(model, settings, job));
    settings.clips[0].loop = bake::LoopMode::On;
    QVERIFY(bake::planClips(model, settings, job));
  }

  void ratePriority() {
    bake::BakeSettings settings;
    JobContext job;
    const model::Model model = test::twoBoneStrip();
    QCOMPARE(planOrDie(model, settings, job)[0].sampleRateHz, 30.0);
    QCOMPARE(planOrDie(model, settings, job)[1].sampleRateHz, 24.0);
    settings.sampleRateHz = 10.0;
    QCOMPARE(planOrDie(model, settings, job)[1].sampleRateHz, 10.0);
    settings.clips.push_back(cut(1, 0.5, 1.0));
    settings.clips[0].sampleRateHz = 5.0;
    QCOMPARE(planOrDie(model, settings, job)[0].sampleRateHz, 5.0);
    for (const double bad : {-1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
      settings.clips[0].sampleRateHz = bad;
      QVERIFY(contains(bakeError(model, settings), "sample rate"));
    }
  }

  void cutsMayRepeatAClipInAnyOrder() {
    // "Slide" runs from 0.5 to 1.5 s and moves by 2 m: its second half goes from 1 m to 2 m.
    bake::BakeSettings settings;
    settings.clips = {cut(1, 1.0, 1.5), cut(0, 0.0, 0.5), cut(1, 0.5, 1.0)};
    settings.clips[1].name = "Down";
    settings.pixelFormat = vat::PixelFormat::Rgba32F;
    settings.mode = vat::BakeMode::Vertex;
    JobContext job;
    const model::Model model = test::twoBoneStrip();
    const vat::BakedAnimation baked = bakeOrDie(model, settings, job);
    QCOMPARE(baked.clips[0].name, "Slide");
    QCOMPARE(baked.clips[1].name, "Down");
    QCOMPARE(baked.clips[2].name, "Slide 2");
    QCOMPARE(baked.clips[2].source.name, "Slide");
    QCOMPARE(baked.clips[1].frameBegin, baked.clips[0].frameCount);
    QCOMPARE(baked.clips[2].frameBegin, baked.clips[0].frameCount + baked.clips[1].frameCount);
    const double x = static_cast<double>(model.vertices.positions[0].x);
    QVERIFY(std::abs(test::texelVertex(baked, 0, 0).position.x - x - 1.0) < 1e-6);
    QVERIFY(std::abs(test::texelVertex(baked, 0, baked.clips[0].frameCount - 1).position.x - x - 2.0) < 1e-6);
    QVERIFY(std::abs(test::texelVertex(baked, 0, baked.clips[2].frameBegin).position.x - x) < 1e-6);
    bool told = false;
    for (const Issue& issue : job.takeIssues()) {
      told = told || (issue.subject == "Slide 2" && contains(issue.text.text(), "Slide"));
    }
    QVERIFY(told);
  }

  void rejectsBadCuts() {
    const model::Model model = test::twoBoneStrip();
    bake::BakeSettings settings;
    settings.clips = {cut(1, 1.2, 0.7)};
    QVERIFY(contains(bakeError(model, settings), "empty"));
    settings.clips = {cut(1, 3.0, 4.0)};
    QVERIFY(contains(bakeError(model, settings), "outside"));
    settings.clips = {cut(1, std::nan(""), 1.0)};
    QVERIFY(contains(bakeError(model, settings), "finite"));
    settings.clips = {cut(9, 0.0, 1.0)};
    QVERIFY(contains(bakeError(model, settings), "no clip 9"));
    settings.clips = {bake::ClipSelection{}};
    QVERIFY(!bakeError(model, settings).empty());

    settings.clips = {cut(1, 0.0, 9.0)};
    JobContext job;
    const vat::BakedClip clip = planOrDie(model, settings, job)[0];
    QCOMPARE(clip.source.fromSeconds, 0.5);
    QCOMPARE(clip.source.toSeconds, 1.5);
    QCOMPARE(job.takeIssues().size(), std::size_t{1});
  }

  void eventsCountFromTheCut() {
    model::Model model = test::twoBoneStrip();
    model.clips[1].events = {{"late", 1.4, ""}, {"early", 0.6, "x"}, {"nan", std::nan(""), ""}, {"end", 1.25, ""}};
    bake::BakeSettings settings;
    settings.clips = {cut(1, 0.75, 1.25)};
    settings.clips[0].events = {{"start", 0.75, "p"}, {"middle", 1.0, ""}, {"also middle", 1.0, ""}};
    JobContext job;
    const vat::BakedClip clip = planOrDie(model, settings, job)[0];
    const std::vector<model::ClipEvent> expected = {
        {"start", 0.0, "p"}, {"middle", 0.25, ""}, {"also middle", 0.25, ""}, {"end", 0.5, ""}};
    QVERIFY(clip.events == expected);
    const std::vector<Issue> issues = job.takeIssues();
    QCOMPARE(issues.size(), std::size_t{1});
    QVERIFY(contains(issues[0].text.text(), "3 events") && contains(issues[0].text.text(), "\"late\" at 1.4 s"));
    QCOMPARE(issues[0].subject, "Slide");
  }

  void decidesLoopsByPoses() {
    model::Model model = test::twoBoneStrip();
    QVERIFY(cycles::decideLoop(model, model.clips[0], 0.0, 1.0));   // 0°, 90°, 0°
    QVERIFY(!cycles::decideLoop(model, model.clips[0], 0.0, 0.5));  // ends at 90°
    QVERIFY(!cycles::decideLoop(model, model.clips[1], 0.5, 1.5));  // ends 2 m away
    model.clips[0].loopHint = false;
    QVERIFY(!cycles::decideLoop(model, model.clips[0], 0.0, 1.0));
    QVERIFY(cycles::decideLoop(model, model.clips[0], 0.25, 0.75));  // A hint is for the whole clip: 45° at both ends.
    const model::Model morphs = test::morphingMesh();
    QVERIFY(!cycles::decideLoop(morphs, morphs.clips[0], 0.0, 1.0));
    // Just inside and outside of half a degree.
    for (const double degrees : {0.4, 0.6}) {
      model::Model turned = test::twoBoneStrip();
      const auto half = static_cast<float>(glm::radians(degrees) / 2.0);
      model::Track& track = turned.clips[0].tracks[0];
      for (int i = 0; i < 4; ++i) {
        const float rotation[4] = {0.0f, 0.0f, std::sin(half), std::cos(half)};
        track.values[track.values.size() - 4 + static_cast<std::size_t>(i)] = rotation[i];
      }
      QCOMPARE(cycles::decideLoop(turned, turned.clips[0], 0.0, 1.0), degrees < 0.5);
    }
  }

  void reportsLoopGap() {
    // "Slide", forced to loop: its end is 2 m from its start.
    bake::BakeSettings settings;
    settings.loop = bake::LoopMode::On;
    settings.clips.emplace_back().clip = ClipIndex(1u);
    for (const vat::BakeMode mode : {vat::BakeMode::Bone, vat::BakeMode::Vertex}) {
      settings.mode = mode;
      JobContext job;
      bakeOrDie(test::twoBoneStrip(), settings, job);
      const std::vector<Issue> issues = job.takeIssues();
      QCOMPARE(issues.size(), std::size_t{1});
      QVERIFY2(contains(issues[0].text.text(), " 2000 mm"), issues[0].text.c_str());
      QCOMPARE(issues[0].subject, "Slide");
    }
    JobContext job;
    settings.clips[0].clip = ClipIndex(0u);
    bakeOrDie(test::twoBoneStrip(), settings, job);
    QVERIFY(job.takeIssues().empty());
  }

  void rejectsEndlessClips() {
    model::Model model = test::twoBoneStrip();
    model.clips[0].lengthSeconds = 1e9;
    bake::BakeSettings settings;
    settings.loop = bake::LoopMode::Off;
    settings.clips.emplace_back().clip = ClipIndex(0u);
    const std::string message = bakeError(model, settings);
    QVERIFY2(contains(message, "30,000,000,001 frames") && contains(message, "65,535") && contains(message, "2184 s"),
             message.c_str());
    model.clips[0].lengthSeconds = 1e300;
    settings.sampleRateHz = 1e300;
    QVERIFY(contains(bakeError(model, settings), "65,535"));
    // The suggestion of the message must work.
    model.clips[0].lengthSeconds = 1e9;
    settings.sampleRateHz = 30.0;
    settings.clips[0].toSeconds = 2184.0;
    JobContext job;
    QVERIFY(planOrDie(model, settings, job)[0].frameCount <= 65535);
  }

  void reportsWorkingRemediesForHeight() {
    model::Model model = test::twoBoneStrip();
    model.clips[0].lengthSeconds = 100.0;
    bake::BakeSettings settings;
    settings.maxSize = 1000;  // 512 is the largest power of two; 3,000 frames are needed.
    settings.clips.emplace_back().clip = ClipIndex(0u);
    settings.loop = bake::LoopMode::On;
    const std::string message = bakeError(model, settings);
    QVERIFY2(contains(message, "3000 frames") && contains(message, "--max-size 4096"), message.c_str());
    // The named size fits, a smaller one does not.
    settings.size = vat::SizeRule::Exact;
    QVERIFY(contains(bakeError(model, settings), "--max-size 3000"));
    settings.maxSize = 2999;
    QVERIFY(contains(bakeError(model, settings), "--max-size 3000"));
    settings.maxSize = 3000;
    QCOMPARE(bakeError(model, settings), "");
    settings.size = vat::SizeRule::PowerOfTwo;
    settings.maxSize = 4096;
    QCOMPARE(bakeError(model, settings), "");
    settings.maxSize = 1000;
    const std::size_t at = message.find("--fps ");
    QVERIFY2(at != std::string::npos, message.c_str());
    settings.sampleRateHz = std::stod(message.substr(at + 6));
    QCOMPARE(bakeError(model, settings), "");
    QVERIFY(*settings.sampleRateHz > 5.1);
  }

  void reportsNothingToBake() {
    model::Model model = test::twoBoneStrip();
    model.clips.clear();
    QVERIFY(contains(bakeError(model, {}), "no clips"));
    model = test::twoBoneStrip();
    model.vertices = {};
    model.parts.clear();
    QVERIFY(contains(bakeError(model, {}), "no mesh"));
  }
};

TEXELETON_PLAIN_SUITE(TestBakeClips)

}  // namespace texeleton

#include "test_bake_clips.moc"
