#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace texeleton {

/// The ASCII words of a name in lower case, split at non-letters and before capitals: "b_RightFoot01" → b, right, foot;
/// "LFoot" → l, foot; "IKHandle" → ik, handle.
std::vector<std::string> nameWords(std::string_view name);

/// Whether one of `words` is one of `wanted`.
inline bool hasWordOf(std::span<const std::string> words, std::span<const std::string_view> wanted) {
  return std::ranges::find_first_of(words, wanted) != words.end();
}

}  // namespace texeleton
