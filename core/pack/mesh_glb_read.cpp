#include <cmath>
#include <cstring>
#include <optional>

#include "core/base/glb_format.h"
#include "core/base/image_header.h"
#include "core/pack/mesh_glb.h"
#include "core/pack/mesh_glb_material.h"
#include "core/pack/pack_limits.h"
#include "core/pack/pack_names.h"
#include "core/vat/texture_settings.h"

// Reads only what FORMAT.md describes. No glTF library is used, because they hardly check data in buffers.

namespace texeleton::pack {

namespace {

struct GlbChunks {
  std::span<const std::byte> json;
  std::span<const std::byte> bin;
};

std::uint32_t wordAt(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

/// Splits header, a JSON chunk and a BIN chunk; anything else is an error, which is returned.
std::optional<Message> splitChunks(std::span<const std::byte> bytes, GlbChunks& chunks) {
  if (bytes.size() < 20 || wordAt(bytes, 0) != kGlbMagic) {
    return message("is not a GLB file");
  }
  if (wordAt(bytes, 4) != 2) {
    return message("is a GLB file of another version than 2");
  }
  if (wordAt(bytes, 8) != bytes.size()) {
    return message("is %1 bytes long, its header says %2", bytes.size(), wordAt(bytes, 8));
  }
  const std::size_t jsonBytes = wordAt(bytes, 12);
  if (wordAt(bytes, 16) != kGlbJsonChunk || jsonBytes % 4 != 0 || jsonBytes > bytes.size() - 20 ||
      jsonBytes > kMaxGlbJsonBytes) {
    return message("the first chunk is no JSON, or its length is wrong");
  }
  const std::size_t binHeader = 20 + jsonBytes;
  if (bytes.size() - binHeader < 8 || wordAt(bytes, binHeader + 4) != kGlbBinaryChunk ||
      wordAt(bytes, binHeader) != bytes.size() - binHeader - 8) {
    return message("the second chunk is no binary data, or its length is wrong");
  }
  chunks.json = bytes.subspan(20, jsonBytes);
  chunks.bin = bytes.subspan(binHeader + 8);
  return std::nullopt;
}

/// The document with its binary data; returns checked ranges.
class GlbReader {
 public:
  GlbReader(const JsonCursor& gltf, std::span<const std::byte> bin) : m_gltf(gltf), m_bin(bin) {}

  /// Checks that the document has only the content of packs: known extensions, one buffer in this file, no skins,
  /// animations or cameras.
  void checkDocument();

  std::span<const std::byte> view(const JsonCursor& index) const;

  /// The elements of an accessor of exactly this kind; empty on failure. `T` has the accessor's memory layout.
  template <class T>
  std::vector<T> elements(const JsonCursor& index, std::int64_t componentType, const char* type) const;

 private:
  JsonCursor item(const char* list, const JsonCursor& index) const;

  const JsonCursor& m_gltf;
  std::span<const std::byte> m_bin;
};

void GlbReader::checkDocument() {
  m_gltf.at("asset").at("version").expectText("2.0");
  for (const char* key : {"skins", "animations", "cameras", "extensions", "extensionsRequired"}) {
    m_gltf.with(key, [](const JsonCursor& found) { found.fail(message("has no place in a pack")); });
  }
  m_gltf.with("extensionsUsed", [](const JsonCursor& extensions) {
    extensions.each(kMaxGlbItems, [](const JsonCursor& used) {
      const std::string name = packName(used);
      if (name != kUnlitExtension && name != kEmissiveStrengthExtension) {
        used.fail(message("is an extension that a pack must not use"));
      }
    });
  });
  const JsonCursor buffers = m_gltf.at("buffers");
  if (buffers.size(1) != 1) {
    buffers.fail(message("is not one buffer"));
    return;
  }
  const JsonCursor buffer = buffers.at(std::size_t{0});
  if (buffer.has("uri")) {
    buffer.fail(message("names another file; a pack's data lies in the GLB itself"));
  }
  const auto binBytes = static_cast<std::int64_t>(m_bin.size());
  const std::int64_t length = buffer.at("byteLength").integer(1, binBytes);
  if (!m_gltf.hasFailed()) {
    m_bin = m_bin.first(static_cast<std::size_t>(length));
  }
}

JsonCursor GlbReader::item(const char* list, const JsonCursor& index) const {
  const JsonCursor items = m_gltf.at(list);
  const std::int64_t i = index.integer(0, static_cast<std::int64_t>(items.size(kMaxGlbItems)) - 1);
  return m_gltf.hasFailed() ? m_gltf : items.at(static_cast<std::size_t>(i));
}

std::span<const std::byte> GlbReader::view(const JsonCursor& index) const {
  const JsonCursor view = item("bufferViews", index);
  const auto bytes = static_cast<std::int64_t>(m_bin.size());
  view.at("buffer").integer(0, 0);
  const std::int64_t offset = view.has("byteOffset") ? view.at("byteOffset").integer(0, bytes) : 0;
  const std::int64_t length = view.at("byteLength").integer(1, bytes - offset);
  if (view.has("byteStride") || view.has("extensions")) {
    view.fail(message("has a stride or an extension"));
  }
  return m_gltf.hasFailed() ? std::span<const std::byte>()
                            : m_bin.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
}

template <class T>
std::vector<T> GlbReader::elements(const JsonCursor& index, std::int64_t componentType, const char* type) const {
  const JsonCursor accessor = item("accessors", index);
  accessor.at("componentType").integer(componentType, componentType);
  accessor.at("type").expectText(type);
  if (accessor.has("sparse") || accessor.has("extensions") ||
      (accessor.has("normalized") && accessor.at("normalized").boolean())) {
    accessor.fail(message("is sparse, normalised or of an extension"));
  }
  const std::span<const std::byte> bytes = view(accessor.at("bufferView"));
  const auto viewBytes = static_cast<std::int64_t>(bytes.size());
  const std::int64_t offset = accessor.has("byteOffset") ? accessor.at("byteOffset").integer(0, viewBytes) : 0;
  const std::int64_t count =
      accessor.at("count").integer(1, (viewBytes - offset) / static_cast<std::int64_t>(sizeof(T)));
  if (m_gltf.hasFailed()) {
    return {};
  }
  std::vector<T> values(static_cast<std::size_t>(count));
  std::memcpy(static_cast<void*>(values.data()), bytes.data() + offset, values.size() * sizeof(T));
  return values;
}

void readAttributes(const GlbReader& reader, const JsonCursor& attributes, vat::BakeMode mode, vat::BakedMesh& mesh) {
  for (const char* name : {"POSITION", "NORMAL", mode == vat::BakeMode::Bone ? "_BONE_INDEX" : "_VERTEX_INDEX"}) {
    attributes.at(name);  // Fails if it is missing.
  }
  attributes.members([&](const std::string& name, const JsonCursor& index) {
    if (name == "POSITION") {
      mesh.positions = reader.elements<glm::vec3>(index, kGltfFloat, "VEC3");
    } else if (name == "NORMAL") {
      mesh.normals = reader.elements<glm::vec3>(index, kGltfFloat, "VEC3");
    } else if (name == "TANGENT") {
      mesh.tangents = reader.elements<glm::vec4>(index, kGltfFloat, "VEC4");
    } else if (name == "TEXCOORD_0") {
      mesh.uv0 = reader.elements<glm::vec2>(index, kGltfFloat, "VEC2");
    } else if (name == "TEXCOORD_1") {
      mesh.uv1 = reader.elements<glm::vec2>(index, kGltfFloat, "VEC2");
    } else if (name == "COLOR_0") {
      mesh.colors = reader.elements<glm::vec4>(index, kGltfFloat, "VEC4");
    } else if (name == "_TINT") {
      mesh.tint = reader.elements<float>(index, kGltfFloat, "SCALAR");
    } else if (name == "_BONE_INDEX" && mode == vat::BakeMode::Bone) {
      mesh.boneIndices = reader.elements<glm::u16vec4>(index, kGltfUnsignedShort, "VEC4");
    } else if (name == "_BONE_WEIGHT" && mode == vat::BakeMode::Bone) {
      mesh.boneWeights = reader.elements<glm::vec4>(index, kGltfFloat, "VEC4");
    } else if (name == "_VERTEX_INDEX" && mode == vat::BakeMode::Vertex) {
      for (const float value : reader.elements<float>(index, kGltfFloat, "SCALAR")) {
        if (!(value >= 0.0f) || !(value < static_cast<float>(vat::kMaxElements)) || value != std::floor(value)) {
          index.fail(message("holds a number that is no element"));
          return;
        }
        mesh.elements.push_back(static_cast<std::uint32_t>(value));
      }
    } else {
      attributes.fail(message("holds an attribute that a pack of this mode must not have"));
    }
  });
}

/// Reads one level. All primitives must use the attributes of lod0's first. `indicesLeft`: limit of further indices, so
/// that many primitives with the same indices cannot exhaust memory.
void readLevel(const GlbReader& reader, const JsonCursor& level, const nlohmann::ordered_json& attributes,
               std::size_t& indicesLeft, std::vector<vat::BakedPrimitive>& primitives,
               std::vector<std::uint32_t>& indices) {
  level.at("primitives").each(kMaxGlbItems, [&](const JsonCursor& json) {
    json.with("mode", [](const JsonCursor& kind) { kind.integer(4, 4); });
    if (json.has("targets") || json.has("extensions")) {
      json.fail(message("has morph targets or an extension"));
    }
    if (json.at("attributes").value() != attributes) {
      json.fail(message("has other attributes than the first primitive"));
    }
    const std::vector<std::uint32_t> run =
        reader.elements<std::uint32_t>(json.at("indices"), kGltfUnsignedInt, "SCALAR");
    if (run.size() > indicesLeft) {
      json.fail(message("shares its indices with other primitives"));
    }
    vat::BakedPrimitive primitive;
    if (json.has("material")) {
      primitive.material = MaterialIndex(static_cast<std::size_t>(json.at("material").integer(0, kMaxGlbItems)));
    }
    if (level.hasFailed()) {
      return;
    }
    indicesLeft -= run.size();
    primitive.firstIndex = static_cast<std::uint32_t>(indices.size());
    primitive.indexCount = static_cast<std::uint32_t>(run.size());
    indices.insert(indices.end(), run.begin(), run.end());
    primitives.push_back(primitive);
  });
}

void readImages(const GlbReader& reader, const JsonCursor& gltf, std::size_t bytesLeft,
                std::vector<model::Image>& images) {
  const auto read = [&](const JsonCursor& json) {
    if (json.has("uri") || json.has("extensions")) {
      json.fail(message("names another file or uses an extension; a pack's images lie in the GLB itself"));
    }
    const std::span<const std::byte> bytes = reader.view(json.at("bufferView"));
    const auto header = readImageHeader(bytes);
    if (!header || !header->hasTexels()) {
      json.fail(message("is neither PNG nor JPEG"));
    }
    if (bytes.size() > bytesLeft) {
      json.fail(message("shares its bytes with other images"));
    }
    model::Image image;
    image.name = json.has("name") ? packName(json.at("name")) : "";
    json.at("mimeType").expectText(header ? header->mimeType.c_str() : "image/png");
    if (gltf.hasFailed()) {
      return;
    }
    bytesLeft -= bytes.size();
    image.mimeType = header->mimeType;
    image.width = header->width;
    image.height = header->height;
    image.bytes.assign(bytes.begin(), bytes.end());
    images.push_back(std::move(image));
  };
  gltf.with("images", [&](const JsonCursor& array) { array.each(kMaxGlbItems, read); });
}

vat::BakedMesh readMesh(GlbReader& reader, const JsonCursor& gltf, vat::BakeMode mode, std::size_t lodCount,
                        std::size_t binBytes) {
  vat::BakedMesh mesh;
  reader.checkDocument();
  const JsonCursor meshes = gltf.at("meshes");
  if (meshes.size(lodCount + 1) != lodCount + 1) {
    meshes.fail(message("is not lod0 and the %1 further levels of the manifest", lodCount));
  }
  mesh.lods.resize(lodCount);
  nlohmann::ordered_json attributes;
  std::size_t indicesLeft = binBytes / sizeof(std::uint32_t);
  for (std::size_t i = 0; i <= lodCount && !gltf.hasFailed(); ++i) {
    const JsonCursor level = meshes.at(i);
    level.at("name").expectText(("lod" + std::to_string(i)).c_str());
    if (i == 0) {
      const JsonCursor primitives = level.at("primitives");
      if (primitives.size(kMaxGlbItems) == 0) {
        primitives.fail(message("is empty"));
        break;
      }
      const JsonCursor first = primitives.at(std::size_t{0}).at("attributes");
      readAttributes(reader, first, mode, mesh);
      attributes = first.value();
      readLevel(reader, level, attributes, indicesLeft, mesh.primitives, mesh.indices);
    } else {
      vat::BakedLod& lod = mesh.lods[i - 1];
      readLevel(reader, level, attributes, indicesLeft, lod.primitives, lod.indices);
    }
  }
  readImages(reader, gltf, binBytes, mesh.images);
  mesh.materials = readMaterials(gltf, mesh.images.size());
  return mesh;
}

}  // namespace

Result<vat::BakedMesh> readGlb(std::span<const std::byte> bytes, vat::BakeMode mode, std::size_t lodCount,
                               const std::string& shownPath) {
  GlbChunks chunks;
  if (auto problem = splitChunks(bytes, chunks)) {
    return fail(ErrorCode::BadFile, std::move(*problem), shownPath);
  }
  const auto json = parseJson(chunks.json, shownPath);
  TRY(json);
  Message problem;
  const JsonCursor gltf(*json, problem);
  GlbReader reader(gltf, chunks.bin);
  vat::BakedMesh mesh = readMesh(reader, gltf, mode, lodCount, chunks.bin.size());
  if (!problem.empty()) {
    return fail(ErrorCode::BadFile, std::move(problem), shownPath);
  }
  return mesh;
}

}  // namespace texeleton::pack
