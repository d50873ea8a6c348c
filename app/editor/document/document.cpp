#include "app/editor/document/document.h"

#include <nlohmann/json.hpp>

#include "app/editor/document/paths.h"
#include "core/base/file_hash.h"
#include "core/pipeline/load_model.h"
#include "core/recipe/events_file.h"
#include "core/recipe/resolve.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kUntickedKey = "unticked";

Json parsed(const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  return json.is_object() ? std::move(json) : Json::object();
}

/// Clips as JSON, written as the recipe itself writes them.
Result<Json> clipsToJson(const std::vector<RecipeClip>& clips) {
  Recipe recipe;
  recipe.clips = clips;
  const auto text = recipeToText(recipe);
  return text ? Result<Json>(parsed(*text)["clips"]) : fail(text.error());
}

/// Nothing where they cannot be read: an editor's notes must not keep a recipe from opening. `sourceCount`: of the
/// recipe, which clips may name by number.
std::vector<RecipeClip> clipsFromJson(const Json& clips, std::size_t sourceCount) {
  Json recipe = {{"format", "texeleton-recipe"}, {"version", kRecipeVersion}, {"sources", Json::array()}};
  for (std::size_t i = 0; i < sourceCount; ++i) {
    recipe["sources"].push_back({{"path", "-"}});
  }
  recipe["clips"] = clips;
  JobContext ignored;
  const auto read = recipeFromText(recipe.dump(-1, ' ', false, Json::error_handler_t::replace), "", ignored);
  return read ? read->clips : std::vector<RecipeClip>();
}

RecipeSource sourceOf(const fs::path& file, const char* role) {
  return {utf8Of(fs::absolute(file).lexically_normal()), role, {}, {}};
}

}  // namespace

Document::Document(QObject* parent) : QObject(parent) {
  connect(&m_undo, &QUndoStack::cleanChanged, this, &Document::titleChanged);
}

fs::path Document::modelFile() const { return sourceFile(m_state.recipe, {}, "model"); }

fs::path Document::eventsFile() const { return sourceFile(m_state.recipe, {}, "events"); }

QString Document::name() const {
  if (!m_file.empty()) {
    return toQString(m_file.filename());
  }
  const fs::path model = modelFile();
  return model.empty() ? tr("Untitled") : toQString(model.filename().replace_extension(".texeleton"));
}

void Document::replace(DocumentState state, const fs::path& file) {
  m_state = std::move(state);
  m_file = file;
  m_undo.clear();
  m_undo.setClean();
  emit replaced();
  emit changed();
  emit titleChanged();
}

void Document::startFrom(const fs::path& model) {
  DocumentState state;
  state.recipe.sources.push_back(sourceOf(model, "model"));
  for (const fs::path& motion : motionsBeside(model)) {
    state.recipe.sources.push_back(sourceOf(motion, "motion"));
  }
  if (const fs::path events = eventsFileBeside(model); !events.empty()) {
    state.recipe.sources.push_back(sourceOf(events, "events"));
  }
  replace(std::move(state), {});
}

Result<DocumentState> Document::read(const fs::path& file, JobContext& job) const {
  auto recipe = readRecipe(file, job);
  if (!recipe) {
    return fail(std::move(recipe.error()));
  }
  DocumentState state;
  state.recipe = std::move(*recipe);
  for (RecipeSource& source : state.recipe.sources) {
    source.path = utf8Of((file.parent_path() / fromUtf8(source.path)).lexically_normal());
  }
  Json notes = parsed(state.recipe.editor);
  if (notes.contains(kUntickedKey)) {
    state.unticked = clipsFromJson(notes[kUntickedKey], state.recipe.sources.size());
    notes.erase(kUntickedKey);
    state.recipe.editor = notes.empty() ? std::string() : notes.dump();
  }
  return state;
}

Result<void> Document::open(const fs::path& file, JobContext& job) {
  const fs::path absolute = fs::absolute(file).lexically_normal();
  auto state = read(absolute, job);
  if (!state) {
    return fail(std::move(state.error()));
  }
  replace(std::move(*state), absolute);
  return {};
}

Result<void> Document::openCopy(const fs::path& file, JobContext& job) {
  auto state = read(fs::absolute(file).lexically_normal(), job);
  if (!state) {
    return fail(std::move(state.error()));
  }
  replace(std::move(*state), {});
  return {};
}

Result<Recipe> Document::recipeFor(const fs::path& file) const {
  const fs::path folder = fs::absolute(file).lexically_normal().parent_path();
  Recipe recipe = m_state.recipe;
  for (RecipeSource& source : recipe.sources) {
    const fs::path path = fromUtf8(source.path);
    const fs::path relative = path.lexically_relative(folder);
    source.path = utf8Of(relative.empty() ? path : relative);
    if (const auto hash = sha256OfFile(path)) {
      source.sha256 = *hash;
    }
  }
  if (!m_state.unticked.empty()) {
    Json notes = parsed(recipe.editor);
    auto clips = clipsToJson(m_state.unticked);
    if (!clips) {
      return fail(std::move(clips.error()));
    }
    notes[kUntickedKey] = std::move(*clips);
    recipe.editor = notes.dump();
  }
  return recipe;
}

Result<void> Document::save(const fs::path& file) {
  const fs::path absolute = fs::absolute(file).lexically_normal();
  const auto recipe = recipeFor(absolute);
  auto written = recipe ? writeRecipe(absolute, *recipe) : fail(recipe.error());
  if (!written) {
    return written;
  }
  m_file = absolute;
  m_undo.setClean();
  emit titleChanged();
  return {};
}

void Document::setClips(const QString& text, ClipLists lists, int mergeKey) {
  if (lists.ticked == m_state.recipe.clips && lists.unticked == m_state.unticked) {
    return;
  }
  push<ClipLists>(
      text, std::move(lists),
      [](DocumentState& state, ClipLists& value) {
        std::swap(state.recipe.clips, value.ticked);
        std::swap(state.unticked, value.unticked);
      },
      mergeKey);
}

void Document::setSources(const QString& text, std::vector<RecipeSource> sources, ClipLists lists) {
  using Value = std::pair<std::vector<RecipeSource>, ClipLists>;
  push<Value>(
      text, Value(std::move(sources), std::move(lists)),
      [](DocumentState& state, Value& value) {
        std::swap(state.recipe.sources, value.first);
        std::swap(state.recipe.clips, value.second.ticked);
        std::swap(state.unticked, value.second.unticked);
      },
      kMergeNothing);
}

void Document::setImport(const QString& text, const RecipeImport& import) {
  if (!(import == m_state.recipe.import)) {
    push<RecipeImport>(
        text, import, [](DocumentState& state, RecipeImport& value) { std::swap(state.recipe.import, value); },
        kMergeNothing);
  }
}

}  // namespace texeleton::editor
