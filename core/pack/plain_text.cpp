#include "core/model/names.h"
#include "core/pack/json_reader.h"

namespace texeleton::pack {

bool hasControlCharacters(const std::string& text) { return !model::isHarmlessText(text); }

}  // namespace texeleton::pack
