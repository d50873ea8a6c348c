// Encodings and fitted bakes, held against the source in float64 by a search at sixteen times the rate.

#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <filesystem>
#include <glm/gtc/quaternion.hpp>
#include <nlohmann/json.hpp>
#include <random>

#include "core/animation/pose.h"
#include "core/bake/bake.h"
#include "core/bake/encoding.h"
#include "core/bake/measure.h"
#include "core/bake/measure_sockets.h"
#include "core/import/import.h"
#include "core/pack/pack.h"
#include "core/pipeline/fit.h"
#include "tests/core/pipeline/search_source.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using texeleton::test::searched;

namespace {

BakedAnimation bakedOf(const Model& model, const BakeSettings& settings) {
  JobContext job;
  auto result = bake(model, settings, job);
  if (!result) {
    qFatal("%s", result.error().message.c_str());
  }
  return std::move(*result);
}

BakeSettings settingsOf(const Encoding& encoding, double rate) {
  BakeSettings settings;
  settings.mode = encoding.mode;
  settings.encoding = encoding.name;
  settings.sampleRateHz = rate;
  settings.size = SizeRule::Exact;
  return settings;
}

}  // namespace

class TestEncodings : public QObject {
  Q_OBJECT

 private slots:
  void measuredErrorIsTheTrueOne_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("scales");
    for (const Encoding& encoding : encodings()) {
      for (const bool scales : {false, true}) {
        QTest::addRow("%s%s", encoding.name, scales ? ", uneven scales" : "") << QString(encoding.name) << scales;
      }
    }
  }
  void measuredErrorIsTheTrueOne() {
    QFETCH(QString, name);
    QFETCH(bool, scales);
    test::CharacterSpec spec;
    spec.scales = scales;
    spec.vertices = 60;
    const Model model = test::makeCharacter(spec);
    BakeSettings settings = settingsOf(*findEncoding(name.toStdString()), 8.0);
    settings.expose = {{"Joint 3", true}};
    const BakedAnimation baked = bakedOf(model, settings);
    JobContext job;
    const auto errors = measureError(model, baked, job);
    const auto sockets = measureSockets(model, settings, baked, job);
    QVERIFY(errors && sockets);
    for (std::size_t i = 0; i < baked.clips.size(); ++i) {
      const double reported = std::max((*errors)[i].maxMillimetres, (*sockets)[i]);
      const double found = searched(model, baked, baked.clips[i]);
      QVERIFY2(found <= 1.02 * reported + 1e-3, qPrintable(QString("%1 found, %2 reported").arg(found).arg(reported)));
      QVERIFY2(found >= 0.9 * reported - 1e-3, qPrintable(QString("%1 found, %2 reported").arg(found).arg(reported)));
    }
    Pack pack;
    pack.animation = bakedOf(model, settings);
    const std::vector<Message> wrong = verifyPack(pack, job);
    QVERIFY2(wrong.empty(), wrong.empty() ? "" : wrong.front().c_str());
  }

  /// Bones that cannot be held otherwise are matrices, and only these; they are told.
  void unevenBonesAreMatrices() {
    const Model wheel = test::animatedRigidNode();
    JobContext job;
    const auto baked = bake(wheel, settingsOf(*findEncoding("quaternion"), 20.0), job);
    QVERIFY(baked);
    QVERIFY(baked->bones[0].isMatrix);
    QCOMPARE(job.takeIssues().size(), std::size_t{1});
    const BakedAnimation classic = bakedOf(wheel, settingsOf(*findEncoding("matrix3x4"), 20.0));
    for (std::uint32_t frame = 0; frame < classic.layout.frameCount; ++frame) {
      const BoneMatrix a = rowsOf(storedBone(*baked, frame, 0));
      const BoneMatrix b = rowsOf(storedBone(classic, frame, 0));
      for (int r = 0; r < 3; ++r) {
        QVERIFY(a.row[r] == b.row[r]);
      }
    }
    for (const BakedBone& bone : bakedOf(test::twoBoneStrip(), settingsOf(*findEncoding("quaternion"), 20.0)).bones) {
      QVERIFY(!bone.isMatrix);
    }
  }

  /// Against formulas of another kind: axis and angle.
  void quaternionsHoldWhatTheyAreGiven() {
    const Encoding& encoding = *findEncoding("quaternion");
    std::mt19937 random(3);
    std::uniform_real_distribution<double> any(-1.0, 1.0);
    for (int i = 0; i < 5000; ++i) {
      const glm::dvec3 axis = glm::normalize(glm::dvec3(any(random), any(random), any(random)));
      const double angle = i % 10 == 0 ? 3.14159265358979 : 3.2 * any(random);
      const double scales[] = {1.0, -1.0, 1e-3, 250.0, 0.0, 1e-30};
      const double scale = scales[i % 6];
      const glm::dmat3 turn = glm::mat3_cast(glm::angleAxis(angle, axis)) * scale;
      const double far = i % 4 == 0 ? 1e5 : 1.0;
      const glm::dvec3 translation = far * glm::dvec3(any(random), any(random), any(random));
      BoneMatrix rows;
      for (int r = 0; r < 3; ++r) {
        rows.row[r] = {turn[0][r], turn[1][r], turn[2][r], translation[r]};
      }
      QVERIFY(isSimilarity(rows));
      const glm::dvec3 pivot(any(random), any(random), any(random));
      glm::vec4 texels[2];
      encoding.encodeBone(rows, pivot, texels);
      const BoneMatrix back = rowsOf(encoding.decodeBone(texels, pivot));
      const glm::dvec4 point(any(random), any(random), any(random), 1.0);
      for (int r = 0; r < 3; ++r) {
        const double off = std::abs(glm::dot(back.row[r], point) - glm::dot(rows.row[r], point));
        QVERIFY2(off <= 1e-6 * (1.0 + std::abs(scale)) * far, qPrintable(QString::number(off)));
      }
    }
  }

  /// Texels are numbers whatever the model does, and what is reported is not below the truth.
  void extremes_data() { measuredErrorIsTheTrueOne_data(); }
  void extremes() {
    QFETCH(QString, name);
    const Encoding& encoding = *findEncoding(name.toStdString());
    std::mt19937 random(7);
    for (int round = 0; round < 24; ++round) {
      Model model = test::twoBoneStrip();
      Clip& clip = model.clips[0];
      clip.tracks.clear();
      clip.timelines.clear();
      const std::vector<double> times = {0.0, 0.25, 0.5, 0.75, 1.0};
      const float magnitudes[] = {0.0f, 1e-42f, 1e-6f, 1.0f, -1.0f, 300.0f};
      const auto scaleOf = [&] { return magnitudes[random() % 6]; };
      std::vector<float> scales;
      std::vector<float> places;
      std::vector<float> turns;
      for (std::size_t i = 0; i < times.size(); ++i) {
        const float s = round % 3 == 0 ? 1.0f : scaleOf();
        scales.insert(scales.end(), {s, round % 5 == 0 ? scaleOf() : s, s});
        const float far = round % 4 == 0 ? 9000.0f : 1.0f;
        places.insert(places.end(), {far * scaleOf() / 300.0f, far / 2.0f, 1e-41f});
        // Half a turn from key to key, about one axis or another.
        const bool isTurned = i % 2 == 1;
        turns.insert(turns.end(), {isTurned && round % 2 == 0 ? 1.0f : 0.0f, 0.0f,
                                   isTurned && round % 2 == 1 ? 1.0f : 0.0f, isTurned ? 0.0f : 1.0f});
      }
      test::addTrack(clip, TrackTarget::Scale, Interpolation::Linear, NodeIndex(1), times, scales);
      test::addTrack(clip, TrackTarget::Translation, Interpolation::Linear, NodeIndex(0), times, places);
      test::addTrack(clip, TrackTarget::Rotation, Interpolation::Linear, NodeIndex(1), times, turns);
      BakeSettings settings = settingsOf(encoding, 4.0);
      settings.clips.resize(1);
      settings.clips[0].clip = ClipIndex(0);
      JobContext job;
      const auto baked = bake(model, settings, job);
      if (!baked) {  // Refused, not damaged.
        QCOMPARE(baked.error().code, ErrorCode::Limit);
        continue;
      }
      for (std::uint32_t y = 0; y < baked->layout.height; ++y) {
        for (std::uint32_t x = 0; x < baked->layout.width; ++x) {
          const glm::vec4 texel = baked->texels.texel(x, y);
          QVERIFY(std::isfinite(texel.x) && std::isfinite(texel.y) && std::isfinite(texel.z) && std::isfinite(texel.w));
        }
      }
      const auto errors = measureError(model, *baked, job);
      QVERIFY(errors);
      const double found = searched(model, *baked, baked->clips[0]);
      QVERIFY2(found <= 1.02 * (*errors)[0].maxMillimetres + 1.0,  // A millimetre of 9 km is the float's.
               qPrintable(QString("%1 found, %2 reported").arg(found).arg((*errors)[0].maxMillimetres)));
    }
  }

  void unknownNamesAreRefused() {
    JobContext job;
    BakeSettings settings;
    settings.encoding = "quaternoin";
    const auto baked = bake(test::twoBoneStrip(), settings, job);
    QVERIFY(!baked && baked.error().code == ErrorCode::InvalidArgument);
    QVERIFY(baked.error().message.find("quaternion") != std::string::npos);
    settings.encoding = "offset16";
    QVERIFY(!bake(test::twoBoneStrip(), settings, job));
    settings.mode = BakeMode::Vertex;
    QVERIFY(bake(test::twoBoneStrip(), settings, job));
    settings.pixelFormat = PixelFormat::Rgba32F;
    QVERIFY(!bake(test::twoBoneStrip(), settings, job));
  }

  /// A manifest that says of shapes what the texture does not hold is refused; whatever the texels are, nothing but
  /// numbers comes of them.
  void hostileShapes() {
    QTemporaryDir folder;
    const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "a.texpack";
    const Model model = test::makeCharacter({.vertices = 60});
    Pack pack;
    pack.animation = bakedOf(model, settingsOf(*findEncoding("basis"), 8.0));
    const std::uint32_t shapes = pack.animation.layout.shapeCount;
    JobContext job;
    PackWriteOptions options;
    options.compression = TextureCompression::None;
    QVERIFY(writePack(path, pack, options, job));
    const auto read = [](const std::filesystem::path& file) {
      QFile in(QString::fromStdString(file.string()));
      return in.open(QFile::ReadOnly) ? in.readAll() : QByteArray();
    };
    const auto write = [](const std::filesystem::path& file, const QByteArray& bytes) {
      QFile out(QString::fromStdString(file.string()));
      return out.open(QFile::WriteOnly) && out.write(bytes) == bytes.size();
    };
    nlohmann::json manifest = nlohmann::json::parse(read(path / "manifest.json").toStdString());
    QCOMPARE(manifest["texture"]["shapeCount"].get<std::uint32_t>(), shapes);
    manifest.erase("checksum");
    manifest.erase("files");
    QVERIFY(write(path / "manifest.json", QByteArray::fromStdString(manifest.dump())));
    QVERIFY(readPack(path, job));
    for (const std::int64_t wrong :
         {std::int64_t{0}, std::int64_t{65}, std::int64_t{shapes} + 5, std::int64_t{4294967295}}) {
      nlohmann::json other = manifest;
      other["texture"]["shapeCount"] = wrong;
      QVERIFY(write(path / "manifest.json", QByteArray::fromStdString(other.dump())));
      const auto refused = readPack(path, job);
      QVERIFY2(!refused && refused.error().message.find("texture.") != std::string::npos,
               refused ? "accepted" : refused.error().message.c_str());
    }
    nlohmann::json other = manifest;
    other["texture"].erase("shapeCount");
    QVERIFY(write(path / "manifest.json", QByteArray::fromStdString(other.dump())));
    QVERIFY(!readPack(path, job));
    QVERIFY(write(path / "manifest.json", QByteArray::fromStdString(manifest.dump())));

    const QByteArray texels = read(path / "animation.exr");
    std::mt19937 random(4);
    for (int i = 0; i < 200; ++i) {
      QByteArray damaged = texels;
      for (int k = 0; k < 40; ++k) {
        damaged[damaged.size() / 4 + static_cast<int>(random() % static_cast<unsigned>(damaged.size() * 3 / 4))] =
            static_cast<char>(random());
      }
      QVERIFY(write(path / "animation.exr", damaged));
      const auto some = readPack(path, job);
      if (some) {
        (void)verifyPack(*some, job);
        const std::uint32_t last = some->animation.layout.frameCount - 1;
        for (std::uint32_t v = 0; v < some->animation.mesh.vertexCount(); ++v) {
          (void)decodeVertex(some->animation, v, {0, last, 0.5f});
        }
      }
    }
  }

  /// What stands still takes a row, whether it loops or not; steps on the way there may be larger than the texture.
  void stillClipsTakeOneRow() {
    Model model = test::twoBoneStrip();
    Clip still = model.clips[0];
    still.name = "Still";
    still.tracks.clear();
    still.timelines.clear();
    still.lengthSeconds = 2.0;
    test::addTrack(still, TrackTarget::Rotation, Interpolation::Linear, NodeIndex(1), {0.0, 2.0},
                   {0.0f, 0.0f, 0.6f, 0.8f, 0.0f, 0.0f, 0.6f, 0.8f});
    model.clips = {still};
    BakeSettings settings;
    settings.clips.resize(2);
    settings.clips[0].clip = settings.clips[1].clip = ClipIndex(0);
    settings.clips[0].name = "Once";
    settings.clips[0].loop = LoopMode::Off;
    settings.clips[1].name = "Loop";
    settings.clips[1].loop = LoopMode::On;
    settings.maxSize = 16;
    FitLimits limits;
    limits.maxMillimetres = 0.5;
    JobContext job;
    std::size_t told = 0;
    const auto fitted = fitBake(model, settings, limits, job, [&](const FitCandidate&) { ++told; });
    QVERIFY2(fitted, fitted ? "" : fitted.error().message.c_str());
    QCOMPARE(told, fitted->candidates.size());
    const BakedAnimation baked = bakedOf(model, fitted->settings);
    QVERIFY(baked.layout.height <= 16);
    for (const BakedClip& clip : baked.clips) {
      QCOMPARE(clip.frameCount, 1u);
      QCOMPARE(clip.lengthSeconds, 2.0);
      QVERIFY(searched(model, baked, clip) <= 0.5);
    }
    Pack pack;
    pack.animation = bakedOf(model, fitted->settings);
    const std::vector<Message> wrong = verifyPack(pack, job);
    QVERIFY2(wrong.empty(), wrong.empty() ? "" : wrong.front().c_str());
    const FitCandidate& chosen = fitted->candidates[fitted->chosen];
    const BakeSettings again = settingsOf(chosen, limits, settings);
    QCOMPARE(again.clips[0].sampleRateHz, fitted->settings.clips[0].sampleRateHz);
    QCOMPARE(again.encoding, fitted->settings.encoding);
  }

  /// A clip's own limit counts for it, and for no other.
  void clipsHaveLimitsOfTheirOwn() {
    const Model model = test::twoBoneStrip();
    BakeSettings settings;
    settings.clips.resize(2);
    settings.clips[0].clip = settings.clips[1].clip = ClipIndex(0);
    settings.clips[0].name = "Near";
    settings.clips[0].maxErrorMillimetres = 0.5;
    settings.clips[1].name = "Far";
    FitLimits limits;
    limits.maxMillimetres = 100.0;
    JobContext job;
    const auto fitted = fitBake(model, settings, limits, job);
    QVERIFY2(fitted, fitted ? "" : fitted.error().message.c_str());
    const BakedAnimation baked = bakedOf(model, fitted->settings);
    const double near = searched(model, baked, baked.clips[0]);
    const double far = searched(model, baked, baked.clips[1]);
    QVERIFY2(near <= 0.5 && far <= 100.0 && far > 0.5, qPrintable(QString("%1, %2 mm").arg(near).arg(far)));
    QVERIFY(baked.clips[0].frameCount > baked.clips[1].frameCount);
  }

  /// Where nothing keeps the limit the message never proposes what the search tries by itself.
  void hintsAreNoneThatWereTried() {
    Model jumping = test::twoBoneStrip();
    Clip& jump = jumping.clips[0];
    jump.tracks.clear();
    jump.timelines.clear();
    test::addTrack(jump, TrackTarget::Translation, Interpolation::Step, NodeIndex(1), {0.0, 0.31, 1.0},
                   {0.0f, 1.0f, 0.0f, 0.5f, 1.0f, 0.0f, 0.5f, 1.0f, 0.0f});
    jumping.clips.resize(1);
    const auto hintOf = [](const Model& model, const BakeSettings& settings, const FitLimits& limits) {
      JobContext job;
      const auto fitted = fitBake(model, settings, limits, job);
      return fitted ? QString("it fits") : QString::fromStdString(fitted.error().message.text());
    };
    BakeSettings settings;
    FitLimits limits;
    limits.maxMillimetres = 1.0;
    QString hint = hintOf(jumping, settings, limits);
    QVERIFY2(hint.contains("jumps") && hint.contains(jump.name.c_str()), qPrintable(hint));
    QVERIFY2(!hint.contains("use rgba32f") && !hint.contains("use vertex mode"), qPrintable(hint));

    // Influences beyond four are lost in bone mode alone: a search that may take vertex mode does; one that may not
    // says so.
    const Model manyInfluences = test::makeCharacter({.vertices = 60, .maxInfluences = 8});
    settings.mode = BakeMode::Bone;
    limits.keepsMode = true;
    hint = hintOf(manyInfluences, settings, limits);
    QVERIFY2(hint.contains("use vertex mode"), qPrintable(hint));
    // Nor is a wider format proposed that was free to take.
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

  void fitsAreCancelled() {
    test::CharacterSpec spec;
    spec.vertices = 60;
    JobContext job;
    const auto fitted = fitBake(test::makeCharacter(spec), {}, {}, job, [&](const FitCandidate&) { job.cancel(); });
    QVERIFY(!fitted && fitted.error().code == ErrorCode::Cancelled);
  }

  /// However large the limit: what lies between the frame of a loop of one frame and itself counts.
  void fittedLoopsAreMeasured() {
    const Model model = test::twoBoneStrip();
    BakeSettings settings;
    settings.clips.resize(1);
    settings.clips[0].clip = ClipIndex(0);
    settings.clips[0].loop = LoopMode::On;
    for (const double limit : {5.0, 100.0, 600.0}) {
      FitLimits limits;
      limits.maxMillimetres = limit;
      JobContext job;
      const auto fitted = fitBake(model, settings, limits, job);
      QVERIFY(fitted);
      const BakedAnimation baked = bakedOf(model, fitted->settings);
      const double found = searched(model, baked, baked.clips[0]);
      QVERIFY2(found <= limit, qPrintable(QString("%1 mm of %2").arg(found).arg(limit)));
    }
  }

  void fitKeepsItsLimit_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<double>("limit");
    for (const double limit : {20.0, 5.0, 1.0}) {
      QTest::addRow("made, %g mm", limit) << QString() << limit;
#ifndef TEXELETON_SANITIZED  // Searching whole characters takes the sanitizers tens of minutes, in the same code.
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
    spec.vertices = 60;
    auto model = std::make_shared<const Model>(test::makeCharacter(spec));
    BakeSettings settings;
    settings.expose = {{"Joint 3|hand.*", false}};
    if (!file.isEmpty()) {
      auto imported = importModel(file.toStdString(), {}, job);
      QVERIFY(imported);
      model = *imported;
      for (std::size_t i = 0; i < std::min<std::size_t>(3, model->clips.size()); ++i) {
        settings.clips.emplace_back().clip = ClipIndex(i);
      }
    }
    FitLimits limits;
    limits.maxMillimetres = limit;
    const auto fitted = fitBake(*model, settings, limits, job);
    if (!fitted) {  // It says which clip and how far.
      QCOMPARE(fitted.error().code, ErrorCode::Verification);
      QVERIFY(fitted.error().message.find("mm off even at") != std::string::npos);
      return;
    }
    const BakedAnimation baked = bakedOf(*model, fitted->settings);
    for (const BakedClip& clip : baked.clips) {
      const double found = searched(*model, baked, clip);
      QVERIFY2(found <= limit, qPrintable(QString("%1 mm in %2").arg(found).arg(clip.name.c_str())));
    }
    for (const FitCandidate& candidate : fitted->candidates) {
      QVERIFY(!candidate.keeps || candidate.bytes >= fitted->candidates[fitted->chosen].bytes);
    }
    const std::string picture = fitPicture(*fitted, limits, "a < b");
    QVERIFY(picture.find("<svg") == 0 && picture.find("a &lt; b") != std::string::npos);
    QVERIFY(picture.find("nan") == std::string::npos);
  }
};

TEXELETON_SUITE(TestEncodings)
#include "test_encodings.moc"
