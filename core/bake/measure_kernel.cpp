#include "core/bake/measure_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/bake/measure_kernel.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/bake/texel_buffer.h"

// Frames lie in the lanes, so that no result depends on how many lanes there are; no fused multiply-add for the same
// reason.
HWY_BEFORE_NAMESPACE();
namespace texeleton {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<double, 8>;
using V = hn::Vec<D>;

constexpr std::size_t kStride = kMeasureSamples;
constexpr std::size_t kRow = kStride + 16;  // room to read one sample further

/// Squared lengths below this are no direction: decoders fall back to the bind normal.
constexpr double kNoNormal = 1e-20;
/// Where the source is squashed thinner than this, no sign of a determinant tells its sides apart.
constexpr double kFlatSquared = 1e-14;
/// Squared cosine of the smallest angle that is looked at closely: 6e-8 radians.
constexpr double kSameDirection = 1.0 - 4e-15;

/// Three coordinates of up to kStride samples.
template <class T>
struct Track3 {
  alignas(64) T v[3][kRow] = {};
};
using Wide = Track3<double>;
using Narrow = Track3<float>;

HWY_INLINE V load(D d, const double* p) { return hn::LoadU(d, p); }
HWY_INLINE V load(D d, const float* p) { return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, D>(), p)); }

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
HWY_INLINE Vec3 mean(D d, const Vec3& a, const Vec3& b) {
  const V half = hn::Set(d, 0.5);
  return {hn::Mul(hn::Add(a.x, b.x), half), hn::Mul(hn::Add(a.y, b.y), half), hn::Mul(hn::Add(a.z, b.z), half)};
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
      sum = hn::Add(sum, hn::Mul(weight, hn::Load(d, m + element * kStride)));
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

/// sign(det)·cofactors·n. `forSource`: zero, which is not counted, where the surface is squashed flat.
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

/// Positions (and normals) of an item of the source at `count` samples.
void evaluateSource(const MeasureItems& items, const MeasureItem& item, const MeasureTables& tables, std::size_t count,
                    Wide& positions, Wide* normals) {
  const D d;
  const std::span<const MeasureInfluence> influences = items.of(item.influences);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    Vec3 p = broadcast(d, item.position);
    Vec3 n = broadcast(d, item.normal);
    for (std::uint32_t k = 0; k < item.morphs.count; ++k) {
      const MeasureMorph& morph = items.morphs[item.morphs.begin + k];
      const V weight = hn::Load(d, tables.morphWeights + morph.weight * kStride + i);
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

/// The same for what a decoder of bone mode sees.
void evaluateDecoder(const MeasureItems& items, const MeasureItem& item, const MeasureTables& tables, std::size_t count,
                     Wide& positions, Wide& normals) {
  const D d;
  const Vec3 p = broadcast(d, item.decodedPosition);
  const Vec3 n = broadcast(d, item.decodedNormal);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const Rows m = blend(d, tables.texels, items.of(item.decoded), i);
    store3(d, placed(m, p), positions, i);
    store3(d, turned(d, m, n, false), normals, i);
  }
}

/// Positions with the influences that bone mode kept, on unrounded matrices.
void evaluateKept(const MeasureItems& items, const MeasureItem& item, const MeasureTables& tables, std::size_t count,
                  Wide& positions) {
  const D d;
  const Vec3 p = broadcast(d, item.position);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    store3(d, placed(blend(d, tables.source, items.of(item.kept), i), p), positions, i);
  }
}

#if HWY_TARGET == HWY_SCALAR
float coordinate(const std::byte* texel, int i, hwy::float16_t /*as*/) {
  std::uint16_t half = 0;
  std::memcpy(&half, texel + 2 * i, sizeof(half));
  return halfToFloat(half);
}
float coordinate(const std::byte* texel, int i, float /*as*/) {
  float value = 0.0f;
  std::memcpy(&value, texel + 4 * i, sizeof(value));
  return value;
}

template <class T>
void decodeTexels(const MeasureTile& tile, std::size_t offset, std::size_t count, Narrow& out) {
  for (std::size_t i = 0; i < count; ++i) {
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

/// One texel of each frame, turned into tracks: four frames a step.
template <class T>
void decodeTexels(const MeasureTile& tile, std::size_t offset, std::size_t count, Narrow& out) {
  const Four d;
  for (std::size_t i = 0; i < count; i += 4) {
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

template <class T>
void blendNeighbours(const Track3<T>& frames, std::size_t count, Wide& halves) {
  const D d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    store3(d, mean(d, load3(d, frames, i), load3(d, frames, i + 1)), halves, i);
  }
}

/// Keeps the largest of some squared distances. What is no number counts as infinitely far.
struct Largest {
  double squared = 0.0;
  double sample = 0.0;
  std::uint32_t vertex = 0;

  HWY_NOINLINE void take(const double* values, std::size_t count, double firstSample, std::uint32_t ofVertex) {
    for (std::size_t i = 0; i < count; ++i) {
      const double value = std::isnan(values[i]) ? std::numeric_limits<double>::infinity() : values[i];
      if (value > squared) {
        squared = value;
        sample = firstSample + static_cast<double>(i);
        vertex = ofVertex;
      }
    }
  }
};

/// Distances between `a` and `b` at `count` samples. `sums`: adds `weight` times their squares, sample by sample.
template <class A, class B>
HWY_INLINE void comparePositions(const Track3<A>& a, const Track3<B>& b, std::size_t count, double offset,
                                 const MeasureItem& item, Largest& largest, double* sums = nullptr) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const V weight = hn::Set(d, item.vertexCount);
  for (std::size_t i = 0; i < count; i += lanes) {
    const Vec3 difference = subtract(load3(d, a, i), load3(d, b, i));
    const auto used = hn::FirstN(d, count - i);
    const V squared = hn::IfThenElseZero(used, dot(difference, difference));
    if (sums != nullptr) {
      hn::Store(hn::Add(hn::Load(d, sums + i), hn::Mul(weight, squared)), d, sums + i);
    }
    if (!hn::AllTrue(d, hn::Le(squared, hn::Set(d, largest.squared)))) {
      alignas(64) double values[8];
      hn::Store(squared, d, values);
      largest.take(values, std::min(lanes, count - i), static_cast<double>(i) + offset, item.vertex);
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
HWY_INLINE void compareNormals(const Track3<A>& a, const Track3<B>& b, std::size_t count, Widest& widest) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < count; i += lanes) {
    const Vec3 na = load3(d, a, i);
    const Vec3 nb = load3(d, b, i);
    const V aa = dot(na, na);
    const V bb = dot(nb, nb);
    const V along = dot(na, nb);
    const V least = hn::Set(d, kNoNormal);
    const V limit = hn::Mul(hn::Set(d, widest.signedSquare), hn::Mul(aa, bb));
    const auto wider = hn::And(hn::Lt(hn::Mul(along, hn::Abs(along)), limit),
                               hn::And(hn::Ge(hn::Min(aa, bb), least), hn::FirstN(d, count - i)));
    if (!hn::AllFalse(d, wider)) {
      for (std::size_t k = i; k < std::min(i + lanes, count); ++k) {
        const glm::dvec3 x(a.v[0][k], a.v[1][k], a.v[2][k]);
        const glm::dvec3 y(b.v[0][k], b.v[1][k], b.v[2][k]);
        if (glm::dot(x, x) >= kNoNormal && glm::dot(y, y) >= kNoNormal) {
          widest.take(x, y);
        }
      }
    }
  }
}

/// The buffers of one item and the maxima of one tile.
class TileMeter {
 public:
  explicit TileMeter(const MeasureTile& tile) : m_tile(tile), m_items(*tile.items) {}

  TileErrors run() {
    for (const MeasureItem& item : m_items.items) {
      evaluateSource(m_items, item, m_tile.frames, sampleCount(), m_source, &m_sourceNormals);
      evaluateSource(m_items, item, m_tile.halves, m_tile.intervalCount, m_half, &m_halfNormals);
      if (m_tile.mode == BakeMode::Bone) {
        measureBone(item);
      } else {
        measureVertex(item);
      }
      blendNeighbours(m_source, m_tile.intervalCount, m_blended);
      comparePositions(m_blended, m_half, m_tile.intervalCount, 0.5, item, m_interpolation);
    }
    return result();
  }

 private:
  std::size_t sampleCount() const { return std::max(m_tile.frameCount, m_tile.intervalCount + 1); }

  void measureVertex(const MeasureItem& item) {
    if (m_tile.pixelFormat == PixelFormat::Rgba16F) {
      decodeTexels<hwy::float16_t>(m_tile, item.texelOffsets[0], sampleCount(), m_texels);
      decodeTexels<hwy::float16_t>(m_tile, item.texelOffsets[1], sampleCount(), m_texelNormals);
    } else {
      decodeTexels<float>(m_tile, item.texelOffsets[0], sampleCount(), m_texels);
      decodeTexels<float>(m_tile, item.texelOffsets[1], sampleCount(), m_texelNormals);
    }
    comparePositions(m_texels, m_source, m_tile.frameCount, 0.0, item, m_onFrames, m_frameSums);
    compareNormals(m_texelNormals, m_sourceNormals, m_tile.frameCount, m_normals);
    blendNeighbours(m_texels, m_tile.intervalCount, m_decoded);
    blendNeighbours(m_texelNormals, m_tile.intervalCount, m_decodedNormals);
    comparePositions(m_decoded, m_half, m_tile.intervalCount, 0.5, item, m_onHalves, m_halfSums);
    compareNormals(m_decodedNormals, m_halfNormals, m_tile.intervalCount, m_normals);
  }

  void measureBone(const MeasureItem& item) {
    evaluateDecoder(m_items, item, m_tile.frames, m_tile.frameCount, m_decoded, m_decodedNormals);
    comparePositions(m_decoded, m_source, m_tile.frameCount, 0.0, item, m_onFrames, m_frameSums);
    compareNormals(m_decodedNormals, m_sourceNormals, m_tile.frameCount, m_normals);
    if (item.kept.count == 0) {
      comparePositions(m_decoded, m_source, m_tile.frameCount, 0.0, item, m_encoding);
    } else {
      evaluateKept(m_items, item, m_tile.frames, m_tile.frameCount, m_kept);
      comparePositions(m_decoded, m_kept, m_tile.frameCount, 0.0, item, m_encoding);
      comparePositions(m_kept, m_source, m_tile.frameCount, 0.0, item, m_influences);
      evaluateKept(m_items, item, m_tile.halves, m_tile.intervalCount, m_kept);
      comparePositions(m_kept, m_half, m_tile.intervalCount, 0.5, item, m_influences);
    }
    evaluateDecoder(m_items, item, m_tile.halves, m_tile.intervalCount, m_decoded, m_decodedNormals);
    comparePositions(m_decoded, m_half, m_tile.intervalCount, 0.5, item, m_onHalves, m_halfSums);
    compareNormals(m_decodedNormals, m_halfNormals, m_tile.intervalCount, m_normals);
  }

  TileErrors result() const {
    const Largest& largest = m_onHalves.squared > m_onFrames.squared ? m_onHalves : m_onFrames;
    TileErrors errors;
    errors.largestSquared = largest.squared;
    errors.largestSample = largest.sample;
    errors.largestVertex = largest.vertex;
    for (std::size_t i = 0; i < m_tile.frameCount; ++i) {
      errors.sumOfSquares += m_frameSums[i];
    }
    for (std::size_t i = 0; i < m_tile.intervalCount; ++i) {
      errors.sumOfSquares += m_halfSums[i];
    }
    if (std::isnan(errors.sumOfSquares)) {
      errors.sumOfSquares = std::numeric_limits<double>::infinity();
    }
    // Vertex mode drops no influences: on frames there is nothing but encoding.
    errors.encodingSquared = m_tile.mode == BakeMode::Bone ? m_encoding.squared : m_onFrames.squared;
    errors.interpolationSquared = m_interpolation.squared;
    errors.influencesSquared = m_influences.squared;
    errors.normalRadians = m_normals.radians;
    return errors;
  }

  const MeasureTile& m_tile;
  const MeasureItems& m_items;
  Wide m_source, m_sourceNormals, m_half, m_halfNormals, m_decoded, m_decodedNormals, m_kept, m_blended;
  Narrow m_texels, m_texelNormals;
  alignas(64) double m_frameSums[kStride] = {};
  alignas(64) double m_halfSums[kStride] = {};
  Largest m_onFrames, m_onHalves, m_encoding, m_interpolation, m_influences;
  Widest m_normals;
};

TileErrors measureTileHere(const MeasureTile& tile) { return TileMeter(tile).run(); }

double largestSquaredGapHere(const MeasureItems& items, const MeasureTables& samples) {
  Wide positions;
  double largest = 0.0;
  for (const MeasureItem& item : items.items) {
    evaluateSource(items, item, samples, 2, positions, nullptr);
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
}  // namespace texeleton
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texeleton {

HWY_EXPORT(measureTileHere);
HWY_EXPORT(largestSquaredGapHere);

TileErrors measureTile(const MeasureTile& tile) { return HWY_DYNAMIC_DISPATCH(measureTileHere)(tile); }

double largestSquaredGap(const MeasureItems& items, const MeasureTables& samples) {
  return HWY_DYNAMIC_DISPATCH(largestSquaredGapHere)(items, samples);
}

}  // namespace texeleton
#endif
