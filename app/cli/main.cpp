// texeleton-cli: all functions of Texeleton for pipelines. See docs/cli.md.

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "core/base/mapped.h"
#include "core/base/memory.h"
#include "core/base/process_setup.h"
#include "core/base/similar_names.h"

namespace {

constexpr const char* kFooter = R"(Examples:
  texeleton-cli inspect hero.fbx
  texeleton-cli bake hero.fbx -o hero.texpack --expose 'weapon.*'
  texeleton-cli bake hero.glb -o crowd.texpack --mode vertex --clip Walk,fps=20 --clip Idle,loop=on
  texeleton-cli verify hero.texpack --against hero.fbx
  texeleton-cli play hero.texpack --clip Walk --seconds 2 --json
  texeleton-cli render hero.texpack -o crowd.png --instances 200

Exit codes: 0 done, 1 failed, 2 wrong usage. Results go to stdout, messages to stderr.)";

// The sub-commands of `app`, or only those that were called.
std::vector<const CLI::App*> commandsOf(const CLI::App& app, bool called) {
  return app.get_subcommands([called](const CLI::App* command) { return !called || command->parsed(); });
}

// Whether the parser's message only says that something is missing or cannot be read.
bool saysTooLittle(const CLI::ParseError& error) {
  const auto code = static_cast<CLI::ExitCodes>(error.get_exit_code());
  return code == CLI::ExitCodes::ExtrasError || code == CLI::ExitCodes::RequiredError;
}

// Prints a line with the error in the arguments, and a reference to the help.
int refuse(const CLI::App& app, const CLI::ParseError& error, const texeleton::cli::Console& console) {
  const CLI::App* command = &app;
  std::string path;
  for (auto called = commandsOf(*command, true); !called.empty(); called = commandsOf(*command, true)) {
    command = called.front();
    path += (path.empty() ? "" : " ") + command->get_name();
  }
  const std::vector<std::string> unread = app.remaining(true);
  // A missing option may be a mistyped one, which is reported first.
  if (const std::string mistyped = texeleton::cli::noSuchOption(*command, unread);
      !mistyped.empty() && saysTooLittle(error)) {
    return console.wrongUsage(mistyped, path);
  }
  const std::vector<std::string> names =
      texeleton::mapped(commandsOf(*command, false), [](const CLI::App* each) { return each->get_name(); });
  if (names.empty()) {
    const bool tooMany = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) && !unread.empty();
    return console.wrongUsage(tooMany ? "\"" + unread.front() + "\" is one argument too many" : error.what(), path);
  }
  // For an unknown command the parser only says "A subcommand is required".
  const std::string known = " (commands: " + CLI::detail::join(names, ", ") + ")";
  if (unread.empty()) {
    return console.wrongUsage("a command is missing" + known, path);
  }
  const std::string similar = texeleton::didYouMean(unread.front(), names);
  return console.wrongUsage("there is no command \"" + unread.front() + "\"" + (similar.empty() ? known : similar),
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
  app.add_flag("-v,--verbose", verbose, "Print log messages");

  Action action;
  addInspectCommand(app, action);
  addBakeCommand(app, action);
  addWatchCommand(app, action);
  addExportCommand(app, action);
  addVerifyCommand(app, action);
  addDoctorCommand(app, action);
  addPlayCommand(app, action);
  addEventsCommand(app, action);
  addRagdollCommand(app, action);
  addEncodingsCommand(app, action);
  addBlenderAddonCommand(app, action);
  GpuNeed gpu;
  std::string platformProblem;
  addBenchCommand(app, action, gpu, platformProblem);
  addRenderCommand(app, action, gpu, platformProblem);
  addShellCommand(app, action);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool isHelp = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success);
    // The parser may have stopped before this option.
    console.json = console.json || std::find(argv, argv + argc, std::string_view("--json")) != argv + argc;
    return console.finish(isHelp ? app.exit(error) : refuse(app, error, console));
  }
  // The kind of application depends on the parsed options.
  const auto application = makeApplication(argc, argv, gpu, platformProblem);
  if (verbose) {
    spdlog::set_level(spdlog::level::debug);
  }
  try {
    return console.finish(action(console));
  } catch (const std::bad_alloc&) {
    return console.finish(console.error(texeleton::notEnoughMemory()));
  }
}
