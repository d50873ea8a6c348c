#include <QTemporaryDir>
#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/export/export_places.h"
#include "core/export/write_export.h"
#include "tests/core/pack/made_packs.h"
#include "tests/support/suite.h"

using namespace texeleton;
using namespace texeleton::test;
namespace fs = std::filesystem;

class TestExportPlaces : public QObject {
  Q_OBJECT

 private:
  static Result<std::vector<exporting::ExportPlace>> placesOf(const recipe::Recipe& recipe, const fs::path& file) {
    JobContext unheard;
    return exporting::exportPlaces(recipe, file, unheard);
  }

 private slots:
  void tableIsComplete() {
    std::vector<std::string_view> names;
    for (const exporting::ExportTarget& target : exporting::exportTargets()) {
      names.emplace_back(target.name);
      QVERIFY(!target.abilities.empty());
      QVERIFY(*target.title != 0 && *target.summary != 0 && *target.tested != 0);
    }
    std::sort(names.begin(), names.end());
    QVERIFY(std::adjacent_find(names.begin(), names.end()) == names.end());
    QVERIFY(exporting::exportTargetNamed("three") != nullptr);
    QVERIFY(exporting::exportTargetNamed("cryengine") == nullptr);
  }

  void packsGoToRecipeTargets() {
    recipe::Recipe recipe;
    const fs::path file = "/art/fox/fox.texeleton";
    QVERIFY(exporting::packExports(recipe, file) == std::vector<fs::path>{"/art/fox/fox.texpack"});
    recipe.exports = {{"pack", "../../game/fox.texpack", {}},
                      {"later", "x", {}},
                      {"pack", "b/fox.texpack", {}},
                      {"pack", "./b/../b/fox.texpack", {}}};
    QVERIFY(
        (exporting::packExports(recipe, file) == std::vector<fs::path>{"/game/fox.texpack", "/art/fox/b/fox.texpack"}));
    recipe.exports = {{"later", "x", {}}};
    QVERIFY(exporting::packExports(recipe, file).empty());  // The pack next to the recipe is not requested.
    recipe.exports = {{"three", "../web", {}}, {"pack", "a.texpack", {}}, {"three", "../x/../web", {}}};
    const auto places = placesOf(recipe, file);
    QVERIFY(places);
    QCOMPARE(places->size(), std::size_t{2});
    QVERIFY(places->at(0).folder == "/art/web" && places->at(0).pack == "/art/web/fox.texpack");
    QCOMPARE(places->at(0).target->name, "three");
  }

  void encodingsThatAllTargetsDecode() {
    const auto common = [](const std::vector<recipe::RecipeExport>& exports) {
      recipe::Recipe recipe;
      recipe.exports = exports;
      return exporting::commonEncodings(placesOf(recipe, "/art/fox/fox.texeleton").value());
    };
    QVERIFY(common({}).empty());
    QVERIFY(common({{"pack", "a.texpack", {}}, {"three", "web", {}}}).empty());
    QVERIFY((common({{"three", "web", {}}, {"godot", "game", {}}}) ==
             std::vector<std::string>{"matrix3x4", "positionNormal"}));
    QVERIFY((common({{"godot", "game", {}}, {"babylon", "web", {}}}) == std::vector<std::string>{"matrix3x4"}));
  }

  /// Mistakes in a recipe's exports give an Issue or an Error with their place.
  void wrongRecipes() {
    recipe::Recipe recipe;
    recipe.id = "f-1";
    recipe.exports = {{"three", "w", {}}, {"threee", "x", {}}, {"three", "v", R"({"optoins": {}})"}};
    JobContext job;
    const auto places = exporting::exportPlaces(recipe, "/art/fox.texeleton", job);
    QVERIFY(places);
    QCOMPARE(places->size(), std::size_t{2});
    QCOMPARE(places->at(1).id, std::string("f-1"));
    const auto issues = job.takeIssues();
    QCOMPARE(issues.size(), std::size_t{2});
    QVERIFY2(issues[0].text.find("exports[1]") != std::string::npos, issues[0].text.c_str());
    QVERIFY2(issues[0].text.find("did you mean \"three\"?") != std::string::npos, issues[0].text.c_str());
    QVERIFY2(issues[1].text.find("optoins") != std::string::npos, issues[1].text.c_str());

    const auto refused = [&recipe](const recipe::RecipeExport& wanted) {
      recipe.exports = {wanted};
      const auto none = placesOf(recipe, "/art/fox.texeleton");
      return none ? std::string() : none.error().message.text();
    };
    QVERIFY2(refused({"three", "", {}}).starts_with("exports[0]: \"folder\""), refused({"three", "", {}}).c_str());
    QVERIFY(refused({"pack", "a.texpack", {}, {{"x", true}}}).find("has no options") != std::string::npos);
  }

  /// Each type of option: defaults, accepted values, errors.
  void options() {
    exporting::ExportTarget target{};
    target.name = "made";
    target.options = {
        exporting::flagOption("single-file", "", "", false), exporting::numberOption("rate", "", "", 30.0, 0.5, 60.0),
        exporting::wholeNumberOption("count", "", "", 4, 1, 8),
        exporting::choiceOption("size", "", "", {"small", "large"}), exporting::textOption("prefix", "", "", "VAT_")};
    const exporting::ExportOptions defaults = exporting::ExportOptions::of(target);
    QVERIFY(!defaults.flag("single-file") && defaults.number("rate") == 30.0 && defaults.number("count") == 4.0);
    QVERIFY(defaults.text("size") == "small" && defaults.text("prefix") == "VAT_");
    QVERIFY(!defaults.flag("rate") && defaults.number("none") == 0.0 && defaults.text("none").empty());

    const auto given = exporting::ExportOptions::of(target, {{"rate", 0.5}, {"size", std::string("large")}});
    QVERIFY(given && given->number("rate") == 0.5 && given->text("size") == "large" && !(*given == defaults));
    const auto why = [&target](const std::string& key, const recipe::OptionValue& value) {
      const auto bad = exporting::ExportOptions::of(target, {{key, value}});
      return bad ? std::string("taken") : bad.error().message.text();
    };
    const auto holds = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
    QVERIFY2(holds(why("rte", 1.0), "did you mean \"rate\"?"), why("rte", 1.0).c_str());
    QVERIFY2(holds(why("rate", 61.0), "must be a number from 0.5 to 60, but is 61"), why("rate", 61.0).c_str());
    QVERIFY2(holds(why("rate", true), "but is true"), why("rate", true).c_str());
    QVERIFY2(holds(why("count", 1.5), "a whole number from 1 to 8"), why("count", 1.5).c_str());
    QVERIFY2(holds(why("size", std::string("huge")), "must be \"small\" or \"large\""), "size");
    QVERIFY2(holds(why("prefix", recipe::OtherJson{"[1]"}), "must be a text, but is [1]"), "prefix");

    const auto parsed = [&target](const char* text) {
      const auto option = exporting::optionFromText(target, text);
      return option ? std::optional(option->second) : std::nullopt;
    };
    QVERIFY(parsed("single-file") == recipe::OptionValue(true) &&
            parsed("single-file=false") == recipe::OptionValue(false));
    QVERIFY(parsed("rate=12.5") == recipe::OptionValue(12.5) &&
            parsed("prefix=a=b") == recipe::OptionValue(std::string("a=b")));
    QVERIFY(parsed("prefix=7") == recipe::OptionValue(std::string("7")));
    QVERIFY(!parsed("rate") && !parsed("rate=1s") && !parsed("single-file=yes") && !parsed("x=1") && !parsed(""));
  }

  /// Names that file systems and addresses do not accept.
  void namesBecomeFileNames() {
    const exporting::ExportTarget& three = *exporting::exportTargetNamed("three");
    QVERIFY(exporting::exportPlace(three, "w", "Big Hero: 2/3?").pack == fs::path("w/Big-Hero--2-3-.texpack"));
    QVERIFY(exporting::exportPlace(three, "w", "武士").pack == fs::path(u8"w/武士.texpack"));
    QVERIFY(exporting::exportPlace(three, "w", "..").pack == fs::path("w/character...texpack"));
    QVERIFY(exporting::exportPlace(three, "w", "-rf").pack == fs::path("w/character-rf.texpack"));
    QVERIFY(exporting::exportPlace(three, "w", "Con").pack == fs::path("w/character-Con.texpack"));
    QVERIFY(exporting::exportPlace(three, "w", "com1").pack == fs::path("w/character-com1.texpack"));
    QVERIFY(exporting::exportPlace(three, "w", "console").pack == fs::path("w/console.texpack"));
    // Too long for a file system with a suffix, and with marks that change the text direction.
    QVERIFY(exporting::exportPlace(three, "w", std::string(251, 'a')).pack ==
            fs::path("w/" + std::string(192, 'a') + ".texpack"));
    QVERIFY(exporting::exportPlace(three, "w", "\u202ehero").pack == fs::path("w/_hero.texpack"));
    // Invalid UTF-8: names are also in JSON.
    QVERIFY(exporting::exportPlace(three, "w", "caf\xe9").pack == fs::path("w/caf-.texpack"));
    QVERIFY(exporting::exportPlace(three, "w", "a\xff hero").pack == fs::path("w/a--hero.texpack"));
    recipe::Recipe recipe;
    recipe.exports = {{"three", "web", {}}};
    JobContext job;
    QVERIFY(exporting::exportPlaces(recipe, "/art/Big Hero.texeleton", job));
    const auto issues = job.takeIssues();
    QCOMPARE(issues.size(), std::size_t{1});
    QVERIFY2(issues[0].text.find("\"Big-Hero\"") != std::string::npos, issues[0].text.c_str());
    QVERIFY(exporting::exportPlace(exporting::exportTargets().front(), "w/a b.texpack", "x").pack ==
            fs::path("w/a b.texpack"));
  }

  void companionsAreNextToPack() {
    const QTemporaryDir temporary;
    const fs::path folder = pathOf(temporary);
    const exporting::ExportPlace place =
        exporting::exportPlace(*exporting::exportTargetNamed("three"), folder, "a <b>");
    JobContext job;
    QVERIFY(!exporting::writeBesidePack({&place, 1}, job));  // The pack does not exist yet.
    QVERIFY(pack::writePack(place.pack, madePack({}), {}, job));
    const auto written = exporting::writeBesidePack({&place, 1}, job);
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    for (const char* name : {"a--b-.html", "a--b-.README.md", "texeleton/three/index.js", "texeleton/web/index.js",
                             "texeleton/web/VERSION", "texeleton/three/VERSION", exporting::kOwnedListName}) {
      QVERIFY2(fs::is_regular_file(folder / name), name);
    }
    const auto files = exporting::ownedFiles(folder);
    QVERIFY(files && files->size() > 10);
    QVERIFY(std::all_of(files->begin(), files->end(),
                        [](const exporting::OwnedFile& f) { return f.state == exporting::OwnedState::Whole; }));
    const auto exports = exporting::ownedExports(folder);
    QVERIFY(exports && exports->exports == (std::vector<exporting::ExportRecord>{
                                               {"three", "a--b-", "a--b-", "a--b-.texpack", TEXELETON_VERSION}}));
    QCOMPARE(exports->versions.at("run-time: web"), std::string(TEXELETON_VERSION));
    // Writing again changes nothing.
    const auto before = fs::last_write_time(folder / exporting::kOwnedListName);
    QVERIFY(exporting::writeBesidePack({&place, 1}, job)->written.empty());
    QVERIFY(fs::last_write_time(folder / exporting::kOwnedListName) == before);
    QVERIFY(job.takeIssues().empty());
  }
};

TEXELETON_SUITE(TestExportPlaces)
#include "test_export_places.moc"
