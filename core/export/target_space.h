#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include "core/base/result.h"
#include "core/vat/baked_animation.h"

namespace texeleton::exporting {

/// The space of an engine relative to pack space (right-handed, +Y up, metres, facing +Z; triangles counter-clockwise
/// from the front; texture coordinates from the top). P is the signed permutation of the axes, u the units per metre: C
/// = u·P maps a point of the pack into the target's space, P maps a direction, and a matrix M becomes C·M·C⁻¹.
struct TargetSpace {
  /// Axis i of the target is sign[i] · axis from[i] of the pack.
  std::array<std::uint8_t, 3> from{0, 1, 2};
  std::array<std::int8_t, 3> sign{1, 1, 1};
  double unitsPerMetre = 1.0;

  /// Exchanges the last two corners of each triangle. Mirroring the axes alone leaves triangles (a, b, c) whose (b −
  /// a)×(c − a) points against the normal; engines differ in which side is the front.
  bool reversesTriangles = false;

  /// Texture coordinates count from the bottom: v becomes 1 − v.
  bool vFromBottom = false;

  /// Whether the handedness differs from the pack's (det P < 0).
  bool mirrors() const;

  glm::dvec3 point(const glm::dvec3& p) const;
  glm::dvec3 direction(const glm::dvec3& d) const;
  /// Lengths along the axes, such as the scale of a socket frame.
  glm::dvec3 lengths(const glm::dvec3& l) const;
  /// P·R·P⁻¹.
  glm::dquat rotation(const glm::dquat& r) const;
  /// Turns the direction, and negates w if the space mirrors, so that bitangent = w·cross(normal, tangent) stays the
  /// same direction on the surface. The green channel of normal maps is not considered.
  glm::vec4 tangent(const glm::vec4& t) const;
  model::Box box(const model::Box& b) const;
  /// Converts the position, and the angle about the target's own up axis (the image of +Y), with the usual sign: with
  /// x, y following z in the cycle of the axes, +x turns towards +y.
  vat::RootSample rootSample(const vat::RootSample& s) const;
  /// The rows of an affine matrix, translation in w.
  std::array<glm::dvec4, 3> matrix(const std::array<glm::dvec4, 3>& rows) const;

  friend bool operator==(const TargetSpace&, const TargetSpace&) = default;
};

/// Unity: left-handed, +Y up, metres, facing +Z. X is negated, as glTF importers do. The front of a triangle is
/// clockwise, (b − a)×(c − a) points along the normal; texture coordinates count from the bottom.
inline constexpr TargetSpace kUnitySpace{{0, 1, 2}, {-1, 1, 1}, 1.0, true, true};

/// Unreal: left-handed, +Z up, centimetres. Y and Z are exchanged, so a character faces +Y. The front of a triangle has
/// (c − a)×(b − a) along the normal, which holds without reversing it.
inline constexpr TargetSpace kUnrealSpace{{0, 2, 1}, {1, 1, 1}, 100.0, false, false};

/// A pack in the target's space: positions, normals, tangents, triangles, texture coordinates, texels of bones,
/// vertices and sockets, socket frames, bounds, root motion, the step of the palette. FORMAT.md's rules decode to the
/// converted values. Two details: a socket's `direction` is the converted direction, which in its own frame is +Z of
/// the pack's axes (Unreal: +Y); and if the frame is sheared, Gram–Schmidt keeps that same axis. Unused texels, figures
/// in millimetres and `sizeMetres` stay. A pack without texels is converted without them.
///
/// Half floats stay exact in spaces in metres. Other units round them a second time; pass Rgba32F as `pixelFormat` to
/// avoid that. Errors: InvalidArgument (Rgba16F requested for a pack of floats), Limit (a value beyond the half range).
Result<vat::BakedAnimation> inSpace(const vat::BakedAnimation& animation, const TargetSpace& space,
                                    vat::PixelFormat pixelFormat);
Result<vat::BakedAnimation> inSpace(const vat::BakedAnimation& animation, const TargetSpace& space);

}  // namespace texeleton::exporting
