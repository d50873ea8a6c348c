#include <cstdint>

#include "core/pack/mesh_glb_material.h"
#include "core/pack/pack_limits.h"
#include "core/pack/pack_names.h"

namespace texeleton::pack {

namespace {

constexpr double kMaxFactor = 1e9;

void refuseExtensions(const JsonCursor& json) {
  if (json.has("extensions")) {
    json.fail(message("uses an extension"));
  }
}

float factor(const JsonCursor& json, const char* key, double max, float otherwise) {
  return json.has(key) ? static_cast<float>(json.at(key).number(0.0, max)) : otherwise;
}

template <int N>
void readFactors(const JsonCursor& json, const char* key, glm::vec<N, float>& factors) {
  if (!json.has(key)) {
    return;
  }
  const JsonCursor array = json.at(key);
  if (array.size(N) != N) {
    array.fail(message("has not %1 numbers", N));
    return;
  }
  for (int i = 0; i < N; ++i) {
    factors[i] = static_cast<float>(array.at(static_cast<std::size_t>(i)).number(0.0, 1.0));
  }
}

model::TextureWrap wrap(const JsonCursor& sampler, const char* key) {
  switch (sampler.has(key) ? sampler.at(key).integer(0, 65535) : 10497) {
    case 10497:
      return model::TextureWrap::Repeat;
    case 33071:
      return model::TextureWrap::ClampToEdge;
    case 33648:
      return model::TextureWrap::MirroredRepeat;
    default:
      sampler.at(key).fail(message("is no way of wrapping that glTF knows"));
      return model::TextureWrap::Repeat;
  }
}

/// Reads a textureInfo into a slot.
model::TextureSlot slot(const JsonCursor& gltf, const JsonCursor& json, const char* key, std::size_t imageCount) {
  model::TextureSlot result;
  if (!json.has(key)) {
    return result;
  }
  const JsonCursor info = json.at(key);
  refuseExtensions(info);
  info.with("texCoord", [&](const JsonCursor& set) { result.uvSet = static_cast<std::uint32_t>(set.integer(0, 1)); });
  const JsonCursor textures = gltf.at("textures");
  const auto textureCount = static_cast<std::int64_t>(textures.size(kMaxGlbItems));
  const std::int64_t index = info.at("index").integer(0, textureCount - 1);
  if (gltf.hasFailed()) {
    return result;
  }
  const JsonCursor texture = textures.at(static_cast<std::size_t>(index));
  refuseExtensions(texture);
  const std::int64_t image = texture.at("source").integer(0, static_cast<std::int64_t>(imageCount) - 1);
  if (texture.has("sampler")) {
    const JsonCursor samplers = gltf.at("samplers");
    const auto samplerCount = static_cast<std::int64_t>(samplers.size(kMaxGlbItems));
    const std::int64_t samplerIndex = texture.at("sampler").integer(0, samplerCount - 1);
    if (!gltf.hasFailed()) {
      const JsonCursor sampler = samplers.at(static_cast<std::size_t>(samplerIndex));
      result.wrapU = wrap(sampler, "wrapS");
      result.wrapV = wrap(sampler, "wrapT");
      result.nearest = sampler.has("magFilter") && sampler.at("magFilter").integer(0, 65535) == 9728;
    }
  }
  if (!gltf.hasFailed()) {
    result.image = ImageIndex(static_cast<std::size_t>(image));
  }
  return result;
}

void readExtensions(const JsonCursor& json, model::Material& material) {
  json.with("extensions", [&material](const JsonCursor& extensions) {
    extensions.members([&](const std::string& name, const JsonCursor& extension) {
      if (name == kUnlitExtension) {
        material.unlit = true;
      } else if (name == kEmissiveStrengthExtension) {
        material.emissiveFactor *= factor(extension, "emissiveStrength", kMaxFactor, 1.0f);
      } else {
        extensions.fail(message("holds an extension that a pack must not use"));
      }
    });
  });
}

model::Material readMaterial(const JsonCursor& gltf, const JsonCursor& json, std::size_t imageCount) {
  model::Material m;
  m.name = json.has("name") ? packName(json.at("name")) : "";
  if (json.has("pbrMetallicRoughness")) {
    const JsonCursor pbr = json.at("pbrMetallicRoughness");
    refuseExtensions(pbr);
    readFactors(pbr, "baseColorFactor", m.baseColorFactor);
    m.metallicFactor = factor(pbr, "metallicFactor", 1.0, 1.0f);
    m.roughnessFactor = factor(pbr, "roughnessFactor", 1.0, 1.0f);
    m.baseColorTexture = slot(gltf, pbr, "baseColorTexture", imageCount);
    m.metallicRoughnessTexture = slot(gltf, pbr, "metallicRoughnessTexture", imageCount);
  }
  m.normalTexture = slot(gltf, json, "normalTexture", imageCount);
  m.occlusionTexture = slot(gltf, json, "occlusionTexture", imageCount);
  m.emissiveTexture = slot(gltf, json, "emissiveTexture", imageCount);
  if (m.normalTexture.image.isValid() && json.at("normalTexture").has("scale")) {
    m.normalScale = static_cast<float>(json.at("normalTexture").at("scale").number(-kMaxFactor, kMaxFactor));
  }
  if (m.occlusionTexture.image.isValid()) {
    m.occlusionStrength = factor(json.at("occlusionTexture"), "strength", 1.0, 1.0f);
  }
  readFactors(json, "emissiveFactor", m.emissiveFactor);
  if (json.has("alphaMode")) {
    const std::string mode = packName(json.at("alphaMode"), 16);
    if (mode != "OPAQUE" && mode != "MASK" && mode != "BLEND") {
      json.at("alphaMode").fail(message("is none of OPAQUE, MASK and BLEND"));
    }
    m.alphaMode = mode == "MASK"    ? model::AlphaMode::Mask
                  : mode == "BLEND" ? model::AlphaMode::Blend
                                    : model::AlphaMode::Opaque;
  }
  m.alphaCutoff = factor(json, "alphaCutoff", kMaxFactor, 0.5f);
  m.doubleSided = json.has("doubleSided") && json.at("doubleSided").boolean();
  readExtensions(json, m);
  return m;
}

}  // namespace

std::vector<model::Material> readMaterials(const JsonCursor& gltf, std::size_t imageCount) {
  std::vector<model::Material> materials;
  gltf.with("materials", [&](const JsonCursor& array) {
    array.each(kMaxGlbItems,
               [&](const JsonCursor& json) { materials.push_back(readMaterial(gltf, json, imageCount)); });
  });
  return materials;
}

}  // namespace texeleton::pack
