#include <tiny_gltf.h>

#include <cstring>
#include <exception>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "core/base/image_header.h"
#include "core/pack/mesh_glb.h"
#include "core/pack/mesh_glb_material.h"
#include "core/pack/pack_limits.h"

namespace texeleton::pack {

namespace {

/// Builds the file: one buffer, one view for each array.
class GlbBuilder {
 public:
  tinygltf::Model model;

  GlbBuilder() { model.buffers.resize(1); }

  template <class T>
  int addView(const std::vector<T>& values, int target) {
    std::vector<unsigned char>& buffer = model.buffers[0].data;
    buffer.resize((buffer.size() + 3) / 4 * 4);
    tinygltf::BufferView view;
    view.buffer = 0;
    view.byteOffset = buffer.size();
    view.byteLength = values.size() * sizeof(T);
    view.target = target;
    buffer.resize(buffer.size() + view.byteLength);
    std::memcpy(buffer.data() + view.byteOffset, static_cast<const void*>(values.data()), view.byteLength);
    model.bufferViews.push_back(view);
    return static_cast<int>(model.bufferViews.size()) - 1;
  }

  template <class T>
  int addAttribute(const std::vector<T>& values, int componentType, int type) {
    tinygltf::Accessor accessor;
    accessor.bufferView = addView(values, TINYGLTF_TARGET_ARRAY_BUFFER);
    accessor.componentType = componentType;
    accessor.type = type;
    accessor.count = values.size();
    model.accessors.push_back(accessor);
    return static_cast<int>(model.accessors.size()) - 1;
  }

  /// An accessor for a run of the indices in `view`.
  int addIndices(int view, const vat::BakedPrimitive& primitive) {
    tinygltf::Accessor accessor;
    accessor.bufferView = view;
    accessor.byteOffset = std::size_t{primitive.firstIndex} * sizeof(std::uint32_t);
    accessor.componentType = TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
    accessor.type = TINYGLTF_TYPE_SCALAR;
    accessor.count = primitive.indexCount;
    model.accessors.push_back(accessor);
    return static_cast<int>(model.accessors.size()) - 1;
  }

  void addMesh(std::string name, const std::vector<vat::BakedPrimitive>& primitives,
               const std::vector<std::uint32_t>& indices, const std::map<std::string, int>& attributes) {
    tinygltf::Mesh mesh;
    mesh.name = std::move(name);
    const int view = indices.empty() ? -1 : addView(indices, TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER);
    for (const vat::BakedPrimitive& from : primitives) {
      if (from.indexCount == 0) {
        continue;  // glTF has no empty primitives.
      }
      tinygltf::Primitive primitive;
      primitive.attributes = attributes;
      primitive.indices = addIndices(view, from);
      primitive.material = from.material.isValid() ? static_cast<int>(from.material.value) : -1;
      primitive.mode = TINYGLTF_MODE_TRIANGLES;
      mesh.primitives.push_back(std::move(primitive));
    }
    model.meshes.push_back(std::move(mesh));
  }
};

std::map<std::string, int> addVertices(GlbBuilder& builder, const vat::BakedAnimation& animation) {
  const vat::BakedMesh& mesh = animation.mesh;
  std::map<std::string, int> attributes;
  const auto add = [&](const char* name, const auto& values, int type) {
    if (!values.empty()) {
      attributes[name] = builder.addAttribute(values, TINYGLTF_COMPONENT_TYPE_FLOAT, type);
    }
  };
  add("POSITION", mesh.positions, TINYGLTF_TYPE_VEC3);
  model::Box box;
  for (const glm::vec3& position : mesh.positions) {
    box.add(position);
  }
  tinygltf::Accessor& positions = builder.model.accessors[static_cast<std::size_t>(attributes["POSITION"])];
  positions.minValues = {box.min.x, box.min.y, box.min.z};
  positions.maxValues = {box.max.x, box.max.y, box.max.z};
  add("NORMAL", mesh.normals, TINYGLTF_TYPE_VEC3);
  add("TANGENT", mesh.tangents, TINYGLTF_TYPE_VEC4);
  if (mesh.uv0.empty() && !mesh.uv1.empty()) {
    // glTF numbers the sets without gaps.
    add("TEXCOORD_0", std::vector<glm::vec2>(mesh.uv1.size(), glm::vec2(0.0f)), TINYGLTF_TYPE_VEC2);
  }
  add("TEXCOORD_0", mesh.uv0, TINYGLTF_TYPE_VEC2);
  add("TEXCOORD_1", mesh.uv1, TINYGLTF_TYPE_VEC2);
  add("COLOR_0", mesh.colors, TINYGLTF_TYPE_VEC4);
  add("_TINT", mesh.tint, TINYGLTF_TYPE_SCALAR);
  if (animation.mode == vat::BakeMode::Bone) {
    attributes["_BONE_INDEX"] =
        builder.addAttribute(mesh.boneIndices, TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT, TINYGLTF_TYPE_VEC4);
    add("_BONE_WEIGHT", mesh.boneWeights, TINYGLTF_TYPE_VEC4);
  } else {
    add("_VERTEX_INDEX", std::vector<float>(mesh.elements.begin(), mesh.elements.end()), TINYGLTF_TYPE_SCALAR);
  }
  return attributes;
}

/// Adds the images; returns the error of one, if any.
std::optional<Message> addImages(GlbBuilder& builder, const vat::BakedMesh& mesh) {
  for (std::size_t i = 0; i < mesh.images.size(); ++i) {
    const model::Image& image = mesh.images[i];
    const auto header = readImageHeader(image.bytes);
    if (!header || !header->hasTexels()) {
      return message("the image '%1' (number %2) is neither PNG nor JPEG", image.name, i);
    }
    tinygltf::Image gltfImage;
    gltfImage.name = image.name;
    gltfImage.mimeType = header->mimeType;
    gltfImage.bufferView = builder.addView(image.bytes, 0);
    builder.model.images.push_back(std::move(gltfImage));
  }
  return std::nullopt;
}

std::size_t estimatedBytes(const vat::BakedMesh& mesh) {
  std::size_t bytes = mesh.vertexCount() * 112 + mesh.indices.size() * 4;
  for (const vat::BakedLod& lod : mesh.lods) {
    bytes += lod.indices.size() * 4;
  }
  for (const model::Image& image : mesh.images) {
    bytes += image.bytes.size();
  }
  return bytes;
}

}  // namespace

Result<std::vector<std::byte>> glbBytes(const vat::BakedAnimation& animation, JobContext& job) {
  const vat::BakedMesh& mesh = animation.mesh;
  if (estimatedBytes(mesh) > kMaxGlbBytes - kMaxGlbJsonBytes) {
    return fail(ErrorCode::Limit, "mesh and images would need more than 1 GiB; make the images smaller", kMeshFile);
  }
  try {
    GlbBuilder builder;
    builder.model.asset.version = "2.0";
    builder.model.asset.generator = "Texeleton";
    const std::map<std::string, int> attributes = addVertices(builder, animation);
    builder.addMesh("lod0", mesh.primitives, mesh.indices, attributes);
    for (std::size_t i = 0; i < mesh.lods.size(); ++i) {
      builder.addMesh("lod" + std::to_string(i + 1), mesh.lods[i].primitives, mesh.lods[i].indices, attributes);
    }
    if (auto problem = addImages(builder, mesh)) {
      return fail(ErrorCode::InvalidArgument, std::move(*problem), kMeshFile);
    }
    addMaterials(builder.model, mesh, job);
    tinygltf::Node node;
    node.name = "lod0";
    node.mesh = 0;
    builder.model.nodes.push_back(std::move(node));
    tinygltf::Scene scene;
    scene.nodes = {0};
    builder.model.scenes.push_back(std::move(scene));
    builder.model.defaultScene = 0;

    std::ostringstream stream(std::ios::binary);
    if (!tinygltf::TinyGLTF().WriteGltfSceneToStream(&builder.model, stream, false, true) || !stream) {
      return fail(ErrorCode::Io, "the glTF library could not write the mesh", kMeshFile);
    }
    const std::string text = stream.str();
    const auto bytes = std::as_bytes(std::span(text));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  } catch (const std::exception& error) {
    return fail(ErrorCode::Io, message("the glTF library could not write the mesh: %1", error.what()), kMeshFile);
  }
}

}  // namespace texeleton::pack
