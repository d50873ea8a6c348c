#include "app/cli/render_input.h"

#include <utility>

#include "app/cli/bake_prepare.h"
#include "core/bake/sockets.h"
#include "core/pipeline/pack_job.h"
#include "core/pipeline/source_plan.h"
#include "core/vat/vat_words.h"

namespace texeleton::cli {

namespace fs = std::filesystem;

bool isRecipe(const std::string& input) { return fs::path(input).extension() == ".texeleton"; }

std::string optionThatSkins(const RenderArguments& arguments) {
  if (arguments.path != "texture") {
    return "--path " + arguments.path;
  }
  if (arguments.view == "heat") {
    return "--view heat";
  }
  if (arguments.skeleton != "none") {
    return "--skeleton " + arguments.skeleton;
  }
  if (!arguments.gaze.empty()) {
    return "--gaze " + arguments.gaze;
  }
  if (arguments.animator.on) {
    return "--animator";
  }
  return arguments.compare != "none" && arguments.compareWith != "texture" ? "--compare " + arguments.compare : "";
}

namespace {

// Bakes the model or recipe like `bake`, without measuring and error limits.
Result<RenderInput> bakeInMemory(const RenderArguments& arguments, JobContext& context) {
  RequestArguments asked;
  (isRecipe(arguments.input) ? asked.recipe : asked.model) = arguments.input;
  asked.settings.bake.mode = valueOf<vat::BakeMode>(arguments.mode);
  asked.attached = arguments.attached;
  asked.motion = arguments.motion;
  asked.import = arguments.import;
  auto plan = planBake(asked, {}, context);
  auto prepared = plan ? prepareBake(asked, *plan, context) : fail(plan.error());
  TRY(prepared);
  prepared->job.output.clear();
  prepared->job.measure = false;
  prepared->job.enforceLimits = false;
  const pipeline::BakeRequest& request = plan->request;
  std::vector<fs::path> inputs = pipeline::filesRead(request.sources, prepared->references);
  if (!request.recipeFile.empty()) {
    inputs.push_back(request.recipeFile);
  }
  auto result = pipeline::runPackJob(prepared->job, prepared->model, context);
  TRY(result);
  auto animation = std::make_shared<const vat::BakedAnimation>(std::move(result->pack.animation));
  auto attachments = viewport::sceneAttachments(prepared->attachments, *result->model, *animation);
  return RenderInput{std::move(animation),
                     result->model,
                     std::move(inputs),
                     viewport::savedViewsOf(request.recipe.editor),
                     viewport::viewSetupOf(request.recipe.editor),
                     std::move(attachments),
                     request.recipe.animator,
                     prepared->job.settings.masks,
                     bake::socketEntries(*result->model, prepared->job.settings)};
}

}  // namespace

Result<RenderInput> loadRenderInput(const RenderArguments& arguments, JobContext& context) {
  const fs::path path = arguments.input;
  std::error_code ignored;
  if (fs::is_directory(path, ignored) || fs::path(arguments.input + "/").parent_path().extension() == ".texpack") {
    if (const std::string option = optionThatSkins(arguments); !option.empty()) {
      return fail(ErrorCode::InvalidArgument,
                  message("a pack has no skeleton: with %1, render the model itself", option), arguments.input);
    }
    if (!arguments.attached.attach.empty()) {
      return fail(ErrorCode::InvalidArgument, "a pack has no nodes: with --attach, render the model itself",
                  arguments.input);
    }
    if (!arguments.motion.files.empty() || !arguments.motion.boneMap.empty() || arguments.motion.settings.retarget) {
      return fail(ErrorCode::InvalidArgument,
                  message("a pack takes no further motions: with %1, render the model itself",
                          !arguments.motion.files.empty()     ? "--motion"
                          : !arguments.motion.boneMap.empty() ? "--bone-map"
                                                              : "--retarget"),
                  arguments.input);
    }
    auto pack = pack::readVerifiedPack(path, context);
    TRY(pack);
    return RenderInput{std::make_shared<const vat::BakedAnimation>(std::move(pack->animation)), nullptr, {path}, {}};
  }
  return bakeInMemory(arguments, context);
}

}  // namespace texeleton::cli
