#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/json_reader.h"
#include "core/base/result.h"

namespace texeleton::recipe {

/// Internal to core/recipe: JSON with its keys in the order of the file.
using Json = nlohmann::ordered_json;

inline constexpr std::size_t kMaxRecipeBytes = std::size_t{8} << 20;

/// A whole regular file of at most kMaxRecipeBytes. Errors: NotFound, Io, BadFile (no regular file).
Result<std::string> readJsonText(const std::filesystem::path& path);

/// Adds a key that is known not to be there yet, without looking for it: the library's own way is linear.
void appendKey(Json& object, const std::string& key, Json value);

/// A number as it is best read: 30 rather than 30.0.
Json numberToJson(double value);

}  // namespace texeleton::recipe
