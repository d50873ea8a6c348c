// texeleton-cli render: a picture of a pack, or of a model baked in memory.

#include <QImage>
#include <QSaveFile>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/animated_png.h"
#include "app/cli/attach_arguments.h"
#include "app/cli/bake_prepare.h"
#include "app/cli/baked_clip.h"
#include "app/cli/camera_arguments.h"
#include "app/cli/commands.h"
#include "app/cli/import_arguments.h"
#include "app/cli/interrupt.h"
#include "app/cli/mask_argument.h"
#include "app/cli/number_range.h"
#include "app/cli/option_values.h"
#include "app/cli/picture_size.h"
#include "app/cli/render_animator.h"
#include "core/bake/bake_words.h"
#include "core/base/one_line.h"
#include "core/base/same_file.h"
#include "core/base/save_file.h"
#include "core/base/similar_names.h"
#include "core/pipeline/pack_job.h"
#include "core/pipeline/source_plan.h"
#include "core/runtime/draw_ranges.h"
#include "viewport/path_figures.h"
#include "viewport/save_picture.h"
#include "viewport/scene/crowd_gaze.h"
#include "viewport/scene/crowd_limit.h"
#include "viewport/scene/hang_attachments.h"

namespace texeleton::cli {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr float kRadiansPerDegree = 3.14159265f / 180.0f;
constexpr double kTurntableRateHz = 30.0;

struct RenderArguments {
  std::string input;
  std::string output;
  std::string size = "1280x720";
  std::uint32_t instances = 1;
  std::string layout = "grid";
  float spacing = 0.0f;
  std::uint64_t seed = 1;
  std::string clip;
  std::string variant;
  double time = 0.0;
  std::string view = "lit";
  std::string path = "texture";
  std::string compare = "none";
  std::string compareWith = "compute";
  float splitAt = 0.5f;
  double heatLimit = 0.0;
  bool hud = false;
  bool figures = false;
  bool sockets = false;
  bool socketObjects = false;
  std::string skeleton = "none";
  float normals = 0.0f;
  float tangents = 0.0f;
  bool wireframe = false;
  float tessellation = 0.0f;
  float segmentPixels = ViewOptions().tessellationPixels;
  float displacement = ViewOptions().displacement;
  bool stepped = false;
  bool noGrid = false;
  bool noCulling = false;
  bool noLevels = false;
  float nearMetres = 0.0f;
  float impostorPixels = 0.0f;
  std::string layer;
  std::vector<std::string> layerFrom;
  std::string layerMask;
  std::vector<std::string> layerBones;
  std::uint32_t layerSoft = 1;
  float layerShare = 1.0f;
  std::string gaze;
  CameraArguments camera;
  std::uint32_t turntable = 0;
  std::string backend;
  std::string mode;
  ImportArguments import;
  AttachArguments attached;
  AnimatorArguments animator;

  QSize pixels;
};

ViewMode viewOf(const std::string& word) {
  return word == "textured"  ? ViewMode::Textured
         : word == "normals" ? ViewMode::Normals
         : word == "weights" ? ViewMode::Weights
         : word == "clips"   ? ViewMode::Clips
         : word == "heat"    ? ViewMode::Heat
         : word == "paths"   ? ViewMode::Paths
         : word == "gouraud" ? ViewMode::VertexLit
                             : ViewMode::Lit;
}

DrawPath pathOf(const std::string& word) {
  return word == "compute"  ? DrawPath::Compute
         : word == "cpu"    ? DrawPath::Cpu
         : word == "hybrid" ? DrawPath::Hybrid
                            : DrawPath::Texture;
}

Comparison comparisonOf(const std::string& word) {
  return word == "split" ? Comparison::Split : word == "overlay" ? Comparison::Overlay : Comparison::None;
}

CrowdLayout layoutOf(const std::string& word) {
  return word == "disc" ? CrowdLayout::Disc : word == "scatter" ? CrowdLayout::Scatter : CrowdLayout::Grid;
}

struct Loaded {
  std::shared_ptr<const BakedAnimation> animation;
  std::shared_ptr<const Model> model;  // null: a pack
  std::vector<fs::path> inputs;        // What it was read from.
  std::vector<SavedView> views;        // Of a recipe.
  std::shared_ptr<const std::vector<SceneAttachment>> attachments = nullptr;
  std::optional<AnimatorSetup> animator = std::nullopt;  // Of a recipe.
};

// What was asked for that needs the model's skeleton; nothing: nothing.
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

bool isRecipe(const std::string& input) { return fs::path(input).extension() == ".texeleton"; }

// A recipe is baked as `bake` would, without measuring and limits of the error; so is a model that something is hung
// on.
Result<Loaded> bakeInMemory(const RenderArguments& arguments, JobContext& context) {
  BakeArguments asked;
  (isRecipe(arguments.input) ? asked.recipe : asked.model) = arguments.input;
  asked.noMeasure = true;
  asked.mode = arguments.mode;
  asked.attached = arguments.attached;
  asked.import = arguments.import;
  auto plan = planBake(asked, {}, context);
  auto prepared = plan ? prepareBake(asked, *plan, context) : fail(plan.error());
  if (!prepared) {
    return fail(std::move(prepared.error()));
  }
  prepared->job.output.clear();
  prepared->job.measure = false;
  dropErrorLimits(prepared->job.settings);
  std::vector<fs::path> inputs = filesRead(plan->sources, prepared->references);
  inputs.push_back(plan->recipeFile);
  auto result = runPackJob(prepared->job, prepared->model, context);
  if (!result) {
    return fail(std::move(result.error()));
  }
  auto animation = std::make_shared<const BakedAnimation>(std::move(result->pack.animation));
  auto attachments = sceneAttachments(prepared->attachments, *result->model, *animation);
  return Loaded{std::move(animation),   result->model,
                std::move(inputs),      plan->recipe ? savedViewsOf(plan->recipe->editor) : std::vector<SavedView>(),
                std::move(attachments), plan->recipe ? plan->recipe->animator : std::nullopt};
}

// A pack is read; a model is baked as `bake` would, without measuring.
Result<Loaded> load(const RenderArguments& arguments, JobContext& context) {
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
    auto pack = readPack(path, context);
    if (!pack) {
      return fail(std::move(pack.error()));
    }
    return Loaded{std::make_shared<const BakedAnimation>(std::move(pack->animation)), nullptr, {path}, {}};
  }
  if (isRecipe(arguments.input) || !arguments.attached.attach.empty()) {
    return bakeInMemory(arguments, context);
  }
  PackJob job;
  job.source.model = path;
  job.source.import = arguments.import.request();
  job.settings.mode = valueOf<BakeMode>(arguments.mode).value_or(BakeMode::Bone);
  job.measure = false;
  std::vector<ModelReference> references;
  auto model = loadModel(job.source, context, nullptr, &references);
  auto result = model ? runPackJob(job, std::move(*model), context) : fail(model.error());
  if (!result) {
    return fail(std::move(result.error()));
  }
  for (const Issue& issue : result->model->issues) {
    context.addIssue(issue);
  }
  return Loaded{std::make_shared<const BakedAnimation>(std::move(result->pack.animation)),
                result->model,
                filesRead(job.source, references),
                {}};
}

Result<CrowdSettings> crowdSettings(const RenderArguments& arguments, const BakedAnimation& animation) {
  CrowdSettings settings;
  settings.count = arguments.instances;
  settings.layout = layoutOf(arguments.layout);
  settings.spacing = arguments.spacing;
  settings.seed = arguments.seed;
  if (!arguments.clip.empty()) {
    auto clip = findBakedClip(animation, arguments.clip);
    if (!clip) {
      return fail(std::move(clip.error()));
    }
    settings.clip = *clip;
  } else if (arguments.instances == 1) {
    settings.clip = 0;
  }
  if (!arguments.variant.empty()) {
    const auto variant = variantNamed(animation, arguments.variant);
    if (!variant) {
      std::vector<std::string> names;
      for (const BakedVariant& known : animation.variants) {
        names.push_back(known.name);
      }
      return fail(ErrorCode::InvalidArgument, message("there is no variant %1%2", inQuotes(arguments.variant),
                                                      namesInstead(arguments.variant, names)));
    }
    settings.variant = static_cast<std::uint32_t>(*variant);
  }
  if (arguments.instances > 1) {
    settings.phaseSpread = 1.0f;
    settings.speedSpread = 0.08f;
    settings.tintSpread = 0.35f;
    settings.turnSpread = 0.22f;
    settings.scaleSpread = 0.05f;
  }
  return settings;
}

Result<void> addLayer(const RenderArguments& arguments, const BakedAnimation& animation, Crowd& crowd) {
  if (arguments.layer.empty()) {
    return {};
  }
  auto clip = findBakedClip(animation, arguments.layer);
  if (!clip) {
    return fail(std::move(clip.error()));
  }
  MaskChoice choice{{}, arguments.layerFrom, arguments.layerSoft, {}};
  for (const std::string& text : arguments.layerBones) {
    auto bone = parseMaskBone(text);
    if (!bone) {
      return fail(std::move(bone.error()));
    }
    choice.bones.push_back(std::move(*bone));
  }
  auto mask = arguments.layerMask.empty() ? layerMask(animation, choice) : layerMask(animation, arguments.layerMask);
  if (!mask) {
    return fail(std::move(mask.error()));
  }
  CrowdLayer layer;
  layer.clip = *clip;
  layer.spread = arguments.instances > 1;
  layer.share = arguments.layerShare;
  layer.mask = std::move(*mask);
  return crowd.setLayer(std::move(layer));
}

// OUT.png, or OUT-001.png … of a turntable.
std::string outputOf(const RenderArguments& arguments, std::uint32_t picture) {
  if (arguments.turntable == 0) {
    return arguments.output;
  }
  const fs::path path = arguments.output;
  return (path.parent_path() / (path.stem().string() + formatted("-%03u", picture + 1) + path.extension().string()))
      .string();
}

Scene makeScene(const RenderArguments& arguments, std::shared_ptr<const BakedAnimation> animation, Crowd crowd) {
  Scene scene;
  scene.animation = std::move(animation);
  scene.crowd = std::move(crowd);
  scene.view.mode = viewOf(arguments.view);
  scene.view.path = pathOf(arguments.path);
  scene.view.comparison = comparisonOf(arguments.compare);
  scene.view.comparedPath = pathOf(arguments.compareWith);
  scene.view.splitAt = arguments.splitAt;
  scene.view.heatLimitMillimetres = arguments.heatLimit;
  scene.view.hud = arguments.hud;
  scene.view.sockets = arguments.sockets;
  scene.view.socketObjects = arguments.socketObjects;
  scene.view.skeleton = arguments.skeleton == "faded"    ? SkeletonView::Faded
                        : arguments.skeleton == "on-top" ? SkeletonView::OnTop
                                                         : SkeletonView::Hidden;
  scene.view.normals = arguments.normals > 0.0f;
  scene.view.tangents = arguments.tangents > 0.0f;
  scene.view.normalLength = std::max(arguments.normals, arguments.tangents);
  scene.view.wireframe = arguments.wireframe;
  scene.view.tessellation = arguments.tessellation;
  scene.view.tessellationPixels = arguments.segmentPixels;
  scene.view.displacement = arguments.displacement;
  scene.view.interpolate = !arguments.stepped;
  scene.view.grid = !arguments.noGrid;
  scene.view.culling = !arguments.noCulling;
  scene.view.levels = !arguments.noLevels;
  scene.view.nearMetres = arguments.nearMetres;
  scene.view.impostorPixels = arguments.impostorPixels;
  return scene;
}

Result<std::optional<CrowdGaze>> gazeOf(const RenderArguments& arguments, const Scene& scene) {
  if (arguments.gaze.empty()) {
    return std::optional<CrowdGaze>();
  }
  const std::vector<Node>& nodes = scene.skeleton->model().nodes;
  const auto node =
      std::find_if(nodes.begin(), nodes.end(), [&](const Node& candidate) { return candidate.name == arguments.gaze; });
  if (node == nodes.end()) {
    std::vector<std::string> names;
    names.reserve(nodes.size());
    for (const Node& known : nodes) {
      names.push_back(known.name);
    }
    return fail(ErrorCode::InvalidArgument,
                message("the model has no node %1 to look with (inspect --json lists its nodes)%2",
                        inQuotes(arguments.gaze), didYouMean(arguments.gaze, names)),
                arguments.input);
  }
  auto gaze = CrowdGaze::create(scene.skeleton, NodeIndex(static_cast<std::size_t>(node - nodes.begin())));
  return gaze ? Result<std::optional<CrowdGaze>>(std::move(*gaze)) : fail(std::move(gaze.error()));
}

const char* wordOf(DrawPath path) {
  return path == DrawPath::Texture ? "texture" : path == DrawPath::Compute ? "compute" : "cpu";
}

Json toJson(const PathFigures& figures) {
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

void printFigures(const std::array<PathFigures, 3>& all) {
  std::printf("%-10s %10s %13s %12s %8s %12s %10s %10s %9s\n", "path", "draw calls", "animation ms", "skinning ms",
              "GPU ms", "vertices", "texture MB", "buffer MB", "error mm");
  for (const PathFigures& f : all) {
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

Json resultJson(const RenderArguments& arguments, const GpuDevice& device, const OffscreenRenderer& renderer,
                const std::vector<std::string>& pictures) {
  const FrameStatistics& statistics = renderer.frames().statistics();
  return {{"pictures", pictures},
          {"width", arguments.pixels.width()},
          {"height", arguments.pixels.height()},
          {"backend", backendWord(device.backend())},
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

int render(const RenderArguments& arguments, const std::string& platformProblem, const Console& console) {
  if (!platformProblem.empty()) {
    return console.error(platformProblem);
  }
  JobContext context(console.progressBar());
  const CancelOnInterrupt interrupt(context);

  // The GPU first: who has none should not wait for a bake.
  GpuDeviceOptions options;
  options.backend = backendOfWord(arguments.backend);
  auto device = GpuDevice::create(options);
  if (!device) {
    return console.error(device.error());
  }
  if (auto fits = checkCrowdFits(**device, arguments.instances); !fits) {
    return console.error(fits.error());
  }
  if (arguments.tessellation > 0.0f && !(*device)->canTessellate()) {
    return console.error({ErrorCode::Unsupported,
                          message("--tessellation: %1 has no tessellation on %2, or its driver lacks it",
                                  backendName((*device)->backend()), (*device)->deviceName()),
                          {}});
  }
  auto loaded = load(arguments, context);
  console.clearProgress();
  console.issues(context.takeIssues());
  if (!loaded) {
    return console.error(loaded.error());
  }
  const std::shared_ptr<const BakedAnimation>& animation = loaded->animation;
  const auto settings = crowdSettings(arguments, *animation);
  const std::vector<Box> bounds =
      loaded->attachments ? attachedBounds(*animation, *loaded->attachments) : std::vector<Box>();
  auto crowd = settings ? Crowd::make(*settings, *animation, bounds) : fail(settings.error());
  if (!crowd) {
    return console.error(crowd.error());
  }
  if (auto layered = addLayer(arguments, *animation, *crowd); !layered) {
    return console.error(layered.error());
  }
  if (arguments.tangents > 0.0f && animation->mesh.tangents.empty()) {
    return console.error({ErrorCode::Unsupported, message("the mesh has no tangents that could be drawn"), {}});
  }
  Scene scene = makeScene(arguments, animation, std::move(*crowd));
  const float aspect = static_cast<float>(arguments.pixels.width()) / static_cast<float>(arguments.pixels.height());
  if (auto placed = arguments.camera.place(scene, aspect, loaded->views); !placed) {
    return console.error(aboutFile(arguments.input, std::move(placed.error())));
  }
  scene.attachments = loaded->attachments;
  if (!optionThatSkins(arguments).empty() || (arguments.figures && loaded->model)) {
    auto skeleton = Skeleton::make(loaded->model, animation);
    if (!skeleton) {
      return console.error(skeleton.error());
    }
    scene.skeleton = std::move(*skeleton);
  }
  auto gaze = gazeOf(arguments, scene);
  if (!gaze) {
    return console.error(gaze.error());
  }
  std::optional<RenderedAnimator> animator;
  if (arguments.animator.on) {
    auto made = RenderedAnimator::create(arguments.animator, scene.skeleton, loaded->animator);
    if (!made) {
      return console.error(aboutFile(arguments.input, std::move(made.error())));
    }
    animator = std::move(*made);
  }
  OffscreenRenderer renderer(**device);
  renderer.frames().setJob(&context);
  for (std::uint32_t i = 0; i <= arguments.turntable; ++i) {
    const std::string output = i < arguments.turntable ? outputOf(arguments, i) : arguments.output;
    if (auto free = checkOutput(output, loaded->inputs); !free) {
      return console.error(free.error());
    }
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
    scene.camera.yaw = yaw + 360.0f * kRadiansPerDegree * static_cast<float>(i) / static_cast<float>(count);
    scene.crowd.setTime(arguments.time + i / kTurntableRateHz);
    const float within =
        scene.view.path == DrawPath::Hybrid ? scene.view.hybridRange(scene.animation->sizeMetres).farMetres : 0.0f;
    if (animator) {
      animator->apply(scene, within, arguments.time + i / kTurntableRateHz);
    }
    if (*gaze) {
      if (auto applied = (*gaze)->apply(scene, within); !applied) {
        return console.error(applied.error());
      }
    }
    const auto picture = renderer.render(scene, arguments.pixels);
    if (!picture) {
      return console.error(picture.error());
    }
    const std::string output = outputOf(arguments, i);
    if (auto saved = savePicture(output, *picture); !saved) {
      return console.error(saved.error());
    }
    pictures.push_back(output);
    if (arguments.turntable > 0 && !turning.add(*picture)) {
      return cannotWrite(arguments.output);
    }
  }
  // A failed write is told by flush() alone: commit() would put what there is in the place of the old file.
  if (arguments.turntable > 0 && !(animated.flush() && animated.commit())) {
    return cannotWrite(arguments.output);
  }
  console.issues(renderer.frames().issues());
  Json result = console.json ? resultJson(arguments, **device, renderer, pictures) : Json();
  if (console.json && animator) {
    result["animator"] = animator->toJson();
  }
  if (arguments.figures) {
    const std::array<PathFigures, 3> all = measurePaths(renderer, scene, arguments.pixels);
    if (!console.json) {
      printFigures(all);
    }
    for (const PathFigures& figures : all) {
      result["paths"].push_back(toJson(figures));
    }
  }
  if (console.json) {
    console.printJson(result);
  } else if (!console.quiet) {
    const FrameStatistics& statistics = renderer.frames().statistics();
    std::printf("%s: %s, %s, %s, %.3g million triangles%s, %s (%s)\n", printable(pictures.front()).c_str(),
                counted(pictures.size(), "picture").c_str(), counted(arguments.instances, "instance").c_str(),
                counted(statistics.drawCalls, "draw call").c_str(), static_cast<double>(statistics.triangles) * 1e-6,
                statistics.isTessellated ? " before tessellation" : "", backendName((*device)->backend()),
                printable((*device)->deviceName()).c_str());
  }
  return kDone;
}

void addOptions(CLI::App& command, RenderArguments& arguments) {
  namesPath(
      command.add_option("PACK_OR_MODEL", arguments.input,
                         "A NAME.texpack folder, or a model or a recipe (NAME.texeleton), which is baked in memory"),
      "FILE|PACK")
      ->required();
  namesPath(command.add_option("-o,--output", arguments.output, "The picture to write, NAME.png"), "FILE")->required();
  command.add_option("--size", arguments.size, "Width and height in pixels")->type_name("WxH")->capture_default_str();
  command.add_option("--instances", arguments.instances, "How many")
      ->check(numberIn(1, Crowd::kMaxInstances))
      ->capture_default_str();
  command.add_option("--layout", arguments.layout, "How a crowd stands")
      ->check(oneOf({"grid", "disc", "scatter"}))
      ->capture_default_str();
  command.add_option("--spacing", arguments.spacing, "Metres between neighbours (default: by the model's size)")
      ->check(numberIn(1e-6, 1e6));
  command.add_option("--seed", arguments.seed, "Of the crowd's random choices")->capture_default_str();
  command
      .add_option("--clip", arguments.clip,
                  "The clip: its name, or # and its number, from 0 (default: the first; of a crowd, all of them)")
      ->type_name("NAME|#INDEX");
  command
      .add_option("--variant", arguments.variant,
                  "The variant of the pack (default: the first; of a crowd, all of them)")
      ->type_name("NAME");
  CLI::Option* layer =
      command
          .add_option("--layer", arguments.layer,
                      "A clip that some bones play over the other one, such as an attack over a run; which ones, "
                      "--layer-mask, --layer-from or --layer-bone says")
          ->type_name("NAME|#INDEX");
  command
      .add_option("--layer-from", arguments.layerFrom,
                  "The bone where the layer begins, such as the spine; any number of times")
      ->type_name("BONE")
      ->needs(layer);
  CLI::Option* const mask =
      command.add_option("--layer-mask", arguments.layerMask, "The mask of the pack that says on which bones it plays")
          ->type_name("NAME")
          ->needs(layer)
          ->excludes("--layer-from");
  command
      .add_option("--layer-bone", arguments.layerBones,
                  "A bone and its weight in the layer, 0 to 1, as in head:0.5, over what --layer-from says; any number "
                  "of times")
      ->type_name("BONE:WEIGHT")
      ->needs(layer)
      ->excludes(mask);
  command
      .add_option("--layer-soft", arguments.layerSoft,
                  "Bones over which the layer's weight rises from the one where it begins")
      ->check(numberIn(0, 100))
      ->needs(layer)
      ->capture_default_str();
  command.add_option("--layer-share", arguments.layerShare, "Of the layer, 0 to 1")
      ->check(numberIn(0, 1))
      ->needs(layer)
      ->capture_default_str();
  command.add_option("--time", arguments.time, "Seconds since the start")->check(numberIn(0.0, 1e9));
  command.add_option("--view", arguments.view, "What surfaces show")
      ->check(oneOf({"lit", "textured", "normals", "weights", "clips", "heat", "paths", "gouraud"}))
      ->capture_default_str();
  command
      .add_option("--path", arguments.path,
                  "Who poses characters: the animation texture, or skinning every frame; hybrid: near ones are skinned")
      ->check(oneOf({"texture", "compute", "cpu", "hybrid"}))
      ->capture_default_str();
  command
      .add_option("--compare", arguments.compare,
                  "Two paths in one picture: side by side, or over each other in two colours")
      ->check(oneOf({"none", "split", "overlay"}))
      ->capture_default_str();
  command.add_option("--compare-with", arguments.compareWith, "The other path")
      ->check(oneOf({"texture", "compute", "cpu", "hybrid"}))
      ->capture_default_str();
  command.add_option("--split-at", arguments.splitAt, "Where the picture is split, 0 to 1")
      ->check(numberIn(0, 1))
      ->capture_default_str();
  command
      .add_option("--heat-limit", arguments.heatLimit,
                  "Millimetres at the end of the heat map's scale (default: suiting the error)")
      ->check(numberIn(1e-6, 1e6));
  command.add_flag("--figures", arguments.figures,
                   "Also prints what the texture, compute and CPU skinning cost for this crowd, beside each other");
  command.add_flag("--sockets", arguments.sockets, "With the axes of sockets");
  command.add_flag("--socket-objects", arguments.socketObjects, "With a dagger held at each socket");
  command
      .add_option("--skeleton", arguments.skeleton, "With the bones of the model, those behind surfaces faint or not")
      ->check(oneOf({"none", "faded", "on-top"}))
      ->capture_default_str();
  command.add_flag("--hud", arguments.hud, "With statistics in the corner");
  command
      .add_option("--near", arguments.nearMetres,
                  "Of hybrid: metres from the camera that are skinned (default: eight times the model's size)")
      ->check(numberIn(1e-3, 1e6));
  command
      .add_option("--gaze", arguments.gaze,
                  "This node of those that are skinned looks at the camera: what an animation texture cannot do")
      ->type_name("NODE");
  command.add_flag("--no-culling", arguments.noCulling, "Draw also what is outside of the picture");
  command.add_flag("--no-levels", arguments.noLevels, "Draw the finest level of detail everywhere");
  command
      .add_option("--impostors", arguments.impostorPixels,
                  "Draw characters of at most so many pixels (their longest side) as impostors: baked views from many "
                  "directions, lit like the mesh; 32 where no number is given")
      ->type_name("[PIXELS]")
      ->expected(0, 1)
      ->default_str("32")
      ->check(numberIn(1, 100));
  command
      .add_option(
          "--normals", arguments.normals,
          "Draws the normals of the vertices, as the texture poses them, so long as a share of the model's size")
      ->expected(0, 1)
      ->default_str("0.02")
      ->check(numberIn(0, 1))
      ->type_name("SHARE");
  command
      .add_option("--tangents", arguments.tangents,
                  "The same for tangents; with --normals both are as long as the longer")
      ->expected(0, 1)
      ->default_str("0.02")
      ->check(numberIn(0, 1))
      ->type_name("SHARE");
  command.add_flag("--wireframe", arguments.wireframe, "Edges only");
  CLI::Option* const tessellation =
      command
          .add_option("--tessellation", arguments.tessellation,
                      "Cuts each edge of a triangle into at most so many segments, by its length in the picture, 16 "
                      "where no number is given; rounds surfaces by their normals and displaces them by what normal "
                      "maps stand for")
          ->expected(0, 1)
          ->default_str("16")
          ->check(numberIn(1, static_cast<double>(kMostTessellation)))
          ->type_name("SEGMENTS");
  command.add_option("--segment-pixels", arguments.segmentPixels, "Pixels that such a segment has at least")
      ->check(numberIn(0.5, 1000))
      ->needs(tessellation)
      ->capture_default_str();
  command
      .add_option("--displacement", arguments.displacement,
                  "The largest displacement, in and out, as a share of the model's size")
      ->check(numberIn(0, 1))
      ->needs(tessellation)
      ->capture_default_str();
  command.add_flag("--stepped", arguments.stepped, "Without interpolation between frames");
  command.add_flag("--no-grid", arguments.noGrid, "Without the grid on the ground");
  command
      .add_option("--turntable", arguments.turntable,
                  "So many pictures of a full turn, NAME-001.png …, a thirtieth of a second apart, and NAME.png as an "
                  "animation")
      ->check(numberIn(2, 999));
  arguments.camera.addTo(command);
  std::vector<std::string> words;
  for (const GpuBackend backend : gpuBackends()) {
    words.emplace_back(backendWord(backend));
  }
  command
      .add_option("--backend", arguments.backend,
                  "What to draw with (default: " + words.front() + "; opengl where the only Vulkan device is software)")
      ->check(oneOf(words));
  command.add_option("--mode", arguments.mode, "Of a model: how it is baked (default: bone; of a recipe, as it says)")
      ->check(oneOf(allWords<BakeMode>()));
  arguments.attached.addTo(command);
  arguments.import.addTo(command);
  arguments.animator.addTo(command);
  command.get_option("--animator")->excludes("--gaze");
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
      return render(*arguments, platformProblem, console);
    };
  });
}

}  // namespace texeleton::cli
