#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.h"
#include "core/base/one_line.h"
#include "core/model/model.h"

namespace texeleton::recipe {

/// The clips named `name`: the one with that name in the model, else those with that name in the source file.
std::vector<ClipIndex> clipsNamed(const model::Model& model, std::string_view name);

/// The end of a message about a missing clip: `the model has no clip "Wlak"; did you mean "Walk"?`, or the existing
/// clips if none is similar.
Message noSuchClip(const model::Model& model, std::string_view name);

}  // namespace texeleton::recipe
