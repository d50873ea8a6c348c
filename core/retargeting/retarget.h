#pragma once

#include <array>

#include "core/base/words.h"

namespace texeleton::retargeting {

/// How a motion's bones relate to the model's if no skin defines the motion's rest pose.
enum class Retarget {
  Auto,  ///< Decided per bone, from the positions of its children.
  Copy,  ///< Same axes: each bone gets its pose in the motion file.
  Match  ///< Other axes: each bone moves from its rest pose as the motion's does.
};

constexpr auto wordTable(Retarget) {
  return std::to_array<Word<Retarget>>(
      {{"auto", Retarget::Auto}, {"copy", Retarget::Copy}, {"match", Retarget::Match}});
}

}  // namespace texeleton::retargeting
