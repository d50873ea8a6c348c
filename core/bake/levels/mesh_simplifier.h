#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "core/bake/levels/level_builder.h"
#include "core/bake/levels/surface_colors.h"
#include "core/meshes/mesh_instances.h"
#include "core/model/model.h"

namespace texeleton::bake {

/// Makes coarser levels of one mesh by removing vertices (meshoptimizer, on positions of the bind pose). Vertices at
/// one place count as one point if they have the same material, skin weights, and morph offsets and show the same
/// colour; they may differ in their normals and, where all texels between them have one colour, in their texture
/// coordinates. meshoptimizer keeps the seams between different points, so colours stay within their borders. Each
/// remaining corner takes the best-matching vertex of its point.
class MeshSimplifier {
 public:
  /// The arguments must outlive this.
  MeshSimplifier(const model::Model& model, const meshes::MeshInstance& instance, const SurfaceColors& colors);

  /// Adds the mesh with about `ratio` of its triangles (the target is at least one) as mesh `mesh`. It keeps more if
  /// seams would make the shape worse than without seams.
  void addTo(LevelBuilder& level, std::uint32_t mesh, double ratio) const;

 private:
  struct Points {
    std::vector<glm::vec3> positions;
    std::vector<std::uint32_t> of;             ///< The point of each vertex.
    std::vector<std::uint32_t> verticesBegin;  ///< Each point's range in verticesAt; one more entry than points.
    std::vector<std::uint32_t> verticesAt;
  };
  void findPoints();
  void findCharts();
  bool areAlike(std::uint32_t a, std::uint32_t b) const;
  std::vector<std::uint32_t> simplified(const Points& points, std::size_t wanted, float limit, float& error) const;
  glm::uvec3 bestCorners(const glm::uvec3& points) const;

  const model::Model& m_model;
  const meshes::MeshInstance& m_instance;
  const SurfaceColors& m_colors;
  std::vector<std::uint32_t> m_vertices;  ///< The mesh's vertices, by their indices in the model.
  std::vector<std::uint32_t> m_partOf;    ///< For each of them, its index into Model::parts.
  std::vector<std::uint32_t>
      m_chartOf;  ///< For each of them: vertices connected by triangles, without seams, share a chart.
  std::vector<std::uint32_t> m_corners;  ///< Triangles over them.
  Points m_places;                       ///< One for all vertices at a place.
  Points m_points;
};

}  // namespace texeleton::bake
