#include "app/cli/result_json.h"

#include "core/base/message_json.h"
#include "core/model/names.h"

namespace texeleton::cli {

std::string jsonText(const nlohmann::ordered_json& json, int indent) {
  return model::escapedJson(json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

nlohmann::ordered_json issuesJson(const std::vector<Issue>& issues) {
  auto array = nlohmann::ordered_json::array();
  for (const Issue& issue : issues) {
    array.push_back({{"severity", severityName(issue.severity)},
                     {"text", model::shortenedText(issue.text)},
                     {"subject", model::shortenedText(issue.subject)},
                     {"remedies", toJson(issue.text.remedies())}});
    array.back().update(toJson(issue.text));
  }
  return array;
}

nlohmann::ordered_json eventsJson(const std::vector<model::ClipEvent>& events) {
  auto array = nlohmann::ordered_json::array();
  for (const model::ClipEvent& event : events) {
    array.push_back({{"name", event.name}, {"timeSeconds", event.timeSeconds}, {"parameter", event.parameter}});
  }
  return array;
}

}  // namespace texeleton::cli
