// Cycles that do not repeat their first frame at the end: detected, closed with one more frame, measured closed.

#include <QObject>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/bake/bake.h"
#include "core/bake/bake_size.h"
#include "core/bake/measure/measure.h"
#include "core/cycles/open_cycle.h"
#include "core/vat/texture_settings.h"
#include "tests/core/bake/bake_oracle.h"
#include "tests/support/made_models.h"
#include "tests/support/made_walk.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr double kRate = 24.0;
constexpr double kTurn = 2.0 * std::numbers::pi;

/// The strip with one cycle of 24 frames: the tip swings, the root bobs. `frames` of them have keys, from time
/// `firstFrame` on: 25 repeat the first, 24 do not.
model::Model swinging(int frames, model::Interpolation interpolation = model::Interpolation::Linear,
                      int firstFrame = 0) {
  model::Model model = twoBoneStrip();
  model::Clip clip;
  clip.name = clip.sourceName = "Swing";
  clip.sourceRateHz = kRate;
  clip.lengthSeconds = (frames - 1 + firstFrame) / kRate;
  std::vector<double> times;
  std::vector<float> turns;
  std::vector<float> places;
  for (int i = 0; i < frames; ++i) {
    times.push_back((i + firstFrame) / kRate);
    const double phase = kTurn * i / 24.0;
    const double angle = 0.7 * std::sin(phase + 0.4);
    const double slope = 0.7 * std::cos(phase + 0.4) * kTurn * kRate / 24.0;
    const auto add = [&](std::initializer_list<double> in, std::initializer_list<double> value,
                         std::initializer_list<double> out, std::vector<float>& values) {
      const bool cubic = interpolation == model::Interpolation::CubicSpline;
      for (const auto& part : {in, value, out}) {
        for (const double v : part) {
          if (cubic || std::data(part) == std::data(value)) {
            values.push_back(static_cast<float>(v));
          }
        }
      }
    };
    const double half = 0.5 * angle;
    const std::initializer_list<double> tangent = {0.0, 0.0, 0.5 * slope * std::cos(half),
                                                   -0.5 * slope * std::sin(half)};
    add(tangent, {0.0, 0.0, std::sin(half), std::cos(half)}, tangent, turns);
    const std::initializer_list<double> rise = {0.0, 0.1 * std::cos(phase) * kTurn * kRate / 24.0, 0.0};
    add(rise, {0.0, 0.1 * std::sin(phase), 0.0}, rise, places);
  }
  addTrack(clip, model::TrackTarget::Rotation, interpolation, NodeIndex(1u), times, turns);
  addTrack(clip, model::TrackTarget::Translation, interpolation, NodeIndex(0u), times, places);
  model.clips = {clip};
  return model;
}

bake::BakeSettings settingsAt(double rate, bake::LoopMode loop = bake::LoopMode::Auto) {
  bake::BakeSettings settings;
  settings.pixelFormat = vat::PixelFormat::Rgba32F;
  settings.size = vat::SizeRule::Exact;
  settings.sampleRateHz = rate;
  settings.loop = loop;
  return settings;
}

double largestDifference(const vat::BakedAnimation& a, const vat::BakedAnimation& b) {
  double largest = 0.0;
  for (std::uint32_t y = 0; y < a.texels.height(); ++y) {
    for (std::uint32_t x = 0; x < a.texels.width(); ++x) {
      const glm::vec4 d = glm::abs(a.texels.texel(x, y) - b.texels.texel(x, y));
      largest = std::max({largest, double{d.x}, double{d.y}, double{d.z}, double{d.w}});
    }
  }
  return largest;
}

bool said(JobContext& job, const char* text) {
  const std::vector<Issue> issues = job.takeIssues();
  return std::any_of(issues.begin(), issues.end(),
                     [text](const Issue& issue) { return issue.text.find(text) != std::string::npos; });
}

}  // namespace

class TestOpenCycles : public QObject {
  Q_OBJECT

 private slots:
  /// The texels equal those of the cycle with its first frame repeated, at the source's rate and at any other.
  static void bakesLikeClosedCycle_data() {
    QTest::addColumn<double>("rate");
    QTest::addColumn<model::Interpolation>("interpolation");
    QTest::newRow("source rate") << kRate << model::Interpolation::Linear;
    QTest::newRow("60 Hz") << 60.0 << model::Interpolation::Linear;
    QTest::newRow("7 Hz") << 7.0 << model::Interpolation::Linear;
    QTest::newRow("step, 60 Hz") << 60.0 << model::Interpolation::Step;
  }
  static void bakesLikeClosedCycle() {
    QFETCH(const double, rate);
    QFETCH(const model::Interpolation, interpolation);
    const model::Model open = swinging(24, interpolation);
    const model::Model closed = swinging(25, interpolation);
    const bool step = interpolation == model::Interpolation::Step;  // Held poses: nothing to detect.
    JobContext job;
    const vat::BakedAnimation mine =
        bakeOrDie(open, settingsAt(rate, step ? bake::LoopMode::Close : bake::LoopMode::Auto), job);
    QCOMPARE(said(job, "seamless loop"), !step);
    const vat::BakedAnimation truth = bakeOrDie(closed, settingsAt(rate, bake::LoopMode::On));
    QVERIFY(mine.clips[0].loop);
    QCOMPARE(mine.clips[0].lengthSeconds, 1.0);
    QCOMPARE(mine.clips[0].frameCount, truth.clips[0].frameCount);
    QCOMPARE(mine.texels.height(), truth.texels.height());
    const double distance = largestDifference(mine, truth);
    QVERIFY2(distance < 1e-6, qPrintable(QString::number(distance)));
  }

  /// The measurement includes the way back, so the error equals that of the closed cycle.
  static void measuresWayBack() {
    const model::Model open = swinging(24);
    const model::Model closed = swinging(25);
    const auto errorOf = [](const model::Model& model, bake::LoopMode loop) {
      const vat::BakedAnimation baked = bakeOrDie(model, settingsAt(10.0, loop));
      JobContext job;
      const auto measured = bake::measureError(model, baked, job);
      return measured ? measured->at(0) : vat::ClipError{-1.0};
    };
    const vat::ClipError mine = errorOf(open, bake::LoopMode::Auto);
    const vat::ClipError truth = errorOf(closed, bake::LoopMode::On);
    QVERIFY(truth.maxMillimetres > 0.5);  // 10 Hz over keys at 24 Hz: it cuts corners.
    QVERIFY2(std::abs(mine.maxMillimetres - truth.maxMillimetres) < 1e-3,
             qPrintable(QString("%1 %2").arg(mine.maxMillimetres).arg(truth.maxMillimetres)));
    QVERIFY(mine.loopGapMillimetres < 1e-3);
  }

  /// A scale that differs at the end is no cycle, however small its motion; one that returns is.
  static void scaleCounts_data() {
    QTest::addColumn<bool>("swings");
    QTest::addColumn<int>("axis");  // -1: all.
    QTest::addColumn<double>("growth");
    QTest::addColumn<bool>("pulses");
    QTest::newRow("grows") << false << -1 << 1.0 << false;
    QTest::newRow("shrinks") << false << -1 << -0.5 << false;
    QTest::newRow("grows along Z") << false << 2 << 0.3 << false;
    QTest::newRow("swings and grows a little") << true << -1 << 0.1 << false;
    QTest::newRow("pulses") << false << -1 << 0.3 << true;
    QTest::newRow("swings and pulses") << true << 0 << 0.3 << true;
  }
  static void scaleCounts() {
    QFETCH(const bool, swings);
    QFETCH(const int, axis);
    QFETCH(const double, growth);
    QFETCH(const bool, pulses);
    model::Model model = swinging(24);
    model::Clip& clip = model.clips[0];
    if (!swings) {
      clip.tracks.clear();
    }
    std::vector<double> times;
    std::vector<float> scales;
    for (int i = 0; i < 24; ++i) {
      times.push_back(i / kRate);
      const double change = pulses ? growth * std::sin(kTurn * i / 24.0) : growth * i / 23.0;
      for (int c = 0; c < 3; ++c) {
        scales.push_back(static_cast<float>(axis < 0 || axis == c ? 1.0 + change : 1.0));
      }
    }
    addTrack(clip, model::TrackTarget::Scale, model::Interpolation::Linear, NodeIndex(1u), times, scales);
    const vat::BakedAnimation baked = bakeOrDie(model, settingsAt(kRate));
    QCOMPARE(baked.clips[0].loop, pulses);
    QVERIFY(std::abs(baked.clips[0].lengthSeconds - (pulses ? 1.0 : 23.0 / 24.0)) < 1e-12);
  }

  /// A spline continues straight from its last key to its first; between its keys it is unchanged.
  static void closesSplines() {
    const model::Model open = swinging(24, model::Interpolation::CubicSpline);
    const vat::BakedAnimation mine = bakeOrDie(open, settingsAt(240.0));
    QVERIFY(mine.clips[0].loop);
    QCOMPARE(mine.clips[0].frameCount, 240u);
    const vat::BakedAnimation truth =
        bakeOrDie(swinging(25, model::Interpolation::CubicSpline), settingsAt(240.0, bake::LoopMode::On));
    QVERIFY(largestDifference(mine, truth) < 0.01);  // The last frame's chord against its arc.
    double within = 0.0;
    for (std::uint32_t y = 0; y < 230; ++y) {
      for (std::uint32_t x = 0; x < mine.texels.width(); ++x) {
        const glm::vec4 d = glm::abs(mine.texels.texel(x, y) - truth.texels.texel(x, y));
        within = std::max({within, double{d.x}, double{d.y}, double{d.z}, double{d.w}});
      }
    }
    QVERIFY2(within < 1e-6, qPrintable(QString::number(within)));
  }

  /// A source clip can be closed from one start only.
  static void rejectsTwoStarts() {
    const model::Model open = swinging(24);
    bake::BakeSettings settings = settingsAt(kRate);
    for (const double from : {0.0, 6.0 / kRate}) {
      bake::ClipSelection clip;
      clip.clip = ClipIndex(0);
      clip.loop = bake::LoopMode::Close;
      clip.fromSeconds = from;
      settings.clips.push_back(clip);
    }
    settings.clips[1].name = "Late";
    JobContext job;
    const auto baked = bake::bake(open, settings, job);
    QVERIFY(!baked);
    QCOMPARE(baked.error().code, ErrorCode::InvalidArgument);
    QVERIFY2(baked.error().message.find("\"Late\"") != std::string::npos, baked.error().message.c_str());
    QVERIFY(!bake::bakeSize(open, settings, job));
    settings.clips[1].fromSeconds = 0.0;  // With equal starts it is allowed, for example at another rate.
    QVERIFY(bake::bake(open, settings, job));
  }

  /// glTF of exporters whose first frame is 1: the clip begins at 0, a frame before its first key.
  static void leavesOutHeldFirstFrame() {
    const model::Model late = swinging(24, model::Interpolation::Linear, 1);
    const vat::BakedAnimation mine = bakeOrDie(late, settingsAt(kRate));
    QVERIFY(mine.clips[0].loop);
    QCOMPARE(mine.clips[0].frameCount, 24u);
    QVERIFY(largestDifference(mine, bakeOrDie(swinging(25), settingsAt(kRate, bake::LoopMode::On))) < 1e-6);
  }

  static void otherClipsAreNotOpenCycles() {
    const auto loops = [](const model::Model& model) {
      const vat::BakedAnimation baked = bakeOrDie(model, settingsAt(kRate));
      return std::pair(baked.clips[0].loop, baked.clips[0].lengthSeconds);
    };
    QCOMPARE(loops(swinging(25)), std::pair(true, 1.0));  // Closed already.
    for (const int frames : {23, 22, 20, 13, 7, 4}) {     // Ends more than one frame before its start.
      QVERIFY2(!loops(swinging(frames)).first, qPrintable(QString::number(frames)));
    }
    model::Model hinted = swinging(24);
    hinted.clips[0].loopHint = false;
    QVERIFY(!loops(hinted).first);
    model::Model still = swinging(24);  // Returns to its origin within the last frame: an end, not a cycle.
    for (std::size_t i = 0; i < still.clips[0].tracks[0].values.size(); i += 4) {
      const double angle = 0.03 * static_cast<double>(i) / 4.0;
      still.clips[0].tracks[0].values[i + 2] = static_cast<float>(std::sin(angle));
      still.clips[0].tracks[0].values[i + 3] = static_cast<float>(std::cos(angle));
    }
    QVERIFY(!loops(still).first);
  }

  static void closeIsSeparateSetting() {
    const model::Model half = swinging(13);  // Not a cycle, but requested.
    const vat::BakedAnimation baked = bakeOrDie(half, settingsAt(kRate, bake::LoopMode::Close));
    QVERIFY(baked.clips[0].loop);
    QCOMPARE(baked.clips[0].frameCount, 13u);
    QVERIFY(std::abs(baked.clips[0].lengthSeconds - 13.0 / kRate) < 1e-12);
  }

  /// If a loop is forced to close, the gap is the distance from the last pose to the first, unless their step is a step
  /// of the motion.
  static void forcedClosingHasTrueGap_data() {
    QTest::addColumn<double>("growth");  // From the first frame to the last.
    QTest::addColumn<bool>("hasRoot");   // Its root motion is extracted.
    QTest::addColumn<bool>("vertexMode");
    QTest::newRow("swings") << 0.0 << false << false;
    QTest::newRow("grows") << 0.5 << false << false;
    QTest::newRow("grows, vertex mode") << 0.5 << false << true;
    QTest::newRow("grows and walks") << 0.5 << true << false;
  }
  static void forcedClosingHasTrueGap() {
    QFETCH(const double, growth);
    QFETCH(const bool, hasRoot);
    QFETCH(const bool, vertexMode);
    model::Model model = swinging(24);
    model::Clip& clip = model.clips[0];
    std::vector<double> times;
    std::vector<float> scales;
    std::vector<float> places;
    for (int i = 0; i < 24; ++i) {
      times.push_back(i / kRate);
      const auto scale = static_cast<float>(1.0 + growth * i / 23.0);
      scales.insert(scales.end(), {scale, scale, scale});
      places.insert(places.end(), {0.0f, 0.0f, static_cast<float>(0.2 * i)});
    }
    if (growth != 0.0) {
      clip.tracks.clear();
      addTrack(clip, model::TrackTarget::Scale, model::Interpolation::Linear, NodeIndex(0u), times, scales);
    }
    bake::BakeSettings settings = settingsAt(kRate, bake::LoopMode::Close);
    settings.mode = vertexMode ? vat::BakeMode::Vertex : vat::BakeMode::Bone;
    if (hasRoot) {
      addTrack(clip, model::TrackTarget::Translation, model::Interpolation::Linear, NodeIndex(0u), times, places);
      settings.rootMotion.mode = vat::RootMotionMode::Extract;
      settings.rootMotion.node = model.nodes[0].name;
    }
    double radius = 0.0;  // The root, at the origin, scales: each vertex moves along its line from the root.
    for (const glm::vec3& p : model.vertices.positions) {
      radius = std::max(radius, glm::length(glm::dvec3(p)));
    }
    const double truth = growth * radius * 1e3;
    JobContext job;
    const vat::BakedAnimation baked = bakeOrDie(model, settings, job);
    QCOMPARE(baked.clips[0].frameCount, 24u);
    QCOMPARE(said(job, "the frame that closes the loop moves the clip"), growth != 0.0);
    const auto measured = bake::measureError(model, baked, job);
    QVERIFY(measured);
    const double gap = measured->at(0).loopGapMillimetres;
    QVERIFY2(std::abs(gap - truth) < 1e-3 * std::max(1.0, truth), qPrintable(QString("%1 %2").arg(gap).arg(truth)));
  }

  /// A walk along an arc with extracted root motion: the last frame continues like the one before.
  static void rootMotionContinues() {
    const model::Model whole = makeWalk();
    model::Model open = whole;
    model::Clip& clip = open.clips[0];
    for (model::Track& track : clip.tracks) {
      track.values.resize(track.values.size() - track.componentCount(0));
    }
    for (std::vector<double>& times : clip.timelines) {
      times.pop_back();
    }
    clip.lengthSeconds = clip.timelines[0].back();
    const auto baked = [](const model::Model& model) {
      bake::BakeSettings settings = settingsAt(30.0);
      settings.rootMotion.mode = vat::RootMotionMode::Extract;
      settings.rootMotion.yaw = true;
      settings.clips.emplace_back().clip = ClipIndex(0u);
      return bakeOrDie(model, settings);
    };
    const vat::BakedAnimation mine = baked(open);
    const vat::BakedAnimation truth = baked(whole);
    QVERIFY(truth.clips[0].loop && mine.clips[0].loop);
    QCOMPARE(mine.clips[0].frameCount, truth.clips[0].frameCount);
    QVERIFY(largestDifference(mine, truth) < 1e-5);
    const auto& ways = mine.clips[0].rootMotion->samples;
    const auto& wanted = truth.clips[0].rootMotion->samples;
    QCOMPARE(ways.size(), wanted.size());
    QVERIFY2(glm::distance(ways.back().position, wanted.back().position) < 2e-3, "the way of a cycle");
    QVERIFY(std::abs(ways.back().yawRadians - wanted.back().yawRadians) < 5e-3);
  }

  static void invisibleGapsAreNotReported() {
    const auto warns = [](double gapMetres, double scale) {
      model::Model model = swinging(25);
      for (glm::vec3& p : model.vertices.positions) {
        p *= static_cast<float>(scale);
      }
      model.clips[0].tracks.pop_back();
      std::vector<float> places;
      const std::vector<double> times = model.clips[0].timelines[0];
      for (std::size_t i = 0; i < times.size(); ++i) {
        places.insert(places.end(), {i + 1 == times.size() ? static_cast<float>(gapMetres) : 0.0f, 0.0f, 0.0f});
      }
      addTrack(model.clips[0], model::TrackTarget::Translation, model::Interpolation::Linear, NodeIndex(0u), times,
               places);
      JobContext job;
      bakeOrDie(model, settingsAt(kRate, bake::LoopMode::On), job);
      return said(job, "it will jump");
    };
    QVERIFY(!warns(0.00008, 0.05));  // Less than 0.1 mm, however small the model is …
    QVERIFY(!warns(0.00008, 1.0));
    QVERIFY(!warns(0.0015, 10.0));  // … and less than 1/10,000 of its size, however large.
    QVERIFY(warns(0.001, 1.0));
    QVERIFY(warns(0.01, 10.0));
  }
};

TEXELETON_PLAIN_SUITE(TestOpenCycles)
#include "test_open_cycles.moc"
