#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.h"
#include "core/model/model.h"

namespace texeleton {

/// The clips that `name` stands for: the one with that name in the model, else those that the source file calls so.
std::vector<ClipIndex> clipsNamed(const Model& model, std::string_view name);

/// Half a sentence for a clip that is not there: `the model has no clip "Wlak"; did you mean "Walk"?`, or, where
/// nothing is similar, the clips that there are.
std::string noSuchClip(const Model& model, std::string_view name);

/// Up to `most` of `names` that are spelled like `name`, the most similar first.
std::vector<std::string> similarNames(std::string_view name, const std::vector<std::string>& names, std::size_t most);

/// `text` in double quotes, on one line, without control characters, shortened after 80 bytes.
std::string inQuotes(std::string_view text);

/// `text` on one line, without control characters, shortened to about `maxBytes` between characters.
std::string oneLine(std::string_view text, std::size_t maxBytes);

}  // namespace texeleton
