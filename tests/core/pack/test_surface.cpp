// Meshes, variants, levels and tint in a pack's manifest, and hostile values of them.

#include <QFloat16>  // complete, for QCOMPARE of JSON
#include <QIODevice>
#include <QList>
#include <QObject>
#include <QTest>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/pack/pack.h"
#include "tests/core/pack/made_packs.h"
#include "tests/core/pack/manifest_change.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

/// A made pack on disk with a manifest that can be modified.
struct Written {
  QTemporaryDir folder;
  fs::path path;
  pack::Pack pack;
  Json manifest;

  explicit Written(const MadePackSpec& spec, const std::function<void(vat::BakedAnimation&)>& change = {})
      : pack(madePack(spec)) {
    if (change) {
      change(pack.animation);
    }
    path = pathOf(folder) / "a.texpack";
    JobContext job;
    pack::PackWriteOptions options;
    options.flushToDisk = false;
    if (auto written = pack::writePack(path, pack, options, job); !written) {
      qFatal("%s", written.error().message.c_str());
    }
    const std::vector<std::byte> bytes = readFile(path / "manifest.json");
    manifest = Json::parse(reinterpret_cast<const char*>(bytes.data()),
                           reinterpret_cast<const char*>(bytes.data()) + bytes.size());
    manifest.erase("files");
    manifest.erase("checksum");
  }

  void put() {
    const std::string text = manifest.dump();
    const auto bytes = std::as_bytes(std::span(text));
    writeFile(path / "manifest.json", {bytes.begin(), bytes.end()});
  }

  /// The reason why the pack is rejected, or "".
  std::string refusal() const {
    JobContext job;
    const auto read = pack::readPack(path, job);
    return read ? std::string() : read.error().message.text();
  }
};

MadePackSpec specFor(vat::BakeMode mode, bool images = true) {
  MadePackSpec spec;
  spec.mode = mode;
  spec.images = images;
  return spec;
}

}  // namespace

class TestSurface : public QObject {
  Q_OBJECT

 private slots:
  /// The error is an upper bound, next to the sampled one; packs without the bound have only the sampled one.
  void foundMillimetresIsOptional() {
    Written written(specFor(vat::BakeMode::Bone));
    QCOMPARE(written.manifest["clips"][0]["error"]["maxMillimetres"].get<double>(), 0.1);
    QCOMPARE(written.manifest["clips"][0]["error"]["foundMillimetres"].get<double>(), 0.098);
    written.manifest["clips"][0]["error"].erase("foundMillimetres");
    written.put();
    QCOMPARE(written.refusal(), std::string());
    const auto read = pack::readPackManifest(written.path);
    QVERIFY(read.has_value());
    QCOMPARE(read->animation.clips[0].error->foundMillimetres, 0.1);
    written.manifest["clips"][0]["error"]["foundMillimetres"] = -1.0;
    written.put();
    QVERIFY2(written.refusal().find("foundMillimetres") != std::string::npos, written.refusal().c_str());
  }

  /// The keys as specified by FORMAT.md.
  void manifestValues() {
    const Written bone(specFor(vat::BakeMode::Bone));
    QCOMPARE(bone.manifest["meshes"][1]["name"], Json("Helmet_LOD0"));
    QCOMPARE(bone.manifest["meshes"][1]["node"], Json("Helmet"));
    QCOMPARE(bone.manifest["meshes"][1]["group"], Json("Helmet"));
    QVERIFY(!bone.manifest["meshes"][0].contains("group"));
    QCOMPARE(bone.manifest["meshes"][0]["ranges"][2],
             Json::parse(R"({"lod":1,"primitive":0,"firstIndex":0,"indexCount":3})"));
    QCOMPARE(bone.manifest["variants"][1], Json::parse(R"({"name":"armed","meshes":[0,1],"ranges":[
               {"lod":0,"primitive":0,"firstIndex":0,"indexCount":9},
               {"lod":0,"primitive":1,"firstIndex":0,"indexCount":6},
               {"lod":1,"primitive":0,"firstIndex":0,"indexCount":3},
               {"lod":1,"primitive":1,"firstIndex":0,"indexCount":3}]})"));
    QCOMPARE(bone.manifest["tint"], Json::parse(R"({"attribute":"_TINT"})"));
    const Written textures(specFor(vat::BakeMode::Vertex));
    QCOMPARE(textures.manifest["tint"], Json::parse(R"({"textures":[
               {"material":0,"image":1,"texCoord":1,"channel":"b"},{"material":1,"image":0,"texCoord":0,"channel":"a"}]})"));
    const Written palette(specFor(vat::BakeMode::Vertex, false));
    QCOMPARE(palette.manifest["tint"],
             Json::parse(R"({"palette":{"stepU":0.125,"stepV":-0.25,"entryCount":8,"materials":[1]}})"));
    for (const Written* written : {&bone, &textures, &palette}) {
      JobContext job;
      const auto read = pack::readPack(written->path, job);
      QVERIFY(read.has_value());
      QCOMPARE(difference(written->pack, *read), std::string());
      const auto manifestOnly = pack::readPackManifest(written->path);
      QCOMPARE(manifestOnly->animation.variants, written->pack.animation.variants);
    }
  }

  /// Packs from before these keys, and hand-made ones without a variant's ranges.
  void missingKeys() {
    Written written(specFor(vat::BakeMode::Vertex));
    for (Json& variant : written.manifest["variants"]) {
      variant.erase("ranges");
    }
    written.put();
    QCOMPARE(written.refusal(), std::string());
    for (const char* key : {"variants", "meshes", "tint"}) {
      written.manifest.erase(key);
      written.put();
      JobContext job;
      const auto read = pack::readPack(written.path, job);
      QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
      QVERIFY(pack::verifyPack(*read, job).empty());
    }
  }

  /// Masks of layers, in bone mode.
  void hostileMasks() {
    const Written whole(specFor(vat::BakeMode::Bone));
    QCOMPARE(whole.manifest["masks"][0], Json::parse(R"({"name":"arms","weights":[0.0,1.0,0.25]})"));
    const auto refusalOf = [](ManifestChange change) {
      Written written(specFor(vat::BakeMode::Bone));
      change(written.manifest);
      written.put();
      return written.refusal();
    };
    QCOMPARE(refusalOf([](Json& m) { m.erase("masks"); }), std::string());
    for (const auto& [change, expected] : std::vector<std::pair<ManifestChange, std::string>>{
             {[](Json& m) { m["masks"][0]["weights"].erase(0); }, "masks[0].weights"},
             {[](Json& m) { m["masks"][0]["weights"][1] = 1.5; }, "masks[0].weights[1]"},
             {[](Json& m) { m["masks"][0]["weights"][1] = "1"; }, "masks[0].weights[1]"},
             {[](Json& m) {
                m["masks"][0]["weights"] = {0, 0, 0};
              },
              "all 0"},
             {[](Json& m) { m["masks"][1]["name"] = "arms"; }, "called so"},
             {[](Json& m) { m["masks"][1].erase("name"); }, "masks[1]"},
             {[](Json& m) { m["masks"] = Json(257, m["masks"][0]); }, "masks"},
         }) {
      const std::string refusal = refusalOf(change);
      QVERIFY2(refusal.find(expected) != std::string::npos, (expected + " / " + refusal).c_str());
    }
  }

  void hostile_data() {
    QTest::addColumn<ManifestChange>("change");
    QTest::addColumn<QString>("expected");
    const auto add = [](const char* name, ManifestChange change, const char* expected) {
      QTest::newRow(name) << change << expected;
    };
    add(
        "meshes no list", [](Json& m) { m["meshes"] = 1; }, "meshes");
    add(
        "a range behind the primitive", [](Json& m) { m["meshes"][1]["ranges"][0]["indexCount"] = 6; }, "cover");
    add(
        "a gap", [](Json& m) { m["meshes"][1]["ranges"].erase(0); }, "cover");
    add(
        "overlap", [](Json& m) { m["meshes"][1]["ranges"][0]["firstIndex"] = 3; }, "cover");
    add(
        "no whole triangles", [](Json& m) { m["meshes"][0]["ranges"][0]["indexCount"] = 5; }, "triangles");
    add(
        "odd first", [](Json& m) { m["meshes"][0]["ranges"][0]["firstIndex"] = 1; }, "triangles");
    add(
        "empty range", [](Json& m) { m["meshes"][0]["ranges"][0]["indexCount"] = 0; }, "triangles");
    add(
        "huge range", [](Json& m) { m["meshes"][0]["ranges"][0]["indexCount"] = 4294967295u; }, "cover");
    add(
        "wrapping range",
        [](Json& m) {
          m["meshes"][0]["ranges"][0]["firstIndex"] = 4294967292u;
          m["meshes"][0]["ranges"][0]["indexCount"] = 4294967292u;
        },
        "cover");
    add(
        "negative", [](Json& m) { m["meshes"][0]["ranges"][0]["firstIndex"] = -3; }, "firstIndex");
    add(
        "not a number", [](Json& m) { m["meshes"][0]["ranges"][0]["lod"] = "0"; }, "lod");
    add(
        "no such level", [](Json& m) { m["meshes"][0]["ranges"][2]["lod"] = 2; }, "no such level");
    add(
        "no such primitive", [](Json& m) { m["meshes"][0]["ranges"][1]["primitive"] = 2; }, "cover");
    add(
        "ranges out of order", [](Json& m) { std::swap(m["meshes"][0]["ranges"][0], m["meshes"][0]["ranges"][1]); },
        "not behind");
    add(
        "two ranges in a primitive",
        [](Json& m) { m["meshes"][0]["ranges"].insert(m["meshes"][0]["ranges"].begin(), m["meshes"][0]["ranges"][0]); },
        "not behind");
    add(
        "same mesh twice", [](Json& m) { m["meshes"][1]["name"] = "Körper", m["meshes"][1]["node"] = "Body"; },
        "same name");
    add(
        "control character", [](Json& m) { m["meshes"][0]["node"] = "a\nb"; }, "node");
    add(
        "long name", [](Json& m) { m["meshes"][0]["name"] = std::string(5000, 'a'); }, "name");
    add(
        "variant without a name", [](Json& m) { m["variants"][0]["name"] = ""; }, "name");
    add(
        "variants of one name", [](Json& m) { m["variants"][1]["name"] = "bare"; }, "called so");
    add(
        "variant of no meshes", [](Json& m) { m["variants"][0]["meshes"] = Json::array(); }, "");
    add(
        "variant of unknown meshes", [](Json& m) { m["variants"][0]["meshes"] = {2}; }, "meshes");
    add(
        "variant of a mesh twice",
        [](Json& m) {
          m["variants"][0]["meshes"] = {0, 0};
        },
        "");
    add(
        "variant of meshes out of order",
        [](Json& m) {
          m["variants"][1]["meshes"] = {1, 0};
        },
        "ascending");
    add(
        "a variant's ranges are others", [](Json& m) { m["variants"][0]["ranges"][0]["indexCount"] = 9; }, "ranges");
    add(
        "a variant's ranges are none", [](Json& m) { m["variants"][0]["ranges"] = Json::array(); }, "ranges");
    add(
        "variants without meshes", [](Json& m) { m.erase("meshes"); }, "variants");
    add(
        "masks no list", [](Json& m) { m["masks"] = "arms"; }, "masks");
    add(
        "mask without a name",
        [](Json& m) {
          m["masks"] = {{{"name", ""}, {"weights", Json::array()}}};
        },
        "masks[0]");
    add(
        "masks in vertex mode",
        [](Json& m) {
          m["masks"] = {{{"name", "a"}, {"weights", {1}}}};
        },
        "one a bone");
    add(
        "tint of two kinds", [](Json& m) { m["tint"]["attribute"] = "_TINT"; }, "exactly one");
    add(
        "tint of no kind", [](Json& m) { m["tint"] = Json::object(); }, "exactly one");
    add(
        "tint of an attribute that is not there",
        [](Json& m) {
          m["tint"] = {{"attribute", "_TINT"}};
        },
        "_TINT");
    add(
        "tint of another attribute",
        [](Json& m) {
          m["tint"] = {{"attribute", "COLOR_0"}};
        },
        "attribute");
    add(
        "tint of no such material", [](Json& m) { m["tint"]["textures"][1]["material"] = 2; }, "tint.textures");
    add(
        "tint of no such image", [](Json& m) { m["tint"]["textures"][0]["image"] = 2; }, "tint.textures");
    add(
        "tint of a negative image", [](Json& m) { m["tint"]["textures"][0]["image"] = -1; }, "image");
    add(
        "tint of no such coordinates", [](Json& m) { m["tint"]["textures"][0]["texCoord"] = 2; }, "texCoord");
    add(
        "tint of no such channel", [](Json& m) { m["tint"]["textures"][0]["channel"] = "x"; }, "channel");
    add(
        "tint of one material twice", [](Json& m) { m["tint"]["textures"][1]["material"] = 0; }, "above");
    add(
        "palette of no entries",
        [](Json& m) {
          m["tint"] = Json::parse(R"({"palette":{"stepU":0.1,"stepV":0,"entryCount":0,"materials":[0]}})");
        },
        "entryCount");
    add(
        "palette of wide steps",
        [](Json& m) {
          m["tint"] = Json::parse(R"({"palette":{"stepU":1.5,"stepV":0,"entryCount":4,"materials":[0]}})");
        },
        "stepU");
    add(
        "palette of no such material",
        [](Json& m) {
          m["tint"] = Json::parse(R"({"palette":{"stepU":0.5,"stepV":0,"entryCount":4,"materials":[2]}})");
        },
        "material");
    add(
        "palette of one material twice",
        [](Json& m) {
          m["tint"] = Json::parse(R"({"palette":{"stepU":0.5,"stepV":0,"entryCount":4,"materials":[1,1]}})");
        },
        "ascending");
  }
  void hostile() {
    QFETCH(ManifestChange, change);
    QFETCH(QString, expected);
    Written written(specFor(vat::BakeMode::Vertex));
    written.put();
    QCOMPARE(written.refusal(), std::string());
    const bool isAboutVariants = QString(QTest::currentDataTag()).startsWith("a variant's");
    for (Json& variant : written.manifest["variants"]) {
      if (!isAboutVariants) {
        variant.erase("ranges");  // They would be reported first.
      }
    }
    change(written.manifest);
    written.put();
    const std::string refusal = written.refusal();
    QVERIFY(!refusal.empty());
    QVERIFY2(QString::fromStdString(refusal).contains(expected), refusal.c_str());
    QVERIFY(!QString::fromStdString(refusal).contains('\n'));
  }

  void falseMasks() {
    Written written(specFor(vat::BakeMode::Bone));
    written.manifest.erase("tint");
    written.put();
    QVERIFY(written.refusal().find("_TINT") != std::string::npos);
    for (const float value : {-0.1f, 1.1f, std::nanf("")}) {
      pack::Pack pack = madePack(specFor(vat::BakeMode::Bone));
      pack.animation.mesh.tint[3] = value;
      JobContext job;
      QVERIFY(!pack::writePack(written.path, pack, {}, job).has_value());
    }
  }

  /// Very many meshes are not listed unless variants need them: then the limit is reported.
  void veryManyMeshes() {
    pack::Pack pack = madePack(specFor(vat::BakeMode::Bone));
    vat::BakedAnimation& a = pack.animation;
    a.meshes.clear();
    a.variants.clear();
    a.mesh.lods.clear();
    a.mesh.primitives = {{MaterialIndex(0), 0, 60000}};
    a.mesh.indices.clear();
    for (std::uint32_t i = 0; i < 20000; ++i) {
      a.mesh.indices.insert(a.mesh.indices.end(), {0, 1, 2});
      a.meshes.push_back({"rivet", std::to_string(i), "", {{0, 0, 3 * i, 3}}});
    }
    const QTemporaryDir folder;
    JobContext job;
    QVERIFY(pack::writePack(pathOf(folder) / "a.texpack", pack, {}, job).has_value());
    QCOMPARE(job.takeIssues().size(), std::size_t{1});
    const auto read = pack::readPack(pathOf(folder) / "a.texpack", job);
    QVERIFY(read.has_value());
    QVERIFY(read->animation.meshes.empty());
    a.variants = {{"one", {0}}};
    const auto refused = pack::writePack(pathOf(folder) / "a.texpack", pack, {}, job);
    QVERIFY(!refused.has_value());
    QVERIFY(refused.error().message.find("16384") != std::string::npos);
  }
};

TEXELETON_SUITE(TestSurface)
#include "test_surface.moc"
