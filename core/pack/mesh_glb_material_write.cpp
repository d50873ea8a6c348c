#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/pack/mesh_glb_material.h"

namespace texeleton::pack {

namespace {

int gltfWrap(model::TextureWrap wrap) {
  switch (wrap) {
    case model::TextureWrap::ClampToEdge:
      return TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE;
    case model::TextureWrap::MirroredRepeat:
      return TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT;
    case model::TextureWrap::Repeat:
      break;
  }
  return TINYGLTF_TEXTURE_WRAP_REPEAT;
}

int samplerFor(tinygltf::Model& model, const model::TextureSlot& slot) {
  tinygltf::Sampler sampler;
  sampler.magFilter = slot.nearest ? TINYGLTF_TEXTURE_FILTER_NEAREST : TINYGLTF_TEXTURE_FILTER_LINEAR;
  sampler.minFilter =
      slot.nearest ? TINYGLTF_TEXTURE_FILTER_NEAREST_MIPMAP_LINEAR : TINYGLTF_TEXTURE_FILTER_LINEAR_MIPMAP_LINEAR;
  sampler.wrapS = gltfWrap(slot.wrapU);
  sampler.wrapT = gltfWrap(slot.wrapV);
  for (std::size_t i = 0; i < model.samplers.size(); ++i) {
    const tinygltf::Sampler& other = model.samplers[i];
    if (other.magFilter == sampler.magFilter && other.wrapS == sampler.wrapS && other.wrapT == sampler.wrapT) {
      return static_cast<int>(i);
    }
  }
  model.samplers.push_back(std::move(sampler));
  return static_cast<int>(model.samplers.size()) - 1;
}

/// The texture (image and sampler) of a slot; −1 for none.
int textureFor(tinygltf::Model& model, const model::TextureSlot& slot) {
  if (!slot.image.isValid()) {
    return -1;
  }
  const int sampler = samplerFor(model, slot);
  const int image = static_cast<int>(slot.image.value);
  for (std::size_t i = 0; i < model.textures.size(); ++i) {
    if (model.textures[i].source == image && model.textures[i].sampler == sampler) {
      return static_cast<int>(i);
    }
  }
  tinygltf::Texture texture;
  texture.source = image;
  texture.sampler = sampler;
  model.textures.push_back(std::move(texture));
  return static_cast<int>(model.textures.size()) - 1;
}

template <class Info>
void setTexture(tinygltf::Model& model, const model::TextureSlot& slot, Info& info) {
  info.index = textureFor(model, slot);
  info.texCoord = static_cast<int>(slot.uvSet);
}

void useExtension(tinygltf::Model& model, const char* name) {
  if (std::ranges::find(model.extensionsUsed, name) == model.extensionsUsed.end()) {
    model.extensionsUsed.emplace_back(name);
  }
}

/// Clamps factors to the range of glTF, with one Issue for each material.
class Clamp {
 public:
  Clamp(const std::string& material, JobContext& job) : m_material(material), m_job(job) {}
  Clamp(const Clamp&) = delete;
  Clamp& operator=(const Clamp&) = delete;
  ~Clamp() {
    if (m_clamped) {
      m_job.warn("A factor of the material is outside of the range that glTF allows and was clamped to it.",
                 m_material);
    }
  }
  double operator()(float value, float max) {
    m_clamped = m_clamped || value < 0.0f || value > max;
    return std::clamp(value, 0.0f, max);
  }

 private:
  const std::string& m_material;
  JobContext& m_job;
  bool m_clamped = false;
};

void setEmission(tinygltf::Model& model, const model::Material& from, Clamp& clamp, tinygltf::Material& to) {
  // A factor beyond 1 becomes a power of two times a factor within: exact.
  const float strongest = std::max({from.emissiveFactor.x, from.emissiveFactor.y, from.emissiveFactor.z});
  const float strength = strongest > 1.0f ? std::exp2(std::ceil(std::log2(strongest))) : 1.0f;
  to.emissiveFactor = {clamp(from.emissiveFactor.x / strength, 1.0f), clamp(from.emissiveFactor.y / strength, 1.0f),
                       clamp(from.emissiveFactor.z / strength, 1.0f)};
  if (strength > 1.0f) {
    tinygltf::Value::Object object;
    object["emissiveStrength"] = tinygltf::Value(static_cast<double>(strength));
    to.extensions[kEmissiveStrengthExtension] = tinygltf::Value(object);
    useExtension(model, kEmissiveStrengthExtension);
  }
}

tinygltf::Material gltfMaterial(tinygltf::Model& model, const model::Material& from, JobContext& job) {
  Clamp clamp(from.name, job);
  tinygltf::Material to;
  to.name = from.name;
  tinygltf::PbrMetallicRoughness& pbr = to.pbrMetallicRoughness;
  pbr.baseColorFactor = {clamp(from.baseColorFactor.x, 1.0f), clamp(from.baseColorFactor.y, 1.0f),
                         clamp(from.baseColorFactor.z, 1.0f), clamp(from.baseColorFactor.w, 1.0f)};
  pbr.metallicFactor = clamp(from.metallicFactor, 1.0f);
  pbr.roughnessFactor = clamp(from.roughnessFactor, 1.0f);
  setTexture(model, from.baseColorTexture, pbr.baseColorTexture);
  setTexture(model, from.metallicRoughnessTexture, pbr.metallicRoughnessTexture);
  setTexture(model, from.normalTexture, to.normalTexture);
  to.normalTexture.scale = from.normalScale;
  setTexture(model, from.occlusionTexture, to.occlusionTexture);
  to.occlusionTexture.strength = clamp(from.occlusionStrength, 1.0f);
  setTexture(model, from.emissiveTexture, to.emissiveTexture);
  setEmission(model, from, clamp, to);
  to.alphaMode = from.alphaMode == model::AlphaMode::Mask    ? "MASK"
                 : from.alphaMode == model::AlphaMode::Blend ? "BLEND"
                                                             : "OPAQUE";
  if (from.alphaMode == model::AlphaMode::Mask) {  // Exists only in this mode in glTF.
    to.alphaCutoff = clamp(from.alphaCutoff, std::numeric_limits<float>::max());
  }
  to.doubleSided = from.doubleSided;
  if (from.unlit) {
    to.extensions[kUnlitExtension] = tinygltf::Value(tinygltf::Value::Object());
    useExtension(model, kUnlitExtension);
  }
  return to;
}

}  // namespace

void addMaterials(tinygltf::Model& model, const vat::BakedMesh& mesh, JobContext& job) {
  for (const model::Material& material : mesh.materials) {
    model.materials.push_back(gltfMaterial(model, material, job));
  }
}

}  // namespace texeleton::pack
