#include "core/recipe/resolve.h"
#include "core/base/utf8_path.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/file_hash.h"
#include "core/recipe/find_clip.h"
#include "core/recipe/settings.h"

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

Result<RecipeSource> makeSource(const fs::path& file, pack::SourceRole role, const fs::path& folder) {
  Result<std::string> hash = sha256OfFile(file);
  TRY(hash);
  std::error_code error;
  const fs::path absolute = fs::absolute(file, error).lexically_normal();
  const fs::path relative = absolute.lexically_relative(folder);
  return RecipeSource{utf8Of(relative.empty() ? absolute : relative), wordOf(role), std::move(*hash), {}};
}

RecipeMask toRecipeMask(const bake::MaskChoice& mask) {
  RecipeMask result{mask.name, mask.from, std::nullopt, {}, {}};
  if (mask.softened != bake::MaskChoice().softened) {
    result.softened = mask.softened;
  }
  for (const bake::MaskChoice::Bone& bone : mask.bones) {
    result.bones.push_back({bone.bone, bone.weight, {}});
  }
  return result;
}

RecipeBake toRecipeBake(const bake::BakeSettings& settings) {
  RecipeBake bake;  // Writes defaults too, since another version may have others.
  copyBack(settings, bake);
  copyBack(settings.rootMotion, bake.rootMotion);
  copyBack(settings.meshes, bake.meshes);
  for (const bake::ExposeFilter& filter : settings.expose) {
    bake.expose.push_back({filter.pattern, filter.caseSensitive, {}});
  }
  for (const bake::SocketName& socket : settings.socketNames) {
    bake.socketNames.push_back({socket.node, socket.name, {}, socket.offset});
  }
  for (const bake::MaskChoice& mask : settings.masks) {
    bake.masks.push_back(toRecipeMask(mask));
  }
  for (const meshes::VariantChoice& variant : settings.meshes.variants) {
    bake.variants.push_back({variant.name, variant.match, variant.meshes, {}});
  }
  if (settings.tint.source != bake::TintSource::None) {
    bake.tint = RecipeTint{settings.tint, {}};
  }
  return bake;
}

RecipeClip toRecipeClip(const bake::ClipSelection& selection, const model::Model& model) {
  const model::Clip& clip = model.clips[selection.clip.value];
  RecipeClip result;
  const std::vector<ClipIndex> ofFile = clipsOfFile(model, clip.motionFile);
  result.index = static_cast<std::uint32_t>(std::find(ofFile.begin(), ofFile.end(), selection.clip) - ofFile.begin());
  if (clip.motionFile != 0) {
    result.source = clip.motionFile;
  }
  result.sourceName = clip.sourceName.empty() ? clip.name : clip.sourceName;
  copyBack(selection, result);
  for (const model::ClipEvent& event : selection.events) {
    result.events.push_back({event.name, event.timeSeconds, std::nullopt, event.parameter, {}});
  }
  return result;
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

bake::MaskChoice toMaskChoice(const RecipeMask& mask) {
  bake::MaskChoice choice{mask.name, mask.from, mask.softened.value_or(bake::MaskChoice().softened), {}};
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

importing::ImportOptions toImportOptions(const Recipe& recipe) {
  importing::ImportOptions options;
  copyGiven(recipe.import, options);
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
  return (recipeFile.parent_path() / fromUtf8(source.path)).lexically_normal();
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

Result<Recipe> recipeFromOptions(const RecipeInput& input, const model::Model& model,
                                 const std::filesystem::path& recipeFile) {
  std::error_code error;
  const fs::path folder = fs::absolute(recipeFile, error).lexically_normal().parent_path();
  Recipe recipe;
  std::vector<std::pair<fs::path, pack::SourceRole>> files = {{input.modelFile, pack::SourceRole::Model}};
  for (const fs::path& motion : input.motionFiles) {  // Source n must be the n-th motion: clips refer to it.
    files.emplace_back(motion, pack::SourceRole::Motion);
  }
  for (const RecipeSource& cache : input.caches) {
    files.emplace_back(cache.path, pack::SourceRole::Cache);
  }
  for (const fs::path& character : input.characterFiles) {
    files.emplace_back(character, pack::SourceRole::Character);
  }
  if (!input.eventsFile.empty()) {
    files.emplace_back(input.eventsFile, pack::SourceRole::Events);
  }
  for (const fs::path& meta : input.unityMetaFiles) {
    files.emplace_back(meta, pack::SourceRole::Meta);
  }
  const std::vector<fs::path> attached = filesOf(input.attachments);
  for (const fs::path& file : attached) {
    files.emplace_back(file, pack::SourceRole::Attachment);
  }
  for (const auto& [file, role] : files) {
    Result<RecipeSource> source = makeSource(file, role, folder);
    TRY(source);
    if (const auto scale = input.characterScales.find(file);
        role == pack::SourceRole::Character && scale != input.characterScales.end()) {
      source->scale = scale->second;
    }
    recipe.sources.push_back(std::move(*source));
  }
  for (std::size_t i = 0; i < input.caches.size(); ++i) {
    RecipeSource& source = recipe.sources[1 + input.motionFiles.size() + i];
    source.mesh = input.caches[i].mesh;
    source.fps = input.caches[i].fps;
    source.scale = input.caches[i].scale;
    source.up = input.caches[i].up;
    source.pieces = input.caches[i].pieces;
  }
  const std::size_t firstAttached = recipe.sources.size() - attached.size();
  recipe.import.scale = input.import.scale;
  recipe.import.up = input.import.up;
  if (!input.unityMeta) {
    recipe.import.unityMeta = false;
  }
  if (input.import.hidden) {
    recipe.import.hidden = true;
  }
  recipe.motion.bones = input.boneMap;
  if (input.retarget != retargeting::Retarget::Auto) {
    recipe.motion.retarget = input.retarget;
  }
  for (const constraints::Constraint& constraint : input.constraints) {
    recipe.constraints.push_back({constraint, {}});
  }
  for (const bake::ClipSelection& selection : input.settings.clips) {
    if (selection.clip.value >= model.clips.size()) {
      return fail(ErrorCode::InvalidArgument, message("the model has no clip %1", selection.clip.value));
    }
    recipe.clips.push_back(toRecipeClip(selection, model));
  }
  recipe.bake = toRecipeBake(input.settings);
  for (const AttachmentOrder& order : input.attachments) {
    const auto file = std::find(attached.begin(), attached.end(), order.file);
    if (file == attached.end()) {
      return fail(ErrorCode::InvalidArgument,
                  message("the attachment %1 has no file", inQuotes(order.attachment.name)));
    }
    const std::size_t source = firstAttached + static_cast<std::size_t>(file - attached.begin());
    recipe.bake.attachments.push_back(order.attachment);
    recipe.bake.attachments.back().source = static_cast<std::uint32_t>(source);
    recipe.sources[source].scale = order.scale;
  }
  if (!input.measure) {
    recipe.bake.measure = false;
  }
  recipe.write.compression = input.write.compression;
  return recipe;
}

}  // namespace texeleton::recipe
