#include "app/editor/document/document.h"

#include <algorithm>
#include <functional>
#include <utility>

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

/// The only kind of edit of the document's state: swaps it with another.
class StateEdit : public QUndoCommand {
 public:
  StateEdit(const QString& text, DocumentState& state, DocumentState other, std::function<void()> notify, int mergeKey)
      : QUndoCommand(text),
        m_state(state),
        m_other(std::move(other)),
        m_notify(std::move(notify)),
        m_mergeKey(mergeKey) {
    DocumentState shown = m_other;
    shown.crowd = state.crowd;
    shown.view = state.view;
    m_changesContent = shown != state;
  }

  /// False if it only changes how the document is displayed: nothing to be asked about before it is closed.
  bool changesContent() const { return m_changesContent; }
  void undo() override { redo(); }
  void redo() override {
    std::swap(m_state, m_other);
    std::swap(m_state.showsCrowd, m_other.showsCrowd);  // No edit changes how the document is viewed.
    m_notify();
  }
  int id() const override { return m_mergeKey; }
  bool mergeWith(const QUndoCommand* next) override {
    // The next edit has already been applied; undo restores the state before this one.
    return next->text() == text();
  }

 private:
  DocumentState& m_state;
  DocumentState m_other;  ///< The state that the document does not currently have.
  std::function<void()> m_notify;
  int m_mergeKey;
  bool m_changesContent;
};

/// The attachments of a state with the numbers that their sources have in `sources`.
std::vector<recipe::RecipeAttachment> attachmentsOn(const std::vector<recipe::RecipeSource>& sources,
                                                    const recipe::Recipe& recipe) {
  std::vector<recipe::RecipeAttachment> attachments = recipe.bake.attachments;
  const std::vector<recipe::RecipeSource>& before = recipe.sources;
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

}  // namespace

Document::Document(QObject* parent) : QObject(parent) {
  connect(&m_undo, &QUndoStack::cleanChanged, this, &Document::titleChanged);
  connect(&m_undo, &QUndoStack::indexChanged, this, &Document::titleChanged);  // The first edit of the content.
}

bool Document::isModified() const {
  const int saved = m_undo.cleanIndex();  // Negative: undo does not lead back to it.
  for (int i = std::min(saved, m_undo.index()); i < std::max(saved, m_undo.index()); ++i) {
    const auto* edit = i < 0 ? nullptr : dynamic_cast<const StateEdit*>(m_undo.command(i));
    if (i < 0 || (edit != nullptr && edit->changesContent())) {
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

void Document::replace(DocumentState state, const fs::path& file, bool isSaved) {
  m_state = std::move(state);
  m_file = file;
  m_fileHash.clear();
  m_undo.clear();
  isSaved ? m_undo.setClean() : m_undo.resetClean();
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

void Document::setState(const QString& text, DocumentState state, int mergeKey) {
  state.showsCrowd = m_state.showsCrowd;
  if (state != m_state) {
    m_undo.push(new StateEdit(
        text, m_state, std::move(state), [this] { emit changed(); }, mergeKey));
  }
}

void Document::setClips(const QString& text, ClipLists lists) {
  DocumentState next = m_state;
  next.setClips(std::move(lists));
  setState(text, std::move(next));
}

void Document::setSources(const QString& text, std::vector<recipe::RecipeSource> sources, int mergeKey) {
  DocumentState next = m_state;
  next.recipe.bake.attachments = attachmentsOn(sources, m_state.recipe);
  next.recipe.sources = std::move(sources);
  setState(text, std::move(next), mergeKey);
}

void Document::setMode(const QString& text, vat::BakeMode mode) {
  set(text, &recipe::Recipe::bake, inMode(m_state.recipe.bake, mode));
}

void Document::setPieces(const QString& text, std::optional<double> millimetres) {
  DocumentState next = m_state;
  bool had = false;
  for (recipe::RecipeSource& source : next.recipe.sources) {
    if (source.role == pack::SourceRole::Cache) {
      had = had || source.pieces.has_value();
      source.pieces = millimetres;
    }
  }
  if (next.recipe.sources != m_state.recipe.sources && had != millimetres.has_value()) {
    next.recipe.bake = inMode(next.recipe.bake, millimetres ? vat::BakeMode::Bone : vat::BakeMode::Vertex);
  }
  setState(text, std::move(next));
}

}  // namespace texeleton::editor
