#include "app/editor/document/document_file.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/editor/document/paths.h"
#include "core/base/json_reader.h"
#include "core/base/one_line.h"
#include "core/base/same_file.h"
#include "core/export/export_target.h"
#include "core/recipe/recipe_rules.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

constexpr const char* kCrowdKey = "crowd";
constexpr const char* kShownKey = "shown";
constexpr std::size_t kShownBytes = 80;

Json parsed(const std::string& text) {
  auto json = parseJson(text, "");
  return json && json->is_object() ? std::move(*json) : Json::object();
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

/// The state's settings in the editor's notes of a recipe.
constexpr auto settingsOf(Of<DocumentState> /*of*/) {
  return std::tuple(setting("unticked", &DocumentState::unticked, {}), setting("noClips", &DocumentState::noClips, {}),
                    setting("keepExports", &DocumentState::keepExports, {}),
                    setting(kCrowdKey, &DocumentState::crowd, {}));
}

Result<recipe::Recipe> toRecipe(const DocumentState& state) {
  recipe::Recipe recipe = state.recipe;
  Json notes = parsed(recipe.editor);
  JsonWriting writing;
  constexpr bool kMergeObjects = true;
  notes.update(writeSettings(state, writing), kMergeObjects);
  if (writing.error) {
    return fail(std::move(*writing.error));
  }
  if (state.showsCrowd) {
    notes[kCrowdKey][kShownKey] = true;
  }
  viewport::writeView(state.view, notes);
  viewport::writeSavedViews(state.savedViews, notes);
  recipe.editor = notes.empty() ? recipe.editor : notes.dump();
  return recipe;
}

DocumentState toState(recipe::Recipe recipe) {
  DocumentState state;
  Json notes = parsed(recipe.editor);
  if (const auto crowd = notes.find(kCrowdKey); crowd != notes.end() && crowd->is_object()) {
    state.showsCrowd = crowd->value(kShownKey, Json()) == true && crowd->erase(kShownKey) == 1;
  }
  takeSettings(notes, state);
  state.noClips = state.noClips && recipe.clips.empty();
  if (std::any_of(state.unticked.begin(), state.unticked.end(), [&recipe](const recipe::RecipeClip& clip) {
        return clip.source && *clip.source >= recipe.sources.size();
      })) {
    state.unticked.clear();
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
