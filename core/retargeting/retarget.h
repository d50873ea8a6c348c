#pragma once

#include <array>

#include "core/base/words.h"

namespace texeleton::retargeting {

/// How the bones of a motion whose rest pose no skin tells relate to the model's.
enum class Retarget {
  Auto,  ///< Decided for each bone by the places of its children.
  Copy,  ///< They have the same axes: each stands in the model as in the motion file.
  Match  ///< They may have other axes: each moves as the motion's does from its rest pose.
};

constexpr auto wordTable(Retarget) {
  return std::to_array<Word<Retarget>>(
      {{"auto", Retarget::Auto}, {"copy", Retarget::Copy}, {"match", Retarget::Match}});
}

}  // namespace texeleton::retargeting
