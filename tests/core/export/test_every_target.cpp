// All targets of the table in a project.
#include <QRegularExpression>
#include <QTemporaryDir>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>

#include "core/bake/bake.h"
#include "core/export/doctor.h"
#include "core/export/write_export.h"
#include "core/vat/encoding.h"
#include "tests/core/pack/made_packs.h"
#include "tests/support/made_models.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;

class TestEveryTarget : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_temporary;
  fs::path m_folder;

  static std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }
  static std::map<std::string, std::string> all(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file()) {
        files[fs::relative(entry.path(), folder).generic_string()] = read(entry.path());
      }
    }
    return files;
  }
  static exporting::ExportPlace place(const QByteArray& target, const fs::path& folder, const std::string& name) {
    const exporting::ExportTarget& t = *exporting::exportTargetNamed(target.toStdString());
    return exporting::exportPlace(t, t.isPackFolder ? exporting::packIn(folder, name) : folder, name);
  }
  /// Exports; returns the error, if any.
  static std::optional<Error> exported(const exporting::ExportPlace& where, JobContext& job) {
    pack::Pack pack = madePack({});
    auto written = exporting::writeExport(pack, {&where, 1}, {}, job);
    return written ? std::nullopt : std::optional(written.error());
  }

 private slots:
  void init() {
    m_temporary = std::make_unique<QTemporaryDir>();
    m_folder = m_temporary->path().toStdString();
  }

  /// Emission brighter than white, colour times strength, is in the files of every target that supports emission.
  void emissionAboveOneIsKept_data() {
    QTest::addColumn<QByteArray>("name");
    for (const char* name : {"three", "babylon", "babylon-lite", "unity", "unreal", "playcanvas", "godot", "raw"}) {
      QTest::newRow(name) << QByteArray(name);
    }
  }
  void emissionAboveOneIsKept() {
    QFETCH(QByteArray, name);
    JobContext job;
    MadePackSpec spec;
    spec.images = false;
    pack::Pack pack = madePack(spec);
    pack.animation.mesh.materials[0].emissiveFactor = {0.0f, 5.0f, 0.25f};
    const exporting::ExportPlace where = place(name, m_folder, "lamp");
    const auto written = exporting::writeExport(pack, {&where, 1}, {}, job);
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    const float numbers[] = {0.0f, 5.0f, 0.25f};
    const std::string bytes(reinterpret_cast<const char*>(numbers), sizeof numbers);
    static const QRegularExpression list("\\[\\s*0(\\.0)?,\\s*5(\\.0)?,\\s*0\\.25\\s*\\]");
    bool isKept = false;
    for (const auto& [path, content] : all(m_folder)) {
      if (path.find(".texeleton/") != std::string::npos) {
        continue;  // The pack beside it.
      }
      const QString text = QString::fromLatin1(content.data(), static_cast<qsizetype>(content.size()));
      // In glTF a strength of 8 times 0.625 and 0.03125.
      isKept = isKept || content.find(bytes) != std::string::npos || text.contains(list) ||
               (text.contains("\"emissiveStrength\":8") && text.contains("0.625,0.03125"));
    }
    QVERIFY(isKept);
  }

  /// A target accepts the encodings that its run-time decodes. It rejects others by name, says which one to bake, and
  /// writes nothing.
  void rejectsEncodingsByName_data() { aTarget_data(); }
  void rejectsEncodingsByName() {
    QFETCH(QByteArray, name);
    const exporting::ExportTarget& target = *exporting::exportTargetNamed(name.toStdString());
    for (const vat::Encoding& encoding : vat::encodings()) {
      bake::BakeSettings settings;
      settings.mode = encoding.mode;
      settings.encoding = encoding.name;
      settings.sampleRateHz = 4.0;
      JobContext job;
      auto baked = bake::bake(twoBoneStrip(), settings, job);
      QVERIFY(baked);
      pack::Pack pack;
      pack.animation = std::move(*baked);
      const fs::path folder = m_folder / encoding.name;
      fs::create_directories(folder);
      const exporting::ExportPlace where = place(name, folder, "strip");
      const auto written = exporting::writeExport(pack, {&where, 1}, {}, job);
      const bool isKnown =
          std::find(target.encodings.begin(), target.encodings.end(), encoding.name) != target.encodings.end();
      if (isKnown || target.companions == nullptr) {
        QVERIFY2(written || written.error().code == ErrorCode::Unsupported,
                 written ? "" : written.error().message.c_str());
        QVERIFY2(written || written.error().message.find("encoding") == std::string::npos,
                 written ? "" : written.error().message.c_str());
        continue;
      }
      QVERIFY(!written);
      QCOMPARE(written.error().code, ErrorCode::Unsupported);
      const std::string& message = written.error().message.text();
      const auto playsMode = [&](std::string_view each) {
        return vat::findEncoding(std::string(each))->mode == encoding.mode;
      };
      if (std::none_of(target.encodings.begin(), target.encodings.end(), playsMode)) {
        const bool isVertex = encoding.mode == vat::BakeMode::Vertex;
        QVERIFY2(
            message.ends_with(isVertex ? "vertex mode: bake with --mode bone" : "bone mode: bake with --mode vertex"),
            message.c_str());
        QCOMPARE(written.error().message.remedies(),
                 (std::vector<Remedy>{{isVertex ? RemedyKind::BoneMode : RemedyKind::VertexMode}}));
        QVERIFY(all(folder).empty());
        continue;
      }
      QVERIFY2(message.find(std::string("the encoding ") + encoding.name) != std::string::npos, message.c_str());
      const char* const instead =
          encoding.mode == vat::BakeMode::Bone ? "--encoding matrix3x4" : "--encoding positionNormal";
      QVERIFY2(message.find(instead) != std::string::npos, message.c_str());
      // The same as data for the editor's buttons: the encodings of this mode that the target accepts.
      const std::vector<Remedy> remedies = written.error().message.remedies();
      QVERIFY(!remedies.empty());
      for (const Remedy& remedy : remedies) {
        QCOMPARE(remedy.kind, RemedyKind::Encoding);
        QVERIFY2(std::find(target.encodings.begin(), target.encodings.end(), remedy.subject) != target.encodings.end(),
                 remedy.subject.c_str());
        QCOMPARE(vat::findEncoding(remedy.subject)->mode, encoding.mode);
      }
      QVERIFY(all(folder).empty());
    }
  }

  /// The numbers in .texbin files equal the C header's enumeration, and are unique.
  void encodingNumbersMatchHeader() {
    const std::string header = read(sourceFolder() / "resources/engines/raw/texeleton_pack.h");
    const std::size_t end = header.find("} TexeletonEncoding;");
    QVERIFY(end != std::string::npos);
    const std::string list = header.substr(header.rfind("enum {", end), end - header.rfind("enum {", end));
    static const QRegularExpression entry("TEXELETON_(\\w+) = (\\d+)");
    std::map<QString, std::uint32_t> numbers;
    for (const auto& match : entry.globalMatch(QString::fromStdString(list))) {
      numbers[match.captured(1).remove('_').toLower()] = match.captured(2).toUInt();
    }
    QCOMPARE(numbers.size(), vat::encodings().size());
    std::set<std::uint32_t> different;
    for (const vat::Encoding& encoding : vat::encodings()) {
      const auto found = numbers.find(QString(encoding.name).toLower());
      QVERIFY2(found != numbers.end(), encoding.name);
      QCOMPARE(encoding.number, found->second);
      different.insert(encoding.number);
    }
    QCOMPARE(different.size(), numbers.size());
  }

  /// Every target accepts packs with uneven rows and declares it.
  void acceptsUnevenRows_data() { aTarget_data(); }
  void acceptsUnevenRows() {
    QFETCH(QByteArray, name);
    const exporting::ExportTarget& target = *exporting::exportTargetNamed(name.toStdString());
    bake::BakeSettings settings;
    settings.mode = vat::BakeMode::Bone;
    settings.encoding = "matrix3x4";
    settings.sampleRateHz = 60.0;
    settings.rows = bake::RowSpacing::Uneven;
    settings.maxErrorMillimetres = 100.0;
    JobContext job;
    auto baked = bake::bake(twoBoneStrip(), settings, job);
    QVERIFY2(baked, baked ? "" : baked.error().message.c_str());
    QVERIFY(baked->layout.tableFrames > baked->layout.frameCount);
    pack::Pack pack;
    pack.animation = std::move(*baked);
    const exporting::ExportPlace where = place(name, m_folder, "strip");
    const auto written = exporting::writeExport(pack, {&where, 1}, {}, job);
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    QVERIFY(target.isPackFolder || written->written.size() > 1);
    const auto row = std::find_if(
        target.abilities.begin(), target.abilities.end(),
        [](const exporting::ExportAbility& a) { return std::string(a.subject) == "Adaptive frame spacing"; });
    QVERIFY(target.isPackFolder || (row != target.abilities.end() && row->plays != exporting::Plays::No));
  }

  void aTarget_data() {
    QTest::addColumn<QByteArray>("name");
    for (const exporting::ExportTarget& target : exporting::exportTargets()) {
      QTest::newRow(target.name) << QByteArray(target.name);
    }
  }
  void aTarget() {
    QFETCH(QByteArray, name);
    const exporting::ExportTarget& target = *exporting::exportTargetNamed(name.toStdString());
    const fs::path project = m_folder / "project";
    fs::create_directories(project);
    JobContext job;
    const exporting::ExportPlace hero = place(name, project, "hero");
    const auto refused = exported(hero, job);  // Every target plays a plain pack in bone mode.
    QVERIFY2(!refused, refused ? refused->message.c_str() : "");
    const exporting::ExportPlace fox = place(name, project, "fox");
    QVERIFY(!exported(fox, job));
    // The packs have masks; a target that does not play layers names each of them.
    const std::vector<Issue> said = job.takeIssues();
    QCOMPARE(said.size(), target.playsLayers || target.companions == nullptr ? std::size_t{0} : std::size_t{2});
    for (const Issue& issue : said) {
      QVERIFY2(issue.subject == target.title && issue.text.find("does not play layers") != std::string::npos,
               issue.text.c_str());
    }
    const auto row =
        std::find_if(target.abilities.begin(), target.abilities.end(),
                     [](const exporting::ExportAbility& each) { return std::string(each.subject) == "Layers"; });
    QVERIFY(target.companions == nullptr ||
            (row != target.abilities.end() && (row->plays != exporting::Plays::No) == target.playsLayers));
    const auto whole = all(project);

    // Exporting twice, and elsewhere, gives the same bytes.
    QVERIFY(!exported(hero, job) && !exported(fox, job));
    QVERIFY(all(project) == whole);
    const fs::path second = m_folder / "second";
    fs::create_directories(second);
    QVERIFY(!exported(place(name, second, "fox"), job) && !exported(place(name, second, "hero"), job));
    QVERIFY(all(second) == whole);
    const auto report = exporting::examineExports(project, job);
    QVERIFY(report && report->isWhole());

    // A foreign file and an edited file of ours stay; all others are restored.
    std::ofstream(project / "scene.txt") << "mine";
    const auto files = exporting::ownedFiles(project);
    QVERIFY(files);
    QCOMPARE(files->empty(), target.companions == nullptr);
    std::string edited;
    for (const exporting::OwnedFile& file : *files) {
      edited = file.group.find("hero") != std::string::npos ? file.path : edited;
    }
    if (!edited.empty()) {
      std::ofstream(project / edited, std::ios::app | std::ios::binary) << "edited";
      std::string other;
      for (const exporting::OwnedFile& file : *files) {
        other = file.path != edited && file.group.find("hero") == std::string::npos ? file.path : other;
      }
      if (!other.empty()) {
        fs::remove(project / other);
      }
      QVERIFY(!exported(hero, job) && !exported(fox, job));
      QVERIFY(!job.takeIssues().empty());
      auto now = all(project);
      QVERIFY(now.at(edited) == whole.at(edited) + "edited");
      QVERIFY(now.at("scene.txt") == "mine");
      now.at(edited) = whole.at(edited);
      now.erase("scene.txt");
      QVERIFY(now == whole);
      const auto ill = exporting::examineExports(project, job);
      QVERIFY(ill && !ill->isWhole());
      std::ofstream(project / edited, std::ios::trunc | std::ios::binary) << whole.at(edited);
    }

    // Cancelled, or failed because a user's file is in the way: everything is unchanged.
    const auto before = all(m_folder);
    JobContext cancelled;
    cancelled.cancel();
    QVERIFY(exported(hero, cancelled).has_value());
    QVERIFY(all(m_folder) == before);
    if (target.companions != nullptr) {
      const fs::path third = m_folder / "third";
      fs::create_directories(third);
      // Our file yields to the .meta of the list that Unity made.
      const auto file = std::find_if(files->rbegin(), files->rend(), [](const exporting::OwnedFile& each) {
        return !each.path.ends_with(".json.meta");
      });
      const std::string mine = file->path;
      fs::create_directories((third / mine).parent_path());
      std::ofstream(third / mine) << "mine";
      const bool isHeros = file->group.find("fox") == std::string::npos;
      QVERIFY(exported(place(name, third, isHeros ? "hero" : "fox"), job).has_value());
      QVERIFY((all(third) == std::map<std::string, std::string>{{mine, "mine"}}));
    }
  }

  /// Names that file systems, addresses and engines do not accept.
  void names_data() { aTarget_data(); }
  void names() {
    QFETCH(QByteArray, name);
    std::size_t number = 0;
    for (const char* character : {"Big Hero: 2/3?", "武士", "..", "a\"b'c<d>&`$(x)", "con", "-rf", "Ünïcödé", "1st"}) {
      const fs::path project = m_folder / std::to_string(number++);
      JobContext job;
      const exporting::ExportPlace where = place(name, project, character);
      const auto error = exported(where, job);
      QVERIFY2(!error, character);
      for (const auto& entry : fs::recursive_directory_iterator(m_folder)) {
        const std::string file = entry.path().filename().string();
        QVERIFY2(file.find_first_of("<>:\"|?*\\") == std::string::npos, file.c_str());
        QVERIFY2(!file.starts_with('-'), file.c_str());
      }
      const auto report = exporting::examineExports(project, job);
      QVERIFY2(report && report->isWhole(), character);
    }
  }
};

TEXELETON_SUITE(TestEveryTarget)
#include "test_every_target.moc"
