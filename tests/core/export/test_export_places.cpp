#include <QTemporaryDir>
#include <algorithm>
#include <filesystem>
#include <vector>

#include "core/export/export_places.h"
#include "tests/core/pack/made_packs.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;

class TestExportPlaces : public QObject {
  Q_OBJECT

 private slots:
  void recipesKnowTheTargetsOfTheTable() {
    std::vector<std::string_view> names;
    for (const ExportTarget& target : exportTargets()) {
      names.emplace_back(target.name);
      QVERIFY(!target.abilities.empty());
      QVERIFY(*target.title != 0 && *target.summary != 0 && *target.tested != 0);
    }
    QVERIFY(std::equal(names.begin(), names.end(), kExportTargets.begin(), kExportTargets.end()));
    QVERIFY(exportTargetNamed("three") != nullptr);
    QVERIFY(exportTargetNamed("cryengine") == nullptr);
  }

  void packsGoWhereTheRecipeSays() {
    Recipe recipe;
    const fs::path file = "/art/fox/fox.texeleton";
    QVERIFY(packExports(recipe, file) == std::vector<fs::path>{"/art/fox/fox.texpack"});
    recipe.exports = {{"pack", "../../game/fox.texpack", {}},
                      {"later", "x", {}},
                      {"pack", "b/fox.texpack", {}},
                      {"pack", "./b/../b/fox.texpack", {}}};
    QVERIFY((packExports(recipe, file) == std::vector<fs::path>{"/game/fox.texpack", "/art/fox/b/fox.texpack"}));
    recipe.exports = {{"later", "x", {}}};
    QVERIFY(packExports(recipe, file).empty());  // Not beside it: that was not asked for.
    recipe.exports = {{"three", "../web", {}}, {"pack", "a.texpack", {}}, {"three", "../x/../web", {}}};
    const auto places = exportPlaces(recipe, file);
    QCOMPARE(places.size(), std::size_t{2});
    QVERIFY(places[0].folder == "/art/web" && places[0].pack == "/art/web/fox.texpack");
    QCOMPARE(places[0].target->name, "three");
  }

  /// Names that file systems and addresses choke on.
  void namesBecomeFileNames() {
    const ExportTarget& three = *exportTargetNamed("three");
    QVERIFY(exportPlace(three, "w", "Big Hero: 2/3?").pack == fs::path("w/Big-Hero--2-3-.texpack"));
    QVERIFY(exportPlace(three, "w", "武士").pack == fs::path(u8"w/武士.texpack"));
    QVERIFY(exportPlace(three, "w", "..").pack == fs::path("w/character...texpack"));
    QVERIFY(exportPlace(exportTargets().front(), "w/a b.texpack", "x").pack == fs::path("w/a b.texpack"));
  }

  void companionsLieBesideThePack() {
    const QTemporaryDir temporary;
    const fs::path folder = pathOf(temporary);
    const ExportPlace place = exportPlace(*exportTargetNamed("three"), folder, "a <b>");
    JobContext job;
    QVERIFY(!writeCompanions(place, job));  // There is no pack yet.
    QVERIFY(writePack(place.pack, madePack({}), {}, job));
    const auto written = writeCompanions(place, job);
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    for (const char* name : {"a--b-.html", "a--b-.README.md", "texeleton/three/index.js", "texeleton/web/index.js",
                             "texeleton/VERSION", kOwnedListName}) {
      QVERIFY2(fs::is_regular_file(folder / name), name);
    }
    const auto files = ownedFiles(folder);
    QVERIFY(files && files->size() > 10);
    QVERIFY(std::all_of(files->begin(), files->end(), [](const OwnedFile& f) { return f.state == OwnedState::Whole; }));
    // Again: nothing changes.
    const auto before = fs::last_write_time(folder / kOwnedListName);
    QVERIFY(writeCompanions(place, job));
    QVERIFY(fs::last_write_time(folder / kOwnedListName) == before);
    QVERIFY(job.takeIssues().empty());
  }
};

TEXELETON_SUITE(TestExportPlaces)
#include "test_export_places.moc"
