#include "core/pack/manifest_surface.h"

#include <algorithm>
#include <array>

#include "core/base/mapped.h"
#include "core/pack/pack_limits.h"
#include "core/pack/pack_names.h"
#include "core/runtime/draw_ranges.h"

namespace texeleton::pack {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, 4> kChannelNames = {"r", "g", "b", "a"};

Json toJson(const std::vector<vat::BakedRange>& ranges) {
  return mapped(ranges, [](const vat::BakedRange& range) -> Json {
    return {{"lod", range.lod},
            {"primitive", range.primitive},
            {"firstIndex", range.firstIndex},
            {"indexCount", range.indexCount}};
  });
}

Json toJson(const vat::BakedTint& tint) {
  Json json = Json::object();
  if (tint.perVertex) {
    json["attribute"] = "_TINT";
  }
  for (const vat::TintTexture& texture : tint.textures) {
    json["textures"].push_back({{"material", texture.material.value},
                                {"image", texture.image.value},
                                {"texCoord", texture.uvSet},
                                {"channel", kChannelNames[static_cast<std::size_t>(texture.channel)]}});
  }
  if (tint.palette) {
    json["palette"] = {{"stepU", tint.palette->stepU},
                       {"stepV", tint.palette->stepV},
                       {"entryCount", tint.palette->entryCount},
                       {"materials", mapped(tint.palette->materials, &MaterialIndex::value)}};
  }
  return json;
}

/// A variant's ranges at all levels.
std::vector<vat::BakedRange> allRanges(const vat::BakedAnimation& animation, const vat::BakedVariant& variant) {
  std::vector<vat::BakedRange> all;
  for (std::uint32_t lod = 0; lod <= animation.mesh.lods.size(); ++lod) {
    const std::vector<vat::BakedRange> ranges = runtime::drawRanges(animation, variant.meshes, lod);
    all.insert(all.end(), ranges.begin(), ranges.end());
  }
  return all;
}

std::vector<vat::BakedRange> readRanges(const JsonCursor& json) {
  std::vector<vat::BakedRange> ranges;
  json.each(kMaxManifestBytes, [&](const JsonCursor& range) {
    ranges.push_back({range.at("lod").count(), range.at("primitive").count(), range.at("firstIndex").count(),
                      range.at("indexCount").count()});
  });
  return ranges;
}

void readVariant(const JsonCursor& json, vat::BakedAnimation& a) {
  vat::BakedVariant variant;
  variant.name = packName(json.at("name"));
  json.at("meshes").each(a.meshes.size(), [&](const JsonCursor& mesh) {
    variant.meshes.push_back(
        static_cast<std::uint32_t>(mesh.integer(0, static_cast<std::int64_t>(a.meshes.size()) - 1)));
  });
  if (!json.hasFailed() && json.has("ranges") && readRanges(json.at("ranges")) != allRanges(a, variant)) {
    json.at("ranges").fail(message("is not what the ranges of its meshes give"));
  }
  a.variants.push_back(std::move(variant));
}

MaterialIndex material(const JsonCursor& json) {
  return MaterialIndex(static_cast<std::size_t>(json.integer(0, kMaxMaterials)));
}

vat::BakedTint readTint(const JsonCursor& json) {
  vat::BakedTint tint;
  if (json.has("attribute")) {
    json.at("attribute").expectText("_TINT");
    tint.perVertex = true;
  }
  json.with("textures", [&tint](const JsonCursor& textures) {
    textures.each(kMaxMaterials, [&tint](const JsonCursor& texture) {
      const std::string channel = packName(texture.at("channel"));
      const auto found = std::ranges::find(kChannelNames, channel);
      if (found == kChannelNames.end()) {
        texture.at("channel").fail(message("is not r, g, b or a"));
        return;
      }
      tint.textures.push_back({material(texture.at("material")),
                               ImageIndex(static_cast<std::size_t>(texture.at("image").integer(0, kMaxMaterials))),
                               static_cast<std::uint32_t>(texture.at("texCoord").integer(0, 1)),
                               static_cast<vat::ColorChannel>(found - kChannelNames.begin())});
    });
  });
  json.with("palette", [&tint](const JsonCursor& from) {
    vat::TintPalette palette;
    palette.stepU = from.at("stepU").number(-1.0, 1.0);
    palette.stepV = from.at("stepV").number(-1.0, 1.0);
    palette.entryCount = static_cast<std::uint32_t>(from.at("entryCount").integer(1, 65536));
    from.at("materials").each(kMaxMaterials, [&](const JsonCursor& item) {
      palette.materials.push_back(material(item));
    });
    tint.palette = std::move(palette);
  });
  return tint;
}

}  // namespace

bool canListMeshes(const vat::BakedAnimation& animation) {
  std::size_t ranges = 0;
  for (const vat::BakedSourceMesh& mesh : animation.meshes) {
    ranges += std::max<std::size_t>(mesh.ranges.size(), 1);
  }
  return ranges <= kMaxListedRanges;
}

void putSurface(Json& json, const vat::BakedAnimation& animation) {
  if (!animation.meshes.empty() && canListMeshes(animation)) {
    json["meshes"] = mapped(animation.meshes, [](const vat::BakedSourceMesh& mesh) {
      Json item = {{"name", mesh.name}, {"node", mesh.node}};
      if (!mesh.group.empty()) {
        item["group"] = mesh.group;
      }
      item["ranges"] = toJson(mesh.ranges);
      return item;
    });
    json["variants"] = mapped(animation.variants, [&](const vat::BakedVariant& variant) -> Json {
      return {{"name", variant.name}, {"meshes", variant.meshes}, {"ranges", toJson(allRanges(animation, variant))}};
    });
  }
  if (animation.tint) {
    json["tint"] = toJson(*animation.tint);
  }
}

void readSurface(const JsonCursor& json, vat::BakedAnimation& animation) {
  json.with("meshes", [&animation](const JsonCursor& meshes) {
    meshes.each(kMaxSourceMeshes, [&animation](const JsonCursor& item) {
      vat::BakedSourceMesh mesh;
      mesh.name = packName(item.at("name"));
      mesh.node = packName(item.at("node"));
      mesh.group = item.has("group") ? packName(item.at("group")) : "";
      mesh.ranges = readRanges(item.at("ranges"));
      animation.meshes.push_back(std::move(mesh));
    });
  });
  json.with("variants", [&animation](const JsonCursor& variants) {
    variants.each(kMaxSourceMeshes, [&animation](const JsonCursor& variant) { readVariant(variant, animation); });
  });
  json.with("tint", [&animation](const JsonCursor& tint) { animation.tint = readTint(tint); });
}

}  // namespace texeleton::pack
