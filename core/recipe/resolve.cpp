#include "core/recipe/resolve.h"
#include "core/base/utf8_path.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/file_hash.h"
#include "core/recipe/find_clip.h"
#include "core/recipe/settings.h"
#include "core/vat/mask_choice.h"

namespace texeleton::recipe {

namespace fs = std::filesystem;

namespace {

std::optional<std::size_t> firstSource(const Recipe& recipe, pack::SourceRole role) {
  const auto it = std::find_if(recipe.sources.begin(), recipe.sources.end(),
                               [role](const RecipeSource& source) { return source.role == role; });
  return it == recipe.sources.end() ? std::nullopt : std::optional<std::size_t>(it - recipe.sources.begin());
}

bool isCalled(const model::Clip& clip, const std::string& name) { return clip.name == name || clip.sourceName == name; }

/// The clip's place in the recipe: clips[2].
std::string placeOf(std::size_t clip) { return "clips[" + std::to_string(clip) + "]"; }

/// The clips of one file (see Clip::motionFile).
std::vector<ClipIndex> clipsOfFile(const model::Model& model, std::uint32_t file) {
  std::vector<ClipIndex> clips;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    if (model.clips[i].motionFile == file) {
      clips.emplace_back(i);
    }
  }
  return clips;
}

/// The clips' file number for a source: 0: the model, then motions, then caches in order; nullopt for other sources.
std::optional<std::uint32_t> fileNumber(const Recipe& recipe, std::optional<std::uint32_t> source) {
  if (!source || source == firstSource(recipe, pack::SourceRole::Model) ||
      (*source == 0 && !firstSource(recipe, pack::SourceRole::Model))) {
    return 0;
  }
  std::uint32_t number = 0;
  for (const pack::SourceRole role : {pack::SourceRole::Motion, pack::SourceRole::Cache}) {
    for (std::uint32_t i = 0; i < recipe.sources.size(); ++i) {
      if (recipe.sources[i].role == role) {
        ++number;
        if (i == *source) {
          return number;
        }
      }
    }
  }
  return std::nullopt;
}

/// Finds one clip of a file. The Error names what is missing.
Result<ClipIndex> findClip(const RecipeClip& wanted, std::uint32_t file, std::size_t place, const model::Model& model,
                           JobContext& job) {
  const std::vector<ClipIndex> ofFile = clipsOfFile(model, file);
  const bool inRange = wanted.index && *wanted.index < ofFile.size();
  if (inRange && (wanted.sourceName.empty() || isCalled(model.clips[ofFile[*wanted.index].value], wanted.sourceName))) {
    return ofFile[*wanted.index];
  }
  if (wanted.sourceName.empty()) {
    return fail(ErrorCode::NotFound, message(file == 0 ? "%1 asks for clip %2, but the model has %3 (counted from 0)"
                                                       : "%1 asks for clip %2, but the motion has %3 (counted from 0)",
                                             placeOf(place), wanted.index.value_or(0), ofFile.size()));
  }
  std::vector<ClipIndex> matches;
  for (const ClipIndex clip : ofFile) {
    if (model.clips[clip.value].name == wanted.sourceName) {
      matches = {clip};
      break;
    }
    if (model.clips[clip.value].sourceName == wanted.sourceName) {
      matches.push_back(clip);
    }
  }
  if (matches.empty()) {
    return fail(ErrorCode::NotFound, message("%1: %2", placeOf(place), noSuchClip(model, wanted.sourceName)));
  }
  const ClipIndex found = matches.front();
  if (matches.size() > 1) {
    job.warn(message("%1: the model has several clips that its file calls %2; the first, %3, is taken.", placeOf(place),
                     inQuotes(wanted.sourceName), inQuotes(model.clips[found.value].name)),
             wanted.sourceName);
  } else if (wanted.index) {
    job.inform(message("%1: the clip %2 was found at %3 instead of %4; the model's clips have changed.", placeOf(place),
                       inQuotes(wanted.sourceName), std::find(ofFile.begin(), ofFile.end(), found) - ofFile.begin(),
                       *wanted.index),
               wanted.sourceName);
  }
  return found;
}

Result<bake::ClipSelection> toSelection(const RecipeClip& clip, std::size_t place, ClipIndex index,
                                        const model::Model& model) {
  bake::ClipSelection selection;
  selection.clip = index;
  copyGiven(clip, selection);
  for (const RecipeEvent& event : clip.events) {
    const double seconds = event.frame ? sourceFrameSeconds(model.clips[index.value], *event.frame)
                                       : event.timeSeconds.value_or(std::nan(""));
    if (!std::isfinite(seconds)) {
      return fail(ErrorCode::InvalidArgument,
                  message("%1: the event %2 has neither a time nor a frame", placeOf(place), inQuotes(event.name)));
    }
    selection.events.push_back({event.name, seconds, event.parameter});
  }
  return selection;
}

}  // namespace

Result<std::vector<bake::ClipSelection>> resolveClips(const Recipe& recipe, const model::Model& model, JobContext& job,
                                                      MissingClip missing) {
  std::vector<bake::ClipSelection> selections;
  selections.reserve(recipe.clips.size());
  for (std::size_t i = 0; i < recipe.clips.size(); ++i) {
    const RecipeClip& clip = recipe.clips[i];
    const auto file = fileNumber(recipe, clip.source);
    if (!file) {
      return fail(ErrorCode::InvalidArgument, message("%1.source: sources[%2] is neither the model nor a motion; clips "
                                                      "come from sources of role \"model\", \"motion\" or \"cache\"",
                                                      placeOf(i), *clip.source));
    }
    const Result<ClipIndex> index = findClip(clip, *file, i, model, job);
    if (!index) {
      if (missing == MissingClip::Fail) {
        return fail(index.error());
      }
      job.warn(message("%1 It is left out.", index.error().message), clip.sourceName);
      continue;
    }
    Result<bake::ClipSelection> selection = toSelection(clip, i, *index, model);
    TRY(selection);
    selections.push_back(std::move(*selection));
  }
  return selections;
}

vat::MaskChoice toMaskChoice(const RecipeMask& mask) {
  vat::MaskChoice choice{mask.name, mask.from, mask.softened.value_or(vat::MaskChoice().softened), {}};
  for (const RecipeMaskBone& bone : mask.bones) {
    choice.bones.push_back({bone.bone, bone.weight.value_or(1.0)});
  }
  return choice;
}

Result<bake::BakeSettings> toBakeSettings(const Recipe& recipe, const model::Model& model, JobContext& job,
                                          MissingClip missing) {
  Result<std::vector<bake::ClipSelection>> clips = resolveClips(recipe, model, job, missing);
  TRY(clips);
  if (clips->empty() && !recipe.clips.empty()) {  // An empty list would bake every clip.
    return fail(ErrorCode::NotFound, "the model has none of the recipe's clips any more");
  }
  bake::BakeSettings settings;
  settings.clips = std::move(*clips);
  copyGiven(recipe.bake, settings);
  copyGiven(recipe.bake.rootMotion, settings.rootMotion);
  copyGiven(recipe.bake.meshes, settings.meshes);
  for (const RecipeExpose& expose : recipe.bake.expose) {
    settings.expose.push_back({expose.pattern, expose.caseSensitive});
  }
  for (const RecipeSocketName& socket : recipe.bake.socketNames) {
    settings.socketNames.push_back({socket.node, socket.name, socket.offset});
  }
  for (const RecipeMask& mask : recipe.bake.masks) {
    settings.masks.push_back(toMaskChoice(mask));
  }
  for (const RecipeVariant& variant : recipe.bake.variants) {
    settings.meshes.variants.push_back({variant.name, variant.match, variant.meshes});
  }
  settings.tint = recipe.bake.tint ? recipe.bake.tint->settings : settings.tint;
  return settings;
}

bool measuresError(const Recipe& recipe) {
  const auto isLimited = [](const auto& of) { return of.maxError || of.maxNormalError; };
  return recipe.bake.measure.value_or(true) || isLimited(recipe.bake) ||
         std::any_of(recipe.clips.begin(), recipe.clips.end(), isLimited);
}

importing::ImportOptions toImportOptions(const Recipe& recipe, const fs::path& recipeFile) {
  importing::ImportOptions options;
  copyGiven(recipe.import, options);
  for (const RecipeSource& source : recipe.sources) {
    if (source.role == pack::SourceRole::Texture) {
      std::error_code error;
      const fs::path file = fs::absolute(fileOf(source, recipeFile), error).lexically_normal();
      options.textures.push_back({source.name.empty() ? file.filename().string() : source.name, file});
    }
  }
  return options;
}

pack::PackWriteOptions toWriteOptions(const Recipe& recipe) {
  pack::PackWriteOptions options;
  copyGiven(recipe.write, options);
  return options;
}

void addEvents(bake::BakeSettings& settings, const std::vector<ClipEvents>& events, const model::Model& model) {
  const bool any =
      std::any_of(events.begin(), events.end(), [](const ClipEvents& clip) { return !clip.events.empty(); });
  if (settings.clips.empty() && any) {
    for (std::size_t i = 0; i < model.clips.size(); ++i) {
      settings.clips.emplace_back().clip = ClipIndex(i);
    }
  }
  for (const ClipEvents& added : events) {
    for (bake::ClipSelection& selection : settings.clips) {
      if (selection.clip == added.clip) {
        selection.events.insert(selection.events.end(), added.events.begin(), added.events.end());
      }
    }
  }
}

std::filesystem::path sourceFile(const Recipe& recipe, const std::filesystem::path& recipeFile, pack::SourceRole role) {
  const auto index = firstSource(recipe, role);
  return index ? fileOf(recipe.sources[*index], recipeFile) : fs::path();
}

fs::path fileOf(const RecipeSource& source, const fs::path& recipeFile) {
  const fs::path path = fromUtf8(source.path);
  return recipeFile.empty() ? path : (recipeFile.parent_path() / path).lexically_normal();
}

void resolvePaths(Recipe& recipe, const fs::path& recipeFile) {
  for (RecipeSource& source : recipe.sources) {
    source.path = utf8Of(fileOf(source, recipeFile));
  }
}

RecipeSource& addSource(Recipe& recipe, pack::SourceRole role, const fs::path& file) {
  RecipeSource& source = recipe.sources.emplace_back();
  source.path = utf8Of(file);
  source.role = wordOf(role);
  return source;
}

void setSource(Recipe& recipe, pack::SourceRole role, const fs::path& file) {
  if (const auto index = firstSource(recipe, role)) {
    recipe.sources[*index].path = utf8Of(file);
  } else {
    addSource(recipe, role, file);
  }
}

std::vector<fs::path> sourceFiles(const Recipe& recipe, const fs::path& recipeFile, pack::SourceRole role) {
  std::vector<fs::path> files;
  for (const RecipeSource& source : recipe.sources) {
    if (source.role == role) {
      files.push_back(fileOf(source, recipeFile));
    }
  }
  return files;
}

std::map<fs::path, double> characterScales(const Recipe& recipe, const fs::path& recipeFile) {
  std::map<fs::path, double> scales;
  for (const RecipeSource& source : recipe.sources) {
    if (source.role == pack::SourceRole::Character && source.scale) {
      scales[fileOf(source, recipeFile)] = *source.scale;
    }
  }
  return scales;
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
      job.warn(message("The file that the recipe names cannot be read: %1", hash.error().message), source.path);
    } else if (*hash != source.sha256) {
      job.inform("The file has changed since the recipe was saved.", source.path);
    }
  }
}

void setClips(Recipe& recipe, const std::vector<bake::ClipSelection>& clips, const model::Model& model) {
  recipe.clips.clear();
  for (const bake::ClipSelection& selection : clips) {
    const model::Clip& clip = model.clips[selection.clip.value];
    RecipeClip& made = recipe.clips.emplace_back();
    const std::vector<ClipIndex> ofFile = clipsOfFile(model, clip.motionFile);
    made.index = static_cast<std::uint32_t>(std::find(ofFile.begin(), ofFile.end(), selection.clip) - ofFile.begin());
    for (std::uint32_t i = 0; i < recipe.sources.size() && clip.motionFile != 0 && !made.source; ++i) {
      made.source = fileNumber(recipe, i) == clip.motionFile ? std::optional(i) : std::nullopt;
    }
    made.sourceName = clip.sourceName.empty() ? clip.name : clip.sourceName;
    copyBack(selection, made);
    for (const model::ClipEvent& event : selection.events) {
      made.events.push_back({event.name, event.timeSeconds, std::nullopt, event.parameter, {}});
    }
  }
}

void setSettings(Recipe& recipe, const bake::BakeSettings& settings, const model::Model& model) {
  setClips(recipe, settings.clips, model);
  copyBack(settings, recipe.bake);  // Default values too, since another version may have others.
  copyBack(settings.rootMotion, recipe.bake.rootMotion);
  copyBack(settings.meshes, recipe.bake.meshes);
  copyBack(toWriteOptions(recipe), recipe.write);
}

Result<Recipe> recipeFor(Recipe recipe, const fs::path& recipeFile) {
  std::error_code error;
  const fs::path folder = fs::absolute(recipeFile, error).lexically_normal().parent_path();
  std::vector<RecipeSource> sources;
  std::vector<std::uint32_t> places(recipe.sources.size());
  using Role = pack::SourceRole;
  for (const Role role : {Role::Model, Role::Motion, Role::Cache, Role::Character, Role::Events, Role::Meta,
                          Role::Attachment, Role::Texture}) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (recipe.sources[i].role != role) {
        continue;
      }
      places[i] = static_cast<std::uint32_t>(sources.size());
      RecipeSource& source = sources.emplace_back(std::move(recipe.sources[i]));
      const fs::path file = fromUtf8(source.path);
      Result<std::string> hash = sha256OfFile(file);
      TRY(hash);
      source.sha256 = std::move(*hash);
      const fs::path absolute = fs::absolute(file, error).lexically_normal();
      const fs::path relative = absolute.lexically_relative(folder);
      source.path = utf8Of(relative.empty() ? absolute : relative);
    }
  }
  recipe.sources = std::move(sources);
  for (RecipeClip& clip : recipe.clips) {
    clip.source = clip.source && *clip.source < places.size() ? std::optional(places[*clip.source]) : clip.source;
  }
  for (RecipeAttachment& attachment : recipe.bake.attachments) {
    attachment.source = attachment.source < places.size() ? places[attachment.source] : attachment.source;
  }
  return recipe;
}

}  // namespace texeleton::recipe
