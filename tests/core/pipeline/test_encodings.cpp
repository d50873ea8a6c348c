// Encodings, compared with the source in float64 by a search at sixteen times the rate.

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
#include "core/bake/measure/measure.h"
#include "core/bake/measure/measure_sockets.h"
#include "core/import/import.h"
#include "core/pack/pack.h"
#include "core/vat/encoding.h"
#include "tests/core/bake/bake_oracle.h"
#include "tests/core/pipeline/search_source.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using texeleton::test::bakeOrDie;
using texeleton::test::searched;

namespace {

bake::BakeSettings settingsOf(const vat::Encoding& encoding, double rate) {
  bake::BakeSettings settings;
  settings.mode = encoding.mode;
  settings.encoding = encoding.name;
  settings.sampleRateHz = rate;
  settings.size = vat::SizeRule::Exact;
  return settings;
}

}  // namespace

class TestEncodings : public QObject {
  Q_OBJECT

 private slots:
  void measuredErrorIsTrue_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("scales");
    for (const vat::Encoding& encoding : vat::encodings()) {
      for (const bool scales : {false, true}) {
        QTest::addRow("%s%s", encoding.name, scales ? ", uneven scales" : "") << QString(encoding.name) << scales;
      }
    }
  }
  void measuredErrorIsTrue() {
    QFETCH(QString, name);
    QFETCH(bool, scales);
    test::CharacterSpec spec;
    spec.scales = scales;
    spec.vertices = 60;
    const model::Model model = test::makeCharacter(spec);
    bake::BakeSettings settings = settingsOf(*vat::findEncoding(name.toStdString()), 8.0);
    settings.expose = {{"Joint 3", true}};
    const vat::BakedAnimation baked = bakeOrDie(model, settings);
    JobContext job;
    const auto errors = bake::measureError(model, baked, job);
    const auto sockets = bake::measureSockets(model, settings, baked, job);
    QVERIFY(errors && sockets);
    for (std::size_t i = 0; i < baked.clips.size(); ++i) {
      const double reported = std::max((*errors)[i].maxMillimetres, (*sockets)[i]);
      const double found = searched(model, baked, baked.clips[i]);
      QVERIFY2(found <= reported + 1e-3, qPrintable(QString("%1 found, %2 reported").arg(found).arg(reported)));
      QVERIFY2(found >= 0.88 * reported - 1e-3, qPrintable(QString("%1 found, %2 reported").arg(found).arg(reported)));
    }
    pack::Pack pack;
    pack.animation = bakeOrDie(model, settings);
    const std::vector<Message> wrong = pack::verifyPack(pack, job);
    QVERIFY2(wrong.empty(), wrong.empty() ? "" : wrong.front().c_str());
  }

  /// Decoding a whole mesh at once gives each vertex the same numbers as decoding it alone.
  void wholeMeshesMatchVertices_data() { measuredErrorIsTrue_data(); }
  void wholeMeshesMatchVertices() {
    QFETCH(QString, name);
    QFETCH(bool, scales);
    test::CharacterSpec spec;
    spec.scales = scales;
    const vat::Encoding* encoding = vat::findEncoding(name.toStdString());
    QVERIFY(encoding != nullptr);
    const vat::BakedAnimation baked = bakeOrDie(test::makeCharacter(spec), settingsOf(*encoding, 10.0));
    QVERIFY(baked.layout.frameCount > 3);
    for (const runtime::AnimationTickOutput& tick :
         {runtime::AnimationTickOutput{0, 1, 0.0f}, {1, 2, 0.3f}, {2, 0, 1.0f}}) {
      const std::vector<runtime::DecodedVertex> all = runtime::decodeVertices(baked, tick);
      QCOMPARE(all.size(), baked.mesh.vertexCount());
      for (std::uint32_t v = 0; v < all.size(); ++v) {
        const runtime::DecodedVertex one = runtime::decodeVertex(baked, v, tick);
        QVERIFY2(all[v].position == one.position && all[v].normal == one.normal, qPrintable(QString::number(v)));
      }
    }
  }

  /// Only bones that have no other form are stored as matrices, and they are reported.
  void unevenBonesAreMatrices() {
    const model::Model wheel = test::animatedRigidNode();
    JobContext job;
    const auto baked = bake::bake(wheel, settingsOf(*vat::findEncoding("quaternion"), 20.0), job);
    QVERIFY(baked);
    QVERIFY(baked->bones[0].isMatrix);
    QCOMPARE(job.takeIssues().size(), std::size_t{1});
    const vat::BakedAnimation classic = bakeOrDie(wheel, settingsOf(*vat::findEncoding("matrix3x4"), 20.0));
    for (std::uint32_t frame = 0; frame < classic.layout.frameCount; ++frame) {
      const vat::BoneMatrix a = vat::rowsOf(vat::storedBone(*baked, frame, 0));
      const vat::BoneMatrix b = vat::rowsOf(vat::storedBone(classic, frame, 0));
      for (int r = 0; r < 3; ++r) {
        QVERIFY(a.row[r] == b.row[r]);
      }
    }
    for (const vat::BakedBone& bone :
         bakeOrDie(test::twoBoneStrip(), settingsOf(*vat::findEncoding("quaternion"), 20.0)).bones) {
      QVERIFY(!bone.isMatrix);
    }
  }

  /// Against formulas of another kind: axis and angle.
  void quaternionsMatchInput() {
    const vat::Encoding& encoding = *vat::findEncoding("quaternion");
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
      vat::BoneMatrix rows;
      for (int r = 0; r < 3; ++r) {
        rows.row[r] = {turn[0][r], turn[1][r], turn[2][r], translation[r]};
      }
      QVERIFY(vat::isSimilarity(rows));
      const glm::dvec3 pivot(any(random), any(random), any(random));
      glm::vec4 texels[2];
      encoding.encodeBone(rows, pivot, texels);
      const vat::BoneMatrix back = vat::rowsOf(encoding.decodeBone(texels, pivot));
      const glm::dvec4 point(any(random), any(random), any(random), 1.0);
      for (int r = 0; r < 3; ++r) {
        const double off = std::abs(glm::dot(back.row[r], point) - glm::dot(rows.row[r], point));
        QVERIFY2(off <= 1e-6 * (1.0 + std::abs(scale)) * far, qPrintable(QString::number(off)));
      }
    }
  }

  /// Texels are finite for any model, and the reported error is not below the true one.
  void extremes_data() { measuredErrorIsTrue_data(); }
  void extremes() {
    QFETCH(QString, name);
    const vat::Encoding& encoding = *vat::findEncoding(name.toStdString());
    std::mt19937 random(7);
    for (int round = 0; round < 24; ++round) {
      model::Model model = test::twoBoneStrip();
      model::Clip& clip = model.clips[0];
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
        // Half a turn between keys, about one axis or another.
        const bool isTurned = i % 2 == 1;
        turns.insert(turns.end(), {isTurned && round % 2 == 0 ? 1.0f : 0.0f, 0.0f,
                                   isTurned && round % 2 == 1 ? 1.0f : 0.0f, isTurned ? 0.0f : 1.0f});
      }
      test::addTrack(clip, model::TrackTarget::Scale, model::Interpolation::Linear, NodeIndex(1), times, scales);
      test::addTrack(clip, model::TrackTarget::Translation, model::Interpolation::Linear, NodeIndex(0), times, places);
      test::addTrack(clip, model::TrackTarget::Rotation, model::Interpolation::Linear, NodeIndex(1), times, turns);
      bake::BakeSettings settings = settingsOf(encoding, 4.0);
      settings.clips.resize(1);
      settings.clips[0].clip = ClipIndex(0);
      JobContext job;
      const auto baked = bake::bake(model, settings, job);
      if (!baked) {  // Rejected, not damaged.
        QCOMPARE(baked.error().code, ErrorCode::Limit);
        continue;
      }
      for (std::uint32_t y = 0; y < baked->layout.height; ++y) {
        for (std::uint32_t x = 0; x < baked->layout.width; ++x) {
          const glm::vec4 texel = baked->texels.texel(x, y);
          QVERIFY(std::isfinite(texel.x) && std::isfinite(texel.y) && std::isfinite(texel.z) && std::isfinite(texel.w));
        }
      }
      const auto errors = bake::measureError(model, *baked, job);
      QVERIFY(errors);
      const double found = searched(model, *baked, baked->clips[0]);
      QVERIFY2(found <= (*errors)[0].maxMillimetres + 1.0,  // Floats have a precision of a millimetre at 9 km.
               qPrintable(QString("%1 found, %2 reported").arg(found).arg((*errors)[0].maxMillimetres)));
    }
  }

  void rejectsUnknownNames() {
    JobContext job;
    bake::BakeSettings settings;
    settings.encoding = "quaternoin";
    const auto baked = bake::bake(test::twoBoneStrip(), settings, job);
    QVERIFY(!baked && baked.error().code == ErrorCode::InvalidArgument);
    QVERIFY(baked.error().message.find("quaternion") != std::string::npos);
    settings.encoding = "offset16";
    QVERIFY(!bake::bake(test::twoBoneStrip(), settings, job));
    settings.mode = vat::BakeMode::Vertex;
    QVERIFY(bake::bake(test::twoBoneStrip(), settings, job));
    settings.pixelFormat = vat::PixelFormat::Rgba32F;
    QVERIFY(!bake::bake(test::twoBoneStrip(), settings, job));
  }

  /// A manifest whose shapes are not in the texture is rejected; any texels decode to finite numbers.
  void hostileShapes() {
    QTemporaryDir folder;
    const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "a.texpack";
    const model::Model model = test::makeCharacter({.vertices = 60});
    pack::Pack pack;
    pack.animation = bakeOrDie(model, settingsOf(*vat::findEncoding("basis"), 8.0));
    const std::uint32_t shapes = pack.animation.layout.shapeCount;
    JobContext job;
    pack::PackWriteOptions options;
    options.compression = pack::TextureCompression::None;
    QVERIFY(pack::writePack(path, pack, options, job));
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
    QVERIFY(pack::readPack(path, job));
    for (const std::int64_t wrong :
         {std::int64_t{0}, std::int64_t{65}, std::int64_t{shapes} + 5, std::int64_t{4294967295}}) {
      nlohmann::json other = manifest;
      other["texture"]["shapeCount"] = wrong;
      QVERIFY(write(path / "manifest.json", QByteArray::fromStdString(other.dump())));
      const auto refused = pack::readPack(path, job);
      QVERIFY2(!refused && refused.error().message.find("texture.") != std::string::npos,
               refused ? "accepted" : refused.error().message.c_str());
    }
    nlohmann::json other = manifest;
    other["texture"].erase("shapeCount");
    QVERIFY(write(path / "manifest.json", QByteArray::fromStdString(other.dump())));
    QVERIFY(!pack::readPack(path, job));
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
      const auto some = pack::readPack(path, job);
      if (some) {
        (void)pack::verifyPack(*some, job);
        const std::uint32_t last = some->animation.layout.frameCount - 1;
        for (std::uint32_t v = 0; v < some->animation.mesh.vertexCount(); ++v) {
          (void)runtime::decodeVertex(some->animation, v, {0, last, 0.5f});
        }
      }
    }
  }
};

TEXELETON_SUITE(TestEncodings)
#include "test_encodings.moc"
