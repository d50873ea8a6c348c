#include <cmath>
#include <string>
#include <utility>

#include "core/recipe/settings.h"
#include "core/settings/json_fields.h"

namespace texeleton::recipe {

namespace {

/// The allowed values: "1 … 4,096", "`bone`, `vertex`", "list of texts".
std::string valuesOf(const Json& schema) {
  if (const auto words = schema.find("enum"); words != schema.end()) {
    std::string text;
    for (const Json& word : *words) {
      text += (text.empty() ? "`" : ", `") + word.dump() + "`";
    }
    return text;
  }
  if (const auto kinds = schema.find("anyOf"); kinds != schema.end() && !schema.contains("properties")) {
    std::string text;
    for (const Json& kind : *kinds) {
      text += (text.empty() ? "" : " or ") + valuesOf(kind);
    }
    return text;
  }
  if (const auto only = schema.find("const"); only != schema.end()) {
    return "`" + only->dump() + "`";
  }
  const std::string type = schema.value("type", "");
  if (type == "array") {
    const std::string items = valuesOf(schema["items"]);
    return (schema.contains("minItems") ? schema["minItems"].dump() + " of: " : "list of: ") + items;
  }
  if (type != "number" && type != "integer") {
    return type == "boolean" ? "`true`, `false`" : type == "string" ? "text" : type;
  }
  constexpr double kNoBound = 1e9;  // Bounds that only exclude absurd values are not listed.
  const auto bound = [&schema](const char* with, const char* without, const char* sign) {
    const auto found = schema.contains(with) ? schema.find(with) : schema.find(without);
    const bool isTold = found != schema.end() && std::abs(found->get<double>()) < kNoBound;
    return isTold ? (found.key() == with ? "" : sign) + found->dump() : std::string();
  };
  const std::string least = bound("minimum", "exclusiveMinimum", "> ");
  const std::string most = bound("maximum", "exclusiveMaximum", "< ");
  return (type == "integer" ? "whole number" : "number") + (least.empty() ? "" : ", " + least) +
         (most.empty() ? "" : " … " + most);
}

/// One row for each key of an object of the schema, and those of the objects in it.
void addRows(const Json& schema, const std::string& prefix, std::string& text) {
  for (const auto& [key, property] : schema["properties"].items()) {
    const bool isList = property.contains("items");
    const Json& inner = isList ? property["items"] : property;
    std::string meaning = property.value("description", "");
    std::string usual = property.contains("default") ? "`" + property["default"].dump() + "`" : "";
    constexpr std::string_view kLeftOut = "; left out: ";
    if (const auto at = meaning.find(kLeftOut); at != std::string::npos) {
      usual = meaning.substr(at + kLeftOut.size());
      usual.pop_back();
      meaning.resize(at);
      meaning += ".";
    }
    const std::string place = prefix + key + (isList ? "[]" : "");
    text += "| `" + place + "` | " + meaning + " | " + valuesOf(property) + " | " + usual + " |\n";
    const Json* object = &inner;
    if (inner.contains("anyOf")) {  // An object, or a short form of it.
      for (const Json& form : inner["anyOf"]) {
        object = form.contains("properties") ? &form : object;
      }
    }
    if (object->contains("properties")) {
      addRows(*object, place + ".", text);
    }
  }
}

}  // namespace

std::string recipeKeys() {
  std::string text =
      "# Keys of a recipe\n\n"
      "Written by `texeleton-cli shell recipe-keys` from the descriptions of the settings (`core/recipe/settings.h`). "
      "[recipe.md](recipe.md) explains how the settings work together.\n\n"
      "| key | meaning | values | default |\n|---|---|---|---|\n";
  addRows(*parseJson(recipeSchema(), ""), "", text);
  return text;
}

}  // namespace texeleton::recipe
