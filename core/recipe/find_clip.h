#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.h"
#include "core/base/one_line.h"
#include "core/model/model.h"

namespace texeleton::recipe {

/// The clips that `name` stands for: the one with that name in the model, else those that the source file calls so.
std::vector<ClipIndex> clipsNamed(const model::Model& model, std::string_view name);

/// Half a sentence for a clip that is not there: `the model has no clip "Wlak"; did you mean "Walk"?`, or, where
/// nothing is similar, the clips that there are.
Message noSuchClip(const model::Model& model, std::string_view name);

}  // namespace texeleton::recipe
