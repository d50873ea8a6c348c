#include <QObject>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "core/recipe/recipe.h"
#include "core/settings/tolerance.h"
#include "tests/core/recipe/full_recipe.h"
#include "tests/support/suite.h"

using namespace texeleton;
using Json = nlohmann::ordered_json;
using test::kFullRecipe;

namespace {

std::string layOut(const Json& json) { return json.dump(2) + "\n"; }

Result<recipe::Recipe> read(const std::string& text, std::vector<Issue>* issues = nullptr) {
  JobContext job;
  Result<recipe::Recipe> recipe = recipe::recipeFromText(text, "a.texeleton", job);
  if (issues != nullptr) {
    *issues = job.takeIssues();
  }
  return recipe;
}

/// A value of the file: its place as a pointer and in messages.
struct Place {
  std::string pointer;
  std::string shown;
};

void collectPlaces(const Json& json, const Place& here, std::vector<Place>& places) {
  if (!here.pointer.empty()) {
    places.push_back(here);
  }
  if (here.shown == "editor") {
    return;  // Its content belongs to the editor.
  }
  if (json.is_object()) {
    for (const auto& [key, value] : json.items()) {
      collectPlaces(value, {here.pointer + "/" + key, here.shown.empty() ? key : here.shown + "." + key}, places);
    }
  } else if (json.is_array()) {
    for (std::size_t i = 0; i < json.size(); ++i) {
      const std::string number = std::to_string(i);
      collectPlaces(json[i], {here.pointer + "/" + number, here.shown + "[" + number + "]"}, places);
    }
  }
}

std::vector<Place> allPlaces() {
  std::vector<Place> places;
  collectPlaces(Json::parse(kFullRecipe), {}, places);
  return places;
}

std::string withValue(const std::string& pointer, const Json& value) {
  Json json = Json::parse(kFullRecipe);
  json[Json::json_pointer(pointer)] = value;
  return layOut(json);
}

void writeFile(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace

class TestRecipe : public QObject {
  Q_OBJECT

 private slots:
  void everyField() {
    std::vector<Issue> issues;
    const Result<recipe::Recipe> recipe = read(kFullRecipe, &issues);
    QVERIFY2(recipe, recipe ? "" : recipe.error().message.c_str());
    QVERIFY(issues.empty());
    QCOMPARE(recipe->sources.size(), std::size_t{5});
    QCOMPARE(recipe->sources[4].name, std::string("coat_D.tga"));
    QCOMPARE(recipe->sources[0].path, std::string("models/Füchse/fox.glb"));
    QCOMPARE(recipe->sources[0].role, std::string("model"));
    QCOMPARE(recipe->sources[0].sha256.substr(0, 4), std::string("0123"));
    QVERIFY(!recipe->sources[0].scale);
    QCOMPARE(*recipe->sources[2].scale, 0.01);
    QCOMPARE(recipe->sources[3].mesh, std::string("Cape"));
    QCOMPARE(*recipe->sources[3].fps, 24.0);
    QVERIFY(recipe->sources[3].up == importing::UpAxis::Z);
    QCOMPARE(*recipe->import.scale, 0.01);
    QVERIFY(recipe->import.up == importing::UpAxis::Z);
    const recipe::RecipeClip& clip = recipe->clips.at(0);
    QCOMPARE(*clip.source, 0u);
    QCOMPARE(*clip.index, 2u);
    QCOMPARE(clip.sourceName, std::string("Run"));
    QCOMPARE(clip.name, std::string("Sprint"));
    QCOMPARE(*clip.from, 0.1);
    QCOMPARE(*clip.to, 1.1);
    QCOMPARE(*clip.fps, 29.97);
    QCOMPARE(*clip.maxError, 0.25);
    QCOMPARE(*clip.maxNormalError, 5.0);
    QVERIFY(clip.loop == bake::LoopMode::On);
    QCOMPARE(clip.events, (std::vector<recipe::RecipeEvent>{{"footstep_l", 0.2, std::nullopt, "grass", ""},
                                                            {"footstep_r", std::nullopt, 12.0, "", ""}}));
    QVERIFY(recipe->clips.at(1).loop == bake::LoopMode::Auto);
    QVERIFY(!recipe->clips.at(1).index);
    QVERIFY(recipe->bake.mode == vat::BakeMode::Vertex);
    QVERIFY(recipe->bake.pixelFormat == vat::PixelFormat::Rgba32F);
    QVERIFY(recipe->bake.encoding == "positionNormal");
    QVERIFY(recipe->bake.size == vat::SizeRule::Exact);
    QCOMPARE(*recipe->bake.maxSize, 4096u);
    QCOMPARE(*recipe->bake.shareElements, false);
    QCOMPARE(*recipe->bake.fps, 60.0);
    QVERIFY(recipe->bake.loop == bake::LoopMode::Off);
    QCOMPARE(recipe->bake.expose, (std::vector<recipe::RecipeExpose>{{"weapon.*", true, ""}, {"HAND_.*", false, ""}}));
    transform::Transform offset;
    offset.translation = {0.125, 0.0, -0.5};
    offset.rotation = glm::dquat(0.8, 0.0, 0.6, 0.0);
    offset.scale = {2.0, 2.0, 0.5};
    QCOMPARE(recipe->bake.socketNames,
             (std::vector<recipe::RecipeSocketName>{{"hand_r", "grip", ""}, {"hand_l", "", "", offset}}));
    QCOMPARE(recipe->bake.attachments.size(), std::size_t{2});
    const recipe::RecipeAttachment& sword = recipe->bake.attachments[0];
    QVERIFY(sword.name == "sword" && sword.source == 1 && sword.socket == "grip" && sword.merge);
    QVERIFY(sword.local.translation == glm::dvec3(0.0, 0.0625, 0.0) && sword.local.scale == glm::dvec3(1.0));
    const recipe::RecipeAttachment& gem = recipe->bake.attachments[1];
    QVERIFY(gem.attachment == "sword" && gem.node == "pommel" && !gem.merge);
    QVERIFY(gem.local.rotation == glm::dquat(0.8, 0.6, 0.0, 0.0) && gem.local.scale == glm::dvec3(0.5));
    QCOMPARE(gem.rotationDegrees, (std::vector<double>{73.73979529168804, 0.0, 0.0}));
    QCOMPARE(*recipe->bake.maxError, 0.5);
    QCOMPARE(*recipe->bake.maxNormalError, 10.0);
    QCOMPARE(*recipe->bake.measure, false);
    QVERIFY(recipe->write.compression == pack::TextureCompression::Zip);
    QCOMPARE(recipe->exports, (std::vector<recipe::RecipeExport>{
                                  {"pack",
                                   "../game/fox.texpack",
                                   "",
                                   {{"single-file", true}, {"rate", 12.5}, {"quality", std::string("high")}}}}));
    QVERIFY(recipe->animator.has_value());
    const animator::AnimatorSetup& animator = *recipe->animator;
    QVERIFY(animator.parameters.at(1).what.kind == animator::ParameterKind::Trigger);
    QCOMPARE(animator.parameters.at(0).most, 4.0);
    QCOMPARE(animator.states.at(0).clips.at(1), (animator::SetupClip{"Sprint", 4.0, 0.25}));
    QCOMPARE(animator.states.at(0).parameterY, std::string("turn"));
    QVERIFY(animator.states.at(0).layer.empty() && animator.states.at(1).clips.empty());
    QCOMPARE(animator.states.at(1).layer, std::string("Upper body"));
    QCOMPARE(animator.layers,
             (std::vector<animator::SetupLayer>{{"Upper body", "torso", 0.75, "speed", true, "Strike"}}));
    QCOMPARE(animator.transitions.at(0).conditions.at(1).value, 0.5);
    QCOMPARE(*animator.transitions.at(0).exitFraction, 0.75);
    QCOMPARE(animator.limbs.at(0).target, glm::dvec3(0.0, 0.25, -1.0));
    QCOMPARE(animator.limbs.at(0).targetNode, std::string("sword"));
    QCOMPARE(*animator.gazes.at(0).target, glm::dvec3(0.0, 1.5, 3.0));
    QCOMPARE(recipe->id, std::string("fox-2f1c"));
    QCOMPARE(recipe->ragdoll.size(), std::size_t{3});
    QVERIFY(recipe->ragdoll[0].body == false && recipe->ragdoll[0].mass == 4.5 && !recipe->ragdoll[0].swing);
    QVERIFY(recipe->ragdoll[1].bone == "forearm_l" && recipe->ragdoll[1].swing == 30.0);
    QVERIFY(recipe->ragdoll[1].twist == 10.5 && !recipe->ragdoll[1].body);
    QVERIFY(recipe->ragdoll[2].bendFrom == -2.0 && recipe->ragdoll[2].bendTo == 120.0);
    QCOMPARE(Json::parse(recipe->editor)["crowd"]["count"].get<int>(), 1000);
  }

  /// A pixel of a picture with 1,080 lines and a field of view of 60 degrees is 2·tan 30°/1,080 of the distance high.
  static void tolerances() {
    const double pixel = 2.0 * 0.57735026918962576 / 1080.0;
    const std::pair<const char*, double> good[] = {{"5", 5.0},
                                                   {"0.5mm", 0.5},
                                                   {"1cm", 10.0},
                                                   {"0.01m", 10.0},
                                                   {"0", 0.0},
                                                   {"1px@20m", 20000.0 * pixel},
                                                   {"0.5px@2m/2160", 500.0 * pixel},
                                                   {"1px@1m/1000/90", 2.0},
                                                   {"hero", 1000.0 * pixel},
                                                   {"crowd", 10000.0 * pixel},
                                                   {"far", 40000.0 * pixel}};
    for (const auto& [text, millimetres] : good) {
      const auto parsed = parseTolerance(text);
      QVERIFY2(parsed && std::abs(*parsed - millimetres) < 1e-9 * std::max(1.0, millimetres), text);
    }
    for (const char* text : {"", "mm", "nan", "inf", "-1", "1e10", "5 mm", "1px", "1@2", "1px@", "1px@2", "1px@2m/0",
                             "1px@2m/1/0", "1px@2m/1/180", "1px@2m/1/60/1", "px@2m", "1px@2m/", "herro"}) {
      QVERIFY2(!parseTolerance(text), text);
    }
    QVERIFY(parseTolerance("herro").error().message.find("hero") != std::string::npos);
    std::string text = kFullRecipe;
    text.replace(text.find("\"maxError\": 0.25"), 16, "\"maxError\": \"1px@20m\"");
    const auto recipe = read(text);
    QVERIFY(recipe);
    QCOMPARE(*recipe->clips[0].maxError, *parseTolerance("1px@20m"));
  }

  void roundTrip() {
    const Result<std::string> text = recipe::recipeToText(*read(kFullRecipe));
    QVERIFY2(text, text ? "" : text.error().message.c_str());
    QCOMPARE(*text, std::string(kFullRecipe));
    QCOMPARE(*recipe::recipeToText(recipe::Recipe()),
             layOut({{"format", "texeleton-recipe"}, {"version", 1}, {"sources", Json::array()}}));
    QVERIFY(*read(*recipe::recipeToText(recipe::Recipe())) == recipe::Recipe());
  }

  void shortestFile() {
    const Result<recipe::Recipe> recipe =
        read(R"({"version": 1, "sources": [{"path": "fox.glb"}], "bake": {"loop": "on"}})");
    QVERIFY(recipe);
    QCOMPARE(recipe->sources[0].role, std::string("model"));
    QVERIFY(recipe->bake.loop == bake::LoopMode::On);
    QVERIFY(recipe->clips.empty() && !recipe->bake.mode);
  }

  /// An unknown key in every object of the file: preserved byte for byte, and reported.
  void unknownKeys() {
    const Json strange = {{"deep", {1, nullptr, "ü", 1e300, -0.5}}};
    std::size_t all = 0;
    const auto partOf = [](const std::string& place) {
      return place.starts_with("animator") ? 1 : place.starts_with("bake.") ? 2 : 0;
    };
    for (const int part : {0, 1, 2}) {  // In parts: issues name at most 20 keys of a file.
      Json json = Json::parse(kFullRecipe);
      std::vector<std::string> shown;
      if (part == 0) {
        shown.emplace_back("\"zebra\"");
        json["zebra"] = strange;
      }
      for (const Place& place : allPlaces()) {
        Json& value = json[Json::json_pointer(place.pointer)];
        const bool isFree =
            place.shown == "editor" || place.shown == "motion.bones" || place.shown.ends_with("options");
        // One constraint represents all.
        const bool isAnother = place.shown.starts_with("constraints[") && place.shown != "constraints[0]";
        if (value.is_object() && !isFree && !isAnother &&
            partOf(std::string(place.shown)) == part) {  // Names are free there.
          value["zebra"] = strange;
          shown.push_back(std::string("\"").append(place.shown).append(".zebra\""));
        }
      }
      all += shown.size();
      std::vector<Issue> issues;
      const Result<recipe::Recipe> recipe = read(layOut(json), &issues);
      QVERIFY(recipe);
      QCOMPARE(*recipe::recipeToText(*recipe), layOut(json));
      QCOMPARE(issues.size(), shown.size());
      for (const std::string& key : shown) {
        QVERIFY2(std::any_of(issues.begin(), issues.end(),
                             [&](const Issue& issue) { return issue.text.find(key) != std::string::npos; }),
                 key.c_str());
      }
    }
    QCOMPARE(all, std::size_t{44});
  }

  void floodOfUnknownKeys() {
    Json json = {{"version", 1}};
    for (int i = 0; i < 5000; ++i) {
      json[std::to_string(i)] = i;
    }
    std::vector<Issue> issues;
    QVERIFY(read(layOut(json), &issues));
    QVERIFY(issues.size() <= 20);
    QVERIFY(issues.back().text.find("not listed") != std::string::npos);
  }

  /// Every value of the file replaced by every other kind of value: an Error that names the place.
  void wrongTypes() {
    const Json full = Json::parse(kFullRecipe);
    int tried = 0;
    for (const Place& place : allPlaces()) {
      const Json& right = full[Json::json_pointer(place.pointer)];
      for (const Json& wrong :
           {Json(nullptr), Json(true), Json(-7.25), Json("no such word\nat all"), Json::array({1}), Json{{"a", 1}}}) {
        const bool sameKind = wrong.type() == right.type() || (wrong.is_number() && right.is_number());
        const bool isLoop = place.shown.ends_with("loop") && wrong.is_boolean();
        const bool isExpose = place.shown.starts_with("bake.expose[") && wrong.is_string();
        const bool isOption = place.shown.find(".options.") != std::string::npos;  // Checked by the export.
        if (sameKind || isLoop || isExpose || isOption) {
          continue;
        }
        const Result<recipe::Recipe> recipe = read(withValue(place.pointer, wrong));
        QVERIFY2(!recipe, place.shown.c_str());
        QVERIFY2(recipe.error().message.find(place.shown) != std::string::npos, recipe.error().message.c_str());
        QVERIFY(recipe.error().message.find("\n") == std::string::npos);
        QCOMPARE(recipe.error().file, std::string("a.texeleton"));
        ++tried;
      }
    }
    QVERIFY(tried > 150);
  }

  void wrongValues_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("place");
    const auto row = [](const char* pointer, const char* value, const char* place) {
      QTest::addRow("%s %s", pointer, value) << QString(pointer) << QString(value) << QString(place);
    };
    row("/import/scale", "0", "import.scale");
    row("/import/scale", "-1", "import.scale");
    row("/import/up", "\"x\"", "import.up");
    row("/sources/0/path", "\"\"", "sources[0].path");
    row("/sources/0/path", "\"a\\u0000b\"", "sources[0].path");
    row("/sources/0/sha256", "\"XYZ\"", "sources[0].sha256");
    row("/sources/2/scale", "0", "sources[2].scale");
    row("/clips/0/source", "5", "clips[0].source");
    row("/clips/0/index", "-1", "clips[0].index");
    row("/clips/0/index", "1.5", "clips[0].index");
    row("/clips/0/index", "99999999999999999999999", "clips[0].index");
    row("/clips/0/name", "\"a\\nb\"", "clips[0].name");
    row("/clips/0/from", "2", "clips[0].to");
    row("/clips/0/from", "1e300", "clips[0].from");
    row("/clips/0/fps", "-1", "clips[0].fps");
    row("/bake/fps", "0", "bake.fps");
    row("/clips/0/maxError", "\"heroic\"", "clips[0].maxError");
    row("/clips/0/maxNormalError", "181", "clips[0].maxNormalError");
    row("/clips/0/fps", "1e300", "clips[0].fps");
    row("/clips/0/loop", "\"sometimes\"", "clips[0].loop");
    row("/clips/1", "{}", "clips[1].sourceName");
    row("/constraints/0/type", "\"wobble\"", "constraints[0].type");
    row("/constraints/0/radius", "-1", "constraints[0].radius");
    row("/constraints/0/clips/0", "3", "constraints[0].clips[0]");
    row("/constraints/1/axis", "[1, 2]", "constraints[1].axis");
    row("/constraints/1/axis", "[1, 2, \"x\"]", "constraints[1].axis[2]");
    row("/constraints/1/axis", "[1, 2, 1e7]", "constraints[1].axis[2]");
    row("/constraints/2/limit", "181", "constraints[2].limit");
    row("/constraints/4/target", "7", "constraints[4].target");
    row("/constraints/5/turns", "1", "constraints[5].turns");
    row("/clips/0/events/0", "{\"name\": \"a\"}", "clips[0].events[0].timeSeconds");
    row("/clips/0/events/0", "{\"name\": \"a\", \"frame\": 1, \"timeSeconds\": 1}", "clips[0].events[0].timeSeconds");
    row("/clips/0/events/0/name", "\"\"", "clips[0].events[0].name");
    row("/bake/mode", "\"banana\"", "bake.mode");
    row("/bake/maxSize", "0", "bake.maxSize");
    row("/bake/maxSize", "32769", "bake.maxSize");
    row("/bake/maxError", "-0.1", "bake.maxError");
    row("/bake/expose/1", "{\"caseSensitive\": true}", "bake.expose[1].pattern");
    row("/bake/socketNames/0", "{\"node\": \"a\"}", "bake.socketNames[0].name");
    row("/bake/socketNames/0", "{\"name\": \"a\"}", "bake.socketNames[0].node");
    row("/bake/socketNames/1/position", "[1, 2]", "bake.socketNames[1].position");
    row("/bake/attachments/0/rotation", "[0, 0, 0, 0]", "bake.attachments[0].rotation");
    row("/bake/attachments/1/rotationDegrees", "[1, 2]", "bake.attachments[1].rotationDegrees");
    row("/bake/attachments/0/scale", "[1, \"a\", 1]", "bake.attachments[0].scale[1]");
    row("/bake/attachments/0/source", "7", "bake.attachments[0].source");
    row("/bake/attachments/0/name", "\"\"", "bake.attachments[0].name");
    row("/bake/attachments/0/node", "\"hand_r\"", "bake.attachments[0].node");
    row("/bake/attachments/1/name", "\"sword\"", "bake.attachments[1].name");
    row("/write/compression", "\"lzma\"", "write.compression");
    row("/animator/layers", "{}", "animator.layers");
    row("/animator/layers/0", "{}", "animator.layers[0].name");
    row("/animator/layers/0/weight", "1.5", "animator.layers[0].weight");
    row("/animator/states/1/layer", "7", "animator.states[1].layer");
    row("/exports", "{}", "exports");
    row("/exports/0", "{}", "exports[0].target");
    row("/exports/0/target", "7", "exports[0].target");
    row("/exports/0/folder", "\"\"", "exports[0].folder");
    row("/exports/0/folder", "\"../game\"", "exports[0].folder");
    row("/exports/0/folder", "\"a\\u0001.texpack\"", "exports[0].folder");
    row("/exports/0/options", "[1]", "exports[0].options");
    row("/id", "7", "id");
    row("/version", "0", "version");
    row("/version", "0.5", "version");
  }
  void wrongValues() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, place);
    const Result<recipe::Recipe> recipe = read(withValue(pointer.toStdString(), Json::parse(value.toStdString())));
    QVERIFY(!recipe);
    QVERIFY2(recipe.error().message.starts_with(place.toStdString() + " "), recipe.error().message.c_str());
    QVERIFY(recipe.error().code == ErrorCode::BadFile);
  }

  /// Targets of later versions are preserved; the export reports them.
  void unknownTargets() {
    JobContext job;
    const std::string good =
        withValue("/exports/0",
                  Json::parse(R"({"target": "cryengine", "folder": "x", "options": {"lods": [1, 2]}, "on": true})"));
    const auto kept = recipe::recipeFromText(good, "a.texeleton", job);
    QVERIFY(kept);
    QVERIFY(job.takeIssues().empty());
    const auto written = recipe::recipeToText(*kept);
    QVERIFY(written);
    QCOMPARE(Json::parse(*written)["exports"], Json::parse(good)["exports"]);
  }

  void otherVersions() {
    for (const char* version : {"2", "1000000000000000000000", "1.5"}) {
      const Result<recipe::Recipe> newer = read(withValue("/version", Json::parse(version)));
      QVERIFY(!newer);
      QVERIFY(newer.error().code == ErrorCode::Unsupported);
      QVERIFY(newer.error().message.find("newer version") != std::string::npos);
    }
    QVERIFY(read(R"({"sources": []})").error().message.find("version") != std::string::npos);
    QVERIFY(read(R"({"format": "texeleton-pack", "version": 1})").error().message.find("not a recipe") !=
            std::string::npos);
    // A newer recipe is rejected as newer, whatever else it contains that cannot be read.
    QVERIFY(read(R"({"version": 2, "sources": 7})").error().code == ErrorCode::Unsupported);
  }

  void noRecipe_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("blank") << QByteArray(" \n");
    QTest::newRow("number") << QByteArray("7");
    QTest::newRow("list") << QByteArray("[]");
    QTest::newRow("comment") << QByteArray("{\"version\": 1} // mine");
    QTest::newRow("comma") << QByteArray("{\"version\": 1,}");
    QTest::newRow("nan") << QByteArray("{\"version\": NaN}");
    QTest::newRow("beyond double") << QByteArray("{\"version\": 1, \"bake\": {\"fps\": 1e999}}");
    QTest::newRow("not UTF-8") << QByteArray("{\"version\": 1, \"a\": \"\xff\"}");
    QTest::newRow("half a surrogate") << QByteArray("{\"version\": 1, \"a\": \"\\ud800\"}");
    QTest::newRow("key twice") << QByteArray("{\"version\": 1, \"a\": {\"b\": 1, \"b\": 2}}");
    QTest::newRow("lists in lists") << QByteArray("{\"version\": 1, \"a\": ") + QByteArray(1000000, '[');
    QTest::newRow("objects in objects") << QByteArray("{\"version\": 1, \"a\":") + QByteArray("{\"a\":").repeated(65);
    QTest::newRow("too long") << QByteArray("{\"version\": 1}") + QByteArray(9 << 20, ' ');
    QTest::newRow("binary") << QByteArray("\0\1\2\3", 4);
  }
  void noRecipe() {
    QFETCH(QByteArray, text);
    const Result<recipe::Recipe> recipe = read(text.toStdString());
    QVERIFY(!recipe);
    QVERIFY(!recipe.error().message.empty());
    QVERIFY(recipe.error().message.size() < 400);
    QVERIFY(recipe.error().message.find("\n") == std::string::npos);
  }

  /// Large but valid: the cost grows linearly, not quadratically.
  void manyKeys() {
    std::string text = R"({"version": 1, "editor": {)";
    for (int i = 0; i < 300000; ++i) {
      text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
    }
    const Result<recipe::Recipe> recipe = read(text + "}}");
    QVERIFY(recipe);
    QCOMPARE(nlohmann::json::parse(recipe->editor).size(), std::size_t{300000});
  }

  /// Truncated and damaged files give an Error or a recipe that can be written and read unchanged.
  void damage() {
    const std::string full = kFullRecipe;
    for (std::size_t size = 0; size + 1 < full.size(); ++size) {  // The last byte is only the end of the line.
      QVERIFY(!read(full.substr(0, size)));
    }
    std::mt19937 random(41);
    int readable = 0;
    for (int i = 0; i < 4000; ++i) {
      std::string text = full;
      for (unsigned flips = 1 + random() % 3; flips > 0; --flips) {
        char& c = text[random() % text.size()];
        c = static_cast<char>(random() % 2 == 0 ? c ^ (1 << random() % 8) : "{}[]\",:0e-\\ "[random() % 12]);
      }
      const Result<recipe::Recipe> recipe = read(text);
      if (recipe) {
        ++readable;
        const Result<std::string> written = recipe::recipeToText(*recipe);
        QVERIFY2(written, text.c_str());
        QVERIFY(*read(*written) == *recipe);
      } else {
        QVERIFY(!recipe.error().message.empty());
      }
    }
    QVERIFY(readable > 100 && readable < 3900);
  }

  void files() {
    QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    const std::filesystem::path file = root / "wöchentlich.texeleton";
    JobContext job;
    QVERIFY(recipe::readRecipe(file, job).error().code == ErrorCode::NotFound);
    QVERIFY(recipe::readRecipe(root, job).error().code == ErrorCode::Io);
    QVERIFY(recipe::readRecipe("/dev/zero", job).error().code == ErrorCode::Io);
    writeFile(file, "old");
    const recipe::Recipe recipe = *read(kFullRecipe);
    const Result<void> written = recipe::writeRecipe(file, recipe);
    QVERIFY2(written, written ? "" : written.error().message.c_str());
    QVERIFY(*recipe::readRecipe(file, job) == recipe);
    const Result<void> nowhere = recipe::writeRecipe(root / "no folder" / "a.texeleton", recipe);
    QVERIFY(!nowhere && nowhere.error().code == ErrorCode::NotFound);
    QVERIFY(!nowhere.error().file.empty());
  }

  /// A recipe that could not be read again is not written, and the file stays.
  void refusesToWriteInvalid() {
    QTemporaryDir folder;
    const std::filesystem::path file = folder.path().toStdString() + "/a.texeleton";
    const recipe::Recipe good = *read(kFullRecipe);
    QVERIFY(recipe::writeRecipe(file, good));
    std::vector<std::pair<recipe::Recipe, std::string>> bad(6, {good, ""});
    bad[0].first.clips[0].fps = -1.0;
    bad[0].second = "clips[0].fps";
    bad[1].first.import.scale = std::numeric_limits<double>::quiet_NaN();
    bad[1].second = "import.scale";
    bad[2].first.editor = "[1, 2]";
    bad[2].second = "editor";
    bad[3].first.clips[0].unknown = "{";
    bad[3].second = "unknown keys";
    bad[4].first.clips[0].name = "\xff";
    bad[4].second = "JSON";
    bad[5].first.editor = std::string(100, '[') + std::string(100, ']');
    bad[5].second = "editor";
    for (const auto& [recipe, place] : bad) {
      const Result<void> written = recipe::writeRecipe(file, recipe);
      QVERIFY2(!written, place.c_str());
      QVERIFY(written.error().code == ErrorCode::InvalidArgument);
      QVERIFY2(written.error().message.find(place) != std::string::npos, written.error().message.c_str());
    }
    JobContext job;
    QVERIFY(*recipe::readRecipe(file, job) == good);
  }

  /// Known keys take precedence over `unknown` ones of the same name.
  void unknownNeverHidesKnown() {
    recipe::Recipe recipe = *read(kFullRecipe);
    recipe.bake.unknown = R"({"mode": "bone", "later": 1})";
    const Json json = Json::parse(*recipe::recipeToText(recipe));
    QCOMPARE(json["bake"]["mode"].get<std::string>(), std::string("vertex"));
    QCOMPARE(json["bake"]["later"].get<int>(), 1);
  }
};

TEXELETON_SUITE(TestRecipe)
#include "test_recipe.moc"
