// texeleton-cli ragdoll: simulates a character's fall and writes it as a motion file.

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/cli/bake_prepare.h"
#include "app/cli/clip_argument.h"
#include "app/cli/commands.h"
#include "app/cli/import_arguments.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_values.h"
#include "app/cli/render_input.h"
#include "core/animation/pose.h"
#include "core/base/one_line.h"
#include "core/base/save_file.h"
#include "core/pipeline/attach_models.h"
#include "core/pipeline/import_sources.h"
#include "core/pipeline/source_plan.h"
#include "core/ragdoll/ragdoll.h"
#include "core/ragdoll/recording.h"
#include "core/settings/json_fields.h"

namespace texeleton::cli {

namespace {

constexpr double kBefore = 1.0 / 60.0;  // Seconds between the two poses that determine the speed.

struct RagdollArguments {
  std::string model;
  std::string output;
  std::string clip;
  double time = 0.0;
  double seconds = 4.0;
  double rate = 30.0;
  std::vector<double> push;
  std::string name = "Ragdoll";
  ImportArguments import;
  MotionArguments motion;
};

Result<ragdoll::Ragdoll> begin(const RagdollArguments& arguments, const std::shared_ptr<const model::Model>& model,
                               const ragdoll::RagdollShape& shape) {
  ClipIndex clip;
  if (!arguments.clip.empty()) {
    recipe::RecipeClip wanted;
    wanted.sourceName = arguments.clip;
    auto selections = selectClips({wanted}, *model);
    TRY(selections);
    clip = selections->front().clip;
  } else if (!model->clips.empty()) {
    clip = ClipIndex(0);
  }
  const double start = clip.isValid() ? model->clips[clip.value].startSeconds : 0.0;
  animation::SourcePose before(*model, clip);
  before.evaluate(start + std::max(0.0, arguments.time - kBefore));
  animation::SourcePose pose(*model, clip);
  pose.evaluate(start + arguments.time);
  const double apart = std::min(arguments.time, kBefore);
  auto ragdoll = ragdoll::Ragdoll::create(model, shape, pose.worlds(),
                                          apart > 0.0 ? before.worlds() : std::span<const glm::dmat4>(), apart);
  if (ragdoll && !arguments.push.empty()) {
    ragdoll->push({arguments.push[0], arguments.push[1], arguments.push[2]});
  }
  return ragdoll;
}

/// The files of the model, or of the recipe with its constraints and attachments.
Result<pipeline::BakeRequest> planFall(const RagdollArguments& arguments, JobContext& job) {
  RequestArguments asked;
  (isRecipe(arguments.model) ? asked.recipe : asked.model) = arguments.model;
  asked.motion = arguments.motion;
  asked.motion.noFound = true;
  asked.import = arguments.import;
  auto plan = planBake(asked, {}, job);
  TRY(plan);
  return std::move(plan->request);
}

Result<int> fall(const RagdollArguments& arguments, const Console& console) {
  JobContext job(console.progressBar());
  const CancelOnInterrupt interrupt(job);
  auto plan = planFall(arguments, job);
  pipeline::ImportedSources sources;
  const auto imported = plan ? pipeline::importSources(plan->sources, job, sources) : fail(plan.error());
  std::shared_ptr<const model::Model> model = sources.model;
  if (imported) {
    model = pipeline::withMerged(model, pipeline::placeAttachments(plan->sources, sources, job));
  }
  const auto shape = imported ? ragdoll::fitRagdoll(*model, plan->recipe.ragdoll) : fail(imported.error());
  auto ragdoll = shape ? begin(arguments, model, *shape) : fail(shape.error());
  if (!ragdoll) {
    Error error = std::move(ragdoll.error());
    error.file = error.file.empty() ? arguments.model : error.file;
    return console.error(error);
  }
  const std::filesystem::path output = arguments.output;
  TRY(pipeline::checkOutputs(plan->sources, sources.references, plan->recipeFile, {&output, 1}));
  if (shape->bodies.size() == 1) {
    job.warn(message("The character falls as one rigid body: only the bone %1 moves enough of the mesh.",
                     inQuotes(model->nodes[shape->bodies.front().node.value].name)),
             arguments.model);
  }
  ragdoll::Recording recording(*model, arguments.rate);
  recording.add(ragdoll->worlds());
  double stretch = 0.0;
  const auto poses = static_cast<std::uint32_t>(std::lround(arguments.seconds * arguments.rate));
  for (std::uint32_t i = 1; i <= poses; ++i) {
    if (job.isCancelled()) {
      return console.error("cancelled: nothing was written");
    }
    job.progress(static_cast<double>(i) / poses, "falling");
    // In steps that advance() takes completely, even at one pose a second.
    double left = 1.0 / arguments.rate;
    while (left > 1e-9) {
      ragdoll->advance(std::min(left, 0.2));
      left -= 0.2;
    }
    stretch = std::max(stretch, ragdoll->largestStretch());
    recording.add(ragdoll->worlds());
  }
  const model::Clip clip = recording.clip(arguments.name);
  const auto file = ragdoll::motionFile(*model, clip);
  const auto written = file ? saveFile(arguments.output, *file) : fail(file.error());
  console.clearProgress();
  TRY(written);
  console.issues(job.takeIssues());
  if (console.json) {
    console.printJson(Json{{"file", arguments.output},
                           {"clip", arguments.name},
                           {"bodies", shape->bodies.size()},
                           {"seconds", clip.lengthSeconds},
                           {"poses", recording.poseCount()},
                           {"tracks", clip.tracks.size()},
                           {"largestStretch", stretch},
                           {"speedAtEnd", ragdoll->speed()}});
  } else if (!console.quiet) {
    std::printf("%s: %s, %.4g s, %s, joints apart by %.2g %% at most, %.2g m/s at the end\n",
                printable(arguments.output).c_str(), counted(shape->bodies.size(), "body", "bodies").c_str(),
                clip.lengthSeconds, counted(recording.poseCount(), "pose").c_str(), 100.0 * stretch, ragdoll->speed());
  }
  return kDone;
}

}  // namespace

void addRagdollCommand(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<RagdollArguments>();
  CLI::App* command =
      app.add_subcommand("ragdoll", "Lets a character fall by physics and writes its fall as a motion of the model");
  namesPath(
      command->add_option("MODEL", arguments->model, "A model, or a recipe: with its constraints and attachments"),
      "FILE")
      ->required();
  namesPath(command->add_option("-o,--output", arguments->output,
                                "The motion to write, NAME.glb; MODEL@NAME.glb beside the model is baked with it"),
            "FILE")
      ->required();
  command->add_option("--clip", arguments->clip, "Clip at the start of the fall (default: the first)")
      ->type_name("NAME|#INDEX");
  command->add_option("--time", arguments->time, "Time in that clip, in seconds; the fall starts with its speed")
      ->check(numberIn(0.0, 1e6));
  command->add_option("--seconds", arguments->seconds, "Duration of the fall")
      ->check(numberIn(0.1, 600.0))
      ->capture_default_str();
  command->add_option("--fps", arguments->rate, "Poses per second")->check(numberIn(1.0, 240.0))->capture_default_str();
  command->add_option("--push", arguments->push, "Velocity added at the start, in metres per second, +Y up")
      ->expected(3)
      ->delimiter(',')
      ->type_name("X,Y,Z")
      ->check(numberIn(-1e3, 1e3));
  command->add_option("--name", arguments->name, "Name of the clip")->type_name("NAME")->capture_default_str();
  arguments->import.addTo(*command);
  arguments->motion.addTo(*command);
  command->footer(R"(Examples:
  texeleton-cli ragdoll hero.glb -o hero@fall.glb --clip Walk --time 0.5 --push 0,0,2
  texeleton-cli bake hero.glb -o hero.texpack)");
  command->callback([arguments, &action] {
    action = [arguments](const Console& console) { return console.codeOf(fall(*arguments, console)); };
  });
}

}  // namespace texeleton::cli
