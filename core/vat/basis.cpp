#include "core/vat/basis.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/parallel.h"
#include "core/vat/baked_animation.h"
#include "core/vat/encoding.h"
#include "core/vat/shape_bounds.h"
#include "core/vat/texel_buffer.h"
#include "core/vat/texture_layout.h"

namespace texeleton::vat {

namespace {

constexpr std::int32_t kBasisMiddleCode = 30720;                      ///< Code of an offset of zero.
constexpr std::int32_t kShapeSteps = 30719;                           ///< On each side of zero.
constexpr std::int32_t kShapeNormalSteps = 19;                        ///< On each side, for each of three digits.
constexpr std::int32_t kShapeNormalBase = 2 * kShapeNormalSteps + 1;  ///< Its cube is at most the number of codes.
constexpr float kSumRounding = 0x1p-20f;  ///< Relative to the sum of all magnitudes: generous for sums of 65.
constexpr double kWeightSteps = kHalfCodes - 1;

float floatOfShapeCode(std::int32_t code) { return halfToFloat(halfOfCode(static_cast<std::uint32_t>(code))); }
std::int32_t shapeCodeOf(float value) { return static_cast<std::int32_t>(codeOfHalf(floatToHalf(value))); }

std::int32_t stepsOf(float value, float reach, std::int32_t steps) {
  if (!(reach > 0.0f)) {
    return 0;
  }
  const double share = static_cast<double>(value) / static_cast<double>(reach);
  return static_cast<std::int32_t>(std::floor(std::clamp(share, -1.0, 1.0) * steps + 0.5));
}

glm::vec4 shapeConstant(const BakedAnimation& a, std::uint32_t t) {
  const TexelAddress at = texelAddress(a.layout, a.layout.frameCount, t);
  return a.texels.texel(at.x, at.y);
}

ShapeRange rangeOf(const BakedAnimation& a, std::uint32_t shape) {
  const glm::vec4 texel = shapeConstant(a, 2 + shape);
  return {texel.x, texel.y, texel.z, texel.w};
}

double weightOf(float half, const ShapeRange& range) {
  return static_cast<double>(range.lowest) + shapeCodeOf(half) / kWeightSteps * static_cast<double>(range.extent);
}

double storedWeight(const TexelBuffer& texels, const TextureLayout& layout, std::uint32_t frame, std::uint32_t shape,
                    const ShapeRange& range) {
  const std::uint32_t first = layout.texelsPerFrame - weightTexels(layout.shapeCount);
  const TexelAddress at = texelAddress(layout, frame, first + shape / 4);
  return weightOf(texels.texel(at.x, at.y)[static_cast<int>(shape % 4)], range);
}

/// An element of the base shape: a texel of "offset16".
ElementPose baseOf(const BakedAnimation& a, std::uint32_t element) {
  const glm::vec4 texel = shapeConstant(a, shapeTexel(a.layout.shapeCount, element, 0));
  const glm::vec4 range[2] = {shapeConstant(a, 0), shapeConstant(a, 1)};
  return findEncoding("offset16")->decodeElement(&texel, range);
}

}  // namespace

glm::vec4 encodeShapeOffset(const glm::vec3& position, const glm::vec3& normal, const ShapeRange& range) {
  glm::vec4 texel;
  std::int32_t code = 0;
  std::int32_t place = 1;
  for (int i = 0; i < 3; ++i) {
    texel[i] = floatOfShapeCode(kBasisMiddleCode + stepsOf(position[i], range.reach, kShapeSteps));
    code += place * (kShapeNormalSteps + stepsOf(normal[i], range.normalReach, kShapeNormalSteps));
    place *= kShapeNormalBase;
  }
  texel.w = floatOfShapeCode(code);
  return texel;
}

ElementPose decodeShapeOffset(const glm::vec4& texel, const ShapeRange& range) {
  ElementPose offset;
  for (int i = 0; i < 3; ++i) {
    const std::int32_t steps = std::max(shapeCodeOf(texel[i]) - kBasisMiddleCode, -kShapeSteps);
    offset.position[i] = static_cast<double>(steps) / kShapeSteps * static_cast<double>(range.reach);
  }
  const std::int32_t code = shapeCodeOf(texel.w);
  const std::int32_t digits[3] = {code % kShapeNormalBase, code / kShapeNormalBase % kShapeNormalBase,
                                  code / (kShapeNormalBase * kShapeNormalBase)};
  for (int i = 0; i < 3; ++i) {
    offset.normal[i] =
        static_cast<double>(digits[i] - kShapeNormalSteps) / kShapeNormalSteps * static_cast<double>(range.normalReach);
  }
  return offset;
}

float encodeWeight(float weight, const ShapeRange& range) {
  if (!(range.extent > 0.0f)) {
    return floatOfShapeCode(0);
  }
  const double share =
      (static_cast<double>(weight) - static_cast<double>(range.lowest)) / static_cast<double>(range.extent);
  return floatOfShapeCode(static_cast<std::int32_t>(std::floor(std::clamp(share, 0.0, 1.0) * kWeightSteps + 0.5)));
}

void storedWeights(const BakedAnimation& a, std::uint32_t frame, std::span<float> out) {
  for (std::uint32_t k = 0; k < a.layout.shapeCount; ++k) {
    out[k] = static_cast<float>(storedWeight(a.texels, a.layout, frame, k, rangeOf(a, k)));
  }
}

ElementPose storedSum(const BakedAnimation& a, std::uint32_t frame, std::uint32_t element) {
  ElementPose sum = baseOf(a, element);
  for (std::uint32_t k = 0; k < a.layout.shapeCount; ++k) {
    const ShapeRange range = rangeOf(a, k);
    const double weight = storedWeight(a.texels, a.layout, frame, k, range);
    const ElementPose offset =
        decodeShapeOffset(shapeConstant(a, shapeTexel(a.layout.shapeCount, element, k + 1)), range);
    sum.position += weight * offset.position;
    sum.normal += weight * offset.normal;
  }
  return sum;
}

StoredShapes::StoredShapes(const BakedAnimation& a)
    : m_shapeCount(a.layout.shapeCount), m_elementCount(a.layout.elementCount) {
  const glm::vec4 low = shapeConstant(a, 0);
  const glm::vec4 extent = shapeConstant(a, 1);
  float reach = 0.0f;
  for (int i = 0; i < 3; ++i) {
    reach = std::max({reach, std::abs(low[i]), std::abs(low[i] + extent[i])});
  }
  for (std::uint32_t k = 0; k < m_shapeCount; ++k) {
    m_ranges.push_back(rangeOf(a, k));
    const ShapeRange& range = m_ranges.back();
    reach += range.reach * std::max(std::abs(range.lowest), std::abs(range.lowest + range.extent));
  }
  m_rounding = reach * kSumRounding;
  const std::uint32_t blocks = (m_elementCount + kLanes - 1) / kLanes;
  m_values.resize(std::size_t{blocks} * (m_shapeCount + 1) * kComponents * kLanes);
  for (std::uint32_t i = 0; i < blocks * kLanes; ++i) {
    const std::uint32_t element = std::min(i, m_elementCount - 1);
    float* const to = m_values.data() + (of(i) - m_values.data());
    for (std::uint32_t k = 0; k <= m_shapeCount; ++k) {
      const ElementPose pose =
          k == 0 ? baseOf(a, element)
                 : decodeShapeOffset(shapeConstant(a, shapeTexel(m_shapeCount, element, k)), m_ranges[k - 1]);
      for (std::uint32_t c = 0; c < kComponents; ++c) {
        const double value = c < 3 ? pose.position[static_cast<int>(c)] : pose.normal[static_cast<int>(c) - 3];
        to[std::size_t{k * kComponents + c} * kLanes] = static_cast<float>(value);
      }
    }
  }
  std::vector<std::uint32_t> places;
  for (std::uint32_t element = 0; element < m_elementCount; ++element) {
    if (element == 0 || !isInPlaceOfThePreceding(element)) {
      places.push_back(element);
    }
  }
  places.resize((places.size() + kLanes - 1) / kLanes * kLanes, places.back());
  m_places.resize(places.size() * 3 * (m_shapeCount + 1));
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t k = 0; k <= m_shapeCount; ++k) {
      for (std::size_t c = 0; c < 3; ++c) {
        m_places[((m_shapeCount + 1) * (i / kLanes) + k) * kShapeNumbers + c * kLanes + i % kLanes] =
            of(places[i])[(k * kComponents + c) * kLanes];
      }
    }
  }
}

bool StoredShapes::isInPlaceOfThePreceding(std::uint32_t element) const {
  const float* const a = of(element - 1);
  const float* const b = of(element);
  for (std::size_t k = 0; k <= m_shapeCount; ++k) {
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t at = (k * kComponents + c) * kLanes;
      if (a[at] != b[at]) {
        return false;
      }
    }
  }
  return true;
}

void StoredShapes::weights(const TexelBuffer& texels, const TextureLayout& layout, std::uint32_t frame,
                           std::span<float> out) const {
  for (std::uint32_t k = 0; k < m_shapeCount; ++k) {
    out[k] = static_cast<float>(storedWeight(texels, layout, frame, k, m_ranges[k]));
  }
}

glm::vec3 StoredShapes::position(std::uint32_t element, std::span<const float> weights) const {
  const float* const values = of(element);
  glm::vec3 sum;
  for (std::uint32_t c = 0; c < 3; ++c) {
    float value = values[std::size_t{c} * kLanes];
    for (std::uint32_t k = 0; k < m_shapeCount; ++k) {
      value += weights[k] * values[std::size_t{(k + 1) * kComponents + c} * kLanes];
    }
    sum[static_cast<int>(c)] = value;
  }
  return sum;
}

void StoredShapes::bound(std::span<const float> weights, std::uint32_t frames, model::Box& box) const {
  boundSums(m_places, m_shapeCount, weights.first(std::size_t{frames} * m_shapeCount), box);
}

Result<DecodedShapes> decodeShapes(const BakedAnimation& animation, std::uint32_t maxSize, const JobContext& job) {
  const TextureLayout& from = animation.layout;
  const Encoding& encoding = encodingOf(BakeMode::Vertex);
  const std::uint32_t extraTexels = from.texelsPerFrame - weightTexels(from.shapeCount);
  auto layout = layOutTexture(encoding, from.elementCount, extraTexels, from.frameCount, SizeRule::Exact, maxSize);
  TRY(layout);
  if (from.tableFrames != 0) {
    TRY(addTableRows(encoding, from.tableFrames, SizeRule::Exact, maxSize, *layout));
  }
  DecodedShapes decoded{*layout, TexelBuffer(PixelFormat::Rgba32F, layout->width, layout->height)};
  const StoredShapes shapes(animation);
  const auto decodeFrame = [&](std::uint32_t frame) {
    const auto put = [&](std::uint32_t texel, const glm::vec4& value) {
      const TexelAddress at = texelAddress(decoded.layout, frame, texel);
      decoded.texels.setTexel(at.x, at.y, value);
    };
    std::vector<float> weights(from.shapeCount);
    shapes.weights(animation.texels, from, frame, weights);
    std::array<float, StoredShapes::kComponents * StoredShapes::kLanes> sums{};
    for (std::uint32_t first = 0; first < from.elementCount; first += StoredShapes::kLanes) {
      const float* values = shapes.of(first);
      std::copy_n(values, sums.size(), sums.begin());
      for (const float weight : weights) {
        values += sums.size();
        for (std::size_t i = 0; i < sums.size(); ++i) {
          sums[i] += weight * values[i];
        }
      }
      for (std::uint32_t lane = 0; lane < std::min(StoredShapes::kLanes, from.elementCount - first); ++lane) {
        const auto sum = [&](std::size_t component) {
          const float* const of = sums.data() + component * StoredShapes::kLanes + lane;
          return glm::vec4(of[0], of[StoredShapes::kLanes], of[2 * StoredShapes::kLanes], 1.0f);
        };
        put(elementTexel(decoded.layout, first + lane, 0), sum(0));
        put(elementTexel(decoded.layout, first + lane, 1), sum(3));
      }
    }
    for (std::uint32_t i = 0; i < extraTexels; ++i) {
      const TexelAddress at = texelAddress(from, frame, i);
      put(socketTexel(decoded.layout, 0, i), animation.texels.texel(at.x, at.y));
    }
  };
  const bool isWhole = parallelFor(from.frameCount, 1, 0, job, [&](std::size_t begin, std::size_t end) {
    for (std::size_t frame = begin; frame < end; ++frame) {
      decodeFrame(static_cast<std::uint32_t>(frame));
    }
  });
  if (!isWhole) {
    return fail(ErrorCode::Cancelled, "cancelled");
  }
  const auto copyTable = [&](std::uint32_t entry) {
    const auto addressIn = [entry](const Encoding& of, const TextureLayout& in) {
      return TexelAddress{entry % in.width, static_cast<std::uint32_t>(tableRow(of, in)) + entry / in.width};
    };
    const TexelAddress at = addressIn(encodingOf(animation), from);
    const TexelAddress to = addressIn(encoding, decoded.layout);
    decoded.texels.setTexel(to.x, to.y, animation.texels.texel(at.x, at.y));
  };
  for (std::uint32_t entry = 0; entry < from.tableFrames; ++entry) {
    copyTable(entry);
  }
  return decoded;
}

}  // namespace texeleton::vat
