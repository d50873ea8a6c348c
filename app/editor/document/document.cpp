#include "app/editor/document/document.h"

#include <algorithm>
#include <tuple>

#include "app/editor/document/document_file.h"
#include "app/editor/document/paths.h"
#include "core/base/file_hash.h"
#include "core/export/export_places.h"
#include "core/pipeline/load_model.h"
#include "core/recipe/events_file.h"
#include "core/recipe/recipe.h"
#include "core/recipe/resolve.h"
#include "core/vat/encoding.h"

namespace texeleton::editor {

namespace fs = std::filesystem;

namespace {

/// The settings in a mode; an encoding of the other mode is replaced by the mode's first.
recipe::RecipeBake inMode(recipe::RecipeBake bake, vat::BakeMode mode) {
  bake.mode = mode;
  const vat::Encoding* const encoding = vat::findEncoding(bake.encoding);
  if (encoding != nullptr && encoding->mode != mode) {
    bake.encoding.clear();
  }
  return bake;
}

recipe::RecipeSource sourceOf(const fs::path& file, pack::SourceRole role) {
  return {utf8Of(fs::absolute(file).lexically_normal()), wordOf(role), {}, {}};
}

void exchangeClips(DocumentState& state, ClipLists& value) {
  std::swap(state.recipe.clips, value.ticked);
  std::swap(state.unticked, value.unticked);
  std::swap(state.noClips, value.none);
}

}  // namespace

Document::Document(QObject* parent) : QObject(parent) {
  connect(&m_undo, &QUndoStack::cleanChanged, this, &Document::titleChanged);
  connect(&m_undo, &QUndoStack::indexChanged, this, &Document::titleChanged);  // The first edit of the content.
}

bool Document::isModified() const {
  const int saved = m_undo.cleanIndex();  // Negative: undo does not lead back to it.
  for (int i = std::min(saved, m_undo.index()); i < std::max(saved, m_undo.index()); ++i) {
    const auto* edit = i < 0 ? nullptr : dynamic_cast<const Edit*>(m_undo.command(i));
    if (edit == nullptr || edit->of() == EditOf::Content) {
      return true;
    }
  }
  return false;
}

fs::path Document::modelFile() const { return recipe::sourceFile(m_state.recipe, {}, pack::SourceRole::Model); }

fs::path Document::eventsFile() const { return recipe::sourceFile(m_state.recipe, {}, pack::SourceRole::Events); }

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
  m_fileHash.clear();
  m_undo.clear();
  m_undo.setClean();
  emit replaced();
  emit changed();
  emit titleChanged();
}

std::vector<Issue> Document::startFrom(const fs::path& model, const std::vector<fs::path>& motions) {
  DocumentState state;
  JobContext job;
  state.recipe.sources.push_back(sourceOf(model, pack::SourceRole::Model));
  std::vector<fs::path> taken = pipeline::motionsBeside(model, job);
  const std::vector<fs::path> caches = pipeline::cachesBeside(model, job);
  taken.insert(taken.end(), caches.begin(), caches.end());
  taken.insert(taken.end(), motions.begin(), motions.end());
  for (const fs::path& motion : taken) {
    recipe::RecipeSource source =
        sourceOf(motion, pipeline::isPointCache(motion) ? pack::SourceRole::Cache : pack::SourceRole::Motion);
    const auto same = [&source](const recipe::RecipeSource& other) { return other.path == source.path; };
    if (std::ranges::none_of(state.recipe.sources, same)) {
      state.recipe.sources.push_back(std::move(source));
    }
  }
  if (const fs::path events = recipe::findEventsFile(model, false, job); !events.empty()) {
    state.recipe.sources.push_back(sourceOf(events, pack::SourceRole::Events));
  }
  replace(std::move(state), {});
  return job.takeIssues();
}

void Document::restore(DocumentState state, const fs::path& file) {
  m_state = std::move(state);
  m_file = file;
  m_fileHash.clear();
  m_undo.clear();
  m_undo.resetClean();
  emit replaced();
  emit changed();
  emit titleChanged();
}

fs::path Document::homeFile() const {
  return m_file.empty() ? fs::path(modelFile()).replace_extension(".texeleton") : m_file;
}

std::vector<fs::path> Document::exportFolders() const {
  return m_file.empty() && m_state.recipe.exports.empty() ? std::vector<fs::path>()
                                                          : exporting::packExports(m_state.recipe, homeFile());
}

Result<DocumentState> Document::read(const fs::path& file, JobContext& job) const {
  auto recipe = recipe::readRecipe(file, job);
  TRY(recipe);
  // Invalid exports do not prevent opening the document.
  if (const auto places = exporting::exportPlaces(*recipe, file, job); !places) {
    job.warn(places.error().message, file.filename().string());
  }
  makePathsAbsolute(*recipe, file.parent_path());
  return toState(std::move(*recipe));
}

Result<void> Document::open(const fs::path& file, JobContext& job) {
  const fs::path absolute = fs::absolute(file).lexically_normal();
  std::string hash = sha256OfFile(absolute).value_or("");  // First, so that a change during reading is noticed.
  auto state = read(absolute, job);
  TRY(state);
  replace(std::move(*state), absolute);
  m_fileHash = std::move(hash);
  return {};
}

Result<void> Document::openCopy(const fs::path& file, JobContext& job) {
  auto state = read(fs::absolute(file).lexically_normal(), job);
  TRY(state);
  replace(std::move(*state), {});
  return {};
}

Result<recipe::Recipe> Document::recipeFor(const fs::path& file) const {
  const fs::path folder = fs::absolute(file).lexically_normal().parent_path();
  auto recipe = toRecipe(m_state);
  if (recipe) {
    const JobContext job;
    for (recipe::RecipeSource& source : recipe->sources) {
      if (const auto hash = m_hashes->sha256(fromUtf8(source.path), job)) {
        source.sha256 = *hash;
      }
    }
    makePathsRelative(*recipe, folder);
  }
  return recipe;
}

Result<void> Document::save(const fs::path& file, std::span<const fs::path> inputs) {
  const fs::path absolute = fs::absolute(file).lexically_normal();
  if (auto free = checkNoSource(absolute, m_state.recipe, inputs); !free) {
    return free;
  }
  JobContext job;
  if (const auto there = recipe::readRecipe(absolute, job); !there && there.error().code == ErrorCode::Unsupported) {
    return fail(there.error());
  }
  const auto recipe = recipeFor(absolute);
  auto written = recipe ? recipe::writeRecipe(absolute, *recipe) : fail(recipe.error());
  if (!written) {
    return written;
  }
  m_file = absolute;
  m_fileHash = sha256OfFile(absolute).value_or("");
  m_undo.setClean();
  emit titleChanged();
  return {};
}

bool Document::isChangedOnDisk() const {
  if (m_file.empty() || m_fileHash.empty()) {
    return false;
  }
  const auto now = sha256OfFile(m_file);
  return now && *now != m_fileHash;  // A removed file is written again.
}

void Document::setClips(const QString& text, ClipLists lists, int mergeKey) {
  if (lists.ticked == m_state.recipe.clips && lists.unticked == m_state.unticked && lists.none == m_state.noClips) {
    return;
  }
  push<ClipLists>(text, std::move(lists), &exchangeClips, mergeKey);
}

void Document::setSources(const QString& text, std::vector<recipe::RecipeSource> sources, ClipLists lists,
                          int mergeKey) {
  std::vector<recipe::RecipeAttachment> attachments = attachmentsOn(sources);
  setSources(text, std::move(sources), std::move(lists), std::move(attachments), mergeKey);
}

void Document::setAttachments(const QString& text, std::vector<recipe::RecipeSource> sources,
                              std::vector<recipe::RecipeAttachment> attachments, int mergeKey) {
  setSources(text, std::move(sources), clipLists(), std::move(attachments), mergeKey);
}

void Document::setSources(const QString& text, std::vector<recipe::RecipeSource> sources, ClipLists lists,
                          std::vector<recipe::RecipeAttachment> attachments, int mergeKey) {
  using Value = std::tuple<std::vector<recipe::RecipeSource>, ClipLists, std::vector<recipe::RecipeAttachment>>;
  push<Value>(
      text, Value(std::move(sources), std::move(lists), std::move(attachments)),
      [](DocumentState& state, Value& value) {
        std::swap(state.recipe.sources, std::get<0>(value));
        exchangeClips(state, std::get<1>(value));
        std::swap(state.recipe.bake.attachments, std::get<2>(value));
      },
      mergeKey);
}

std::vector<recipe::RecipeAttachment> Document::attachmentsOn(const std::vector<recipe::RecipeSource>& sources) const {
  std::vector<recipe::RecipeAttachment> attachments = m_state.recipe.bake.attachments;
  const std::vector<recipe::RecipeSource>& before = m_state.recipe.sources;
  if (sources.size() == before.size()) {
    return attachments;  // Sources have moved, but their numbers are unchanged.
  }
  for (recipe::RecipeAttachment& attachment : attachments) {
    const auto same = std::ranges::find_if(sources, [&](const recipe::RecipeSource& each) {
      return attachment.source < before.size() && each.role == before[attachment.source].role &&
             each.path == before[attachment.source].path;
    });
    attachment.source = static_cast<std::uint32_t>(same - sources.begin());
  }
  return attachments;
}

void Document::setState(const QString& text, DocumentState state) {
  state.showsCrowd = m_state.showsCrowd;
  if (state != m_state) {
    push<DocumentState>(
        text, std::move(state),
        [](DocumentState& now, DocumentState& other) {
          std::swap(now, other);
          std::swap(now.showsCrowd, other.showsCrowd);  // No edit changes how the document is viewed.
        },
        kMergeNothing);
  }
}

void Document::setMode(const QString& text, vat::BakeMode mode) {
  setBake(text, inMode(m_state.recipe.bake, mode), clipLists());
}

void Document::setPieces(const QString& text, std::optional<double> millimetres) {
  using Value = std::pair<std::vector<recipe::RecipeSource>, recipe::RecipeBake>;
  Value value(m_state.recipe.sources, m_state.recipe.bake);
  bool had = false;
  for (recipe::RecipeSource& source : value.first) {
    if (source.role == pack::SourceRole::Cache) {
      had = had || source.pieces.has_value();
      source.pieces = millimetres;
    }
  }
  if (value.first == m_state.recipe.sources) {
    return;
  }
  if (had != millimetres.has_value()) {
    value.second = inMode(std::move(value.second), millimetres ? vat::BakeMode::Bone : vat::BakeMode::Vertex);
  }
  push<Value>(
      text, std::move(value),
      [](DocumentState& state, Value& each) {
        std::swap(state.recipe.sources, each.first);
        std::swap(state.recipe.bake, each.second);
      },
      kMergeNothing);
}

void Document::setBake(const QString& text, recipe::RecipeBake bake, ClipLists lists) {
  if (bake == m_state.recipe.bake && lists == clipLists()) {
    return;
  }
  using Value = std::pair<recipe::RecipeBake, ClipLists>;
  push<Value>(
      text, Value(std::move(bake), std::move(lists)),
      [](DocumentState& state, Value& value) {
        std::swap(state.recipe.bake, value.first);
        exchangeClips(state, value.second);
      },
      kMergeNothing);
}

void Document::setExports(const QString& text, std::vector<recipe::RecipeExport> exports) {
  setPart(text, &recipe::Recipe::exports, std::move(exports));
}

void Document::setKeepExports(const QString& text, bool keep) { setPart(text, &DocumentState::keepExports, keep); }

void Document::setMeshes(const QString& text, const recipe::RecipeMeshes& meshes,
                         std::vector<recipe::RecipeVariant> variants) {
  if (meshes == m_state.recipe.bake.meshes && variants == m_state.recipe.bake.variants) {
    return;
  }
  using Value = std::pair<recipe::RecipeMeshes, std::vector<recipe::RecipeVariant>>;
  push<Value>(
      text, Value(meshes, std::move(variants)),
      [](DocumentState& state, Value& value) {
        std::swap(state.recipe.bake.meshes, value.first);
        std::swap(state.recipe.bake.variants, value.second);
      },
      kMergeNothing);
}

void Document::setCrowd(const QString& text, const CrowdSetup& crowd, int mergeKey) {
  setPart(text, &DocumentState::crowd, crowd, mergeKey, EditOf::Display);
}

void Document::setAnimator(const QString& text, std::optional<animator::AnimatorSetup> animator, int mergeKey) {
  setPart(text, &recipe::Recipe::animator, std::move(animator), mergeKey);
}

void Document::setRagdoll(const QString& text, std::vector<ragdoll::RagdollBone> bones) {
  setPart(text, &recipe::Recipe::ragdoll, std::move(bones));
}

void Document::setView(const QString& text, const viewport::ViewSetup& view) {
  setPart(text, &DocumentState::view, view, kMergeNothing, EditOf::Display);
}

void Document::setConstraints(const QString& text, std::vector<recipe::RecipeConstraint> constraints) {
  setPart(text, &recipe::Recipe::constraints, std::move(constraints));
}

void Document::setSavedViews(const QString& text, std::vector<viewport::SavedView> views) {
  setPart(text, &DocumentState::savedViews, std::move(views));
}

void Document::setImport(const QString& text, const recipe::RecipeImport& import) {
  setPart(text, &recipe::Recipe::import, import);
}

void Document::setMotion(const QString& text, const recipe::RecipeMotion& motion) {
  setPart(text, &recipe::Recipe::motion, motion);
}

}  // namespace texeleton::editor
