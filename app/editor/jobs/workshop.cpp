#include "app/editor/jobs/workshop.h"

#include <chrono>
#include <utility>

#include "app/editor/document/document_file.h"
#include "app/editor/document/paths.h"
#include "core/bake/bake.h"
#include "core/bake/sockets.h"
#include "core/base/elapsed.h"
#include "core/base/mapped.h"
#include "core/contacts/body_points.h"
#include "core/export/write_export.h"
#include "core/pipeline/pack_job.h"
#include "core/recipe/resolve.h"

namespace texeleton::editor {

Result<std::shared_ptr<BakeSnapshot>> bakeSnapshot(const recipe::Recipe& recipe, const ImportedSource& source,
                                                   JobContext& job) {
  const auto start = std::chrono::steady_clock::now();
  auto snapshot = std::make_shared<BakeSnapshot>();
  auto prepared = pipeline::prepareBake(requestOf(recipe), source, job);
  TRY(prepared);
  snapshot->model = std::move(prepared->model);
  snapshot->attachments = std::move(prepared->attachments);
  snapshot->fileEvents = std::move(prepared->fileEvents);
  const bake::BakeSettings& settings = prepared->settings;
  auto baked = texeleton::bake::bake(*snapshot->model, settings, job);
  TRY(baked);
  snapshot->animation = std::make_shared<const vat::BakedAnimation>(std::move(*baked));
  snapshot->clipLimits = mapped(settings.clips, &bake::ClipSelection::maxErrorMillimetres);
  snapshot->seconds = secondsSince(start);
  snapshot->sockets = bake::socketEntries(*snapshot->model, settings);
  if (auto skeleton = viewport::Skeleton::make(snapshot->model, snapshot->animation, snapshot->sockets)) {
    snapshot->skeleton = std::move(*skeleton);
  }
  snapshot->issues = source.issues;
  for (Issue& issue : job.takeIssues()) {
    snapshot->issues.push_back(std::move(issue));
  }
  return snapshot;
}

namespace {

/// Writes the pack and the files beside it, reads it back and checks what reading does not.
Result<void> writeAndCheck(const ExportOrder& order, const std::filesystem::path& folder,
                           exporting::OfAnother ofAnother, JobContext& job) {
  pack::PackWriteOptions write;
  auto pack = bakeExport(order, folder, write, job);  // The user has agreed to a bake over the limit.
  TRY(pack);
  auto places = placesOf(order, folder);
  for (exporting::ExportPlace& place : places) {
    place.ofAnother = ofAnother;
  }
  auto written = exporting::writeExport(*pack, places, write, job);
  return written ? Result<void>() : fail(std::move(written.error()));
}

}  // namespace

Workshop::Workshop(Document& document, QObject* parent) : QObject(parent), m_document(document) {
  connect(&m_document, &Document::replaced, this, &Workshop::forget);
  connect(&m_document, &Document::changed, this, &Workshop::follow);
  connect(&m_runner, &JobRunner::finished, this, [this] {
    m_importing = false;
    const auto folders = std::exchange(m_waitingExports, {});
    if (!folders.empty() && m_problem) {
      failExport(*m_problem);
    } else if (!folders.empty()) {
      exportPacks(folders, m_waitingOfAnother);
    }
  });
  connect(&m_runner, &JobRunner::ranOutOfMemory, this, [this](const Error& why) {
    m_importing = false;
    setProblem(why);
  });
  connect(&m_exporter, &JobRunner::ranOutOfMemory, this, [this](const Error& why) {
    setExportIssues({{Severity::Warning, why.message, why.file}});
    failExport(why);
  });
  connect(&m_runner, &JobRunner::cancelled, this, [this] {
    m_importing = false;
    if (!std::exchange(m_waitingExports, {}).empty()) {
      emit exportEnded();
    }
  });
}

void Workshop::forget() {
  m_runner.cancel();
  m_asked.reset();
  m_source = {};
  m_files.clear();
  m_importFailed = false;
  m_waitingExports.clear();
  setExportIssues({});
  m_bake.reset();
  m_errors.reset();
  setProblem(std::nullopt);
  emit filesRead();
  emit modelChanged();
  emit bakeChanged();
}

void Workshop::follow() {
  const recipe::Recipe& recipe = m_document.recipe();
  if (m_document.modelFile().empty()) {
    return;
  }
  const bool import = !m_asked || !importsAlike(*m_asked, recipe) || (!m_source.model && !m_importing);
  const bool none = m_document.state().noClips;
  const bool bake = import || none != m_askedNone || !bakesAlike(*m_asked, recipe);
  m_asked = recipe;
  m_askedNone = none;
  if (bake) {
    work(import);
  } else {
    emit measured();  // The error limit may have changed.
  }
}

void Workshop::refresh() {
  if (!m_document.modelFile().empty()) {
    m_asked = m_document.recipe();
    m_askedNone = m_document.state().noClips;
    work(true);
  }
}

void Workshop::setProblem(std::optional<Error> problem) {
  m_problem = std::move(problem);
  emit problemChanged();
}

// Playback receives the bake first, so that all listeners of problemChanged() find everything on the new bake.
void Workshop::takeBake(std::shared_ptr<const BakeSnapshot> bake) {
  m_bake = std::move(bake);
  m_errors.reset();
  m_problem.reset();
  emit bakeChanged();
  emit problemChanged();
}

void Workshop::work(bool import) {
  import = import || m_importing || !m_source.model;
  m_importing = import;
  Order order{m_document.recipe(), m_document.state().noClips, m_document.hashes(),
              import ? ImportedSource() : m_source};
  m_runner.start([this, order = std::move(order)](JobContext& job, const JobRunner::Deliver& deliver) mutable {
    auto done = carryOut(order, job, deliver);
    if (done || done.error().code == ErrorCode::Cancelled) {
      return;
    }
    Error error = std::move(done.error());
    if (error.file.empty()) {  // An error of the bake concerns the model.
      error.file = recipe::sourceFile(order.recipe, {}, pack::SourceRole::Model).string();
    }
    deliver([this, error] { setProblem(error); });
  });
}

// Runs on the job's thread: only delivered functions may use `this`.
Result<void> Workshop::carryOut(Order& order, JobContext& job, const JobRunner::Deliver& deliver) {
  if (!order.source.model) {
    if (auto imported = importSources(order.recipe, job, deliver)) {
      order.source = std::move(*imported);
    } else {
      return fail(std::move(imported.error()));
    }
  }
  if (order.none) {
    deliver([this] { takeBake(nullptr); });
    return {};
  }
  auto snapshot = bakeSnapshot(order.recipe, order.source, job);
  TRY(snapshot);
  const std::shared_ptr<const BakeSnapshot> done = std::move(*snapshot);
  deliver([this, done] { takeBake(done); });
  auto errors = bake::measureError(*done->model, *done->animation, job);
  TRY(errors);
  auto shared = std::make_shared<const std::vector<vat::ClipError>>(std::move(*errors));
  deliver([this, shared] {
    m_errors = shared;
    emit measured();
  });
  for (const recipe::RecipeSource& file : order.recipe.sources) {
    static_cast<void>(order.hashes->sha256(fromUtf8(file.path), job).has_value());  // For saving.
  }
  return {};
}

Result<ImportedSource> Workshop::importSources(const recipe::Recipe& recipe, JobContext& job,
                                               const JobRunner::Deliver& deliver) {
  std::vector<batch::SettleWatch::File> files;
  auto imported = importOf(recipe, job, &files);
  if (!imported && imported.error().code == ErrorCode::Cancelled) {
    return imported;
  }
  deliver([this, files = std::move(files), failed = !imported, source = imported.value_or(ImportedSource())] {
    m_files = files;
    m_importFailed = failed;
    emit filesRead();
    if (!failed) {
      m_importing = false;
      m_source = source;
      emit modelChanged();
    }
  });
  return imported;
}

std::optional<Workshop::Worst> Workshop::worst() const {
  if (!m_errors || m_errors->empty()) {
    return std::nullopt;
  }
  Worst worst;
  for (std::size_t i = 0; i < m_errors->size(); ++i) {
    if ((*m_errors)[i].maxMillimetres > worst.millimetres) {
      worst = {(*m_errors)[i].maxMillimetres, i};
    }
  }
  return worst;
}

ErrorLimits Workshop::errorLimits(std::size_t clip) const {
  if (m_height.first != model()) {
    m_height = {model(), model() ? contacts::bodyHeight(*model()) : 1.0};
  }
  const bool hasOwn = m_bake && clip < m_bake->clipLimits.size() && m_bake->clipLimits[clip];
  return editor::errorLimits(hasOwn ? m_bake->clipLimits[clip] : m_document.recipe().bake.maxError, m_height.second);
}

template <typename Counts>
std::optional<Workshop::Worst> Workshop::mostExceeding(const Counts& counts) const {
  std::optional<Worst> most;
  double times = 0.0;
  for (std::size_t i = 0; m_errors && i < m_errors->size(); ++i) {
    const ErrorLimits limits = errorLimits(i);
    const double millimetres = (*m_errors)[i].maxMillimetres;
    const double timesHere = millimetres / std::max(limits.warningMillimetres, kLeastLimitMillimetres);
    if (counts(limits) && limits.gradeOf(millimetres) != ErrorGrade::Good && (!most || timesHere > times)) {
      most = Worst{millimetres, i};
      times = timesHere;
    }
  }
  return most;
}

std::optional<Workshop::Worst> Workshop::tooMuch() const {
  return mostExceeding([](const ErrorLimits&) { return true; });
}

std::optional<ErrorGrade> Workshop::grade() const {
  if (!m_errors || m_errors->empty()) {
    return std::nullopt;
  }
  const auto most = tooMuch();
  return most ? errorLimits(most->clip).gradeOf(most->millimetres) : ErrorGrade::Good;
}

std::optional<Workshop::Worst> Workshop::overLimit() const {
  std::optional<Worst> result = mostExceeding([](const ErrorLimits& limits) { return limits.isOwn; });
  if (result) {
    result->millimetres -= errorLimits(result->clip).warningMillimetres;
  }
  return result;
}

void Workshop::setExportIssues(std::vector<Issue> issues) {
  m_exportIssues = std::move(issues);
  emit exportIssuesChanged();
}

std::vector<std::filesystem::path> Workshop::inputs() const { return mapped(m_files, &batch::SettleWatch::File::path); }

Result<void> Workshop::checkNoInput(const std::filesystem::path& output) const {
  std::vector<std::filesystem::path> further = inputs();
  further.push_back(m_document.file());
  return checkNoSource(output, m_document.recipe(), further);
}

ExportOrder Workshop::exportOrder() const {
  return {m_document.recipe(), m_document.file(), m_source, m_files, m_document.hashes(), m_document.homeFile()};
}

void Workshop::failExport(const Error& why) {
  emit exportFailed(why);
  emit exportEnded();
}

void Workshop::exportPacks(const std::vector<std::filesystem::path>& folders, exporting::OfAnother ofAnother) {
  if (!m_source.model) {
    return;
  }
  if (!m_importing && haveChanged(m_files)) {
    refresh();  // Otherwise the pack would name files that it was not made from.
  }
  if (m_importing) {
    m_waitingExports = folders;
    m_waitingOfAnother = ofAnother;
    return;
  }
  if (m_importFailed && m_problem) {  // The shown model differs from the files.
    failExport(*m_problem);
    return;
  }
  m_exporter.start(
      [this, order = exportOrder(), folders, ofAnother](JobContext& job, const JobRunner::Deliver& deliver) {
        std::vector<Issue> issues;  // Issues of all packs.
        for (const std::filesystem::path& folder : folders) {
          if (const auto written = writeAndCheck(order, folder, ofAnother, job); !written) {
            if (written.error().code != ErrorCode::Cancelled) {
              issues.push_back({Severity::Warning, written.error().message, written.error().file});
              deliver([this, issues, error = written.error()] {
                setExportIssues(issues);
                emit exportFailed(error);
              });
            }
            break;
          }
          const std::vector<Issue> found = job.takeIssues();
          issues.insert(issues.end(), found.begin(), found.end());
          deliver([this, folder, issues] {
            setExportIssues(issues);
            emit exported(toQString(folder));
          });
        }
        deliver([this] { emit exportEnded(); });
      });
}

}  // namespace texeleton::editor
