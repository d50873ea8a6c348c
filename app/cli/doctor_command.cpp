// texeleton-cli doctor: checks exports in place and suggests remedies.

#include <cstdio>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_values.h"
#include "core/export/doctor.h"
#include "core/settings/json_fields.h"
#include "core/vat/texel_buffer.h"

namespace texeleton::cli {

namespace {

// Each texel is read once or twice, so more of them need not be in memory.
constexpr std::uint64_t kDoctorTexelMemory = std::uint64_t{256} << 20;

Json findingsJson(const std::vector<exporting::ExportFinding>& findings) {
  Json json = Json::array();
  for (const exporting::ExportFinding& finding : findings) {
    json.push_back({{"severity", severityName(finding.severity)},
                    {"name", finding.name},
                    {"file", finding.file},
                    {"text", finding.text},
                    {"mend", finding.mend}});
  }
  return json;
}

void printReport(const exporting::DoctorReport& report, const Console& console) {
  Json json = {{"ok", report.isWhole()}, {"exports", Json::array()}, {"packs", Json::array()}};
  for (const exporting::ExaminedExport& each : report.exports) {
    json["exports"].push_back({{"name", each.record.name},
                               {"target", each.record.target},
                               {"id", each.record.id},
                               {"folder", each.folder.string()},
                               {"version", each.record.version},
                               {"findings", findingsJson(each.findings)}});
  }
  for (const auto& pack : report.packs) {
    json["packs"].push_back(pack.string());
  }
  json["findings"] = findingsJson(report.findings);
  console.printJson(json);
}

void printFindings(const std::vector<exporting::ExportFinding>& findings) {
  for (const exporting::ExportFinding& finding : findings) {
    std::printf("  %s: %s: %s %s\n", severityName(finding.severity), printable(finding.file).c_str(),
                printable(finding.text).c_str(), printable(finding.mend).c_str());
  }
}

int examine(const std::string& folder, const Console& console) {
  JobContext job(console.progressBar());
  const CancelOnInterrupt interrupt(job);
  vat::limitTexelMemory(kDoctorTexelMemory);
  const auto report = exporting::examineExports(folder, job);
  console.clearProgress();
  if (!report) {
    return console.error(report.error());
  }
  if (console.json) {
    printReport(*report, console);
    return report->isWhole() ? kDone : kFailed;
  }
  for (const exporting::ExaminedExport& each : report->exports) {
    if (!console.quiet || !each.findings.empty()) {
      std::printf("%s for %s in %s: %s\n", printable(each.record.name).c_str(), printable(each.record.target).c_str(),
                  printable(each.folder.string()).c_str(), each.findings.empty() ? "whole" : "");
    }
    printFindings(each.findings);
  }
  for (const auto& pack : report->packs) {
    if (!console.quiet) {
      std::printf("%s: a pack\n", printable(pack.string()).c_str());
    }
  }
  printFindings(report->findings);
  if (report->exports.empty() && report->packs.empty() && !console.quiet) {
    std::printf("There are no exports and no packs in %s.\n", printable(folder).c_str());
  }
  return report->isWhole() ? kDone : kFailed;
}

}  // namespace

void addDoctorCommand(CLI::App& app, Action& action) {
  auto folder = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(
      "doctor", "Checks exports and packs in a folder, with the engine's settings, and lists what to fix");
  namesPath(command->add_option("DIR", *folder, "Folder of an export or of a whole project"), "FOLDER")->required();
  command->footer(R"(Examples:
  texeleton-cli doctor ../game
  texeleton-cli doctor ../game --json)");
  command->callback(
      [folder, &action] { action = [folder](const Console& console) { return examine(*folder, console); }; });
}

}  // namespace texeleton::cli
