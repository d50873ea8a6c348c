#include "app/editor/document/document_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/editor/document/paths.h"
#include "core/base/json_reader.h"
#include "core/base/one_line.h"
#include "core/base/same_file.h"
#include "core/export/export_target.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kUntickedKey = "unticked";
constexpr const char* kNoClipsKey = "noClips";
constexpr const char* kKeepExportsKey = "keepExports";
constexpr const char* kCrowdKey = "crowd";
constexpr const char* kShownKey = "shown";
constexpr std::size_t kShownBytes = 80;

Json parsed(const std::string& text) {
  auto json = parseJson(text, "");
  return json && json->is_object() ? std::move(*json) : Json::object();
}

/// Clips as JSON in the recipe's own format.
Result<Json> clipsToJson(const recipe::Recipe& recipe, const std::vector<recipe::RecipeClip>& clips) {
  recipe::Recipe of;
  of.sources = recipe.sources;  // Clips refer to sources by number.
  of.clips = clips;
  const auto text = recipe::recipeToText(of);
  return text ? Result<Json>(parsed(*text)["clips"]) : fail(text.error());
}

/// Empty if they cannot be read: an editor's notes must not prevent opening a recipe. `sourceCount`: number of sources
/// that clips may refer to.
std::vector<recipe::RecipeClip> clipsFromJson(const Json& clips, std::size_t sourceCount) {
  Json recipe = {{"format", "texeleton-recipe"}, {"version", recipe::kRecipeVersion}, {"sources", Json::array()}};
  for (std::size_t i = 0; i < sourceCount; ++i) {
    recipe["sources"].push_back({{"path", "-"}});
  }
  recipe["clips"] = clips;
  JobContext ignored;
  const auto read = recipe::recipeFromText(recipe.dump(-1, ' ', false, Json::error_handler_t::replace), "", ignored);
  return read ? read->clips : std::vector<recipe::RecipeClip>();
}

bool takeFlag(Json& notes, const char* key) {
  const bool is = notes.contains(key) && notes[key].is_boolean() && notes[key].get<bool>();
  if (is) {
    notes.erase(key);
  }
  return is;
}

template <class F>
void changePaths(recipe::Recipe& recipe, const F& change) {
  for (recipe::RecipeSource& source : recipe.sources) {
    source.path = utf8Of(change(fromUtf8(source.path)));
  }
  for (recipe::RecipeExport& target : recipe.exports) {
    if (exporting::exportTargetNamed(target.target) != nullptr) {  // The meaning of other targets' folders is unknown.
      target.folder = utf8Of(change(fromUtf8(target.folder)));
    }
  }
}

}  // namespace

Result<recipe::Recipe> toRecipe(const DocumentState& state) {
  recipe::Recipe recipe = state.recipe;
  Json notes = parsed(recipe.editor);
  if (!state.unticked.empty()) {
    auto clips = clipsToJson(recipe, state.unticked);
    TRY(clips);
    notes[kUntickedKey] = std::move(*clips);
  }
  if (state.noClips) {
    notes[kNoClipsKey] = true;
  }
  if (state.keepExports) {
    notes[kKeepExportsKey] = true;
  }
  Json crowd = notes.contains(kCrowdKey) && notes[kCrowdKey].is_object() ? notes[kCrowdKey] : Json::object();
  writeCrowd(state.crowd, crowd);
  if (state.showsCrowd) {
    crowd[kShownKey] = true;
  }
  if (!crowd.empty()) {
    notes[kCrowdKey] = std::move(crowd);
  }
  viewport::writeView(state.view, notes);
  viewport::writeSavedViews(state.savedViews, notes);
  recipe.editor = notes.empty() ? recipe.editor : notes.dump();
  return recipe;
}

DocumentState toState(recipe::Recipe recipe) {
  DocumentState state;
  Json notes = parsed(recipe.editor);
  if (notes.contains(kUntickedKey)) {
    state.unticked = clipsFromJson(notes[kUntickedKey], recipe.sources.size());
    notes.erase(kUntickedKey);
  }
  state.noClips = takeFlag(notes, kNoClipsKey) && recipe.clips.empty();
  state.keepExports = takeFlag(notes, kKeepExportsKey);
  if (notes.contains(kCrowdKey) && notes[kCrowdKey].is_object()) {
    Json& crowd = notes[kCrowdKey];
    state.crowd = takeCrowd(crowd);
    state.showsCrowd = takeFlag(crowd, kShownKey);
    if (crowd.empty()) {
      notes.erase(kCrowdKey);
    }
  }
  state.view = viewport::takeView(notes);
  state.savedViews = viewport::takeSavedViews(notes);
  recipe.editor = notes.empty() ? std::string() : notes.dump();
  state.recipe = std::move(recipe);
  return state;
}

void makePathsAbsolute(recipe::Recipe& recipe, const fs::path& folder) {
  changePaths(recipe, [&folder](const fs::path& path) { return (folder / path).lexically_normal(); });
}

void makePathsRelative(recipe::Recipe& recipe, const fs::path& folder) {
  changePaths(recipe, [&folder](const fs::path& path) {
    const fs::path relative = path.lexically_relative(folder);
    return relative.empty() ? path : relative;
  });
}

std::vector<std::string> recipeDifferences(const std::string& theirs, const std::string& mine) {
  const auto read = parseJson(theirs, "");
  const auto own = parseJson(mine, "");
  std::vector<std::string> lines;
  if (!read || !own) {
    return lines;
  }
  const Json& before = *read;
  const Json& after = *own;
  const auto shown = [](const Json& value) { return oneLine(value.dump(), kShownBytes); };
  for (const Json& change : Json::diff(before, after)) {
    const std::string path = change["path"];
    const bool isAdded = change["op"] == "add";
    // An addition to a list may have "-" for its end.
    const std::string from =
        isAdded ? "" : shown(before.contains(Json::json_pointer(path)) ? before.at(Json::json_pointer(path)) : Json());
    const std::string to = change.contains("value") ? shown(change["value"]) : "";
    lines.push_back(path.substr(std::min<std::size_t>(1, path.size())) + ": " + (from.empty() ? "–" : from) + " → " +
                    (to.empty() ? "–" : to));
  }
  return lines;
}

Result<void> checkNoSource(const fs::path& output, const recipe::Recipe& recipe, std::span<const fs::path> further) {
  std::vector<fs::path> sources(further.begin(), further.end());
  sources.reserve(sources.size() + recipe.sources.size());
  for (const recipe::RecipeSource& source : recipe.sources) {
    sources.push_back(fromUtf8(source.path));
  }
  return checkOutput(output, sources);
}

}  // namespace texeleton::editor
