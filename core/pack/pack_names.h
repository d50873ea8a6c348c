#pragma once

#include <string>

#include "core/base/json_reader.h"
#include "core/model/names.h"
#include "core/pack/pack_limits.h"

namespace texeleton::pack {

/// Whether it is a valid name in packs: at most kMaxPackNameBytes of harmless text (core/model/names.h).
inline bool isPackName(const std::string& name) {
  return name.size() <= kMaxPackNameBytes && model::isHarmlessText(name);
}

/// Reads harmless text of the pack's JSON; anything else is a problem of the cursor.
inline std::string packName(const JsonCursor& json, std::size_t maxBytes = kMaxPackNameBytes) {
  std::string text = json.text(maxBytes);
  if (!model::isHarmlessText(text)) {
    json.fail(message("holds control characters"));
    return {};
  }
  return text;
}

}  // namespace texeleton::pack
