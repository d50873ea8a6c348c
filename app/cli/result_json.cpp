#include "app/cli/result_json.h"

#include "core/base/message_json.h"
#include "core/model/names.h"

namespace texeleton::cli {

std::string jsonText(const Json& json, int indent) {
  return model::escapedJson(json.dump(indent, ' ', false, Json::error_handler_t::replace));
}

Json issuesJson(const std::vector<Issue>& issues) {
  auto array = Json::array();
  for (const Issue& issue : issues) {
    array.push_back({{"severity", severityName(issue.severity)},
                     {"text", model::shortenedText(issue.text)},
                     {"subject", model::shortenedText(issue.subject)},
                     {"remedies", toJson(issue.text.remedies())}});
    array.back().update(toJson(issue.text));
  }
  return array;
}

Json eventsJson(const std::vector<model::ClipEvent>& events) {
  auto array = Json::array();
  for (const model::ClipEvent& event : events) {
    array.push_back({{"name", event.name}, {"timeSeconds", event.timeSeconds}, {"parameter", event.parameter}});
  }
  return array;
}

}  // namespace texeleton::cli
