#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/import/import_options.h"
#include "core/model/model.h"

namespace texeleton::importing {

inline constexpr std::size_t kMostEvents = 100'000;

/// Influence of a joint of a SourceSkin on a vertex. The weight is as in the file (any sum, finite or not).
struct SourceInfluence {
  std::uint32_t joint = 0;  ///< Index into SourceSkin::joints.
  float weight = 0.0f;
};

struct SourceMorphTarget {
  std::string name;
  std::vector<glm::vec3> positionDeltas;  ///< One per vertex.
  std::vector<glm::vec3> normalDeltas;    ///< One per vertex, or empty.
};

/// Vertices and triangles with one material, in the mesh's own space and the file's units.
struct SourcePrimitive {
  std::optional<std::size_t> material;
  std::vector<glm::vec3> positions;
  std::vector<glm::vec3> normals;   ///< Empty: will be made (see SourceScene::flatNormals).
  std::vector<glm::vec4> tangents;  ///< Empty if the file has none; likewise the next three.
  std::vector<glm::vec2> uv0;       ///< Origin upper left (glTF); readers of other formats flip V.
  std::vector<glm::vec2> uv1;
  std::vector<glm::vec4> colors;
  std::vector<std::uint32_t> influenceBegin;  ///< Empty: no skin weights; else vertexCount + 1 entries.
  std::vector<SourceInfluence> influences;
  std::vector<SourceMorphTarget> morphTargets;
  /// By vertex: its point among the file's `pointCount` points of the mesh. Empty if the format has no point order, or
  /// without ImportOptions::points.
  std::vector<std::uint32_t> points;
  std::uint32_t pointCount = 0;
  std::vector<float> dualQuaternionShares;  ///< See model::MeshPart.
  std::vector<std::uint32_t> indices;       ///< Triangles; may be out of range, the assembler checks.
};

struct SourceMesh {
  std::string name;
  std::vector<SourcePrimitive> primitives;
  std::vector<float> morphWeights;  ///< Rest weights, one per target; shorter means 0.
};

struct SourceSkin {
  std::string name;
  std::vector<std::size_t> joints;       ///< Nodes.
  std::vector<glm::dmat4> inverseBinds;  ///< One per joint; mesh space to joint space.
  /// Set if the format has a bind pose: the placement B = bind world(joint)·inverseBind, equal for all joints.
  std::optional<glm::dmat4> bindPlacement;
  /// Vertices without weights follow the node of the mesh, as the format specifies; false: the nearest joint.
  bool looseFollowNode = false;
};

struct SourceNode {
  std::string name;
  std::optional<std::size_t> parent;
  transform::Transform rest;
  std::optional<glm::dmat4> restMatrix;  ///< Replaces `rest` if the file has a matrix.
  bool hidden = false;                   ///< The file hides the node's meshes, by this node or an ancestor.
};

/// A mesh attached to a node, skinned or rigid.
struct SourceInstance {
  std::size_t mesh = 0;
  std::size_t node = 0;
  std::optional<std::size_t> skin;
  std::vector<float> morphWeights;  ///< Overrides the mesh's, if the format allows it (glTF nodes).
};

/// Keys of one property. Times and values are as in the file; the assembler checks, sorts, deduplicates and normalizes
/// them.
struct SourceTrack {
  model::TrackTarget target = model::TrackTarget::Translation;
  model::Interpolation interpolation = model::Interpolation::Linear;
  std::size_t node = 0;             ///< For MorphWeights: the node that instances the mesh.
  std::optional<std::size_t> mesh;  ///< For MorphWeights of only one of the node's meshes.
  std::vector<double> times;        ///< Seconds.
  std::vector<float> values;        ///< As in Track::values.
};

struct SourceClip {
  std::string name;
  /// The clip's range in the file; missing values come from the keys. A start without an end (glTF: 0) moves to the
  /// first key if keys lie before it; a complete range is kept.
  std::optional<double> startSeconds;
  std::optional<double> endSeconds;
  double rateHz = 0.0;  ///< 0: the format has none. May be non-finite; the assembler checks.
  std::vector<SourceTrack> tracks;
  std::vector<model::ClipEvent> events;
  std::optional<bool> loopHint;
};

/// A parser's result: the file's content in its own units, axes and order. Parsers only translate; indices may be out
/// of range and numbers may have any value until `assembleModel` checks them.
struct SourceScene {
  std::string format;
  std::string generator;
  double unitMetres = 1.0;    ///< Metres per file unit, after conversions by the parser.
  std::string upAxis = "+Y";  ///< As in the file, for display.
  /// Rotation (and mirroring), without scale, from the scene as parsed to the axes of pack space; multiplies the roots
  /// from the left. The user's `up` replaces it, so parsers undo their own rotations.
  glm::dmat3 axes{1.0};
  /// Missing normals: true: flat, with split vertices, as glTF requires; false: smooth over equal positions.
  bool flatNormals = false;
  /// Merges equal vertices of a primitive (for formats with three vertices per triangle).
  bool weld = false;

  std::vector<SourceNode> nodes;  ///< Any order; cycles are refused by the assembler.
  std::vector<SourceMesh> meshes;
  std::vector<SourceSkin> skins;
  std::vector<SourceInstance> instances;
  std::vector<model::Material> materials;
  std::vector<model::Image> images;
  std::vector<SourceClip> clips;
};

/// Builds the model: checks every index and number, makes names unique, converts to pack space, folds each skin's
/// placement B into its vertices, builds one palette for all meshes, welds, computes normals, normalizes weights, and
/// cuts clips to their range. `options` override the scene's scale and up axis and may include meshes of hidden nodes.
/// Findings go to `job` and Model::issues. Errors: BadFile (names mesh, node or clip), Limit.
Result<model::Model> assembleModel(SourceScene scene, const ImportOptions& options, JobContext& job);

}  // namespace texeleton::importing
