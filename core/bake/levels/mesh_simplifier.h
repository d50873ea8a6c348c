#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "core/bake/levels/level_builder.h"
#include "core/meshes/mesh_instances.h"
#include "core/model/model.h"

namespace texeleton::bake {

/// Makes coarser levels of one mesh by removing vertices (meshoptimizer, on positions of the bind pose). Vertices that
/// differ only in normal, texture coordinates and the like count as one point, since meshes with hard edges could
/// otherwise lose none; each remaining corner then takes the vertex at its point that suits its triangle best.
class MeshSimplifier {
 public:
  /// Both must outlive this.
  MeshSimplifier(const model::Model& model, const meshes::MeshInstance& instance);

  /// Adds the mesh with about `ratio` of its triangles (at least one is aimed at) as mesh number `mesh`.
  void addTo(LevelBuilder& level, std::uint32_t mesh, double ratio) const;

 private:
  void findPoints();
  void findCharts();
  glm::uvec3 bestCorners(const glm::uvec3& points) const;

  const model::Model& m_model;
  const meshes::MeshInstance& m_instance;
  std::vector<std::uint32_t> m_vertices;  ///< The mesh's vertices, as the model numbers them.
  std::vector<std::uint32_t> m_partOf;    ///< For each of them, its index into Model::parts.
  std::vector<std::uint32_t>
      m_chartOf;  ///< For each of them: vertices connected by triangles, without seams, share a chart.
  std::vector<std::uint32_t> m_corners;  ///< Triangles over them.
  std::vector<glm::vec3> m_points;       ///< Distinct positions.
  std::vector<std::uint32_t> m_pointOf;  ///< Point of each vertex.
  std::vector<std::uint32_t>
      m_verticesBegin;  ///< For each point, its range in m_verticesAt; one more entry than points.
  std::vector<std::uint32_t> m_verticesAt;
};

}  // namespace texeleton::bake
