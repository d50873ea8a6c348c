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
#include "core/bake/baked_animation.h"
#include "core/bake/measure/measure.h"
#include "core/model/model.h"
#include "core/recipe/events_file.h"
#include "viewport/scene/skeleton.h"

namespace texeleton::editor {

/// What was made from one state of the document. Never changed.
struct BakeSnapshot {
  std::shared_ptr<const model::Model> model;  ///< With the attachments that are merged into its mesh.
  std::shared_ptr<const bake::BakedAnimation> animation;
  std::shared_ptr<const viewport::Skeleton> skeleton;  ///< Null: the source cannot be shown beside it.
  std::vector<model::PaletteEntry> sockets;  ///< What each socket of the texture follows, whatever it is called.
  std::vector<pipeline::PlacedAttachment> attachments;  ///< What hangs on the character.
  std::vector<recipe::ClipEvents> fileEvents;           ///< Of the events file.
  std::vector<std::optional<double>> clipLimits;  ///< Of single clips' errors, in millimetres; as animation->clips.
  std::vector<Issue> issues;                      ///< Of this bake and of the motions and characters in it.
  double seconds = 0.0;

  /// The model as it was baked: without meshes that are hidden.
  std::shared_ptr<const model::Model> bakedModel() const {
    return skeleton ? std::shared_ptr<const model::Model>(skeleton, &skeleton->model()) : model;
  }
};

/// Bakes what a recipe says of a source that was imported by it. Errors: those of eventsOf, settingsOf and bake.
Result<std::shared_ptr<BakeSnapshot>> bakeSnapshot(const recipe::Recipe& recipe, const ImportedSource& source,
                                                   JobContext& job);

/// Keeps model and bake up to date with a document, in the background: imports when its sources change, bakes when its
/// settings do, then measures. The newest state wins. Errors leave what was there before.
class Workshop : public QObject {
  Q_OBJECT

 public:
  explicit Workshop(Document& document, QObject* parent = nullptr);

  Document& document() const { return m_document; }
  JobRunner& runner() { return m_runner; }

  /// Null before the first import, and for an empty document.
  const std::shared_ptr<const model::Model>& model() const { return m_source.model; }
  const ImportedSource& source() const { return m_source; }
  /// Null before the first bake, and where no clip is ticked.
  const std::shared_ptr<const BakeSnapshot>& bake() const { return m_bake; }
  /// Of the clips of bake(); null while they are measured.
  const std::shared_ptr<const std::vector<bake::ClipError>>& errors() const { return m_errors; }
  /// Why the newest state could not be imported or baked.
  const std::optional<Error>& problem() const { return m_problem; }
  bool isImporting() const { return m_importing; }

  /// The largest error of the clips, and which clip it is.
  struct Worst {
    double millimetres = 0.0;
    std::size_t clip = 0;
  };
  std::optional<Worst> worst() const;
  /// What is too much for a clip of bake(): as the clip says, else the document, else by the model's size.
  ErrorLimits errorLimits(std::size_t clip) const;
  /// The clip that exceeds its limits most, in proportion; nothing where none does or errors are not known.
  std::optional<Worst> tooMuch() const;
  /// How that clip looks; good where there is none, nothing while errors are not known.
  std::optional<ErrorGrade> grade() const;
  /// By how much a limit of the user's is exceeded, and by which clip.
  std::optional<Worst> overLimit() const;

  /// Imports and bakes again, whatever is known.
  void refresh();
  /// Writes and verifies the packs of the document as it is now; exported() for each, or exportFailed() follows, then
  /// exportEnded(). A newer export drops the older one. What the sources have become since is imported first.
  void exportPacks(const std::vector<std::filesystem::path>& folders);
  void exportPack(const std::filesystem::path& folder) { exportPacks({folder}); }
  /// What an export of the document as it is now goes by.
  ExportOrder exportOrder() const;
  /// What the last export found, why it failed included.
  const std::vector<Issue>& exportIssues() const { return m_exportIssues; }
  /// Of the export, and of what is found out before it; who uses them may go while they run.
  JobRunner& exporter() { return m_exporter; }
  JobRunner& rehearser() { return m_rehearser; }

  /// What the last import read, with its state before; empty before the first.
  const std::vector<batch::SettleWatch::File>& files() const { return m_files; }
  /// Their paths: models, their import settings, and the images that they refer to.
  std::vector<std::filesystem::path> inputs() const;
  /// Refuses to write over one of them, over another source of the document, or over the document. Errors: of
  /// checkOutput.
  Result<void> checkNoInput(const std::filesystem::path& output) const;

 signals:
  /// Another model, or none.
  void modelChanged();
  /// Another bake; its errors are not known yet.
  void bakeChanged();
  /// errors() are there.
  void measured();
  /// problem() is another.
  void problemChanged();
  void exported(const QString& folder);
  void exportFailed(const texeleton::Error& error);
  void exportEnded();
  /// exportIssues() are others.
  void exportIssuesChanged();
  /// files() are others.
  void filesRead();

 private:
  /// Of the clips whose limits `counts` takes, the one that exceeds them most in proportion.
  template <typename Counts>
  std::optional<Worst> mostExceeding(const Counts& counts) const;

  void follow();
  void forget();
  void work(bool import);
  /// What a state of the document asks for.
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
  std::optional<recipe::Recipe> m_asked;  ///< What was last worked for.
  bool m_askedNone = false;               ///< Whether it had nothing to bake.
  bool m_importing = false;
  bool m_importFailed = false;  ///< The last import; m_source is of one before.
  ImportedSource m_source;
  std::vector<batch::SettleWatch::File> m_files;
  std::vector<Issue> m_exportIssues;
  std::vector<std::filesystem::path> m_waitingExports;  ///< Until the import has ended.
  std::shared_ptr<const BakeSnapshot> m_bake;
  std::shared_ptr<const std::vector<bake::ClipError>> m_errors;
  mutable std::pair<std::shared_ptr<const model::Model>, double> m_height;  ///< Of that model, once it was asked for.
  std::optional<Error> m_problem;
};

}  // namespace texeleton::editor
