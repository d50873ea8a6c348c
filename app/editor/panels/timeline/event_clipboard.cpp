#include "app/editor/panels/timeline/event_clipboard.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/json_reader.h"

namespace texeleton::editor {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kEventsKey = "texeletonEvents";
constexpr std::size_t kMostBytes = std::size_t{1} << 20;  // The clipboard may contain anything.

std::string textAt(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

QString textOfEvents(const std::vector<TimelineEvent>& events) {
  Json list = Json::array();
  for (const TimelineEvent& event : events) {
    list.push_back({{"name", event.name}, {"time", event.clipSeconds}});
    if (!event.parameter.empty()) {
      list.back()["parameter"] = event.parameter;
    }
  }
  return QString::fromStdString(Json{{kEventsKey, list}}.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::vector<TimelineEvent> eventsOfText(const QString& text) {
  std::vector<TimelineEvent> events;
  if (!text.contains(kEventsKey)) {
    return events;
  }
  const auto json = parseJson(text.toStdString(), "", kMostBytes);
  if (!json || !json->is_object() || !json->contains(kEventsKey) || !(*json)[kEventsKey].is_array()) {
    return events;
  }
  for (const Json& one : (*json)[kEventsKey]) {
    const auto time = one.is_object() ? one.find("time") : one.end();
    const std::string name = one.is_object() ? QString::fromStdString(textAt(one, "name")).trimmed().toStdString() : "";
    if (!name.empty() && time != one.end() && time->is_number() && time->get<double>() >= 0.0) {
      events.push_back({name, textAt(one, "parameter"), time->get<double>()});
    }
  }
  std::ranges::stable_sort(events, {}, &TimelineEvent::clipSeconds);
  return events;
}

}  // namespace texeleton::editor
