// inputs.json: the record of a pack's inputs.

#include <QTest>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/pack/pack_inputs.h"
#include "tests/core/pack/made_packs.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

pack::PackInputs someInputs() {
  pack::PackInputs inputs;
  inputs.build = std::string(64, 'a');
  inputs.settings = std::string(64, '0');
  inputs.reads = {{"Fox.glb", "model", std::string(64, '1'), {}, {}, 0},
                  {"walk \"1\".fbx", "motion", std::string(64, '2'), {}, {}, 0},
                  {"Fox.events.json", "events", "", {}, {}, 0},
                  {"../textures/fox.png", "reference", std::string(64, '3'), {}, {}, 0},
                  {"walk.png", "reference", "", {}, {}, 1}};
  return inputs;
}

void write(const fs::path& path, std::uint32_t seed, std::optional<pack::PackInputs> inputs) {
  MadePackSpec spec;
  spec.seed = seed;
  pack::PackWriteOptions options;
  options.flushToDisk = false;
  options.inputs = inputs ? std::make_shared<const pack::PackInputs>(*inputs) : nullptr;
  JobContext job;
  QVERIFY(pack::writePack(path, madePack(spec), options, job).has_value());
}

Json readJson(const fs::path& file) { return Json::parse(std::ifstream(file)); }
void writeText(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::trunc) << text; }

}  // namespace

class TestPackInputs : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_pack = pathOf(*m_folder) / "a.texpack";
    write(m_pack, 1, someInputs());
  }

  void writtenInputsAreRead() {
    const auto record = pack::readPackRecord(m_pack);
    QVERIFY2(record.has_value(), record ? "" : record.error().message.c_str());
    QVERIFY(record->inputs == someInputs());
    QCOMPARE(record->files.size(), std::size_t{2});
    QCOMPARE(record->files[0].bytes, std::uint64_t{fs::file_size(m_pack / record->files[0].name)});
    QCOMPARE(record->pack.animation.clips.size(), std::size_t{3});
    JobContext job;
    QVERIFY(pack::readPack(m_pack, job).has_value());
  }

  // A pack without a record of its inputs must not keep the old one's.
  void recordIsReplacedWithPack() {
    write(m_pack, 2, std::nullopt);
    QVERIFY(!fs::exists(m_pack / "inputs.json"));
    QVERIFY(pack::readPackRecord(m_pack).error().code == ErrorCode::NotFound);
    write(m_pack, 1, someInputs());
    QVERIFY(pack::readPackRecord(m_pack).has_value());
  }

  void repeatable() {
    const fs::path other = pathOf(*m_folder) / "b.texpack";
    write(other, 1, someInputs());
    QVERIFY(readFile(m_pack / "inputs.json") == readFile(other / "inputs.json"));
  }

  void noticesOtherManifest() {
    const fs::path other = pathOf(*m_folder) / "b.texpack";
    MadePackSpec spec;
    spec.frames = 10;
    pack::PackWriteOptions options;
    options.flushToDisk = false;
    JobContext job;
    QVERIFY(pack::writePack(other, madePack(spec), options, job).has_value());
    fs::copy_file(m_pack / "inputs.json", other / "inputs.json");
    const auto record = pack::readPackRecord(other);
    QVERIFY(!record && record.error().code == ErrorCode::BadFile);
  }

  void noticesOtherFileSize() {
    std::ofstream(m_pack / "mesh.glb", std::ios::app) << "x";
    const auto record = pack::readPackRecord(m_pack);
    QVERIFY(!record && record.error().file.ends_with("mesh.glb"));
  }

  void rejectsHostileFiles_data() {
    QTest::addColumn<QByteArray>("text");
    const QTemporaryDir folder;  // Before init(): the same pack has the same manifest.
    write(pathOf(folder) / "a.texpack", 1, someInputs());
    const Json good = readJson(pathOf(folder) / "a.texpack" / "inputs.json");
    const auto row = [&](const char* name, const Json& json) {
      QTest::newRow(name) << QByteArray::fromStdString(json.dump());
    };
    for (const char* key : {"format", "version", "manifest", "build", "settings", "reads"}) {
      Json json = good;
      json.erase(key);
      QTest::addRow("without %s", key) << QByteArray::fromStdString(json.dump());
      json[key] = Json::array({1});
      QTest::addRow("%s of another type", key) << QByteArray::fromStdString(json.dump());
    }
    Json json = good;
    json["version"] = 2;
    row("newer", json);
    json = good;
    json["build"] = std::string(64, 'A');
    row("capital digits", json);
    json = good;
    json["reads"][0]["sha256"] = "12";
    row("short hash", json);
    json = good;
    json["reads"][4]["of"] = 5;
    row("of a file behind it", json);
    json = good;
    json["reads"][4]["of"] = -1;
    row("negative", json);
    json = good;
    json["reads"][3]["path"] = "";
    row("no path", json);
    json = good;
    json["reads"][3]["path"] = std::string("a\0b", 3);
    row("NUL in a path", json);
    json = good;
    json["reads"][3]["path"] = std::string(5000, 'p');
    row("long path", json);
    json = good;
    json["reads"] = Json::array();
    for (int i = 0; i < 65537; ++i) {
      json["reads"].push_back(good["reads"][2]);
    }
    row("too many", json);
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("cut") << QByteArray::fromStdString(good.dump()).left(100);
    QTest::newRow("deep") << QByteArray(100000, '[');
  }

  void rejectsHostileFiles() {
    QFETCH(const QByteArray, text);
    writeText(m_pack / "inputs.json", text.toStdString());
    const auto record = pack::readPackRecord(m_pack);
    QVERIFY(!record);
    QVERIFY2(record.error().file.ends_with("inputs.json"), record.error().file.c_str());
    JobContext job;
    QVERIFY(pack::readPack(m_pack, job).has_value());  // Players ignore it.
  }

  void linksAreNotFollowed() {
    fs::rename(m_pack / "inputs.json", pathOf(*m_folder) / "elsewhere.json");
    fs::create_symlink(pathOf(*m_folder) / "elsewhere.json", m_pack / "inputs.json");
    QVERIFY(!pack::readPackRecord(m_pack));
  }

 private:
  std::unique_ptr<QTemporaryDir> m_folder;
  fs::path m_pack;
};

TEXELETON_SUITE(TestPackInputs)
#include "test_inputs.moc"
