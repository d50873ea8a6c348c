#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"

// What Assimp's COLLADA reader gets wrong is read here: nodes with their ids and SIDs, joints of skins, and animations.
// Assimp reads the meshes and materials, and makes the tree of nodes, from a text in which ids cannot clash.

namespace texeleton::importing::collada {

/// A transformation element of a node.
struct Transform {
  enum class Kind : std::uint8_t { LookAt, Matrix, Rotate, Scale, Skew, Translate };
  Kind kind = Kind::Matrix;
  std::string sid;
  std::vector<double> values;  ///< As many as the kind has; missing ones are 0. Matrices by rows, angles in degrees.
};

/// The use of a controller in a node.
struct ControllerInstance {
  std::string controller;
  std::vector<std::string> skeletons;  ///< Ids of the nodes below which joints are looked for.
};

/// A <node>, or a <visual_scene> as the node that Assimp makes of it.
struct Node {
  std::string id, sid, name;
  bool isJoint = false;
  std::optional<std::size_t> parent;
  std::size_t end = 0;  ///< The nodes from this one to here are the node and those below it.
  std::size_t depth = 0;
  std::vector<Transform> transforms;
  std::vector<ControllerInstance> controllers;
  std::vector<std::string> instances;  ///< Ids of the nodes that are instanced as children.
};

/// The names of a skin's joints.
struct JointArray {
  std::vector<std::string> names;
  bool isIds = false;   ///< An IDREF_array; else SIDs.
  bool isUsed = false;  ///< By a skin; others are of morph targets.
};

enum class Interpolation : std::uint8_t { Linear, Bezier, Hermite, Step, Other };

/// An accessor of a source of an animation.
struct Source {
  std::string array;
  std::size_t count = 0;
  std::size_t offset = 0;
  std::size_t stride = 1;
};

struct Sampler {
  std::map<std::string, std::string> sources;  ///< By semantic.
  bool isExtrapolated = false;                 ///< Goes on before or after its keys.
};

struct Animation {
  std::string id, name;
  std::optional<std::size_t> parent;
};

struct Channel {
  std::string sampler;
  std::string target;
  std::size_t animation = 0;
};

struct AnimationClip {
  std::string name;
  std::optional<double> start, end;
  std::vector<std::string> animations;  ///< Ids.
};

/// Numbers in it are as the file has them; indices are into the vectors beside them.
struct Document {
  std::vector<Node> nodes;                                       ///< In the order of their tags.
  std::unordered_map<std::string, std::size_t> nodeOf;           ///< By id; the first of each.
  std::unordered_set<std::string> otherIds;                      ///< Of what animations may move beside nodes.
  std::vector<JointArray> jointArrays;                           ///< In the order of their tags.
  std::unordered_map<std::string, std::size_t> jointsOf;         ///< Joint array of each controller with a skin.
  std::unordered_map<std::string, std::vector<double>> numbers;  ///< Arrays of animations, by id.
  std::unordered_map<std::string, std::vector<Interpolation>> interpolations;
  std::unordered_map<std::string, Source> sources;
  std::unordered_map<std::string, Sampler> samplers;
  std::vector<Animation> animations;
  std::vector<Channel> channels;
  std::vector<AnimationClip> clips;
};

/// Reads XML as normalisedXml() gives it, after the checks of its structure. Errors: BadFile (a number that is none, a
/// cycle of nodes), Limit (nodes that become too many where they are instanced).
Result<Document> readDocument(std::string_view xml);

/// The text for Assimp: nodes are called "n0", "n1", … by their places in the document, joints in arrays "a0j0", … by
/// array and place in it, animations are left out, and skins have a bind shape matrix.
std::string withPlainNames(std::string_view xml, const Document& document);

/// The node behind such a name; nothing for others.
std::optional<std::size_t> nodeNamed(std::string_view plainName, const Document& document);

struct JointName {
  std::size_t array = 0;
  std::size_t place = 0;
};
std::optional<JointName> jointNamed(std::string_view plainName, const Document& document);

/// What users see as the name of a node: its id, SID or name, the first that there is.
std::string shownName(const Document& document, std::size_t node);

/// The nodes of the joints of a controller instance, one for each name of its joint array: an SID below a skeleton's
/// root (the one nearest to the root), else the joint, else the node, that has the name as its SID, id or name
/// anywhere. Ids come first in an IDREF_array.
class JointFinder {
 public:
  explicit JointFinder(const Document& document);
  std::vector<std::optional<std::size_t>> find(const ControllerInstance& instance, const JointArray& array) const;

 private:
  using Nodes = std::vector<std::size_t>;  ///< Ascending.

  std::optional<std::size_t> below(const std::string& sid, std::size_t root) const;
  std::optional<std::size_t> anywhere(const std::string& name, bool joints, bool idFirst) const;

  const Document& m_document;
  std::unordered_map<std::string, Nodes> m_bySid, m_byId, m_byName;
};

}  // namespace texeleton::importing::collada
