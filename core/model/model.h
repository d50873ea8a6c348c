#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/index.h"
#include "core/base/issue.h"
#include "core/model/material.h"
#include "core/transform/transform.h"

namespace texeleton::model {

class PointCache;
class PointMotion;

// Every text in a model is safe and every name at most 255 bytes long (core/model/names.h). Every number is finite.

/// A node of the hierarchy. `rest` is its local transform without tracks. Nodes are stored parents first.
struct Node {
  std::string name;           ///< Unique in the model, not empty.
  NodeIndex parent;           ///< Invalid for a root; else smaller than the node's own index.
  transform::Transform rest;  ///< Local, metres; a unit rotation.
  /// A local matrix of the file that T·R·S cannot express (shear), if no track animates the node;
  /// replaces `rest`. Affine.
  std::optional<glm::dmat4> restMatrix;
};

/// One entry of the palette, the bones of the mesh. Skin matrix = world(node)·inverseBind; it maps a point of the bind
/// pose to its animated position, both in pack space.
struct PaletteEntry {
  NodeIndex node;
  glm::dmat4 inverseBind{1.0};  ///< Affine; singular if the file's is.
};

/// Influence of one palette entry on a vertex.
struct Influence {
  std::uint32_t joint = 0;  ///< Palette entry.
  float weight = 0.0f;      ///< > 0; the weights of a vertex sum to 1 (within float rounding).
};

/// One morph target of a part: an offset for each vertex of the part, in bind space (pack space, metres).
struct MorphTarget {
  std::string name;
  std::vector<glm::vec3> positionDeltas;  ///< One per vertex of the part.
  std::vector<glm::vec3> normalDeltas;    ///< One per vertex of the part, or empty.
};

/// A set of morph weights that is animated as one: the instance of a mesh in the node tree.
struct MorphSet {
  std::string name;
  std::vector<float> restWeights;  ///< One per target; used without a track.
};

/// A mesh at a place in the node tree whose points a point cache moves in some clips.
struct PointSet {
  std::uint32_t pointCount = 0;
  std::uint32_t entry = 0;  ///< Palette entry that carries the points: the node of the mesh, or a joint of its skin.
  bool isSkin = false;      ///< Points of a dual quaternion skin, which bone mode skins linearly.
};

/// An island of a mesh that was converted to a bone, because it moves almost rigidly in all samples of the mesh's point
/// caches.
struct Piece {
  NodeIndex node;
  std::uint32_t pointCount = 0;
  double residualMetres = 0.0;  ///< The largest distance of a point from the node's motion in any sample.
};

/// A contiguous run of vertices and triangles with one material: a primitive of a mesh at one place in the node tree.
/// The parts cover all vertices and all indices in order; no part is empty.
struct MeshPart {
  std::string name;  ///< The mesh's name in the file; several parts may share it.
  NodeIndex node;    ///< The node that instances it.
  MaterialIndex material;
  std::uint32_t firstVertex = 0;
  std::uint32_t vertexCount = 0;
  std::uint32_t firstIndex = 0;  ///< Into VertexData::indices.
  std::uint32_t indexCount = 0;  ///< A multiple of 3.
  bool skinned = false;          ///< False: rigid on its node (weight 1 to that node's palette entry).
  bool hasTangents = false;      ///< From the file, or made for a normal map; otherwise the arrays hold fill values.
  bool hasUv0 = false;
  bool hasUv1 = false;
  bool hasColor = false;
  std::uint32_t maxInfluences = 1;        ///< Maximum over the part's vertices.
  MorphSetIndex morphSet;                 ///< Invalid when the part has no targets.
  std::vector<MorphTarget> morphTargets;  ///< As many as the set has weights.
  /// The point (control point) of the mesh in the file that each vertex belongs to; empty if the format has no order of
  /// points, or if not requested by the import.
  std::vector<std::uint32_t> points;
  std::uint32_t pointCount = 0;  ///< Points of the mesh in the file; 0 where `points` is empty.
  /// By point: the share of dual quaternion skinning, 0 to 1, the remainder linear; empty: all linear.
  std::vector<float> dualQuaternionShares;
  glm::dmat4 fromMesh{1.0};  ///< From the mesh's own space and unit in the file to the bind pose in pack space.
  PointSetIndex pointSet;    ///< Valid if points move the mesh in some clip. Not in snapshots.
};

/// The vertices of all parts, structure of arrays, in the bind pose in pack space. `tangents`, `uv0`, `uv1` and
/// `colors` are empty when no part has them, else as long as `positions`.
struct VertexData {
  std::vector<glm::vec3> positions;  ///< Metres.
  std::vector<glm::vec3> normals;    ///< Unit length.
  std::vector<glm::vec4> tangents;   ///< xyz unit, w = ±1 as in glTF. Fill value (1,0,0,1).
  std::vector<glm::vec2> uv0;        ///< glTF convention: (0,0) is the upper left corner of the image.
  std::vector<glm::vec2> uv1;
  std::vector<glm::vec4> colors;  ///< Linear RGBA. Fill value 1.
  /// Influences of vertex v: influences[influenceBegin[v] … influenceBegin[v+1]), at least one, largest weight first,
  /// no palette entry twice.
  std::vector<std::uint32_t> influenceBegin;  ///< vertexCount + 1 entries (may be empty without vertices).
  std::vector<Influence> influences;
  /// Triangles, counter-clockwise seen from the front; over all vertices, each part within its own.
  std::vector<std::uint32_t> indices;
};

enum class Interpolation : std::uint8_t { Step, Linear, CubicSpline };
enum class TrackTarget : std::uint8_t { Translation, Rotation, Scale, MorphWeights };
/// Whether a track's keys are all equal; caches the comparison.
enum class Stillness : std::uint8_t { Unknown, Still, Moving };

/// The keys of one property of one node (or of the weights of one morph set).
struct Track {
  TrackTarget target = TrackTarget::Translation;
  Interpolation interpolation = Interpolation::Linear;
  NodeIndex node;                            ///< For Translation, Rotation, Scale.
  MorphSetIndex morphSet;                    ///< For MorphWeights.
  std::uint32_t timeline = 0;                ///< Into Clip::timelines. Tracks with equal key times share one.
  Stillness stillness = Stillness::Unknown;  ///< Set by noteStillness(); never stored in a file.
  /// Key values: translation 3, rotation 4 (x, y, z, w; unit; neighbours in the same hemisphere unless cubic), scale 3,
  /// weights = targets of the set. Linear and Step: one value per key. CubicSpline: in-tangent, value, out-tangent per
  /// key; tangents per second, as in glTF.
  std::vector<float> values;

  std::size_t componentCount(std::size_t morphTargetCount) const {
    return target == TrackTarget::Rotation ? 4 : target == TrackTarget::MorphWeights ? morphTargetCount : 3;
  }
};

/// The motion of a point set in a clip, instead of skinning and morph targets.
struct PointTrack {
  PointSetIndex set;
  std::shared_ptr<const PointCache> cache;
  std::vector<double> times;  ///< Seconds of the source clip of each sample, ascending. Linear between samples.
  glm::dmat4 toPack{1.0};     ///< From the cache's space to the bind pose in pack space.
  std::shared_ptr<const PointMotion> motion = nullptr;  ///< Instead of a cache and its times.
};

/// The longest parameter of an event, in bytes of UTF-8.
inline constexpr std::size_t kMaxParameterBytes = 65536;

/// An event from the source file or the user, in seconds of the source clip.
struct ClipEvent {
  std::string name;
  double timeSeconds = 0.0;
  std::string parameter;

  friend bool operator==(const ClipEvent&, const ClipEvent&) = default;
};

/// The rate of clips without one from the file or the user.
inline constexpr double kDefaultRateHz = 30.0;

/// An animation as stored in the file. Its time runs from `startSeconds` to `startSeconds + lengthSeconds` on the axis
/// of the key times; "seconds of the source clip" in recipes and for users are on that axis too. A track is constant
/// before its first and after its last key.
struct Clip {
  std::string name;        ///< Unique in the model; generated if the file has none.
  std::string sourceName;  ///< As in the file; may be empty or repeated.
  double startSeconds = 0.0;
  double lengthSeconds = 0.0;                  ///< >= 0; finite.
  double sourceRateHz = 0.0;                   ///< >= 0; 0: the format has none (then kDefaultRateHz).
  std::optional<bool> loopHint;                ///< Looping according to the file's metadata, if present.
  std::vector<std::vector<double>> timelines;  ///< Strictly ascending seconds, finite, never empty.
  std::vector<Track> tracks;                   ///< At most one per node and target.
  std::vector<ClipEvent> events;
  std::vector<PointTrack> pointTracks;  ///< At most one for a point set. Not in snapshots.
  std::uint32_t motionFile =
      0;  ///< 0: of the model's own file; n: of the n-th motion, caches after motions. Not in snapshots.
  bool isRecorded = false;  ///< Poses that already include constraints, which are not applied again. Not in snapshots.
};

/// Axis-aligned box; empty while min > max.
struct Box {
  glm::vec3 min{std::numeric_limits<float>::max()};
  glm::vec3 max{std::numeric_limits<float>::lowest()};

  bool isEmpty() const { return min.x > max.x; }
  void add(const glm::vec3& p) {
    min = glm::min(min, p);
    max = glm::max(max, p);
  }
  void add(const Box& b) {
    min = glm::min(min, b.min);
    max = glm::max(max, b.max);
  }
  friend bool operator==(const Box&, const Box&) = default;
};

/// An imported model in pack space: right-handed, +Y up, metres, facing +Z. Immutable once built; the reference of
/// every bake. Every number in it is finite and every index in range (see checkModel).
struct Model {
  std::string format;         ///< "glTF 2.0", "FBX", "COLLADA", "MD5", "BVH", …
  std::string generator;      ///< The program that wrote the file, according to the file; may be empty.
  double unitMetres = 1.0;    ///< The applied metres per unit of the file (includes the user's `scale`).
  std::string upAxis = "+Y";  ///< The applied up axis of the file: "+Y", "-Z", …

  std::vector<Node> nodes;            ///< Parents before children.
  std::vector<PaletteEntry> palette;  ///< In the order of their nodes.
  std::uint32_t boneCount = 0;        ///< Nodes that a skin of the file names as joints.
  std::vector<MeshPart> parts;
  std::vector<MorphSet> morphSets;
  std::vector<PointSet> pointSets;  ///< Not in snapshots.
  std::vector<Piece> pieces;        ///< In the order of their nodes. Not in snapshots.
  VertexData vertices;
  std::vector<Material> materials;
  std::vector<Image> images;
  std::vector<Clip> clips;
  std::vector<Issue> issues;  ///< Issues found during import.
  Box bindBounds;             ///< Bounds of the bind pose.

  std::size_t vertexCount() const { return vertices.positions.size(); }
  std::size_t triangleCount() const { return vertices.indices.size() / 3; }
};

/// Checks every invariant named above: indices, counts, finiteness, order. Returns the first violation as a sentence,
/// or nothing. Used by the snapshot reader, because snapshots are untrusted, and by tests.
std::optional<Message> checkModel(const Model& model);

}  // namespace texeleton::model
