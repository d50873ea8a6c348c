#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"

namespace texeleton {

/// {"format": "the model has no clip %1", "arguments": [...]}: an argument is a text, such an object, or a remedy,
/// {"remedy": "max-size", "number": 512, "subject": ""}. Used by the import worker, its cache and --json.
nlohmann::ordered_json toJson(const Message& message);

/// Nothing if the structure is different, nested too deeply, or has more than a few thousand parts.
std::optional<Message> messageFromJson(const nlohmann::ordered_json& json);

/// The same as a text.
std::string toJsonText(const Message& message);
std::optional<Message> messageFromJsonText(std::string_view text);

/// [{"kind": "max-size", "number": 512, "subject": "", "option": "--max-size 512"}].
nlohmann::ordered_json toJson(const std::vector<Remedy>& remedies);

}  // namespace texeleton
