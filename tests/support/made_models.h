#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/model/model.h"

/// Small models made in memory, for tests that need a Model and no file. All pass checkModel.
namespace texeleton::test {

/// A strip 2 m tall and 0.2 m wide in the plane z = 0, facing +Z: 9 rows of two vertices (x = −0.1, then +0.1; y from 0
/// to 2), 16 triangles, one material, uv0.
/// Nodes: 0 "Root" at the origin; 1 "Tip", its child, 1 m up; 2 "weapon_r", child of Tip, 1 m further up and turned 90°
/// about Y, without palette entry. Palette: Root, Tip. Weight of Tip: 0 up to y = 0.5, 1 from y = 1.5, linear between.
/// Clips: 0 "Bend": 1 s, Tip turns about Z by 0°, 90°, 0° at 0, 0.5, 1 s (linear); event "footstep_l" at 0.25 s.
///        1 "Slide": from 0.5 s to 1.5 s, Root moves from the origin to (2, 0, 0) (linear; keys at 0.5 and 1.5 s);
///           24 Hz.
///        2 "Pose": no length, one key: Tip turned 45° about Z.
model::Model twoBoneStrip();

/// A cube of side 1 m (24 vertices, 12 triangles, flat normals), rigid on node 1 "Wheel", whose rest is 0.5 m above
/// node 0 "Cart". Palette: Wheel with the inverse of its rest world.
/// Clip 0 "Roll": 2 s. Cart moves from x = 0 to x = 4 (linear); Wheel turns about X by 0°, 90°, 180°, 270° at 0, 0.5,
/// 1, 1.5 s (step), and its scale goes from 1 to (1, 2, 1) by a cubic spline with zero tangents.
model::Model animatedRigidNode();

/// A square of side 2 m in the plane z = 0 (4 vertices, 2 triangles), rigid on node 0 "Face", with two morph targets:
/// 0 "up" moves the two upper vertices by (0, 1, 0); 1 "out" moves all by (0, 0, 1) with normal deltas (1, 0, 0). Rest
/// weights 0.25 and 0. Clip 0 "Pulse": 1 s, weights (0,0), (1,0), (0,1) at 0, 0.5, 1 s (linear).
model::Model morphingMesh();

/// Input of makeCharacter. The same spec gives the same model, everywhere.
struct CharacterSpec {
  std::uint32_t seed = 1;
  std::size_t joints = 24;
  std::size_t vertices = 300;     ///< Rounded up to a multiple of 3; each three are a triangle.
  std::size_t maxInfluences = 4;  ///< Vertices have 1 … this many.
  std::size_t clips = 2;
  std::size_t keysPerTrack = 12;
  bool sharedTimelines = true;     ///< All tracks of a clip on one key grid; else every track has its own.
  bool allInterpolations = false;  ///< Step and cubic-spline tracks beside linear ones; else linear only.
  bool scales = false;             ///< Non-uniform scale, also animated, and one mirrored joint.
};

/// A tree of joints in a box of about 2 m, with one skinned part bound in its rest pose. Clip i is named "Clip i" and
/// runs from 0 to 1 + i/2 seconds; every joint has a rotation track, the first a translation track too.
model::Model makeCharacter(const CharacterSpec& spec);

/// Adds a track for `node` over `times`, and its timeline if the clip has no equal one.
model::Track& addTrack(model::Clip& clip, model::TrackTarget target, model::Interpolation interpolation, NodeIndex node,
                       std::vector<double> times, std::vector<float> values);

}  // namespace texeleton::test
