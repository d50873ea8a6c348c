#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"

namespace texeleton {

/// Up to `most` of `names` that resemble `name`, the most similar first.
std::vector<std::string> similarNames(std::string_view name, const std::vector<std::string>& names, std::size_t most);

/// Returns a suggestion for an unknown name: `; did you mean "Walk" or "Walking"?`. Empty if no name is similar.
Message didYouMean(std::string_view name, const std::vector<std::string>& names);

/// The same, but if no name is similar, the first existing names: `; it has "Idle", "Walk" and 3 more`. Empty without
/// names.
Message namesInstead(std::string_view name, const std::vector<std::string>& names);

}  // namespace texeleton
