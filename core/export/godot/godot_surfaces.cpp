#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/index.h"
#include "core/base/mapped.h"
#include "core/export/godot/godot_asset.h"
#include "core/runtime/draw_ranges.h"

namespace texeleton::exporting::godot {

namespace {

constexpr std::uint32_t kBonesIn12Bits = 4096;

template <class T>
std::vector<T> picked(const std::vector<T>& all, const std::vector<std::uint32_t>& vertices) {
  return all.empty() ? all : mapped(vertices, [&](std::uint32_t vertex) { return all[vertex]; });
}

/// Weights as 16-bit shares that sum to 65,535; the first, the largest, takes the rounding error.
std::array<std::uint32_t, 4> shares(const glm::vec4& weights) {
  std::array<std::uint32_t, 4> result{};
  std::int64_t rest = 65535;
  for (int i = 1; i < 4; ++i) {
    result[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(std::lround(weights[i] * 65535.0f));
    rest -= result[static_cast<std::size_t>(i)];
  }
  result[0] = static_cast<std::uint32_t>(std::max<std::int64_t>(rest, 0));
  return result;
}

/// Bones and weights in four floats, which hold integers of 24 bits: two bones of 12 bits in each of the first two; the
/// second and third weight, of 16 bits, in the last two, plus the low and the high byte of the fourth in their upper
/// bits. The first weight is the remainder to 65,535. Only floats, since the Compatibility renderer passes on only the
/// first of four bytes and the first two of four halves.
void addBones(Entries& entries, const vat::BakedAnimation& animation, const std::vector<std::uint32_t>& vertices) {
  const bool isFew = animation.layout.elementCount <= kBonesIn12Bits;
  std::vector<float> together;
  std::vector<float> bones;
  const auto add = [](std::vector<float>& floats, std::uint32_t low, std::uint32_t high, std::uint32_t unit) {
    floats.push_back(static_cast<float>(low + high * unit));
  };
  for (const std::uint32_t vertex : vertices) {
    const glm::u16vec4 bone = animation.mesh.boneIndices[vertex];
    const auto share = shares(animation.mesh.boneWeights[vertex]);
    if (!isFew) {
      bones.insert(bones.end(), {float(bone.x), float(bone.y), float(bone.z), float(bone.w)});
    }
    add(together, isFew ? bone.x : 0U, isFew ? bone.y : 0U, kBonesIn12Bits);
    add(together, isFew ? bone.z : 0U, isFew ? bone.w : 0U, kBonesIn12Bits);
    add(together, share[1], share[3] & 0xff, 65536);
    add(together, share[2], share[3] >> 8, 65536);
  }
  entries.emplace_back("custom0", packedFloats(together));
  if (!isFew) {
    entries.emplace_back("custom1", packedFloats(bones));
  }
}

Encoded surface(const vat::BakedAnimation& animation, const vat::BakedPrimitive& primitive,
                const std::vector<std::uint32_t>& indices, const std::vector<std::uint32_t>& parts) {
  const vat::BakedMesh& mesh = animation.mesh;
  const auto first = indices.begin() + primitive.firstIndex;
  std::vector<std::uint32_t> vertices(first, first + primitive.indexCount);
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  std::vector<std::uint32_t> numberOf(mesh.vertexCount(), kNoIndex);
  for (std::uint32_t i = 0; i < vertices.size(); ++i) {
    numberOf[vertices[i]] = i;
  }
  std::vector<std::int32_t> turned;
  turned.reserve(primitive.indexCount);
  for (std::uint32_t i = 0; i + 2 < primitive.indexCount; i += 3) {
    for (const std::uint32_t corner : {0U, 2U, 1U}) {
      turned.push_back(static_cast<std::int32_t>(numberOf[indices[primitive.firstIndex + i + corner]]));
    }
  }

  Entries entries;
  entries.emplace_back("material", whole(primitive.material ? std::int64_t{primitive.material.value} : -1));
  entries.emplace_back("indices", packedInts(turned));
  entries.emplace_back("positions", packedVectors(picked(mesh.positions, vertices)));
  entries.emplace_back("normals", packedVectors(picked(mesh.normals, vertices)));
  if (!mesh.tangents.empty()) {
    const std::vector<glm::vec4> tangents = picked(mesh.tangents, vertices);
    entries.emplace_back("tangents", packedFloats({&tangents.front().x, tangents.size() * 4}));
  }
  if (!mesh.uv0.empty()) {
    entries.emplace_back("uv", packedVectors(picked(mesh.uv0, vertices)));
  }
  if (!mesh.uv1.empty()) {
    entries.emplace_back("uv2", packedVectors(picked(mesh.uv1, vertices)));
  }
  if (!mesh.colors.empty()) {
    entries.emplace_back("colors", packedColors(picked(mesh.colors, vertices)));
  }
  if (animation.mode == vat::BakeMode::Bone) {
    addBones(entries, animation, vertices);
  } else {
    std::vector<float> elements;
    elements.reserve(vertices.size());
    for (const std::uint32_t vertex : vertices) {
      elements.push_back(static_cast<float>(mesh.elements[vertex]));
    }
    entries.emplace_back("custom0", packedFloats(elements));
  }
  if (!mesh.tint.empty() || !parts.empty()) {
    std::vector<float> looks;
    for (const std::uint32_t vertex : vertices) {
      looks.push_back(mesh.tint.empty() ? 1.0f : mesh.tint[vertex]);
      looks.push_back(parts.empty() ? 0.0f : static_cast<float>(parts[vertex]));
    }
    entries.emplace_back("custom3", packedFloats(looks));
  }
  return dictionary(entries);
}

Encoded level(const vat::BakedAnimation& animation, const std::vector<vat::BakedPrimitive>& primitives,
              const std::vector<std::uint32_t>& indices, double maxMillimetres,
              const std::vector<std::uint32_t>& parts) {
  std::vector<Encoded> surfaces;
  for (const vat::BakedPrimitive& primitive : primitives) {
    if (primitive.indexCount > 0) {
      surfaces.push_back(surface(animation, primitive, indices, parts));
    }
  }
  return dictionary({{"max_millimetres", real(maxMillimetres)}, {"surfaces", array(surfaces)}});
}

}  // namespace

Encoded levels(const vat::BakedAnimation& animation) {
  const std::vector<std::uint32_t> parts = runtime::meshOfVertex(animation);
  std::vector<Encoded> all;
  all.push_back(level(animation, animation.mesh.primitives, animation.mesh.indices, 0.0, parts));
  for (const vat::BakedLod& lod : animation.mesh.lods) {
    all.push_back(level(animation, lod.primitives, lod.indices, lod.maxMillimetres, parts));
  }
  return array(all);
}

}  // namespace texeleton::exporting::godot
