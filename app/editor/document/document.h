#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "app/editor/document/document_state.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/batch/file_hashes.h"

namespace texeleton::editor {

/// The edited document: a recipe with undo. Model and bake are derived from it (jobs/workshop.h) and not part of it.
/// `state()` is read-only; every edit is an undo command.
class Document : public QObject {
  Q_OBJECT

 public:
  explicit Document(QObject* parent = nullptr);

  const DocumentState& state() const { return m_state; }
  const recipe::Recipe& recipe() const { return m_state.recipe; }
  ClipLists clipLists() const { return {m_state.recipe.clips, m_state.unticked, m_state.noClips}; }
  QUndoStack& undoStack() { return m_undo; }

  /// Empty if it was never saved.
  const std::filesystem::path& file() const { return m_file; }
  /// The model's absolute file; empty: none.
  std::filesystem::path modelFile() const;
  std::filesystem::path eventsFile() const;
  bool isEmpty() const { return m_state.recipe.sources.empty(); }
  /// Whether there are edits of the content that are not saved.
  bool isModified() const;
  /// "knight.texeleton", or the proposed name.
  QString name() const;

  /// An empty document.
  void clear() { replace({}, {}); }
  /// Starts a document for a model, with the events file and motions that belong to it by name, and with `motions`.
  /// Returns issues about skipped files.
  std::vector<Issue> startFrom(const std::filesystem::path& model,
                               const std::vector<std::filesystem::path>& motions = {});
  /// Opens a recipe file. Unknown keys become issues of `job`. Errors: those of readRecipe; the document is unchanged
  /// then.
  Result<void> open(const std::filesystem::path& file, JobContext& job);
  /// Opens a file as a new, unsaved document: for samples.
  Result<void> openCopy(const std::filesystem::path& file, JobContext& job);
  /// Restores a state left behind by an editor that ended abnormally, as unsaved. `file`: the document's; empty: it was
  /// never saved.
  void restore(DocumentState state, const std::filesystem::path& file) { replace(std::move(state), file, false); }
  /// Writes the document atomically, with the hashes of its sources. Errors: those of writeRecipe; InvalidArgument (the
  /// file is a source, or one of `inputs`: files that sources refer to); Unsupported (a newer version wrote the file).
  Result<void> save(const std::filesystem::path& file, std::span<const std::filesystem::path> inputs = {});
  /// Hashes of the sources, cached by file state: threads that read sources add theirs, so that saving need not read
  /// the files again.
  const std::shared_ptr<batch::FileHashes>& hashes() const { return m_hashes; }
  /// Another program changed the document's file after it was opened or saved here.
  bool isChangedOnDisk() const;
  /// The recipe as saved to `file`: relative paths; settings of unticked clips are kept in the editor's notes.
  Result<recipe::Recipe> recipeFor(const std::filesystem::path& file) const;

  /// Makes an edit named `text`: the next state as a whole, because its parts refer to each other. Does nothing if it
  /// is equal. Consecutive edits with equal text and `mergeKey` (other than −1) are merged, so that a drag or typing is
  /// undone in one step.
  void setState(const QString& text, DocumentState state, int mergeKey = -1);
  /// Sets a member of the state or of one of its parts likewise.
  template <class T, class Part>
  void set(const QString& text, T Part::*member, const std::type_identity_t<T>& value, int mergeKey = -1) {
    DocumentState next = m_state;
    recipe::Recipe& recipe = next.recipe;
    const auto parts = std::tie(next, recipe, recipe.bake, recipe.bake.meshes, recipe.bake.rootMotion, recipe.import,
                                recipe.motion, next.crowd, next.crowd.spread, next.view);
    std::get<Part&>(parts).*member = value;
    setState(text, std::move(next), mergeKey);
  }
  /// Sets the mode; an encoding of the other mode is replaced by the mode's first.
  void setMode(const QString& text, vat::BakeMode mode);
  void setClips(const QString& text, ClipLists lists);
  /// Attachments follow the numbers of their sources.
  void setSources(const QString& text, std::vector<recipe::RecipeSource> sources, int mergeKey = -1);
  /// Splits the meshes of all point caches into pieces, which may deviate from rigid motions by so many millimetres, or
  /// (unset) leaves them whole. If this is a change, the same edit also sets the suitable mode.
  void setPieces(const QString& text, std::optional<double> millimetres);
  /// A view setting: saved with the document, but not an edit, so that undo does not change it.
  void setShowsCrowd(bool shows) { m_state.showsCrowd = shows; }

  /// The file that exports are placed beside and named after: the document's, or where it would be saved.
  std::filesystem::path homeFile() const;
  /// The packs that an export writes; empty: none is chosen and the document has no folder to put one in.
  std::vector<std::filesystem::path> exportFolders() const;

 signals:
  /// The state changed by an edit, undo, redo or another file.
  void changed();
  /// Another document was opened.
  void replaced();
  /// The file name or the saved status changed.
  void titleChanged();

 private:
  Result<DocumentState> read(const std::filesystem::path& file, JobContext& job) const;
  void replace(DocumentState state, const std::filesystem::path& file, bool isSaved = true);

  DocumentState m_state;
  std::filesystem::path m_file;
  std::string m_fileHash;  ///< SHA-256 of the file as it was opened or saved; empty: not known.
  std::shared_ptr<batch::FileHashes> m_hashes = std::make_shared<batch::FileHashes>();
  QUndoStack m_undo;
};

/// Keys of edits that may be merged.
enum MergeKey {
  kMergeExpose = 1,
  kMergeSpread = 2,
  kMergeTint = 3,
  kMergeAnimator = 4,
  kMergeDrags = 500,   /* and up: one for each drag of a target */
  kMergeMotions = 1000 /* and up: one for each drop */
};

}  // namespace texeleton::editor
