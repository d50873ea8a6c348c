#include "app/cli/export_packs.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <system_error>

#include "app/cli/interrupt.h"
#include "core/pack/pack.h"

namespace texeleton::cli {

namespace {

namespace fs = std::filesystem;

Result<void> exportPack(const NamedBake& item, JobContext& job) {
  auto pack = readPack(item.input, job);
  if (!pack) {
    return fail(std::move(pack.error()));
  }
  const auto problems = verifyPack(*pack, job);
  if (!problems.empty()) {
    return fail(ErrorCode::Verification, problems.front(), item.input.string());
  }
  std::error_code error;
  if (!fs::equivalent(item.input, item.output, error)) {
    if (auto written = writePack(item.output, *pack, {}, job); !written) {
      return written;
    }
  }
  return writeCompanions(*item.place, job);
}

}  // namespace

int exportPacks(const std::vector<NamedBake>& packs, const Console& console) {
  JobContext job(console.progressBar());
  const CancelOnInterrupt interrupt(job);
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  int code = kDone;
  for (const NamedBake& item : packs) {
    const auto done = exportPack(item, job);
    console.clearProgress();
    console.issues(job.takeIssues(), item.input.filename().string());
    results.push_back({{"input", item.input.string()},
                       {"engine", item.place->target->name},
                       {"pack", item.output.string()},
                       {"result", done ? "exported" : "failed"}});
    if (!done) {
      results.back()["error"] = done.error().message;
      code = console.error(done.error());
    } else if (!console.json && !console.quiet) {
      std::printf("%s: exported for %s to %s\n", item.input.string().c_str(), item.place->target->title,
                  item.place->folder.string().c_str());
    }
    if (job.isCancelled()) {
      break;
    }
  }
  if (console.json) {
    console.printJson({{"results", results}});
  }
  return code;
}

}  // namespace texeleton::cli
