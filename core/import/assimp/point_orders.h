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

/// The order in which a file numbers the points of its meshes, as point caches do. Assimp loses it: it creates a vertex
/// per polygon corner, in the order of the corners.
class PointOrders {
 public:
  using Positions = std::shared_ptr<const std::vector<glm::vec3>>;

  /// Adds polygon corners that may be those of a mesh of Assimp's: the point of each corner, and the points' positions.
  void add(std::vector<std::uint32_t> corners, Positions positions);
  /// The points of OBJ vertices, as marked by withPointsAsColors().
  void useColors(std::vector<std::uint32_t> objectBegins, std::vector<glm::vec4> colors);

  /// Sets the points of a primitive made of `mesh`, from the corners whose positions equal the vertices'; else by
  /// position, if no two points of the mesh coincide. Leaves them empty if neither is possible.
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
  std::vector<std::uint32_t> m_objectBegins;  ///< OBJ: the first vertex of each object, then the end.
  std::vector<glm::vec4> m_colors;            ///< OBJ: the file's own vertex colours.
};

/// The corners of the polygons of COLLADA geometries.
void addColladaOrders(std::string_view xml, PointOrders& orders);

/// Returns the text of an OBJ with each vertex's number as its colour, which Assimp keeps. Returns it unchanged if
/// vertices do not have 3 numbers or, with colours, 6.
std::string withPointsAsColors(std::string_view obj, PointOrders& orders);

}  // namespace texeleton::importing
