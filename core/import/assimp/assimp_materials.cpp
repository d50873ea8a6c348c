#include <assimp/material.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "core/import/assimp/assimp_files.h"
#include "core/import/assimp/assimp_parts.h"

namespace texeleton::importing {

namespace {

constexpr std::uint64_t kMaxAssimpImageBytes = 1ull << 30;

// The uncompressed pixels of an embedded texture as a TGA file, which makeImage turns into a PNG.
std::vector<std::byte> asTga(const aiTexture& texture) {
  const std::size_t count = std::size_t{texture.mWidth} * texture.mHeight;
  std::vector<std::byte> bytes(18 + count * 4);
  const auto put = [&](std::size_t at, unsigned value) { bytes[at] = static_cast<std::byte>(value & 0xffu); };
  put(2, 2);  // Uncompressed true colour.
  put(12, texture.mWidth);
  put(13, texture.mWidth >> 8);
  put(14, texture.mHeight);
  put(15, texture.mHeight >> 8);
  put(16, 32);
  put(17, 0x28);  // First row on top, 8 bits of alpha.
  std::memcpy(bytes.data() + 18, texture.pcData, count * 4);
  return bytes;
}

class AssimpMaterialReader {
 public:
  AssimpMaterialReader(const aiScene& scene, const std::string& generator, ModelFiles& files, JobContext& job,
                       SourceScene& out)
      : m_scene(scene), m_blender(generator.rfind("Blender", 0) == 0), m_files(files), m_job(job), m_out(out) {}

  model::Material read(const aiMaterial& source) {
    model::Material material;
    aiString name;
    if (source.Get(AI_MATKEY_NAME, name) == aiReturn_SUCCESS) {
      material.name = toText(name);
    }
    m_name = material.name;
    m_told.clear();
    readColors(source, material);
    readTextures(source, material);
    int twoSided = 0;
    material.doubleSided = source.Get(AI_MATKEY_TWOSIDED, twoSided) == aiReturn_SUCCESS && twoSided != 0;
    return material;
  }

 private:
  static bool has(const aiMaterial& source, aiTextureType type) { return source.GetTextureCount(type) != 0; }

  static float finite(float value, float otherwise) { return std::isfinite(value) ? value : otherwise; }

  void readColors(const aiMaterial& source, model::Material& material) const {
    aiColor4D color(1.0f, 1.0f, 1.0f, 1.0f);
    const bool physical = source.Get(AI_MATKEY_BASE_COLOR, color) == aiReturn_SUCCESS;
    if (!physical) {
      source.Get(AI_MATKEY_COLOR_DIFFUSE, color);
    }
    material.baseColorFactor = {finite(color.r, 1.0f), finite(color.g, 1.0f), finite(color.b, 1.0f), 1.0f};
    float opacity = 1.0f;
    if (source.Get(AI_MATKEY_OPACITY, opacity) == aiReturn_SUCCESS && opacity < 1.0f && opacity >= 0.0f) {
      material.baseColorFactor.a = opacity;
      material.alphaMode = model::AlphaMode::Blend;
    }
    material.metallicFactor = 0.0f;
    material.roughnessFactor = 1.0f;
    float value = 0.0f;
    if (source.Get(AI_MATKEY_METALLIC_FACTOR, value) == aiReturn_SUCCESS) {
      material.metallicFactor = std::clamp(finite(value, 0.0f), 0.0f, 1.0f);
    }
    // Assimp derives a roughness from every exponent, by Blender's rule.
    if (physical && source.Get(AI_MATKEY_ROUGHNESS_FACTOR, value) == aiReturn_SUCCESS) {
      material.roughnessFactor = std::clamp(finite(value, 1.0f), 0.0f, 1.0f);
    } else if (source.Get(AI_MATKEY_SHININESS, value) == aiReturn_SUCCESS && value > 0.0f && std::isfinite(value)) {
      // Blender writes (10 − 10·roughness)²; otherwise it is the exponent of a highlight as wide as that roughness's.
      const float roughness = m_blender ? 1.0f - std::sqrt(value) / 10.0f : std::sqrt(2.0f / (value + 2.0f));
      material.roughnessFactor = std::clamp(roughness, 0.0f, 1.0f);
    }
    aiColor4D emissive(0.0f, 0.0f, 0.0f, 1.0f);
    if (source.Get(AI_MATKEY_COLOR_EMISSIVE, emissive) == aiReturn_SUCCESS) {
      // FBX multiplies its colour by a factor: above 1 it is brighter than white.
      material.emissiveFactor = {std::max(finite(emissive.r, 0.0f), 0.0f), std::max(finite(emissive.g, 0.0f), 0.0f),
                                 std::max(finite(emissive.b, 0.0f), 0.0f)};
    }
  }

  void readTextures(const aiMaterial& source, model::Material& material) {
    for (const aiTextureType type : {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE}) {
      if (!material.baseColorTexture.image && has(source, type)) {
        material.baseColorTexture = slot(source, type);
        if (material.baseColorTexture.image && type == aiTextureType_DIFFUSE) {
          // A texture replaces the diffuse colour; it is not multiplied with it.
          material.baseColorFactor = glm::vec4(1.0f, 1.0f, 1.0f, material.baseColorFactor.a);
        }
      }
    }
    for (const aiTextureType type : {aiTextureType_NORMALS, aiTextureType_NORMAL_CAMERA}) {
      if (!material.normalTexture.image && has(source, type)) {
        material.normalTexture = slot(source, type);
      }
    }
    for (const aiTextureType type : {aiTextureType_EMISSIVE, aiTextureType_EMISSION_COLOR}) {
      if (!material.emissiveTexture.image && has(source, type)) {
        material.emissiveTexture = slot(source, type);
        if (material.emissiveTexture.image && material.emissiveFactor == glm::vec3(0.0f)) {
          material.emissiveFactor = glm::vec3(1.0f);
        }
      }
    }
    if (has(source, aiTextureType_AMBIENT_OCCLUSION)) {
      material.occlusionTexture = slot(source, aiTextureType_AMBIENT_OCCLUSION);
    }
    readMetallicRoughness(source, material);
    readOpacity(source, material);
    if (has(source, aiTextureType_HEIGHT)) {
      m_job.inform("the material's bump map is left out; use a normal map", m_name);
    }
  }

  void readMetallicRoughness(const aiMaterial& source, model::Material& material) {
    aiString metal;
    aiString rough;
    const bool hasMetal = source.GetTexture(aiTextureType_METALNESS, 0, &metal) == aiReturn_SUCCESS;
    const bool hasRough = source.GetTexture(aiTextureType_DIFFUSE_ROUGHNESS, 0, &rough) == aiReturn_SUCCESS;
    if (hasMetal && hasRough && toText(metal) == toText(rough)) {
      material.metallicRoughnessTexture = slot(source, aiTextureType_METALNESS);
      if (material.metallicRoughnessTexture.image) {
        material.metallicFactor = 1.0f;
        material.roughnessFactor = 1.0f;
      }
    } else if (hasMetal || hasRough) {
      m_job.warn("metalness and roughness are in textures of their own, not in one as glTF has them; they are left out",
                 m_name);
    }
  }

  void readOpacity(const aiMaterial& source, model::Material& material) {
    aiString opacity;
    if (source.GetTexture(aiTextureType_OPACITY, 0, &opacity) != aiReturn_SUCCESS) {
      return;
    }
    aiString color;
    source.GetTexture(aiTextureType_DIFFUSE, 0, &color);
    if (toText(color) == toText(opacity)) {
      material.alphaMode = model::AlphaMode::Blend;
    } else {
      m_job.warn(
          "the material's opacity is in a texture of its own; it is left out (put it into the alpha of the "
          "colour texture)",
          m_name);
    }
  }

  static model::TextureWrap wrap(aiTextureMapMode mode) {
    return mode == aiTextureMapMode_Mirror                                    ? model::TextureWrap::MirroredRepeat
           : mode == aiTextureMapMode_Clamp || mode == aiTextureMapMode_Decal ? model::TextureWrap::ClampToEdge
                                                                              : model::TextureWrap::Repeat;
  }

  model::TextureSlot slot(const aiMaterial& source, aiTextureType type) {
    aiString path;
    unsigned uvSet = 0;
    std::array<aiTextureMapMode, 3> modes = {aiTextureMapMode_Wrap, aiTextureMapMode_Wrap, aiTextureMapMode_Wrap};
    model::TextureSlot slot;
    if (source.GetTexture(type, 0, &path, nullptr, &uvSet, nullptr, nullptr, modes.data()) != aiReturn_SUCCESS) {
      return slot;
    }
    slot.wrapU = wrap(modes[0]);
    slot.wrapV = wrap(modes[1]);
    if (uvSet > 1) {
      m_job.warn(message("a texture uses UV set %1; only the first two are kept, it gets the first", uvSet), m_name);
      uvSet = 0;
    }
    slot.uvSet = uvSet;
    aiUVTransform transform;
    if (source.Get(AI_MATKEY_UVTRANSFORM(type, 0), transform) == aiReturn_SUCCESS &&
        (transform.mScaling != aiVector2D(1.0f, 1.0f) || transform.mTranslation != aiVector2D(0.0f, 0.0f) ||
         transform.mRotation != 0.0f)) {
      m_job.warn("a texture is moved, scaled or turned by the material; that is left out", m_name);
    }
    if (const auto image = findImage(toText(path))) {
      slot.image = ImageIndex(*image);
    }
    return slot;
  }

  std::optional<std::size_t> findImage(const std::string& path) {
    if (path.empty()) {
      return std::nullopt;
    }
    auto known = m_images.find(path);
    if (known == m_images.end()) {
      const aiTexture* texture = m_scene.GetEmbeddedTexture(path.c_str());
      known = m_images.emplace(path, texture != nullptr ? addEmbedded(*texture, path) : addFile(path)).first;
    }
    if (known->second) {
      return *known->second;
    }
    // A missing image is reported once per material.
    if (m_told.insert(path).second) {
      m_job.warn(known->second.error().message, m_name);
    }
    return std::nullopt;
  }

  Result<std::size_t> addEmbedded(const aiTexture& texture, const std::string& path) {
    const std::string name = texture.mFilename.length != 0 ? toText(texture.mFilename) : path;
    if (texture.pcData == nullptr || texture.mWidth == 0) {
      return fail(ErrorCode::BadFile, message("the embedded texture \"%1\" is empty", name));
    }
    std::vector<std::byte> bytes;
    if (texture.mHeight == 0) {
      const auto* begin = reinterpret_cast<const std::byte*>(texture.pcData);
      bytes.assign(begin, begin + texture.mWidth);
    } else if (texture.mWidth <= 16384 && texture.mHeight <= 16384) {
      bytes = asTga(texture);
    }
    return add(std::move(bytes), name);
  }

  // Looks for the path as given if it lies in the folder, then for its name in the usual texture folders of exporters.
  Result<std::size_t> addFile(std::string path) {
    std::replace(path.begin(), path.end(), '\\', '/');
    if (const auto chosen = m_files.chosenTexture(asReference(path))) {
      auto bytes = m_files.read(*chosen, kMaxAssimpImageBytes);
      TRY(bytes);
      return add(std::move(*bytes), chosen->filename().string());
    }
    const std::string base = path.substr(path.find_last_of('/') + 1);
    const std::string stem = m_files.modelFile().stem().string();
    const bool absolute = path.front() == '/' || (path.size() > 1 && path[1] == ':');
    std::vector<std::string> places;
    if (!absolute) {
      places.push_back(path);
    }
    for (const std::string& folder : {std::string(), std::string("textures/"), std::string("Textures/"), stem + ".fbm/",
                                      std::string("images/"), std::string("tex/")}) {
      places.push_back(folder + base);
    }
    std::optional<Error> refused;
    for (const std::string& place : places) {
      auto bytes = m_files.load(asReference(place), kMaxAssimpImageBytes);
      if (bytes) {
        return add(std::move(*bytes), base);
      }
      if (bytes.error().code != ErrorCode::NotFound && !refused) {
        refused = bytes.error();
      }
    }
    const Remedy locate = locateTexture(asReference(path));
    return fail(ErrorCode::NotFound,
                refused ? message("the texture image \"%1\" was left out: %2", base, refused->message, locate)
                        : message("texture not found: \"%1\"; exported without it", path, locate));
  }

  static Message leftOut(const std::string& name, const Error& why) {
    return message("the texture image \"%1\" was left out: %2", name, why.message);
  }

  Result<std::size_t> add(std::vector<std::byte> bytes, const std::string& path) {
    const std::string name = path.substr(path.find_last_of("/\\") + 1);
    auto image = makeImage(std::move(bytes), name);
    if (!image) {
      return fail(image.error().code, leftOut(name, image.error()));
    }
    m_out.images.push_back(std::move(*image));
    return m_out.images.size() - 1;
  }

  const aiScene& m_scene;
  bool m_blender;
  ModelFiles& m_files;
  JobContext& m_job;
  SourceScene& m_out;
  std::string m_name;
  std::map<std::string, Result<std::size_t>> m_images;  ///< An error if an image is missing.
  std::set<std::string> m_told;                         ///< Missing images that were reported for the material.
};

}  // namespace

std::vector<std::optional<std::size_t>> readMaterials(const aiScene& scene, const std::string& generator,
                                                      ModelFiles& files, JobContext& job, SourceScene& out) {
  std::vector<bool> used(scene.mNumMaterials, false);
  for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
    if (scene.mMeshes[m]->mMaterialIndex < scene.mNumMaterials) {
      used[scene.mMeshes[m]->mMaterialIndex] = true;
    }
  }
  std::vector<std::optional<std::size_t>> indices(scene.mNumMaterials);
  AssimpMaterialReader reader(scene, generator, files, job, out);
  for (unsigned m = 0; m < scene.mNumMaterials; ++m) {
    if (used[m]) {
      indices[m] = out.materials.size();
      out.materials.push_back(reader.read(*scene.mMaterials[m]));
    }
  }
  return indices;
}

}  // namespace texeleton::importing
