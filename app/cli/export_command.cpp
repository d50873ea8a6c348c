// texeleton-cli export: exports recipes, models and packs for an engine.

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <system_error>

#include "app/cli/bake_many.h"
#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "core/settings/json_fields.h"

namespace texeleton::cli {

namespace {

namespace fs = std::filesystem;

struct ExportArguments {
  std::vector<std::string> inputs;
  std::string engine;
  std::string folder;
  std::vector<std::string> options;
  exporting::ExportOptions engineOptions;  ///< Derived from `options`.
  bool listEngines = false;
  bool replace = false;
  BakeArguments bake;
};

const char* playsWord(exporting::Plays plays) {
  return plays == exporting::Plays::Yes ? "yes" : plays == exporting::Plays::Partly ? "partly" : "no";
}

Json optionsJson(const exporting::ExportTarget& target) {
  Json json = Json::array();
  for (const exporting::ExportOption& option : target.options) {
    Json one = {{"key", option.key},
                {"title", option.title},
                {"help", option.help},
                {"type", exporting::optionTypeName(option.type)}};
    std::visit([&one](const auto& value) { one["default"] = value; }, option.standard);
    if (option.type == exporting::OptionType::Number) {
      one["least"] = option.least;
      one["most"] = option.most;
      one["whole"] = option.whole;
    }
    for (const char* const choice : option.choices) {
      one["choices"].push_back(choice);
    }
    json.push_back(std::move(one));
  }
  return json;
}

int listEngines(const Console& console) {
  Json json = Json::array();
  for (const exporting::ExportTarget& target : exporting::exportTargets()) {
    Json abilities = Json::array();
    for (const exporting::ExportAbility& ability : target.abilities) {
      abilities.push_back({{"subject", ability.subject}, {"plays", playsWord(ability.plays)}, {"note", ability.note}});
    }
    json.push_back({{"name", target.name},
                    {"title", target.title},
                    {"summary", target.summary},
                    {"tested", target.tested},
                    {"abilities", abilities},
                    {"options", optionsJson(target)}});
    if (!console.json) {
      std::printf("%s (%s): %s\n", target.name, target.title, target.summary);
      for (const exporting::ExportAbility& ability : target.abilities) {
        const bool noted = *ability.note != 0;
        std::printf("  %-7s %s%s%s%s\n", playsWord(ability.plays), ability.subject, noted ? " (" : "", ability.note,
                    noted ? ")" : "");
      }
      for (const exporting::ExportOption& option : target.options) {
        std::printf("  --option %s=VALUE: %s: %s; default %s\n", option.key, option.help,
                    exporting::optionRange(option).c_str(), exporting::defaultText(option).c_str());
      }
      std::printf("  Tested: %s\n", target.tested);
    }
  }
  if (console.json) {
    console.printJson(json);
  }
  return kDone;
}

/// The inputs as exports of one engine.
Result<std::vector<batch::NamedBake>> exportsTo(const exporting::ExportTarget& target, const fs::path& folder,
                                                const exporting::ExportOptions& options,
                                                const std::vector<fs::path>& inputs) {
  std::vector<batch::NamedBake> exports;
  std::map<fs::path, fs::path> taken;
  for (const fs::path& input : inputs) {
    std::error_code error;
    const bool isPack = fs::is_directory(input, error);
    const fs::path named = input.has_filename() ? input : input.parent_path();
    // The folder of the target "pack" is the pack itself: here, one in the given folder.
    exporting::ExportPlace place = exporting::exportPlace(target, folder, named.stem().string());
    if (target.isPackFolder) {
      place.folder = place.pack = exporting::packIn(folder, named.stem().string());
    }
    place.options = options;
    place.source = input;
    const auto [other, isNew] = taken.emplace(place.pack, input);
    if (!isNew) {
      return fail(ErrorCode::InvalidArgument,
                  message("would become the same export as %1 (%2); nothing was exported", other->second.string(),
                          place.pack.string()),
                  input.string());
    }
    JobContext told;
    exporting::tellName(place, named.stem().string(), told);
    exports.push_back({input, place.pack, isPack, {place}, told.takeIssues()});
  }
  return exports;
}

/// Allows exports to replace those of other characters, if requested.
std::vector<batch::NamedBake> replacing(std::vector<batch::NamedBake> exports, bool replace) {
  for (batch::NamedBake& each : exports) {
    for (exporting::ExportPlace& place : each.places) {
      place.ofAnother = replace ? exporting::OfAnother::Replace : exporting::OfAnother::Keep;
    }
  }
  return exports;
}

/// Throws invalid options as errors of usage.
exporting::ExportOptions parsedOptions(const ExportArguments& arguments) {
  const exporting::ExportTarget& target = *exporting::exportTargetNamed(arguments.engine);
  recipe::OptionValues given;
  for (const std::string& text : arguments.options) {
    auto option = exporting::optionFromText(target, text);
    if (!option) {
      throw CLI::ValidationError("--option", option.error().message);
    }
    given.push_back(std::move(*option));
  }
  return exporting::ExportOptions::of(target, given).value_or(exporting::ExportOptions());
}

Result<int> exportToEngine(const ExportArguments& arguments, const Console& console) {
  const exporting::ExportTarget& target =
      *exporting::exportTargetNamed(arguments.engine);  // The option accepts no other.
  std::vector<fs::path> inputs;
  std::vector<std::string> patterns;
  for (const std::string& input : arguments.inputs) {
    std::error_code error;
    if (fs::is_directory(input, error)) {
      if (arguments.bake.given != "{}") {
        return console.error(Error{ErrorCode::InvalidArgument,
                                   message("a pack is exported as it is: options of the bake need a model or a recipe"),
                                   input});
      }
      inputs.emplace_back(input);
    } else {
      patterns.push_back(input);
    }
  }
  if (!patterns.empty()) {
    const auto files = batch::expandPatterns(patterns);
    TRY(files);
    inputs.insert(inputs.end(), files->begin(), files->end());
  }
  const auto exports = exportsTo(target, arguments.folder, arguments.engineOptions, inputs);
  TRY(exports);
  std::error_code error;
  fs::create_directories(arguments.folder, error);
  if (error) {
    return console.error(
        Error{ErrorCode::Io, message("the folder cannot be made: %1", error.message()), arguments.folder});
  }
  return bakeAll(arguments.bake, replacing(*exports, arguments.replace), console);
}

Result<int> runExport(const ExportArguments& arguments, const Console& console) {
  if (arguments.listEngines) {
    return listEngines(console);
  }
  if (!arguments.engine.empty()) {
    return exportToEngine(arguments, console);
  }
  const auto files = batch::expandPatterns(arguments.inputs);
  const auto bakes = files ? exportsOf(*files) : fail(files.error());
  return bakes ? bakeAll(arguments.bake, replacing(*bakes, arguments.replace), console) : console.error(bakes.error());
}

}  // namespace

void addExportCommand(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<ExportArguments>();
  CLI::App* command = app.add_subcommand(
      "export", "Bakes recipes and writes their export targets, or exports models and packs to one engine");
  namesPath(command->add_option("--recipe,INPUT", arguments->inputs,
                                "Recipes (NAME.texeleton), with --engine also models and packs; or patterns in quotes"),
            "RECIPE|FILE|GLOB");
  CLI::Option* engine = command->add_option("--engine", arguments->engine, "Export to this engine")
                            ->check(oneOf(exporting::exportTargetNames()));
  CLI::Option* folder = namesPath(
      command->add_option("-o,--output", arguments->folder, "The folder to export into (with --engine)"), "FOLDER");
  engine->needs(folder);
  folder->needs(engine);
  command
      ->add_option("--option", arguments->options,
                   "An option of the engine (--list-engines has them); KEY alone turns it on; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE")
      ->needs(engine);
  CLI::Option* list =
      command->add_flag("--list-engines", arguments->listEngines, "List the engines and the features of each");
  BakeArguments& bake = arguments->bake;
  bake.shape = BakeShape::Many;
  command->add_flag("--if-changed", bake.ifChanged, "Skip exports that are up to date");
  command->add_flag("--replace", arguments->replace, "Replace the export of another character of the same name");
  command->add_option("--jobs", bake.jobs, "Number of exports that run in parallel (default: by threads)")
      ->check(numberIn(0, 1024));
  command->add_option("--threads", bake.threads, "Threads to use, all jobs together (default: all)")
      ->check(numberIn(0, 1024));
  bake.addSettingsTo(*command);
  command->footer(R"(Models and recipes are baked with the options of texeleton-cli bake. Examples:
  texeleton-cli export --recipe hero.texeleton
  texeleton-cli export 'characters/*.texeleton' --if-changed
  texeleton-cli export hero.glb --engine godot -o game --mode vertex --expose 'hand_.*'
  texeleton-cli export hero.texpack --engine three -o web)");
  command->callback([arguments, list, command, &action] {
    if (arguments->inputs.empty() && !*list) {
      throw CLI::RequiredError("INPUT");
    }
    arguments->bake.checkSettings(*command, std::ranges::any_of(arguments->inputs, batch::isRecipeFile));
    if (arguments->inputs.size() > 1 && !arguments->bake.events.empty()) {
      throw CLI::ValidationError("--events", "is for one model, not for several");
    }
    if (!arguments->options.empty()) {
      arguments->engineOptions = parsedOptions(*arguments);
    } else if (!arguments->engine.empty()) {
      arguments->engineOptions = exporting::ExportOptions::of(*exporting::exportTargetNamed(arguments->engine));
    }
    action = [arguments](const Console& console) { return console.codeOf(runExport(*arguments, console)); };
  });
}

}  // namespace texeleton::cli
