#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "core/bake/baked_animation.h"
#include "core/base/result.h"

namespace texeleton::exporting {

/// The space of an engine, as seen from pack space (right-handed, +Y up, metres, facing +Z; triangles counter-clockwise
/// from the front; texture coordinates from the top). With P the signed permutation of the axes and u the units of a
/// metre, C = u·P takes a point of the pack into the target's space, P a direction, and a matrix M becomes C·M·C⁻¹.
struct TargetSpace {
  /// Axis i of the target is sign[i] · axis from[i] of the pack.
  std::array<std::uint8_t, 3> from{0, 1, 2};
  std::array<std::int8_t, 3> sign{1, 1, 1};
  double unitsPerMetre = 1.0;

  /// Each triangle gets its last two corners exchanged. Mirrored axes alone leave a triangle (a, b, c) of which
  /// (b − a)×(c − a), computed as ever, points against the normal: engines differ in which of the two is the front.
  bool reversesTriangles = false;

  /// Texture coordinates count from the bottom: v becomes 1 − v.
  bool vFromBottom = false;

  /// Whether it is of the other handedness than the pack (det P < 0).
  bool mirrors() const;

  glm::dvec3 point(const glm::dvec3& p) const;
  glm::dvec3 direction(const glm::dvec3& d) const;
  /// Lengths along the axes, as the scale of a socket frame.
  glm::dvec3 lengths(const glm::dvec3& l) const;
  /// P·R·P⁻¹.
  glm::dquat rotation(const glm::dquat& r) const;
  /// The direction turns, and w changes its sign where the space mirrors: bitangent = w·cross(normal, tangent) stays
  /// the same direction of the surface. Which way the green channel of normal maps runs is another question.
  glm::vec4 tangent(const glm::vec4& t) const;
  model::Box box(const model::Box& b) const;
  /// The position, and the angle about the target's own up axis (what +Y became), by the usual formula: with x, y
  /// following z in the cycle of the axes, +x turns towards +y.
  bake::RootSample rootSample(const bake::RootSample& s) const;
  /// The rows of an affine matrix, translation in w.
  std::array<glm::dvec4, 3> matrix(const std::array<glm::dvec4, 3>& rows) const;

  friend bool operator==(const TargetSpace&, const TargetSpace&) = default;
};

/// Unity: left-handed, +Y up, metres, facing +Z. X is negated, as importers of glTF do. The front of a triangle is
/// clockwise, (b − a)×(c − a) points along the normal; texture coordinates count from the bottom.
inline constexpr TargetSpace kUnitySpace{{0, 1, 2}, {-1, 1, 1}, 1.0, true, true};

/// Unreal: left-handed, +Z up, centimetres. Y and Z are exchanged, so a character faces +Y. The front of a triangle has
/// (c − a)×(b − a) along the normal, which is the case as it is.
inline constexpr TargetSpace kUnrealSpace{{0, 2, 1}, {1, 1, 1}, 100.0, false, false};

/// A pack in the target's space: positions, normals, tangents, triangles, texture coordinates, texels of bones,
/// vertices and sockets, socket frames, bounds, root motion, the step of the palette. What a reader by the rules of
/// FORMAT.md decodes of it is what it decodes of the pack, converted. Two things are to be read with care: a socket's
/// `direction` is the direction, converted, which in its own frame is +Z of the pack's axes (Unreal: +Y); and where the
/// frame is sheared, the axis that Gram–Schmidt keeps is that one too. Texels that belong to nothing stay as they are.
/// Figures in millimetres and `sizeMetres` stay. A pack that was read without texels is converted without.
///
/// Half floats of a space in metres stay exact. Other units round them a second time; where that is too much, hand over
/// Rgba32F as `pixelFormat`. Errors: InvalidArgument (Rgba16F asked for where the pack has floats), Limit (a value
/// beyond the half range).
Result<bake::BakedAnimation> inSpace(const bake::BakedAnimation& animation, const TargetSpace& space,
                                     bake::PixelFormat pixelFormat);
Result<bake::BakedAnimation> inSpace(const bake::BakedAnimation& animation, const TargetSpace& space);

/// The texels with their last row first, for engines that count rows from the bottom: pixel (x, y) comes to
/// (x, height − 1 − y).
bake::TexelBuffer withRowsFlipped(const bake::TexelBuffer& texels);

}  // namespace texeleton::exporting
