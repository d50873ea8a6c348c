#include "core/recipe/write_events.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

#include "core/base/plain_file.h"
#include "core/base/save_file.h"
#include "core/recipe/find_clip.h"
#include "core/recipe/recipe.h"
#include "core/settings/json_fields.h"

namespace texeleton::recipe {

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

/// `present`: the file's current content.
Result<void> writeInto(const std::filesystem::path& path, Result<Json> present, std::span<const ClipEvents> events,
                       std::span<const std::string> replaced, const model::Model& model) {
  TRY(present);
  for (const ClipEvents& clip : events) {
    put((*present)["clips"], clip, replaced, model);
  }
  return saveFile(path, present->dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace

Result<void> writeEventsFile(const std::filesystem::path& path, std::span<const ClipEvents> events,
                             std::span<const std::string> replaced, const model::Model& model) {
  try {
    return writeInto(path, presentEvents(path), events, replaced, model);
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "there is not enough memory to write it", path.string());
  }
}

Result<void> replaceEventsFile(const std::filesystem::path& path, std::span<const ClipEvents> events,
                               const model::Model& model) {
  try {
    return writeInto(path, noEvents(), events, {}, model);
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "there is not enough memory to write it", path.string());
  }
}

}  // namespace texeleton::recipe
