#include "core/model/names.h"
#include "core/pack/json_reader.h"

namespace texeleton {

bool hasControlCharacters(const std::string& text) { return !isHarmlessText(text); }

}  // namespace texeleton
