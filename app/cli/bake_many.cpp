#include "app/cli/bake_many.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <system_error>
#include <utility>

#include "app/cli/bake_one.h"
#include "app/cli/bake_report.h"
#include "app/cli/interrupt.h"
#include "core/base/elapsed.h"
#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/batch/batch_names.h"
#include "core/batch/run_batch.h"
#include "core/export/export_places.h"
#include "core/settings/json_fields.h"

namespace texeleton::cli {

namespace fs = std::filesystem;

namespace {

std::size_t countOf(const std::vector<BakeOutcome>& outcomes, BakeEnd end) {
  return static_cast<std::size_t>(std::ranges::count(outcomes, end, &BakeOutcome::end));
}

void printTable(const std::vector<BakeOutcome>& outcomes, double seconds) {
  std::vector<std::vector<std::string>> rows = {{"input", "result", "bytes", "max mm", "seconds", "issues"}};
  for (const BakeOutcome& outcome : outcomes) {
    const bool whole = outcome.end != BakeEnd::Failed && outcome.end != BakeEnd::Cancelled;
    rows.push_back({printable(outcome.input.string()), wordOf(outcome.end),
                    whole ? formatBytes(static_cast<double>(outcome.bytes)) : "-",
                    outcome.millimetres ? formatted("%.3g", *outcome.millimetres) : "-",
                    formatted("%.2f", outcome.seconds), std::to_string(outcome.issues.size())});
  }
  std::printf("%s", formatTable(rows, {false, false, true, true, true, true}).c_str());
  if (const std::size_t planned = countOf(outcomes, BakeEnd::Planned); planned != 0) {
    std::printf("%zu would be baked, bytes are those of their textures; ", planned);
  }
  for (const BakeEnd end : {BakeEnd::Exported, BakeEnd::Updated}) {
    if (const std::size_t count = countOf(outcomes, end); count != 0) {
      std::printf("%zu %s, ", count, wordOf(end));
    }
  }
  std::printf("%zu baked, %zu unchanged, %zu failed, %zu cancelled in %.1f s\n", countOf(outcomes, BakeEnd::Baked),
              countOf(outcomes, BakeEnd::Unchanged), countOf(outcomes, BakeEnd::Failed),
              countOf(outcomes, BakeEnd::Cancelled), seconds);
}

void printJson(const std::vector<BakeOutcome>& outcomes, const BakeSession& session, double seconds,
               const Console& console) {
  Json json = {{"results", Json::array()}};
  for (const BakeOutcome& outcome : outcomes) {
    json["results"].push_back(outcomeJson(outcome));
  }
  for (const BakeEnd end : {BakeEnd::Baked, BakeEnd::Unchanged, BakeEnd::Updated, BakeEnd::Exported, BakeEnd::Planned,
                            BakeEnd::Failed, BakeEnd::Cancelled}) {
    json[wordOf(end)] = countOf(outcomes, end);
  }
  const batch::FileHashes::Work work = session.hashes.work();
  json["imports"] = std::ranges::count_if(outcomes, [](const BakeOutcome& outcome) { return outcome.imported; });
  json["hashedFiles"] = work.files;
  json["hashedBytes"] = work.bytes;
  json["seconds"] = seconds;
  console.printJson(json);
}

/// "2 of 20 could not be baked: a.fbx, b.glb".
std::string failureText(const std::vector<BakeOutcome>& outcomes, const char* done) {
  std::string names;
  for (const BakeOutcome& outcome : outcomes) {
    if (outcome.end == BakeEnd::Failed) {
      names += (names.empty() ? "" : ", ") + outcome.input.string();
    }
  }
  const std::size_t failed = countOf(outcomes, BakeEnd::Failed);
  const std::size_t cancelled = countOf(outcomes, BakeEnd::Cancelled);
  if (failed == 0) {
    return "cancelled: " + std::to_string(cancelled) + " of " + std::to_string(outcomes.size()) + " were not " + done +
           "; the packs that were finished stay, and --if-changed goes on from here";
  }
  return std::to_string(failed) + " of " + std::to_string(outcomes.size()) + " could not be " + done + ": " + names +
         (cancelled == 0 ? "" : "; " + std::to_string(cancelled) + " more were cancelled");
}

class ManyBakes {
 public:
  ManyBakes(const BakeArguments& arguments, const Console& console, const std::vector<batch::NamedBake>& bakes)
      : m_arguments(arguments),
        m_console(console),
        m_bakes(bakes),
        m_exports(std::ranges::any_of(bakes, [](const auto& bake) { return !bake.places.empty(); })),
        m_job(console.progressBar()),
        m_options{arguments.jobs, arguments.threads},
        m_session(arguments, batch::jobsOf(m_options, bakes.size()), m_job) {
    for (const batch::NamedBake& bake : bakes) {
      BakeOutcome outcome;  // Cancelled by default.
      outcome.input = bake.input;
      outcome.output = bake.output;
      m_outcomes.push_back(std::move(outcome));
    }
  }

  int run() {
    const auto start = std::chrono::steady_clock::now();
    {
      const CancelOnInterrupt interrupt(m_job);
      batch::runBatch(
          items(), m_options, [this](std::size_t i, JobContext& context) { bake(i, context); },
          [this](std::size_t i) { report(i); }, m_job);
      m_session.hashes.save();
    }
    const double seconds = secondsSince(start);
    m_console.clearProgress();
    if (m_console.json) {
      printJson(m_outcomes, m_session, seconds, m_console);
    } else if (!m_console.quiet) {
      printTable(m_outcomes, seconds);
    }
    std::fflush(stdout);
    const bool whole = countOf(m_outcomes, BakeEnd::Failed) + countOf(m_outcomes, BakeEnd::Cancelled) == 0;
    return whole ? kDone : m_console.error(failureText(m_outcomes, m_exports ? "exported" : "baked"));
  }

 private:
  std::vector<batch::BatchItem> items() const {
    std::vector<batch::BatchItem> items;
    for (const batch::NamedBake& bake : m_bakes) {
      std::error_code error;
      const auto size = fs::file_size(bake.input, error);
      items.push_back({bake.input.filename().string(), error ? 0 : size});
    }
    return items;
  }

  void bake(std::size_t i, JobContext& context) {
    m_outcomes[i] = bakeOne(argumentsFor(m_arguments, m_bakes[i]), m_session, context);
  }

  /// Called for one result at a time; issues of a model are printed with its name.
  void report(std::size_t i) {
    const BakeOutcome& outcome = m_outcomes[i];
    ++m_reported;
    m_console.issues(outcome.issues, outcome.input.filename().string());
    if (outcome.end == BakeEnd::Failed) {
      const bool named = outcome.error->file == outcome.input.string();
      m_console.error((named ? "" : outcome.input.string() + ": ") + describe(*outcome.error));
    } else if (outcome.end != BakeEnd::Cancelled) {
      m_console.note(formatted("%zu of %zu: ", m_reported, m_bakes.size()) + outcomeLine(outcome));
    }
  }

  const BakeArguments& m_arguments;
  const Console& m_console;
  const std::vector<batch::NamedBake>& m_bakes;
  const bool m_exports;
  JobContext m_job;
  batch::BatchOptions m_options;
  BakeSession m_session;
  std::vector<BakeOutcome> m_outcomes;
  std::size_t m_reported = 0;
};

}  // namespace

int bakeMany(const BakeArguments& arguments, const Console& console) {
  const auto inputs = batch::expandPatterns(arguments.inputs);
  if (!inputs) {
    return console.error(inputs.error());
  }
  const auto bakes = batch::namePacks(*inputs, arguments.output);
  if (!bakes) {
    return console.error(bakes.error());
  }
  if (const auto made = arguments.makeFolder(); !made) {
    return console.error(made.error());
  }
  return bakeAll(arguments, *bakes, console);
}

int bakeAll(const BakeArguments& arguments, const std::vector<batch::NamedBake>& bakes, const Console& console) {
  return ManyBakes(arguments, console, bakes).run();
}

namespace fs = std::filesystem;

namespace {

std::string targetsKnown() {
  std::string text;
  for (const std::string& name : exporting::exportTargetNames()) {
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

}  // namespace

Result<std::vector<batch::NamedBake>> exportsOf(const std::vector<fs::path>& recipes) {
  std::vector<batch::NamedBake> bakes;
  std::map<fs::path, fs::path> taken;
  for (const fs::path& file : recipes) {
    JobContext unheard;  // The bake reads it again and reports its issues.
    const auto recipe = recipe::readRecipe(file, unheard);
    TRY(recipe);
    JobContext found;
    const auto places = exporting::exportPlaces(*recipe, file, found);
    TRY(places);
    std::vector<Issue> issues = found.takeIssues();
    if (places->empty()) {
      return fail(ErrorCode::InvalidArgument,
                  message("exports only to targets that this version does not know (%1); it knows %2%3",
                          inQuotes(recipe->exports.front().target), targetsKnown(),
                          didYouMean(recipe->exports.front().target, exporting::exportTargetNames())),
                  file.string());
    }
    const std::size_t first = bakes.size();
    for (const exporting::ExportPlace& place : *places) {
      const auto same = std::find_if(bakes.begin() + static_cast<std::ptrdiff_t>(first), bakes.end(),
                                     [&](const batch::NamedBake& bake) { return bake.output == place.pack; });
      if (same != bakes.end()) {  // Targets that share a folder share the pack.
        same->places.push_back(place);
        continue;
      }
      std::error_code error;
      const auto [other, isNew] = taken.emplace(fs::weakly_canonical(place.pack, error), file);
      if (!isNew) {
        return fail(ErrorCode::InvalidArgument,
                    message("exports to the same folder as %1 (%2); nothing was exported", other->second.string(),
                            place.pack.string()),
                    file.string());
      }
      bakes.push_back({file, place.pack, false, {place}, std::exchange(issues, {})});
    }
  }
  return bakes;
}

}  // namespace texeleton::cli
