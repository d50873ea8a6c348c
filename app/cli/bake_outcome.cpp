#include "app/cli/bake_outcome.h"

#include "app/cli/console.h"
#include "app/cli/result_json.h"
#include "core/model/names.h"

namespace texeleton::cli {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

const char* endName(BakeEnd end) {
  switch (end) {
    case BakeEnd::Baked:
      return "baked";
    case BakeEnd::Unchanged:
      return "unchanged";
    case BakeEnd::Updated:
      return "updated";
    case BakeEnd::Exported:
      return "exported";
    case BakeEnd::Planned:
      return "planned";
    case BakeEnd::Failed:
      return "failed";
    case BakeEnd::Cancelled:
      return "cancelled";
  }
  return "";
}

Json outcomeJson(const BakeOutcome& outcome) {
  Json json = {{"input", outcome.input.string()},
               {"pack", outcome.output.string()},
               {"result", endName(outcome.end)},
               {"reason", outcome.reason.empty() ? Json(nullptr) : Json(outcome.reason)},
               {"error", outcome.error ? Json(model::shortenedText(describe(*outcome.error))) : Json(nullptr)},
               {"bytes", outcome.bytes},
               {"maxMillimetres", outcome.millimetres ? Json(*outcome.millimetres) : Json(nullptr)},
               {"seconds", outcome.seconds},
               {"issues", issuesJson(outcome.issues)}};
  return json;
}

std::string outcomeLine(const BakeOutcome& outcome) {
  const std::string error = outcome.millimetres ? formatted(", %.3g mm", *outcome.millimetres) : std::string();
  const std::string reason = outcome.reason.empty() ? std::string() : " (" + outcome.reason + ")";
  return formatted("%s %s in %.2f s, %s%s%s", outcome.output.string().c_str(), endName(outcome.end), outcome.seconds,
                   formatBytes(static_cast<double>(outcome.bytes)).c_str(), error.c_str(), reason.c_str());
}

}  // namespace texeleton::cli
