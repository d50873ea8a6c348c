// texeleton-cli events import: converts events of other programs' files to an events file.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>

#include "app/cli/commands.h"
#include "app/cli/import_arguments.h"
#include "app/cli/option_values.h"
#include "app/cli/result_json.h"
#include "core/base/same_file.h"
#include "core/pipeline/source_plan.h"
#include "core/recipe/events_file.h"

namespace texeleton::cli {

namespace {

namespace fs = std::filesystem;

struct EventsImportArguments {
  std::string model;
  std::string file;
  std::string output;
  ImportArguments import;
  MotionArguments motion;
};

bool isUnityMeta(const fs::path& file) { return file.extension() == ".meta"; }

struct Imported {
  std::shared_ptr<const model::Model> model;
  std::vector<recipe::ClipEvents> events;
  std::vector<fs::path> inputs;  ///< The output must be none of them.
};

// Imports the model with all its takes, and the events that the settings define.
Result<Imported> importMeta(const EventsImportArguments& arguments, JobContext& job) {
  importing::ImportRequest request = arguments.import.request();
  request.unityMeta.use = importing::UnityMetaUse::Off;
  auto plain = importing::importModel(arguments.model, request, job);
  TRY(plain);
  std::error_code error;
  request.unityMeta = {importing::UnityMetaUse::Events, fs::absolute(arguments.file, error)};
  auto model = importing::importModel(arguments.model, request, job);
  TRY(model);
  Imported imported{*model, {}, {arguments.model, arguments.file}};
  for (std::size_t i = 0; i < (*model)->clips.size(); ++i) {
    const std::vector<model::ClipEvent>& all = (*model)->clips[i].events;
    const auto own = static_cast<std::ptrdiff_t>((*plain)->clips[i].events.size());
    if (all.begin() + own != all.end()) {
      imported.events.push_back({ClipIndex(i), {all.begin() + own, all.end()}});
    }
  }
  return imported;
}

Result<Imported> importEvents(const EventsImportArguments& arguments, JobContext& job) {
  if (isUnityMeta(arguments.file)) {
    return importMeta(arguments, job);
  }
  const auto request = modelRequest(arguments.model, arguments.import, arguments.motion, job);
  TRY(request);
  std::vector<pipeline::ModelReference> references;
  auto model = pipeline::loadModel(*request, job, nullptr, &references);
  TRY(model);
  auto events = recipe::readEventsFile(arguments.file, **model, job);
  TRY(events);
  Imported imported{std::move(*model), std::move(*events), pipeline::filesRead(*request, references)};
  imported.inputs.emplace_back(arguments.file);
  return imported;
}

Result<int> importInto(const EventsImportArguments& arguments, const Console& console) {
  JobContext job(console.progressBar());
  const auto imported = importEvents(arguments, job);
  console.clearProgress();
  if (!imported) {
    console.issues(job.takeIssues());
    return console.error(imported.error());
  }
  const fs::path output =
      arguments.output.empty() ? recipe::defaultEventsFile(arguments.model) : fs::path(arguments.output);
  TRY(checkOutput(output, imported->inputs));
  // Another run replaces the imported events, and keeps the others.
  std::set<std::string> names;
  std::size_t count = 0;
  for (const recipe::ClipEvents& clip : imported->events) {
    for (const model::ClipEvent& event : clip.events) {
      names.insert(event.name);
      ++count;
    }
  }
  TRY(recipe::writeEventsFile(output, imported->events, std::vector<std::string>(names.begin(), names.end()),
                              *imported->model));
  const std::vector<Issue> issues = job.takeIssues();
  if (console.json) {
    Json json = {{"file", output.string()}, {"clips", Json::array()}, {"issues", issuesJson(issues)}};
    for (const recipe::ClipEvents& clip : imported->events) {
      json["clips"].push_back(
          {{"name", imported->model->clips[clip.clip.value].name}, {"events", eventsJson(clip.events)}});
    }
    console.printJson(json);
    return kDone;
  }
  console.issues(issues);
  if (!console.quiet) {
    std::printf("%s: %s of %s\n", printable(output.string()).c_str(), counted(count, "event").c_str(),
                counted(imported->events.size(), "clip").c_str());
  }
  return kDone;
}

}  // namespace

void addEventsImportCommand(CLI::App& events, Action& action) {
  auto arguments = std::make_shared<EventsImportArguments>();
  CLI::App* command = events.add_subcommand(
      "import", "Writes an events file from a table (CSV), Unity's import settings (.meta) or another events file");
  namesPath(command->add_option("MODEL", arguments->model, "The model whose clips get the events"), "FILE")->required();
  namesPath(command->add_option("FILE", arguments->file, "Events: .csv, .tsv, .meta or .json"), "FILE")->required();
  namesPath(command->add_option("-o,--output", arguments->output,
                                "The events file to write; its other content is kept (default: MODEL.events.json)"),
            "FILE");
  arguments->motion.addTo(*command);
  arguments->import.addTo(*command);
  command->callback([arguments, &action] {
    action = [arguments](const Console& console) { return console.codeOf(importInto(*arguments, console)); };
  });
}

}  // namespace texeleton::cli
