#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "app/editor/document/change_value.h"
#include "app/editor/document/document_state.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/batch/file_hashes.h"

namespace texeleton::editor {

/// What the editor edits: a recipe with undo. Model and bake are derived from it (jobs/workshop.h) and no part of it.
/// Everybody reads `state()`; every edit is a command.
class Document : public QObject {
  Q_OBJECT

 public:
  explicit Document(QObject* parent = nullptr);

  const DocumentState& state() const { return m_state; }
  const recipe::Recipe& recipe() const { return m_state.recipe; }
  ClipLists clipLists() const { return {m_state.recipe.clips, m_state.unticked, m_state.noClips}; }
  QUndoStack& undoStack() { return m_undo; }

  /// Empty while it was never saved.
  const std::filesystem::path& file() const { return m_file; }
  /// The model's file, absolute; empty: none.
  std::filesystem::path modelFile() const;
  std::filesystem::path eventsFile() const;
  bool isEmpty() const { return m_state.recipe.sources.empty(); }
  bool isModified() const { return !m_undo.isClean(); }
  /// "knight.texeleton", or what it will be called.
  QString name() const;

  /// An empty document.
  void clear() { replace({}, {}); }
  /// A new document for a model, with the events file and the motions that belong to it by their names, and others.
  /// Returns what of these was left out.
  std::vector<Issue> startFrom(const std::filesystem::path& model,
                               const std::vector<std::filesystem::path>& motions = {});
  /// What the recipe file says. Keys that are not known become issues of `job`. Errors: those of readRecipe; the
  /// document stays as it was.
  Result<void> open(const std::filesystem::path& file, JobContext& job);
  /// The same as a document of its own that was never saved: for samples.
  Result<void> openCopy(const std::filesystem::path& file, JobContext& job);
  /// A state that an editor which is gone has left behind, as not saved. `file`: the document's; empty: it was never
  /// saved.
  void restore(DocumentState state, const std::filesystem::path& file);
  /// Writes it in one step, with the hashes of its sources. Errors: those of writeRecipe; InvalidArgument (the file is
  /// a source, or one of `inputs`: what sources refer to); Unsupported (the file there was written by a newer version).
  Result<void> save(const std::filesystem::path& file, std::span<const std::filesystem::path> inputs = {});
  /// Of the sources, known by the state of their files: whoever reads them on another thread looks them up here, so
  /// that saving need not read them again.
  const std::shared_ptr<batch::FileHashes>& hashes() const { return m_hashes; }
  /// Another program changed the document's file after it was opened or saved here.
  bool isChangedOnDisk() const;
  /// The recipe as it would be saved there: paths relative, what is not ticked kept for the editor.
  Result<recipe::Recipe> recipeFor(const std::filesystem::path& file) const;

  /// Sets a member of the recipe as an edit called `text`; nothing happens when it is that already.
  template <class T>
  void set(const QString& text, T recipe::RecipeBake::*member, const T& value, int mergeKey = -1) {
    if (m_state.recipe.bake.*member != value) {
      push<T>(
          text, value, [member](DocumentState& s, T& v) { std::swap(s.recipe.bake.*member, v); }, mergeKey);
    }
  }
  /// The mode; an encoding of the other mode goes, and the mode's first is used.
  void setMode(const QString& text, bake::BakeMode mode);
  void setClips(const QString& text, ClipLists lists, int mergeKey = -1);
  /// How it is baked and which clips, as one edit.
  void setBake(const QString& text, recipe::RecipeBake bake, ClipLists lists);
  void setSources(const QString& text, std::vector<recipe::RecipeSource> sources, ClipLists lists, int mergeKey = -1);
  /// What hangs on the character, with the sources of its files, as one edit.
  void setAttachments(const QString& text, std::vector<recipe::RecipeSource> sources,
                      std::vector<recipe::RecipeAttachment> attachments, int mergeKey = -1);
  /// Which meshes are baked and in which variants, as one edit.
  void setMeshes(const QString& text, const recipe::RecipeMeshes& meshes, std::vector<recipe::RecipeVariant> variants);
  void setImport(const QString& text, const recipe::RecipeImport& import);
  void setExports(const QString& text, std::vector<recipe::RecipeExport> exports);
  void setKeepExports(const QString& text, bool keep);
  /// Unset: none.
  void setAnimator(const QString& text, std::optional<animator::AnimatorSetup> animator, int mergeKey = -1);
  void setCrowd(const QString& text, const CrowdSetup& crowd, int mergeKey = -1);
  void setView(const QString& text, const viewport::ViewSetup& view);
  void setConstraints(const QString& text, std::vector<recipe::RecipeConstraint> constraints);
  void setSavedViews(const QString& text, std::vector<viewport::SavedView> views);
  /// Where one looks, not what one makes: saved with the document, but no edit, so that undo does not turn the view.
  void setShowsCrowd(bool shows) { m_state.showsCrowd = shows; }

  /// The file beside which exports lie and by which they are called: the document's, or where it would be saved.
  std::filesystem::path homeFile() const;
  /// The packs that an export writes; empty: none are chosen, and the document has no place beside which to put one.
  std::vector<std::filesystem::path> exportFolders() const;

 signals:
  /// Something in the state changed: an edit, undo, redo, another file.
  void changed();
  /// It is another document now.
  void replaced();
  /// Its file's name or whether it is saved changed.
  void titleChanged();

 private:
  template <class T>
  void push(const QString& text, T value, typename ChangeValue<T>::Exchange exchange, int mergeKey) {
    m_undo.push(new ChangeValue<T>(
        text, m_state, std::move(value), std::move(exchange), [this] { emit changed(); }, mergeKey));
  }
  void setSources(const QString& text, std::vector<recipe::RecipeSource> sources, ClipLists lists,
                  std::vector<recipe::RecipeAttachment> attachments, int mergeKey);
  /// The attachments as they count other sources.
  std::vector<recipe::RecipeAttachment> attachmentsOn(const std::vector<recipe::RecipeSource>& sources) const;
  Result<DocumentState> read(const std::filesystem::path& file, JobContext& job) const;
  void replace(DocumentState state, const std::filesystem::path& file);

  DocumentState m_state;
  std::filesystem::path m_file;
  std::string m_fileHash;  ///< SHA-256 of the file as it was opened or saved; empty: not known.
  std::shared_ptr<batch::FileHashes> m_hashes = std::make_shared<batch::FileHashes>();
  QUndoStack m_undo;
};

/// Numbers that tell edits apart which may become one.
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
