#include "viewport/scene/gpu/draw_vertices.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "core/vat/encoding.h"
#include "viewport/scene/gpu/packing.h"

namespace texeleton::viewport {

namespace {

constexpr std::uint32_t kNarrowBones = 256;
const glm::vec4 kFillTangent(1.0f, 0.0f, 0.0f, 1.0f);

struct Skin {
  std::array<std::uint32_t, 4> bones{};
  glm::vec4 weights{0.0f};
};

// Influences of a vertex in descending order, which packing requires and packs of other programs need not have.
Skin sortedSkin(const vat::BakedMesh& mesh, std::size_t vertex) {
  std::array<int, 4> order{};
  std::iota(order.begin(), order.end(), 0);
  const glm::vec4 weights = mesh.boneWeights[vertex];
  std::ranges::stable_sort(order, [&](int a, int b) { return weights[a] > weights[b]; });
  Skin skin;
  for (std::size_t i = 0; i < 4; ++i) {
    skin.bones[i] = mesh.boneIndices[vertex][order[i]];
    skin.weights[static_cast<int>(i)] = weights[order[i]];
  }
  return skin;
}

glm::vec4 rangeOf(const std::vector<glm::vec2>& uvs) {
  if (uvs.empty()) {
    return {0.0f, 0.0f, 1.0f, 1.0f};
  }
  glm::vec2 least = uvs.front();
  glm::vec2 most = uvs.front();
  for (const glm::vec2& uv : uvs) {
    least = glm::min(least, uv);
    most = glm::max(most, uv);
  }
  return {least, most - least};
}

class Writer {
 public:
  explicit Writer(std::vector<std::uint32_t>& words) : m_words(words) {}
  Writer& word(std::uint32_t value) {
    m_words.push_back(value);
    return *this;
  }
  Writer& real(float value) { return word(std::bit_cast<std::uint32_t>(value)); }
  Writer& reals(const glm::vec3& v) { return real(v.x).real(v.y).real(v.z); }
  Writer& reals(const glm::vec2& v) { return real(v.x).real(v.y); }

 private:
  std::vector<std::uint32_t>& m_words;
};

// Position relative to the mesh's box, 0 … 1 on each axis.
glm::vec3 placeInBox(const DrawVertices& made, const glm::vec3& position) {
  glm::vec3 p = position - made.positionMin;
  for (int axis = 0; axis < 3; ++axis) {
    p[axis] = made.positionExtent[axis] > 0.0f ? p[axis] / made.positionExtent[axis] : 0.0f;
  }
  return p;
}

void addStillVertex(DrawVertices& made, const vat::BakedMesh& mesh, std::size_t i, const glm::vec2& uv) {
  const glm::vec3 p = placeInBox(made, mesh.positions[i]);
  Writer(made.words)
      .word(packUnorm16(p.x) | packUnorm16(p.y) << 16)
      .word(packUnorm16(p.z))
      .word(packDirection(mesh.normals[i]))
      .word(packUv(uv, made.uvRange));
}

void addBoneVertex(DrawVertices& made, const vat::BakedMesh& mesh, std::size_t i, const glm::vec2& uv) {
  Writer out(made.words);
  const Skin skin = sortedSkin(mesh, i);
  if (made.kind == VertexKind::BoneFull) {
    out.reals(mesh.positions[i]).reals(mesh.normals[i]).reals(uv);
    for (const std::uint32_t bone : skin.bones) {
      out.word(bone);
    }
    for (int k = 0; k < 4; ++k) {
      out.real(skin.weights[k]);
    }
    return;
  }
  const glm::vec3 p = placeInBox(made, mesh.positions[i]);
  out.word(packUnorm16(p.x) | packUnorm16(p.y) << 16)
      .word(packUnorm16(p.z) | packUnorm16(skin.weights.y * 2.0f) << 16)
      .word(packDirection(mesh.normals[i]))
      .word(packUv(uv, made.uvRange));
  if (made.kind == VertexKind::BonePackedWide) {
    out.word(skin.bones[0] | skin.bones[1] << 16).word(skin.bones[2] | skin.bones[3] << 16);
  } else {
    out.word(skin.bones[0] | skin.bones[1] << 8 | skin.bones[2] << 16 | skin.bones[3] << 24);
  }
  out.word(packUnorm16(skin.weights.z * 3.0f) | packUnorm16(skin.weights.w * 4.0f) << 16);
}

void addElementVertex(DrawVertices& made, const vat::BakedMesh& mesh, std::size_t i, const glm::vec2& uv) {
  Writer out(made.words);
  out.word(mesh.elements[i]);
  if (made.kind == VertexKind::VertexFull) {
    out.reals(mesh.normals[i]).reals(uv);
  } else {
    out.word(packDirection(mesh.normals[i])).word(packUv(uv, made.uvRange));
  }
}

// Whether any material reads data that is only in the extras.
bool needsExtras(const vat::BakedMesh& mesh, vat::BakeMode mode, const std::optional<vat::BakedTint>& tint) {
  if (!mesh.colors.empty() || (tint && tint->perVertex)) {
    return true;
  }
  bool needed = false;
  for (const vat::TintTexture& mask : tint ? tint->textures : std::vector<vat::TintTexture>()) {
    needed = needed || mask.uvSet == 1;
  }
  for (const model::Material& material : mesh.materials) {
    for (const model::TextureSlot* slot :
         {&material.baseColorTexture, &material.metallicRoughnessTexture, &material.normalTexture,
          &material.occlusionTexture, &material.emissiveTexture}) {
      needed = needed || (slot->image.isValid() && slot->uvSet == 1 && !mesh.uv1.empty());
    }
    needed =
        needed || (mode == vat::BakeMode::Bone && material.normalTexture.image.isValid() && !mesh.tangents.empty());
  }
  return needed;
}

void addExtras(DrawVertices& made, const vat::BakedMesh& mesh) {
  made.uv1Range = rangeOf(mesh.uv1);
  made.extras.reserve(mesh.vertexCount() * 4);
  for (std::size_t i = 0; i < mesh.vertexCount(); ++i) {
    const glm::vec4 tangent = mesh.tangents.empty() ? kFillTangent : mesh.tangents[i];
    const std::uint32_t direction = packDirection(glm::vec3(tangent)) & ~std::uint32_t{1};
    made.extras.push_back(packColor(mesh.colors.empty() ? glm::vec4(1.0f) : mesh.colors[i]));
    made.extras.push_back(direction | (tangent.w >= 0.0f ? 1u : 0u));
    made.extras.push_back(mesh.uv1.empty() ? 0 : packUv(mesh.uv1[i], made.uv1Range));
    made.extras.push_back(packUnorm16(i < mesh.tint.size() ? mesh.tint[i] : 1.0f));
  }
}

VertexKind kindFor(const vat::BakedMesh& mesh, vat::BakeMode mode, VertexPrecision precision) {
  if (precision == VertexPrecision::Still) {
    return VertexKind::StillPacked;
  }
  if (mode == vat::BakeMode::Vertex) {
    return precision == VertexPrecision::Full ? VertexKind::VertexFull : VertexKind::VertexPacked;
  }
  if (precision == VertexPrecision::Full) {
    return VertexKind::BoneFull;
  }
  const bool wide = std::ranges::any_of(mesh.boneIndices, [](const glm::u16vec4& bones) {
    return std::max({bones.x, bones.y, bones.z, bones.w}) >= kNarrowBones;
  });
  return wide ? VertexKind::BonePackedWide : VertexKind::BonePacked;
}

}  // namespace

std::uint32_t vertexStride(VertexKind kind) {
  switch (kind) {
    case VertexKind::BonePacked:
      return 24;
    case VertexKind::BonePackedWide:
      return 28;
    case VertexKind::BoneFull:
      return 64;
    case VertexKind::VertexPacked:
      return 12;
    case VertexKind::VertexFull:
      return 24;
    case VertexKind::StillPacked:
      return 16;
  }
  return 0;
}

const char* vertexKindWord(VertexKind kind) {
  switch (kind) {
    case VertexKind::BonePacked:
      return "bone";
    case VertexKind::BonePackedWide:
      return "bone_wide";
    case VertexKind::BoneFull:
      return "bone_full";
    case VertexKind::VertexPacked:
      return "vertex";
    case VertexKind::VertexFull:
      return "vertex_full";
    case VertexKind::StillPacked:
      return "still";
  }
  return "";
}

DrawVertices drawVertices(const vat::BakedMesh& mesh, vat::BakeMode mode, VertexPrecision precision,
                          const std::optional<vat::BakedTint>& tint) {
  DrawVertices made;
  made.kind = kindFor(mesh, mode, precision);
  made.count = static_cast<std::uint32_t>(mesh.vertexCount());
  made.stride = vertexStride(made.kind);
  made.uvRange = rangeOf(mesh.uv0);
  model::Box box;
  for (const glm::vec3& position : mesh.positions) {
    box.add(position);
  }
  if (!box.isEmpty()) {
    made.positionMin = box.min;
    made.positionExtent = box.max - box.min;
  }
  made.words.reserve(mesh.vertexCount() * (made.stride / sizeof(std::uint32_t)));
  for (std::size_t i = 0; i < mesh.vertexCount(); ++i) {
    const glm::vec2 uv = mesh.uv0.empty() ? glm::vec2(0.0f) : mesh.uv0[i];
    if (made.kind == VertexKind::StillPacked) {
      addStillVertex(made, mesh, i, uv);
    } else if (mode == vat::BakeMode::Bone) {
      addBoneVertex(made, mesh, i, uv);
    } else {
      addElementVertex(made, mesh, i, uv);
    }
  }
  if (needsExtras(mesh, mode, tint)) {
    addExtras(made, mesh);
  }
  return made;
}

std::uint64_t meshBufferBytes(const vat::BakedAnimation& animation) {
  const vat::BakedMesh& mesh = animation.mesh;
  const std::uint64_t vertex = vertexStride(kindFor(mesh, animation.mode, VertexPrecision::Packed)) +
                               (needsExtras(mesh, animation.mode, animation.tint) ? kExtrasStride : 0);
  std::uint64_t indices = mesh.indices.size();
  for (const vat::BakedLod& lod : mesh.lods) {
    indices += lod.indices.size();
  }
  return vertex * mesh.vertexCount() + indices * sizeof(std::uint32_t);
}

bool hasFileTangents(const vat::BakedMesh& mesh, const vat::BakedPrimitive& primitive) {
  const auto first = mesh.indices.begin() + primitive.firstIndex;
  return !mesh.tangents.empty() && std::any_of(first, first + primitive.indexCount, [&](std::uint32_t vertex) {
    return mesh.tangents[vertex] != kFillTangent;
  });
}

bool posesMirror(const vat::BakedAnimation& animation) {
  if (animation.mode != vat::BakeMode::Bone) {
    return false;
  }
  for (std::uint32_t frame = 0; frame < animation.layout.frameCount; ++frame) {
    for (std::uint32_t bone = 0; bone < animation.layout.elementCount; ++bone) {
      const vat::BoneMatrix m = vat::rowsOf(vat::storedBone(animation, frame, bone));
      if (glm::dot(glm::dvec3(m.row[0]), glm::cross(glm::dvec3(m.row[1]), glm::dvec3(m.row[2]))) < 0.0) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace texeleton::viewport
