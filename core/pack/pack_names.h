#pragma once

#include <string>

#include "core/base/json_reader.h"
#include "core/pack/pack_limits.h"

namespace texeleton::pack {

/// Whether it is a valid name in packs: at most kMaxPackNameBytes of harmless text (core/model/names.h).
bool isPackName(const std::string& name);

/// Reads harmless text of the pack's JSON; anything else is a problem of the cursor.
std::string packName(const JsonCursor& json, std::size_t maxBytes = kMaxPackNameBytes);

}  // namespace texeleton::pack
