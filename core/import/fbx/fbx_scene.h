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

inline constexpr double kSecondsPerFbxTick = 1.0 / 46186158000.0;

/// A Properties70 table, and its fallback template.
struct Properties {
  const Record* own = nullptr;
  const Record* fallback = nullptr;

  /// The P record of a property, or null.
  const Record* find(std::string_view name) const;
  double number(std::string_view name, double otherwise) const;
  std::int64_t integer(std::string_view name, std::int64_t otherwise) const;
  glm::dvec3 vector(std::string_view name, const glm::dvec3& otherwise) const;
};

/// How a node inherits its parent's scale (FbxTransform::EInheritType).
enum class Inherit : std::uint8_t { RrSs = 0, RSrs = 1, Rrs = 2 };

/// The constant parts of a node's transform T·Roff·Rp·Rpre·R·Rpost⁻¹·Rp⁻¹·Soff·Sp·S·Sp⁻¹.
struct Pivots {
  glm::dquat preRotation{1.0, 0.0, 0.0, 0.0}, postRotation{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 rotationOffset{0.0}, rotationPivot{0.0}, scalingOffset{0.0}, scalingPivot{0.0};
  int rotationOrder = 0;

  bool moveTheOrigin() const;  ///< Whether rotation or scale change the translation.
};

/// A node of the file. Angles are in degrees.
struct Model {
  std::int64_t id = 0;
  const Record* record = nullptr;
  std::string name;
  std::optional<std::size_t> parent;
  glm::dvec3 translation{0.0}, rotation{0.0}, scale{1.0};
  Pivots pivots;
  bool turnsByPivots = true;  ///< Whether pre-rotation, post-rotation and rotation order apply.
  Inherit inherit = Inherit::RSrs;
  glm::dmat4 geometric{1.0};         ///< Transforms the node's own meshes, not its children.
  std::vector<std::int64_t> meshes;  ///< Geometry objects of class Mesh.
  bool visible = true;               ///< Its own property; layers and curves not considered.
  bool inheritsVisibility = true;
};

/// A bone of a skin, with the matrices at binding time, if the file has them.
struct Cluster {
  std::int64_t id = 0;
  std::int64_t skin = 0;  ///< The deformer that it belongs to.
  std::optional<std::size_t> model;
  std::optional<glm::dmat4> transform;      ///< Mesh node space to bone space.
  std::optional<glm::dmat4> transformLink;  ///< Bone space to world.
};

/// Offsets for points of a mesh: a record with the arrays Indexes, Vertices and optionally Normals.
struct Shape {
  std::string name;
  const Record* record = nullptr;
};

/// A slider that controls one or more shapes. `percent` is its rest value; shape i is full at fullWeights[i] percent.
struct BlendChannel {
  std::int64_t id = 0;  ///< The object with the slider's property.
  std::string property = "DeformPercent";
  std::string name;
  double percent = 0.0;
  std::vector<double> fullWeights;
  std::vector<Shape> shapes;
  std::vector<double> shares;  ///< Factor per offset of the first shape (a vertex group of Blender).
  bool isInMesh = false;       ///< FBX 2011 and older: the shape is stored in the mesh record, which Assimp ignores.
};

struct Geometry {
  std::string name;
  const Record* record = nullptr;
  std::size_t skinCount = 0;
  bool hasDualQuaternions = false;
  float dualQuaternions = 0.0f;  ///< Share of dual quaternion skinning of points that are not in dualQuaternionShares.
  std::vector<std::pair<std::int64_t, float>> dualQuaternionShares;  ///< Shares of single points.
  std::vector<Cluster> clusters;
  std::vector<BlendChannel> channels;
};

/// Nodes and deformers of an FBX document: the data that Assimp loses or gets wrong (see fbx_reader.cpp).
struct Scene {
  const Document* document = nullptr;
  std::string creator;
  double unitMetres = 0.01;
  double rateHz = 0.0;
  double tickScale = 1.0;            ///< Length of the file's time unit in units of kSecondsPerFbxTick.
  std::array<int, 3> axis{0, 1, 2};  ///< The file axes that point right, up and front.
  std::array<int, 3> axisSign{1, 1, 1};
  std::vector<Model> models;  ///< The models reachable from the root, parents first, in the order of the connections.
  std::unordered_map<std::int64_t, std::size_t> modelById;
  std::unordered_map<std::int64_t, const Record*> objects;
  std::unordered_map<std::int64_t, Geometry> geometries;  ///< Objects of class Mesh.
  std::unordered_map<std::int64_t, glm::dmat4> bindPose;  ///< By model: its world matrix in the file's bind pose.

  struct Connection {
    std::int64_t source = 0;
    std::string_view property;
  };
  std::unordered_map<std::int64_t, std::vector<Connection>> sourcesOf;  ///< By destination, in file order.

  Properties properties(const Record& object) const;

  /// Calls `visit(id, property, object)` for the sources of `id` of a kind, in file order. An empty kind: all.
  template <class Visit>
  void forSources(std::int64_t id, std::string_view kind, const Visit& visit) const {
    const auto sources = sourcesOf.find(id);
    if (sources == sourcesOf.end()) {
      return;
    }
    for (const auto& [source, property] : sources->second) {
      const auto object = objects.find(source);
      if (object != objects.end() && (kind.empty() || object->second->name == kind)) {
        visit(source, property, *object->second);
      }
    }
  }
};

/// Reads nodes and deformers. Errors: BadFile (cycle in the nodes). `document` must outlive the scene.
Result<Scene> readScene(const Document& document, JobContext& job);

/// The kinds ("OO", "OP"), as views into the document's bytes, of connections that repeat an earlier one, belong to
/// animation, or connect the first object of a pair of `unwanted` to the second.
std::vector<std::string_view> connectionsToLeaveOut(const Document& document,
                                                    const std::set<std::pair<std::int64_t, std::int64_t>>& unwanted);

/// Copies `bytes` (those of `document`, possibly changed in place) and adds arrays that Assimp needs: an identity
/// matrix for each missing or invalid Transform and TransformLink of a cluster, and zeros for missing Normals of a
/// shape. Without them it silently drops the bone's weights or the shape. The matrices are not used; bindings come from
/// Scene.
std::vector<std::byte> withMissingArrays(const Document& document, std::vector<std::byte> bytes);

/// Adds the offsets of a shape to `points`, one per point of the mesh. `array`: Vertices or Normals. Returns false if
/// the arrays do not fit each other or the points.
bool addOffsets(const Shape& shape, std::string_view array, std::vector<glm::dvec3>& points);

/// The factor of a channel's first shape at each of `count` points; 1 where the file has none.
std::vector<double> sharesOfPoints(const BlendChannel& channel, std::size_t count);

/// The axes matrix for SourceScene, and the up axis as text. Impossible axes are an Issue and ignored.
glm::dmat3 axesOf(const Scene& scene, std::string& upAxis, JobContext& job);

/// Rotation of Euler angles in degrees, in an FBX order (0 = XYZ: X first).
glm::dquat eulerRotation(const glm::dvec3& degrees, int order);

/// Euler angles in degrees of a rotation; the inverse of eulerRotation.
glm::dvec3 eulerAngles(const glm::dquat& rotation, int order);

/// Name of an object without its class, which follows NUL and SOH in binary files and precedes "::" in ASCII files.
std::string objectName(const Record& object);

}  // namespace texeleton::importing::fbx
