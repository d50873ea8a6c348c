#include "core/recipe/events_file.h"

#include <new>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "core/recipe/find_clip.h"
#include "core/recipe/json_fields.h"
#include "core/recipe/recipe_fields.h"

namespace texeleton {

namespace {

constexpr double kDefaultRateHz = 30.0;
constexpr std::size_t kShownUnknownClips = 20;  ///< Looking for similar names takes a while.

/// The events of one clip of the file.
std::vector<RecipeEvent> readEvents(const Json& json, const std::string& place, JsonReading& reading) {
  std::vector<RecipeEvent> events;
  readList(json, place, reading, [&](const Json& event, const std::string& eventPlace) {
    events.push_back(readRecipeEvent(JsonFields(event, eventPlace, reading)));
  });
  return events;
}

/// Every name that clipsNamed() answers to.
std::unordered_set<std::string_view> namesOf(const Model& model) {
  std::unordered_set<std::string_view> names;
  for (const Clip& clip : model.clips) {
    names.insert(clip.name);
    names.insert(clip.sourceName);
  }
  return names;
}

ClipEvents inSeconds(const Model& model, ClipIndex index, std::vector<RecipeEvent> events, JobContext& job) {
  const Clip& clip = model.clips[index.value];
  ClipEvents result{index, {}};
  bool usesFrames = false;
  for (RecipeEvent& event : events) {
    usesFrames = usesFrames || event.frame.has_value();
    const double seconds = event.frame ? sourceFrameSeconds(clip, *event.frame) : event.timeSeconds.value_or(0.0);
    result.events.push_back({std::move(event.name), seconds, std::move(event.parameter)});
  }
  if (usesFrames && !(clip.sourceRateHz > 0.0)) {
    job.inform("Events are given by frame, but the file has no frame rate: 30 frames a second are taken.", clip.name);
  }
  return result;
}

Result<std::vector<ClipEvents>> readFields(const Json& json, const std::string& file, const Model& model,
                                           JobContext& job) {
  JsonReading reading{file, &job};
  JsonFields fields(json, "", reading);
  const Json* const found = fields.find("clips");
  if (found == nullptr && !reading.error) {
    reading.mistake("\"clips\" is missing: it must be an object with a list of events for each clip's name");
  }
  fields.unknown();
  static const Json kNone = Json::object();
  const Json& clipsJson = found != nullptr ? *found : kNone;
  const JsonFields clips(clipsJson, "clips", reading);
  const std::unordered_set<std::string_view> names = namesOf(model);
  std::vector<ClipEvents> result;
  std::size_t unknownCount = 0;
  for (const auto& [name, value] : clipsJson.is_object() ? clipsJson.items() : kNone.items()) {
    std::vector<RecipeEvent> events = readEvents(value, clips.placeOf(name), reading);
    if (reading.error) {
      break;
    }
    const std::vector<ClipIndex> matches = names.count(name) != 0 ? clipsNamed(model, name) : std::vector<ClipIndex>();
    if (matches.empty()) {
      if (++unknownCount <= kShownUnknownClips) {
        job.warn("Events are given for a clip, but " + noSuchClip(model, name) +
                     (unknownCount == kShownUnknownClips ? " Further ones are not listed." : ""),
                 file);
      }
      continue;
    }
    if (matches.size() > 1) {
      job.warn("Events are given for the clip " + inQuotes(name) +
                   ", but the file has several of that name: the first, " +
                   inQuotes(model.clips[matches.front().value].name) + ", gets them.",
               file);
    }
    result.push_back(inSeconds(model, matches.front(), std::move(events), job));
  }
  if (reading.error) {
    return fail(std::move(*reading.error));
  }
  return result;
}

}  // namespace

double sourceFrameSeconds(const Clip& clip, double frame) {
  return frame / (clip.sourceRateHz > 0.0 ? clip.sourceRateHz : kDefaultRateHz);
}

std::filesystem::path defaultEventsFile(const std::filesystem::path& modelFile) {
  return std::filesystem::path(modelFile).replace_extension(".events.json");
}

std::filesystem::path eventsFileBeside(const std::filesystem::path& modelFile) {
  std::filesystem::path beside = defaultEventsFile(modelFile);
  std::error_code error;
  return std::filesystem::is_regular_file(beside, error) ? beside : std::filesystem::path();
}

Result<std::vector<ClipEvents>> eventsFromText(std::string_view text, const std::string& file, const Model& model,
                                               JobContext& job) {
  Result<Json> json = parseJson(text, file);
  if (!json) {
    return fail(std::move(json.error()));
  }
  try {
    return readFields(*json, file, model, job);
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "there is not enough memory to read it", file);
  }
}

Result<std::vector<ClipEvents>> readEventsFile(const std::filesystem::path& path, const Model& model, JobContext& job) {
  const Result<std::string> text = readJsonText(path);
  if (!text) {
    return fail(text.error());
  }
  return eventsFromText(*text, path.string(), model, job);
}

}  // namespace texeleton
