#include <string>
#include <utility>

#include "core/bake/settings/bake_settings.h"
#include "core/recipe/recipe_rules.h"

namespace texeleton::recipe {

namespace {

constexpr NumberRange kStepRange{-1.0, 1.0};
constexpr std::uint32_t kMaxTintEntries = 65536;

void readPalette(JsonFields fields, bake::TintSettings& settings) {
  settings.source = bake::TintSource::Palette;
  settings.stepU = fields.number("stepU", kStepRange).value_or(0.0);
  settings.stepV = fields.number("stepV", kStepRange).value_or(0.0);
  settings.entryCount = fields.count("entryCount", 1, kMaxTintEntries).value_or(0);
  if (settings.entryCount == 0) {
    fields.mistake("entryCount", message("must say how many entries the palette has"));
  }
}

Json withHelp(Json schema, const char* help) { return setting_io::described(std::move(schema), {.help = help}, {}); }

}  // namespace

void readValue(const Json& json, const std::string& place, JsonReading& reading, RecipeTint& tint) {
  JsonFields fields(json, place, reading);
  bake::TintSettings& settings = tint.settings;
  settings.materials = setting_io::readTexts(fields, "materials", kMaxSettingBytes, reading);
  const auto vertexColor = fields.word<vat::ColorChannel>("vertexColor");
  const auto texture = fields.word<bake::TextureUse>("texture");
  const auto channel = fields.word<vat::ColorChannel>("channel");
  const Json* const palette = fields.find("palette");
  if ((vertexColor ? 1 : 0) + (texture ? 1 : 0) + (palette != nullptr ? 1 : 0) > 1) {
    fields.mistake("materials",
                   message("may stand beside one of \"vertexColor\", \"texture\" and \"palette\", not several"));
  }
  if (palette != nullptr) {
    readPalette(JsonFields(*palette, fields.placeOf("palette"), reading), settings);
  } else if (vertexColor) {
    settings.source = bake::TintSource::VertexColor;
    settings.channel = *vertexColor;
  } else if (texture) {
    settings.source = bake::TintSource::Texture;
    settings.texture = *texture;
    settings.channel = channel.value_or(vat::ColorChannel::A);
  } else {
    settings.source = bake::TintSource::Material;
  }
  if (const auto good = bake::checkTint(settings); !good) {
    fields.mistake("materials", message("and what stands beside it: %1", good.error().message));
  }
  tint.unknown = fields.unknown();
}

Json writeValue(const RecipeTint& tint, JsonWriting& writing) {
  const bake::TintSettings& settings = tint.settings;
  Json json = Json::object();
  if (settings.source == bake::TintSource::VertexColor) {
    json["vertexColor"] = wordOf(settings.channel);
  } else if (settings.source == bake::TintSource::Texture) {
    json["texture"] = wordOf(settings.texture);
    json["channel"] = wordOf(settings.channel);
  } else if (settings.source == bake::TintSource::Palette) {
    json["palette"] = {{"stepU", numberToJson(settings.stepU)},
                       {"stepV", numberToJson(settings.stepV)},
                       {"entryCount", settings.entryCount}};
  }
  if (!settings.materials.empty()) {
    json["materials"] = settings.materials;
  }
  return writing.withUnknown(std::move(json), tint.unknown);
}

Json valueSchema(Of<RecipeTint> /*of*/) {
  const Json channels = setting_io::wordsSchema(allWords<vat::ColorChannel>());
  Json channel = withHelp(channels, "Which channel of it");
  channel["default"] = wordOf(vat::ColorChannel::A);
  Json step = setting_io::numberSchema({.range = kStepRange}, false);
  step["default"] = 0;
  Json palette = Json::object({{"type", "object"}, {"required", Json::array({"entryCount"})}});
  palette["properties"] = {{"stepU", step},
                           {"stepV", step},
                           {"entryCount", setting_io::numberSchema({.range = {1, kMaxTintEntries}}, true)}};
  Json texts = setting_io::listSchema(setting_io::textSchema({.required = "", .maxBytes = kMaxSettingBytes}));
  Json schema = Json::object({{"type", "object"}});
  schema["properties"] = {
      {"materials", withHelp(std::move(texts), "Regular expressions over whole names: only these materials")},
      {"vertexColor", withHelp(channels, "The mask is this channel of the vertex colours")},
      {"texture",
       withHelp(setting_io::wordsSchema(allWords<bake::TextureUse>()), "The mask is a channel of this texture")},
      {"channel", std::move(channel)},
      {"palette",
       withHelp(std::move(palette), "No mask: an instance's number moves the texture coordinates by steps")}};
  return schema;
}

}  // namespace texeleton::recipe
