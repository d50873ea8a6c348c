#include <utility>

#include "core/base/one_line.h"
#include "core/recipe/recipe_fields.h"
#include "core/recipe/resolve.h"

namespace texeleton {

namespace {

constexpr std::size_t kMostConstraints = 1000;

void readVector(JsonFields& fields, const ConstraintField& field, JsonReading& reading, glm::dvec3& to) {
  if (fields.find(field.key) == nullptr) {
    return;
  }
  int count = 0;
  fields.list(field.key, [&](const Json& json, const std::string& place) {
    const double number = json.is_number() ? json.get<double>() : 0.0;
    if (!json.is_number()) {
      reading.wrongType(place, "a number", json);
    } else if (number < field.least || number > field.most) {
      reading.mistake(place + " must be from " + numberToJson(field.least).dump() + " to " +
                      numberToJson(field.most).dump() + ", but is " + numberToJson(number).dump());
    } else if (count < 3) {
      to[count] = number;
    }
    ++count;
  });
  if (count != 3) {
    fields.mistake(field.key, "must be three numbers, but is " + std::to_string(count));
  }
}

std::optional<ConstraintType> typeNamed(const std::string& word) {
  for (std::size_t i = 0; i < kConstraintTypes; ++i) {
    if (word == constraintWord(static_cast<ConstraintType>(i))) {
      return static_cast<ConstraintType>(i);
    }
  }
  return std::nullopt;
}

RecipeConstraint readConstraint(JsonFields fields, JsonReading& reading) {
  const std::string word = fields.text("type", 1000).value_or("");
  const auto type = typeNamed(word);
  if (!type) {
    std::string words;
    for (std::size_t i = 0; i < kConstraintTypes; ++i) {
      words += std::string(i == 0 ? "\"" : ", \"") + constraintWord(static_cast<ConstraintType>(i)) + '"';
    }
    fields.mistake("type", "must be one of " + words + ", but is " + inQuotes(word));
    return {};
  }
  RecipeConstraint constraint;
  Constraint& settings = constraint.settings;
  settings = usualConstraint(*type);
  settings.node = fields.name("node").value_or("");
  fields.list("clips", [&](const Json& json, const std::string& place) {
    if (!json.is_string()) {
      reading.wrongType(place, "the name of a clip", json);
      return;
    }
    settings.clips.push_back(json.get<std::string>());
  });
  for (const ConstraintField& field : constraintFields(*type)) {
    switch (field.kind) {
      case ConstraintField::Kind::Node:
        settings.target = fields.name(field.key).value_or("");
        break;
      case ConstraintField::Kind::Number:
        settings.*field.number = fields.number(field.key, {field.least, field.most}).value_or(settings.*field.number);
        break;
      case ConstraintField::Kind::Flag:
        settings.*field.flag = fields.flag(field.key).value_or(settings.*field.flag);
        break;
      case ConstraintField::Kind::Vector:
        readVector(fields, field, reading, settings.*field.vector);
        break;
    }
  }
  constraint.unknown = fields.unknown();
  return constraint;
}

}  // namespace

std::vector<RecipeConstraint> readConstraints(JsonFields& recipe, JsonReading& reading) {
  std::vector<RecipeConstraint> constraints;
  recipe.list("constraints", [&](const Json& json, const std::string& place) {
    if (constraints.size() == kMostConstraints) {
      reading.mistake("constraints are more than " + std::to_string(kMostConstraints));
      return;
    }
    constraints.push_back(readConstraint(JsonFields(json, place, reading), reading));
  });
  return constraints;
}

Json constraintToJson(const Constraint& settings) {
  Json json = {{"type", constraintWord(settings.type)}, {"node", settings.node}};
  if (!settings.clips.empty()) {
    json["clips"] = settings.clips;
  }
  const Constraint usual = usualConstraint(settings.type);
  for (const ConstraintField& field : constraintFields(settings.type)) {
    if (field.kind == ConstraintField::Kind::Node && !settings.target.empty()) {
      json[field.key] = settings.target;
    } else if (field.kind == ConstraintField::Kind::Number && settings.*field.number != usual.*field.number) {
      json[field.key] = numberToJson(settings.*field.number);
    } else if (field.kind == ConstraintField::Kind::Flag && settings.*field.flag != usual.*field.flag) {
      json[field.key] = settings.*field.flag;
    } else if (field.kind == ConstraintField::Kind::Vector && settings.*field.vector != usual.*field.vector) {
      const glm::dvec3& v = settings.*field.vector;
      json[field.key] = {numberToJson(v.x), numberToJson(v.y), numberToJson(v.z)};
    }
  }
  return json;
}

std::vector<Constraint> constraintsOf(const Recipe& recipe) {
  std::vector<Constraint> constraints;
  constraints.reserve(recipe.constraints.size());
  for (const RecipeConstraint& constraint : recipe.constraints) {
    constraints.push_back(constraint.settings);
  }
  return constraints;
}

}  // namespace texeleton
