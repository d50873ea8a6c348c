#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace texeleton {

// Values that programs keep in JSON objects for later, such as the editor's notes in a recipe. Each function takes a
// value out of an object. An unusable value stays in the object, so that it is written again, and `to` is unchanged.

/// A number from `least` to `most`. False if there is none.
bool takeNumber(nlohmann::ordered_json& from, const char* key, double least, double most, double& to);
/// A whole number from `least` to `most`.
void takeWhole(nlohmann::ordered_json& from, const char* key, std::uint32_t least, std::uint32_t most,
               std::uint32_t& to);
void takeSwitch(nlohmann::ordered_json& from, const char* key, bool& to);
void takeText(nlohmann::ordered_json& from, const char* key, std::string& to);

}  // namespace texeleton
