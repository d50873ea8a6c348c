// texeleton-cli bake: bakes models into packs.

#include <cstdio>
#include <memory>

#include "app/cli/bake_arguments.h"
#include "app/cli/bake_many.h"
#include "app/cli/bake_one.h"
#include "app/cli/bake_outcome.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"

namespace texeleton::cli {

namespace {

int runOne(const BakeArguments& arguments, const Console& console) {
  if (const auto made = arguments.makeFolder(); !made) {
    return console.error(made.error());
  }
  JobContext context(console.progressBar());
  context.threadCount = arguments.threads;
  const CancelOnInterrupt interrupt(context);
  BakeSession session(arguments, 1, context);
  const BakeOutcome outcome = bakeOne(arguments, session, context);
  session.hashes.save();
  console.issues(outcome.issues);
  if (outcome.error) {
    if (console.json) {
      console.printJson(outcomeJson(outcome));
    }
    return console.error(*outcome.error);
  }
  if (console.json) {
    console.printJson(outcome.json);
  } else if (!console.quiet) {
    std::printf("%s", outcome.summary.c_str());
  }
  return kDone;
}

}  // namespace

void addBakeCommand(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<BakeArguments>();
  CLI::App* command = app.add_subcommand("bake", "Bakes the clips of models into animation-texture packs");
  arguments->addTo(*command);
  command->add_flag("--dry-run", arguments->dryRun,
                    "Bake nothing: print the clips, the frames and the size of the texture");
  command->footer(R"(Examples:
  texeleton-cli bake hero.fbx -o hero.texpack --expose 'weapon.*' --expose 'hand_[lr]'
  texeleton-cli bake hero.glb -o hero.texpack --clip Walk --clip 'Attack,from=0.2,to=0.9,name=Chop,loop=off'
  texeleton-cli bake hero.fbx -o hero.texpack --motion 'motions/*.fbx' --bone-map Bip01=hips
  texeleton-cli bake flag.glb -o flag.texpack --mode vertex --size exact --max-error 0.5
  texeleton-cli bake --recipe hero.texeleton
  texeleton-cli bake 'models/*.fbx' props.texeleton -o packs --if-changed
  texeleton-cli bake --share-animation knight.fbx barbarian.fbx mage.fbx -o heroes.texpack
  texeleton-cli bake 'villagers/*.fbx' -o packs --like hero.texeleton)");
  command->callback([arguments, command, &action] {
    arguments->check(*command);
    action = [arguments](const Console& console) {
      if (arguments->shape == BakeShape::Shared) {
        if (const auto found = arguments->findCharacters(); !found) {
          return console.error(found.error());
        }
      }
      return arguments->shape == BakeShape::Many ? bakeMany(*arguments, console) : runOne(*arguments, console);
    };
  });
}

}  // namespace texeleton::cli
