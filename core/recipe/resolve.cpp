#include "core/recipe/resolve.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/file_hash.h"
#include "core/recipe/find_clip.h"

namespace texeleton {

namespace fs = std::filesystem;

namespace {

constexpr const char* kModelRole = "model";
constexpr const char* kEventsRole = "events";

/// A path as the recipe has it: UTF-8, forward slashes.
std::string genericUtf8(const fs::path& path) {
  const std::u8string text = path.generic_u8string();
  return {text.begin(), text.end()};
}

fs::path fromUtf8(const std::string& text) { return fs::path(std::u8string(text.begin(), text.end())); }

std::optional<std::size_t> firstSource(const Recipe& recipe, std::string_view role) {
  const auto it = std::find_if(recipe.sources.begin(), recipe.sources.end(),
                               [role](const RecipeSource& source) { return source.role == role; });
  return it == recipe.sources.end() ? std::nullopt : std::optional<std::size_t>(it - recipe.sources.begin());
}

bool isCalled(const Clip& clip, const std::string& name) { return clip.name == name || clip.sourceName == name; }

/// Where in the recipe: clips[2].
std::string placeOf(std::size_t clip) { return "clips[" + std::to_string(clip) + "]"; }

/// Finds one clip; the Error says what is missing.
Result<ClipIndex> findClip(const RecipeClip& wanted, std::size_t place, const Model& model, JobContext& job) {
  const bool inRange = wanted.index && *wanted.index < model.clips.size();
  if (inRange && (wanted.sourceName.empty() || isCalled(model.clips[*wanted.index], wanted.sourceName))) {
    return ClipIndex(*wanted.index);
  }
  if (wanted.sourceName.empty()) {
    return fail(ErrorCode::NotFound, placeOf(place) + " asks for clip " + std::to_string(wanted.index.value_or(0)) +
                                         ", but the model has " + std::to_string(model.clips.size()) +
                                         " (counted from 0)");
  }
  const std::vector<ClipIndex> matches = clipsNamed(model, wanted.sourceName);
  if (matches.empty()) {
    return fail(ErrorCode::NotFound, placeOf(place) + ": " + noSuchClip(model, wanted.sourceName));
  }
  const ClipIndex found = matches.front();
  if (matches.size() > 1) {
    job.warn(placeOf(place) + ": the model has several clips that its file calls " + inQuotes(wanted.sourceName) +
                 "; the first, " + inQuotes(model.clips[found.value].name) + ", is taken.",
             wanted.sourceName);
  } else if (wanted.index) {
    job.inform(placeOf(place) + ": the clip " + inQuotes(wanted.sourceName) + " was found at " +
                   std::to_string(found.value) + " instead of " + std::to_string(*wanted.index) +
                   "; the model's clips have changed.",
               wanted.sourceName);
  }
  return found;
}

Result<ClipSelection> toSelection(const RecipeClip& clip, std::size_t place, ClipIndex index, const Model& model) {
  ClipSelection selection;
  selection.clip = index;
  selection.name = clip.name;
  selection.fromSeconds = clip.from;
  selection.toSeconds = clip.to;
  selection.sampleRateHz = clip.fps;
  selection.loop = clip.loop;
  for (const RecipeEvent& event : clip.events) {
    const double seconds = event.frame ? sourceFrameSeconds(model.clips[index.value], *event.frame)
                                       : event.timeSeconds.value_or(std::nan(""));
    if (!std::isfinite(seconds)) {
      return fail(ErrorCode::InvalidArgument,
                  placeOf(place) + ": the event " + inQuotes(event.name) + " has neither a time nor a frame");
    }
    selection.events.push_back({event.name, seconds, event.parameter});
  }
  return selection;
}

Result<RecipeSource> makeSource(const fs::path& file, const char* role, const fs::path& folder) {
  Result<std::string> hash = sha256OfFile(file);
  if (!hash) {
    return fail(std::move(hash.error()));
  }
  std::error_code error;
  const fs::path absolute = fs::absolute(file, error).lexically_normal();
  const fs::path relative = absolute.lexically_relative(folder);
  return RecipeSource{genericUtf8(relative.empty() ? absolute : relative), role, std::move(*hash), {}};
}

/// Leaves out what is the default anyway.
template <class T>
std::optional<T> unlessDefault(T value, T standard) {
  return value == standard ? std::nullopt : std::optional<T>(value);
}

RecipeBake toRecipeBake(const BakeSettings& settings) {
  const BakeSettings standard;
  RecipeBake bake;
  bake.mode = settings.mode;
  bake.pixelFormat = settings.pixelFormat;
  bake.size = unlessDefault(settings.size, standard.size);
  bake.maxSize = unlessDefault(settings.maxSize, standard.maxSize);
  bake.shareElements = unlessDefault(settings.shareElements, standard.shareElements);
  bake.fps = settings.sampleRateHz;
  bake.loop = unlessDefault(settings.loop, standard.loop);
  for (const ExposeFilter& filter : settings.expose) {
    bake.expose.push_back({filter.pattern, filter.caseSensitive, {}});
  }
  bake.maxError = settings.maxErrorMillimetres;
  return bake;
}

RecipeClip toRecipeClip(const ClipSelection& selection, const Clip& clip) {
  RecipeClip result;
  result.index = selection.clip.value;
  result.sourceName = clip.sourceName.empty() ? clip.name : clip.sourceName;
  result.name = selection.name;
  result.from = selection.fromSeconds;
  result.to = selection.toSeconds;
  result.fps = selection.sampleRateHz;
  result.loop = selection.loop;
  for (const ClipEvent& event : selection.events) {
    result.events.push_back({event.name, event.timeSeconds, std::nullopt, event.parameter, {}});
  }
  return result;
}

}  // namespace

Result<std::vector<ClipSelection>> resolveClips(const Recipe& recipe, const Model& model, JobContext& job,
                                                MissingClip missing) {
  const std::size_t modelSource = firstSource(recipe, kModelRole).value_or(0);
  std::vector<ClipSelection> selections;
  selections.reserve(recipe.clips.size());
  for (std::size_t i = 0; i < recipe.clips.size(); ++i) {
    const RecipeClip& clip = recipe.clips[i];
    if (clip.source && *clip.source != modelSource) {
      return fail(ErrorCode::Unsupported, placeOf(i) + ".source: clips of a file other than the model, which is " +
                                              "sources[" + std::to_string(modelSource) + "], cannot be baked");
    }
    const Result<ClipIndex> index = findClip(clip, i, model, job);
    if (!index) {
      if (missing == MissingClip::Fail) {
        return fail(index.error());
      }
      job.warn(index.error().message + " It is left out.", clip.sourceName);
      continue;
    }
    Result<ClipSelection> selection = toSelection(clip, i, *index, model);
    if (!selection) {
      return fail(std::move(selection.error()));
    }
    selections.push_back(std::move(*selection));
  }
  return selections;
}

Result<BakeSettings> toBakeSettings(const Recipe& recipe, const Model& model, JobContext& job, MissingClip missing) {
  Result<std::vector<ClipSelection>> clips = resolveClips(recipe, model, job, missing);
  if (!clips) {
    return fail(std::move(clips.error()));
  }
  if (clips->empty() && !recipe.clips.empty()) {  // An empty list would bake every clip.
    return fail(ErrorCode::NotFound, "the model has none of the recipe's clips any more");
  }
  BakeSettings settings;
  settings.clips = std::move(*clips);
  settings.mode = recipe.bake.mode.value_or(settings.mode);
  settings.pixelFormat = recipe.bake.pixelFormat.value_or(settings.pixelFormat);
  settings.size = recipe.bake.size.value_or(settings.size);
  settings.maxSize = recipe.bake.maxSize.value_or(settings.maxSize);
  settings.shareElements = recipe.bake.shareElements.value_or(settings.shareElements);
  settings.sampleRateHz = recipe.bake.fps;
  settings.loop = recipe.bake.loop.value_or(settings.loop);
  for (const RecipeExpose& expose : recipe.bake.expose) {
    settings.expose.push_back({expose.pattern, expose.caseSensitive});
  }
  settings.maxErrorMillimetres = recipe.bake.maxError;
  return settings;
}

ImportOptions toImportOptions(const Recipe& recipe) {
  ImportOptions options;
  options.scale = recipe.import.scale;
  options.up = recipe.import.up;
  return options;
}

PackWriteOptions toWriteOptions(const Recipe& recipe) {
  PackWriteOptions options;
  options.compression = recipe.write.compression.value_or(options.compression);
  return options;
}

void addEvents(BakeSettings& settings, const std::vector<ClipEvents>& events, const Model& model) {
  const bool any =
      std::any_of(events.begin(), events.end(), [](const ClipEvents& clip) { return !clip.events.empty(); });
  if (settings.clips.empty() && any) {
    for (std::size_t i = 0; i < model.clips.size(); ++i) {
      settings.clips.push_back({ClipIndex(i), {}, {}, {}, {}, {}, {}});
    }
  }
  for (const ClipEvents& added : events) {
    for (ClipSelection& selection : settings.clips) {
      if (selection.clip == added.clip) {
        selection.events.insert(selection.events.end(), added.events.begin(), added.events.end());
      }
    }
  }
}

std::filesystem::path sourceFile(const Recipe& recipe, const std::filesystem::path& recipeFile, std::string_view role) {
  const auto index = firstSource(recipe, role);
  return index ? (recipeFile.parent_path() / fromUtf8(recipe.sources[*index].path)).lexically_normal() : fs::path();
}

void checkSources(const Recipe& recipe, const std::filesystem::path& recipeFile, JobContext& job) {
  for (const RecipeSource& source : recipe.sources) {
    const fs::path file = recipeFile.parent_path() / fromUtf8(source.path);
    if (fromUtf8(source.path).is_absolute()) {
      job.warn("The path is absolute: the recipe will not find the file on another machine.", source.path);
    }
    if (source.sha256.empty()) {
      continue;
    }
    const Result<std::string> hash = sha256OfFile(file);
    if (!hash) {
      job.warn("The file that the recipe names cannot be read: " + hash.error().message, source.path);
    } else if (*hash != source.sha256) {
      job.inform("The file has changed since the recipe was saved.", source.path);
    }
  }
}

Result<Recipe> recipeFromOptions(const RecipeInput& input, const Model& model,
                                 const std::filesystem::path& recipeFile) {
  std::error_code error;
  const fs::path folder = fs::absolute(recipeFile, error).lexically_normal().parent_path();
  Recipe recipe;
  for (const auto& [file, role] : {std::pair(input.modelFile, kModelRole), std::pair(input.eventsFile, kEventsRole)}) {
    if (file.empty()) {
      continue;
    }
    Result<RecipeSource> source = makeSource(file, role, folder);
    if (!source) {
      return fail(std::move(source.error()));
    }
    recipe.sources.push_back(std::move(*source));
  }
  recipe.import.scale = input.import.scale;
  recipe.import.up = input.import.up;
  for (const ClipSelection& selection : input.settings.clips) {
    if (selection.clip.value >= model.clips.size()) {
      return fail(ErrorCode::InvalidArgument, "the model has no clip " + std::to_string(selection.clip.value));
    }
    recipe.clips.push_back(toRecipeClip(selection, model.clips[selection.clip.value]));
  }
  recipe.bake = toRecipeBake(input.settings);
  recipe.write.compression = input.write.compression;
  return recipe;
}

}  // namespace texeleton
