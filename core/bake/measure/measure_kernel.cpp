#include "core/bake/measure/measure_kernel.h"

// AVX-512 too, with eight doubles in a vector (see shape_kernels.cpp).
#if defined(__OPTIMIZE__) && (defined(__x86_64__) || defined(__i386__))
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS 0x10FF
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/bake/measure/measure_kernel.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/bake/measure/measure_bounds.h"
#include "core/vat/encoding.h"
#include "core/vat/texel_buffer.h"

// Samples lie in the lanes, so that results do not depend on the number of lanes; no fused multiply-add for the same
// reason.
HWY_BEFORE_NAMESPACE();
namespace texeleton::bake {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<double, 8>;
using V = hn::Vec<D>;

/// Smaller squared lengths have no direction: decoders fall back to the bind normal.
constexpr double kNoMeasuredNormal = 1e-20;
/// If the source is flattened beyond this, the sign of its determinant is not reliable.
constexpr double kFlatSquared = 1e-14;
/// Squared cosine of the smallest angle that is evaluated: 6e-8 radians.
constexpr double kSameDirection = 1.0 - 4e-15;

/// Three coordinates of up to kMeasureSamples samples.
template <class T>
struct Track3 {
  alignas(64) T v[3][kMeasureSamples] = {};
};
using Wide = Track3<double>;
using Narrow = Track3<float>;

HWY_INLINE V load(D d, const double* p) { return hn::LoadU(d, p); }
[[maybe_unused]] HWY_INLINE V load(D d, const float* p) {
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), p));
}

struct Vec3 {
  V x, y, z;
};
template <class T>
HWY_INLINE Vec3 load3(D d, const Track3<T>& track, std::size_t i) {
  return {load(d, track.v[0] + i), load(d, track.v[1] + i), load(d, track.v[2] + i)};
}
HWY_INLINE Vec3 broadcast(D d, const glm::dvec3& v) { return {hn::Set(d, v.x), hn::Set(d, v.y), hn::Set(d, v.z)}; }
HWY_INLINE void store3(D d, const Vec3& value, Wide& track, std::size_t i) {
  hn::StoreU(value.x, d, track.v[0] + i);
  hn::StoreU(value.y, d, track.v[1] + i);
  hn::StoreU(value.z, d, track.v[2] + i);
}
HWY_INLINE V dot(const Vec3& a, const Vec3& b) {
  return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}
HWY_INLINE Vec3 cross(const Vec3& a, const Vec3& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}
HWY_INLINE Vec3 subtract(const Vec3& a, const Vec3& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

/// The first three rows of a matrix, blended; `w` is the column of translations.
struct Rows {
  Vec3 x, y, z;
  Vec3 w;
};
HWY_INLINE Rows blend(D d, const double* table, std::span<const MeasureInfluence> influences, std::size_t i) {
  const V zero = hn::Zero(d);
  Rows r{{zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}};
  for (const MeasureInfluence& influence : influences) {
    const double* m = table + influence.matrix * kMeasureMatrix + i;
    const V weight = hn::Set(d, influence.weight);
    const auto add = [&](V& sum, std::size_t element) {
      sum = hn::Add(sum, hn::Mul(weight, hn::Load(d, m + element * kMeasureSamples)));
    };
    add(r.x.x, 0);
    add(r.x.y, 1);
    add(r.x.z, 2);
    add(r.w.x, 3);
    add(r.y.x, 4);
    add(r.y.y, 5);
    add(r.y.z, 6);
    add(r.w.y, 7);
    add(r.z.x, 8);
    add(r.z.y, 9);
    add(r.z.z, 10);
    add(r.w.z, 11);
  }
  return r;
}

HWY_INLINE Vec3 placed(const Rows& m, const Vec3& p) {
  return {hn::Add(dot(m.x, p), m.w.x), hn::Add(dot(m.y, p), m.w.y), hn::Add(dot(m.z, p), m.w.z)};
}

/// sign(det)·cofactors·n. `forSource`: zero, which is not counted, if the surface is flattened.
HWY_INLINE Vec3 turned(D d, const Rows& m, const Vec3& n, bool forSource) {
  const Vec3 c = cross(m.y, m.z);
  Vec3 result{dot(c, n), dot(cross(m.z, m.x), n), dot(cross(m.x, m.y), n)};
  const V det = dot(m.x, c);
  const V sign = hn::And(det, hn::SignBit(d));
  result = {hn::Xor(result.x, sign), hn::Xor(result.y, sign), hn::Xor(result.z, sign)};
  if (forSource) {
    const auto solid = hn::Ge(hn::Mul(det, det), hn::Mul(hn::Set(d, kFlatSquared), dot(result, result)));
    result = {hn::IfThenElseZero(solid, result.x), hn::IfThenElseZero(solid, result.y),
              hn::IfThenElseZero(solid, result.z)};
  }
  return result;
}

/// Lanes [begin, end) of the samples; `begin` a multiple of 8.
struct Lanes {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Positions (and normals) of an item of the source.
void evaluateSource(const MeasureItems& items, const MeasureItem& item, const MeasureTables& tables, bool withMorphs,
                    Lanes lanes, Wide& positions, Wide* normals) {
  const D d;
  const animation::LanePoints& first = tables.points[0];
  const bool isCached =
      item.pointSet != kNoIndex && first.places != nullptr && first.entries[item.pointSet] != kNoIndex;
  const MeasureInfluence carrier{isCached ? items.rowOfSet[item.pointSet] : 0, 1.0};
  const std::span<const MeasureInfluence> influences = isCached ? std::span(&carrier, 1) : items.of(item.influences);
  for (std::size_t i = lanes.begin; i < lanes.end; i += hn::Lanes(d)) {
    Vec3 p = broadcast(d, item.position);
    Vec3 n = broadcast(d, item.normal);
    if (isCached) {
      const animation::LanePoints& points = tables.points[i / animation::kFrameLanes];
      const std::size_t lane = i % animation::kFrameLanes;
      const animation::LanePoint& place = points.places[item.place];
      const animation::LanePoint& normal = points.normals[item.pointNormal];
      p = {load(d, place.v[0] + lane), load(d, place.v[1] + lane), load(d, place.v[2] + lane)};
      n = {load(d, normal.v[0] + lane), load(d, normal.v[1] + lane), load(d, normal.v[2] + lane)};
    }
    for (std::uint32_t k = 0; withMorphs && !isCached && k < item.morphs.count; ++k) {
      const MeasureMorph& morph = items.morphs[item.morphs.begin + k];
      const V weight = hn::Load(d, tables.morphWeights + morph.weight * kMeasureSamples + i);
      const Vec3 dp = broadcast(d, morph.position);
      const Vec3 dn = broadcast(d, morph.normal);
      p = {hn::Add(p.x, hn::Mul(weight, dp.x)), hn::Add(p.y, hn::Mul(weight, dp.y)),
           hn::Add(p.z, hn::Mul(weight, dp.z))};
      n = {hn::Add(n.x, hn::Mul(weight, dn.x)), hn::Add(n.y, hn::Mul(weight, dn.y)),
           hn::Add(n.z, hn::Mul(weight, dn.z))};
    }
    const Rows m = blend(d, tables.source, influences, i);
    store3(d, placed(m, p), positions, i);
    if (normals != nullptr) {
      store3(d, turned(d, m, n, true), *normals, i);
    }
  }
}

/// The same for a decoder of bone mode.
void evaluateDecoder(const MeasureItems& items, const MeasureItem& item, const MeasureTables& tables, Lanes lanes,
                     Wide& positions, Wide& normals) {
  const D d;
  const Vec3 p = broadcast(d, item.decodedPosition);
  const Vec3 n = broadcast(d, item.decodedNormal);
  for (std::size_t i = lanes.begin; i < lanes.end; i += hn::Lanes(d)) {
    const Rows m = blend(d, tables.texels, items.of(item.decoded), i);
    store3(d, placed(m, p), positions, i);
    store3(d, turned(d, m, n, false), normals, i);
  }
}

/// Positions without morph targets by these influences on matrices of the source.
void evaluatePlain(const MeasureItems& items, const MeasureItem& item, const double* matrices,
                   const MeasureRange& influences, Lanes lanes, Wide& positions) {
  const D d;
  const Vec3 p = broadcast(d, item.position);
  for (std::size_t i = lanes.begin; i < lanes.end; i += hn::Lanes(d)) {
    store3(d, placed(blend(d, matrices, items.of(influences), i), p), positions, i);
  }
}

#if HWY_TARGET == HWY_SCALAR
float coordinate(const std::byte* texel, int i, hwy::float16_t /*as*/) {
  std::uint16_t half = 0;
  std::memcpy(&half, texel + 2 * i, sizeof(half));
  return vat::halfToFloat(half);
}
float coordinate(const std::byte* texel, int i, float /*as*/) {
  float value = 0.0f;
  std::memcpy(&value, texel + 4 * i, sizeof(value));
  return value;
}

template <class T>
void decodeTexels(const MeasureTile& tile, std::size_t offset, Narrow& out) {
  for (std::size_t i = 0; i < tile.frameCount; ++i) {
    for (int c = 0; c < 3; ++c) {
      out.v[c][i] = coordinate(tile.frameStarts[i] + offset, c, T());
    }
  }
}
#else
using Four = hn::FixedTag<float, 4>;
HWY_INLINE hn::Vec<Four> loadTexel(Four d, const std::byte* texel, hwy::float16_t /*as*/) {
  return hn::PromoteTo(d,
                       hn::LoadU(hn::Rebind<hwy::float16_t, Four>(), reinterpret_cast<const hwy::float16_t*>(texel)));
}
HWY_INLINE hn::Vec<Four> loadTexel(Four d, const std::byte* texel, float /*as*/) {
  return hn::LoadU(d, reinterpret_cast<const float*>(texel));
}

/// Transposes one texel of each frame to tracks, four frames per step.
template <class T>
void decodeTexels(const MeasureTile& tile, std::size_t offset, Narrow& out) {
  const Four d;
  for (std::size_t i = 0; i < tile.frameCount; i += 4) {
    const auto a = loadTexel(d, tile.frameStarts[i] + offset, T());
    const auto b = loadTexel(d, tile.frameStarts[i + 1] + offset, T());
    const auto c = loadTexel(d, tile.frameStarts[i + 2] + offset, T());
    const auto e = loadTexel(d, tile.frameStarts[i + 3] + offset, T());
    const auto ab = hn::InterleaveLower(d, a, b);  // ax bx ay by
    const auto ce = hn::InterleaveLower(d, c, e);
    hn::Store(hn::ConcatLowerLower(d, ce, ab), d, out.v[0] + i);
    hn::Store(hn::ConcatUpperUpper(d, ce, ab), d, out.v[1] + i);
    hn::Store(hn::ConcatLowerLower(d, hn::InterleaveUpper(d, c, e), hn::InterleaveUpper(d, a, b)), d, out.v[2] + i);
  }
}
#endif

/// Decodes one element in each frame by its encoding.
void decodeElements(const MeasureTile& tile, std::size_t offset, Narrow& positions, Narrow& normals) {
  const vat::Encoding& encoding = *tile.items->elementEncoding;
  for (std::size_t i = 0; i < tile.frameCount; ++i) {
    glm::vec4 texel(0.0f);
    for (int c = 0; c < 4; ++c) {
      std::uint16_t half = 0;
      std::memcpy(&half, tile.frameStarts[i] + offset + 2 * static_cast<std::size_t>(c), sizeof(half));
      texel[c] = vat::halfToFloat(half);
    }
    const vat::ElementPose pose = encoding.decodeElement(&texel, tile.items->constants);
    for (int c = 0; c < 3; ++c) {
      positions.v[c][i] = static_cast<float>(pose.position[c]);
      normals.v[c][i] = static_cast<float>(pose.normal[c]);
    }
  }
}

/// The sum of an element's shapes in each frame.
void decodeShapes(const MeasureTile& tile, std::uint32_t element, Narrow& positions, Narrow& normals) {
  const vat::StoredShapes& shapes = tile.items->shapes;
  const float* values = shapes.of(element);
  const hn::CappedTag<float, 8> d;
  const std::size_t step = hn::Lanes(d);
  for (std::size_t c = 0; c < vat::StoredShapes::kComponents; ++c) {
    float* const out = c < 3 ? positions.v[c] : normals.v[c - 3];
    const float* const from = values + c * vat::StoredShapes::kLanes;
    for (std::size_t i = 0; i < tile.frameCount; i += step) {
      auto sum = hn::Set(d, from[0]);
      for (std::size_t k = 0; k < shapes.shapeCount(); ++k) {
        const float value = from[(k + 1) * vat::StoredShapes::kComponents * vat::StoredShapes::kLanes];
        sum = hn::Add(sum, hn::Mul(hn::LoadU(d, tile.shapeWeights + k * kMeasureSamples + i), hn::Set(d, value)));
      }
      hn::StoreU(sum, d, out + i);
    }
  }
}

/// Copies the frames, and blends them for the times between.
template <class T>
void blendFrames(const MeasureTile& tile, const Track3<T>& frames, Wide& out) {
  for (int c = 0; c < 3; ++c) {
    const T* const from = frames.v[c];
    double* const to = out.v[c];
    for (std::size_t i = 0; i < tile.frameCount; ++i) {
      to[i] = static_cast<double>(from[i]);
    }
    for (std::size_t i = tile.frameCount; i < tile.sampleCount; ++i) {
      const double f = tile.fraction[i];
      to[i] = static_cast<double>(from[tile.before[i]]) * (1.0 - f) + static_cast<double>(from[tile.after[i]]) * f;
    }
  }
}

/// Updates the largest squared distances. NaN counts as infinite.
HWY_NOINLINE void take(const MeasureTile& tile, const double* values, Lanes lanes, std::uint32_t vertex,
                       LargestDistance& largest) {
  for (std::size_t i = lanes.begin; i < lanes.end; ++i) {
    const double value = values[i - lanes.begin];
    const LargestDistance other{std::isnan(value) ? std::numeric_limits<double>::infinity() : value, tile.place[i],
                                vertex, i >= tile.frameCount};
    if (other.squared > 0.0 && largest.isLessThan(other)) {
      largest = other;
    }
  }
}

/// Sums of squared distances for each sample.
struct Sums {
  double* squares = nullptr;  ///< Times the number of vertices.
  double* largest = nullptr;  ///< The largest square.
};

template <class A, class B>
HWY_INLINE void comparePositions(const MeasureTile& tile, const Track3<A>& a, const Track3<B>& b, Lanes lanes,
                                 const MeasureItem& item, LargestDistance& largest, Sums sums = {}) {
  const D d;
  const std::size_t step = hn::Lanes(d);
  const V weight = hn::Set(d, item.vertexCount);
  for (std::size_t i = lanes.begin; i < lanes.end; i += step) {
    const Vec3 difference = subtract(load3(d, a, i), load3(d, b, i));
    const V squared = hn::IfThenElseZero(hn::FirstN(d, lanes.end - i), dot(difference, difference));
    if (sums.squares != nullptr) {
      hn::Store(hn::Add(hn::Load(d, sums.squares + i), hn::Mul(weight, squared)), d, sums.squares + i);
    }
    if (sums.largest != nullptr) {
      hn::Store(hn::Max(hn::Load(d, sums.largest + i), squared), d, sums.largest + i);
    }
    const auto isLess = hn::Or(hn::Lt(squared, hn::Set(d, largest.squared)), hn::Le(squared, hn::Zero(d)));
    if (!hn::AllTrue(d, isLess)) {
      alignas(64) double values[8];
      hn::Store(squared, d, values);
      take(tile, values, {i, std::min(i + step, lanes.end)}, item.vertex, largest);
    }
  }
}

/// Keeps the largest angle between directions, compared by the signed square of its cosine.
struct Widest {
  double signedSquare = kSameDirection;
  double radians = 0.0;

  HWY_NOINLINE void take(const glm::dvec3& a, const glm::dvec3& b) {
    const double along = glm::dot(a, b);
    const double lengths = glm::dot(a, a) * glm::dot(b, b);
    if (along * std::abs(along) < signedSquare * lengths) {
      signedSquare = along * std::abs(along) / lengths;
      radians = std::max(radians, std::atan2(glm::length(glm::cross(a, b)), along));
    }
  }
};

template <class A, class B>
HWY_INLINE void compareNormals(const Track3<A>& a, const Track3<B>& b, Lanes range, Widest& widest) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = range.begin; i < range.end; i += lanes) {
    const Vec3 na = load3(d, a, i);
    const Vec3 nb = load3(d, b, i);
    const V aa = dot(na, na);
    const V bb = dot(nb, nb);
    const V along = dot(na, nb);
    const V least = hn::Set(d, kNoMeasuredNormal);
    const V limit = hn::Mul(hn::Set(d, widest.signedSquare), hn::Mul(aa, bb));
    const auto wider = hn::And(hn::Lt(hn::Mul(along, hn::Abs(along)), limit),
                               hn::And(hn::Ge(hn::Min(aa, bb), least), hn::FirstN(d, range.end - i)));
    if (!hn::AllFalse(d, wider)) {
      for (std::size_t k = i; k < std::min(i + lanes, range.end); ++k) {
        const glm::dvec3 x(a.v[0][k], a.v[1][k], a.v[2][k]);
        const glm::dvec3 y(b.v[0][k], b.v[1][k], b.v[2][k]);
        if (glm::dot(x, x) >= kNoMeasuredNormal && glm::dot(y, y) >= kNoMeasuredNormal) {
          widest.take(x, y);
        }
      }
    }
  }
}

/// The buffers of one item and the largest values of one tile.
class TileMeter {
 public:
  TileMeter(const MeasureTile& tile, ClusterBounds& bounds) : m_tile(tile), m_items(*tile.items), m_bounds(bounds) {}

  TileErrors run() {
    if (!m_items.clusters.clusters.empty()) {
      measureClusters();
    }
    const Lanes all{0, m_tile.sampleCount};
    for (std::size_t i = m_items.clusters.itemEnd; i < m_items.items.size(); ++i) {
      const Sums sums{m_sums, m_largestSquares};
      if (m_tile.mode == vat::BakeMode::Bone) {
        measureBone(m_items.items[i], all, sums);
      } else {
        measureVertex(m_items.items[i], sums);
      }
    }
    return result();
  }

 private:
  /// Evaluates the items of clusters whose bounds exceed the found maxima, the largest first.
  void measureClusters() {
    ClusterBounds& bounds = m_bounds;
    boundClusters(m_tile, bounds);
    addMoments(m_tile, m_momentSums);
    bounds.order.clear();
    for (std::uint32_t c = 0; c < bounds.clusters.size(); ++c) {
      const auto& whole = bounds.clusters[c][0];
      bounds.order.emplace_back(-*std::max_element(whole.begin(), whole.end()), c);
    }
    std::sort(bounds.order.begin(), bounds.order.end());
    for (const auto& [bound, c] : bounds.order) {
      const auto& of = bounds.clusters[c];
      const auto reached = reachedSoFar();
      for (std::size_t group = 0; group * kMeasureGroup < m_tile.sampleCount; ++group) {
        if (mayReach(of, group, reached)) {
          measureGroup(m_items.clusters.clusters[c], of, group);
        }
      }
    }
  }

  void measureGroup(const MeasureCluster& cluster, const ClusterBounds::Figures& bounds, std::size_t group) {
    const std::size_t begin = group * kMeasureGroup;
    const Lanes lanes{begin, std::min(begin + kMeasureGroup, m_tile.sampleCount)};
    for (std::uint32_t i = cluster.itemBegin; i < cluster.itemEnd && mayReach(bounds, group, reachedSoFar()); ++i) {
      measureBone(m_items.items[i], lanes, {});
    }
  }

  std::array<double, kMeasureFigures> reachedSoFar() const {
    std::array<double, kMeasureFigures> reached = {std::sqrt(m_whole.squared),         std::sqrt(m_encoding.squared),
                                                   std::sqrt(m_interpolation.squared), std::sqrt(m_influences.squared),
                                                   std::sqrt(m_morphs.squared),        m_normals.radians};
    for (std::size_t f = 0; f < kMeasureFigures; ++f) {
      reached[f] = std::max(reached[f], m_tile.reached[f]);
    }
    return reached;
  }

  static bool mayReach(const ClusterBounds::Figures& bounds, std::size_t group,
                       const std::array<double, kMeasureFigures>& reached) {
    for (std::size_t f = 0; f < kMeasureFigures; ++f) {
      if (bounds[f][group] > 0.0 && !(bounds[f][group] < reached[f])) {
        return true;
      }
    }
    return false;
  }

  void measureVertex(const MeasureItem& item, Sums sums) {
    const Lanes all{0, m_tile.sampleCount};
    evaluateSource(m_items, item, m_tile.tables, true, all, m_source, &m_sourceNormals);
    if (m_items.shapes.shapeCount() != 0) {
      decodeShapes(m_tile, item.element, m_texels, m_texelNormals);
    } else if (m_items.elementEncoding != nullptr) {
      decodeElements(m_tile, item.texelOffsets[0], m_texels, m_texelNormals);
    } else if (m_tile.pixelFormat == vat::PixelFormat::Rgba16F) {
      decodeTexels<hwy::float16_t>(m_tile, item.texelOffsets[0], m_texels);
      decodeTexels<hwy::float16_t>(m_tile, item.texelOffsets[1], m_texelNormals);
    } else {
      decodeTexels<float>(m_tile, item.texelOffsets[0], m_texels);
      decodeTexels<float>(m_tile, item.texelOffsets[1], m_texelNormals);
    }
    blendFrames(m_tile, m_texels, m_decoded);
    blendFrames(m_tile, m_texelNormals, m_decodedNormals);
    comparePositions(m_tile, m_decoded, m_source, all, item, m_whole, sums);
    compareNormals(m_decodedNormals, m_sourceNormals, all, m_normals);
    comparePositions(m_tile, m_decoded, m_source, {0, m_tile.frameCount}, item, m_encoding);
    blendFrames(m_tile, m_source, m_plain);
    comparePositions(m_tile, m_plain, m_source, all, item, m_interpolation, {nullptr, m_interpolationSquares});
  }

  void measureBone(const MeasureItem& item, Lanes lanes, Sums sums) {
    const bool morphs = item.morphs.count != 0;
    evaluateSource(m_items, item, m_tile.tables, true, lanes, m_source, &m_sourceNormals);
    evaluateDecoder(m_items, item, m_tile.tables, lanes, m_decoded, m_decodedNormals);
    comparePositions(m_tile, m_decoded, m_source, lanes, item, m_whole, sums);
    compareNormals(m_decodedNormals, m_sourceNormals, lanes, m_normals);
    if (morphs) {  // The rest applies to vertices without morphs.
      evaluatePlain(m_items, item, m_tile.tables.source, item.influences, lanes, m_plain);
      comparePositions(m_tile, m_plain, m_source, lanes, item, m_morphs);
    }
    const Wide& source = morphs ? m_plain : m_source;
    if (item.drops) {
      evaluatePlain(m_items, item, m_tile.tables.source, item.decoded, lanes, m_kept);
      comparePositions(m_tile, m_kept, source, lanes, item, m_influences);
    }
    if (lanes.begin < m_tile.frameCount) {
      const Lanes frames{lanes.begin, std::min(lanes.end, m_tile.frameCount)};
      comparePositions(m_tile, m_decoded, item.drops ? m_kept : source, frames, item, m_encoding);
    }
    if (lanes.end > m_tile.frameCount) {
      evaluatePlain(m_items, item, m_tile.tables.blended, item.influences, lanes, m_kept);
      comparePositions(m_tile, m_kept, source, lanes, item, m_interpolation,
                       {nullptr, sums.largest != nullptr ? m_interpolationSquares : nullptr});
    }
  }

  TileErrors result() const {
    TileErrors errors;
    errors.largest = m_whole;
    for (std::size_t i = 0; i < m_tile.sampleCount; ++i) {
      if (m_tile.isSummed[i]) {
        errors.sumOfSquares += m_sums[i] + m_momentSums[i];
      }
      errors.wholeBound[i] = std::sqrt(m_largestSquares[i]);
      errors.interpolationBound[i] = std::sqrt(m_interpolationSquares[i]);
      if (!m_items.clusters.clusters.empty()) {
        errors.wholeBound[i] = std::max(errors.wholeBound[i], m_bounds.whole[i]);
        errors.interpolationBound[i] = std::max(errors.interpolationBound[i], m_bounds.interpolation[i]);
      }
    }
    if (std::isnan(errors.sumOfSquares)) {
      errors.sumOfSquares = std::numeric_limits<double>::infinity();
    }
    errors.encodingSquared = m_encoding.squared;
    errors.interpolationSquared = m_interpolation.squared;
    errors.influencesSquared = m_influences.squared;
    errors.morphsSquared = m_morphs.squared;
    errors.normalRadians = m_normals.radians;
    return errors;
  }

  const MeasureTile& m_tile;
  const MeasureItems& m_items;
  ClusterBounds& m_bounds;
  Wide m_source, m_sourceNormals, m_decoded, m_decodedNormals, m_kept, m_plain;
  Narrow m_texels, m_texelNormals;
  alignas(64) double m_sums[kMeasureSamples] = {};
  alignas(64) double m_largestSquares[kMeasureSamples] = {};
  alignas(64) double m_interpolationSquares[kMeasureSamples] = {};
  std::array<double, kMeasureSamples> m_momentSums{};
  LargestDistance m_whole, m_encoding, m_interpolation, m_influences, m_morphs;
  Widest m_normals;
};

TileErrors measureTileHere(const MeasureTile& tile, ClusterBounds& bounds) { return TileMeter(tile, bounds).run(); }

double largestSquaredGapHere(const MeasureItems& items, const MeasureTables& samples) {
  Wide positions;
  double largest = 0.0;
  for (const MeasureItem& item : items.items) {
    evaluateSource(items, item, samples, true, {0, 2}, positions, nullptr);
    double squared = 0.0;
    for (const auto& track : positions.v) {
      const double difference = track[1] - track[0];
      squared += difference * difference;
    }
    largest = std::max(largest, squared);
  }
  return largest;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace texeleton::bake
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texeleton::bake {

HWY_EXPORT(measureTileHere);
HWY_EXPORT(largestSquaredGapHere);

TileErrors measureTile(const MeasureTile& tile, ClusterBounds& scratch) {
  return HWY_DYNAMIC_DISPATCH(measureTileHere)(tile, scratch);
}

double largestSquaredGap(const MeasureItems& items, const MeasureTables& samples) {
  return HWY_DYNAMIC_DISPATCH(largestSquaredGapHere)(items, samples);
}

}  // namespace texeleton::bake
#endif
