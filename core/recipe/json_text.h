#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace texeleton::recipe {

/// Internal to core/recipe: JSON with its keys in the order of the file.
using Json = nlohmann::ordered_json;

inline constexpr std::size_t kMaxJsonBytes = std::size_t{8} << 20;
inline constexpr std::size_t kMaxJsonDepth = 64;

/// Parses untrusted text. Errors: BadFile (invalid JSON, with line and column; a duplicate key in an object; numbers
/// beyond double; invalid UTF-8), Limit (the two above, memory).
Result<Json> parseJson(std::string_view text, const std::string& file);

/// A whole regular file of at most kMaxJsonBytes. Errors: NotFound, Io, BadFile (no regular file).
Result<std::string> readJsonText(const std::filesystem::path& path);

/// Adds a key that is known not to be there yet, without looking for it: the library's own way is linear.
void appendKey(Json& object, const std::string& key, Json value);

/// A number as it is best read: 30 rather than 30.0.
Json numberToJson(double value);

}  // namespace texeleton::recipe
