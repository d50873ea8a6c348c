#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/vat/baked_animation.h"

namespace texeleton::bake {

/// Assembles the triangles of one level: primitives by material, in order of first use, each with the triangles of a
/// mesh side by side.
class LevelBuilder {
 public:
  /// Adds triangles of mesh `instance` (BakedAnimation::meshes) with `material`. Call in ascending order of meshes.
  void add(std::uint32_t instance, MaterialIndex material, std::span<const std::uint32_t> indices);

  std::size_t indexCount() const { return m_indexCount; }

  /// Writes the level; `lod` is its number, for the ranges.
  void finish(std::uint32_t lod, std::vector<vat::BakedPrimitive>& primitives, std::vector<std::uint32_t>& indices,
              std::vector<vat::BakedSourceMesh>& meshes) const;

 private:
  struct Run {
    std::uint32_t instance = 0;
    std::vector<std::uint32_t> indices;
  };
  struct Primitive {
    MaterialIndex material;
    std::vector<Run> runs;
  };
  std::vector<Primitive> m_primitives;
  std::size_t m_indexCount = 0;
};

}  // namespace texeleton::bake
