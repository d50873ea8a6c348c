#pragma once

#include <QObject>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "app/editor/document/document.h"
#include "app/editor/document/error_limits.h"
#include "app/editor/jobs/job_runner.h"
#include "app/editor/jobs/recipe_job.h"
#include "core/bake/measure/measure.h"
#include "core/model/model.h"
#include "core/recipe/events_file.h"
#include "core/vat/baked_animation.h"
#include "viewport/scene/skeleton.h"

namespace texeleton::editor {

/// The result of one state of the document. Immutable.
struct BakeSnapshot {
  std::shared_ptr<const model::Model> model;  ///< Includes the attachments that are merged into its mesh.
  std::shared_ptr<const vat::BakedAnimation> animation;
  std::shared_ptr<const viewport::Skeleton> skeleton;  ///< Null: the source cannot be shown beside it.
  std::vector<model::PaletteEntry> sockets;            ///< The palette entry that each socket of the texture follows.
  std::vector<model::PlacedAttachment> attachments;    ///< Attachments of the character.
  std::vector<recipe::ClipEvents> fileEvents;          ///< Events of the events file.
  std::vector<std::optional<double>>
      clipLimits;             ///< Error limits of single clips in millimetres; parallel to animation->clips.
  std::vector<Issue> issues;  ///< Issues of this bake and of its motions and characters.
  double seconds = 0.0;

  /// The model as baked, without hidden meshes.
  std::shared_ptr<const model::Model> bakedModel() const {
    return skeleton ? std::shared_ptr<const model::Model>(skeleton, &skeleton->model()) : model;
  }
};

/// Bakes a recipe with an imported source. Errors: those of prepareBake() and bake().
Result<std::shared_ptr<BakeSnapshot>> bakeSnapshot(const recipe::Recipe& recipe, const ImportedSource& source,
                                                   JobContext& job);

/// Keeps model and bake up to date with a document, in the background: imports when sources change, bakes when settings
/// change, then measures. The newest state wins. Errors keep the previous results.
class Workshop : public QObject {
  Q_OBJECT

 public:
  explicit Workshop(Document& document, QObject* parent = nullptr);

  Document& document() const { return m_document; }
  JobRunner& runner() { return m_runner; }

  /// Null before the first import and for an empty document.
  const std::shared_ptr<const model::Model>& model() const { return m_source.model; }
  const ImportedSource& source() const { return m_source; }
  /// Null before the first bake and if no clip is ticked.
  const std::shared_ptr<const BakeSnapshot>& bake() const { return m_bake; }
  /// Whether bake() is of model(), and not of an earlier one.
  bool isBakeOfModel() const { return m_bake && m_bake->model == m_source.model; }
  /// Errors of the clips of bake(); null while they are measured.
  const std::shared_ptr<const std::vector<vat::ClipError>>& errors() const { return m_errors; }
  /// Why the newest state could not be imported or baked.
  const std::optional<Error>& problem() const { return m_problem; }
  bool isImporting() const { return m_importing; }

  /// The largest error and its clip.
  struct Worst {
    double millimetres = 0.0;
    std::size_t clip = 0;
  };
  std::optional<Worst> worst() const;
  /// The limits for a clip of bake(): the clip's own, else the document's, else by the model's size.
  ErrorLimits errorLimits(std::size_t clip) const;
  /// The clip that exceeds its limits most, in proportion; nothing if none does or errors are unknown.
  std::optional<Worst> tooMuch() const;
  /// The grade of that clip; good if there is none, nothing while errors are unknown.
  std::optional<ErrorGrade> grade() const;
  /// The clip that exceeds a limit of the user's most, and by how much.
  std::optional<Worst> overLimit() const;

  /// Imports and bakes again unconditionally.
  void refresh();
  /// Writes and verifies the packs of the current document; exported() or exportFailed() follows for each, then
  /// exportEnded(). A newer export cancels the older one. Changed sources are imported first. `ofAnother`: what happens
  /// to an export of another character at the same place.
  void exportPacks(const std::vector<std::filesystem::path>& folders,
                   exporting::OfAnother ofAnother = exporting::OfAnother::Keep);
  void exportPack(const std::filesystem::path& folder) { exportPacks({folder}); }
  /// The input of an export of the current document.
  ExportOrder exportOrder() const;
  /// Issues of the last export, including why it failed.
  const std::vector<Issue>& exportIssues() const { return m_exportIssues; }
  /// Runners of the export and of rehearsals before it; their users may be destroyed while they run.
  JobRunner& exporter() { return m_exporter; }
  JobRunner& rehearser() { return m_rehearser; }

  /// Files that the last import read, with their state before; empty before the first.
  const std::vector<batch::SettleWatch::File>& files() const { return m_files; }
  /// Paths of models, their import settings, and referenced images.
  std::vector<std::filesystem::path> inputs() const;
  /// Refuses to overwrite one of them, another source of the document, or the document. Errors: those of checkOutput.
  Result<void> checkNoInput(const std::filesystem::path& output) const;

 signals:
  /// The model changed, or there is none.
  void modelChanged();
  /// The bake changed; its errors are not known yet.
  void bakeChanged();
  /// errors() are available.
  void measured();
  /// problem() changed.
  void problemChanged();
  void exported(const QString& folder);
  void exportFailed(const texeleton::Error& error);
  void exportEnded();
  /// exportIssues() changed.
  void exportIssuesChanged();
  /// files() changed.
  void filesRead();

 private:
  /// The clip that exceeds its limits most in proportion, among those that `counts` accepts.
  template <typename Counts>
  std::optional<Worst> mostExceeding(const Counts& counts) const;

  void follow();
  void forget();
  void work(bool import);
  /// The work for a state of the document.
  struct Order {
    recipe::Recipe recipe;
    bool none = false;  ///< There is nothing to bake.
    std::shared_ptr<batch::FileHashes> hashes;
    ImportedSource source;  ///< Without a model: to be imported.
  };
  Result<void> carryOut(Order& order, JobContext& job, const JobRunner::Deliver& deliver);
  Result<ImportedSource> importSources(const recipe::Recipe& recipe, JobContext& job,
                                       const JobRunner::Deliver& deliver);
  void setProblem(std::optional<Error> problem);
  void takeBake(std::shared_ptr<const BakeSnapshot> bake);
  void failExport(const Error& why);
  void setExportIssues(std::vector<Issue> issues);

  Document& m_document;
  JobRunner m_runner;
  JobRunner m_exporter;
  JobRunner m_rehearser;
  std::optional<recipe::Recipe> m_asked;  ///< The last requested recipe.
  bool m_askedNone = false;               ///< Whether it had nothing to bake.
  bool m_importing = false;
  bool m_importFailed = false;  ///< The last import failed; m_source is from an earlier one.
  ImportedSource m_source;
  std::vector<batch::SettleWatch::File> m_files;
  std::vector<Issue> m_exportIssues;
  std::vector<std::filesystem::path> m_waitingExports;  ///< Until the import has ended.
  exporting::OfAnother m_waitingOfAnother = exporting::OfAnother::Keep;
  std::shared_ptr<const BakeSnapshot> m_bake;
  std::shared_ptr<const std::vector<vat::ClipError>> m_errors;
  mutable std::pair<std::shared_ptr<const model::Model>, double>
      m_height;  ///< Height of that model, computed on demand.
  std::optional<Error> m_problem;
};

}  // namespace texeleton::editor
