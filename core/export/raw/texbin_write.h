#pragma once

#include <string>

#include "core/base/result.h"
#include "core/vat/baked_animation.h"

namespace texeleton::exporting {

/// The bytes of a NAME.texbin: a pack without its texels, as arrays that resources/engines/raw/texeleton_pack.h reads
/// in place. That header describes the layout. Errors: Limit (more than 4 GiB).
Result<std::string> texbinBytes(const vat::BakedAnimation& animation);

}  // namespace texeleton::exporting
