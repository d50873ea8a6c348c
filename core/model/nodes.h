#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/model.h"

namespace texeleton::model {

/// The node with that name; invalid: there is none.
NodeIndex nodeCalled(const Model& model, std::string_view name);

std::vector<std::string> nodeNames(const Model& model);

/// By node: whether a track of any clip moves it.
std::vector<bool> animatedNodes(const Model& model);

}  // namespace texeleton::model
