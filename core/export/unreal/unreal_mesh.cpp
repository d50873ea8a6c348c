#include "core/export/unreal/unreal_mesh.h"

#include "core/base/index.h"
#include "core/base/mapped.h"

namespace texeleton::exporting {

namespace {

constexpr double kCentimetres = 100.0;

/// A point in the file: Unreal's importer negates Y of FBX.
glm::dvec3 mirroredY(const glm::vec3& v) { return {v.x, -static_cast<double>(v.y), v.z}; }

/// Texture coordinates in the file: Unreal's importer flips v.
glm::dvec2 uvFromBottom(double u, double v) { return {u, 1.0 - v}; }

glm::dvec2 ownUv(const std::vector<glm::vec2>& uvs, std::uint32_t v) {
  return uvs.empty() ? uvFromBottom(0.0, 0.0) : uvFromBottom(uvs[v].x, uvs[v].y);
}

/// A mesh without texture coordinates, and the pack's vertex for each of its points.
struct MeshBase {
  FbxMesh mesh;
  std::vector<std::uint32_t> used;

  template <class Value>
  void addUvs(const char* name, const Value& value) {
    mesh.uvSets.push_back({name, mapped(used, value)});
  }
};

MeshBase meshBase(const vat::BakedAnimation& animation, std::uint32_t lod, std::span<const vat::BakedRange> ranges,
                  const std::string& name) {
  const vat::BakedMesh& mesh = animation.mesh;
  const std::vector<vat::BakedPrimitive>& primitives = mesh.primitivesOf(lod);
  const std::vector<std::uint32_t>& indices = mesh.indicesOf(lod);
  std::vector<std::uint32_t> place(mesh.vertexCount(), kNoIndex);
  MeshBase base;
  base.mesh.name = name;
  const auto take = [&](FbxPart& part, std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = first; i < first + count; ++i) {
      const std::uint32_t vertex = indices[i];
      if (place[vertex] == kNoIndex) {
        place[vertex] = static_cast<std::uint32_t>(base.used.size());
        base.used.push_back(vertex);
      }
      part.indices.push_back(place[vertex]);
    }
  };
  for (std::uint32_t p = 0; p < primitives.size(); ++p) {
    const vat::BakedPrimitive& primitive = primitives[p];
    FbxPart part{unrealSlot(primitive.material.value), {}};
    if (ranges.empty()) {
      take(part, primitive.firstIndex, primitive.indexCount);
    }
    for (const vat::BakedRange& range : ranges) {
      if (range.primitive == p) {
        take(part, primitive.firstIndex + range.firstIndex, range.indexCount);
      }
    }
    if (!part.indices.empty()) {
      base.mesh.parts.push_back(std::move(part));
    }
  }
  for (const std::uint32_t v : base.used) {
    base.mesh.points.push_back(kCentimetres * mirroredY(mesh.positions[v]));
    base.mesh.normals.push_back(mirroredY(mesh.normals[v]));
    if (!mesh.colors.empty()) {
      base.mesh.colors.emplace_back(mesh.colors[v]);
    }
  }
  base.addUvs("UV0", [&](std::uint32_t v) { return ownUv(mesh.uv0, v); });
  return base;
}

}  // namespace

std::string unrealSlot(std::uint32_t material) { return "slot" + std::to_string(material); }

FbxMesh unrealMesh(const vat::BakedAnimation& animation, std::uint32_t lod, std::span<const vat::BakedRange> ranges,
                   const std::string& name) {
  const vat::BakedMesh& mesh = animation.mesh;
  MeshBase base = meshBase(animation, lod, ranges, name);
  const auto tint = [&mesh](std::uint32_t v) { return mesh.tint.empty() ? 1.0 : static_cast<double>(mesh.tint[v]); };
  base.addUvs("UV1", [&](std::uint32_t v) { return ownUv(mesh.uv1.empty() ? mesh.uv0 : mesh.uv1, v); });
  if (animation.mode == vat::BakeMode::Bone) {
    base.addUvs("Bones01", [&](std::uint32_t v) { return uvFromBottom(mesh.boneIndices[v].x, mesh.boneIndices[v].y); });
    base.addUvs("Bones23", [&](std::uint32_t v) { return uvFromBottom(mesh.boneIndices[v].z, mesh.boneIndices[v].w); });
    // Unreal's importer computes 1 - v in floats: whole numbers stay exact, a weight in v changes by at most 2^-24.
    base.addUvs("Weights01",
                [&](std::uint32_t v) { return uvFromBottom(mesh.boneWeights[v].x, mesh.boneWeights[v].y); });
    base.addUvs("Weight2Tint", [&](std::uint32_t v) { return uvFromBottom(mesh.boneWeights[v].z, tint(v)); });
  } else {
    base.addUvs("ElementTint", [&](std::uint32_t v) { return uvFromBottom(mesh.elements[v], tint(v)); });
  }
  return std::move(base.mesh);
}

FbxMesh animToTextureMesh(const vat::BakedAnimation& animation, std::uint32_t lod,
                          std::span<const vat::BakedRange> ranges, const std::string& name,
                          const std::vector<glm::vec2>& uvs) {
  MeshBase base = meshBase(animation, lod, ranges, name);
  base.addUvs("AnimToTexture", [&](std::uint32_t v) { return ownUv(uvs, v); });
  return std::move(base.mesh);
}

}  // namespace texeleton::exporting
