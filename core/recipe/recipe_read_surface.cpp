#include <string>
#include <utility>

#include "core/bake/tint.h"
#include "core/meshes/choose_meshes.h"
#include "core/recipe/json_fields.h"
#include "core/recipe/recipe.h"
#include "core/recipe/recipe_fields.h"
#include "core/recipe/recipe_words.h"

namespace texeleton {

namespace {

constexpr std::size_t kMaxTextBytes = 4096;

/// A list of texts that are not empty.
std::vector<std::string> readTexts(JsonFields& fields, std::string_view key, JsonReading& reading) {
  std::vector<std::string> texts;
  fields.list(key, [&](const Json& json, const std::string& place) {
    if (!json.is_string()) {
      reading.wrongType(place, "a text", json);
      return;
    }
    texts.push_back(json.get<std::string>());
    if (texts.back().empty() || texts.back().size() > kMaxTextBytes) {
      reading.mistake(place + " is empty or over " + std::to_string(kMaxTextBytes) + " bytes");
    }
  });
  return texts;
}

RecipeMeshes readMeshes(JsonFields fields, JsonReading& reading) {
  RecipeMeshes meshes;
  meshes.show = readTexts(fields, "show", reading);
  meshes.hide = readTexts(fields, "hide", reading);
  meshes.authoredLods = fields.flag("authoredLods");
  meshes.unknown = fields.unknown();
  return meshes;
}

RecipeVariant readVariant(JsonFields fields, JsonReading& reading) {
  RecipeVariant variant;
  variant.name = fields.name("name").value_or("");
  if (variant.name.empty()) {
    fields.mistake("name", "must be there: it is what engines ask for");
  }
  variant.match = readTexts(fields, "match", reading);
  variant.meshes = readTexts(fields, "meshes", reading);
  if (variant.match.empty() && variant.meshes.empty()) {
    fields.mistake("match", "is missing, and so is \"meshes\": one of them must say what is shown");
  }
  variant.unknown = fields.unknown();
  return variant;
}

void readPalette(JsonFields fields, TintSettings& settings) {
  settings.source = TintSource::Palette;
  settings.stepU = fields.number("stepU", {-1.0, 1.0}).value_or(0.0);
  settings.stepV = fields.number("stepV", {-1.0, 1.0}).value_or(0.0);
  settings.entryCount = fields.count("entryCount", 1, 65536).value_or(0);
  if (settings.entryCount == 0) {
    fields.mistake("entryCount", "must say how many entries the palette has");
  }
}

RecipeTint readTint(JsonFields fields, JsonReading& reading) {
  RecipeTint tint;
  TintSettings& settings = tint.settings;
  settings.materials = readTexts(fields, "materials", reading);
  const auto vertexColor = fields.word("vertexColor", kChannelWords);
  const auto texture = fields.word("texture", kTextureWords);
  const auto channel = fields.word("channel", kChannelWords);
  const Json* const palette = fields.find("palette");
  if ((vertexColor ? 1 : 0) + (texture ? 1 : 0) + (palette != nullptr ? 1 : 0) > 1) {
    fields.mistake("materials", "may stand beside one of \"vertexColor\", \"texture\" and \"palette\", not several");
  }
  if (palette != nullptr) {
    readPalette(JsonFields(*palette, fields.placeOf("palette"), reading), settings);
  } else if (vertexColor) {
    settings.source = TintSource::VertexColor;
    settings.channel = *vertexColor;
  } else if (texture) {
    settings.source = TintSource::Texture;
    settings.texture = *texture;
    settings.channel = channel.value_or(ColorChannel::A);
  } else {
    settings.source = TintSource::Material;
  }
  if (const auto good = checkTint(settings); !good) {
    fields.mistake("materials", "and what stands beside it: " + good.error().message);
  }
  tint.unknown = fields.unknown();
  return tint;
}

}  // namespace

void readSurface(JsonFields& bake, JsonReading& reading, RecipeBake& result) {
  if (const Json* const json = bake.find("meshes")) {
    result.meshes = readMeshes(JsonFields(*json, bake.placeOf("meshes"), reading), reading);
  }
  bake.list("variants", [&](const Json& json, const std::string& place) {
    result.variants.push_back(readVariant(JsonFields(json, place, reading), reading));
  });
  double last = 1.0;
  bake.list("lods", [&](const Json& json, const std::string& place) {
    const double share = json.is_number() ? json.get<double>() : 0.0;
    if (!(share > 0.0) || !(share < last)) {
      reading.mistake(place + " must be a share of the triangles between 0 and 1, smaller than the one before it");
    }
    result.lods.push_back(share);
    last = share;
  });
  if (const Json* const json = bake.find("tint")) {
    result.tint = readTint(JsonFields(*json, bake.placeOf("tint"), reading), reading);
  }
  MeshChoice choice{result.meshes.show, result.meshes.hide, true, {}};
  for (const RecipeVariant& variant : result.variants) {
    choice.variants.push_back({variant.name, variant.match, variant.meshes});
  }
  if (const auto good = checkMeshChoice(choice); !good) {
    reading.mistake(bake.placeOf("meshes") + " or " + bake.placeOf("variants") + ": " + good.error().message);
  }
}

}  // namespace texeleton
