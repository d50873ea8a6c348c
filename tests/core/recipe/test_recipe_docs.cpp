#include <QObject>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "core/recipe/events_file.h"
#include "core/recipe/settings.h"
#include "tests/core/recipe/full_recipe.h"
#include "tests/support/suite.h"
#include "tests/support/test_models.h"

using namespace texeleton;

namespace {

std::string docsText(const char* name) {
  std::ifstream file(test::sourceFolder() / "docs" / name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The examples of docs/recipe.md.
std::vector<std::string> examples() {
  const std::string text = docsText("recipe.md");
  const std::string open = "```json\n";
  std::vector<std::string> found;
  for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    at += open.size();
    found.push_back(text.substr(at, text.find("```", at) - at));
  }
  return found;
}

const nlohmann::json& resolved(const nlohmann::json& root, const nlohmann::json& schema) {
  return schema.contains("$ref") ? root.at(nlohmann::json::json_pointer(schema["$ref"].get<std::string>().substr(1)))
                                 : schema;
}

/// The part of JSON Schema that the recipe's schema uses, without limits of numbers: the error, or nothing. Stricter in
/// one respect: keys that the schema does not list are errors.
std::string wrong(const nlohmann::json& root, const nlohmann::json& where, const nlohmann::json& value,
                  const std::string& place) {
  const nlohmann::json& schema = resolved(root, where);
  if (schema.contains("anyOf") && !schema.contains("properties")) {
    std::string all;
    for (const nlohmann::json& option : schema["anyOf"]) {
      const std::string one = wrong(root, option, value, place);
      if (one.empty()) {
        return {};
      }
      all += one;
    }
    return all;
  }
  const std::string type = schema.value("type", "");
  const bool fits = type.empty() || type == value.type_name() || (type == "integer" && value.is_number_integer());
  const bool allowed = !schema.contains("enum") || std::count(schema["enum"].begin(), schema["enum"].end(), value) != 0;
  if (!fits || !allowed || (schema.contains("const") && schema["const"] != value)) {
    return place + " does not fit; ";
  }
  std::string result;
  if (value.is_object() && schema.contains("properties")) {
    for (const auto& [key, member] : value.items()) {
      const std::string at = place + "/" + key;
      result += schema["properties"].contains(key) ? wrong(root, schema["properties"][key], member, at)
                                                   : at + " is not listed; ";
    }
    for (const nlohmann::json& key : schema.value("required", nlohmann::json::array())) {
      result += value.contains(key.get<std::string>()) ? "" : place + " lacks " + key.get<std::string>() + "; ";
    }
  }
  if (value.is_object() && schema.contains("additionalProperties")) {
    for (const auto& [key, member] : value.items()) {
      result += wrong(root, schema["additionalProperties"], member, place + "/" + key);
    }
  }
  if (value.is_array() && schema.contains("items")) {
    for (const nlohmann::json& item : value) {
      result += wrong(root, schema["items"], item, place + "[]");
    }
  }
  return result;
}

/// Every key that the schema lists anywhere.
void collectKeys(const nlohmann::json& schema, std::set<std::string>& keys) {
  if (schema.is_object() && schema.contains("properties")) {
    for (const auto& [key, member] : schema["properties"].items()) {
      keys.insert(key);
    }
  }
  if (schema.is_structured()) {
    for (const nlohmann::json& part : schema) {
      collectKeys(part, keys);
    }
  }
}

}  // namespace

class TestRecipeDocs : public QObject {
  Q_OBJECT

 private slots:
  /// The schema lists exactly the written keys, with their types and words.
  void schemaMatchesWriter() {
    const nlohmann::json schema = nlohmann::json::parse(docsText("recipe.schema.json"));
    const std::string problems = wrong(schema, schema, nlohmann::json::parse(test::kFullRecipe), "");
    QVERIFY2(problems.empty(), problems.c_str());
    nlohmann::json broken = nlohmann::json::parse(test::kFullRecipe);
    broken["bake"]["mode"] = "banana";
    QVERIFY(!wrong(schema, schema, broken, "").empty());  // The check itself can fail.
    std::set<std::string> keys;
    collectKeys(schema, keys);
    std::string written = test::kFullRecipe;
    for (const char* tint : test::kOtherTints) {
      nlohmann::json other = nlohmann::json::parse(test::kFullRecipe);
      other["bake"]["tint"] = nlohmann::json::parse(tint);
      QCOMPARE(wrong(schema, schema, other, ""), std::string());
      written += tint;
    }
    for (const std::string& key : keys) {
      QVERIFY2(written.find("\"" + key + "\":") != std::string::npos, key.c_str());
    }
  }

  // The file equals the program's output: `texeleton-cli shell schema -o docs/recipe.schema.json` rewrites it.
  void schemaIsUpToDate() { QCOMPARE(docsText("recipe.schema.json"), recipe::recipeSchema()); }
  // `texeleton-cli shell recipe-keys -o docs/recipe-keys.md` rewrites it.
  void keysAreUpToDate() { QCOMPARE(docsText("recipe-keys.md"), recipe::recipeKeys()); }

  void readsExamples() {
    const std::vector<std::string> texts = examples();
    QCOMPARE(texts.size(), std::size_t{6});
    JobContext job;
    const auto recipe = recipe::recipeFromText(texts[0], "recipe.md", job);
    QVERIFY2(recipe, recipe ? "" : recipe.error().message.c_str());
    QVERIFY(job.takeIssues().empty());
    QCOMPARE(recipe->clips.at(1).events.size(), std::size_t{2});
    const nlohmann::json schema = nlohmann::json::parse(docsText("recipe.schema.json"));
    QCOMPARE(wrong(schema, schema, nlohmann::json::parse(texts[0]), ""), std::string());

    const auto attached = recipe::recipeFromText(texts[1], "recipe.md", job);
    QVERIFY2(attached, attached ? "" : attached.error().message.c_str());
    QVERIFY(job.takeIssues().empty());
    QCOMPARE(attached->bake.attachments.size(), std::size_t{1});
    QCOMPARE(wrong(schema, schema, nlohmann::json::parse(texts[1]), ""), std::string());

    const auto constraints = recipe::recipeFromText(texts[2], "recipe.md", job);
    QVERIFY2(constraints, constraints ? "" : constraints.error().message.c_str());
    QVERIFY(job.takeIssues().empty());
    QCOMPARE(constraints->constraints.size(), constraints::kConstraintTypes);
    QCOMPARE(wrong(schema, schema, nlohmann::json::parse(texts[2]), ""), std::string());

    const auto animated = recipe::recipeFromText(texts[3], "recipe.md", job);
    QVERIFY2(animated, animated ? "" : animated.error().message.c_str());
    QVERIFY(job.takeIssues().empty());
    QCOMPARE(animated->animator->states.size(), std::size_t{4});
    QCOMPARE(wrong(schema, schema, nlohmann::json::parse(texts[3]), ""), std::string());

    const auto ragdoll = recipe::recipeFromText(texts[4], "recipe.md", job);
    QVERIFY2(ragdoll, ragdoll ? "" : ragdoll.error().message.c_str());
    QVERIFY(job.takeIssues().empty());
    QCOMPARE(ragdoll->ragdoll.size(), std::size_t{2});
    QCOMPARE(ragdoll->ragdoll[1].bendTo, std::optional(120.0));
    QCOMPARE(wrong(schema, schema, nlohmann::json::parse(texts[4]), ""), std::string());

    model::Model model;
    model.clips.resize(1);
    model.clips[0].name = "Walk";
    model.clips[0].sourceRateHz = 28.0;
    const auto events = recipe::eventsFromText(texts[5], "recipe.md", model, job);
    QVERIFY2(events, events ? "" : events.error().message.c_str());
    QVERIFY(job.takeIssues().empty());
    QCOMPARE(events->at(0).events.at(1).timeSeconds, 0.5);
  }
};

TEXELETON_SUITE(TestRecipeDocs)
#include "test_recipe_docs.moc"
