#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <string>

#include "core/base/result.h"
#include "core/vat/texture_settings.h"

namespace texeleton::vat {

struct BakedAnimation;

/// The first three rows of an affine matrix.
struct BoneMatrix {
  glm::dvec4 row[3] = {{1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}};
};

/// The skin transform of a bone, in the form in which its encoding blends it: a matrix, or
/// p → pivot + displacement + scale · (rotation · (p − pivot)).
struct BonePose {
  bool isMatrix = true;
  BoneMatrix matrix;                        ///< Form 1: a matrix; the other members are form 2.
  glm::dvec4 rotation{0.0, 0.0, 0.0, 1.0};  ///< x, y, z, w; as stored, of length 1 once blended.
  glm::dvec3 displacement{0.0};
  double scale = 1.0;  ///< Negative if the pose mirrors.
  glm::dvec3 pivot{0.0};
};

/// Position and normal of an element of vertex mode; the normal is not of length 1 after blending.
struct ElementPose {
  glm::dvec3 position{0.0};
  glm::dvec3 normal{0.0};
};

/// The meaning of the texels of an element (docs/decisions/0023). Vector kernels:
/// core/bake/encoding/encoding_kernels.h.
struct Encoding {
  const char* name = "";     ///< In the manifest.
  std::uint32_t number = 0;  ///< In binary files (.texbin of the raw export); never changes.
  BakeMode mode = BakeMode::Bone;
  std::uint32_t texelsPerElement = 0;
  const char* summary = "";  ///< Displayed, one line.
  /// Whether the texture holds one more frame after the last, with constant data: pivots or ranges.
  bool hasConstants = false;
  /// Vertex mode: an element has no texels in a frame, but is a sum of constant shapes, with the frame's weights
  /// (core/vat/basis.h). Such an encoding has constants, and neither decodeElement nor encodeElement.
  bool hasShapes = false;
  bool allowsFloat = true;  ///< Whether rgba32f is available.
  const char* shader = "";  ///< Part of the names of the viewport's shaders that decode it; empty: the mode's first.

  /// Bone mode. The pose stored in the texels of a bone; `pivot` is the constants' first texel.
  BonePose (*decodeBone)(const glm::vec4* texels, const glm::dvec3& pivot) = nullptr;
  /// The texels of a skin matrix without shear and with one scale.
  void (*encodeBone)(const BoneMatrix& matrix, const glm::dvec3& pivot, glm::vec4* texels) = nullptr;
  /// The pose at share `f` of the way from `a` to `b`; both of one form.
  BonePose (*blendBones)(const BonePose& a, const BonePose& b, double f) = nullptr;

  /// Vertex mode. `constants`: the first two texels of the constants' frame.
  ElementPose (*decodeElement)(const glm::vec4* texels, const glm::vec4* constants) = nullptr;
  void (*encodeElement)(const glm::vec3& position, const glm::vec3& normal, const glm::vec4* constants,
                        glm::vec4* texels) = nullptr;
};

/// All encodings; the first of each mode is the default.
std::span<const Encoding> encodings();

/// The first of a mode.
const Encoding& encodingOf(BakeMode mode);
const Encoding& encodingOf(const BakedAnimation& animation);

/// Null if there is none of this name.
const Encoding* findEncoding(const std::string& name);

/// The encoding of this name, or the mode's first if it is empty. Errors: InvalidArgument (unknown name, one of the
/// other mode, an unavailable pixel format; lists the available ones).
Result<const Encoding*> encodingFor(BakeMode mode, const std::string& name, PixelFormat pixelFormat);

/// Whether a matrix is a rotation, a uniform scale (possibly negative) and a translation, which every encoding of bone
/// mode can store.
bool isSimilarity(const BoneMatrix& matrix);

/// The matrix of a pose.
BoneMatrix rowsOf(const BonePose& pose);
/// A skin matrix in the form in which `encoding` blends it, unrounded.
BonePose poseOf(const Encoding& encoding, const BoneMatrix& matrix, const glm::dvec3& pivot, bool isMatrix);

// The one scalar decoder of stored texels. Tests compare fast paths (measuring, verifying) with it.

/// The pose of a bone in a frame of the texture.
BonePose storedBone(const BakedAnimation& animation, std::uint32_t frame, std::uint32_t bone);
/// Position and normal of an element in a frame.
ElementPose storedElement(const BakedAnimation& animation, std::uint32_t frame, std::uint32_t element);
/// The pivot of a bone; zero if the encoding has none.
glm::dvec3 storedPivot(const BakedAnimation& animation, std::uint32_t bone);
/// Whether this bone is kept as a matrix although others are not.
bool isStoredAsMatrix(const BakedAnimation& animation, std::uint32_t bone);

/// Numbers 0 … 61,439 as half floats that are neither subnormal nor infinite, so that a texture of half floats can
/// store integers of nearly 16 bits: in ascending order −65,504 … −2⁻¹⁴, 2⁻¹⁴ … 65,504.
inline constexpr std::uint32_t kHalfCodes = 61440;
std::uint16_t halfOfCode(std::uint32_t code);
std::uint32_t codeOfHalf(std::uint16_t half);

}  // namespace texeleton::vat
