#pragma once

#include <assimp/mesh.h>

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/source_scene.h"

namespace texeleton::importing {

/// The order in which a file counts the points of its meshes, which Assimp does not hand on: it gives one vertex for
/// each corner of a polygon, in the order of the corners. Point caches count as the file does.
class PointOrders {
 public:
  using Positions = std::shared_ptr<const std::vector<glm::vec3>>;

  /// Corners of polygons that may be a mesh of Assimp's: the point of each corner, and the positions of the points.
  void add(std::vector<std::uint32_t> corners, Positions positions);
  /// The points of OBJ vertices that withPointsAsColors() has marked.
  void useColors(std::vector<std::uint32_t> objectBegins, std::vector<glm::vec4> colors);

  /// Sets the points of a primitive made of `mesh`: of the corners that lie where its vertices lie, else, where no two
  /// points of a mesh share a place, by place. Leaves them empty where neither decides.
  void apply(const aiMesh& mesh, SourcePrimitive& primitive) const;

 private:
  struct Group {
    std::vector<std::uint32_t> corners;
    Positions positions;
  };
  static bool matches(const Group& group, const aiMesh& mesh);
  bool applyByPlace(const aiMesh& mesh, SourcePrimitive& primitive) const;
  void applyColors(const aiMesh& mesh, SourcePrimitive& primitive) const;

  std::vector<Group> m_groups;
  std::vector<std::uint32_t> m_objectBegins;  ///< OBJ: the first vertex of each object, and the end.
  std::vector<glm::vec4> m_colors;            ///< OBJ: the file's own vertex colours.
};

/// The corners of the polygons of COLLADA geometries.
void addColladaOrders(std::string_view xml, PointOrders& orders);

/// The text of an OBJ with the number of each vertex as its colour, which Assimp hands on. The text as it is where the
/// file's vertices have other numbers of components than 3 or, with colours, 6.
std::string withPointsAsColors(std::string_view obj, PointOrders& orders);

}  // namespace texeleton::importing
