#include "core/pack/pack_names.h"

#include "core/model/names.h"

namespace texeleton::pack {

bool isPackName(const std::string& name) { return name.size() <= kMaxPackNameBytes && model::isHarmlessText(name); }

std::string packName(const JsonCursor& json, std::size_t maxBytes) {
  std::string text = json.text(maxBytes);
  if (!model::isHarmlessText(text)) {
    json.fail(message("holds control characters"));
    return {};
  }
  return text;
}

}  // namespace texeleton::pack
