#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/json_reader.h"
#include "core/base/result.h"

namespace texeleton::recipe {

/// Internal to core/recipe: JSON that keeps the order of keys.
using Json = nlohmann::ordered_json;

inline constexpr std::size_t kMaxRecipeBytes = std::size_t{8} << 20;

/// Reads a regular file of at most kMaxRecipeBytes. Errors: NotFound, Io, BadFile (not a regular file).
Result<std::string> readJsonText(const std::filesystem::path& path);

/// Adds a key that must not exist yet; unlike the library's own function it does not search for it.
void appendKey(Json& object, const std::string& key, Json value);

/// The shortest readable form of a number: 30 rather than 30.0.
Json numberToJson(double value);

}  // namespace texeleton::recipe
