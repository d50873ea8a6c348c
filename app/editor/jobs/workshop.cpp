#include "app/editor/jobs/workshop.h"

#include <chrono>
#include <utility>

#include "app/editor/document/paths.h"
#include "app/editor/jobs/recipe_job.h"
#include "core/bake/bake.h"
#include "core/pack/pack.h"

namespace texeleton::editor {

namespace {

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Result<std::shared_ptr<BakeSnapshot>> bakeSnapshot(const Recipe& recipe, std::shared_ptr<const Model> model,
                                                   JobContext& job) {
  const auto start = std::chrono::steady_clock::now();
  auto snapshot = std::make_shared<BakeSnapshot>();
  snapshot->model = std::move(model);
  auto events = eventsOf(recipe, *snapshot->model, job);
  if (!events) {
    return fail(std::move(events.error()));
  }
  snapshot->fileEvents = std::move(*events);
  const auto settings = settingsOf(recipe, snapshot->fileEvents, *snapshot->model, job);
  auto baked = settings ? texeleton::bake(*snapshot->model, *settings, job) : fail(settings.error());
  if (!baked) {
    return fail(std::move(baked.error()));
  }
  snapshot->animation = std::make_shared<const BakedAnimation>(std::move(*baked));
  snapshot->seconds = secondsSince(start);
  snapshot->issues = job.takeIssues();
  return snapshot;
}

/// Writes the pack, reads it back and checks what reading alone does not.
Result<void> writeAndVerify(const PackJob& pack, std::shared_ptr<const Model> model, JobContext& job) {
  if (auto written = runPackJob(pack, std::move(model), job); !written) {
    return fail(std::move(written.error()));
  }
  const auto read = readPack(pack.output, job);
  if (!read) {
    return fail(read.error());
  }
  const std::vector<std::string> wrong = verifyPack(*read, job);
  return wrong.empty() ? Result<void>() : fail(ErrorCode::Verification, wrong.front(), pack.output.string());
}

}  // namespace

Workshop::Workshop(Document& document, QObject* parent) : QObject(parent), m_document(document) {
  connect(&m_document, &Document::replaced, this, &Workshop::forget);
  connect(&m_document, &Document::changed, this, &Workshop::follow);
  connect(&m_runner, &JobRunner::finished, this, [this] { m_importing = false; });
  connect(&m_runner, &JobRunner::cancelled, this, [this] { m_importing = false; });
}

void Workshop::forget() {
  m_runner.cancel();
  m_asked.reset();
  m_model.reset();
  m_bake.reset();
  m_errors.reset();
  setProblem(std::nullopt);
  emit modelChanged();
  emit bakeChanged();
}

void Workshop::follow() {
  const Recipe& recipe = m_document.recipe();
  if (m_document.modelFile().empty()) {
    return;
  }
  const bool import = !m_asked || !importsAlike(*m_asked, recipe) || (!m_model && !m_importing);
  const bool bake = import || !bakesAlike(*m_asked, recipe);
  m_asked = recipe;
  if (bake) {
    work(import);
  } else {
    emit measured();  // The error limit may be another.
  }
}

void Workshop::refresh() {
  if (!m_document.modelFile().empty()) {
    m_asked = m_document.recipe();
    work(true);
  }
}

void Workshop::setProblem(std::optional<Error> problem) {
  m_problem = std::move(problem);
  emit problemChanged();
}

void Workshop::work(bool import) {
  import = import || m_importing || !m_model;
  m_importing = import;
  m_runner.start([this, recipe = m_document.recipe(), model = import ? nullptr : m_model](
                     JobContext& job, const JobRunner::Deliver& deliver) mutable {
    const auto say = [&](const Error& error) {
      if (error.code != ErrorCode::Cancelled) {
        deliver([this, error] { setProblem(error); });
      }
    };
    if (!model) {
      auto loaded = loadModel(requestOf(recipe), job);
      if (!loaded) {
        return say(loaded.error());
      }
      model = *loaded;
      deliver([this, model] {
        m_importing = false;
        m_model = model;
        emit modelChanged();
      });
    }
    auto snapshot = bakeSnapshot(recipe, model, job);
    if (!snapshot) {
      return say(snapshot.error());
    }
    if (auto skeleton = Skeleton::make(model, (*snapshot)->animation)) {
      (*snapshot)->skeleton = std::move(*skeleton);
    }
    const std::shared_ptr<const BakeSnapshot> done = std::move(*snapshot);
    deliver([this, done] {
      m_bake = done;
      m_errors.reset();
      setProblem(std::nullopt);
      emit bakeChanged();
    });
    auto errors = measureError(*model, *done->animation, job);
    if (!errors) {
      return say(errors.error());
    }
    auto shared = std::make_shared<const std::vector<ClipError>>(std::move(*errors));
    deliver([this, shared] {
      m_errors = shared;
      emit measured();
    });
  });
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

std::optional<Workshop::Worst> Workshop::overLimit() const {
  std::optional<Worst> result = worst();
  const std::optional<double> limit = m_document.recipe().bake.maxError;
  if (!result || !limit || result->millimetres <= *limit) {
    return std::nullopt;
  }
  result->millimetres -= *limit;
  return result;
}

void Workshop::exportPack(const std::filesystem::path& folder) {
  if (!m_model) {
    return;
  }
  m_exporter.start([this, recipe = m_document.recipe(), model = m_model, folder](JobContext& job,
                                                                                 const JobRunner::Deliver& deliver) {
    // The editor has asked already whether a bake over the limit is to be exported.
    const auto pack = exportJobOf(recipe, *model, folder, job);
    PackJob unlimited = pack ? *pack : PackJob();
    unlimited.settings.maxErrorMillimetres.reset();
    const auto written = pack ? writeAndVerify(unlimited, model, job) : fail(pack.error());
    if (written) {
      deliver([this, folder] { emit exported(toQString(folder)); });
    } else {
      deliver([this, error = written.error()] { emit exportFailed(QString::fromStdString(describe(error))); });
    }
  });
}

}  // namespace texeleton::editor
