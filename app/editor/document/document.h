#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>

#include "app/editor/document/change_value.h"
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
  void restore(DocumentState state, const std::filesystem::path& file);
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

  /// Sets a member of the recipe as an edit named `text`; does nothing if the value is equal.
  template <class T>
  void set(const QString& text, T recipe::RecipeBake::*member, const T& value, int mergeKey = -1) {
    setPart(text, member, value, mergeKey);
  }
  /// Several parts of the state as one edit, where they refer to each other.
  void setState(const QString& text, DocumentState state);
  /// Sets the mode; an encoding of the other mode is replaced by the mode's first.
  void setMode(const QString& text, vat::BakeMode mode);
  void setClips(const QString& text, ClipLists lists, int mergeKey = -1);
  /// Bake settings and clips as one edit.
  void setBake(const QString& text, recipe::RecipeBake bake, ClipLists lists);
  void setSources(const QString& text, std::vector<recipe::RecipeSource> sources, ClipLists lists, int mergeKey = -1);
  /// Splits the meshes of all point caches into pieces, which may deviate from rigid motions by so many millimetres, or
  /// (unset) leaves them whole. If this is a change, the same edit also sets the suitable mode.
  void setPieces(const QString& text, std::optional<double> millimetres);
  /// Attachments and the sources of their files as one edit.
  void setAttachments(const QString& text, std::vector<recipe::RecipeSource> sources,
                      std::vector<recipe::RecipeAttachment> attachments, int mergeKey = -1);
  /// Baked meshes and their variants as one edit.
  void setMeshes(const QString& text, const recipe::RecipeMeshes& meshes, std::vector<recipe::RecipeVariant> variants);
  void setImport(const QString& text, const recipe::RecipeImport& import);
  void setMotion(const QString& text, const recipe::RecipeMotion& motion);
  void setExports(const QString& text, std::vector<recipe::RecipeExport> exports);
  void setKeepExports(const QString& text, bool keep);
  /// Unset: no animator.
  void setAnimator(const QString& text, std::optional<animator::AnimatorSetup> animator, int mergeKey = -1);
  void setRagdoll(const QString& text, std::vector<ragdoll::RagdollBone> bones);
  void setCrowd(const QString& text, const CrowdSetup& crowd, int mergeKey = -1);
  void setView(const QString& text, const viewport::ViewSetup& view);
  template <class T>
  void setView(const QString& text, T viewport::ViewSetup::*member, const std::type_identity_t<T>& value) {
    viewport::ViewSetup view = m_state.view;
    view.*member = value;
    setView(text, view);
  }
  void setConstraints(const QString& text, std::vector<recipe::RecipeConstraint> constraints);
  void setSavedViews(const QString& text, std::vector<viewport::SavedView> views);
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
  template <class T>
  void push(const QString& text, T value, typename ChangeValue<T>::Exchange exchange, int mergeKey,
            EditOf of = EditOf::Content) {
    m_undo.push(new ChangeValue<T>(
        text, m_state, std::move(value), std::move(exchange), [this] { emit changed(); }, mergeKey, of));
  }
  template <class T>
  static T& partOf(DocumentState& state, T DocumentState::*member) {
    return state.*member;
  }
  template <class T>
  static T& partOf(DocumentState& state, T recipe::Recipe::*member) {
    return state.recipe.*member;
  }
  template <class T>
  static T& partOf(DocumentState& state, T recipe::RecipeBake::*member) {
    return state.recipe.bake.*member;
  }
  /// Sets a part of the state; does nothing if the value is equal.
  template <class T, class Whole>
  void setPart(const QString& text, T Whole::*member, T value, int mergeKey = -1, EditOf of = EditOf::Content) {
    if (!(partOf(m_state, member) == value)) {
      push<T>(
          text, std::move(value), [member](DocumentState& state, T& other) { std::swap(partOf(state, member), other); },
          mergeKey, of);
    }
  }
  void setSources(const QString& text, std::vector<recipe::RecipeSource> sources, ClipLists lists,
                  std::vector<recipe::RecipeAttachment> attachments, int mergeKey);
  /// The attachments with source numbers adjusted to `sources`.
  std::vector<recipe::RecipeAttachment> attachmentsOn(const std::vector<recipe::RecipeSource>& sources) const;
  Result<DocumentState> read(const std::filesystem::path& file, JobContext& job) const;
  void replace(DocumentState state, const std::filesystem::path& file);

  DocumentState m_state;
  std::filesystem::path m_file;
  std::string m_fileHash;  ///< SHA-256 of the file as it was opened or saved; empty: not known.
  std::shared_ptr<batch::FileHashes> m_hashes = std::make_shared<batch::FileHashes>();
  QUndoStack m_undo;
};

/// Keys of edits that may be merged.
enum MergeKey {
  kMergeNothing = -1,
  kMergeExpose = 1,
  kMergeSpread = 2,
  kMergeTint = 3,
  kMergeAnimator = 4,
  kMergeDrags = 500,   /* and up: one for each drag of a target */
  kMergeMotions = 1000 /* and up: one for each drop */
};

}  // namespace texeleton::editor
