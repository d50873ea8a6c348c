#pragma once

#include <array>

#include "core/base/words.h"

namespace texeleton::retargeting {

/// The relation of a motion's bones to the model's if no skin defines the motion's rest pose.
enum class Retarget {
  Auto,  ///< Decided for each bone by the positions of its children.
  Copy,  ///< The axes are the same: each bone stands in the model as in the motion file.
  Match  ///< The axes may differ: each bone moves from its rest pose as the motion's does.
};

constexpr auto wordTable(Retarget) {
  return std::to_array<Word<Retarget>>(
      {{"auto", Retarget::Auto}, {"copy", Retarget::Copy}, {"match", Retarget::Match}});
}

}  // namespace texeleton::retargeting
