#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/import/gltf/gltf_parts.h"
#include "core/model/names.h"

namespace texeleton::importing {

namespace {

constexpr std::uint64_t kMaxGltfImageBytes = std::uint64_t{512} << 20;

const tinygltf::Value* memberOf(const tinygltf::Value& object, const std::string& name) {
  return object.IsObject() && object.Has(name) ? &object.Get(name) : nullptr;
}

double numberOf(const tinygltf::Value& object, const std::string& name, double fallback) {
  const tinygltf::Value* value = memberOf(object, name);
  return value != nullptr && value->IsNumber() ? value->GetNumberAsDouble() : fallback;
}

/// An array of `count` numbers, or nullopt.
std::optional<std::vector<double>> numbersOf(const tinygltf::Value& object, const std::string& name,
                                             std::size_t count) {
  const tinygltf::Value* value = memberOf(object, name);
  if (value == nullptr || !value->IsArray() || value->ArrayLen() != count) {
    return std::nullopt;
  }
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    const tinygltf::Value& element = value->Get(static_cast<int>(i));
    if (!element.IsNumber()) {
      return std::nullopt;
    }
    numbers.push_back(element.GetNumberAsDouble());
  }
  return numbers;
}

model::TextureWrap wrapOf(int mode) {
  switch (mode) {
    case TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE:
      return model::TextureWrap::ClampToEdge;
    case TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT:
      return model::TextureWrap::MirroredRepeat;
    default:
      return model::TextureWrap::Repeat;
  }
}

class GltfMaterialReader {
 public:
  explicit GltfMaterialReader(const GltfContext& context)
      : m_context(context), m_loaded(context.document.images.size()) {}

  GltfMaterials read() {
    for (const tinygltf::Material& source : m_context.document.structure.materials) {
      m_name = source.name;
      m_uses.clear();
      m_told.clear();
      model::Material material;
      readMaterial(source, material);
      m_result.uvPlans.push_back(planUvs());
      m_result.materials.push_back(std::move(material));
    }
    return std::move(m_result);
  }

 private:
  struct ImageState {
    bool tried = false;
    ImageIndex index;
    Message problem;  ///< The reason the image is missing.
  };

  /// A slot with an image, and the source of its UVs.
  struct Use {
    model::TextureSlot* slot = nullptr;
    GltfUvSource source;
  };

  void readMaterial(const tinygltf::Material& source, model::Material& material) {
    material.name = source.name;
    const tinygltf::PbrMetallicRoughness& pbr = source.pbrMetallicRoughness;
    const auto& base = pbr.baseColorFactor;
    if (base.size() == 4) {
      material.baseColorFactor = glm::vec4(glm::dvec4(base[0], base[1], base[2], base[3]));
    }
    material.metallicFactor = static_cast<float>(pbr.metallicFactor);
    material.roughnessFactor = static_cast<float>(pbr.roughnessFactor);
    material.normalScale = static_cast<float>(source.normalTexture.scale);
    material.occlusionStrength = static_cast<float>(source.occlusionTexture.strength);
    if (source.emissiveFactor.size() == 3) {
      material.emissiveFactor = readEmissive(source);
    }
    material.doubleSided = source.doubleSided;
    material.unlit = source.extensions.count("KHR_materials_unlit") != 0;
    material.alphaCutoff = static_cast<float>(source.alphaCutoff);
    if (source.alphaMode == "MASK") {
      material.alphaMode = model::AlphaMode::Mask;
    } else if (source.alphaMode == "BLEND") {
      material.alphaMode = model::AlphaMode::Blend;
    } else if (source.alphaMode != "OPAQUE") {
      m_context.job.warn(message("the alpha mode \"%1\" is unknown: drawn opaque",
                                 model::cutToBytes(model::harmlessName(source.alphaMode), 40)),
                         m_name);
    }
    const auto glossiness = source.extensions.find("KHR_materials_pbrSpecularGlossiness");
    if (glossiness != source.extensions.end() && source.values.empty()) {
      readSpecularGlossiness(glossiness->second, material);
    } else {
      use(pbr.baseColorTexture, material.baseColorTexture);
    }
    // The order in which UV sets are assigned.
    use(source.normalTexture, material.normalTexture);
    use(pbr.metallicRoughnessTexture, material.metallicRoughnessTexture);
    use(source.emissiveTexture, material.emissiveTexture);
    use(source.occlusionTexture, material.occlusionTexture);
  }

  static glm::vec3 readEmissive(const tinygltf::Material& source) {
    glm::dvec3 emissive(source.emissiveFactor[0], source.emissiveFactor[1], source.emissiveFactor[2]);
    const auto found = source.extensions.find("KHR_materials_emissive_strength");
    if (found != source.extensions.end()) {
      emissive *= numberOf(found->second, "emissiveStrength", 1.0);
    }
    return glm::vec3(emissive);
  }

  void readSpecularGlossiness(const tinygltf::Value& extension, model::Material& material) {
    m_context.job.warn(
        "KHR_materials_pbrSpecularGlossiness: only the diffuse colour and the glossiness were taken over", m_name);
    if (const auto diffuse = numbersOf(extension, "diffuseFactor", 4)) {
      material.baseColorFactor = glm::vec4(glm::dvec4((*diffuse)[0], (*diffuse)[1], (*diffuse)[2], (*diffuse)[3]));
    }
    material.metallicFactor = 0.0f;
    material.roughnessFactor = static_cast<float>(1.0 - numberOf(extension, "glossinessFactor", 1.0));
    if (const tinygltf::Value* texture = memberOf(extension, "diffuseTexture"); texture != nullptr) {
      tinygltf::TextureInfo info;
      info.index = static_cast<int>(std::clamp(numberOf(*texture, "index", -1.0), -1.0, 1e9));
      info.texCoord = static_cast<int>(std::clamp(numberOf(*texture, "texCoord", 0.0), 0.0, 1e6));
      const tinygltf::Value* extensions = memberOf(*texture, "extensions");
      const tinygltf::Value* transform =
          extensions != nullptr ? memberOf(*extensions, "KHR_texture_transform") : nullptr;
      if (transform != nullptr) {
        info.extensions.emplace("KHR_texture_transform", *transform);
      }
      use(info, material.baseColorTexture);
    }
  }

  /// A template, since TextureInfo, NormalTextureInfo and OcclusionTextureInfo have no common base.
  template <class Info>
  void use(const Info& info, model::TextureSlot& slot) {
    if (info.index < 0) {
      return;
    }
    const tinygltf::Model& structure = m_context.document.structure;
    const auto index = static_cast<std::size_t>(info.index);
    if (index >= structure.textures.size()) {
      m_context.job.warn(message("it uses texture %1, which the file does not have: left out", info.index), m_name);
      return;
    }
    const tinygltf::Texture& texture = structure.textures[index];
    slot.image = imageOf(texture);
    if (!slot.image) {
      return;
    }
    if (texture.sampler >= 0 && static_cast<std::size_t>(texture.sampler) < structure.samplers.size()) {
      const tinygltf::Sampler& sampler = structure.samplers[static_cast<std::size_t>(texture.sampler)];
      slot.wrapU = wrapOf(sampler.wrapS);
      slot.wrapV = wrapOf(sampler.wrapT);
      slot.nearest = sampler.magFilter == TINYGLTF_TEXTURE_FILTER_NEAREST;
    }
    Use made{&slot, {}};
    made.source.set = static_cast<std::uint32_t>(std::max(info.texCoord, 0));
    if (const auto found = info.extensions.find("KHR_texture_transform"); found != info.extensions.end()) {
      const tinygltf::Value& transform = found->second;
      made.source.set =
          static_cast<std::uint32_t>(std::clamp(numberOf(transform, "texCoord", made.source.set), 0.0, 1e6));
      made.source.rotation = numberOf(transform, "rotation", 0.0);
      if (const auto offset = numbersOf(transform, "offset", 2)) {
        made.source.offset = {(*offset)[0], (*offset)[1]};
      }
      if (const auto scale = numbersOf(transform, "scale", 2)) {
        made.source.scale = {(*scale)[0], (*scale)[1]};
      }
    }
    m_uses.push_back(made);
  }

  ImageIndex imageOf(const tinygltf::Texture& texture) {
    if (texture.source >= 0) {
      return load(static_cast<std::size_t>(texture.source));
    }
    static const std::map<std::string, const char*> kOtherFormats = {
        {"EXT_texture_webp", "WebP"}, {"KHR_texture_basisu", "KTX2"}, {"MSFT_texture_dds", "DDS"}};
    for (const auto& [extension, format] : kOtherFormats) {
      if (texture.extensions.count(extension) != 0) {
        m_context.job.warn(message("a texture was left out: it is %1 (%2), which is not read; export it as PNG or JPEG",
                                   format, extension),
                           m_name);
        return {};
      }
    }
    m_context.job.warn("a texture without an image was left out", m_name);
    return {};
  }

  ImageIndex load(std::size_t index) {
    if (index >= m_loaded.size()) {
      m_context.job.warn(message("it uses image %1, which the file does not have: left out", index), m_name);
      return {};
    }
    ImageState& state = m_loaded[index];
    if (!state.tried) {
      state.tried = true;
      read(index, state);
    }
    // Reported once per material.
    if (!state.problem.empty() && m_told.insert(index).second) {
      m_context.job.warn(state.problem, m_name);
    }
    return state.index;
  }

  void read(std::size_t index, ImageState& state) {
    const GltfImage& source = m_context.document.images[index];
    const bool dataUri = source.uri.substr(0, 5) == "data:";
    std::string name = !source.name.empty() ? source.name
                       : dataUri            ? std::string()
                                            : source.uri.substr(source.uri.find_last_of("/\\") + 1);
    auto bytes = bytesOf(source, dataUri);
    auto image = bytes ? makeImage(std::move(*bytes), name) : Result<model::Image>(fail(bytes.error()));
    if (!image) {
      const Message shown = shownGltfName(said("image"), name, index);
      const Message& why = image.error().message;
      if (source.uri.empty() || dataUri) {
        state.problem = message("the texture %1 was left out: %2", shown, why);
      } else if (image.error().code == ErrorCode::NotFound) {
        state.problem =
            message("texture not found: \"%1\"; exported without it", source.uri, locateTexture(source.uri));
      } else {
        state.problem = message("the texture %1 was left out: %2", shown, why, locateTexture(source.uri));
      }
      return;
    }
    state.index = ImageIndex(m_result.images.size());
    m_result.images.push_back(std::move(*image));
  }

  Result<std::vector<std::byte>> bytesOf(const GltfImage& source, bool dataUri) {
    if (dataUri) {
      return decodeDataUri(source.uri);
    }
    if (!source.uri.empty()) {
      if (const auto chosen = m_context.files.chosenTexture(source.uri)) {
        return m_context.files.read(*chosen, kMaxGltfImageBytes);
      }
      return m_context.files.load(source.uri, kMaxGltfImageBytes);
    }
    const auto view = m_context.buffers.view(source.view);
    TRY(view);
    return std::vector<std::byte>(view->begin(), view->end());
  }

  /// Assigns the material's UV sets (at most two) to the sources that its textures use, in order.
  GltfUvPlan planUvs() {
    std::vector<GltfUvSource> wanted;
    for (const Use& made : m_uses) {
      if (std::ranges::find(wanted, made.source) == wanted.end()) {
        wanted.push_back(made.source);
      }
    }
    GltfUvPlan plan = kPlainUvs;
    if (wanted.size() > plan.size()) {
      m_context.job.warn(message("its textures want %1 different UV sets or KHR_texture_transforms, and a pack holds "
                                 "2: the others were left out",
                                 wanted.size()),
                         m_name);
      wanted.resize(plan.size());
    }
    std::array<bool, 2> taken{};
    const auto give = [&](std::size_t set, const GltfUvSource& source) {
      plan[set] = source;
      taken[set] = true;
    };
    // A set without a transform keeps its number.
    for (const GltfUvSource& source : wanted) {
      if (source.isPlain() && source.set < plan.size()) {
        give(source.set, source);
      }
    }
    for (const GltfUvSource& source : wanted) {
      if (!source.isPlain() || source.set >= plan.size()) {
        const bool own = source.set < plan.size() && !taken[source.set];
        give(own ? source.set : taken[0] ? 1 : 0, source);
      }
    }
    for (const Use& made : m_uses) {
      const auto found = std::find(wanted.begin(), wanted.end(), made.source);
      if (found == wanted.end()) {
        *made.slot = model::TextureSlot();
      } else {
        made.slot->uvSet = plan[0] == made.source && taken[0] ? 0 : 1;
      }
    }
    return plan;
  }

  const GltfContext& m_context;
  GltfMaterials m_result;
  std::vector<ImageState> m_loaded;
  std::vector<Use> m_uses;
  std::string m_name;
  std::set<std::size_t> m_told;  ///< Missing images that were reported for this material.
};

}  // namespace

GltfMaterials readGltfMaterials(const GltfContext& context) { return GltfMaterialReader(context).read(); }

}  // namespace texeleton::importing
