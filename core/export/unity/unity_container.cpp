#include "core/export/unity/unity_container.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <vector>

#include "core/base/mapped.h"
#include "core/runtime/draw_ranges.h"
#include "core/vat/encoding.h"
#include "core/vat/frame_table.h"
#include "core/vat/masks.h"
#include "core/vat/vat_words.h"

namespace texeleton::exporting {

namespace {

using UnityJson = nlohmann::ordered_json;

constexpr std::size_t kUnityAlignment = 16;

void unityPadTo(std::string& text, std::size_t multiple, char with) {
  text.append((multiple - text.size() % multiple) % multiple, with);
}

/// The binary data after the JSON.
class UnityBlocks {
 public:
  /// Appends a block and records its place as members of `json`.
  void add(UnityJson& json, std::span<const std::byte> bytes) {
    unityPadTo(m_data, kUnityAlignment, '\0');
    json["offset"] = m_data.size();
    json["bytes"] = bytes.size();
    m_data.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  const std::string& data() const { return m_data; }

 private:
  std::string m_data;
};

template <class Vector>
UnityJson unityArray(const Vector& v) {
  UnityJson array = UnityJson::array();
  for (int i = 0; i < Vector::length(); ++i) {
    array.push_back(v[i]);
  }
  return array;
}

UnityJson unityArray(const glm::dquat& q) { return {q.x, q.y, q.z, q.w}; }

UnityJson unityBounds(const model::Box& box) { return {{"min", unityArray(box.min)}, {"max", unityArray(box.max)}}; }

/// Appends numbers of one vertex.
class UnityVertexWriter {
 public:
  explicit UnityVertexWriter(std::vector<std::byte>& bytes) : m_bytes(bytes) {}

  void floats(std::initializer_list<float> values) {
    for (const float value : values) {
      append(value);
    }
  }
  void signedShares(const glm::vec4& v) {
    for (int i = 0; i < 4; ++i) {
      append(static_cast<std::int16_t>(std::lround(std::clamp(v[i], -1.0f, 1.0f) * 32767.0f)));
    }
  }
  void share(float value) { whole(static_cast<std::uint32_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * 65535.0f))); }
  void whole(std::uint32_t value) { append(static_cast<std::uint16_t>(value)); }

 private:
  template <class T>
  void append(T value) {
    const std::size_t at = m_bytes.size();
    m_bytes.resize(at + sizeof(T));
    std::memcpy(m_bytes.data() + at, &value, sizeof(T));
  }
  std::vector<std::byte>& m_bytes;
};

/// Weights in 1/65,535 that sum to 1; the first, the largest, takes the rounding error.
std::array<std::uint32_t, 4> unityWeights(const glm::vec4& weights) {
  std::array<std::uint32_t, 4> result{};
  std::uint32_t rest = 65535;
  for (std::size_t i = 3; i > 0; --i) {
    result[i] = std::min(rest, static_cast<std::uint32_t>(std::lround(weights[static_cast<int>(i)] * 65535.0f)));
    rest -= result[i];
  }
  result[0] = rest;
  return result;
}

UnityJson unityAttribute(const char* name, const char* format, int dimension) {
  return {{"attribute", name}, {"format", format}, {"dimension", dimension}};
}

UnityJson unityVertices(const vat::BakedAnimation& animation, bool classic, UnityBlocks& blocks) {
  const vat::BakedMesh& mesh = animation.mesh;
  const bool bones = animation.mode == vat::BakeMode::Bone;
  const bool parts = !animation.variants.empty() && !animation.meshes.empty();
  const bool extra = parts || !mesh.tint.empty();
  const char* const shares = classic ? "Float32" : "UNorm16";
  UnityJson attributes = UnityJson::array();
  attributes.push_back(unityAttribute("Position", "Float32", 3));
  attributes.push_back(unityAttribute("Normal", "SNorm16", 4));
  if (!mesh.tangents.empty()) {
    attributes.push_back(unityAttribute("Tangent", "SNorm16", 4));
  }
  if (!mesh.colors.empty()) {
    attributes.push_back(unityAttribute("Color", "UNorm16", 4));
  }
  attributes.push_back(unityAttribute("TexCoord0", "Float32", 2));
  attributes.push_back(bones ? unityAttribute("TexCoord1", shares, 4) : unityAttribute("TexCoord1", "Float32", 1));
  if (bones) {
    attributes.push_back(unityAttribute("TexCoord2", shares, 4));
  }
  if (!mesh.uv1.empty()) {
    attributes.push_back(unityAttribute("TexCoord3", "Float32", 2));
  }
  if (extra) {
    attributes.push_back(unityAttribute("TexCoord4", "UNorm16", 2));
  }

  const std::vector<std::uint32_t> part = runtime::meshOfVertex(animation);
  std::vector<std::byte> bytes;
  UnityVertexWriter out(bytes);
  for (std::size_t v = 0; v < mesh.vertexCount(); ++v) {
    const glm::vec3& p = mesh.positions[v];
    out.floats({p.x, p.y, p.z});
    out.signedShares(glm::vec4(mesh.normals[v], 0.0f));
    if (!mesh.tangents.empty()) {
      out.signedShares(mesh.tangents[v]);
    }
    for (int i = 0; !mesh.colors.empty() && i < 4; ++i) {
      out.share(mesh.colors[v][i]);
    }
    const glm::vec2 uv = mesh.uv0.empty() ? glm::vec2(0.0f) : mesh.uv0[v];
    out.floats({uv.x, uv.y});
    if (!bones) {
      out.floats({static_cast<float>(mesh.elements[v])});
    } else if (classic) {
      for (int i = 0; i < 4; ++i) {
        out.floats({static_cast<float>(mesh.boneIndices[v][i])});
      }
      const glm::vec4& w = mesh.boneWeights[v];
      out.floats({w.x, w.y, w.z, w.w});
    } else {
      for (int i = 0; i < 4; ++i) {
        out.whole(mesh.boneIndices[v][i]);
      }
      for (const std::uint32_t weight : unityWeights(mesh.boneWeights[v])) {
        out.whole(weight);
      }
    }
    if (!mesh.uv1.empty()) {
      out.floats({mesh.uv1[v].x, mesh.uv1[v].y});
    }
    if (extra) {
      out.share(mesh.tint.empty() ? 1.0f : mesh.tint[v]);
      out.whole(parts ? part[v] : 0);
    }
  }
  UnityJson json = {{"count", mesh.vertexCount()},
                    {"stride", mesh.vertexCount() > 0 ? bytes.size() / mesh.vertexCount() : 0},
                    {"boneScale", classic ? 1 : 65535},
                    {"attributes", attributes}};
  blocks.add(json, bytes);
  return json;
}

/// The levels of detail, with the indices of all of them in sequence.
void unityLevels(const vat::BakedAnimation& animation, UnityJson& json, UnityBlocks& blocks) {
  const vat::BakedMesh& mesh = animation.mesh;
  const bool narrow = mesh.vertexCount() <= 65535;
  std::vector<std::byte> bytes;
  std::size_t begin = 0;
  json["levels"] = UnityJson::array();
  const auto addLevel = [&](const std::vector<vat::BakedPrimitive>& primitives,
                            const std::vector<std::uint32_t>& indices, double maxMillimetres) {
    UnityJson level = {{"maxMillimetres", maxMillimetres}, {"primitives", UnityJson::array()}};
    for (const vat::BakedPrimitive& primitive : primitives) {
      level["primitives"].push_back({{"material", primitive.material.value},
                                     {"firstIndex", begin + primitive.firstIndex},
                                     {"indexCount", primitive.indexCount}});
    }
    for (const std::uint32_t index : indices) {
      const std::size_t size = narrow ? 2 : 4;
      const std::size_t at = bytes.size();
      bytes.resize(at + size);
      std::memcpy(bytes.data() + at, &index, size);
    }
    begin += indices.size();
    json["levels"].push_back(std::move(level));
  };
  addLevel(mesh.primitives, mesh.indices, 0.0);
  for (const vat::BakedLod& lod : mesh.lods) {
    addLevel(lod.primitives, lod.indices, lod.maxMillimetres);
  }
  json["indices"] = {{"format", narrow ? "UInt16" : "UInt32"}, {"count", begin}};
  blocks.add(json["indices"], bytes);
}

UnityJson unityTexture(const vat::BakedAnimation& animation, UnityBlocks& blocks) {
  const vat::TextureLayout& layout = animation.layout;
  const bool hasTable = layout.tableFrames != 0;
  UnityJson json = {
      {"pixelFormat", wordOf(animation.pixelFormat)},
      {"width", layout.width},
      {"height", layout.height},
      {"texelsPerElement", layout.texelsPerElement},
      {"elementCount", layout.elementCount},
      {"texelsPerFrame", layout.texelsPerFrame},
      {"rowsPerFrame", layout.rowsPerFrame},
      {"frameCount", layout.frameCount},
      {"clipFrames", hasTable ? layout.tableFrames : layout.frameCount},
      {"tableRow", hasTable ? static_cast<std::int64_t>(vat::tableRow(vat::encodingOf(animation), layout)) : -1},
      {"canaryRow", layout.canaryRow ? std::int64_t{*layout.canaryRow} : -1}};
  blocks.add(json, animation.texels.bytes());
  return json;
}

/// The frame table as floats, four for each frame of the clips.
void unityFrameTable(const vat::BakedAnimation& animation, UnityJson& json, UnityBlocks& blocks) {
  std::vector<float> entries;
  entries.reserve(std::size_t{4} * animation.layout.tableFrames);
  for (std::uint32_t frame = 0; frame < animation.layout.tableFrames; ++frame) {
    const vat::TexelAddress at = vat::entryAddress(animation, frame);
    const glm::vec4 entry = animation.texels.texel(at.x, at.y);
    entries.insert(entries.end(), {entry.x, entry.y, entry.z, entry.w});
  }
  json["frameTable"] = UnityJson::object();
  blocks.add(json["frameTable"], std::as_bytes(std::span(entries)));
}

/// Masks of layers, with the anchor of each bone.
UnityJson unityMasks(const vat::BakedAnimation& animation) {
  return mapped(animation.masks, [&](const vat::BakedMask& mask) -> UnityJson {
    UnityJson anchors = UnityJson::array();
    for (std::size_t bone = 0; bone < mask.weights.size(); ++bone) {
      anchors.push_back(vat::maskAnchor(animation.bones, mask.weights, bone));
    }
    return {{"name", mask.name}, {"weights", mask.weights}, {"anchors", anchors}};
  });
}

/// The bones that are anchors of sockets in any layer; their matrices follow those of the sockets.
std::vector<std::uint32_t> unityLayerBones(const vat::BakedAnimation& animation) {
  std::set<std::uint32_t> bones;
  for (const vat::BakedMask& mask : animation.masks) {
    for (const vat::Socket& socket : animation.sockets) {
      const std::int32_t anchor =
          socket.bone >= 0 ? vat::maskAnchor(animation.bones, mask.weights, static_cast<std::size_t>(socket.bone)) : -1;
      if (anchor >= 0) {
        bones.insert(static_cast<std::uint32_t>(anchor));
      }
    }
  }
  return {bones.begin(), bones.end()};
}

UnityJson unityRootMotion(const vat::BakedClip& clip) {
  const auto samples = clip.rootMotion ? clip.rootMotion->samples : std::vector<vat::RootSample>();
  return {{"x", mapped(samples, [](const vat::RootSample& sample) { return sample.position.x; })},
          {"y", mapped(samples, [](const vat::RootSample& sample) { return sample.position.y; })},
          {"z", mapped(samples, [](const vat::RootSample& sample) { return sample.position.z; })},
          {"yawRadians", mapped(samples, &vat::RootSample::yawRadians)}};
}

UnityJson unityClips(const vat::BakedAnimation& animation) {
  return mapped(animation.clips, [](const vat::BakedClip& clip) -> UnityJson {
    const UnityJson events = mapped(clip.events, [](const model::ClipEvent& event) -> UnityJson {
      return {{"name", event.name}, {"timeSeconds", event.timeSeconds}, {"parameter", event.parameter}};
    });
    return {{"name", clip.name},
            {"frameBegin", clip.frameBegin},
            {"frameCount", clip.frameCount},
            {"sampleRateHz", clip.sampleRateHz},
            {"frameRate", clip.frameRate},
            {"lengthSeconds", clip.lengthSeconds},
            {"loop", clip.loop},
            {"bounds", unityBounds(clip.bounds)},
            {"events", events},
            {"rootMotion", unityRootMotion(clip)}};
  });
}

void unitySockets(const vat::BakedAnimation& animation, UnityJson& json, UnityBlocks& blocks) {
  UnityJson sockets = mapped(animation.sockets, [](const vat::Socket& socket) -> UnityJson {
    return {{"name", socket.name},
            {"bone", socket.bone},
            {"position", unityArray(socket.position)},
            {"rotation", unityArray(socket.rotation)},
            {"scale", unityArray(socket.scale)},
            {"direction", unityArray(socket.direction)}};
  });
  std::vector<std::uint32_t> firstTexels;
  for (std::uint32_t socket = 0; socket < animation.sockets.size(); ++socket) {
    firstTexels.push_back(vat::firstTexelOf(animation, socket));
  }
  json["layerBones"] = UnityJson::array();
  for (const std::uint32_t bone : unityLayerBones(animation)) {
    json["layerBones"].push_back(bone);
    firstTexels.push_back(vat::elementTexel(animation.layout, bone, 0));
  }
  std::vector<float> matrices;
  for (std::uint32_t frame = 0; frame < animation.layout.frameCount; ++frame) {
    for (const std::uint32_t first : firstTexels) {
      for (std::uint32_t row = 0; row < 3; ++row) {
        const vat::TexelAddress a = vat::texelAddress(animation.layout, frame, first + row);
        const glm::vec4 texel = animation.texels.texel(a.x, a.y);
        matrices.insert(matrices.end(), {texel.x, texel.y, texel.z, texel.w});
      }
    }
  }
  json["sockets"] = std::move(sockets);
  json["socketMatrices"] = UnityJson::object();
  blocks.add(json["socketMatrices"], std::as_bytes(std::span(matrices)));
}

UnityJson unitySlot(const model::TextureSlot& slot) {
  return {{"image", slot.image.isValid() ? static_cast<int>(slot.image.value) : -1}, {"uvSet", slot.uvSet}};
}

const char* unityAlphaMode(model::AlphaMode mode) {
  return mode == model::AlphaMode::Opaque ? "Opaque" : mode == model::AlphaMode::Mask ? "Mask" : "Blend";
}

UnityJson unityMaterials(const vat::BakedMesh& mesh) {
  return mapped(mesh.materials, [](const model::Material& m) -> UnityJson {
    return {{"name", m.name},
            {"baseColorFactor", unityArray(m.baseColorFactor)},
            {"baseColorTexture", unitySlot(m.baseColorTexture)},
            {"metallicFactor", m.metallicFactor},
            {"roughnessFactor", m.roughnessFactor},
            {"metallicRoughnessTexture", unitySlot(m.metallicRoughnessTexture)},
            {"normalTexture", unitySlot(m.normalTexture)},
            {"normalScale", m.normalScale},
            {"occlusionTexture", unitySlot(m.occlusionTexture)},
            {"occlusionStrength", m.occlusionStrength},
            {"emissiveTexture", unitySlot(m.emissiveTexture)},
            {"emissiveFactor", unityArray(m.emissiveFactor)},
            {"alphaMode", unityAlphaMode(m.alphaMode)},
            {"alphaCutoff", m.alphaCutoff},
            {"doubleSided", m.doubleSided},
            {"unlit", m.unlit}};
  });
}

const char* unityWrap(model::TextureWrap wrap) {
  return wrap == model::TextureWrap::Repeat ? "Repeat" : wrap == model::TextureWrap::ClampToEdge ? "Clamp" : "Mirror";
}

bool unityHasPalette(const vat::BakedAnimation& animation, std::size_t material) {
  if (!animation.tint || !animation.tint->palette) {
    return false;
  }
  const auto& moved = animation.tint->palette->materials;
  return std::ranges::any_of(moved, [&](MaterialIndex each) { return each.value == material; });
}

/// The images. The first use of an image determines its sampling; all uses determine whether it holds colours.
UnityJson unityImages(const vat::BakedAnimation& animation, UnityBlocks& blocks) {
  const vat::BakedMesh& mesh = animation.mesh;
  UnityJson images = UnityJson::array();
  for (std::size_t i = 0; i < mesh.images.size(); ++i) {
    const model::Image& image = mesh.images[i];
    bool colour = false;
    bool normal = false;
    bool data = false;
    bool palette = false;  // Each texel is a separate colour, which block compression and mip maps do not preserve.
    const model::TextureSlot* first = nullptr;
    for (std::size_t material = 0; material < mesh.materials.size(); ++material) {
      const model::Material& m = mesh.materials[material];
      for (const model::TextureSlot* slot : {&m.baseColorTexture, &m.emissiveTexture, &m.metallicRoughnessTexture,
                                             &m.normalTexture, &m.occlusionTexture}) {
        if (slot->image.isValid() && slot->image.value == i) {
          first = first == nullptr ? slot : first;
          const bool isColour = slot == &m.baseColorTexture || slot == &m.emissiveTexture;
          colour = colour || isColour;
          normal = normal || slot == &m.normalTexture;
          data = data || (!isColour && slot != &m.normalTexture);
          palette = palette || unityHasPalette(animation, material);
        }
      }
    }
    UnityJson json = {{"name", image.name},
                      {"mimeType", image.mimeType},
                      {"srgb", colour || first == nullptr},
                      {"wrapU", first == nullptr ? "Repeat" : unityWrap(first->wrapU)},
                      {"wrapV", first == nullptr ? "Repeat" : unityWrap(first->wrapV)},
                      {"nearest", first != nullptr && first->nearest},
                      {"use", colour            ? "color"
                              : normal && !data ? "normal"
                                                : "data"},
                      {"mipMaps", !palette},
                      {"compressed", first != nullptr && !first->nearest && !palette && !(normal && (colour || data))}};
    blocks.add(json, image.bytes);
    images.push_back(std::move(json));
  }
  return images;
}

UnityJson unityTint(const vat::BakedAnimation& animation) {
  UnityJson json = {{"kind", "all"}};
  if (!animation.tint) {
    return json;
  }
  const vat::BakedTint& tint = *animation.tint;
  if (tint.palette) {
    json = {{"kind", "palette"},
            {"stepU", tint.palette->stepU},
            {"stepV", tint.palette->stepV},
            {"entryCount", tint.palette->entryCount},
            {"materials", mapped(tint.palette->materials, &MaterialIndex::value)}};
  } else if (tint.perVertex) {
    json["kind"] = "attribute";
  } else {
    json = {{"kind", "textures"}, {"textures", UnityJson::array()}};
    for (const vat::TintTexture& texture : tint.textures) {
      json["textures"].push_back({{"material", texture.material.value},
                                  {"image", texture.image.value},
                                  {"uvSet", texture.uvSet},
                                  {"channel", static_cast<int>(texture.channel)}});
    }
  }
  return json;
}

void unityParts(const vat::BakedAnimation& animation, UnityJson& json) {
  json["meshes"] = UnityJson::array();
  for (const vat::BakedSourceMesh& mesh : animation.meshes) {
    json["meshes"].push_back({{"name", mesh.name}, {"node", mesh.node}});
  }
  json["variants"] = UnityJson::array();
  for (const vat::BakedVariant& variant : animation.variants) {
    json["variants"].push_back({{"name", variant.name}, {"meshes", variant.meshes}});
  }
  json["bones"] = UnityJson::array();
  for (const vat::BakedBone& bone : animation.bones) {
    json["bones"].push_back({{"name", bone.name}, {"parent", bone.parent}});
  }
}

std::uint32_t unityPowerOfTwo(std::uint64_t least) {
  std::uint32_t result = 1;
  while (result < least) {
    result *= 2;
  }
  return result;
}

}  // namespace

std::string unityContainer(const UnityContainerInput& input) {
  const vat::BakedAnimation& animation = input.animation;
  UnityBlocks blocks;
  UnityJson json;
  json["format"] = "texunity";
  // Files that an older package would misread get a later version.
  const bool isPlain = animation.layout.tableFrames == 0 && animation.masks.empty();
  const std::uint32_t version = isPlain ? 1 : kUnityContainerVersion;
  json["version"] = version;
  json["generator"] = input.generator;
  json["name"] = input.name;
  json["mode"] = wordOf(animation.mode);
  json["encoding"] = vat::encodingOf(animation.mode).name;
  json["classic"] = input.classic;
  json["sizeMetres"] = animation.sizeMetres;
  json["bounds"] = unityBounds(animation.bounds);
  json["texture"] = unityTexture(animation, blocks);
  json["vertices"] = unityVertices(animation, input.classic, blocks);
  unityLevels(animation, json, blocks);
  unityFrameTable(animation, json, blocks);
  json["clips"] = unityClips(animation);
  json["masks"] = unityMasks(animation);
  unitySockets(animation, json, blocks);
  unityParts(animation, json);
  json["tint"] = unityTint(animation);
  json["materials"] = unityMaterials(animation.mesh);
  json["images"] = unityImages(animation, blocks);

  std::string text = json.dump(1);
  unityPadTo(text, kUnityAlignment, ' ');
  const std::uint32_t numbers[2] = {version, static_cast<std::uint32_t>(text.size())};
  std::string file = "TEXUNITY";
  file.append(reinterpret_cast<const char*>(numbers), sizeof numbers);
  return file + text + blocks.data();
}

Result<vat::BakedAnimation> classicLayout(const vat::BakedAnimation& animation) {
  if (animation.pixelFormat != vat::PixelFormat::Rgba16F) {
    return fail(ErrorCode::Unsupported, "the classic run-time reads half floats; bake with the pixel format rgba16f");
  }
  const vat::TextureLayout& from = animation.layout;
  if (from.tableFrames != 0) {
    return fail(ErrorCode::Unsupported,
                message("the classic run-time does not play uneven rows (a frame table): bake with %1",
                        Remedy{RemedyKind::EvenRows}));
  }
  const bool bones = animation.mode == vat::BakeMode::Bone;
  const auto vertexCount = static_cast<std::uint32_t>(animation.mesh.vertexCount());
  vat::TextureLayout to = from;
  to.rowsPerFrame = 1;
  to.canaryRow.reset();  // The classic run-time has no canary, and the texture is a different one.
  to.elementCount = bones ? from.elementCount : vertexCount;
  const std::uint64_t sockets = bones ? 0 : vat::kTexelsPerSocket * animation.sockets.size();
  const std::uint64_t texels = std::uint64_t{to.elementCount} * from.texelsPerElement + sockets;
  if (texels > vat::kMaxTextureSize || from.frameCount > vat::kMaxTextureSize) {
    return fail(ErrorCode::Unsupported,
                message("the classic layout has one row a frame and no more than %1 texels on "
                        "a side; bake in bone mode, fewer clips or at a lower rate",
                        vat::kMaxTextureSize, Remedy{RemedyKind::BoneMode}, Remedy{RemedyKind::LowerRate}));
  }
  to.texelsPerFrame = static_cast<std::uint32_t>(texels);
  // The classic shader computes the row as frame / height, which is exact only for powers of two.
  to.width = unityPowerOfTwo(texels);
  to.height = unityPowerOfTwo(from.frameCount);

  vat::BakedAnimation result;
  result.mode = animation.mode;
  result.pixelFormat = animation.pixelFormat;
  result.layout = to;
  result.texels = vat::TexelBuffer(vat::PixelFormat::Rgba16F, to.width, to.height);
  const auto copy = [&](std::uint32_t frame, std::uint32_t source, std::uint32_t target) {
    const vat::TexelAddress a = vat::texelAddress(from, frame, source);
    const vat::TexelAddress b = vat::texelAddress(to, frame, target);
    result.texels.setTexel(b.x, b.y, animation.texels.texel(a.x, a.y));
  };
  for (std::uint32_t frame = 0; frame < from.frameCount; ++frame) {
    for (std::uint32_t element = 0; element < to.elementCount; ++element) {
      const std::uint32_t source = bones ? element : animation.mesh.elements[element];
      for (std::uint32_t k = 0; k < from.texelsPerElement; ++k) {
        copy(frame, vat::elementTexel(from, source, k), vat::elementTexel(to, element, k));
      }
    }
    for (std::uint32_t k = 0; k < sockets; ++k) {
      copy(frame, vat::socketTexel(from, 0, k), vat::socketTexel(to, 0, k));
    }
  }
  result.mesh = animation.mesh;
  for (std::uint32_t v = 0; v < result.mesh.elements.size(); ++v) {
    result.mesh.elements[v] = v;
  }
  result.bones = animation.bones;
  result.clips = animation.clips;
  result.sockets = animation.sockets;
  result.meshes = animation.meshes;
  result.variants = animation.variants;
  result.tint = animation.tint;
  result.bounds = animation.bounds;
  result.sizeMetres = animation.sizeMetres;
  return result;
}

}  // namespace texeleton::exporting
