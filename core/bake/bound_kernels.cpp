#include <algorithm>
#include <limits>

#include "core/bake/bound_clusters.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/bake/bound_kernels.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// The file includes itself once per vector target; what follows is compiled for each.
#include "core/animation/frame_lanes-inl.h"
#include "core/bake/encoding/skin_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton::bake {
namespace HWY_NAMESPACE {

using namespace animation::HWY_NAMESPACE;

/// A box of everything that the joints move, in all eight frames.
HWY_INLINE model::Box boxOf(const BoundClusters::Joint* joints, std::size_t count,
                            const animation::LaneMatrix* matrices) {
  model::Box box;
  LaneBox bounds(box);
  for (std::size_t k = 0; k < count; ++k) {
    const BoundClusters::Joint& joint = joints[k];
    const auto& m = matrices[joint.joint].m;
    for (std::size_t r = 0; r < 3; ++r) {
      const F8 row[4] = {load(m[4 * r]), load(m[4 * r + 1]), load(m[4 * r + 2]), load(m[4 * r + 3])};
      const F8 centre =
          row[0] * splat(joint.centre.x) + row[1] * splat(joint.centre.y) + row[2] * splat(joint.centre.z) + row[3];
      const F8 extent = magnitudeOf(row[0]) * splat(joint.extent.x) + magnitudeOf(row[1]) * splat(joint.extent.y) +
                        magnitudeOf(row[2]) * splat(joint.extent.z) + magnitudeOf(row[3]) * splat(kBoundRounding);
      bounds.low[r] = smaller(bounds.low[r], centre - extent);
      bounds.high[r] = larger(bounds.high[r], centre + extent);
    }
  }
  bounds.writeTo(box);
  return box;
}

HWY_INLINE bool isBeyond(const model::Box& a, const model::Box& box) {
  return a.min.x < box.min.x || a.min.y < box.min.y || a.min.z < box.min.z || a.max.x > box.max.x ||
         a.max.y > box.max.y || a.max.z > box.max.z;
}

HWY_INLINE void lookAt(const BoundClusters& clusters, const BoundClusters::Cluster& cluster,
                       const animation::LaneMatrix* matrices, const animation::LaneValue* weights, model::Box& box) {
  LaneBox bounds(box);
  for (std::size_t i = 0; i < cluster.groupCount; ++i) {
    const SkinGroup& group = clusters.groups()[cluster.groupBegin + i];
    F8 m[12];
    F8 position[3];
    blend(clusters.table(), group, matrices, m);
    moved(clusters.table(), group, weights, m, position);
    bounds.add(position);
  }
  bounds.writeTo(box);
}

void BoundAll(const BoundClusters& clusters, const animation::LaneMatrix* matrices, const animation::LaneValue* weights,
              model::Box* wholes, model::Box* bounds, model::Box& box) {
  for (std::size_t i = 0; i < clusters.wholes().size(); ++i) {
    wholes[i] = boxOf(&clusters.wholes()[i], 1, matrices);
  }
  const std::size_t count = clusters.clusters().size();
  for (std::size_t i = 0; i < count; ++i) {
    const BoundClusters::Cluster& cluster = clusters.clusters()[i];
    const BoundClusters::Joint* const joints = clusters.joints().data() + cluster.jointBegin;
    bool mayBe = cluster.jointCount == 0;
    for (std::size_t k = 0; k < cluster.jointCount && !mayBe; ++k) {
      mayBe = isBeyond(wholes[joints[k].whole], box);
    }
    if (!mayBe) {
      bounds[i] = {box.min, box.min};
    } else if (cluster.jointCount != 0) {
      bounds[i] = boxOf(joints, cluster.jointCount, matrices);
    } else {
      bounds[i] = {glm::vec3(std::numeric_limits<float>::lowest()), glm::vec3(std::numeric_limits<float>::max())};
    }
  }
  // Those that reach farthest first: few others remain.
  for (int axis = 0; axis < 3; ++axis) {
    std::size_t lowest = 0;
    std::size_t highest = 0;
    for (std::size_t i = 1; i < count; ++i) {
      lowest = bounds[i].min[axis] < bounds[lowest].min[axis] ? i : lowest;
      highest = bounds[i].max[axis] > bounds[highest].max[axis] ? i : highest;
    }
    for (const std::size_t i : {lowest, highest}) {
      if (bounds[i].min[axis] < box.min[axis] || bounds[i].max[axis] > box.max[axis]) {
        lookAt(clusters, clusters.clusters()[i], matrices, weights, box);
        bounds[i] = {box.min, box.min};
      }
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (isBeyond(bounds[i], box)) {
      lookAt(clusters, clusters.clusters()[i], matrices, weights, box);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace texeleton::bake
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texeleton::bake {

HWY_EXPORT(BoundAll);

void BoundClusters::bound(const animation::LaneMatrix* matrices, const animation::LaneValue* weights, Scratch& scratch,
                          model::Box& box) const {
  if (!m_clusters.empty()) {
    scratch.clusters.resize(m_clusters.size());
    scratch.joints.resize(m_wholes.size());
    HWY_DYNAMIC_DISPATCH(BoundAll)
    (*this, matrices, weights, scratch.joints.data(), scratch.clusters.data(), box);
  }
}

}  // namespace texeleton::bake
#endif  // HWY_ONCE
