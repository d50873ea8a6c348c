#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace texeleton::exporting {

/// A set of texture coordinates of an FBX mesh, one for each point.
struct FbxUvSet {
  std::string name;
  std::vector<glm::dvec2> values;
};

/// The triangles of one material of an FBX mesh.
struct FbxPart {
  std::string material;
  std::vector<std::uint32_t> indices;  ///< Into the points; three for each triangle.
};

/// A mesh in the conventions of FBX: right-handed, +Z up, -Y to the front, centimetres, texture coordinates from the
/// bottom.
struct FbxMesh {
  std::string name;
  std::vector<glm::dvec3> points;
  std::vector<glm::dvec3> normals;  ///< One for each point.
  std::vector<glm::dvec4> colors;   ///< One for each point; may be empty.
  std::vector<FbxUvSet> uvSets;     ///< Unreal reads at most 8.
  std::vector<FbxPart> parts;
};

/// The bytes of a binary FBX 7.4 file with that mesh. The same mesh gives the same bytes: the time is a constant.
/// Points, normals and texture coordinates are doubles, so nothing is rounded. Errors: Limit (over 2 GiB).
Result<std::string> fbxBytes(const FbxMesh& mesh);

}  // namespace texeleton::exporting
