// Meshes, variants, levels of detail and tint in recipes.

#include <QObject>
#include <QTest>
#include <nlohmann/json.hpp>

#include "core/recipe/recipe.h"
#include "core/recipe/resolve.h"
#include "tests/core/recipe/full_recipe.h"
#include "tests/support/mesh_kit.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;
using Json = nlohmann::ordered_json;

namespace {

Result<recipe::Recipe> readBake(const std::string& bake) {
  JobContext job;
  return recipe::recipeFromText("{\"version\": 1, \"bake\": " + bake + "}", "a.texeleton", job);
}

std::string mistake(const std::string& bake) {
  const auto recipe = readBake(bake);
  return recipe ? std::string() : recipe.error().message.text();
}

}  // namespace

class TestRecipeSurface : public QObject {
  Q_OBJECT

 private slots:
  void allKeys() {
    JobContext job;
    const auto recipe = recipe::recipeFromText(test::kFullRecipe, "a.texeleton", job);
    QVERIFY(recipe.has_value());
    QCOMPARE(recipe->bake.meshes, (recipe::RecipeMeshes{{"Knight_.*"}, {".*_Shield"}, false, ""}));
    QCOMPARE(recipe->bake.variants,
             (std::vector<recipe::RecipeVariant>{{"guard", {"Knight_.*", "1H_Sword"}, {"Badge_Shield"}, ""}}));
    QCOMPARE(recipe->bake.lods, (std::vector<double>{0.5, 0.25}));
    const bake::TintSettings& tint = recipe->bake.tint->settings;
    QVERIFY(tint.source == bake::TintSource::Texture && tint.texture == bake::TextureUse::BaseColor &&
            tint.channel == vat::ColorChannel::A);
    QCOMPARE(tint.materials, std::vector<std::string>{"Cloth.*"});
  }

  void throughTextToSettings() {
    const model::Model model = test::meshKit({{"Body", "Body", "Skin"}, {"Sword", "Sword", "Steel"}});
    recipe::Recipe recipe;
    recipe.bake.meshes = {{"Body", "S.*"}, {"Shield"}, false, {}};
    recipe.bake.variants = {{"a", {"B.*"}, {"Sword"}, {}}, {"b", {}, {"Body"}, {}}};
    recipe.bake.lods = {0.5, 0.125};
    const meshes::MeshChoice choice = {
        {"Body", "S.*"}, {"Shield"}, false, {{"a", {"B.*"}, {"Sword"}}, {"b", {}, {"Body"}}}};
    std::vector<bake::TintSettings> tints(5);
    tints[1].source = bake::TintSource::Material;
    tints[1].materials = {"Skin", "Steel"};
    tints[2].source = bake::TintSource::VertexColor;
    tints[2].channel = vat::ColorChannel::G;
    tints[3].source = bake::TintSource::Texture;
    tints[3].texture = bake::TextureUse::Emissive;
    tints[3].channel = vat::ColorChannel::B;
    tints[4].source = bake::TintSource::Palette;
    tints[4].stepU = 0.125;
    tints[4].stepV = -1.0 / 3.0;
    tints[4].entryCount = 7;
    for (const bake::TintSettings& tint : tints) {
      recipe.bake.tint = recipe::RecipeTint{tint, {}};
      if (tint.source == bake::TintSource::None) {
        recipe.bake.tint.reset();
      }
      const auto text = recipe::recipeToText(recipe);
      QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
      JobContext job;
      const auto read = recipe::recipeFromText(*text, "a.texeleton", job);
      QVERIFY(read.has_value());
      const auto settings = recipe::toBakeSettings(*read, model, job);
      QVERIFY(settings.has_value());
      QCOMPARE(settings->meshes, choice);
      QCOMPARE(settings->lodRatios, recipe.bake.lods);
      QCOMPARE(settings->tint, tint);
    }
  }

  void otherTintsRoundTrip() {
    for (const char* tint : test::kOtherTints) {
      const auto recipe = readBake(std::string("{\"tint\":") + tint + "}");
      QVERIFY2(recipe.has_value(), recipe ? "" : recipe.error().message.c_str());
      const auto text = recipe::recipeToText(*recipe);
      QVERIFY(text.has_value());
      QCOMPARE(Json::parse(*text)["bake"]["tint"].dump(), std::string(tint));
    }
  }

  void mistakes_data() {
    QTest::addColumn<QString>("bake");
    QTest::addColumn<QString>("expected");
    const auto add = [](const char* name, const char* bake, const char* expected) {
      QTest::newRow(name) << bake << expected;
    };
    add("invalid expression", "{\"meshes\": {\"hide\": [\"a(\"]}}", "fails at character");
    add("empty expression", R"({"meshes": {"show": [""]}})", "bake.meshes.show[0]");
    add("variant without a name", R"({"variants": [{"match": ["a"]}]})", "bake.variants[0].name");
    add("variant of nothing", R"({"variants": [{"name": "a"}]})", "bake.variants[0].match");
    add("variants of one name", R"({"variants": [{"name": "a", "match": ["a"]}, {"name": "a", "match": ["b"]}]})",
        "called \"a\"");
    add("ascending levels", R"({"lods": [0.25, 0.5]})", "bake.lods[1]");
    add("a level of all", R"({"lods": [1]})", "bake.lods[0]");
    add("a level that is no number", R"({"lods": ["half"]})", "bake.lods[0]");
    add("tint of nothing", R"({"tint": {}})", "bake.tint");
    add("tint of two kinds", R"({"tint": {"vertexColor": "a", "texture": "baseColor"}})", "bake.tint");
    add("tint of no channel", R"({"tint": {"vertexColor": "alpha"}})", "bake.tint.vertexColor");
    add("palette without steps", R"({"tint": {"palette": {"entryCount": 4}}})", "steps");
    add("palette without entries", R"({"tint": {"palette": {"stepU": 0.5}}})", "bake.tint.palette.entryCount");
  }
  void mistakes() {
    QFETCH(QString, bake);
    QFETCH(QString, expected);
    const std::string text = mistake(bake.toStdString());
    QVERIFY2(QString::fromStdString(text).contains(expected), text.c_str());
  }
};

TEXELETON_SUITE(TestRecipeSurface)
#include "test_recipe_surface.moc"
