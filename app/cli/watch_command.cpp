// texeleton-cli watch: bakes, then bakes again after changes.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "app/cli/bake_many.h"
#include "app/cli/bake_one.h"
#include "app/cli/bake_prepare.h"
#include "app/cli/bake_report.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_values.h"
#include "core/base/elapsed.h"
#include "core/base/mapped.h"
#include "core/batch/batch_names.h"
#include "core/batch/run_batch.h"
#include "core/batch/settle_watch.h"

namespace texeleton::cli {

namespace fs = std::filesystem;

namespace {

using Seconds = std::chrono::duration<double>;

constexpr double kWatchSettleSeconds = 0.5;
constexpr double kLongestPause = 0.25;     ///< Between two checks, seconds.
constexpr double kPausePerLook = 50.0;     ///< A pause is at least this many times as long as a check, so that checks
                                           ///< cost 2 %.
constexpr double kSecondsToListing = 1.0;  ///< Folders of patterns are listed this often.

struct WatchArguments {
  BakeArguments bake;
  double settleSeconds = kWatchSettleSeconds;
};

/// The current exports of recipes. An unreadable recipe gives a bake that will fail with the reason.
Result<std::vector<batch::NamedBake>> exportsNow(const std::vector<batch::NamedBake>& recipes) {
  auto all = exportsOf(mapped(recipes, &batch::NamedBake::input));
  if (all || all.error().code == ErrorCode::InvalidArgument) {
    return all;
  }
  std::vector<batch::NamedBake> bakes;
  for (const batch::NamedBake& bake : recipes) {
    const auto one = exportsOf({bake.input});
    const std::vector<batch::NamedBake> asWas = {bake};
    const std::vector<batch::NamedBake>& now = one ? *one : asWas;
    bakes.insert(bakes.end(), now.begin(), now.end());
  }
  return bakes;
}

/// The inputs as they are now: patterns may match more files than before, recipes may export elsewhere.
Result<std::vector<batch::NamedBake>> bakesNow(const BakeArguments& arguments) {
  Result<std::vector<batch::NamedBake>> bakes;
  if (arguments.shape != BakeShape::Many) {
    const fs::path input = arguments.model.empty() ? arguments.recipe : arguments.model;
    bakes = std::vector<batch::NamedBake>{{input, arguments.output}};
  } else {
    const auto inputs = batch::expandPatterns(arguments.inputs);
    bakes = inputs ? batch::namePacks(*inputs, arguments.output) : fail(inputs.error());
  }
  const bool go = !bakes || !arguments.output.empty() || !arguments.model.empty();
  return go ? bakes : exportsNow(*bakes);
}

class Watch {
 public:
  Watch(const WatchArguments& arguments, const Console& console)
      : m_arguments(arguments.bake),
        m_console(console),
        m_job(console.progressBar()),
        m_options{arguments.bake.jobs, arguments.bake.threads},
        m_session(arguments.bake, batch::jobsOf(m_options, SIZE_MAX), m_job),
        m_watch(arguments.settleSeconds),
        m_pause(std::min(kLongestPause, 0.5 * arguments.settleSeconds)) {}

  int run(const std::vector<batch::NamedBake>& bakes) {
    const CancelOnInterrupt interrupt(m_job);
    bakeThese(mapped(bakes, [this](const batch::NamedBake& bake) { return add(bake); }));
    m_console.note("watching " + counted(m_bakes.size(), "input") + "; Ctrl+C ends it");
    double lookTime = 0.0;
    double listedAt = secondsNow();
    while (!m_job.isCancelled()) {
      std::this_thread::sleep_for(Seconds(std::clamp(kPausePerLook * lookTime, m_pause, 10.0)));
      const double now = secondsNow();
      if (now - listedAt >= kSecondsToListing) {
        listedAt = now;
        lookForNew();
      }
      std::vector<std::size_t> ready = m_watch.look(now);
      lookTime = secondsNow() - now;
      if (!ready.empty()) {
        lookForNew();  // A saved recipe may export elsewhere now.
        std::erase_if(ready, [this](std::size_t i) {
          return m_known.count({m_bakes[i].input, m_bakes[i].output}) == 0;
        });
      }
      if (!ready.empty() && !m_job.isCancelled()) {
        bakeThese(ready);
      }
    }
    m_console.clearProgress();
    m_session.hashes.save();
    return kDone;
  }

 private:
  std::size_t add(const batch::NamedBake& bake) {
    m_known.emplace(bake.input, bake.output);
    m_bakes.push_back(bake);
    return m_bakes.size() - 1;
  }

  void lookForNew() {
    const auto bakes = bakesNow(m_arguments);
    if (!bakes) {
      // Two new files of one name: reported once for each pair.
      if (bakes.error().code == ErrorCode::InvalidArgument && bakes.error().message != m_lastProblem) {
        m_lastProblem = bakes.error().message;
        m_console.error(bakes.error());
      }
      return;
    }
    for (const batch::NamedBake& bake : *bakes) {
      if (m_known.count({bake.input, bake.output}) == 0) {
        m_watch.watch(add(bake), {{bake.input, std::nullopt}});  // Baked once the file is complete.
      }
    }
    forgetOldTargets(*bakes);
    for (std::size_t i = 0; i < m_bakes.size(); ++i) {
      for (const fs::path& motion : motionsNow(argumentsFor(m_arguments, m_bakes[i]))) {
        m_watch.watchNew(i, motion);
      }
    }
  }

  /// Drops the former targets of recipes that export elsewhere now.
  void forgetOldTargets(const std::vector<batch::NamedBake>& now) {
    for (std::size_t i = 0; i < m_bakes.size(); ++i) {
      const auto isInput = [&](const batch::NamedBake& bake) { return bake.input == m_bakes[i].input; };
      const auto isSame = [&](const batch::NamedBake& bake) {
        return isInput(bake) && bake.output == m_bakes[i].output;
      };
      if (std::ranges::any_of(now, isInput) && std::ranges::none_of(now, isSame)) {
        m_watch.watch(i, {});
        m_known.erase({m_bakes[i].input, m_bakes[i].output});
      }
    }
  }

  void bakeThese(const std::vector<std::size_t>& chosen) {
    std::vector<batch::BatchItem> items;
    for (const std::size_t i : chosen) {
      std::error_code error;
      const auto size = fs::file_size(m_bakes[i].input, error);
      items.push_back({m_bakes[i].input.filename().string(), error ? 0 : size});
    }
    std::vector<BakeOutcome> outcomes(chosen.size());
    batch::runBatch(
        items, m_options,
        [&](std::size_t n, JobContext& context) {
          outcomes[n] = bakeOne(argumentsFor(m_arguments, m_bakes[chosen[n]]), m_session, context);
        },
        [&](std::size_t n) { report(outcomes[n]); }, m_job);
    for (std::size_t n = 0; n < chosen.size() && !m_job.isCancelled(); ++n) {
      m_watch.watch(chosen[n], std::move(outcomes[n].files));
    }
    m_session.hashes.save();
  }

  void report(const BakeOutcome& outcome) {
    if (outcome.end == BakeEnd::Cancelled) {
      return;
    }
    m_console.issues(outcome.issues, outcome.input.filename().string());
    if (outcome.error) {
      const bool named = outcome.error->file == outcome.input.string();
      m_console.error((named ? "" : outcome.input.string() + ": ") + describe(*outcome.error) +
                      "; waiting for the next save, a pack that was there stays");
    }
    if (m_console.json) {
      m_console.printJson(outcomeJson(outcome), -1);
    } else if (!outcome.error && !m_console.quiet) {
      m_console.clearProgress();
      std::printf("%s\n", printable(outcomeLine(outcome)).c_str());
    }
    std::fflush(stdout);
  }

  const BakeArguments& m_arguments;
  const Console& m_console;
  JobContext m_job;
  batch::BatchOptions m_options;
  BakeSession m_session;
  batch::SettleWatch m_watch;
  double m_pause;
  std::vector<batch::NamedBake> m_bakes;
  std::set<std::pair<fs::path, fs::path>> m_known;
  std::string m_lastProblem;
};

Result<int> runWatch(const WatchArguments& arguments, const Console& console) {
  const auto bakes = bakesNow(arguments.bake);
  TRY(bakes);
  TRY(arguments.bake.makeFolder());
  return Watch(arguments, console).run(*bakes);
}

}  // namespace

void addWatchCommand(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<WatchArguments>();
  CLI::App* command =
      app.add_subcommand("watch", "Bakes models and recipes, then bakes again whatever is saved again, until Ctrl+C");
  arguments->bake.addTo(*command);
  command
      ->add_option("--settle", arguments->settleSeconds,
                   "Seconds without a change after which a saved file counts as complete")
      ->check(numberIn(0.05, 60.0))
      ->capture_default_str();
  command->footer(R"(Examples:
  texeleton-cli watch 'models/*.fbx' -o packs
  texeleton-cli watch hero.fbx -o hero.texpack --motion 'motions/*.fbx'
  texeleton-cli watch hero.texeleton)");
  command->callback([arguments, command, &action] {
    arguments->bake.check(*command);
    arguments->bake.ifChanged = true;
    action = [arguments](const Console& console) {
      if (arguments->bake.shape == BakeShape::Shared) {
        if (const auto found = arguments->bake.findCharacters(); !found) {
          return console.error(found.error());
        }
      }
      return console.codeOf(runWatch(*arguments, console));
    };
  });
}

}  // namespace texeleton::cli
