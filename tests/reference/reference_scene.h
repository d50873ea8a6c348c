#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace texeleton::test {

/// A second, naive evaluation of a model file in float64 that shares no code with core: its own readers, sampling and
/// skinning. Packs are compared with it.
struct ReferenceTrack {
  enum class Mode { Step, Linear, Cubic };
  Mode mode = Mode::Linear;
  std::vector<double> times;                ///< Seconds.
  std::vector<std::vector<double>> values;  ///< One for each key; cubic: three (in-tangent, value, out-tangent).
};

struct ReferenceNode {
  std::string name;
  int parent = -1;
  glm::dvec3 translation{0.0};
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
  glm::dvec3 scale{1.0};
  bool hasMatrix = false;
  glm::dmat4 matrix{1.0};
};

struct ReferenceInfluence {
  std::size_t joint = 0;  ///< Into ReferencePart::joints.
  double weight = 0.0;
};

struct ReferenceMorph {
  std::vector<glm::dvec3> deltas;
};

/// The triangles, or polygons, of one primitive of one instance in the node tree.
struct ReferencePart {
  std::string name;
  std::size_t number = 0;  ///< For ReferenceScene::weigh.
  std::size_t node = 0;
  std::vector<glm::dvec3> positions;
  std::vector<std::size_t> corners;                         ///< Three a triangle, or as `polygons` says.
  std::vector<std::size_t> polygons;                        ///< Corners of each polygon; empty: triangles.
  std::vector<std::vector<ReferenceInfluence>> influences;  ///< One list a vertex; empty when rigid.
  std::vector<std::size_t> joints;                          ///< Nodes.
  std::vector<glm::dmat4> offsets;                          ///< Mesh space to joint space.
  std::vector<ReferenceMorph> morphs;
  std::vector<double> morphWeights;
};

struct ReferenceClip {
  std::string name;
  std::size_t number = 0;                                                ///< For ReferenceScene::pose and weigh.
  std::map<std::pair<std::size_t, std::string>, ReferenceTrack> tracks;  ///< (node, "translation" …).
};

struct ReferenceScene {
  glm::dmat4 toPack{1.0};  ///< From the world of the file to pack space.
  std::vector<ReferenceNode> nodes;
  std::vector<ReferencePart> parts;
  std::vector<ReferenceClip> clips;

  /// If set, it evaluates nodes and morph weights instead of the tracks (FBX: curves of Euler angles, pivots).
  std::function<std::vector<glm::dmat4>(const ReferenceClip&, double seconds)> pose;
  std::function<std::vector<double>(const ReferencePart&, const ReferenceClip&, double seconds)> weigh;

  /// World matrices of all nodes at a time of a clip (seconds on the axis of its keys), in the file's world.
  std::vector<glm::dmat4> worlds(const ReferenceClip& clip, double seconds) const;

  /// Corner positions of a part in pack space. With `fourInfluences` only the four largest weights count, renormalised;
  /// `ambiguous` (one flag per vertex) then marks vertices whose fourth and fifth weight are equal.
  std::vector<glm::dvec3> corners(const ReferencePart& part, const ReferenceClip& clip, double seconds,
                                  const std::vector<glm::dmat4>& worlds, bool fourInfluences, bool morphs,
                                  std::vector<bool>* ambiguous) const;
};

/// Reads .gltf and .glb: plain JSON and buffers.
ReferenceScene readReferenceGltf(const std::filesystem::path& file);

/// Reads .fbx from its own records, by the formulas of the FBX SDK's documentation.
ReferenceScene readReferenceFbx(const std::filesystem::path& file);

/// Reads all other formats by Assimp: COLLADA, MD5, X.
ReferenceScene readReferenceAssimp(const std::filesystem::path& file);

}  // namespace texeleton::test
