#include "core/recipe/recipe_rules.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/base/one_line.h"
#include "core/meshes/choose_meshes.h"

namespace texeleton::recipe {

namespace {

constexpr std::size_t kMostConstraints = 1000;

bool hasControls(const std::string& path) {
  return std::any_of(path.begin(), path.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

/// An object that requires one of these keys. `rule`: "oneOf" or "anyOf".
Json oneKeyOf(const char* rule, const std::vector<const char*>& keys) {
  Json options = Json::array();
  for (const char* const key : keys) {
    options.push_back(Json::object({{"required", Json::array({key})}}));
  }
  return Json::object({{rule, std::move(options)}});
}

void unknownSource(const std::string& place, std::uint32_t source, const Recipe& recipe, JsonReading& reading) {
  reading.mistake(
      message("%1 is %2, but the recipe has %3 sources (counted from 0)", place, source, recipe.sources.size()));
}

OptionValue readOption(const Json& json) {
  if (json.is_boolean()) {
    return json.get<bool>();
  }
  if (json.is_number()) {
    return json.get<double>();
  }
  return json.is_string() ? OptionValue(json.get<std::string>()) : OptionValue(OtherJson{json.dump()});
}

Json writeOption(const OptionValue& value, JsonWriting& writing) {
  if (const bool* const flag = std::get_if<bool>(&value)) {
    return *flag;
  }
  if (const double* const number = std::get_if<double>(&value)) {
    return numberToJson(*number);
  }
  if (const std::string* const text = std::get_if<std::string>(&value)) {
    return *text;
  }
  Result<Json> other = parseJson(std::get<OtherJson>(value).text, "");
  if (!other && !writing.error) {
    writing.error =
        Error{ErrorCode::InvalidArgument, message("options of an export must be JSON: %1", other.error().message), {}};
  }
  return other ? std::move(*other) : Json();
}

}  // namespace

void checkRules(const RecipeSource& source, JsonFields& fields, JsonReading& /*reading*/) {
  if (hasControls(source.path)) {
    fields.mistake("path", message("has a control character"));
  }
  const bool isHash =
      source.sha256.size() == 64 && source.sha256.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!source.sha256.empty() && !isHash) {
    fields.mistake("sha256", message("must be 64 lower-case hexadecimal digits, but is %1", inQuotes(source.sha256)));
  }
}

void checkRules(const RecipeEvent& event, JsonFields& fields, JsonReading& /*reading*/) {
  if (event.timeSeconds.has_value() == event.frame.has_value()) {
    fields.mistake("timeSeconds",
                   message(event.frame ? "and \"frame\" are both given: give one of them"
                                       : "is missing, and so is \"frame\": one of them must say when it is"));
  }
}

Json rulesSchema(Of<RecipeEvent> /*of*/) { return oneKeyOf("oneOf", {"timeSeconds", "frame"}); }

void checkRules(const RecipeClip& clip, JsonFields& fields, JsonReading& /*reading*/) {
  if (!clip.index && clip.sourceName.empty()) {
    fields.mistake("sourceName", message("is missing, and so is \"index\": one of them must say which clip it is"));
  }
  if (clip.from && clip.to && *clip.from > *clip.to) {
    fields.mistake("to", message("lies before \"from\""));
  }
}

Json rulesSchema(Of<RecipeClip> /*of*/) { return oneKeyOf("anyOf", {"index", "sourceName"}); }

void checkRules(const RecipeVariant& variant, JsonFields& fields, JsonReading& /*reading*/) {
  if (variant.match.empty() && variant.meshes.empty()) {
    fields.mistake("match", message("is missing, and so is \"meshes\": one of them must say what is shown"));
  }
}

void checkRules(const RecipeMask& mask, JsonFields& fields, JsonReading& /*reading*/) {
  if (mask.from.empty() && mask.bones.empty()) {
    fields.mistake("from", message("is missing, and so is \"bones\": one of them must say which bones are masked"));
  }
}

void checkRules(const RecipeBake& bake, JsonFields& fields, JsonReading& reading) {
  for (std::size_t i = 1; i < bake.lods.size(); ++i) {
    if (!(bake.lods[i] < bake.lods[i - 1])) {
      reading.mistake(message("%1[%2] must be smaller than the one before it", fields.placeOf("lods"), i));
    }
  }
  for (std::size_t i = 1; i < bake.attachments.size(); ++i) {
    const auto end = bake.attachments.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::any_of(bake.attachments.begin(), end,
                    [&](const RecipeAttachment& each) { return each.name == end->name; })) {
      reading.mistake(message("%1[%2].name is that of another attachment", fields.placeOf("attachments"), i));
    }
  }
  for (std::size_t i = 1; i < bake.masks.size(); ++i) {
    const auto end = bake.masks.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::any_of(bake.masks.begin(), end, [&](const RecipeMask& each) { return each.name == end->name; })) {
      reading.mistake(message("%1[%2].name is that of another mask", fields.placeOf("masks"), i));
    }
  }
  meshes::MeshChoice choice{bake.meshes.show, bake.meshes.hide, true, {}};
  for (const RecipeVariant& variant : bake.variants) {
    choice.variants.push_back({variant.name, variant.match, variant.meshes});
  }
  if (const auto good = meshes::checkMeshChoice(choice); !good) {
    reading.mistake(
        message("%1 or %2: %3", fields.placeOf("meshes"), fields.placeOf("variants"), good.error().message));
  }
}

void checkRules(const RecipeExport& each, JsonFields& fields, JsonReading& /*reading*/) {
  // The folder is replaced, so it needs a name that other folders do not have.
  if (each.target == kPackTarget && !each.folder.ends_with(".texpack")) {
    fields.mistake("folder", message("must name the pack's folder, NAME.texpack, but is %1", inQuotes(each.folder)));
  }
  if (hasControls(each.folder)) {
    fields.mistake("folder", message("must name a folder, but is %1", inQuotes(each.folder)));
  }
}

bool tellsOfUnknown(const RecipeExport& each) { return each.target == kPackTarget; }

void checkRules(const Recipe& recipe, JsonFields& fields, JsonReading& reading) {
  if (recipe.constraints.size() > kMostConstraints) {
    reading.mistake(message("constraints are more than %1", kMostConstraints));
  }
  for (std::size_t i = 0; i < recipe.clips.size(); ++i) {
    const auto& source = recipe.clips[i].source;
    if (source && *source >= recipe.sources.size()) {
      unknownSource(fields.placeOf("clips") + "[" + std::to_string(i) + "].source", *source, recipe, reading);
    }
  }
  for (std::size_t i = 0; i < recipe.bake.attachments.size(); ++i) {
    const std::uint32_t source = recipe.bake.attachments[i].source;
    if (source >= recipe.sources.size()) {
      unknownSource(fields.placeOf("bake") + ".attachments[" + std::to_string(i) + "].source", source, recipe, reading);
    }
  }
}

void readValue(const Json& json, const std::string& place, JsonReading& reading, RecipeExpose& expose) {
  if (json.is_string()) {
    expose.pattern = json.get<std::string>();
    return;
  }
  if (!json.is_object()) {
    reading.mistake(message("%1 must be a string or an object with \"pattern\" and \"caseSensitive\"", place));
    return;
  }
  JsonFields fields(json, place, reading);
  readSettings(fields, reading, expose);
}

Json writeValue(const RecipeExpose& expose, JsonWriting& writing) {
  return expose.caseSensitive && expose.unknown.empty() ? Json(expose.pattern) : writeSettings(expose, writing);
}

Json valueSchema(Of<RecipeExpose> /*of*/) {
  return Json::object({{"anyOf", Json::array({Json::object({{"type", "string"}}), settingsSchema<RecipeExpose>()})}});
}

void readValue(const Json& json, const std::string& place, JsonReading& reading, OptionValues& options) {
  const JsonFields check(json, place, reading);
  for (auto it = json.begin(); json.is_object() && it != json.end(); ++it) {
    options.emplace_back(it.key(), readOption(it.value()));
  }
}

Json writeValue(const OptionValues& options, JsonWriting& writing) {
  Json json = Json::object();
  for (const auto& [key, value] : options) {
    appendKey(json, key, writeOption(value, writing));
  }
  return json;
}

Json valueSchema(Of<OptionValues> /*of*/) {
  Json kinds = Json::array();
  for (const char* const type : {"boolean", "number", "string"}) {
    kinds.push_back(Json::object({{"type", type}}));
  }
  return Json::object({{"type", "object"}, {"additionalProperties", Json::object({{"anyOf", std::move(kinds)}})}});
}

}  // namespace texeleton::recipe
