#include "core/base/message_json.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include "core/base/json_reader.h"

namespace texeleton {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kMostDepth = 16;    // Nesting limit of messages.
constexpr int kMostParts = 4096;  // Arguments of all of them.

std::optional<std::string> textAt(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? std::optional(found->get<std::string>()) : std::nullopt;
}

std::optional<Message> read(const Json& json, int depth, int& parts);

std::optional<MessageArgument> readArgument(const Json& json, int depth, int& parts) {
  if (++parts > kMostParts) {
    return std::nullopt;
  }
  if (json.is_string()) {
    return MessageArgument(json.get<std::string>());
  }
  if (!json.is_object()) {
    return std::nullopt;
  }
  if (const auto name = textAt(json, "remedy")) {
    const auto kind = remedyCalled(*name);
    const auto number = json.find("number");
    const auto subject = textAt(json, "subject");
    return kind && subject && number != json.end() && number->is_number() && std::isfinite(number->get<double>())
               ? std::optional(MessageArgument(Remedy{*kind, number->get<double>(), *subject}))
               : std::nullopt;
  }
  auto inner = read(json, depth + 1, parts);
  return inner ? std::optional(MessageArgument(std::move(*inner))) : std::nullopt;
}

std::optional<Message> read(const Json& json, int depth, int& parts) {
  const auto format = json.is_object() ? textAt(json, "format") : std::nullopt;
  const auto list = json.is_object() ? json.find("arguments") : json.end();
  if (depth > kMostDepth || !format || list == json.end() || !list->is_array()) {
    return std::nullopt;
  }
  std::vector<MessageArgument> arguments;
  for (const Json& entry : *list) {
    auto argument = readArgument(entry, depth, parts);
    if (!argument) {
      return std::nullopt;
    }
    arguments.push_back(std::move(*argument));
  }
  return Message(*format, std::move(arguments));
}

}  // namespace

Json toJson(const Message& message) {
  Json arguments = Json::array();
  for (const MessageArgument& argument : message.arguments()) {
    switch (argument.kind()) {
      case MessageArgument::Kind::Text:
        arguments.push_back(argument.ownText());
        break;
      case MessageArgument::Kind::Message:
        arguments.push_back(toJson(argument.message()));
        break;
      case MessageArgument::Kind::Remedy:
        arguments.push_back({{"remedy", nameOf(argument.remedy().kind)},
                             {"number", argument.remedy().number},
                             {"subject", argument.remedy().subject}});
        break;
    }
  }
  return {{"format", message.format()}, {"arguments", std::move(arguments)}};
}

Json toJson(const std::vector<Remedy>& remedies) {
  Json list = Json::array();
  for (const Remedy& remedy : remedies) {
    list.push_back({{"kind", nameOf(remedy.kind)},
                    {"number", remedy.number},
                    {"subject", remedy.subject},
                    {"option", optionOf(remedy)}});
  }
  return list;
}

std::optional<Message> messageFromJson(const Json& json) {
  int parts = 0;
  return read(json, 0, parts);
}

std::string toJsonText(const Message& message) {
  return toJson(message).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<Message> messageFromJsonText(std::string_view text) {
  const auto json = parseJson(text, "");
  return json ? messageFromJson(*json) : std::nullopt;
}

}  // namespace texeleton
