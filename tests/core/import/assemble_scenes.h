#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <limits>
#include <string>
#include <vector>

#include "core/import/source_scene.h"

/// Handmade SourceScenes, and a naive evaluation of them that shares no code with the assembler.
namespace texeleton::test {

inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
inline constexpr double kPi = 3.14159265358979323846;

/// The axes without a rotation.
inline const glm::dmat3 kSame(1.0);

inline glm::dquat turn(double degrees, const glm::dvec3& axis) {
  return glm::angleAxis(degrees * kPi / 180.0, glm::normalize(axis));
}

inline glm::dmat4 shift(const glm::dvec3& t) {
  glm::dmat4 m(1.0);
  m[3] = glm::dvec4(t, 1.0);
  return m;
}

inline glm::dmat4 stretch(const glm::dvec3& s) {
  glm::dmat4 m(1.0);
  m[0].x = s.x;
  m[1].y = s.y;
  m[2].z = s.z;
  return m;
}

inline importing::SourceNode sourceNode(std::string name, std::optional<std::size_t> parent = std::nullopt,
                                        const glm::dvec3& translation = glm::dvec3(0.0),
                                        const glm::dquat& rotation = glm::dquat(1.0, 0.0, 0.0, 0.0),
                                        const glm::dvec3& scale = glm::dvec3(1.0)) {
  return {std::move(name), parent, {translation, rotation, scale}, std::nullopt};
}

/// A tetrahedron with normals: 4 vertices (0,0,0), (1,0,0), (0,1,0), (0,0,1), 4 triangles seen from outside.
importing::SourcePrimitive tetrahedron();

/// Gives every vertex the same influences.
void bindAll(importing::SourcePrimitive& primitive, const std::vector<importing::SourceInfluence>& influences);

/// One rigid tetrahedron "Body" on node "Root".
importing::SourceScene rigidScene();

/// A tetrahedron skinned by "Hip" (origin) and its child "Knee" (1 unit up), each with half the weight; inverse binds
/// match the rest pose; instanced on a separate node "Skin". No clips.
importing::SourceScene skinnedScene();

/// Adds a clip with one track of one key.
importing::SourceClip& addPoseClip(importing::SourceScene& scene, model::TrackTarget target, std::size_t node,
                                   std::vector<float> value);

/// The vertices that the assembled model should have, from the source alone: all vertices of all instances in order,
/// placed by the nodes' rest transforms (or by the first key of each track of `clip`, if given), in metres and rotated
/// by `axes`. Weights are normalised; a vertex without weights gives NaN.
std::vector<glm::dvec3> expectedPositions(const importing::SourceScene& scene, double metres, const glm::dmat3& axes,
                                          const importing::SourceClip* clip = nullptr);

/// The same from the model: its palette, nodes, vertices, and the first key of each track of a clip.
std::vector<glm::dvec3> shownPositions(const model::Model& model, ClipIndex clip = {});

/// The points at the corners of all triangles of the source in the order of its indices, and the same of the model.
std::vector<glm::dvec3> expectedCorners(const importing::SourceScene& scene, const std::vector<glm::dvec3>& positions);
std::vector<glm::dvec3> shownCorners(const model::Model& model, const std::vector<glm::dvec3>& positions);

/// World matrices of the model's nodes, with the first key of each track of a clip.
std::vector<glm::dmat4> worldsOf(const model::Model& model, ClipIndex clip = {});

/// The largest distance between two lists of points; infinite if their lengths differ.
double largestDistance(const std::vector<glm::dvec3>& a, const std::vector<glm::dvec3>& b);

/// Assembles and checks the model; fails the test (by an empty result and a message) if either fails.
std::optional<model::Model> assembled(importing::SourceScene scene, const importing::ImportOptions& options = {});

/// The message of the assembler's error; empty if it succeeds.
std::string errorOf(importing::SourceScene scene, const importing::ImportOptions& options = {});

/// The number of issues with the text.
int issuesWith(const model::Model& model, const std::string& text);

}  // namespace texeleton::test
