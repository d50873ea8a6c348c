#include "core/vat/encoding.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/similar_names.h"
#include "core/vat/baked_animation.h"
#include "core/vat/basis.h"
#include "core/vat/offset_code.h"
#include "core/vat/texel_buffer.h"
#include "core/vat/texture_layout.h"
#include "core/vat/vat_words.h"

namespace texeleton::vat {

namespace {

constexpr double kTinySquared = 1e-30;
/// Tolerance of differing lengths and of shear of a matrix's axes, relative to their length: a millimetre over ten
/// metres.
constexpr double kEven = 1e-4;
constexpr std::uint32_t kCodesOfSign = kHalfCodes / 2;
constexpr std::uint32_t kSmallestNormalHalf = 0x0400;

// matrix3x4

BonePose decodeMatrix(const glm::vec4* texels, const glm::dvec3& /*pivot*/) {
  BonePose pose;
  for (int r = 0; r < 3; ++r) {
    pose.matrix.row[r] = glm::dvec4(texels[r]);
  }
  return pose;
}

void encodeMatrix(const BoneMatrix& matrix, const glm::dvec3& /*pivot*/, glm::vec4* texels) {
  for (int r = 0; r < 3; ++r) {
    texels[r] = glm::vec4(matrix.row[r]);
  }
}

BonePose blendMatrices(const BonePose& a, const BonePose& b, double f) {
  BonePose pose = a;
  for (int r = 0; r < 3; ++r) {
    pose.matrix.row[r] = a.matrix.row[r] * (1.0 - f) + b.matrix.row[r] * f;
  }
  return pose;
}

// Rotation, displacement and scale in two texels: (x, y, z, w), (displacement, scale).

glm::dvec4 unitOrNone(const glm::dvec4& q) {
  const double squared = glm::dot(q, q);
  return squared > kTinySquared ? q / std::sqrt(squared) : glm::dvec4(0.0, 0.0, 0.0, 1.0);
}

/// The rotation of a matrix with orthonormal rows (Shepperd's method).
glm::dvec4 rotationOf(const glm::dvec3 (&m)[3]) {
  const double trace = m[0].x + m[1].y + m[2].z;
  glm::dvec4 q;
  if (trace > 0.0) {
    q = {m[2].y - m[1].z, m[0].z - m[2].x, m[1].x - m[0].y, 1.0 + trace};
  } else if (m[0].x >= m[1].y && m[0].x >= m[2].z) {
    q = {1.0 + m[0].x - m[1].y - m[2].z, m[0].y + m[1].x, m[0].z + m[2].x, m[2].y - m[1].z};
  } else if (m[1].y >= m[2].z) {
    q = {m[0].y + m[1].x, 1.0 + m[1].y - m[0].x - m[2].z, m[1].z + m[2].y, m[0].z - m[2].x};
  } else {
    q = {m[0].z + m[2].x, m[1].z + m[2].y, 1.0 + m[2].z - m[0].x - m[1].y, m[1].x - m[0].y};
  }
  q = unitOrNone(q);
  return q.w < 0.0 ? -q : q;
}

BonePose turnOf(const BoneMatrix& matrix, const glm::dvec3& pivot) {
  BonePose pose;
  pose.isMatrix = false;
  pose.pivot = pivot;
  glm::dvec3 m[3];
  for (int r = 0; r < 3; ++r) {
    m[r] = glm::dvec3(matrix.row[r]);
    pose.displacement[r] = glm::dot(m[r], pivot) + matrix.row[r].w - pivot[r];
  }
  // The mean of the axes' lengths: the root of the determinant would lose small scales to underflow.
  const double length = (glm::length(m[0]) + glm::length(m[1]) + glm::length(m[2])) / 3.0;
  pose.scale = length;
  if (length > 0.0) {
    for (glm::dvec3& row : m) {
      row /= length;
    }
    if (glm::dot(m[0], glm::cross(m[1], m[2])) < 0.0) {
      pose.scale = -length;
      for (glm::dvec3& row : m) {
        row = -row;
      }
    }
    pose.rotation = rotationOf(m);
  }
  return pose;
}

BonePose decodeTurn(const glm::vec4* texels, const glm::dvec3& pivot) {
  BonePose pose;
  pose.isMatrix = false;
  pose.rotation = glm::dvec4(texels[0]);
  pose.displacement = glm::dvec3(texels[1]);
  pose.scale = static_cast<double>(texels[1].w);
  pose.pivot = pivot;
  return pose;
}

void encodeTurn(const BoneMatrix& matrix, const glm::dvec3& pivot, glm::vec4* texels) {
  const BonePose pose = turnOf(matrix, pivot);
  texels[0] = glm::vec4(pose.rotation);
  texels[1] = glm::vec4(glm::vec3(pose.displacement), static_cast<float>(pose.scale));
}

/// Rotations along the shorter arc (linearly, then normalised), displacement and scale linearly.
BonePose blendTurns(const BonePose& a, const BonePose& b, double f) {
  if (a.isMatrix) {
    return blendMatrices(a, b, f);
  }
  BonePose pose = a;
  const double to = glm::dot(a.rotation, b.rotation) < 0.0 ? -f : f;
  pose.rotation = unitOrNone(a.rotation * (1.0 - f) + b.rotation * to);
  pose.displacement = glm::mix(a.displacement, b.displacement, f);
  pose.scale = glm::mix(a.scale, b.scale, f);
  return pose;
}

// positionNormal

ElementPose decodePositionNormal(const glm::vec4* texels, const glm::vec4* /*constants*/) {
  return {glm::dvec3(texels[0]), glm::dvec3(texels[1])};
}

void encodePositionNormal(const glm::vec3& position, const glm::vec3& normal, const glm::vec4* /*constants*/,
                          glm::vec4* texels) {
  texels[0] = glm::vec4(position, 1.0f);
  texels[1] = glm::vec4(normal, 1.0f);
}

// offset16: (x, y, z, normal), each a code. Constants: the smallest corner, then the extent of the range.

float floatOfCode(std::uint32_t code) { return halfToFloat(halfOfCode(code)); }

ElementPose decodeOffset16(const glm::vec4* texels, const glm::vec4* constants) {
  ElementPose pose;
  for (int i = 0; i < 3; ++i) {
    const double share = codeOfHalf(floatToHalf(texels[0][i])) / kOffsetSteps;
    pose.position[i] = static_cast<double>(constants[0][i]) + share * static_cast<double>(constants[1][i]);
  }
  pose.normal = normalOfCode(codeOfHalf(floatToHalf(texels[0].w)));
  return pose;
}

void encodeOffset16(const glm::vec3& position, const glm::vec3& normal, const glm::vec4* constants, glm::vec4* texels) {
  for (int i = 0; i < 3; ++i) {
    texels[0][i] = floatOfCode(codeOfOffset(position[i], constants[0][i], constants[1][i]));
  }
  texels[0].w = floatOfCode(codeOfNormal(normal));
}

constexpr Encoding kEncodings[] = {
    {.name = "matrix3x4",
     .number = 0,
     .texelsPerElement = kTexelsPerBone,
     .summary = "the three rows of the bone's 3x4 skin matrix",
     .decodeBone = decodeMatrix,
     .encodeBone = encodeMatrix,
     .blendBones = blendMatrices},
    {.name = "quaternion",
     .number = 1,
     .texelsPerElement = 2,
     .summary = said("rotation, then displacement of the bone's pivot and scale; blended along the arc"),
     .hasConstants = true,
     .shader = "quaternion",
     .decodeBone = decodeTurn,
     .encodeBone = encodeTurn,
     .blendBones = blendTurns},
    {.name = "positionNormal",
     .number = 2,
     .mode = BakeMode::Vertex,
     .texelsPerElement = kTexelsPerVertex,
     .summary = "position, then normal",
     .decodeElement = decodePositionNormal,
     .encodeElement = encodePositionNormal},
    {.name = "offset16",
     .number = 3,
     .mode = BakeMode::Vertex,
     .texelsPerElement = 1,
     .summary = said("position within the pack's range in steps of 1/61,439 and an octahedral normal, in one texel"),
     .hasConstants = true,
     .allowsFloat = false,
     .shader = "offset16",
     .decodeElement = decodeOffset16,
     .encodeElement = encodeOffset16},
    {.name = "basis",
     .number = 4,
     .mode = BakeMode::Vertex,
     .summary = said("a sum of up to 64 shapes of the whole mesh, with a weight of each in every frame: bytes hardly "
                     "grow with the frames"),
     .hasConstants = true,
     .hasShapes = true,
     .allowsFloat = false,
     .shader = "basis"},
};

std::string namesOf(BakeMode mode) {
  std::string names;
  for (const Encoding& encoding : kEncodings) {
    if (encoding.mode == mode) {
      names += (names.empty() ? "" : ", ") + std::string(encoding.name);
    }
  }
  return names;
}

glm::vec4 texelOf(const BakedAnimation& a, std::uint32_t frame, std::uint32_t t) {
  const TexelAddress at = texelAddress(a.layout, frame, t);
  return a.texels.texel(at.x, at.y);
}

}  // namespace

std::span<const Encoding> encodings() { return kEncodings; }

const Encoding& encodingOf(BakeMode mode) { return *std::ranges::find(kEncodings, mode, &Encoding::mode); }

const Encoding& encodingOf(const BakedAnimation& animation) {
  return animation.encoding != nullptr ? *animation.encoding : encodingOf(animation.mode);
}

const Encoding* findEncoding(const std::string& name) {
  const auto* const found = std::ranges::find(kEncodings, name, &Encoding::name);
  return found == std::end(kEncodings) ? nullptr : found;
}

Result<const Encoding*> encodingFor(BakeMode mode, const std::string& name, PixelFormat pixelFormat) {
  if (name.empty()) {
    return &encodingOf(mode);
  }
  const Encoding* const encoding = findEncoding(name);
  if (encoding == nullptr) {
    std::vector<std::string> names;
    for (const Encoding& known : kEncodings) {
      names.emplace_back(known.name);
    }
    return fail(ErrorCode::InvalidArgument,
                message("there is no encoding \"%1\"%2; there are %3 in bone mode and %4 in vertex mode", name,
                        didYouMean(name, names), namesOf(BakeMode::Bone), namesOf(BakeMode::Vertex)));
  }
  if (encoding->mode != mode) {
    return fail(ErrorCode::InvalidArgument,
                message("the encoding %1 is one of %2 mode; in %3 mode there are %4", encoding->name,
                        wordOf(encoding->mode), wordOf(mode), namesOf(mode)));
  }
  if (pixelFormat == PixelFormat::Rgba32F && !encoding->allowsFloat) {
    return fail(ErrorCode::InvalidArgument, message("the encoding %1 is made for half floats: use %2", encoding->name,
                                                    Remedy{RemedyKind::HalfTexels}));
  }
  return encoding;
}

bool isSimilarity(const BoneMatrix& matrix) {
  glm::dvec3 axis[3];
  for (int c = 0; c < 3; ++c) {
    axis[c] = {matrix.row[0][c], matrix.row[1][c], matrix.row[2][c]};
  }
  const double largest = std::max({glm::length(axis[0]), glm::length(axis[1]), glm::length(axis[2])});
  if (largest == 0.0) {
    return true;
  }
  for (int c = 0; c < 3; ++c) {
    if (!(largest - glm::length(axis[c]) <= kEven * largest) ||
        !(std::abs(glm::dot(axis[c], axis[(c + 1) % 3])) <= kEven * largest * largest)) {
      return false;
    }
  }
  return true;
}

BoneMatrix rowsOf(const BonePose& pose) {
  if (pose.isMatrix) {
    return pose.matrix;
  }
  const glm::dvec4 rotation = unitOrNone(pose.rotation);
  const auto [x, y, z, w] = std::array{rotation.x, rotation.y, rotation.z, rotation.w};
  const glm::dvec3 turn[3] = {{1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)},
                              {2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)},
                              {2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)}};
  BoneMatrix rows;
  for (int r = 0; r < 3; ++r) {
    const glm::dvec3 row = pose.scale * turn[r];
    rows.row[r] = glm::dvec4(row, pose.pivot[r] + pose.displacement[r] - glm::dot(row, pose.pivot));
  }
  return rows;
}

BonePose poseOf(const Encoding& encoding, const BoneMatrix& matrix, const glm::dvec3& pivot, bool isMatrix) {
  if (isMatrix || !encoding.hasConstants) {
    BonePose pose;
    pose.matrix = matrix;
    return pose;
  }
  return turnOf(matrix, pivot);
}

// Constants of a bone, in its texels of the constants' frame: (pivot, 0), or for a bone kept as a matrix (pivot, 1), (n
// mod 1024, n div 1024, 0, 0): texel n after those of the elements is the matrix's third row.

glm::dvec3 storedPivot(const BakedAnimation& a, std::uint32_t bone) {
  return encodingOf(a).hasConstants ? glm::dvec3(texelOf(a, a.layout.frameCount, elementTexel(a.layout, bone, 0)))
                                    : glm::dvec3(0.0);
}

bool isStoredAsMatrix(const BakedAnimation& a, std::uint32_t bone) {
  return !encodingOf(a).hasConstants || texelOf(a, a.layout.frameCount, elementTexel(a.layout, bone, 0)).w != 0.0f;
}

BonePose storedBone(const BakedAnimation& a, std::uint32_t frame, std::uint32_t bone) {
  const Encoding& encoding = encodingOf(a);
  const std::uint32_t first = elementTexel(a.layout, bone, 0);
  glm::vec4 texels[3];
  for (std::uint32_t k = 0; k < encoding.texelsPerElement; ++k) {
    texels[k] = texelOf(a, frame, first + k);
  }
  if (!encoding.hasConstants) {
    return encoding.decodeBone(texels, glm::dvec3(0.0));
  }
  const glm::vec4 constants = texelOf(a, a.layout.frameCount, first);
  if (constants.w != 0.0f) {
    const glm::vec4 place = texelOf(a, a.layout.frameCount, first + 1);
    const std::uint32_t n = static_cast<std::uint32_t>(place.x) + 1024 * static_cast<std::uint32_t>(place.y);
    const std::uint32_t third = elementTexel(a.layout, a.layout.elementCount, 0) + n;
    if (third < a.layout.texelsPerFrame) {
      texels[2] = texelOf(a, frame, third);
    }
    return decodeMatrix(texels, glm::dvec3(0.0));
  }
  return encoding.decodeBone(texels, glm::dvec3(constants));
}

ElementPose storedElement(const BakedAnimation& a, std::uint32_t frame, std::uint32_t element) {
  const Encoding& encoding = encodingOf(a);
  if (encoding.hasShapes) {
    return storedSum(a, frame, element);
  }
  const std::uint32_t first = elementTexel(a.layout, element, 0);
  glm::vec4 texels[2];
  for (std::uint32_t k = 0; k < encoding.texelsPerElement; ++k) {
    texels[k] = texelOf(a, frame, first + k);
  }
  glm::vec4 constants[2] = {glm::vec4(0.0f), glm::vec4(0.0f)};
  for (std::uint32_t k = 0; encoding.hasConstants && k < 2; ++k) {
    constants[k] = texelOf(a, a.layout.frameCount, k);
  }
  return encoding.decodeElement(texels, constants);
}

std::uint16_t halfOfCode(std::uint32_t code) {
  return static_cast<std::uint16_t>(code < kCodesOfSign ? 0x8000u | (kSmallestNormalHalf + (kCodesOfSign - 1 - code))
                                                        : kSmallestNormalHalf + (code - kCodesOfSign));
}

std::uint32_t codeOfHalf(std::uint16_t half) {
  const std::uint32_t magnitude = half & 0x7fffu;
  const std::uint32_t step =
      magnitude < kSmallestNormalHalf ? 0 : std::min(magnitude - kSmallestNormalHalf, kCodesOfSign - 1);
  return (half & 0x8000u) != 0 ? kCodesOfSign - 1 - step : kCodesOfSign + step;
}

}  // namespace texeleton::vat
