#include "core/animator/playable_clips.h"

#include "core/cycles/root_taking.h"

namespace texeleton::animator {

std::vector<PlayableClip> playableClips(const vat::BakedAnimation& animation, const model::Model& model) {
  std::vector<PlayableClip> clips;
  clips.reserve(animation.clips.size());
  for (const vat::BakedClip& clip : animation.clips) {
    if (clip.source.clip.value < model.clips.size()) {
      clips.push_back({clip.name, clip.source.clip, clip.source.fromSeconds, clip.source.toSeconds, clip.loop,
                       cycles::rootTaking(model, clip), clip.events});
    }
  }
  return clips;
}

}  // namespace texeleton::animator
