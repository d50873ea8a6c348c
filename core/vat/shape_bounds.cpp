#include "core/vat/shape_bounds.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/vat/shape_bounds.cpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
// The file includes itself once per vector target; what follows is compiled for each.
#include "core/animation/frame_lanes-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace texeleton::vat {
namespace HWY_NAMESPACE {

using namespace animation::HWY_NAMESPACE;

void BoundSums(const float* shapes, std::size_t blocks, std::size_t shapeCount, const float* weights,
               std::size_t frames, model::Box& box) {
  F8 low[3];
  F8 high[3];
  for (int c = 0; c < 3; ++c) {
    low[c] = splat(box.min[c]);
    high[c] = splat(box.max[c]);
  }
  for (std::size_t block = 0; block < blocks; ++block) {
    const float* const base = shapes + block * (shapeCount + 1) * kShapeNumbers;
    for (std::size_t frame = 0; frame < frames; ++frame) {
      const float* from = base;
      F8 sum[3] = {loadUnaligned(from), loadUnaligned(from + animation::kFrameLanes),
                   loadUnaligned(from + 2 * animation::kFrameLanes)};
      for (std::size_t k = 0; k < shapeCount; ++k) {
        from += kShapeNumbers;
        const F8 weight = splat(weights[frame * shapeCount + k]);
        for (std::size_t c = 0; c < 3; ++c) {
          sum[c] = sum[c] + weight * loadUnaligned(from + c * animation::kFrameLanes);
        }
      }
      for (int c = 0; c < 3; ++c) {
        low[c] = smaller(low[c], sum[c]);
        high[c] = larger(high[c], sum[c]);
      }
    }
  }
  for (int c = 0; c < 3; ++c) {
    box.min[c] = smallestLane(low[c]);
    box.max[c] = largestLane(high[c]);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace texeleton::vat
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace texeleton::vat {

HWY_EXPORT(BoundSums);

void boundSums(std::span<const float> shapes, std::uint32_t shapeCount, std::span<const float> weights,
               model::Box& box) {
  const std::size_t blocks = shapes.size() / ((std::size_t{shapeCount} + 1) * kShapeNumbers);
  HWY_DYNAMIC_DISPATCH(BoundSums)
  (shapes.data(), blocks, shapeCount, weights.data(), weights.size() / shapeCount, box);
}

}  // namespace texeleton::vat
#endif  // HWY_ONCE
