#include "app/cli/bake_one.h"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include "app/cli/bake_prepare.h"
#include "app/cli/bake_report.h"
#include "core/base/elapsed.h"
#include "core/base/mapped.h"
#include "core/base/memory.h"
#include "core/batch/file_state.h"
#include "core/batch/up_to_date.h"
#include "core/export/write_export.h"
#include "core/import/import_cache.h"

namespace texeleton::cli {

namespace fs = std::filesystem;

namespace {

using WatchedFiles = std::vector<batch::SettleWatch::File>;

WatchedFiles statesOf(const std::vector<fs::path>& paths) {
  return mapped(paths, [](const fs::path& path) { return batch::SettleWatch::File{path, batch::fileState(path)}; });
}

WatchedFiles statesOf(const batch::AskedBake& asked) { return statesOf(mapped(asked.files, &batch::AskedFile::path)); }

bool sameStates(const WatchedFiles& a, const WatchedFiles& b) {
  return std::ranges::equal(a, b, {}, &batch::SettleWatch::File::state, &batch::SettleWatch::File::state);
}

std::optional<double> largestError(const std::vector<vat::BakedClip>& clips) {
  std::optional<double> largest;
  for (const vat::BakedClip& clip : clips) {
    if (clip.error) {
      largest = std::max(largest.value_or(0.0), clip.error->maxMillimetres);
    }
  }
  return largest;
}

class OneBake {
 public:
  OneBake(const BakeArguments& arguments, BakeSession& session, JobContext& context, BakeOutcome& outcome)
      : m_arguments(arguments), m_session(session), m_context(context), m_outcome(outcome) {}

  Result<void> run() {
    TRY(exporting::undoInterruptedExport(m_arguments.places, m_context));
    const WatchedFiles first = m_outcome.files;
    auto plan = planBake(m_arguments, m_session.build, m_context);
    TRY(plan);
    m_outcome.output = plan->output;
    // Before anything is read, so that any later change of a file is noticed.
    m_outcome.files = statesOf(plan->asked);
    for (batch::SettleWatch::File& file : m_outcome.files) {  // The recipe has been read already.
      for (const batch::SettleWatch::File& known : first) {
        file.state = file.path == known.path ? known.state : file.state;
      }
    }
    if (m_arguments.ifChanged && isUpToDate(*plan)) {
      return {};
    }
    return bakeAndWrite(*plan);
  }

  /// Exports an existing pack: reads and checks it, writes it to its place, and adds the files beside it.
  Result<void> exportPack() {
    TRY(exporting::undoInterruptedExport(m_arguments.places, m_context));
    auto pack = pack::readVerifiedPack(m_arguments.pack, m_context);
    TRY(pack);
    std::error_code error;
    const bool isThere = fs::equivalent(m_arguments.pack, m_outcome.output, error) &&
                         (pack->animation.layout.canaryRow || !exporting::wantsCanary(m_arguments.places));
    auto written = isThere ? exporting::writeBesidePack(m_arguments.places, m_context)
                           : exporting::writeExport(*pack, m_arguments.places, {}, m_context);
    TRY(written);
    m_outcome.end = BakeEnd::Exported;
    m_outcome.millimetres = largestError(pack->animation.clips);
    measureFiles();
    return {};
  }

 private:
  bool isUpToDate(const BakePlan& plan) {
    batch::PackState state = batch::examinePack(plan.output, plan.asked, m_session.hashes, m_context);
    m_outcome.reason = state.whyBake.value_or(Message());
    if (state.whyBake || m_context.isCancelled()) {
      return false;
    }
    addStates(batch::pathsOf(state.record->inputs, plan.asked));
    const auto beside = exporting::writeBesidePack(m_arguments.places, m_context);
    if (!beside) {
      m_outcome.reason = beside.error().message;  // The following export reports it again.
      return false;
    }
    const bool isSame = beside->written.empty() && beside->removed.empty();
    m_outcome.end = isSame ? BakeEnd::Unchanged : BakeEnd::Updated;
    m_outcome.reason = isSame ? "" : "files beside the pack are new or have changed";
    m_outcome.millimetres = largestError(state.record->pack.animation.clips);
    measureFiles();
    m_outcome.json = {{"pack", plan.output.string()}, {"result", wordOf(m_outcome.end)}, {"bytes", m_outcome.bytes}};
    m_outcome.summary = plan.output.string() + ": " + wordOf(m_outcome.end) + "\n";
    return true;
  }

  /// The states of those files that were not known before.
  void addStates(const std::vector<fs::path>& paths) {
    for (std::size_t i = m_outcome.files.size(); i < paths.size(); ++i) {
      m_outcome.files.push_back({paths[i], batch::fileState(paths[i])});
    }
  }

  std::vector<pack::PackFileSize> measureFiles() {
    const auto sizes = pack::packFileSizes(m_outcome.output);
    for (const pack::PackFileSize& size : sizes.value_or(std::vector<pack::PackFileSize>{})) {
      m_outcome.bytes += size.bytes;
    }
    return sizes.value_or(std::vector<pack::PackFileSize>{});
  }

  Result<void> bakeAndWrite(const BakePlan& plan) {
    const WatchedFiles before = m_outcome.files;
    auto inputs = batch::inputsOf(plan.asked, m_session.hashes, m_context);
    batch::MemoryGate::Share memory;
    if (m_session.gate) {
      std::error_code error;
      const auto size = fs::file_size(plan.request.sources.model.model, error);
      memory = m_session.gate->take(batch::expectedImportBytes(error ? 0 : size), m_context);
    }
    m_outcome.imported = true;
    const auto begin = std::chrono::steady_clock::now();
    auto prepared = prepareBake(m_arguments, plan, m_context);
    TRY(prepared);
    const std::chrono::duration<double> importTime = std::chrono::steady_clock::now() - begin;
    if (inputs && sameStates(statesOf(plan.asked), before)) {
      batch::addReferences(*inputs, prepared->references);
      addStates(batch::pathsOf(*inputs, plan.asked));
      prepared->job.write.inputs = std::make_shared<const pack::PackInputs>(std::move(*inputs));
    } else {
      m_context.warn("A file changed while the model was read: bake again.",
                     plan.request.sources.model.model.filename().string());
    }
    if (m_arguments.dryRun) {
      return tellSize(*prepared);
    }
    if (m_session.gate) {
      memory.giveBack();
      memory = m_session.gate->take(batch::expectedBakeBytes(*prepared->model, prepared->job.settings), m_context);
    }
    pipeline::PackJob job = prepared->job;
    if (!m_arguments.places.empty()) {
      job.output.clear();  // Written with the files beside it.
    }
    auto result = pipeline::runPackJob(job, prepared->model, m_context);
    if (!result) {
      return fail(pipeline::aboutFile(plan.request.sources.model.model, std::move(result.error())));
    }
    if (!m_arguments.places.empty()) {
      const auto begun = std::chrono::steady_clock::now();
      TRY(exporting::writeExport(result->pack, m_arguments.places, job.write, m_context));
      result->seconds.write = secondsSince(begun);
    }
    result->seconds.import = importTime.count();
    const auto sizes = measureFiles();
    m_outcome.end = BakeEnd::Baked;
    m_outcome.millimetres = largestError(result->pack.animation.clips);
    m_outcome.issues = m_context.takeIssues();
    m_outcome.json = bakeJson(prepared->job, *result, sizes, m_outcome.issues);
    m_outcome.summary = bakeSummary(prepared->job, *result, sizes);
    if (prepared->fit) {
      m_outcome.json["fit"] = fitJson(*prepared->fit, prepared->fitLimits);
      m_outcome.summary = fitSummary(*prepared->fit) + m_outcome.summary;
    }
    return {};
  }

  Result<void> tellSize(const PreparedBake& prepared) {
    const auto size = bake::bakeSize(*prepared.model, prepared.job.settings, m_context);
    if (!size) {
      return fail(pipeline::aboutFile(prepared.job.source.model, size.error()));
    }
    m_outcome.end = BakeEnd::Planned;
    m_outcome.bytes = size->textureBytes();
    m_outcome.issues = m_context.takeIssues();
    m_outcome.json = sizeJson(prepared.job, *size, m_outcome.issues);
    m_outcome.summary = sizeSummary(prepared.job, *size);
    return {};
  }

  const BakeArguments& m_arguments;
  BakeSession& m_session;
  JobContext& m_context;
  BakeOutcome& m_outcome;
};

}  // namespace

BakeSession::BakeSession(const BakeArguments& arguments, unsigned sideBySide, const JobContext& job)
    : hashes(arguments.import.noCache ? fs::path() : importing::ImportCache::defaultFolder()),
      build(batch::buildIdentity(hashes, job)),
      gate(sideBySide > 1 ? std::make_unique<batch::MemoryGate>(memoryToSpare()) : nullptr) {}

BakeArguments argumentsFor(const BakeArguments& arguments, const batch::NamedBake& bake) {
  BakeArguments one = arguments;
  if (bake.isPack) {
    one.pack = bake.input.string();
  } else if (arguments.shape == BakeShape::Many) {
    (batch::isRecipeFile(bake.input) ? one.recipe : one.model) = bake.input.string();
  }
  one.output = bake.output.string();
  one.places = bake.places;
  one.issues = bake.issues;
  return one;
}

BakeOutcome bakeOne(const BakeArguments& arguments, BakeSession& session, JobContext& context) {
  const auto start = std::chrono::steady_clock::now();
  BakeOutcome outcome;
  outcome.input = !arguments.pack.empty()   ? arguments.pack
                  : arguments.model.empty() ? arguments.recipe
                                            : arguments.model;
  outcome.output = arguments.output;
  outcome.files = statesOf(std::vector<fs::path>{outcome.input});
  if (!arguments.like.empty()) {
    outcome.files.push_back({arguments.like, batch::fileState(arguments.like)});
  }
  for (const Issue& issue : arguments.issues) {
    context.addIssue(issue);
  }
  OneBake bake(arguments, session, context, outcome);
  const auto done =
      withinMemory(outcome.input, [&] { return arguments.pack.empty() ? bake.run() : bake.exportPack(); });
  if (!done) {
    outcome.end = done.error().code == ErrorCode::Cancelled ? BakeEnd::Cancelled : BakeEnd::Failed;
    outcome.error = done.error();
  }
  for (Issue& issue : context.takeIssues()) {
    outcome.issues.push_back(std::move(issue));
  }
  outcome.seconds = secondsSince(start);
  return outcome;
}

}  // namespace texeleton::cli
