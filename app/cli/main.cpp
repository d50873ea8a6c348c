// texeleton-cli: everything Texeleton does, for pipelines. See docs/cli.md.

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "core/base/standard_streams.h"
#include "core/base/utf8_locale.h"

namespace {

constexpr const char* kFooter = R"(Examples:
  texeleton-cli inspect hero.fbx
  texeleton-cli bake hero.fbx -o hero.texpack --expose 'weapon.*'
  texeleton-cli bake hero.glb -o crowd.texpack --mode vertex --clip Walk,fps=20 --clip Idle,loop=on
  texeleton-cli verify hero.texpack --against hero.fbx
  texeleton-cli play hero.texpack --clip Walk --seconds 2 --json
  texeleton-cli render hero.texpack -o crowd.png --instances 200

Exit codes: 0 done, 1 failed, 2 wrong usage. Results go to stdout, messages to stderr.)";

// The sub-commands of `app`, or those of them that were called.
std::vector<const CLI::App*> commandsOf(const CLI::App& app, bool called) {
  return app.get_subcommands([called](const CLI::App* command) { return !called || command->parsed(); });
}

// Says in one line what is wrong with the arguments, and where to read on.
int refuse(const CLI::App& app, const CLI::ParseError& error, const texeleton::cli::Console& console) {
  const CLI::App* command = &app;
  std::string path;
  for (auto called = commandsOf(*command, true); !called.empty(); called = commandsOf(*command, true)) {
    command = called.front();
    path += (path.empty() ? "" : " ") + command->get_name();
  }
  const auto commands = commandsOf(*command, false);
  if (commands.empty()) {
    return console.wrongUsage(error.what(), path);
  }
  // "A subcommand is required" is all that the parser says of a command that there is not.
  std::string names;
  for (const CLI::App* each : commands) {
    names += (names.empty() ? "" : ", ") + each->get_name();
  }
  const std::vector<std::string> unknown = app.remaining(true);
  if (!unknown.empty() && unknown.front().rfind('-', 0) != 0) {
    return console.wrongUsage("there is no command \"" + unknown.front() + "\" (commands: " + names + ")", path);
  }
  return console.wrongUsage(unknown.empty() ? "a command is missing (commands: " + names + ")"
                                            : "there is no option \"" + unknown.front() + "\"",
                            path);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace texeleton::cli;
  texeleton::openStandardStreams();
  texeleton::useUtf8Locale();

  QCoreApplication::setApplicationName("texeleton");
  QCoreApplication::setApplicationVersion(TEXELETON_VERSION);
  spdlog::set_default_logger(spdlog::stderr_logger_mt("texeleton"));
  spdlog::set_level(spdlog::level::warn);

  CLI::App app("Turns skeletal animation into textures: bakes, checks and plays animation-texture packs.",
               "texeleton-cli");
  app.footer(kFooter);
  app.set_version_flag("--version", "texeleton-cli " TEXELETON_VERSION);
  app.require_subcommand(1);
  app.fallthrough();

  Console console;
  bool verbose = false;
  app.add_flag("-q,--quiet", console.quiet, "No progress and no summary; warnings and errors only");
  app.add_flag("--json", console.json, "Print results as JSON, for programs");
  app.add_flag("-v,--verbose", verbose, "Print what happens inside");

  Action action;
  addInspectCommand(app, action);
  addBakeCommand(app, action);
  addWatchCommand(app, action);
  addExportCommand(app, action);
  addVerifyCommand(app, action);
  addPlayCommand(app, action);
  addEventsCommand(app, action);
  GpuNeed gpu;
  std::string platformProblem;
  addBenchCommand(app, action, gpu, platformProblem);
  addRenderCommand(app, action, gpu, platformProblem);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool isHelp = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success);
    return isHelp ? console.finish(app.exit(error)) : refuse(app, error, console);
  }
  // Only now is it known which kind of application it has to be.
  const auto application = makeApplication(argc, argv, gpu, platformProblem);
  if (verbose) {
    spdlog::set_level(spdlog::level::debug);
  }
  return console.finish(action(console));
}
