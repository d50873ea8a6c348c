#include "core/recipe/events_file.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <system_error>
#include <utility>

#include "core/base/plain_file.h"
#include "core/base/same_file.h"
#include "core/base/save_file.h"
#include "core/recipe/events_csv.h"
#include "core/recipe/find_clip.h"
#include "core/recipe/gather_events.h"
#include "core/recipe/recipe.h"
#include "core/recipe/recipe_rules.h"
#include "core/settings/json_fields.h"

namespace texeleton::recipe {

namespace {

std::vector<RecipeEvent> readEvents(const Json& json, const std::string& place, JsonReading& reading) {
  std::vector<RecipeEvent> events;
  readList(json, place, reading, [&](const Json& event, const std::string& eventPlace) {
    setting_io::readStructure(event, eventPlace, reading, events.emplace_back());
  });
  return events;
}

Result<std::vector<ClipEvents>> readFields(const Json& json, const std::string& file, const model::Model& model,
                                           JobContext& job) {
  JsonReading reading{file, &job};
  JsonFields fields(json, "", reading);
  const Json* const found = fields.find("clips");
  if (found == nullptr && !reading.error) {
    reading.mistake(message("\"clips\" is missing: it must be an object with a list of events for each clip's name"));
  }
  fields.unknown();
  static const Json kNoEvents = Json::object();
  const Json& clipsJson = found != nullptr ? *found : kNoEvents;
  const JsonFields clips(clipsJson, "clips", reading);
  EventGatherer gatherer(model, file, job);
  for (const auto& [name, value] : clipsJson.is_object() ? clipsJson.items() : kNoEvents.items()) {
    std::vector<RecipeEvent> events = readEvents(value, clips.placeOf(name), reading);
    if (reading.error) {
      break;
    }
    gatherer.add(name, std::move(events));
  }
  if (reading.error) {
    return fail(std::move(*reading.error));
  }
  return gatherer.take();
}

}  // namespace

double sourceFrameSeconds(const model::Clip& clip, double frame) {
  return frame / (clip.sourceRateHz > 0.0 ? clip.sourceRateHz : model::kDefaultRateHz);
}

std::filesystem::path defaultEventsFile(const std::filesystem::path& modelFile) {
  return std::filesystem::path(modelFile).replace_extension(".events.json");
}

Result<std::vector<ClipEvents>> eventsFromText(std::string_view text, const std::string& file,
                                               const model::Model& model, JobContext& job) {
  Result<Json> json = parseJson(text, file, kMaxRecipeBytes);
  TRY(json);
  try {
    return readFields(*json, file, model, job);
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "there is not enough memory to read it", file);
  }
}

Result<std::vector<ClipEvents>> readEventsFile(const std::filesystem::path& path, const model::Model& model,
                                               JobContext& job) {
  const Result<std::string> text = readPlainHead(path, kMaxRecipeBytes + 1);
  TRY(text);
  return isEventsCsv(path) ? eventsFromCsv(*text, path.string(), model, job)
                           : eventsFromText(*text, path.string(), model, job);
}

std::filesystem::path findEventsFile(const std::filesystem::path& modelFile, bool followOutside, JobContext& job) {
  const std::filesystem::path usual = defaultEventsFile(modelFile);
  std::error_code error;
  if (!followOutside && leadsOutside(usual) && std::filesystem::exists(usual, error)) {
    job.warn(
        message(
            "The events file beside the model is a link that leaves its folder; it was not opened. Take it with %1, or "
            "name it as the events file.",
            Remedy{RemedyKind::FollowOutside, 0.0, usual.string()}),
        usual.filename().string());
    return {};
  }
  return std::filesystem::is_regular_file(usual, error) ? usual : std::filesystem::path();
}

namespace {

Json toJson(const model::ClipEvent& event) {
  return {{"name", event.name}, {"timeSeconds", event.timeSeconds}, {"parameter", event.parameter}};
}

Json noEvents() { return {{"clips", Json::object()}}; }

/// The file's current content, or an empty object.
Result<Json> presentEvents(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error) && !error) {
    return noEvents();
  }
  const Result<std::string> text = readPlainHead(path, kMaxRecipeBytes + 1);
  TRY(text);
  Result<Json> json = parseJson(*text, path.string(), kMaxRecipeBytes);
  if (!json) {
    return json;
  }
  const bool isEventsFile = json->is_object() && json->contains("clips") && (*json)["clips"].is_object();
  if (!isEventsFile || !std::all_of((*json)["clips"].begin(), (*json)["clips"].end(),
                                    [](const Json& clip) { return clip.is_array(); })) {
    return fail(ErrorCode::BadFile, "is there already and is no events file: give another name", path.string());
  }
  return json;
}

/// The list of a clip's events, under any of its names; null if there is none.
Json* listOf(Json& clips, ClipIndex clip, const model::Model& model) {
  for (auto& [name, list] : clips.items()) {
    const std::vector<ClipIndex> named = clipsNamed(model, name);
    if (!named.empty() && named.front() == clip) {
      return &list;
    }
  }
  return nullptr;
}

void put(Json& clips, const ClipEvents& events, std::span<const std::string> replaced, const model::Model& model) {
  Json kept = Json::array();
  Json* list = listOf(clips, events.clip, model);
  if (list != nullptr) {
    std::copy_if(list->begin(), list->end(), std::back_inserter(kept), [&](const Json& event) {
      const auto name = event.is_object() ? event.find("name") : event.end();
      return !event.is_object() || name == event.end() || !name->is_string() ||
             std::find(replaced.begin(), replaced.end(), name->get_ref<const std::string&>()) == replaced.end();
    });
  }
  std::transform(events.events.begin(), events.events.end(), std::back_inserter(kept), toJson);
  if (list != nullptr) {
    *list = std::move(kept);
  } else if (!kept.empty()) {
    appendKey(clips, model.clips[events.clip.value].name, std::move(kept));
  }
}

Result<void> writeInto(const std::filesystem::path& path, bool keepsPresent, std::span<const ClipEvents> events,
                       std::span<const std::string> replaced, const model::Model& model) {
  try {
    Result<Json> json = keepsPresent ? presentEvents(path) : noEvents();
    TRY(json);
    for (const ClipEvents& clip : events) {
      put((*json)["clips"], clip, replaced, model);
    }
    return saveFile(path, json->dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "there is not enough memory to write it", path.string());
  }
}

}  // namespace

Result<void> writeEventsFile(const std::filesystem::path& path, std::span<const ClipEvents> events,
                             std::span<const std::string> replaced, const model::Model& model) {
  return writeInto(path, true, events, replaced, model);
}

Result<void> replaceEventsFile(const std::filesystem::path& path, std::span<const ClipEvents> events,
                               const model::Model& model) {
  return writeInto(path, false, events, {}, model);
}

}  // namespace texeleton::recipe
