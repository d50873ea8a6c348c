#include "app/cli/mesh_arguments.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include "core/bake/settings/bake_settings.h"
#include "core/bake/settings/bake_words.h"
#include "core/meshes/choose_meshes.h"
#include "core/vat/vat_words.h"

namespace texeleton::cli {

namespace {

constexpr const char* kMeshGroup = "Meshes";

/// The parts before and after the first `separator`; nothing if one of them is empty.
std::optional<std::pair<std::string, std::string>> splitAt(const std::string& text, char separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string::npos || at == 0 || at + 1 == text.size()) {
    return std::nullopt;
  }
  return std::pair(text.substr(0, at), text.substr(at + 1));
}

/// Options given for one variant several times add up.
std::vector<meshes::VariantChoice> parseVariants(const std::vector<std::string>& texts) {
  std::vector<meshes::VariantChoice> variants;
  for (const std::string& text : texts) {
    auto parts = splitAt(text, '=');
    if (!parts) {
      throw CLI::ValidationError("--variant", "must be NAME=REGEX, not \"" + text + "\"");
    }
    auto variant = std::ranges::find(variants, parts->first, &meshes::VariantChoice::name);
    if (variant == variants.end()) {
      variants.push_back({parts->first, {}, {}});
      variant = variants.end() - 1;
    }
    variant->match.push_back(parts->second);
  }
  return variants;
}

std::optional<vat::ColorChannel> parseChannel(const std::string& text) { return valueOf<vat::ColorChannel>(text); }

bool parseTexture(const std::string& text, bake::TintSettings& tint) {
  const auto parts = splitAt(text, '.');
  const auto channel = parts ? parseChannel(parts->second) : std::nullopt;
  const auto texture = valueOf<bake::TextureUse>(parts ? parts->first : text);
  if (!texture || (parts && !channel)) {
    return false;
  }
  tint.source = bake::TintSource::Texture;
  tint.texture = *texture;
  tint.channel = channel.value_or(vat::ColorChannel::A);
  return true;
}

bool parsePalette(const std::string& text, bake::TintSettings& tint) {
  int end = 0;
  tint.source = bake::TintSource::Palette;
  return std::sscanf(text.c_str(), "%lf,%lf,%u%n", &tint.stepU, &tint.stepV, &tint.entryCount, &end) == 3 &&
         static_cast<std::size_t>(end) == text.size();
}

bake::TintSettings parseTint(const std::vector<std::string>& texts) {
  bake::TintSettings tint;
  std::size_t sources = 0;
  for (const std::string& text : texts) {
    const auto parts = splitAt(text, '=');
    bool good = false;
    if (parts && parts->first == "material") {
      tint.materials.push_back(parts->second);
      good = true;
    } else if (parts && parts->first == "color") {
      const auto channel = parseChannel(parts->second);
      tint.source = bake::TintSource::VertexColor;
      tint.channel = channel.value_or(tint.channel);
      good = channel.has_value();
      ++sources;
    } else if (parts && parts->first == "texture") {
      good = parseTexture(parts->second, tint);
      ++sources;
    } else if (parts && parts->first == "palette") {
      good = parsePalette(parts->second, tint);
      ++sources;
    }
    if (!good) {
      throw CLI::ValidationError(
          "--tint", "must be material=REGEX, color=r|g|b|a, texture=baseColor.a (or another of " +
                        std::string("a material's textures) or palette=STEPU,STEPV,COUNT, ") + "not \"" + text + "\"");
    }
  }
  if (sources > 1) {
    throw CLI::ValidationError("--tint", "takes one of color, texture and palette, not several");
  }
  if (sources == 0 && !texts.empty()) {
    tint.source = bake::TintSource::Material;
  }
  return tint;
}

}  // namespace

void MeshFilterArguments::addTo(CLI::App& command) {
  command
      .add_option("--mesh", settings.show,
                  "Only meshes whose whole name (or their node's) matches this regular expression; may be repeated")
      ->allow_extra_args(false)
      ->type_name("REGEX")
      ->group(kMeshGroup);
  command
      .add_option("--no-mesh", settings.hide, "No meshes whose whole name (or their node's) matches; may be repeated")
      ->allow_extra_args(false)
      ->type_name("REGEX")
      ->group(kMeshGroup);
  command
      .add_flag_callback(
          "--no-authored-lods", [this] { settings.authoredLods = false; },
          "Import meshes named NAME_LOD0 to NAME_LODn as ordinary meshes, not as levels of detail")
      ->group(kMeshGroup);
}

void MeshFilterArguments::check() const {
  for (const auto& [option, patterns] : {std::pair("--mesh", &settings.show), std::pair("--no-mesh", &settings.hide)}) {
    if (auto good = meshes::checkMeshChoice({*patterns, {}, true, {}}); !good) {
      throw CLI::ValidationError(option, good.error().message);
    }
  }
}

void MeshArguments::addTo(CLI::App& command) {
  filter.addTo(command);
  command
      .add_option("--variant", variants,
                  "A set of meshes that are shown together, by name; may be repeated, also for the same NAME")
      ->allow_extra_args(false)
      ->type_name("NAME=REGEX")
      ->group(kMeshGroup);
  command
      .add_option("--lod", lods,
                  "Make levels of detail with these shares of the triangles, descending, as in 0.5,0.25,0.1")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("SHARES")
      ->group(kMeshGroup);
  command
      .add_option("--tint", tint,
                  "Parts tinted by an instance's colour: material=REGEX (may be repeated), color=CHANNEL of the "
                  "vertex colours, texture=baseColor.a, or palette=STEPU,STEPV,COUNT (default: everything)")
      ->allow_extra_args(false)
      ->type_name("WHAT")
      ->group(kMeshGroup);
}

void MeshArguments::addTo(recipe::RecipeBake& bake) const {
  filter.check();
  const std::vector<meshes::VariantChoice> choices = parseVariants(variants);
  if (auto good = meshes::checkMeshChoice({{}, {}, true, choices}); !good) {
    throw CLI::ValidationError("--variant", good.error().message);
  }
  double last = 1.0;
  for (const double share : lods) {
    if (!(share > 0.0) || !(share < last)) {
      throw CLI::ValidationError("--lod", "shares lie between 0 and 1, each smaller than the one before it");
    }
    last = share;
  }
  const bake::TintSettings parsed = parseTint(tint);
  if (auto good = bake::checkTint(parsed); !good) {
    throw CLI::ValidationError("--tint", good.error().message);
  }
  bake.meshes = filter.settings;
  bake.lods = lods;
  for (const meshes::VariantChoice& choice : choices) {
    bake.variants.push_back({choice.name, choice.match, choice.meshes, {}});
  }
  if (!tint.empty()) {
    bake.tint = recipe::RecipeTint{parsed, {}};
  }
}

}  // namespace texeleton::cli
