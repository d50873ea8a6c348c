#include "core/export/web/skinned_glb.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <unordered_map>

#include "core/base/glb_format.h"
#include "core/base/job_context.h"
#include "core/base/json_reader.h"
#include "core/base/little_endian.h"
#include "core/base/mapped.h"
#include "core/pack/mesh_glb.h"

namespace texeleton::exporting {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kGlbVertices = 34962;
constexpr int kGlbIndices = 34963;

/// A run of triangles with one material.
struct Run {
  MaterialIndex material;
  std::span<const std::uint32_t> indices;
};

/// The data of a node.
struct Part {
  std::string name;
  std::vector<Run> runs;
};

std::vector<Part> partsOf(const vat::BakedAnimation& animation, const std::string& name) {
  const vat::BakedMesh& mesh = animation.mesh;
  const auto run = [&mesh](const vat::BakedPrimitive& p, std::uint32_t first, std::uint32_t count) {
    return Run{p.material, std::span(mesh.indices).subspan(p.firstIndex + first, count)};
  };
  std::vector<Part> parts;
  if (animation.variants.empty()) {
    parts.push_back({name, {}});
    for (const vat::BakedPrimitive& primitive : mesh.primitives) {
      parts[0].runs.push_back(run(primitive, 0, primitive.indexCount));
    }
  } else {
    for (const vat::BakedSourceMesh& source : animation.meshes) {
      Part part{partName(animation, source), {}};
      for (const vat::BakedRange& range : source.ranges) {
        if (range.lod == 0) {
          part.runs.push_back(run(mesh.primitives[range.primitive], range.firstIndex, range.indexCount));
        }
      }
      parts.push_back(std::move(part));
    }
  }
  for (Part& part : parts) {
    std::erase_if(part.runs, [](const Run& r) { return r.indices.empty(); });
  }
  std::erase_if(parts, [](const Part& part) { return part.runs.empty(); });
  return parts;
}

class SkinnedGlb {
 public:
  explicit SkinnedGlb(Json json) : m_json(std::move(json)) {
    m_json["bufferViews"] = Json::array();
    m_json["accessors"] = Json::array();
  }

  Json& json() { return m_json; }

  int addView(const void* data, std::size_t bytes, int target) {
    m_bin.resize((m_bin.size() + 3) / 4 * 4, '\0');
    Json view = {{"buffer", 0}, {"byteOffset", m_bin.size()}, {"byteLength", bytes}};
    if (target != 0) {
      view["target"] = target;
    }
    m_bin.append(static_cast<const char*>(data), bytes);
    m_json["bufferViews"].push_back(std::move(view));
    return static_cast<int>(m_json["bufferViews"].size()) - 1;
  }

  template <class T>
  int addAccessor(const std::vector<T>& values, int componentType, const char* type, int target,
                  bool normalized = false) {
    Json accessor = {{"bufferView", addView(values.data(), values.size() * sizeof(T), target)},
                     {"componentType", componentType},
                     {"count", values.size()},
                     {"type", type}};
    if (normalized) {
      accessor["normalized"] = true;
    }
    m_json["accessors"].push_back(std::move(accessor));
    return static_cast<int>(m_json["accessors"].size()) - 1;
  }

  std::string file() {
    m_bin.resize((m_bin.size() + 3) / 4 * 4, '\0');
    m_json["buffers"] = Json::array({{{"byteLength", m_bin.size()}}});
    std::string text = m_json.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::string bytes;
    appendLittleEndian(bytes, kGlbMagic, 4);
    appendLittleEndian(bytes, 2, 4);
    appendLittleEndian(bytes, 12 + 8 + text.size() + 8 + m_bin.size(), 4);
    appendLittleEndian(bytes, text.size(), 4);
    appendLittleEndian(bytes, kGlbJsonChunk, 4);
    bytes += text;
    appendLittleEndian(bytes, m_bin.size(), 4);
    appendLittleEndian(bytes, kGlbBinaryChunk, 4);
    return bytes + m_bin;
  }

 private:
  Json m_json;
  std::string m_bin;
};

template <class T>
std::vector<T> valuesAt(const std::vector<T>& values, const std::vector<std::uint32_t>& vertices) {
  return values.empty() ? values : mapped(vertices, [&](std::uint32_t vertex) { return values[vertex]; });
}

/// Shares of 65,535 with exactly that sum; the largest takes the rounding error.
glm::u16vec4 sharesOf(const glm::vec4& weights) {
  glm::u16vec4 shares(0);
  int sum = 0;
  int largest = 0;
  for (int i = 0; i < 4; ++i) {
    shares[i] = static_cast<std::uint16_t>(std::lround(std::clamp(weights[i], 0.0f, 1.0f) * 65535.0f));
    sum += shares[i];
    largest = weights[i] > weights[largest] ? i : largest;
  }
  shares[largest] = static_cast<std::uint16_t>(std::clamp(shares[largest] + 65535 - sum, 0, 65535));
  return shares;
}

int addJoints(SkinnedGlb& glb, const std::vector<glm::u16vec4>& joints, bool bytes) {
  if (!bytes) {
    return glb.addAccessor(joints, kGltfUnsignedShort, "VEC4", kGlbVertices);
  }
  const std::vector<glm::u8vec4> small(joints.begin(), joints.end());
  return glb.addAccessor(small, kGltfUnsignedByte, "VEC4", kGlbVertices);
}

Json primitiveJson(SkinnedGlb& glb, const vat::BakedAnimation& animation, const Run& run) {
  const vat::BakedMesh& mesh = animation.mesh;
  std::vector<std::uint32_t> vertices;
  std::vector<std::uint32_t> indices;
  std::unordered_map<std::uint32_t, std::uint32_t> numbers;
  for (const std::uint32_t index : run.indices) {
    const auto [it, isNew] = numbers.try_emplace(index, static_cast<std::uint32_t>(vertices.size()));
    if (isNew) {
      vertices.push_back(index);
    }
    indices.push_back(it->second);
  }
  Json attributes;
  const auto positions = valuesAt(mesh.positions, vertices);
  model::Box box;
  for (const glm::vec3& position : positions) {
    box.add(position);
  }
  attributes["POSITION"] = glb.addAccessor(positions, kGltfFloat, "VEC3", kGlbVertices);
  glb.json()["accessors"].back()["min"] = {box.min.x, box.min.y, box.min.z};
  glb.json()["accessors"].back()["max"] = {box.max.x, box.max.y, box.max.z};
  const auto add = [&](const char* attribute, const auto& values, const char* type) {
    if (!values.empty()) {
      attributes[attribute] = glb.addAccessor(valuesAt(values, vertices), kGltfFloat, type, kGlbVertices);
    }
  };
  add("NORMAL", mesh.normals, "VEC3");
  add("TANGENT", mesh.tangents, "VEC4");
  // glTF numbers the sets without gaps.
  const bool fills = mesh.uv0.empty() && !mesh.uv1.empty();
  add("TEXCOORD_0", fills ? std::vector<glm::vec2>(mesh.uv1.size(), glm::vec2(0.0f)) : mesh.uv0, "VEC2");
  add("TEXCOORD_1", mesh.uv1, "VEC2");
  add("COLOR_0", mesh.colors, "VEC4");
  attributes["JOINTS_0"] = addJoints(glb, valuesAt(mesh.boneIndices, vertices), animation.layout.elementCount <= 256);
  const auto shares = mapped(vertices, [&](std::uint32_t vertex) { return sharesOf(mesh.boneWeights[vertex]); });
  attributes["WEIGHTS_0"] = glb.addAccessor(shares, kGltfUnsignedShort, "VEC4", kGlbVertices, true);

  Json primitive = {{"attributes", std::move(attributes)}};
  if (vertices.size() <= 65535) {
    const std::vector<std::uint16_t> small(indices.begin(), indices.end());
    primitive["indices"] = glb.addAccessor(small, kGltfUnsignedShort, "SCALAR", kGlbIndices);
  } else {
    primitive["indices"] = glb.addAccessor(indices, kGltfUnsignedInt, "SCALAR", kGlbIndices);
  }
  if (run.material.isValid()) {
    primitive["material"] = run.material.value;
  }
  return primitive;
}

/// Adds one joint for each element, all children of one node.
void addSkin(SkinnedGlb& glb, const vat::BakedAnimation& animation) {
  Json& json = glb.json();
  Json joints = Json::array();
  std::vector<glm::mat4> inverseBinds;
  const std::size_t root = json["nodes"].size();
  json["nodes"].push_back({{"name", "joints"}});
  for (std::uint32_t bone = 0; bone < animation.layout.elementCount; ++bone) {
    joints.push_back(json["nodes"].size());
    const bool isNamed = bone < animation.bones.size() && !animation.bones[bone].name.empty();
    json["nodes"].push_back({{"name", isNamed ? animation.bones[bone].name : "joint " + std::to_string(bone)}});
    inverseBinds.emplace_back(1.0f);
  }
  json["nodes"][root]["children"] = joints;
  json["scenes"][0]["nodes"].push_back(root);
  json["skins"] = Json::array({{{"joints", std::move(joints)},
                                {"skeleton", root},
                                {"inverseBindMatrices", glb.addAccessor(inverseBinds, kGltfFloat, "MAT4", 0)}}});
}

/// The materials of a mesh.glb, and the images they name, with the place of their bytes.
Json surfaceOf(const std::vector<std::byte>& meshGlb) {
  std::uint32_t length = 0;
  std::memcpy(&length, meshGlb.data() + 12, sizeof length);
  const Json all = parseJson(std::span(meshGlb).subspan(20, length), "").value_or(Json());
  Json json = {{"asset", {{"version", "2.0"}, {"generator", "Texeleton"}}}};
  for (const char* key : {"extensionsUsed", "materials", "textures", "samplers", "images"}) {
    if (all.contains(key)) {
      json[key] = all[key];
    }
  }
  return json;
}

}  // namespace

std::string partName(const vat::BakedAnimation& animation, const vat::BakedSourceMesh& mesh) {
  const auto sameName = [&mesh](const vat::BakedSourceMesh& other) { return other.name == mesh.name; };
  const bool isAlone = std::ranges::count_if(animation.meshes, sameName) == 1;
  return isAlone ? mesh.name : mesh.node + "/" + mesh.name;
}

Result<std::string> skinnedGlb(const vat::BakedAnimation& animation, const std::string& name) {
  JobContext job;  // Limits of glTF were reported when the pack was written.
  const auto meshGlb = pack::glbBytes(animation, job);
  TRY(meshGlb);
  SkinnedGlb glb(surfaceOf(*meshGlb));
  Json& json = glb.json();
  json["scene"] = 0;
  json["scenes"] = Json::array({{{"nodes", Json::array()}}});
  json["nodes"] = Json::array();
  json["meshes"] = Json::array();
  for (const Part& part : partsOf(animation, name)) {
    Json primitives = Json::array();
    for (const Run& run : part.runs) {
      primitives.push_back(primitiveJson(glb, animation, run));
    }
    json["scenes"][0]["nodes"].push_back(json["nodes"].size());
    json["nodes"].push_back({{"name", part.name}, {"mesh", json["meshes"].size()}, {"skin", 0}});
    json["meshes"].push_back({{"name", part.name}, {"primitives", std::move(primitives)}});
  }
  addSkin(glb, animation);
  for (std::size_t i = 0; i < animation.mesh.images.size(); ++i) {
    const model::Image& image = animation.mesh.images[i];
    json["images"][i]["bufferView"] = glb.addView(image.bytes.data(), image.bytes.size(), 0);
  }
  return glb.file();
}

}  // namespace texeleton::exporting
