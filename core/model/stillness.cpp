#include "core/model/stillness.h"

#include <algorithm>
#include <cstring>

namespace texeleton::model {

bool isStill(const Track& track, std::size_t keyCount, std::size_t components, std::size_t first, std::size_t count) {
  if (keyCount == 1) {
    return true;
  }
  const bool cubic = track.interpolation == Interpolation::CubicSpline;
  if (!cubic && count == components) {  // Each key has the bits of the next one: compared at memory speed.
    return std::memcmp(track.values.data(), track.values.data() + components,
                       (keyCount - 1) * components * sizeof(float)) == 0;
  }
  const std::size_t stride = cubic ? 3 * components : components;
  const float* const values = track.values.data() + (cubic ? components : 0) + first;
  const auto isZero = [](float x) { return x == 0.0f; };
  for (std::size_t key = 0; key < keyCount; ++key) {
    const float* const value = values + key * stride;
    if (!std::equal(values, values + count, value)) {
      return false;
    }
    if (cubic && !(std::all_of(value - components, value - components + count, isZero) &&
                   std::all_of(value + components, value + components + count, isZero))) {
      return false;
    }
  }
  return true;
}

void noteStillness(Model& model) {
  for (Clip& clip : model.clips) {
    for (Track& track : clip.tracks) {
      const std::size_t targets =
          track.target == TrackTarget::MorphWeights ? model.morphSets[track.morphSet.value].restWeights.size() : 0;
      const std::size_t components = track.componentCount(targets);
      const bool still = isStill(track, clip.timelines[track.timeline].size(), components, 0, components);
      track.stillness = still ? Stillness::Still : Stillness::Moving;
    }
  }
}

}  // namespace texeleton::model
