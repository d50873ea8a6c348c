// Uneven rows: frames that are not stored, a table of their positions, and fits that choose them.

#include <QFile>
#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/bake/bake.h"
#include "core/bake/measure/measure.h"
#include "core/bake/measure/measure_sockets.h"
#include "core/pack/pack.h"
#include "core/pipeline/fit.h"
#include "core/pipeline/pack_job.h"
#include "core/vat/encoding.h"
#include "core/vat/frame_table.h"
#include "tests/core/bake/bake_oracle.h"
#include "tests/core/pipeline/search_source.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using texeleton::test::bakeOrDie;
using texeleton::test::searched;

namespace {

bake::BakeSettings settingsOf(const vat::Encoding& encoding, double rate, double limit) {
  bake::BakeSettings settings;
  settings.mode = encoding.mode;
  settings.encoding = encoding.name;
  settings.sampleRateHz = rate;
  settings.size = vat::SizeRule::Exact;
  settings.rows = bake::RowSpacing::Uneven;
  settings.maxErrorMillimetres = limit;
  settings.expose = {{"Joint 3", true}};
  return settings;
}

model::Model character() {
  test::CharacterSpec spec;
  spec.vertices = 60;
  spec.joints = 5;
  spec.keysPerTrack = 4;
  spec.scales = true;
  return test::makeCharacter(spec);
}

}  // namespace

class TestUnevenRows : public QObject {
  Q_OBJECT

 private slots:
  void entriesAreExactAsHalves() {
    for (const vat::FrameEntry& entry : {vat::FrameEntry{0, 1, 0, 1}, vat::FrameEntry{5, 6, 31, 32},
                                         vat::FrameEntry{70'000, 67'953, 3, 7}, vat::FrameEntry{1023, 1023, 0, 1}}) {
      glm::vec4 texel = vat::encodeEntry(entry);
      for (int i = 0; i < 4; ++i) {
        texel[i] = vat::halfToFloat(vat::floatToHalf(texel[i]));
      }
      QCOMPARE(vat::decodeEntry(texel, 100'000), entry);
    }
    const float nothing = std::numeric_limits<float>::quiet_NaN();
    const vat::FrameEntry safe = vat::decodeEntry(glm::vec4(nothing, 1e30f, -1e30f, -nothing), 10);
    QVERIFY(safe.from < 10 && safe.to < 10 && safe.steps >= 1);
  }

  void keepsItsLimit_data() {
    QTest::addColumn<QString>("encoding");
    QTest::addColumn<double>("limit");
    for (const vat::Encoding& encoding : vat::encodings()) {
      for (const double limit : {60.0, 25.0}) {
        QTest::addRow("%s, %g mm", encoding.name, limit) << QString(encoding.name) << limit;
      }
    }
  }
  void keepsItsLimit() {
    QFETCH(QString, encoding);
    QFETCH(double, limit);
    const model::Model model = character();
    const bake::BakeSettings settings = settingsOf(*vat::findEncoding(encoding.toStdString()), 240.0, limit);
    pack::Pack pack;
    pack.animation = bakeOrDie(model, settings);
    vat::BakedAnimation& baked = pack.animation;
    QVERIFY(baked.layout.frameCount < baked.layout.tableFrames);
    bake::BakeSettings even = settings;
    even.rows = bake::RowSpacing::Even;
    QVERIFY(baked.texels.byteCount() < bakeOrDie(model, even).texels.byteCount());
    JobContext job;
    const auto errors = bake::measureError(model, baked, job);
    const auto sockets = bake::measureSockets(model, settings, baked, job);
    QVERIFY(errors && sockets);
    for (std::size_t i = 0; i < baked.clips.size(); ++i) {
      const double reported = std::max((*errors)[i].maxMillimetres, (*sockets)[i]);
      const double found = searched(model, baked, baked.clips[i]);
      QVERIFY2(found <= limit, qPrintable(QString("%1 mm found").arg(found)));
      QVERIFY2(found <= reported + 1e-3, qPrintable(QString("%1 found, %2 reported").arg(found).arg(reported)));
      QVERIFY2(found >= 0.88 * reported - 1e-3, qPrintable(QString("%1 found, %2 reported").arg(found).arg(reported)));
    }
    // As a pack: valid, and unchanged after reading it.
    const std::vector<Message> wrong = pack::verifyPack(pack, job);
    QVERIFY2(wrong.empty(), wrong.empty() ? "" : wrong.front().c_str());
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("a.texpack").toStdString();
    QVERIFY(pack::writePack(path, pack, {}, job));
    const auto read = pack::readPack(path, job);
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QCOMPARE(read->animation.layout, baked.layout);
    for (std::uint32_t frame = 0; frame < baked.layout.tableFrames; ++frame) {
      QCOMPARE(vat::storedEntry(read->animation, frame), vat::storedEntry(baked, frame));
    }
    QFile manifest(folder.filePath("a.texpack/manifest.json"));
    QVERIFY(manifest.open(QIODevice::ReadOnly));
    QCOMPARE(nlohmann::json::parse(manifest.readAll().toStdString())["version"].get<int>(), 2);
  }

  void findsEntryOutOfOrder() {
    const model::Model model = character();
    pack::Pack pack;
    pack.animation = bakeOrDie(model, settingsOf(*vat::findEncoding("quaternion"), 240.0, 60.0));
    vat::BakedAnimation& baked = pack.animation;
    JobContext job;
    QVERIFY(baked.layout.frameCount < baked.layout.tableFrames);
    QVERIFY(!vat::checkFrameTable(baked));
    for (const vat::FrameEntry& bad :
         {vat::FrameEntry{1, 2, 0, 1}, vat::FrameEntry{0, 1, 1, 2}, vat::FrameEntry{0, 0, 0, 32}}) {
      const vat::TexelAddress at = vat::entryAddress(baked, 0);
      const glm::vec4 good = baked.texels.texel(at.x, at.y);
      baked.texels.setTexel(at.x, at.y, vat::encodeEntry(bad));
      QVERIFY(vat::checkFrameTable(baked));
      QVERIFY(!pack::verifyPack(pack, job).empty());
      const QTemporaryDir folder;
      const std::filesystem::path path = folder.filePath("a.texpack").toStdString();
      if (pack::writePack(path, pack, {}, job)) {
        const auto read = pack::readPack(path, job);
        QVERIFY(!read && read.error().code == ErrorCode::BadFile);
      }
      baked.texels.setTexel(at.x, at.y, good);
    }
  }

  /// Stored frames keep the times of the even bake: blending them gives the texels of the others.
  void storedFramesMatchEvenBake() {
    const model::Model model = character();
    bake::BakeSettings settings = settingsOf(*vat::findEncoding("matrix3x4"), 240.0, 60.0);
    settings.pixelFormat = vat::PixelFormat::Rgba32F;
    const vat::BakedAnimation baked = bakeOrDie(model, settings);
    settings.rows = bake::RowSpacing::Even;
    const vat::BakedAnimation even = bakeOrDie(model, settings);
    QVERIFY(baked.layout.frameCount < even.layout.frameCount);
    std::uint32_t compared = 0;
    for (std::uint32_t frame = 0; frame < baked.layout.tableFrames; ++frame) {
      const vat::FrameEntry entry = vat::storedEntry(baked, frame);
      for (std::uint32_t t = 0; entry.step == 0 && t < baked.layout.texelsPerFrame; ++t) {
        const vat::TexelAddress a = vat::texelAddress(baked.layout, entry.from, t);
        const vat::TexelAddress b = vat::texelAddress(even.layout, frame, t);
        QCOMPARE(baked.texels.texel(a.x, a.y), even.texels.texel(b.x, b.y));
        ++compared;
      }
    }
    QCOMPARE(compared, baked.layout.frameCount * baked.layout.texelsPerFrame);
  }

  /// A limit barely above the error of all frames is kept by storing all of them, even if a held pose would allow
  /// fewer.
  void limitNearErrorOfAllFrames() {
    model::Model model = character();
    for (model::Clip& clip : model.clips) {
      clip.lengthSeconds += 0.5;  // Held from its last keys on.
    }
    bake::BakeSettings settings = settingsOf(*vat::findEncoding("matrix3x4"), 30.0, 60.0);
    settings.rows = bake::RowSpacing::Even;
    const vat::BakedAnimation even = bakeOrDie(model, settings);
    JobContext job;
    const auto errors = bake::measureError(model, even, job);
    const auto sockets = bake::measureSockets(model, settings, even, job);
    QVERIFY(errors && sockets);
    double limit = 0.0;
    for (std::size_t i = 0; i < errors->size(); ++i) {
      limit = std::max({limit, (*errors)[i].maxMillimetres, (*sockets)[i]});
    }
    settings.rows = bake::RowSpacing::Uneven;
    settings.maxErrorMillimetres = 1.001 * limit;
    const vat::BakedAnimation baked = bakeOrDie(model, settings);
    const auto kept = bake::measureError(model, baked, job);
    QVERIFY(kept);
    for (const vat::ClipError& error : *kept) {
      QVERIFY2(error.maxMillimetres <= 1.001 * limit, qPrintable(QString("%1 mm").arg(error.maxMillimetres)));
    }
  }

  /// The reported measurements equal new ones, and the result is found again at once.
  void reportsMeasurements() {
    const model::Model model = character();
    for (const char* const name : {"matrix3x4", "quaternion", "offset16"}) {
      bake::BakeSettings settings = settingsOf(*vat::findEncoding(name), 60.0, 25.0);
      settings.clips.resize(model.clips.size());
      for (std::size_t i = 0; i < settings.clips.size(); ++i) {
        settings.clips[i].clip = ClipIndex(i);
      }
      JobContext job;
      const auto made = bake::bakeWithErrors(model, settings, job);
      QVERIFY2(made, made ? "" : made.error().message.c_str());
      const auto errors = bake::measureError(model, made->animation, job);
      const auto sockets = bake::measureSockets(model, settings, made->animation, job);
      QVERIFY(errors && sockets);
      QVERIFY(made->errors == *errors);
      QVERIFY(made->socketMillimetres == *sockets);

      for (std::size_t i = 0; i < settings.clips.size(); ++i) {
        settings.clips[i].rowMetres = made->rowMetres[i];
      }
      const auto again = bake::bakeWithErrors(model, settings, job);
      QVERIFY(again);
      QVERIFY(std::ranges::equal(again->animation.texels.bytes(), made->animation.texels.bytes()));
      QVERIFY(again->errors == *errors);
      // A hint that would lose too much is corrected.
      settings.clips[0].rowMetres = 1.0;
      const auto mended = bake::bakeWithErrors(model, settings, job);
      QVERIFY(mended && mended->errors[0].maxMillimetres <= 25.0);
    }
  }

  void needsALimit() {
    bake::BakeSettings settings = settingsOf(*vat::findEncoding("quaternion"), 30.0, 1.0);
    settings.maxErrorMillimetres.reset();
    JobContext job;
    const auto result = bake::bake(character(), settings, job);
    QVERIFY(!result && result.error().code == ErrorCode::InvalidArgument);
    QVERIFY(result.error().message.find("--max-error") != std::string::npos);
  }

  /// A limit that is not enforced still determines the rows.
  void limitsThatAreNotEnforced() {
    pipeline::PackJob job;
    job.source.model = sourceFolder() / "resources/samples/lantern-knight.glb";  // Named in the manifest.
    job.settings = settingsOf(*vat::findEncoding("matrix3x4"), 30.0, 1e-6);
    const auto model = std::make_shared<const model::Model>(character());
    JobContext context;
    const auto refused = pipeline::runPackJob(job, model, context);
    QVERIFY(!refused && refused.error().code == ErrorCode::Verification);
    job.enforceLimits = false;
    const auto made = pipeline::runPackJob(job, model, context);
    QVERIFY2(made, made ? "" : made.error().message.c_str());
    QVERIFY(made->pack.animation.clips.at(0).error->maxMillimetres > 1e-6);
  }

  void fitsAreSmallerAndKeepLimit_data() {
    QTest::addColumn<double>("limit");
    for (const double limit : {20.0, 8.0}) {
      QTest::addRow("%g mm", limit) << limit;
    }
  }
  void fitsAreSmallerAndKeepLimit() {
    QFETCH(double, limit);
    const model::Model model = character();
    pipeline::FitLimits limits;
    limits.maxMillimetres = limit;
    limits.keepsMode = true;
    limits.keepsEncoding = true;
    bake::BakeSettings settings;
    settings.encoding = "quaternion";
    settings.expose = {{"Joint 3", true}};
    JobContext job;
    const auto even = pipeline::fitBake(model, settings, limits, job);
    settings.rows = bake::RowSpacing::Uneven;
    const auto uneven = pipeline::fitBake(model, settings, limits, job);
    QVERIFY2(even, even ? "" : even.error().message.c_str());
    QVERIFY2(uneven, uneven ? "" : uneven.error().message.c_str());
    const pipeline::FitCandidate& chosen = uneven->candidates[uneven->chosen];
    QCOMPARE(chosen.rows, bake::RowSpacing::Uneven);
    QVERIFY(chosen.bytes < even->candidates[even->chosen].bytes);
    const vat::BakedAnimation baked = bakeOrDie(model, uneven->settings);
    QCOMPARE(baked.texels.byteCount(), chosen.bytes);
    // A step of the search measures only new frames; the sum of the steps equals a whole measurement.
    const auto errors = bake::measureError(model, baked, job);
    QVERIFY(errors);
    for (std::size_t i = 0; i < errors->size(); ++i) {
      QVERIFY(chosen.clips[i].millimetres >= (*errors)[i].maxMillimetres);
    }
    const vat::BakedAnimation evenBaked = bakeOrDie(model, even->settings);
    const auto evenErrors = bake::measureError(model, evenBaked, job);
    const auto evenSockets = bake::measureSockets(model, even->settings, evenBaked, job);
    QVERIFY(evenErrors && evenSockets);
    for (std::size_t i = 0; i < evenErrors->size(); ++i) {
      QCOMPARE(even->candidates[even->chosen].clips[i].millimetres,
               std::max((*evenErrors)[i].maxMillimetres, (*evenSockets)[i]));
    }
    for (const vat::BakedClip& clip : baked.clips) {
      const double found = searched(model, baked, clip);
      QVERIFY2(found <= limit, qPrintable(QString("%1 mm in %2").arg(found).arg(clip.name.c_str())));
    }
  }

  /// If even rows do not fit, uneven ones are chosen automatically; if even rows are requested, their size is reported.
  void fitsUseUnevenRowsIfEvenOnesDoNotFit() {
    const model::Model model = character();
    pipeline::FitLimits limits;
    limits.maxMillimetres = 8.0;
    limits.keepsMode = limits.keepsEncoding = limits.keepsRows = true;
    bake::BakeSettings settings;
    settings.encoding = "quaternion";
    JobContext job;
    const auto roomy = pipeline::fitBake(model, settings, limits, job);
    QVERIFY2(roomy, roomy ? "" : roomy.error().message.c_str());
    const std::uint32_t height = bakeOrDie(model, roomy->settings).layout.height;

    settings.maxSize = height - 1;
    const auto refused = pipeline::fitBake(model, settings, limits, job);
    QVERIFY(!refused && refused.error().code == ErrorCode::Verification);
    const std::vector<Remedy> remedies = refused.error().message.remedies();
    const Remedy size = {RemedyKind::MaxSize, static_cast<double>(height), {}};
    const Remedy rows = {RemedyKind::UnevenRows, 0.0, {}};
    QVERIFY2(remedies == std::vector({size, rows}), refused.error().message.c_str());
    // The suggestion works.
    settings.maxSize = height;
    QVERIFY(pipeline::fitBake(model, settings, limits, job));

    settings.maxSize = height - 1;
    limits.keepsRows = false;
    const auto uneven = pipeline::fitBake(model, settings, limits, job);
    QVERIFY2(uneven, uneven ? "" : uneven.error().message.c_str());
    QCOMPARE(uneven->settings.rows, bake::RowSpacing::Uneven);
    const vat::BakedAnimation baked = bakeOrDie(model, uneven->settings);
    QVERIFY(baked.layout.height < height && baked.layout.width < height);
    for (const vat::BakedClip& clip : baked.clips) {
      const double found = searched(model, baked, clip);
      QVERIFY2(found <= limits.maxMillimetres, qPrintable(QString("%1 mm in %2").arg(found).arg(clip.name.c_str())));
    }
    // If uneven rows do not fit either, their size is reported, and the reported size works.
    settings.maxSize = baked.layout.height / 2;
    const auto none = pipeline::fitBake(model, settings, limits, job);
    QVERIFY(!none);
    const std::vector<Remedy> larger = none.error().message.remedies();
    QVERIFY2(larger.size() == 1 && larger[0].kind == RemedyKind::MaxSize, none.error().message.c_str());
    settings.maxSize = static_cast<std::uint32_t>(larger[0].number);
    const auto mended = pipeline::fitBake(model, settings, limits, job);
    QVERIFY2(mended, mended ? "" : mended.error().message.c_str());
  }
};

TEXELETON_SUITE(TestUnevenRows)
#include "test_uneven_rows.moc"
