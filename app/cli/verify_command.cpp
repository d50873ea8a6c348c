// texeleton-cli verify: re-reads a pack, checks everything in it, and with a model measures its error again.

#include <algorithm>
#include <cstdio>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/import_arguments.h"
#include "app/cli/interrupt.h"
#include "app/cli/mesh_arguments.h"
#include "app/cli/option_values.h"
#include "core/bake/measure/measure.h"
#include "core/base/file_hash.h"
#include "core/cycles/model_as_baked.h"
#include "core/meshes/choose_meshes.h"
#include "core/pack/pack.h"
#include "core/pipeline/share_animation.h"
#include "core/pipeline/source_plan.h"
#include "core/recipe/resolve.h"
#include "core/recipe/settings.h"
#include "core/settings/json_fields.h"
#include "core/vat/texel_buffer.h"

namespace texeleton::cli {

namespace {

struct VerifyArguments {
  std::string pack;
  std::string recipe;               ///< Recipe whose constraints were applied to the model; empty: none.
  std::vector<std::string> models;  ///< The model, then those that share its animation.
  unsigned threads = 0;
  ImportArguments import;
  MotionArguments motion;
  MeshFilterArguments meshes;
};

// A measured error above the one that the manifest states by more than this is a problem: rounding differs a little
// between library versions, and figures are stored with all their digits.
constexpr double kToleranceMillimetres = 1e-3;
constexpr double kToleranceRelative = 0.01;

// Each texel is read once or twice, so more of them need not be in memory.
constexpr std::uint64_t kTexelMemory = std::uint64_t{256} << 20;

std::size_t sourceCount(const pack::Pack& pack, pack::SourceRole role) {
  const auto hasRole = [role](const pack::PackSource& source) { return source.role == role; };
  return static_cast<std::size_t>(std::ranges::count_if(pack.sources, hasRole));
}

// The import options that the pack was made with, unless the user gives others.
importing::ImportRequest requestFor(const VerifyArguments& arguments, const pack::Pack& pack) {
  importing::ImportRequest request = arguments.import.request();
  if (sourceCount(pack, pack::SourceRole::Meta) == 0) {
    request.unityMeta.use = importing::UnityMetaUse::Off;
  }
  for (const pack::PackSource& source : pack.sources) {
    if (source.role == pack::SourceRole::Model) {
      if (!request.options.scale) {
        request.options.scale = source.scale;
      }
      if (!request.options.up && source.up) {
        request.options.up = *source.up == "z" ? importing::UpAxis::Z : importing::UpAxis::Y;
      }
    }
  }
  return request;
}

/// The model with the others that share its animation, combined as by `bake --share-animation`.
Result<std::shared_ptr<const model::Model>> withCharacters(const VerifyArguments& arguments, const pack::Pack& pack,
                                                           std::shared_ptr<const model::Model> first,
                                                           const importing::ImportRequest& request, JobContext& job) {
  std::vector<std::optional<double>> scales = {
      std::nullopt};  // For the first model and those that share its animation.
  for (const pack::PackSource& source : pack.sources) {
    if (source.role == pack::SourceRole::Character) {
      scales.push_back(source.scale);
    }
  }
  std::vector<pipeline::SharingCharacter> characters;
  for (const std::string& file : arguments.models) {
    importing::ImportRequest import = request;
    if (characters.size() < scales.size() && scales[characters.size()]) {
      import.options.scale = scales[characters.size()];
    }
    auto model = characters.empty() ? Result<std::shared_ptr<const model::Model>>(first)
                                    : importing::importModel(file, import, job);
    if (!model) {
      return model;
    }
    const bool isUnitGiven = characters.size() < scales.size() && scales[characters.size()];
    characters.push_back({std::filesystem::path(file).stem().string(), std::move(*model), isUnitGiven});
  }
  JobContext known;  // The bake has already reported skipped attachments.
  auto shared = pipeline::shareAnimation(characters, known);
  TRY(shared);
  return std::make_shared<const model::Model>(std::move(shared->model));
}

Result<std::vector<vat::ClipError>> measureAgainst(const VerifyArguments& arguments, const pack::Pack& pack,
                                                   std::vector<std::string>& problems, JobContext& job) {
  std::size_t models = 0;
  for (const pack::PackSource& source : pack.sources) {
    if (source.role != pack::SourceRole::Model && source.role != pack::SourceRole::Character) {
      continue;
    }
    if (models < arguments.models.size()) {
      const auto hash = sha256OfFile(arguments.models[models]);
      TRY(hash);
      if (source.sha256 != *hash) {
        job.warn("the model is not the file that the pack was made from (its SHA-256 differs): bake again",
                 arguments.models[models]);
      }
    }
    ++models;
  }
  if (models > 1 && models != arguments.models.size()) {
    return fail(
        ErrorCode::InvalidArgument,
        message("%1 characters share this pack: name as many with --against, in the order of the bake", models));
  }
  if (models == 1 && arguments.models.size() > 1) {
    return fail(ErrorCode::InvalidArgument, "the pack was made from one model: name one with --against");
  }
  recipe::Recipe recipe = recipeOfModel(arguments.models.front());
  TRY(arguments.motion.addTo(recipe));
  const std::size_t motions = sourceCount(pack, pack::SourceRole::Motion);
  const std::size_t caches = sourceCount(pack, pack::SourceRole::Cache);
  if (motions > recipe::sourceFiles(recipe, {}, pack::SourceRole::Motion).size() ||
      caches > recipe::sourceFiles(recipe, {}, pack::SourceRole::Cache).size()) {
    arguments.motion.addFoundTo(recipe, arguments.import, job);
  }
  TRY(arguments.motion.check(recipe));
  pipeline::ModelRequest request = pipeline::sourcePlanOf(recipe, {}).model;
  request.import = requestFor(arguments, pack);
  if (motions != request.motions.size()) {
    return fail(ErrorCode::InvalidArgument,
                motions == 0 ? message("the pack was made without motion files: leave out --motion")
                             : message("the pack was made with %1: name as many with --motion, in the same order",
                                       counted(motions, "motion file")));
  }
  if (caches != request.caches.size()) {
    return fail(ErrorCode::InvalidArgument,
                caches == 0 ? message("the pack was made without point caches: leave out --cache")
                            : message("the pack was made with %1: name as many with --cache, in the same order",
                                      counted(caches, "point cache")));
  }
  if (!arguments.recipe.empty()) {
    const auto read = recipe::readRecipe(arguments.recipe, job);
    TRY(read);
    request.constraints = recipe::constraintsOf(*read);
  }
  auto model = pipeline::loadModel(request, job);
  TRY(model);
  if (models > 1) {
    auto shared = withCharacters(arguments, pack, *model, request.import, job);
    TRY(shared);
    model = std::move(*shared);
  }
  meshes::MeshChoice choice;
  copyGiven(arguments.meshes.settings, choice);
  auto chosen = meshes::withChosenMeshes(**model, choice, job);
  TRY(chosen);
  const model::Model& source = *chosen ? **chosen : **model;
  if (!choice.show.empty() || !choice.hide.empty()) {
    if (auto rest = cycles::modelAsBaked(source, pack.animation); rest && *rest) {
      problems.push_back("the pack lacks meshes that were asked for: it has " +
                         counted((*rest)->vertexCount(), "vertex", "vertices") + " of " +
                         std::to_string(source.vertexCount()));
    }
  }
  auto measured = bake::measureError(source, pack.animation, job);
  if (!measured) {
    const bool hasAttached = sourceCount(pack, pack::SourceRole::Attachment) != 0;
    if (hasAttached && measured.error().code == ErrorCode::InvalidArgument) {
      measured.error().message = message(
          "%1; attachments were merged into its mesh, which the model alone does not have: bake its recipe again "
          "to measure it",
          measured.error().message);
    }
    return measured;
  }
  for (std::size_t i = 0; i < measured->size(); ++i) {
    const vat::BakedClip& clip = pack.animation.clips[i];
    const double now = (*measured)[i].foundMillimetres;  // Packs of older versions state this value.
    if (clip.error && now > clip.error->foundMillimetres * (1.0 + kToleranceRelative) + kToleranceMillimetres) {
      problems.push_back(formatted("clip \"%s\": the error is %.4g mm, the manifest says %.4g mm", clip.name.c_str(),
                                   now, clip.error->foundMillimetres));
    }
  }
  return measured;
}

Json clipJson(const vat::BakedClip& clip, const vat::ClipError* error) {
  Json json = {{"name", clip.name}, {"measured", error != nullptr}};
  if (error == nullptr && clip.error) {
    error = &*clip.error;
  }
  if (error != nullptr) {
    json["maxMillimetres"] = error->maxMillimetres;
    json["foundMillimetres"] = error->foundMillimetres;
    json["rmsMillimetres"] = error->rmsMillimetres;
    json["maxRelative"] = error->maxRelative;
    json["maxNormalDegrees"] = error->maxNormalDegrees;
    json["encodingMillimetres"] = error->encodingMillimetres;
    json["interpolationMillimetres"] = error->interpolationMillimetres;
    json["influencesMillimetres"] = error->influencesMillimetres;
    json["morphsMillimetres"] = error->morphsMillimetres;
    json["loopGapMillimetres"] = error->loopGapMillimetres;
  }
  return json;
}

int verify(const VerifyArguments& arguments, const Console& console) {
  JobContext job(console.progressBar());
  job.threadCount = arguments.threads;
  const CancelOnInterrupt interrupt(job);
  vat::limitTexelMemory(kTexelMemory);
  auto pack = pack::readPack(arguments.pack, job);
  std::vector<std::string> problems;
  std::vector<vat::ClipError> measured;
  if (!pack) {
    problems.push_back(describe(pack.error()));
  } else {
    const std::vector<Message> wrong = pack::verifyPack(*pack, job);
    problems.assign(wrong.begin(), wrong.end());
    if (problems.empty() && !arguments.models.empty()) {
      auto errors = measureAgainst(arguments, *pack, problems, job);
      if (!errors) {
        problems.push_back(describe(errors.error()));
      } else {
        measured = std::move(*errors);
      }
    }
  }
  console.clearProgress();

  if (console.json) {
    Json json = {{"ok", problems.empty()}, {"problems", problems}, {"clips", Json::array()}};
    for (std::size_t i = 0; pack && i < pack->animation.clips.size(); ++i) {
      json["clips"].push_back(clipJson(pack->animation.clips[i], i < measured.size() ? &measured[i] : nullptr));
    }
    console.printJson(json);
  }
  console.issues(job.takeIssues());
  for (const std::string& problem : problems) {
    console.error(problem);
  }
  if (problems.empty() && !console.json && !console.quiet) {
    std::vector<std::vector<std::string>> rows = {{"clip", "frames", "max mm", "rms mm", "normal degrees"}};
    for (std::size_t i = 0; i < pack->animation.clips.size(); ++i) {
      const vat::BakedClip& clip = pack->animation.clips[i];
      const vat::ClipError* error = i < measured.size() ? &measured[i] : clip.error ? &*clip.error : nullptr;
      const auto cell = [&](double vat::ClipError::*member) { return error ? formatted("%.3g", error->*member) : "-"; };
      rows.push_back({printable(clip.name), std::to_string(clip.frameCount), cell(&vat::ClipError::maxMillimetres),
                      cell(&vat::ClipError::rmsMillimetres), cell(&vat::ClipError::maxNormalDegrees)});
    }
    std::printf("%s: whole and consistent%s\n%s", printable(arguments.pack).c_str(),
                measured.empty() ? "" : ", measured against the model",
                formatTable(rows, {false, true, true, true, true}).c_str());
  }
  return problems.empty() ? kDone : kFailed;
}

}  // namespace

void addVerifyCommand(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<VerifyArguments>();
  CLI::App* command =
      app.add_subcommand("verify", "Re-reads a pack, checks every index and size, and measures its error");
  namesPath(command->add_option("PACK", arguments->pack, "A NAME.texpack folder"), "PACK")->required();
  namesPath(command->add_option(
                "--against", arguments->models,
                "The model of the pack, to measure the error again; for characters that share a pack each in turn"),
            "FILE")
      ->allow_extra_args(false);
  namesPath(command->add_option("--recipe", arguments->recipe,
                                "The recipe of the bake; its constraints move the model that is measured against"),
            "FILE")
      ->needs("--against");
  command->add_option("--threads", arguments->threads, "Threads to use (default: all)")->check(numberIn(0, 1024));
  arguments->meshes.addTo(*command);
  arguments->motion.addTo(*command);
  arguments->import.addTo(*command);
  command->footer(R"(Examples:
  texeleton-cli verify hero.texpack
  texeleton-cli verify hero.texpack --against hero.fbx
  texeleton-cli verify hero.texpack --against hero.fbx --json)");
  command->callback([arguments, &action] {
    arguments->meshes.check();
    action = [arguments](const Console& console) { return verify(*arguments, console); };
  });
}

}  // namespace texeleton::cli
