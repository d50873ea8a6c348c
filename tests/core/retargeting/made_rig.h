#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <numbers>
#include <string>
#include <vector>

/// A figure of 22 bones with a motion, defined by formulas in pack space, and files of it as various exporters might
/// write them. The positions of bones and vertices follow from the formulas alone, in float64.
namespace texeleton::test {

inline glm::dquat turnAbout(const glm::dvec3& axis, double degrees) {
  return glm::angleAxis(degrees / 180.0 * std::numbers::pi, glm::normalize(axis));
}

/// A figure: the positions of its joints in the bind pose, in pack space, metres, on the ground and facing +Z.
struct Rig {
  std::vector<std::string> names;
  std::vector<int> parents;  ///< -1 for the root.
  std::vector<glm::dvec3> joints;
  std::vector<bool> weighs;  ///< Whether the bone moves three vertices of the mesh.
};

/// A figure of `height` metres. `legs`: length of its legs relative to the usual one; `armsDegrees`: how far its arms
/// point down (0: horizontally to the sides).
Rig makeRig(double height = 1.8, double legs = 1.0, double armsDegrees = 0.0);

/// One pose of a bone: rotated from the bind pose by `turn`, the joint at `place`.
struct RigPose {
  std::vector<glm::dquat> turns;
  std::vector<glm::dvec3> places;
};

inline constexpr int kRigKeys = 21;
inline constexpr double kRigRateHz = 30.0;

/// The pose at key `key` of the figure's motion: the bind pose at 0, then every bone turns and the hips travel.
/// `leanDegrees`: the whole body leans forward by this angle from the first key on.
RigPose rigPose(const Rig& rig, int key, double leanDegrees = 0.0);

/// Three vertices around the joint of each weighted bone, in the bind pose.
std::vector<glm::dvec3> rigVertices(const Rig& rig);
/// The same in a pose.
std::vector<glm::dvec3> rigVertices(const Rig& rig, const RigPose& pose);

/// How a file stores the figure.
struct RigExport {
  bool fbx = false;
  glm::dquat turn{1.0, 0.0, 0.0, 0.0};  ///< Rotation of the armature about its place.
  glm::dvec3 place{0.0};                ///< Position of the armature, metres.
  double scale = 1.0;                   ///< Scale of the armature; its bones are smaller by the same factor.
  bool zUp = false;                     ///< The armature's own axes; in FBX the file's.
  std::uint32_t axesSeed = 0;           ///< 0: bones have the axes of pack space; else random axes.
  int posedAtKey = -1;                  ///< If >= 0, exported while posed: the nodes stand as at this key.
  bool mesh = true;
  bool clip = true;
  double leanDegrees = 0.0;

  glm::dvec3 placed(const glm::dvec3& p) const { return turn * p + place; }
};

/// The content of a .glb or of an ASCII .fbx.
std::string rigFile(const Rig& rig, const RigExport& how);

}  // namespace texeleton::test
