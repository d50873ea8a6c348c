#include "core/base/take_values.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace texeleton {

bool takeNumber(nlohmann::ordered_json& from, const char* key, double least, double most, double& to) {
  const auto found = from.find(key);
  if (found == from.end() || !found->is_number()) {
    return false;
  }
  const auto number = found->get<double>();
  if (!std::isfinite(number) || number < least || number > most) {
    return false;
  }
  to = number;
  from.erase(found);
  return true;
}

void takeWhole(nlohmann::ordered_json& from, const char* key, std::uint32_t least, std::uint32_t most,
               std::uint32_t& to) {
  const auto found = from.find(key);
  if (found == from.end() || !found->is_number() || found->get<double>() != std::floor(found->get<double>())) {
    return;
  }
  double number = 0.0;
  if (takeNumber(from, key, least, most, number)) {
    to = static_cast<std::uint32_t>(number);
  }
}

void takeSwitch(nlohmann::ordered_json& from, const char* key, bool& to) {
  if (const auto found = from.find(key); found != from.end() && found->is_boolean()) {
    to = found->get<bool>();
    from.erase(found);
  }
}

void takeText(nlohmann::ordered_json& from, const char* key, std::string& to) {
  if (const auto found = from.find(key); found != from.end() && found->is_string()) {
    to = found->get<std::string>();
    from.erase(found);
  }
}

}  // namespace texeleton
