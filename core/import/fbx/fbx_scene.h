#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/job_context.h"
#include "core/import/fbx/fbx_document.h"

namespace texeleton::importing::fbx {

/// Seconds of one FBX time unit.
inline constexpr double kSecondsPerFbxTick = 1.0 / 46186158000.0;

/// A Properties70 table with its template behind it.
struct Properties {
  const Record* own = nullptr;
  const Record* fallback = nullptr;

  /// The P record of a property, or nothing.
  const Record* find(std::string_view name) const;
  double number(std::string_view name, double otherwise) const;
  std::int64_t integer(std::string_view name, std::int64_t otherwise) const;
  glm::dvec3 vector(std::string_view name, const glm::dvec3& otherwise) const;
};

/// The inheritance of the scale of a node's parent (FbxTransform::EInheritType).
enum class Inherit : std::uint8_t { RrSs = 0, RSrs = 1, Rrs = 2 };

/// Between a node's animated translation, rotation and scale: T·Roff·Rp·Rpre·R·Rpost⁻¹·Rp⁻¹·Soff·Sp·S·Sp⁻¹.
struct Pivots {
  glm::dquat preRotation{1.0, 0.0, 0.0, 0.0}, postRotation{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 rotationOffset{0.0}, rotationPivot{0.0}, scalingOffset{0.0}, scalingPivot{0.0};
  int rotationOrder = 0;

  bool moveTheOrigin() const;  ///< Rotation or scale change the translation.
};

/// A node of the file, angles in degrees.
struct Model {
  std::int64_t id = 0;
  const Record* record = nullptr;
  std::string name;
  std::optional<std::size_t> parent;
  glm::dvec3 translation{0.0}, rotation{0.0}, scale{1.0};
  Pivots pivots;
  bool turnsByPivots = true;  ///< Pre- and post-rotation and the order of the angles are in force.
  Inherit inherit = Inherit::RSrs;
  glm::dmat4 geometric{1.0};         ///< Moves the node's own meshes, not its children.
  std::vector<std::int64_t> meshes;  ///< Geometry objects of class Mesh.
  bool visible = true;               ///< By itself, apart from layers and curves.
  bool inheritsVisibility = true;
};

/// A bone of a skin: the two matrices say where mesh and bone were when they were bound. Files may lack either.
struct Cluster {
  std::int64_t id = 0;
  std::int64_t skin = 0;  ///< The deformer that it is a part of.
  std::optional<std::size_t> model;
  std::optional<glm::dmat4> transform;      ///< Mesh node space to bone space.
  std::optional<glm::dmat4> transformLink;  ///< The bone's world.
};

/// Offsets for points of a mesh: a record with the arrays Indexes, Vertices and, if any, Normals.
struct Shape {
  std::string name;
  const Record* record = nullptr;
};

/// A slider over one or several shapes. `percent` is its rest value; shape i is full at fullWeights[i] percent.
struct BlendChannel {
  std::int64_t id = 0;  ///< The object that has the property of the slider.
  std::string property = "DeformPercent";
  std::string name;
  double percent = 0.0;
  std::vector<double> fullWeights;
  std::vector<Shape> shapes;
  std::vector<double> shares;  ///< Factors of the offsets of the first shape, one for each (a vertex group of Blender).
  bool isInMesh = false;       ///< FBX 2011 and older: the record of the mesh holds the shape, which Assimp ignores.
};

/// A mesh's deformers.
struct Geometry {
  std::string name;
  const Record* record = nullptr;
  std::size_t skinCount = 0;
  std::vector<Cluster> clusters;
  std::vector<BlendChannel> channels;
};

/// Nodes and deformers of an FBX document: the data that Assimp loses or gets wrong (its versions disagree about
/// offset matrices and about the root; its node channels do not fit its pivot nodes).
struct Scene {
  const Document* document = nullptr;
  std::string creator;
  double unitMetres = 0.01;
  double rateHz = 0.0;
  double tickScale = 1.0;            ///< File time units in units of kSecondsPerFbxTick.
  std::array<int, 3> axis{0, 1, 2};  ///< The file axes that point right, up and to the front.
  std::array<int, 3> axisSign{1, 1, 1};
  std::vector<Model> models;  ///< Those that the root reaches, parents first, in the order of the connections.
  std::unordered_map<std::int64_t, std::size_t> modelById;
  std::unordered_map<std::int64_t, const Record*> objects;
  std::unordered_map<std::int64_t, Geometry> geometries;  ///< Class Mesh.
  std::unordered_map<std::int64_t, glm::dmat4> bindPose;  ///< By model: its world in the bind pose that the file keeps.

  struct Connection {
    std::int64_t source = 0;
    std::string_view property;
  };
  std::unordered_map<std::int64_t, std::vector<Connection>> sourcesOf;  ///< By destination, in file order.

  Properties properties(const Record& object) const;
};

/// Reads nodes and deformers. Errors: BadFile (cycle in the nodes). `document` must outlive the scene.
Result<Scene> readScene(const Document& document, JobContext& job);

/// The kinds ("OO", "OP") of connections that repeat another one, belong to animation, or join the first to the second
/// of a pair of `unwanted`, as views into the document's bytes.
std::vector<std::string_view> connectionsToLeaveOut(const Document& document,
                                                    const std::set<std::pair<std::int64_t, std::int64_t>>& unwanted);

/// `bytes` (those of `document`, changed in place at most) with an identity matrix for each Transform or TransformLink
/// that a cluster lacks or that is no matrix, and zeros for the Normals that a shape lacks: without them Assimp drops
/// the bone with its weights or the shape in silence. The matrices are not used; bindings come from Scene.
std::vector<std::byte> withMissingArrays(const Document& document, std::vector<std::byte> bytes);

/// Adds a shape to values of the points of a mesh, each offset times its share. False: its arrays do not fit each other
/// or the points. `array`: Vertices or Normals.
bool addOffsets(const Shape& shape, std::string_view array, std::vector<glm::dvec3>& points);

/// The share of the first shape of a channel at each of `count` points: 1 where the file has none.
std::vector<double> sharesOfPoints(const BlendChannel& channel, std::size_t count);

/// The axes matrix that SourceScene wants, and the up axis as text; an impossible triple is an Issue and left alone.
glm::dmat3 axesOf(const Scene& scene, std::string& upAxis, JobContext& job);

/// Rotation of Euler angles in degrees, in an FBX order (0 = XYZ: X first).
glm::dquat eulerRotation(const glm::dvec3& degrees, int order);

/// Angles in degrees that make the rotation, the opposite of eulerRotation.
glm::dvec3 eulerAngles(const glm::dquat& rotation, int order);

/// "Name" of an object: without its class, which binary files put behind NUL and SOH and ASCII files before "::".
std::string objectName(const Record& object);

}  // namespace texeleton::importing::fbx
