#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.h"
#include "core/vat/baked_animation.h"

namespace texeleton::cli {

/// The clip of a pack that `text` names: its name, or "#" and its number. Errors: NotFound (lists the pack's clips).
Result<std::uint32_t> findBakedClip(const vat::BakedAnimation& animation, const std::string& text);

}  // namespace texeleton::cli
