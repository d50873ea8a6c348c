#include "core/bake/measure/measure_bounds.h"

// AVX-512 too, with eight doubles in a vector (see shape_kernels.cpp).
#if defined(__OPTIMIZE__) && (defined(__x86_64__) || defined(__i386__))
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS 0x10FF
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/bake/measure/measure_bounds.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include <algorithm>
#include <limits>

// Samples lie in the lanes, so that results do not depend on the number of lanes; no fused multiply-add for the same
// reason.
HWY_BEFORE_NAMESPACE();
namespace texeleton::bake {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::CappedTag<double, 8>;
using V = hn::Vec<D>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Room for rounding: a share, and metres or radians.
constexpr double kRoom = 1.0 + 1e-9;
constexpr double kLeastRoom = 1e-12;

/// Values that boundClusters keeps for each matrix at each sample.
enum Kept : std::size_t {
  kError = 0,          // 12: texels' minus source's
  kBlending = 12,      // 12: unrounded frames blended minus source's
  kErrorAxis = 24,     // 3: lengths of the columns of kError
  kBlendingAxis = 27,  // 3
  kInverse = 30,       // 9: of the source's 3x3 part
  kTurn = 39,          // largest angle between normals of a vertex moved only by this matrix
  kErrorNorm = 40,     // largest stretch of the 3x3 part of kError
  kInverseNorm = 41,   // of kInverse
  kKept = 42
};

HWY_INLINE V load(const double* p, std::size_t element) { return hn::Load(D(), p + element * kMeasureSamples); }
HWY_INLINE void store(V value, double* p, std::size_t element) { hn::Store(value, D(), p + element * kMeasureSamples); }
HWY_INLINE V set(double value) { return hn::Set(D(), value); }
HWY_INLINE V square(V x) { return hn::Mul(x, x); }
HWY_INLINE V length(V x, V y, V z) { return hn::Sqrt(hn::Add(hn::Add(square(x), square(y)), square(z))); }
/// Replaces NaN by infinity.
HWY_INLINE V orInfinite(V x) { return hn::IfThenElse(hn::IsNaN(x), set(kInfinity), x); }

struct Matrix3 {
  V m[3][3];
};
HWY_INLINE Matrix3 load3x3(const double* p) {
  Matrix3 a;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      a.m[r][c] = load(p, 4 * r + c);
    }
  }
  return a;
}
HWY_INLINE Matrix3 product(const Matrix3& a, const Matrix3& b) {
  Matrix3 result;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      result.m[r][c] =
          hn::Add(hn::Add(hn::Mul(a.m[r][0], b.m[0][c]), hn::Mul(a.m[r][1], b.m[1][c])), hn::Mul(a.m[r][2], b.m[2][c]));
    }
  }
  return result;
}
HWY_INLINE V squaredFrobenius(const Matrix3& a) {
  V sum = set(0.0);
  for (const auto& row : a.m) {
    for (const V x : row) {
      sum = hn::Add(sum, square(x));
    }
  }
  return sum;
}
/// An upper bound of the largest stretch, seldom more than a tenth above: the root of the Frobenius norm of AᵀA.
HWY_INLINE V stretch(const Matrix3& a) {
  Matrix3 transposed;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      transposed.m[r][c] = a.m[c][r];
    }
  }
  return hn::Sqrt(hn::Sqrt(squaredFrobenius(product(transposed, a))));
}
HWY_INLINE Matrix3 inverse(const Matrix3& a) {
  Matrix3 cofactors;
  for (std::size_t r = 0; r < 3; ++r) {
    const std::size_t r1 = (r + 1) % 3;
    const std::size_t r2 = (r + 2) % 3;
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t c1 = (c + 1) % 3;
      const std::size_t c2 = (c + 2) % 3;
      cofactors.m[c][r] = hn::Sub(hn::Mul(a.m[r1][c1], a.m[r2][c2]), hn::Mul(a.m[r1][c2], a.m[r2][c1]));
    }
  }
  const V det = hn::Add(hn::Add(hn::Mul(a.m[0][0], cofactors.m[0][0]), hn::Mul(a.m[0][1], cofactors.m[1][0])),
                        hn::Mul(a.m[0][2], cofactors.m[2][0]));
  for (auto& row : cofactors.m) {
    for (V& x : row) {
      x = hn::Div(x, det);
    }
  }
  return cofactors;
}

/// Largest angle between n and cof(1 + H)·n = n + tr(H)·n − Hᵀn + cof(H)·n. `norm`: at least the largest stretch of H;
/// `turning`: the same for H minus any multiple of the identity. The tangent bounds the angle; infinite if H is large.
HWY_INLINE V angleBound(V turning, V norm) {
  const V least = hn::Sub(set(1.0), hn::Add(hn::Mul(set(4.0), norm), square(norm)));
  const V angle = hn::Div(hn::Add(turning, square(norm)), least);
  return hn::IfThenElse(hn::And(hn::Gt(least, set(0.0)), hn::Eq(angle, angle)), angle, set(kInfinity));
}

/// Fills the numbers of one matrix.
void keepMatrix(const double* source, const double* texels, const double* blended, std::size_t count, double* kept) {
  for (std::size_t i = 0; i < count; i += hn::Lanes(D())) {
    for (std::size_t k = 0; k < 12; ++k) {
      const V s = load(source + i, k);
      store(hn::Sub(load(texels + i, k), s), kept + i, kError + k);
      store(hn::Sub(load(blended + i, k), s), kept + i, kBlending + k);
    }
    const Matrix3 error = load3x3(kept + i);
    const Matrix3 blending = load3x3(kept + kBlending * kMeasureSamples + i);
    for (std::size_t c = 0; c < 3; ++c) {
      store(length(error.m[0][c], error.m[1][c], error.m[2][c]), kept + i, kErrorAxis + c);
      store(length(blending.m[0][c], blending.m[1][c], blending.m[2][c]), kept + i, kBlendingAxis + c);
    }
    const Matrix3 back = inverse(load3x3(source + i));
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 3; ++c) {
        store(back.m[r][c], kept + i, kInverse + 3 * r + c);
      }
    }
    Matrix3 change = product(error, back);
    const V norm = stretch(change);
    const V third = hn::Mul(hn::Add(hn::Add(change.m[0][0], change.m[1][1]), change.m[2][2]), set(1.0 / 3.0));
    for (std::size_t k = 0; k < 3; ++k) {
      change.m[k][k] = hn::Sub(change.m[k][k], third);
    }
    store(angleBound(stretch(change), norm), kept + i, kTurn);
    store(orInfinite(stretch(error)), kept + i, kErrorNorm);
    store(orInfinite(stretch(back)), kept + i, kInverseNorm);
  }
}

/// The bounds of a box and the joints of its set at the samples of one vector.
class BoxBound {
 public:
  BoxBound(const MeasureTile& tile, const MeasureSet& set, const ClusterBox& box, const double* kept, std::size_t i)
      : m_source(tile.tables.source + i),
        m_kept(kept + i),
        m_set(set),
        m_box(box),
        m_joints(tile.items->clusters.of(set)) {}

  /// The farthest point of the box transformed by the matrices at `matrix`, whose columns have the lengths at `axis`.
  V farthest(std::size_t matrix, std::size_t axis) const {
    V most = set(0.0);
    for (const ClusterJoint& joint : m_joints) {
      const double* const m = keptOf(joint);
      const V reach = hn::Add(lengthOf(m + matrix * kMeasureSamples, set(0.0)), axes(m, axis));
      most = hn::Max(most, orInfinite(reach));
    }
    return most;
  }

  /// Bound of a vertex's movement by weights that differ from the source's.
  V weightsMove() const {
    V sum = set(0.0);
    const double* const first = sourceOf(m_joints[0]);
    for (const ClusterJoint& joint : m_joints) {
      if (joint.weightDifference > 0.0 && &joint != &m_joints[0]) {
        sum = hn::Add(sum, hn::Mul(set(joint.weightDifference), distanceOf(sourceOf(joint), first, true)));
      }
    }
    return orInfinite(hn::Add(sum, hn::Mul(set(m_set.weightSum), distanceOf(first, nullptr, true))));
  }

  V turn() const {
    if (m_joints.size() == 1 && !m_set.differs) {
      return load(keptOf(m_joints[0]), kTurn);
    }
    const double* const first = sourceOf(m_joints[0]);
    const Matrix3 back = inverseOf(m_joints[0]);
    V least = set(1.0);  // lower bound of the stretch of any blend of the source's matrices, relative to the first
    V error = set(0.0);
    for (const ClusterJoint& joint : m_joints) {
      error = hn::Max(error, load(keptOf(joint), kErrorNorm));
      if (&joint != &m_joints[0]) {
        Matrix3 seen = product(load3x3(sourceOf(joint)), back);
        for (std::size_t k = 0; k < 3; ++k) {
          seen.m[k][k] = hn::Sub(seen.m[k][k], set(1.0));
        }
        least = hn::Min(least, hn::Sub(set(1.0), hn::Sqrt(symmetricPart(seen))));
      }
    }
    if (m_set.differs) {
      for (const ClusterJoint& joint : m_joints) {
        if (&joint != &m_joints[0]) {
          error = hn::Add(error, hn::Mul(set(joint.weightDifference), distanceOf(sourceOf(joint), first, false)));
        }
      }
      error = hn::Add(error, hn::Mul(set(m_set.weightSum), distanceOf(first, nullptr, false)));
    }
    const V norm = hn::Div(hn::Mul(error, load(keptOf(m_joints[0]), kInverseNorm)), least);
    const V angle = angleBound(norm, norm);
    return hn::IfThenElse(hn::Gt(least, set(0.0)), angle, set(kInfinity));
  }

 private:
  const double* keptOf(const ClusterJoint& joint) const { return m_kept + joint.row * (kKept * kMeasureSamples); }
  const double* sourceOf(const ClusterJoint& joint) const { return m_source + joint.row * kMeasureMatrix; }

  V axes(const double* m, std::size_t axis) const {
    return hn::Add(hn::Add(hn::Mul(set(m_box.half.x), load(m, axis)), hn::Mul(set(m_box.half.y), load(m, axis + 1))),
                   hn::Mul(set(m_box.half.z), load(m, axis + 2)));
  }
  /// Length of the transformed centre of the box, plus `more`.
  V lengthOf(const double* m, V more) const {
    V r[3];
    for (std::size_t k = 0; k < 3; ++k) {
      r[k] = hn::Add(
          hn::Add(hn::Mul(load(m, 4 * k), set(m_box.centre.x)), hn::Mul(load(m, 4 * k + 1), set(m_box.centre.y))),
          hn::Add(hn::Mul(load(m, 4 * k + 2), set(m_box.centre.z)), load(m, 4 * k + 3)));
    }
    return hn::Add(length(r[0], r[1], r[2]), more);
  }
  /// The largest distance between two matrices' images of points of the box, or (not `ofPoints`) of directions. Without
  /// `b`: from the origin.
  V distanceOf(const double* a, const double* b, bool ofPoints) const {
    V difference[12];
    V squares = set(0.0);
    for (std::size_t k = 0; k < 12; ++k) {
      difference[k] = b == nullptr ? load(a, k) : hn::Sub(load(a, k), load(b, k));
      if (k % 4 != 3) {
        squares = hn::Add(squares, square(difference[k]));
      }
    }
    const V norm = hn::Sqrt(squares);
    if (!ofPoints) {
      return norm;
    }
    V r[3];
    for (std::size_t k = 0; k < 3; ++k) {
      r[k] = hn::Add(
          hn::Add(hn::Mul(difference[4 * k], set(m_box.centre.x)), hn::Mul(difference[4 * k + 1], set(m_box.centre.y))),
          hn::Add(hn::Mul(difference[4 * k + 2], set(m_box.centre.z)), difference[4 * k + 3]));
    }
    return hn::Add(length(r[0], r[1], r[2]), hn::Mul(norm, set(glm::length(m_box.half))));
  }
  Matrix3 inverseOf(const ClusterJoint& joint) const {
    Matrix3 a;
    for (std::size_t k = 0; k < 9; ++k) {
      a.m[k / 3][k % 3] = load(keptOf(joint), kInverse + k);
    }
    return a;
  }
  /// Squared Frobenius norm of the symmetric part.
  static V symmetricPart(const Matrix3& a) {
    V sum = hn::Add(hn::Add(square(a.m[0][0]), square(a.m[1][1])), square(a.m[2][2]));
    const V half = set(0.5);
    sum = hn::Add(sum, hn::Mul(half, square(hn::Add(a.m[0][1], a.m[1][0]))));
    sum = hn::Add(sum, hn::Mul(half, square(hn::Add(a.m[0][2], a.m[2][0]))));
    return hn::Add(sum, hn::Mul(half, square(hn::Add(a.m[1][2], a.m[2][1]))));
  }

  const double* m_source;
  const double* m_kept;
  const MeasureSet& m_set;
  const ClusterBox& m_box;
  std::span<const ClusterJoint> m_joints;
};

void boundClustersHere(const MeasureTile& tile, ClusterBounds& bounds) {
  const MeasureItems& items = *tile.items;
  const std::size_t lanes = hn::Lanes(D());
  const std::size_t rows = items.paletteEntries.size();
  bounds.scratch.resize(rows * kKept * kMeasureSamples + 8);
  auto* const kept =
      reinterpret_cast<double*>((reinterpret_cast<std::uintptr_t>(bounds.scratch.data()) + 63) & ~std::uintptr_t{63});
  const std::size_t count = tile.sampleCount;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t at = row * kMeasureMatrix;
    keepMatrix(tile.tables.source + at, tile.tables.texels + at, tile.tables.blended + at, count,
               kept + row * kKept * kMeasureSamples);
  }
  bounds.clusters.assign(items.clusters.clusters.size(), {});
  alignas(64) double whole[kMeasureSamples] = {};
  alignas(64) double interpolation[kMeasureSamples] = {};
  alignas(64) double turn[kMeasureSamples] = {};   // of the set
  alignas(64) double moved[kMeasureSamples] = {};  // by other weights, of the set
  const V share = set(kRoom);
  const V least = set(kLeastRoom);
  for (std::size_t c = 0; c < bounds.clusters.size(); ++c) {
    const MeasureCluster& cluster = items.clusters.clusters[c];
    const MeasureSet& of = items.clusters.sets[cluster.set];
    const bool isNewSet = c == 0 || cluster.set != items.clusters.clusters[c - 1].set;
    for (std::size_t i = 0; i < count; i += lanes) {
      if (isNewSet) {
        const BoxBound bound(tile, of, of.box, kept, i);
        hn::Store(orInfinite(bound.turn()), D(), turn + i);
        hn::Store(of.differs ? bound.weightsMove() : set(0.0), D(), moved + i);
      }
      const BoxBound bound(tile, of, cluster.box, kept, i);
      const auto widened = [&](V x) { return hn::Add(hn::Mul(x, share), least); };
      const V byWeights = of.drops ? bound.weightsMove() : hn::Load(D(), moved + i);
      V figures[kMeasureFigures];
      figures[0] = widened(hn::Add(bound.farthest(kError, kErrorAxis), byWeights));
      figures[1] = i < tile.frameCount ? figures[0] : set(0.0);
      figures[2] = i + lanes > tile.frameCount ? widened(bound.farthest(kBlending, kBlendingAxis)) : set(0.0);
      figures[3] = of.drops ? widened(byWeights) : set(0.0);
      figures[4] = set(0.0);
      figures[5] = widened(hn::Load(D(), turn + i));
      hn::Store(hn::Max(hn::Load(D(), whole + i), figures[0]), D(), whole + i);
      hn::Store(hn::Max(hn::Load(D(), interpolation + i), figures[2]), D(), interpolation + i);
      for (const std::size_t f : {0u, 1u, 2u, 3u, 5u}) {
        alignas(64) double values[8];
        hn::Store(figures[f], D(), values);
        double& group = bounds.clusters[c][f][i / kMeasureGroup];
        group = std::max(group, *std::max_element(values, values + lanes));
      }
    }
  }
  std::copy_n(whole, kMeasureSamples, bounds.whole.begin());
  std::copy_n(interpolation, kMeasureSamples, bounds.interpolation.begin());
}

/// xₐ·(M·x_b) over the first `n` of 8 numbers a row.
HWY_INLINE V quadratic(const double* matrix, const V* a, const V* b, std::size_t n) {
  V sum = set(0.0);
  for (std::size_t r = 0; r < n; ++r) {
    V row = set(0.0);
    for (std::size_t c = 0; c < n; ++c) {
      row = hn::Add(row, hn::Mul(set(matrix[8 * r + c]), b[c]));
    }
    sum = hn::Add(sum, hn::Mul(a[r], row));
  }
  return sum;
}

void addMomentsHere(const MeasureTile& tile, std::array<double, kMeasureSamples>& sums) {
  alignas(64) double total[kMeasureSamples] = {};
  for (const MomentPair& pair : tile.items->clusters.moments) {
    const std::uint32_t rows[2] = {pair.a, pair.b};
    for (std::size_t i = 0; i < tile.sampleCount; i += hn::Lanes(D())) {
      V sum = hn::Load(D(), total + i);
      for (std::size_t r = 0; r < 3; ++r) {
        V x[2][8];
        for (std::size_t side = 0; side < 2; ++side) {
          const std::size_t at = rows[side] * kMeasureMatrix + i;
          for (std::size_t k = 0; k < 4; ++k) {
            const V decoded = load(tile.tables.texels + at, 4 * r + k);
            x[side][k] = hn::Sub(decoded, load(tile.tables.source + at, 4 * r + k));
            x[side][4 + k] = decoded;
          }
        }
        sum = hn::Add(sum, quadratic(pair.matrix.data(), x[0], x[1], pair.plain ? 4 : 8));
      }
      hn::Store(sum, D(), total + i);
    }
  }
  for (std::size_t i = 0; i < tile.sampleCount; ++i) {
    sums[i] += total[i] < 0.0 ? 0.0 : total[i];  // negative only by rounding
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace texeleton::bake
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texeleton::bake {

HWY_EXPORT(boundClustersHere);
HWY_EXPORT(addMomentsHere);

void boundClusters(const MeasureTile& tile, ClusterBounds& bounds) {
  HWY_DYNAMIC_DISPATCH(boundClustersHere)(tile, bounds);
}

void addMoments(const MeasureTile& tile, std::array<double, kMeasureSamples>& sums) {
  HWY_DYNAMIC_DISPATCH(addMomentsHere)(tile, sums);
}

}  // namespace texeleton::bake
#endif
