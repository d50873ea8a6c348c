#include <map>
#include <utility>

#include "core/base/listed_names.h"
#include "core/base/one_line.h"
#include "core/recipe/recipe_rules.h"
#include "core/recipe/resolve.h"

namespace texeleton::recipe {

namespace {

/// The schema of a field of a type, with its unit as description.
Json schemaOf(const constraints::ConstraintField& field) {
  const char* const units[] = {"", " (metres)", " (seconds)", " (degrees)"};
  Json schema = field.kind == constraints::ConstraintField::Kind::Node ? setting_io::textSchema({})
                : field.kind == constraints::ConstraintField::Kind::Flag
                    ? Json::object({{"type", "boolean"}})
                    : setting_io::numberSchema({.range = {field.least, field.most}}, false);
  if (field.kind == constraints::ConstraintField::Kind::Vector) {
    schema = setting_io::listSchema(std::move(schema));
    schema["minItems"] = 3;
    schema["maxItems"] = 3;
  }
  schema["description"] = units[static_cast<std::size_t>(field.unit)];
  return schema;
}

std::optional<constraints::ConstraintType> typeNamed(const std::string& word) {
  for (std::size_t i = 0; i < constraints::kConstraintTypes; ++i) {
    if (word == constraints::constraintWord(static_cast<constraints::ConstraintType>(i))) {
      return static_cast<constraints::ConstraintType>(i);
    }
  }
  return std::nullopt;
}

}  // namespace

void readValue(const Json& json, const std::string& place, JsonReading& reading, RecipeConstraint& constraint) {
  JsonFields fields(json, place, reading);
  const std::string word = fields.text("type", 1000).value_or("");
  const auto type = typeNamed(word);
  if (!type) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < constraints::kConstraintTypes; ++i) {
      words.emplace_back(constraints::constraintWord(static_cast<constraints::ConstraintType>(i)));
    }
    fields.mistake("type", message("must be one of %1, but is %2", listedNames(words), inQuotes(word)));
    return;
  }
  constraints::Constraint& settings = constraint.settings;
  settings = constraints::usualConstraint(*type);
  settings.node = fields.name("node").value_or("");
  settings.clips = setting_io::readTexts(fields, "clips", kMaxSettingBytes, reading);
  for (const constraints::ConstraintField& field : constraints::constraintFields(*type)) {
    switch (field.kind) {
      case constraints::ConstraintField::Kind::Node:
        settings.target = fields.name(field.key).value_or("");
        break;
      case constraints::ConstraintField::Kind::Number:
        settings.*field.number = fields.number(field.key, {field.least, field.most}).value_or(settings.*field.number);
        break;
      case constraints::ConstraintField::Kind::Flag:
        settings.*field.flag = fields.flag(field.key).value_or(settings.*field.flag);
        break;
      case constraints::ConstraintField::Kind::Vector: {
        glm::dvec3& vector = settings.*field.vector;
        fields.numbers(field.key, {field.least, field.most}, {&vector.x, 3});
        break;
      }
    }
  }
  constraint.unknown = fields.unknown();
}

Json writeValue(const RecipeConstraint& constraint, JsonWriting& writing) {
  const constraints::Constraint& settings = constraint.settings;
  Json json = {{"type", constraints::constraintWord(settings.type)}, {"node", settings.node}};
  if (!settings.clips.empty()) {
    json["clips"] = settings.clips;
  }
  const constraints::Constraint usual = constraints::usualConstraint(settings.type);
  for (const constraints::ConstraintField& field : constraints::constraintFields(settings.type)) {
    if (field.kind == constraints::ConstraintField::Kind::Node && !settings.target.empty()) {
      json[field.key] = settings.target;
    } else if (field.kind == constraints::ConstraintField::Kind::Number &&
               settings.*field.number != usual.*field.number) {
      json[field.key] = numberToJson(settings.*field.number);
    } else if (field.kind == constraints::ConstraintField::Kind::Flag && settings.*field.flag != usual.*field.flag) {
      json[field.key] = settings.*field.flag;
    } else if (field.kind == constraints::ConstraintField::Kind::Vector &&
               settings.*field.vector != usual.*field.vector) {
      json[field.key] = setting_io::scalarToJson(settings.*field.vector);
    }
  }
  return writing.withUnknown(std::move(json), constraint.unknown);
}

Json valueSchema(Of<RecipeConstraint> /*of*/) {
  std::map<std::string, std::string> usedBy;
  Json types = Json::array();
  Json properties = Json::object();
  for (std::size_t i = 0; i < constraints::kConstraintTypes; ++i) {
    const auto type = static_cast<constraints::ConstraintType>(i);
    types.push_back(constraints::constraintWord(type));
    for (const constraints::ConstraintField& field : constraints::constraintFields(type)) {
      Json& property = properties[field.key];
      if (property.is_null()) {
        property = schemaOf(field);
      }
      usedBy[field.key] += (usedBy[field.key].empty() ? "For " : ", ") + std::string(constraints::constraintWord(type));
    }
  }
  for (auto& [key, property] : properties.items()) {
    property["description"] = usedBy[key] + property["description"].get<std::string>() + ".";
  }
  Json schema = Json::object({{"type", "object"}, {"required", Json::array({"type"})}});
  schema["properties"] = {
      {"type", setting_io::described(Json::object({{"enum", std::move(types)}}),
                                     {.help = "What it does to the node; which of the other keys mean something "
                                              "depends on it"},
                                     {})},
      {"node", setting_io::described(setting_io::textSchema({}), {.help = "Name of the node that it moves"}, {})},
      {"clips", setting_io::described(setting_io::listSchema(Json::object({{"type", "string"}})),
                                      {.help = "Names of the clips in which it acts", .leftOut = "all"}, {})}};
  schema["properties"].update(properties);
  return schema;
}

std::vector<constraints::Constraint> constraintsOf(const Recipe& recipe) {
  std::vector<constraints::Constraint> constraints;
  constraints.reserve(recipe.constraints.size());
  for (const RecipeConstraint& constraint : recipe.constraints) {
    constraints.push_back(constraint.settings);
  }
  return constraints;
}

}  // namespace texeleton::recipe
