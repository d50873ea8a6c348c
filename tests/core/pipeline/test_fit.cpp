// Fitted bakes, compared with the source in float64 by a search at sixteen times the rate.

#include <QObject>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <filesystem>

#include "core/bake/measure/measure.h"
#include "core/import/import.h"
#include "core/pack/pack.h"
#include "core/pipeline/fit.h"
#include "core/vat/encoding.h"
#include "tests/core/bake/bake_oracle.h"
#include "tests/core/pipeline/search_source.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using texeleton::test::bakeOrDie;
using texeleton::test::searched;

class TestFit : public QObject {
  Q_OBJECT

 private slots:
  /// A static clip takes one row, whether it loops or not; intermediate steps may be larger than the texture.
  void stillClipsTakeOneRow() {
    model::Model model = test::twoBoneStrip();
    model::Clip still = model.clips[0];
    still.name = "Still";
    still.tracks.clear();
    still.timelines.clear();
    still.lengthSeconds = 2.0;
    test::addTrack(still, model::TrackTarget::Rotation, model::Interpolation::Linear, NodeIndex(1), {0.0, 2.0},
                   {0.0f, 0.0f, 0.6f, 0.8f, 0.0f, 0.0f, 0.6f, 0.8f});
    model.clips = {still};
    bake::BakeSettings settings;
    settings.clips.resize(2);
    settings.clips[0].clip = settings.clips[1].clip = ClipIndex(0);
    settings.clips[0].name = "Once";
    settings.clips[0].loop = bake::LoopMode::Off;
    settings.clips[1].name = "Loop";
    settings.clips[1].loop = bake::LoopMode::On;
    settings.maxSize = 16;
    pipeline::FitLimits limits;
    limits.maxMillimetres = 0.5;
    JobContext job;
    std::size_t told = 0;
    const auto fitted = pipeline::fitBake(model, settings, limits, job, [&](const pipeline::FitCandidate&) { ++told; });
    QVERIFY2(fitted, fitted ? "" : fitted.error().message.c_str());
    QCOMPARE(told, fitted->candidates.size());
    const vat::BakedAnimation baked = bakeOrDie(model, fitted->settings);
    QVERIFY(baked.layout.height <= 16);
    for (const vat::BakedClip& clip : baked.clips) {
      QCOMPARE(clip.frameCount, 1u);
      QCOMPARE(clip.lengthSeconds, 2.0);
      QVERIFY(searched(model, baked, clip) <= 0.5);
    }
    pack::Pack pack;
    pack.animation = bakeOrDie(model, fitted->settings);
    const std::vector<Message> wrong = pack::verifyPack(pack, job);
    QVERIFY2(wrong.empty(), wrong.empty() ? "" : wrong.front().c_str());
    const pipeline::FitCandidate& chosen = fitted->candidates[fitted->chosen];
    const bake::BakeSettings again = pipeline::settingsOf(chosen, limits, settings);
    QCOMPARE(again.clips[0].sampleRateHz, fitted->settings.clips[0].sampleRateHz);
    QCOMPARE(again.encoding, fitted->settings.encoding);
  }

  /// A clip's own limit applies to it, and to no other.
  void limitsPerClip() {
    const model::Model model = test::twoBoneStrip();
    bake::BakeSettings settings;
    settings.clips.resize(2);
    settings.clips[0].clip = settings.clips[1].clip = ClipIndex(0);
    settings.clips[0].name = "Near";
    settings.clips[0].maxErrorMillimetres = 0.5;
    settings.clips[1].name = "Far";
    pipeline::FitLimits limits;
    limits.maxMillimetres = 100.0;
    JobContext job;
    const auto fitted = pipeline::fitBake(model, settings, limits, job);
    QVERIFY2(fitted, fitted ? "" : fitted.error().message.c_str());
    const vat::BakedAnimation baked = bakeOrDie(model, fitted->settings);
    const double near = searched(model, baked, baked.clips[0]);
    const double far = searched(model, baked, baked.clips[1]);
    QVERIFY2(near <= 0.5 && far <= 100.0 && far > 0.5, qPrintable(QString("%1, %2 mm").arg(near).arg(far)));
    QVERIFY(baked.clips[0].frameCount > baked.clips[1].frameCount);
  }

  /// If no bake keeps the limit, the message never suggests anything that the search tries itself.
  void hintsAreUntried() {
    model::Model jumping = test::twoBoneStrip();
    model::Clip& jump = jumping.clips[0];
    jump.tracks.clear();
    jump.timelines.clear();
    test::addTrack(jump, model::TrackTarget::Translation, model::Interpolation::Step, NodeIndex(1), {0.0, 0.31, 1.0},
                   {0.0f, 1.0f, 0.0f, 0.5f, 1.0f, 0.0f, 0.5f, 1.0f, 0.0f});
    jumping.clips.resize(1);
    const auto hintOf = [](const model::Model& model, const bake::BakeSettings& settings,
                           const pipeline::FitLimits& limits) {
      JobContext job;
      const auto fitted = pipeline::fitBake(model, settings, limits, job);
      return fitted ? QString("it fits") : QString::fromStdString(fitted.error().message.text());
    };
    bake::BakeSettings settings;
    pipeline::FitLimits limits;
    limits.maxMillimetres = 1.0;
    QString hint = hintOf(jumping, settings, limits);
    QVERIFY2(hint.contains("jumps") && hint.contains(jump.name.c_str()), qPrintable(hint));
    QVERIFY2(!hint.contains("use rgba32f") && !hint.contains("use vertex mode"), qPrintable(hint));

    // Influences beyond four are lost only in bone mode: a search that includes vertex mode selects it; one without it
    // reports the loss.
    const model::Model manyInfluences = test::makeCharacter({.vertices = 60, .maxInfluences = 8});
    settings.mode = vat::BakeMode::Bone;
    limits.keepsMode = true;
    hint = hintOf(manyInfluences, settings, limits);
    QVERIFY2(hint.contains("use vertex mode"), qPrintable(hint));
    // Nor does it suggest a wider format that the search was free to choose.
    limits = {};
    limits.maxMillimetres = 1e-7;
    hint = hintOf(test::twoBoneStrip(), {}, limits);
    QVERIFY2(hint != "it fits" && !hint.contains("use rgba32f"), qPrintable(hint));
    limits.keepsPixelFormat = true;
    limits.keepsEncoding = true;
    settings.encoding = "matrix3x4";
    hint = hintOf(test::twoBoneStrip(), settings, limits);
    QVERIFY2(hint.contains("use rgba32f"), qPrintable(hint));
  }

  /// Half a turn between keys: an arc that matrices cut short even at 32 times the source's rate.
  void fastRotationsGetMoreFrames() {
    model::Model model = test::twoBoneStrip();
    model::Clip& spin = model.clips[0];
    spin.tracks.clear();
    spin.timelines.clear();
    spin.lengthSeconds = 4.0 / 30.0;
    spin.sourceRateHz = 30.0;
    const double key = 1.0 / 30.0;
    const float quarter = 0.70710678f;
    test::addTrack(spin, model::TrackTarget::Rotation, model::Interpolation::Linear, NodeIndex(1),
                   {0.0, key, 2.0 * key, 4.0 * key},
                   {0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f,  //
                    0.0f, 0.0f, quarter, quarter, 0.0f, 0.0f, quarter, quarter});
    model.clips.resize(1);
    bake::BakeSettings settings;
    settings.clips.resize(1);
    settings.clips[0].clip = ClipIndex(0);
    settings.clips[0].loop = bake::LoopMode::Off;
    pipeline::FitLimits limits;
    limits.maxMillimetres = 0.05;
    limits.encodings = {"matrix3x4"};
    limits.keepsRows = true;
    JobContext job;
    const auto fitted = pipeline::fitBake(model, settings, limits, job);
    QVERIFY2(fitted, fitted ? "" : fitted.error().message.c_str());
    const vat::BakedAnimation baked = bakeOrDie(model, fitted->settings);
    QVERIFY2(baked.clips[0].sampleRateHz > 33.0 * 30.0, qPrintable(QString::number(baked.clips[0].sampleRateHz)));
    const double found = searched(model, baked, baked.clips[0]);
    QVERIFY2(found <= limits.maxMillimetres, qPrintable(QString("%1 mm").arg(found)));
  }

  /// The loss of half floats is reported as such, not as a loss of blending at the first rate.
  void reportsLossOfTexels() {
    const model::Model model = test::makeCharacter({.vertices = 60});
    bake::BakeSettings settings;
    settings.mode = vat::BakeMode::Bone;
    settings.encoding = "matrix3x4";
    settings.sampleRateHz = 3.0;
    pipeline::FitLimits limits;
    limits.maxMillimetres = 1e-3;
    limits.keepsMode = limits.keepsEncoding = limits.keepsPixelFormat = true;
    JobContext job;
    const auto fitted = pipeline::fitBake(model, settings, limits, job);
    QVERIFY(!fitted);
    const QString said = QString::fromStdString(fitted.error().message.text());
    QVERIFY2(said.contains("at every rate; the texels are too coarse: use rgba32f"), qPrintable(said));
    const QRegularExpressionMatch match = QRegularExpression("is ([0-9.e-]+) mm off").match(said);
    // No rate helps: with four times as many frames the error is about equal.
    settings.sampleRateHz = 120.0;
    const vat::BakedAnimation baked = bakeOrDie(model, settings);
    const auto errors = bake::measureError(model, baked, job);
    QVERIFY(errors);
    double loss = 0.0;
    for (const vat::ClipError& error : *errors) {
      loss = std::max(loss, error.encodingMillimetres);
    }
    const double told = match.captured(1).toDouble();
    QVERIFY2(told > 0.3 * loss && told < 2.0 * loss, qPrintable(QString("%1 and %2 mm").arg(told).arg(loss)));
  }

  /// The candidates of one limit serve other limits: the smallest one whose clips keep it, or their own limits.
  void otherLimitsNeedNoSearch() {
    const auto candidate = [](std::uint64_t bytes, const std::vector<double>& millimetres) {
      pipeline::FitCandidate made;
      made.bytes = bytes;
      for (const double each : millimetres) {
        made.clips.emplace_back().millimetres = each;
      }
      return made;
    };
    std::vector<pipeline::FitCandidate> tried = {candidate(100, {0.5, 0.7}), candidate(0, {}),
                                                 candidate(60, {2.0, 1.0}), candidate(40, {2.0, 3.0}),
                                                 candidate(10, {0.1, 0.1})};
    tried[4].isTooLarge = true;
    QVERIFY(!pipeline::smallestAt(tried, 0.6));
    QCOMPARE(*pipeline::smallestAt(tried, 0.7), std::size_t{0});
    QCOMPARE(*pipeline::smallestAt(tried, 2.9), std::size_t{2});
    QCOMPARE(*pipeline::smallestAt(tried, 3.0), std::size_t{3});
    tried[3].clips[1].ownMillimetres = 2.5;  // It does not keep this limit.
    QCOMPARE(*pipeline::smallestAt(tried, 3.0), std::size_t{2});
    tried[2].clips[0].keepsNormals = false;
    QCOMPARE(*pipeline::smallestAt(tried, 3.0), std::size_t{0});
    // The same result as the search, for the limit that it used.
    const model::Model model = test::twoBoneStrip();
    pipeline::FitLimits limits;
    limits.maxMillimetres = 2.0;
    JobContext job;
    const auto fitted = pipeline::fitBake(model, {}, limits, job);
    QVERIFY2(fitted, fitted ? "" : fitted.error().message.c_str());
    for (const pipeline::FitCandidate& each : fitted->candidates) {
      QCOMPARE(pipeline::keepsAt(each, limits.maxMillimetres), each.keeps);
    }
    QCOMPARE(fitted->candidates[*pipeline::smallestAt(fitted->candidates, limits.maxMillimetres)].bytes,
             fitted->candidates[fitted->chosen].bytes);
  }

  void cancelsFits() {
    test::CharacterSpec spec;
    spec.vertices = 60;
    JobContext job;
    const auto fitted =
        pipeline::fitBake(test::makeCharacter(spec), {}, {}, job, [&](const pipeline::FitCandidate&) { job.cancel(); });
    QVERIFY(!fitted && fitted.error().code == ErrorCode::Cancelled);
  }

  /// For any limit, the time between the frame of a one-frame loop and its repetition counts.
  void measuresFittedLoops() {
    const model::Model model = test::twoBoneStrip();
    bake::BakeSettings settings;
    settings.clips.resize(1);
    settings.clips[0].clip = ClipIndex(0);
    settings.clips[0].loop = bake::LoopMode::On;
    for (const double limit : {5.0, 100.0, 600.0}) {
      pipeline::FitLimits limits;
      limits.maxMillimetres = limit;
      JobContext job;
      const auto fitted = pipeline::fitBake(model, settings, limits, job);
      QVERIFY(fitted);
      const vat::BakedAnimation baked = bakeOrDie(model, fitted->settings);
      const double found = searched(model, baked, baked.clips[0]);
      QVERIFY2(found <= limit, qPrintable(QString("%1 mm of %2").arg(found).arg(limit)));
    }
  }

  void fitKeepsItsLimit_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<double>("limit");
#ifdef TEXELETON_SANITIZED  // Tighter limits and whole characters take tens of minutes, in the same code.
    const std::vector<double> limits = {20.0};
#else
    const std::vector<double> limits = {20.0, 5.0, 1.0};
#endif
    for (const double limit : limits) {
      QTest::addRow("made, %g mm", limit) << QString() << limit;
#ifndef TEXELETON_SANITIZED
      for (const auto& file : test::sharedModelFiles()) {
        const QString name = QString::fromStdString(file.filename().string());
        if (name == "kaykit-knight.glb" || name == "max-skin-zup.fbx") {
          QTest::addRow("%s, %g mm", file.filename().c_str(), limit) << QString::fromStdString(file.string()) << limit;
        }
      }
#endif
    }
  }
  void fitKeepsItsLimit() {
    QFETCH(QString, file);
    QFETCH(double, limit);
    JobContext job;
    test::CharacterSpec spec;
    spec.vertices = 24;
    auto model = std::make_shared<const model::Model>(test::makeCharacter(spec));
    bake::BakeSettings settings;
    settings.expose = {{"Joint 3|hand.*", false}};
    if (!file.isEmpty()) {
      auto imported = importing::importModel(file.toStdString(), {}, job);
      QVERIFY(imported);
      model = *imported;
      for (std::size_t i = 0; i < std::min<std::size_t>(3, model->clips.size()); ++i) {
        settings.clips.emplace_back().clip = ClipIndex(i);
      }
    }
    pipeline::FitLimits limits;
    limits.maxMillimetres = limit;
    const auto fitted = pipeline::fitBake(*model, settings, limits, job);
    if (!fitted) {  // The message names the clip and its error.
      QCOMPARE(fitted.error().code, ErrorCode::Verification);
      QVERIFY(fitted.error().message.find("mm off ") != std::string::npos);
      return;
    }
    const vat::BakedAnimation baked = bakeOrDie(*model, fitted->settings);
    for (const vat::BakedClip& clip : baked.clips) {
      const double found = searched(*model, baked, clip);
      QVERIFY2(found <= limit, qPrintable(QString("%1 mm in %2").arg(found).arg(clip.name.c_str())));
    }
    for (const pipeline::FitCandidate& candidate : fitted->candidates) {
      QVERIFY(!candidate.keeps || candidate.bytes >= fitted->candidates[fitted->chosen].bytes);
    }
    const std::string picture = pipeline::fitPicture(*fitted, limits, "a < b");
    QVERIFY(picture.find("<svg") == 0 && picture.find("a &lt; b") != std::string::npos);
    QVERIFY(picture.find("nan") == std::string::npos);
  }
};

TEXELETON_SUITE(TestFit)
#include "test_fit.moc"
