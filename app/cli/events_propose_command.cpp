// texeleton-cli events propose: footsteps and loop ranges that a clip's motion suggests.

#include <algorithm>
#include <cstdio>
#include <memory>

#include "app/cli/clip_argument.h"
#include "app/cli/commands.h"
#include "app/cli/import_arguments.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_values.h"
#include "app/cli/result_json.h"
#include "core/bake/bake.h"
#include "core/base/mapped.h"
#include "core/base/same_file.h"
#include "core/contacts/footsteps.h"
#include "core/contacts/loop_range.h"
#include "core/pipeline/source_plan.h"
#include "core/recipe/events_file.h"

namespace texeleton::cli {

namespace {

constexpr double kShownMillimetres = 1e-3;  ///< Less is shown as 0.

struct ProposeArguments {
  std::string model;
  std::vector<std::string> clips;
  std::vector<std::string> feet;
  double rate = 0.0;
  std::string loop = "auto";
  double minLoop = 0.0;
  std::string output;
  ImportArguments import;
  MotionArguments motion;
};

/// The result for one clip.
struct Finding {
  ClipIndex clip;
  bool wraps = false;
  contacts::LoopReport loop;
  std::vector<model::ClipEvent> events;
};

const char* sideName(contacts::Side side) {
  return side == contacts::Side::Left ? "left" : side == contacts::Side::Right ? "right" : "unknown";
}

Result<std::vector<ClipIndex>> chosenClips(const ProposeArguments& arguments, const model::Model& model) {
  std::vector<ClipIndex> clips;
  if (arguments.clips.empty()) {
    for (std::size_t i = 0; i < model.clips.size(); ++i) {
      clips.emplace_back(i);
    }
  }
  std::vector<recipe::RecipeClip> wanted;
  for (const std::string& name : arguments.clips) {
    wanted.emplace_back().sourceName = name;
  }
  auto selections = selectClips(wanted, model);
  TRY(selections);
  for (const bake::ClipSelection& selection : *selections) {
    if (std::ranges::find(clips, selection.clip) == clips.end()) {
      clips.push_back(selection.clip);
    }
  }
  return clips;
}

Finding examine(const ProposeArguments& arguments, const model::Model& model, ClipIndex clip,
                const std::vector<contacts::Foot>& feet, JobContext& job) {
  Finding finding;
  finding.clip = clip;
  finding.loop = contacts::analyseLoop(model, clip, arguments.minLoop, job);
  contacts::FootstepOptions options;
  options.rateHz = arguments.rate;
  finding.wraps = arguments.loop == "on" || (arguments.loop == "auto" && contacts::wrapsAround(model, clip));
  options.wrap = finding.wraps ? contacts::Wrap::On : contacts::Wrap::Off;
  finding.events = contacts::findFootsteps(model, clip, feet, options, job);
  return finding;
}

Json toJson(const std::optional<contacts::LoopRange>& range) {
  if (!range) {
    return nullptr;
  }
  return {{"from", range->fromSeconds},
          {"to", range->toSeconds},
          {"gapMillimetres", range->gapMillimetres},
          {"inPlace", range->inPlace}};
}

Json toJson(const model::Model& model, const Finding& finding) {
  const model::Clip& clip = model.clips[finding.clip.value];
  return {{"name", clip.name},
          {"startSeconds", clip.startSeconds},
          {"lengthSeconds", clip.lengthSeconds},
          {"goesOnAtStart", finding.wraps},
          {"closes", finding.loop.closes},
          {"closesAfterFrame", finding.loop.closesAfterFrame},
          {"loopGapMillimetres", finding.loop.gapMillimetres},
          {"inPlaceGapMillimetres", finding.loop.inPlaceGapMillimetres},
          {"travelMillimetres", finding.loop.travelMillimetres},
          {"bestLoop", toJson(finding.loop.best)},
          {"events", eventsJson(finding.events)}};
}

void printJson(const ProposeArguments& arguments, const model::Model& model, const std::vector<contacts::Foot>& feet,
               const std::vector<Finding>& findings, const std::vector<Issue>& issues, const Console& console) {
  Json json = {{"file", arguments.model}, {"feet", Json::array()}, {"clips", Json::array()}, {"issues", nullptr}};
  for (const contacts::Foot& foot : feet) {
    json["feet"].push_back(
        {{"node", model.nodes[foot.node.value].name}, {"side", sideName(foot.side)}, {"eventName", foot.eventName}});
  }
  for (const Finding& finding : findings) {
    json["clips"].push_back(toJson(model, finding));
  }
  json["issues"] = issuesJson(issues);
  console.printJson(json);
}

std::string eventsText(const std::vector<model::ClipEvent>& events) {
  std::string text;
  for (const model::ClipEvent& event : events) {
    text += formatted("%s%s %.3f", text.empty() ? "" : ", ", printable(event.name).c_str(), event.timeSeconds);
  }
  return text.empty() ? "-" : text;
}

std::string millimetresText(double value) { return value < kShownMillimetres ? "0" : formatted("%.4g", value); }

std::string loopText(const model::Clip& clip, const contacts::LoopReport& loop) {
  if (loop.best) {
    return formatted("from=%.4g,to=%.4g (%.3g mm%s)", loop.best->fromSeconds, loop.best->toSeconds,
                     loop.best->gapMillimetres, loop.best->inPlace ? " in place" : "");
  }
  return clip.lengthSeconds == 0.0 ? "-"
         : loop.closes             ? "the whole"
         : loop.closesAfterFrame   ? "the whole and one more frame"
         : loop.closesInPlace      ? "the whole, in place"
                                   : "-";
}

void printTable(const ProposeArguments& arguments, const model::Model& model, const std::vector<contacts::Foot>& feet,
                const std::vector<Finding>& findings) {
  std::printf("%s\n", printable(arguments.model).c_str());
  for (const contacts::Foot& foot : feet) {
    std::printf("foot       %s, %s: %s\n", printable(model.nodes[foot.node.value].name).c_str(), sideName(foot.side),
                printable(foot.eventName).c_str());
  }
  std::vector<std::vector<std::string>> rows = {{"clip", "seconds", "gap mm", "travel mm", "best loop", "footsteps"}};
  for (const Finding& finding : findings) {
    const model::Clip& clip = model.clips[finding.clip.value];
    rows.push_back({printable(clip.name), formatted("%.4g", clip.lengthSeconds),
                    millimetresText(finding.loop.gapMillimetres), millimetresText(finding.loop.travelMillimetres),
                    loopText(clip, finding.loop), eventsText(finding.events)});
  }
  std::printf("\n%s", formatTable(rows, {false, true, true, true, false, false}).c_str());
}

Result<void> writeEvents(const ProposeArguments& arguments, const model::Model& model,
                         const std::vector<contacts::Foot>& feet, const std::vector<Finding>& findings) {
  const auto events = mapped(findings, [](const Finding& finding) {
    return recipe::ClipEvents{finding.clip, finding.events};
  });
  return recipe::writeEventsFile(arguments.output, events, mapped(feet, &contacts::Foot::eventName), model);
}

Result<int> propose(const ProposeArguments& arguments, const Console& console) {
  JobContext job(console.progressBar());
  const CancelOnInterrupt interrupt(job);
  // An invalid expression fails with any model: reported before a file is opened.
  for (const std::string& pattern : arguments.feet) {
    if (const auto valid = bake::exposedNodes(model::Model(), {bake::ExposeFilter{pattern, true}}); !valid) {
      return console.wrongUsage("--foot: " + valid.error().message, "events propose");
    }
  }
  const auto request = modelRequest(arguments.model, arguments.import, arguments.motion, job);
  TRY(request);
  std::vector<pipeline::ModelReference> references;
  const auto imported = pipeline::loadModel(*request, job, nullptr, arguments.output.empty() ? nullptr : &references);
  TRY(imported);
  const model::Model& model = **imported;
  const auto clips = chosenClips(arguments, model);
  if (!clips) {
    return console.error(Error{clips.error().code, clips.error().message, arguments.model});
  }
  const auto feet = contacts::findFeet(model, arguments.feet);
  if (!feet) {
    return console.error(Error{feet.error().code, message("--foot: %1", feet.error().message), arguments.model});
  }
  if (feet->empty()) {
    job.warn("No feet were found by name or by place, so no footsteps are proposed: name their bones with --foot.");
  }
  std::vector<Finding> findings;
  for (const ClipIndex clip : *clips) {
    job.progress(static_cast<double>(findings.size()) / static_cast<double>(clips->size()), "looking at clips");
    findings.push_back(examine(arguments, model, clip, *feet, job));
    if (job.isCancelled()) {
      return console.error(Error{ErrorCode::Cancelled, message("cancelled: nothing was written"), arguments.model});
    }
  }
  console.clearProgress();
  if (!arguments.output.empty()) {
    TRY(checkOutput(arguments.output, pipeline::filesRead(*request, references)));
    TRY(writeEvents(arguments, model, *feet, findings));
  }
  const std::vector<Issue> issues = job.takeIssues();
  if (console.json) {
    printJson(arguments, model, *feet, findings, issues, console);
  } else if (!console.quiet || arguments.output.empty()) {
    printTable(arguments, model, *feet, findings);
    std::fflush(stdout);
  }
  console.issues(issues);
  return kDone;
}

}  // namespace

void addEventsProposeCommand(CLI::App& events, Action& action) {
  auto arguments = std::make_shared<ProposeArguments>();
  CLI::App* command = events.add_subcommand(
      "propose", "Proposes footsteps, and the part of a clip that loops best, from the motion itself");
  namesPath(command->add_option("MODEL", arguments->model, "A model file"), "FILE")->required();
  command->add_option("--clip", arguments->clips, "Clip to analyse; may be repeated (default: every clip)")
      ->allow_extra_args(false)
      ->type_name("NAME|PATTERN|#INDEX");
  command
      ->add_option("--foot", arguments->feet,
                   "Nodes whose whole name matches are feet; may be repeated (default: guessed)")
      ->allow_extra_args(false)
      ->type_name("REGEX");
  command->add_option("--rate", arguments->rate, "Samples per second of the feet (default: 60, or twice the clip's)")
      ->check(numberIn(1.0, 10000.0));
  command->add_option("--loop", arguments->loop, "Whether clips continue at their start")
      ->check(oneOf({"auto", "on", "off"}))
      ->capture_default_str();
  command->add_option("--min-loop", arguments->minLoop, "The shortest loop to propose, in seconds (default: a quarter)")
      ->check(numberIn(0.0, 1e9));
  namesPath(command->add_option("-o,--output", arguments->output,
                                "Write the footsteps to this events file; its other content is kept"),
            "FILE");
  arguments->motion.addTo(*command);
  arguments->import.addTo(*command);
  command->callback([arguments, &action] {
    action = [arguments](const Console& console) { return console.codeOf(propose(*arguments, console)); };
  });
}

}  // namespace texeleton::cli
