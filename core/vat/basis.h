#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/vat/texel_buffer.h"
#include "core/vat/texture_layout.h"

namespace texeleton::vat {

struct BakedAnimation;
struct ElementPose;

// The encoding "basis" (core/pack/FORMAT.md): an element in a frame is its place in the base shape plus the sum of its
// offsets in the shapes, each times the frame's weight of that shape. Shapes are stored once after the frames, weights
// in the frames; blending frames is blending their weights, because the sum is linear in them.

/// Maximum number of shapes of a pack.
inline constexpr std::uint32_t kMaxShapes = 64;

/// Texels of a frame that hold its weights, four each.
constexpr std::uint32_t weightTexels(std::uint32_t shapeCount) { return (shapeCount + 3) / 4; }

/// Texels after the frames: the base shape's range, the shapes' ranges, then for each element its base and its shapes.
constexpr std::uint64_t shapeTexels(std::uint32_t elementCount, std::uint32_t shapeCount) {
  return 2 + std::uint64_t{shapeCount} + std::uint64_t{elementCount} * (std::uint64_t{shapeCount} + 1);
}

/// Texel of an element after the frames: `k` 0 is its base, `k` > 0 its offsets in shape k − 1.
constexpr std::uint32_t shapeTexel(std::uint32_t shapeCount, std::uint32_t element, std::uint32_t k) {
  return 2 + shapeCount + element * (shapeCount + 1) + k;
}

/// The ranges of a shape's texels and weights, as stored in the texture.
struct ShapeRange {
  float lowest = 0.0f;       ///< Weight of code 0.
  float extent = 0.0f;       ///< Weight of code 61,439 is `lowest` + `extent`.
  float reach = 0.0f;        ///< Largest offset of a position along an axis, metres.
  float normalReach = 0.0f;  ///< Largest offset of a normal along an axis.
};

/// An offset as the halves of a texel: positions in steps of reach/30,719 per axis, normals in steps of normalReach/19;
/// 0 is exact.
glm::vec4 encodeShapeOffset(const glm::vec3& position, const glm::vec3& normal, const ShapeRange& range);
ElementPose decodeShapeOffset(const glm::vec4& texel, const ShapeRange& range);
/// A weight as a half; clamped to the range.
float encodeWeight(float weight, const ShapeRange& range);

/// The weights of a frame; as many as there are shapes.
void storedWeights(const BakedAnimation& animation, std::uint32_t frame, std::span<float> out);

/// Position and normal of an element in a frame, read from the texels: the scalar decoder.
ElementPose storedSum(const BakedAnimation& animation, std::uint32_t frame, std::uint32_t element);

/// The shapes of a bake as floats, for decoding many elements.
class StoredShapes {
 public:
  static constexpr std::uint32_t kLanes = 8;       ///< Elements side by side.
  static constexpr std::uint32_t kComponents = 6;  ///< Position, normal.

  StoredShapes() = default;
  explicit StoredShapes(const BakedAnimation& animation);

  std::uint32_t shapeCount() const { return m_shapeCount; }
  std::uint32_t elementCount() const { return m_elementCount; }

  /// The weights of a frame; as many as there are shapes.
  void weights(const TexelBuffer& texels, const TextureLayout& layout, std::uint32_t frame, std::span<float> out) const;

  /// First number of an element: component c of shape k (0: the base) is at [(6k + c)·8].
  const float* of(std::uint32_t element) const {
    return m_values.data() + std::size_t{element / kLanes} * (m_shapeCount + 1) * kComponents * kLanes +
           element % kLanes;
  }
  /// The position of an element with the weights of a frame, metres.
  glm::vec3 position(std::uint32_t element, std::span<const float> weights) const;
  /// Adds the positions of all elements in `frames` frames to `box`; `weights`: one frame after the other.
  void bound(std::span<const float> weights, std::uint32_t frames, model::Box& box) const;
  /// An upper bound, in metres, of the effect of the order of float additions on a position.
  float rounding() const { return m_rounding; }

 private:
  bool isInPlaceOfThePreceding(std::uint32_t element) const;

  std::uint32_t m_shapeCount = 0;
  std::uint32_t m_elementCount = 0;
  float m_rounding = 0.0f;
  std::vector<ShapeRange> m_ranges;
  std::vector<float> m_values;  ///< Eight elements side by side; padded with the last.
  std::vector<float> m_places;  ///< Positions for boundSums(), without repeated places of neighbours.
};

/// An animation texture in the encoding "positionNormal".
struct DecodedShapes {
  TextureLayout layout;
  TexelBuffer texels;  ///< Floats.
};

/// Decodes all elements in all stored frames, so that a GPU reads two texels instead of a sum of shapes. Blending these
/// texels is blending the weights, because the sum is linear in them. Sockets and frame table are copied. Errors: Limit
/// (a side larger than `maxSize`), Cancelled.
Result<DecodedShapes> decodeShapes(const BakedAnimation& animation, std::uint32_t maxSize, const JobContext& job);

}  // namespace texeleton::vat
