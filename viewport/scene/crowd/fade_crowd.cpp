#include "viewport/scene/crowd/fade_crowd.h"

#include <cmath>

namespace texeleton::viewport {

void fadeCrowd(Crowd& crowd, const vat::BakedAnimation& animation, std::uint32_t clip, double fadeSeconds) {
  const vat::BakedClip& what = animation.clips[clip];
  for (std::size_t i = 0; i < crowd.size(); ++i) {
    const double turns = 0.6180339887498949 * static_cast<double>(i);  // Golden ratio: evenly distributed.
    const double startSeconds = what.loop ? what.lengthSeconds * (turns - std::floor(turns)) : 0.0;
    crowd.fadeTo(i, clip, 1.0, startSeconds, fadeSeconds);
  }
}

}  // namespace texeleton::viewport
