#include "app/cli/mask_argument.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "app/cli/option_values.h"
#include "core/base/one_line.h"
#include "core/vat/mask_choice.h"

namespace texeleton::cli {

namespace {

constexpr std::uint32_t kMostSoftened = 255;  // As in recipes.

std::optional<vat::MaskChoice::Bone> boneWithWeight(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) {
    return std::nullopt;
  }
  const auto weight = parsedNumber<double>(std::string_view(text).substr(colon + 1));
  return weight ? std::optional(vat::MaskChoice::Bone{text.substr(0, colon), *weight}) : std::nullopt;
}

Error wrong(const std::string& text, const Message& why) {
  return {ErrorCode::InvalidArgument, message("%1 %2", inQuotes(text), why), {}};
}

}  // namespace

Result<vat::MaskChoice::Bone> parseMaskBone(const std::string& text) {
  auto bone = boneWithWeight(text);
  if (!bone) {
    return fail(wrong(text, message("is not BONE:WEIGHT, as in head:0.5")));
  }
  if (!(bone->weight >= 0.0 && bone->weight <= 1.0)) {
    return fail(wrong(text, message("has a weight that is not between 0 and 1")));
  }
  return std::move(*bone);
}

Result<recipe::RecipeMask> parseMask(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    return fail(wrong(text, message("does not begin with the mask's name, as in \"upper body=spine\"")));
  }
  recipe::RecipeMask mask;
  mask.name = text.substr(0, equals);
  for (std::size_t at = equals + 1; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string part = text.substr(at, comma - at);
    at = comma + 1;
    if (part.starts_with("soft=")) {
      const auto bones = parsedNumber<std::uint32_t>(std::string_view(part).substr(5));
      if (!bones || *bones > kMostSoftened) {
        return fail(wrong(part, message("is not a number of bones from 0 to 255")));
      }
      mask.softened = *bones;
    } else if (boneWithWeight(part)) {
      auto bone = parseMaskBone(part);
      TRY(bone);
      mask.bones.push_back({bone->bone, bone->weight, {}});
    } else if (part.empty()) {
      return fail(wrong(text, message("has an empty part where a bone should be")));
    } else {
      mask.from.push_back(part);
    }
  }
  if (mask.from.empty() && mask.bones.empty()) {
    return fail(wrong(text, message("names no bone")));
  }
  return mask;
}

}  // namespace texeleton::cli
