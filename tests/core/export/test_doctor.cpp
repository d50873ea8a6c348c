#include <QTemporaryDir>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>

#include "core/export/doctor.h"
#include "core/export/write_export.h"
#include "core/pack/canary.h"
#include "tests/core/pack/made_packs.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;

namespace {

/// Every finding, those of exports and of the folder.
std::vector<ExportFinding> allFindings(const fs::path& folder) {
  JobContext job;
  const auto report = examineExports(folder, job);
  std::vector<ExportFinding> findings;
  if (report) {
    findings = report->findings;
    for (const ExaminedExport& each : report->exports) {
      findings.insert(findings.end(), each.findings.begin(), each.findings.end());
    }
  }
  return findings;
}

}  // namespace

class TestDoctor : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_temporary;
  fs::path m_folder;

  ExportPlace place(const char* name, const char* folder = "web", const char* target = "three") const {
    return exportPlace(*exportTargetNamed(target), m_folder / folder, name);
  }
  bool exported(const ExportPlace& where) const {
    JobContext job;
    Pack pack = madePack({});
    return writeExport(pack, {&where, 1}, {}, job).has_value();
  }

  /// The pack's texture after a tool has saved it: written by our own writer, so that only the values are another
  /// tool's.
  void saveAgain(const fs::path& pack, const std::function<void(BakedAnimation&)>& change) const {
    JobContext job;
    auto read = readPack(pack, job);
    QVERIFY(read);
    BakedAnimation& animation = read->animation;
    animation.layout.canaryRow.reset();  // What is written below is not looked at.
    change(animation);
    const fs::path other = m_folder / "other.texpack";
    const auto written = writePack(other, *read, {}, job);
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    fs::copy_file(other / "animation.exr", pack / "animation.exr", fs::copy_options::overwrite_existing);
    fs::remove_all(other);
  }

  static void eachTexel(BakedAnimation& animation, const std::function<glm::vec4(glm::vec4)>& change) {
    for (std::uint32_t y = 0; y < animation.layout.height; ++y) {
      for (std::uint32_t x = 0; x < animation.layout.width; ++x) {
        animation.texels.setTexel(x, y, change(animation.texels.texel(x, y)));
      }
    }
  }

 private slots:
  void init() {
    m_temporary = std::make_unique<QTemporaryDir>();
    m_folder = m_temporary->path().toStdString();
  }

  void whatIsWholeIsWhole() {
    QVERIFY(exported(place("hero")) && exported(place("fox")));
    JobContext job;
    QVERIFY(writePack(m_folder / "lone.texpack", madePack({}), {}, job));
    const auto report = examineExports(m_folder, job);
    QVERIFY2(report, report ? "" : report.error().message.c_str());
    QVERIFY(report->isWhole());
    QCOMPARE(report->exports.size(), std::size_t{2});
    QCOMPARE(report->packs.size(), std::size_t{1});
    QVERIFY(allFindings(m_folder).empty());
    QVERIFY(!examineExports(m_folder / "nowhere", job));
  }

  void filesThatAreMissingOrEdited() {
    QVERIFY(exported(place("hero")));
    std::ofstream(m_folder / "web/hero.html", std::ios::app) << "mine";
    fs::remove(m_folder / "web/texeleton/web/canary.js");
    const auto findings = allFindings(m_folder);
    QCOMPARE(findings.size(), std::size_t{2});
    for (const ExportFinding& finding : findings) {
      const bool isEdited = finding.file.ends_with("hero.html");
      QVERIFY(isEdited || finding.file.ends_with("canary.js"));
      QCOMPARE(finding.name, std::string(isEdited ? "edited" : "missing"));
      QVERIFY(!finding.mend.empty());
    }
    fs::remove_all(m_folder / "web/hero.texpack");
    QCOMPARE(allFindings(m_folder).size(), std::size_t{3});
  }

  void twoCharactersOfOneName() {
    QVERIFY(exported(place("hero", "a")) && exported(place("hero", "b")));
    const auto findings = allFindings(m_folder);
    QCOMPARE(findings.size(), std::size_t{1});
    QVERIFY2(findings[0].mend.find("\"id\"") != std::string::npos, findings[0].mend.c_str());
    ExportPlace own = place("hero", "b");
    own.id = "hero-2";
    QVERIFY(exported(own));
    QVERIFY(allFindings(m_folder).empty());
  }

  /// A list that somebody wrote by hand, and one that no program can read.
  void strangeLists() {
    fs::create_directories(m_folder / "x");
    std::ofstream(m_folder / "x" / kOwnedListName) << "{";
    auto findings = allFindings(m_folder);
    QCOMPARE(findings.size(), std::size_t{1});
    std::ofstream(m_folder / "x" / kOwnedListName)
        << R"({"format": "texeleton-files", "version": 1, "groups": {"g": {"../../etc/passwd": "0"}},
               "exports": [{"target": "later", "name": "n", "id": "n", "pack": "", "version": "9.0.0"}]})";
    findings = allFindings(m_folder);
    QCOMPARE(findings.size(), std::size_t{3});  // Missing, another version, a target that is not known.
  }

  void texturesThatWereSavedAgain_data() {
    QTest::addColumn<QString>("damage");
    for (const char* damage : {"8-bit", "clamped", "srgb-decoded", "flipped-vertically", "flipped-horizontally",
                               "resized", "alpha-lost", "swapped", "premultiplied", "unsigned", "empty"}) {
      QTest::newRow(damage) << QString(damage);
    }
  }
  void texturesThatWereSavedAgain() {
    QFETCH(QString, damage);
    const ExportPlace where = place("hero");
    QVERIFY(exported(where));
    const auto inside = [](glm::vec4 v) { return glm::clamp(v, 0.0f, 1.0f); };
    const auto eight = [inside](glm::vec4 v) { return glm::round(inside(v) * 255.0f) / 255.0f; };
    saveAgain(where.pack, [&](BakedAnimation& a) {
      const TextureLayout& layout = a.layout;
      if (damage == "8-bit") {
        eachTexel(a, eight);
      } else if (damage == "clamped") {
        eachTexel(a, inside);
      } else if (damage == "srgb-decoded") {
        eachTexel(a, [&](glm::vec4 v) {
          const glm::vec3 e(eight(v));
          const glm::vec3 linear = glm::mix(glm::pow((e + 0.055f) / 1.055f, glm::vec3(2.4f)), e / 12.92f,
                                            glm::vec3(glm::lessThanEqual(e, glm::vec3(0.04045f))));
          return glm::vec4(linear, eight(v).w);
        });
      } else if (damage == "alpha-lost") {
        eachTexel(a, [](glm::vec4 v) { return glm::vec4(glm::vec3(v), 1.0f); });
      } else if (damage == "swapped") {
        eachTexel(a, [](glm::vec4 v) { return glm::vec4(v.z, v.y, v.x, v.w); });
      } else if (damage == "premultiplied") {
        eachTexel(a, [](glm::vec4 v) { return glm::vec4(glm::vec3(v) * v.w, v.w); });
      } else if (damage == "unsigned") {
        eachTexel(a, [](glm::vec4 v) { return glm::max(v, 0.0f); });
      } else if (damage == "empty") {
        eachTexel(a, [](glm::vec4) { return glm::vec4(0.0f); });
      } else if (damage == "resized") {
        TexelBuffer larger(a.pixelFormat, layout.width, layout.height * 2);
        a.texels = std::move(larger);
        a.layout.height *= 2;
      } else {
        const bool rows = damage == "flipped-vertically";
        TexelBuffer flipped(a.pixelFormat, layout.width, layout.height);
        for (std::uint32_t y = 0; y < layout.height; ++y) {
          for (std::uint32_t x = 0; x < layout.width; ++x) {
            flipped.setTexel(x, y, a.texels.texel(rows ? x : layout.width - 1 - x, rows ? layout.height - 1 - y : y));
          }
        }
        a.texels = std::move(flipped);
      }
    });
    const auto findings = allFindings(m_folder);
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].name, damage.toStdString());
    QVERIFY(findings[0].file.ends_with("animation.exr"));
    // Exported again, all is well.
    QVERIFY(exported(where));
    QVERIFY(allFindings(m_folder).empty());
  }
};

TEXELETON_SUITE(TestDoctor)
#include "test_doctor.moc"
