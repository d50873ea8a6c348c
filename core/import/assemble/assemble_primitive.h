#pragma once

#include <cstdint>
#include <glm/ext/vector_uint1.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/import/assemble/assemble_context.h"

namespace texeleton::importing::assemble {

/// A primitive of a mesh, checked and cleaned for one skin (or none), still in the mesh's own space but in metres.
struct Primitive {
  MaterialIndex material;
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;   ///< Unit length.
  std::vector<glm::vec4> tangents;  ///< Empty if there are none; likewise the next three.
  std::vector<glm::vec2> uv0;
  std::vector<glm::vec2> uv1;
  std::vector<glm::vec4> colors;
  bool skinned = false;
  /// Skinned meshes: vertexCount + 1 entries, at least one influence each, weights summing to 1, largest first.
  std::vector<std::uint32_t> influenceBegin;
  /// `joint` is into SourceSkin::joints; joints.size() stands for the node of the mesh.
  std::vector<model::Influence> influences;
  std::vector<model::MorphTarget> morphTargets;
  std::vector<glm::uvec1>
      points;  ///< Empty, or the file's point of each vertex: vertices at different ones stay apart.
  std::uint32_t pointCount = 0;
  std::vector<float> dualQuaternionShares;  ///< See model::MeshPart.
  std::vector<std::uint32_t> indices;
};

/// Corrections, counted over all primitives so that each kind makes one issue.
struct PrimitiveFindings {
  Tally normalsMade;
  Tally normalsRemade;
  Tally tangentsRemade;
  Tally uvsMended;
  Tally colorsMended;
  Tally looseIndices;
  Tally noTriangles;
  Tally materialMissing;
  Tally weightsWithoutSkin;
  Tally skinWithoutWeights;
  Tally badWeights;
  Tally jointsBeyond;
  Tally sumsOff;
  Tally unweighted;
  Tally loose;  ///< Without weights: moved by the node of the mesh, as the format specifies.
  Tally normalDeltasMended;

  void report(Context& context) const;
};

/// Checks and cleans one primitive. `skin` may be null. Returns nothing if it has no triangles. Errors: BadFile.
Result<std::optional<Primitive>> makePrimitive(const Context& context, const SourcePrimitive& source,
                                               const std::string& meshName, const SourceSkin* skin,
                                               PrimitiveFindings& findings);

/// Fills the influences of a skinned primitive from the file's.
Result<void> makeInfluences(const SourcePrimitive& source, const std::string& meshName, const SourceSkin& skin,
                            Primitive& primitive, PrimitiveFindings& findings);

/// Flat normals: one for each triangle; vertices are split if the triangles that share them differ.
void makeFlatNormals(Primitive& primitive);
/// Smooth normals over equal positions, weighted by the angle of each corner.
std::vector<glm::vec3> smoothNormals(const Primitive& primitive);

/// Tangents for a normal map on `uvs` (one of the primitive's sets) as in MikkTSpace; vertices are split if the
/// triangles that share them differ.
void makeTangents(Primitive& primitive, const std::vector<glm::vec2>& uvs);

/// Rebuilds the vertices: new vertex i is old vertex `oldOf[i]`. The caller renumbers the indices.
void gatherVertices(Primitive& primitive, std::span<const std::uint32_t> oldOf);
/// Merges vertices that are equal in all attributes.
void weld(Primitive& primitive);

}  // namespace texeleton::importing::assemble
