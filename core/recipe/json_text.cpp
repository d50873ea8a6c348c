#include "core/recipe/json_text.h"

#include <cmath>
#include <utility>

#include "core/base/plain_file.h"

namespace texeleton::recipe {

void appendKey(Json& object, const std::string& key, Json value) {
  object.get_ref<Json::object_t&>().emplace_back(key, std::move(value));
}

Result<std::string> readJsonText(const std::filesystem::path& path) {
  return readPlainHead(path, kMaxRecipeBytes + 1);  // parseJson() refuses a text that is too long.
}

Json numberToJson(double value) {
  constexpr double kLargestExactWhole = 0x1p53;
  if (std::abs(value) < kLargestExactWhole && value == std::trunc(value)) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

}  // namespace texeleton::recipe
