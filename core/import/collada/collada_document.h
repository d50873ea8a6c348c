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

// Reads the parts that Assimp's COLLADA reader gets wrong: nodes with their ids and SIDs, joints of skins, and
// animations. Assimp reads the meshes and materials, and builds the tree of nodes, from a text with unique ids.

namespace texeleton::importing::collada {

struct Transform {
  enum class Kind : std::uint8_t { LookAt, Matrix, Rotate, Scale, Skew, Translate };
  Kind kind = Kind::Matrix;
  std::string sid;
  std::vector<double> values;  ///< As many as the kind has; missing ones are 0. Matrices by rows, angles in degrees.
};

/// The use of a controller in a node.
struct ControllerInstance {
  std::string controller;
  std::vector<std::string> skeletons;  ///< Ids of the nodes below which joints are searched.
};

/// A <node>, or a <visual_scene>, which Assimp converts to a node.
struct Node {
  std::string id, sid, name;
  bool isJoint = false;
  std::optional<std::size_t> parent;
  std::size_t end = 0;  ///< End of the range that contains the node and those below it.
  std::size_t depth = 0;
  std::vector<Transform> transforms;
  std::vector<ControllerInstance> controllers;
  std::vector<std::string> instances;  ///< Ids of the nodes that are instanced as children.
};

struct JointArray {
  std::vector<std::string> names;
  bool isIds = false;   ///< An IDREF_array; else SIDs.
  bool isUsed = false;  ///< By a skin; others belong to morph targets.
};

enum class Interpolation : std::uint8_t { Linear, Bezier, Hermite, Step, Other };

/// An accessor of an animation source.
struct Source {
  std::string array;
  std::size_t count = 0;
  std::size_t offset = 0;
  std::size_t stride = 1;
};

struct Sampler {
  std::map<std::string, std::string> sources;  ///< By semantic.
  bool isExtrapolated = false;                 ///< Continues before or after its keys.
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

/// The content of a document. Numbers are as in the file; indices are into the vectors here.
struct Document {
  std::vector<Node> nodes;
  std::unordered_map<std::string, std::size_t> nodeOf;  ///< By id; the first node of each.
  std::unordered_set<std::string> otherIds;             ///< Other targets of animations.
  std::vector<JointArray> jointArrays;
  std::unordered_map<std::string, std::size_t> jointsOf;         ///< Joint array of each controller with a skin.
  std::unordered_map<std::string, std::vector<double>> numbers;  ///< Arrays of animations, by id.
  std::unordered_map<std::string, std::vector<Interpolation>> interpolations;
  std::unordered_map<std::string, Source> sources;
  std::unordered_map<std::string, Sampler> samplers;
  std::vector<Animation> animations;
  std::vector<Channel> channels;
  std::vector<AnimationClip> clips;
};

/// Reads XML from normalisedXml(), after the checks of its structure. Errors: BadFile (an invalid number, a cycle of
/// nodes), Limit (too many nodes through instances).
Result<Document> readDocument(std::string_view xml);

/// The text for Assimp: nodes are renamed "n0", "n1", … in document order, joints in arrays "a0j0", … by array and
/// place in it; animations are removed, and all skins have a bind shape matrix.
std::string withPlainNames(std::string_view xml, const Document& document);

/// The node of such a name; nothing for other names.
std::optional<std::size_t> nodeNamed(std::string_view plainName, const Document& document);

struct JointName {
  std::size_t array = 0;
  std::size_t place = 0;
};
std::optional<JointName> jointNamed(std::string_view plainName, const Document& document);

/// The displayed name of a node: its id, SID or name, whichever is found first.
std::string shownName(const Document& document, std::size_t node);

/// The nodes of the joints of a controller instance, one for each name of its joint array: an SID below a skeleton's
/// root (the one nearest to the root), else the joint, else the node, that has the name as its SID, id or name
/// anywhere. In an IDREF_array ids come first.
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
