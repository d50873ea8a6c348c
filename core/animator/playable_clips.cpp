#include "core/animator/playable_clips.h"

#include "core/bake/root_of_clip.h"

namespace texeleton {

std::vector<PlayableClip> playableClips(const BakedAnimation& animation, const Model& model) {
  std::vector<PlayableClip> clips;
  clips.reserve(animation.clips.size());
  for (const BakedClip& clip : animation.clips) {
    if (clip.source.clip.value < model.clips.size()) {
      clips.push_back({clip.name, clip.source.clip, clip.source.fromSeconds, clip.source.toSeconds, clip.loop,
                       rootTaking(model, clip), clip.events});
    }
  }
  return clips;
}

}  // namespace texeleton
