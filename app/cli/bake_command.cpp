// texeleton-cli bake: a model becomes a pack.

#include <cstdio>
#include <memory>

#include "app/cli/bake_arguments.h"
#include "app/cli/bake_prepare.h"
#include "app/cli/bake_report.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"

namespace texeleton::cli {

namespace {

int runBake(const BakeArguments& arguments, const Console& console) {
  JobContext context(console.progressBar());
  context.threadCount = arguments.threads;
  const CancelOnInterrupt interrupt(context);

  auto prepared = prepareBake(arguments, context);
  if (!prepared) {
    console.issues(context.takeIssues());
    return console.error(prepared.error());
  }
  auto result = runPackJob(prepared->job, prepared->model, context);
  const std::vector<Issue> issues = context.takeIssues();
  console.issues(issues);
  if (!result) {
    return console.error(aboutFile(prepared->job.source.model, result.error()));
  }
  auto sizes = packFileSizes(prepared->job.output);
  if (!sizes) {
    return console.error(sizes.error());
  }
  if (console.json) {
    std::printf("%s\n", bakeJson(prepared->job, *result, *sizes, issues)
                            .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
                            .c_str());
  } else if (!console.quiet) {
    printBakeSummary(prepared->job, *result, *sizes);
  }
  return kDone;
}

}  // namespace

void addBakeCommand(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<BakeArguments>();
  CLI::App* command = app.add_subcommand("bake", "Bakes a model's clips into an animation-texture pack");
  arguments->addTo(*command);
  command->footer(R"(Examples:
  texeleton-cli bake hero.fbx -o hero.texpack --expose 'weapon.*' --expose 'hand_[lr]'
  texeleton-cli bake hero.glb -o hero.texpack --clip Walk --clip 'Attack,from=0.2,to=0.9,name=Chop,loop=off'
  texeleton-cli bake hero.fbx -o hero.texpack --motion 'motions/*.fbx' --bone-map Bip01=hips
  texeleton-cli bake flag.glb -o flag.texpack --mode vertex --size exact --max-error 0.5
  texeleton-cli bake --recipe hero.texeleton)");
  command->callback([arguments, &action] {
    arguments->check();
    action = [arguments](const Console& console) { return runBake(*arguments, console); };
  });
}

}  // namespace texeleton::cli
