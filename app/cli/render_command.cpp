// texeleton-cli render: a picture of a pack, or of a model baked in memory.

#include <QImage>
#include <QSaveFile>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/cli/animated_png.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_values.h"
#include "app/cli/render_input.h"
#include "app/cli/render_scene.h"
#include "core/base/same_file.h"
#include "core/base/save_file.h"
#include "core/base/units.h"
#include "core/pipeline/bake_job.h"
#include "core/settings/json_fields.h"
#include "viewport/path_figures.h"
#include "viewport/save_picture.h"
#include "viewport/scene/crowd/crowd_limit.h"

namespace texeleton::cli {

namespace {

namespace fs = std::filesystem;

constexpr double kTurntableRateHz = 30.0;

// OUT.png, or OUT-001.png … of a turntable.
std::string outputOf(const RenderArguments& arguments, std::uint32_t picture) {
  if (arguments.turntable == 0) {
    return arguments.output;
  }
  const fs::path path = arguments.output;
  return (path.parent_path() / (path.stem().string() + formatted("-%03u", picture + 1) + path.extension().string()))
      .string();
}

const char* wordOf(viewport::DrawPath path) {
  return path == viewport::DrawPath::Texture ? "texture" : path == viewport::DrawPath::Compute ? "compute" : "cpu";
}

Json toJson(const viewport::PathFigures& figures) {
  if (!figures.problem.empty()) {
    return {{"path", wordOf(figures.path)}, {"problem", figures.problem}};
  }
  const auto orNull = [](const std::optional<double>& value, double factor) {
    return value ? Json(*value * factor) : Json(nullptr);
  };
  return {{"path", wordOf(figures.path)},
          {"problem", nullptr},
          {"drawCalls", figures.drawCalls},
          {"animationMilliseconds", figures.animationSeconds * 1e3},
          {"skinningMilliseconds", figures.skinningSeconds * 1e3},
          {"gpuMilliseconds", orNull(figures.gpuSeconds, 1e3)},
          {"vertices", figures.vertices},
          {"textureBytes", figures.textureBytes},
          {"bufferBytes", figures.bufferBytes},
          {"maxErrorMillimetres", orNull(figures.maxErrorMillimetres, 1.0)}};
}

void printFigures(const std::array<viewport::PathFigures, 3>& all) {
  std::printf("%-10s %10s %13s %12s %8s %12s %10s %10s %9s\n", "path", "draw calls", "animation ms", "skinning ms",
              "GPU ms", "vertices", "texture MB", "buffer MB", "error mm");
  for (const viewport::PathFigures& f : all) {
    if (!f.problem.empty()) {
      std::printf("%-10s %s\n", wordOf(f.path), printable(f.problem).c_str());
      continue;
    }
    const auto known = [](const std::optional<double>& value, double factor) {
      return value ? formatted("%.3g", *value * factor) : std::string("n/a");
    };
    std::printf("%-10s %10u %13.3f %12.3f %8s %12llu %10.3f %10.3f %9s\n", wordOf(f.path), f.drawCalls,
                f.animationSeconds * 1e3, f.skinningSeconds * 1e3, known(f.gpuSeconds, 1e3).c_str(),
                static_cast<unsigned long long>(f.vertices), static_cast<double>(f.textureBytes) * 1e-6,
                static_cast<double>(f.bufferBytes) * 1e-6, known(f.maxErrorMillimetres, 1.0).c_str());
  }
}

Json resultJson(const RenderArguments& arguments, const viewport::GpuDevice& device,
                const viewport::OffscreenRenderer& renderer, const std::vector<std::string>& pictures) {
  const viewport::FrameStatistics& statistics = renderer.frames().statistics();
  return {{"pictures", pictures},
          {"width", arguments.pixels.width()},
          {"height", arguments.pixels.height()},
          {"backend", viewport::backendWord(device.backend())},
          {"device", device.deviceName()},
          {"software", device.isSoftware()},
          {"instances", arguments.instances},
          {"instancesDrawn", statistics.instancesDrawn},
          {"instancesCulled", statistics.instancesCulled},
          {"instancesSkinned", statistics.instancesSkinned},
          {"impostors", statistics.impostors},
          {"drawCalls", statistics.drawCalls},
          {"triangles", statistics.triangles},
          {"tessellated", statistics.isTessellated},
          {"path", arguments.path},
          {"animationMilliseconds", statistics.animationSeconds * 1e3},
          {"skinningMilliseconds", statistics.skinningSeconds * 1e3},
          {"heatLimitMillimetres",
           arguments.view == "heat" ? Json(renderer.frames().heatLimitMillimetres()) : Json(nullptr)},
          {"gpuBytes", renderer.frames().gpuBytes()}};
}

Result<int> render(const RenderArguments& arguments, const std::string& platformProblem, const Console& console) {
  if (!platformProblem.empty()) {
    return console.error(platformProblem);
  }
  JobContext context(console.progressBar());
  const CancelOnInterrupt interrupt(context);

  // The GPU first, so that its absence is reported before a bake.
  viewport::GpuDeviceOptions options;
  options.backend = valueOf<viewport::GpuBackend>(arguments.backend);
  auto device = viewport::GpuDevice::create(options);
  TRY(device);
  TRY(viewport::checkCrowdFits(**device, arguments.instances));
  if (arguments.tessellation > 0.0f && !(*device)->canTessellate()) {
    return console.error({ErrorCode::Unsupported,
                          message("--tessellation: %1 has no tessellation on %2, or its driver lacks it",
                                  viewport::backendName((*device)->backend()), (*device)->deviceName()),
                          {}});
  }
  auto loaded = loadRenderInput(arguments, context);
  console.clearProgress();
  console.issues(context.takeIssues());
  TRY(loaded);
  const std::shared_ptr<const vat::BakedAnimation>& animation = loaded->animation;
  const auto settings = crowdSettings(arguments, *animation);
  const std::vector<model::Box> bounds =
      loaded->attachments ? viewport::attachedBounds(*animation, *loaded->attachments) : std::vector<model::Box>();
  auto crowd = settings ? viewport::Crowd::make(*settings, *animation, bounds) : fail(settings.error());
  TRY(crowd);
  TRY(addLayer(arguments, *animation, *crowd));
  TRY(addFade(arguments, *animation, *crowd));
  if (arguments.tangents > 0.0f && animation->mesh.tangents.empty()) {
    return console.error({ErrorCode::Unsupported, message("the mesh has no tangents that could be drawn"), {}});
  }
  const viewport::ViewSetup setup = arguments.stage.over(loaded->view);
  viewport::Scene scene = makeScene(arguments, setup, animation, std::move(*crowd));
  const float aspect = static_cast<float>(arguments.pixels.width()) / static_cast<float>(arguments.pixels.height());
  if (auto placed = arguments.camera.place(scene, aspect, loaded->views); !placed) {
    return console.error(pipeline::aboutFile(arguments.input, std::move(placed.error())));
  }
  scene.attachments = loaded->attachments;
  if (!optionThatSkins(arguments).empty() || (arguments.figures && loaded->model)) {
    auto skeleton = viewport::Skeleton::make(loaded->model, animation, loaded->sockets);
    TRY(skeleton);
    scene.skeleton = std::move(*skeleton);
  }
  addLayerOfView(arguments, setup, scene, context);
  auto gaze = gazeOf(arguments, setup, scene, context);
  console.issues(context.takeIssues());
  TRY(gaze);
  std::optional<RenderedAnimator> animator;
  if (arguments.animator.on) {
    auto made = RenderedAnimator::create(arguments.animator, scene.skeleton, loaded->animator, loaded->masks);
    if (!made) {
      return console.error(pipeline::aboutFile(arguments.input, std::move(made.error())));
    }
    animator = std::move(*made);
  }
  viewport::OffscreenRenderer renderer(**device);
  renderer.frames().setJob(&context);
  for (std::uint32_t i = 0; i <= arguments.turntable; ++i) {
    const std::string output = i < arguments.turntable ? outputOf(arguments, i) : arguments.output;
    TRY(checkOutput(output, loaded->inputs));
  }
  std::vector<std::string> pictures;
  const std::uint32_t count = std::max(arguments.turntable, 1u);
  QSaveFile animated(QString::fromStdString(arguments.output));
  AnimatedPng turning(animated, count, static_cast<std::uint16_t>(kTurntableRateHz));
  const auto cannotWrite = [&console](const std::string& output) {
    return console.error(output + ": cannot be written; does its folder exist, and is there room?");
  };
  if (arguments.turntable > 0 && !animated.open(QIODevice::WriteOnly)) {
    return cannotWrite(arguments.output);
  }
  const float yaw = scene.camera.yaw;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (context.isCancelled()) {
      return console.error("cancelled; the pictures made so far are kept");
    }
    scene.camera.yaw =
        yaw + 360.0f * static_cast<float>(kRadiansPerDegree) * static_cast<float>(i) / static_cast<float>(count);
    scene.crowd.setTime(arguments.time + i / kTurntableRateHz);
    const float within = scene.view.path == viewport::DrawPath::Hybrid
                             ? scene.view.hybridRange(scene.animation->sizeMetres).farMetres
                             : 0.0f;
    if (animator) {
      animator->apply(scene, within, arguments.time + i / kTurntableRateHz);
    }
    if (*gaze) {
      TRY((*gaze)->apply(scene, within));
    }
    const auto picture = renderer.render(scene, arguments.pixels);
    TRY(picture);
    const std::string output = outputOf(arguments, i);
    TRY(viewport::savePicture(output, *picture));
    pictures.push_back(output);
    if (arguments.turntable > 0 && !turning.add(*picture)) {
      return cannotWrite(arguments.output);
    }
  }
  // Check flush() first: commit() would replace the old file by an incomplete one after a failed write.
  if (arguments.turntable > 0 && !(animated.flush() && animated.commit())) {
    return cannotWrite(arguments.output);
  }
  console.issues(renderer.frames().issues());
  Json result = console.json ? resultJson(arguments, **device, renderer, pictures) : Json();
  if (console.json && !arguments.fadeTo.empty()) {
    result["fade"] = scene.crowd.records().front().fadeWeight(scene.crowd.clock());
  }
  if (console.json && animator) {
    result["animator"] = animator->toJson();
  }
  if (arguments.figures) {
    const std::array<viewport::PathFigures, 3> all = viewport::measurePaths(renderer, scene, arguments.pixels);
    if (!console.json) {
      printFigures(all);
    }
    for (const viewport::PathFigures& figures : all) {
      result["paths"].push_back(toJson(figures));
    }
  }
  if (console.json) {
    console.printJson(result);
  } else if (!console.quiet) {
    const viewport::FrameStatistics& statistics = renderer.frames().statistics();
    std::printf("%s: %s, %s, %s, %.3g million triangles%s, %s (%s)\n", printable(pictures.front()).c_str(),
                counted(pictures.size(), "picture").c_str(), counted(arguments.instances, "instance").c_str(),
                counted(statistics.drawCalls, "draw call").c_str(), static_cast<double>(statistics.triangles) * 1e-6,
                statistics.isTessellated ? " before tessellation" : "", viewport::backendName((*device)->backend()),
                printable((*device)->deviceName()).c_str());
  }
  return kDone;
}

}  // namespace

void addRenderCommand(CLI::App& app, Action& action, GpuNeed& need, const std::string& platformProblem) {
  auto arguments = std::make_shared<RenderArguments>();
  CLI::App* command = app.add_subcommand("render", "Draws a picture of a pack, a model or a recipe, with the GPU");
  addOptions(*command, *arguments);
  command->footer(R"(Examples:
  texeleton-cli render hero.texpack -o hero.png
  texeleton-cli render hero.fbx -o crowd.png --instances 500 --layout scatter --size 1920x1080
  texeleton-cli render hero.texpack -o inside.png --instances 100000 --inside --yaw 180
  texeleton-cli render hero.texeleton -o gate.png --instances 5000 --saved-view "From the gate"
  texeleton-cli render hero.fbx -o fade.png --clip Walk --fade-to Run --fade-at 1 --fade-seconds 0.4 --time 1.2
  texeleton-cli render hero.fbx -o fall.png --motion fall.glb --clip Ragdoll --time 0.5
  texeleton-cli render hero.fbx -o lit.png --light=-2,3,1 --character-rotation 0,30,0
  texeleton-cli render hero.fbx -o heat.png --clip Walk --view heat
  texeleton-cli render hero.fbx -o fine.png --tessellation 32 --displacement 0.01 --wireframe
  texeleton-cli render hero.fbx -o armed.png --attach sword.glb@hand_r --path compute
  texeleton-cli render hero.texeleton -o walk.png --animator --set speed=1.5 --time 2
  texeleton-cli render hero.texpack -o turn.png --clip Walk --turntable 60 --backend opengl)");
  command->callback([arguments, command, &action, &need, &platformProblem] {
    const auto size = parsePictureSize(arguments->size);
    if (!size) {
      throw CLI::ValidationError("--size", kPictureSizeRule);
    }
    if (!arguments->camera.savedView.empty() && !isRecipe(arguments->input)) {
      throw CLI::ValidationError("--saved-view", "needs a recipe to draw, NAME.texeleton: it keeps the views");
    }
    if (arguments->animator.on && command->count("--path") == 0) {
      arguments->path = "compute";
    }
    if (arguments->animator.on && arguments->path == "texture") {
      throw CLI::ValidationError("--animator", "needs --path compute, cpu or hybrid: the texture plays what was baked");
    }
    if (!arguments->gaze.empty() && arguments->path == "texture") {
      throw CLI::ValidationError("--gaze", "needs --path compute, cpu or hybrid: the texture plays what was baked");
    }
    arguments->attached.check();
    arguments->stage.check(arguments->instances);
    if (!arguments->layer.empty() && arguments->layerFrom.empty() && arguments->layerMask.empty() &&
        arguments->layerBones.empty()) {
      throw CLI::ValidationError("--layer", "needs the bones that play it: --layer-mask, --layer-from or --layer-bone");
    }
    if (!arguments->layer.empty() && (arguments->path != "texture" || arguments->compare != "none" ||
                                      arguments->view == "heat" || arguments->impostorPixels > 0.0f)) {
      throw CLI::ValidationError(
          "--layer",
          "is played by the animation texture alone: not with --path, --compare, --view heat or --impostors");
    }
    if (fs::path(arguments->output).extension() != ".png") {
      throw CLI::ValidationError("--output", "a picture is called NAME.png, not \"" + arguments->output + "\"");
    }
    if (arguments->tessellation > 0.0f && (arguments->view == "heat" || arguments->view == "gouraud")) {
      throw CLI::ValidationError("--tessellation",
                                 "not with --view " + arguments->view + ", which shows the vertices of the mesh");
    }
    arguments->pixels = *size;
    need = {true, arguments->backend};
    action = [arguments, &platformProblem](const Console& console) {
      return console.codeOf(render(*arguments, platformProblem, console));
    };
  });
}

}  // namespace texeleton::cli
