#include "core/recipe/events_file.h"

#include <new>
#include <utility>

#include "core/base/plain_file.h"
#include "core/recipe/events_csv.h"
#include "core/recipe/gather_events.h"
#include "core/recipe/recipe_rules.h"

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

}  // namespace texeleton::recipe
