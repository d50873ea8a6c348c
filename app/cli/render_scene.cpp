#include "app/cli/render_scene.h"

#include <algorithm>
#include <utility>

#include "app/cli/clip_argument.h"
#include "app/cli/mask_argument.h"
#include "core/base/mapped.h"
#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/pipeline/bake_job.h"
#include "core/runtime/draw_ranges.h"
#include "core/vat/mask_choice.h"

namespace texeleton::cli {

namespace {

/// The value of a word that the command line has checked.
template <class T>
T checkedWord(const std::string& word) {
  return valueOf<T>(word).value_or(T{});
}

}  // namespace

Result<viewport::CrowdSettings> crowdSettings(const RenderArguments& arguments, const vat::BakedAnimation& animation) {
  viewport::CrowdSettings settings;
  settings.count = arguments.instances;
  settings.layout = checkedWord<viewport::CrowdLayout>(arguments.layout);
  settings.spacing = arguments.spacing;
  settings.seed = arguments.seed;
  if (!arguments.clip.empty()) {
    auto clip = findBakedClip(animation, arguments.clip);
    TRY(clip);
    settings.clip = *clip;
  } else if (arguments.instances == 1) {
    settings.clip = 0;
  }
  if (!arguments.variant.empty()) {
    const auto variant = runtime::variantNamed(animation, arguments.variant);
    if (!variant) {
      const auto names = mapped(animation.variants, &vat::BakedVariant::name);
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

Result<void> addLayer(const RenderArguments& arguments, const vat::BakedAnimation& animation, viewport::Crowd& crowd) {
  if (arguments.layer.empty()) {
    return {};
  }
  auto clip = findBakedClip(animation, arguments.layer);
  TRY(clip);
  vat::MaskChoice choice{{}, arguments.layerFrom, arguments.layerSoft, {}};
  for (const std::string& text : arguments.layerBones) {
    auto bone = parseMaskBone(text);
    TRY(bone);
    choice.bones.push_back(std::move(*bone));
  }
  auto mask = arguments.layerMask.empty() ? runtime::layerMask(animation, choice)
                                          : runtime::layerMask(animation, arguments.layerMask);
  TRY(mask);
  viewport::CrowdLayer layer;
  layer.clip = *clip;
  layer.spread = arguments.instances > 1;
  layer.share = arguments.layerShare;
  layer.mask = std::move(*mask);
  return crowd.setLayer(std::move(layer));
}

Result<void> addFade(const RenderArguments& arguments, const vat::BakedAnimation& animation, viewport::Crowd& crowd) {
  if (arguments.fadeTo.empty()) {
    return {};
  }
  auto clip = findBakedClip(animation, arguments.fadeTo);
  TRY(clip);
  crowd.setTime(arguments.fadeAt);
  viewport::fadeCrowd(crowd, animation, *clip, arguments.fadeSeconds);
  return {};
}

viewport::Scene makeScene(const RenderArguments& arguments, const viewport::ViewSetup& setup,
                          std::shared_ptr<const vat::BakedAnimation> animation, viewport::Crowd crowd) {
  viewport::Scene scene;
  scene.animation = std::move(animation);
  scene.crowd = std::move(crowd);
  if (scene.crowd.size() == 1 && !(setup.character == transform::Transform())) {
    viewport::InstanceRecord record = scene.crowd.records().front();
    record.stand(setup.character);
    scene.crowd.setRecord(0, record);
  }
  if (setup.light) {
    scene.view.towardsLight = glm::vec3(*setup.light);
  }
  scene.view.mode = checkedWord<viewport::ViewMode>(arguments.view);
  scene.view.path = checkedWord<viewport::DrawPath>(arguments.path);
  scene.view.comparison = checkedWord<viewport::Comparison>(arguments.compare);
  scene.view.comparedPath = checkedWord<viewport::DrawPath>(arguments.compareWith);
  scene.view.splitAt = arguments.splitAt;
  scene.view.heatLimitMillimetres = arguments.heatLimit;
  scene.view.hud = arguments.hud;
  scene.view.sockets = arguments.sockets;
  scene.view.socketObjects = arguments.socketObjects;
  scene.view.skeleton = arguments.skeleton == "faded"    ? viewport::SkeletonView::Faded
                        : arguments.skeleton == "on-top" ? viewport::SkeletonView::OnTop
                                                         : viewport::SkeletonView::Hidden;
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
  scene.view.level = arguments.level;
  scene.view.nearMetres = arguments.nearMetres > 0.0f ? arguments.nearMetres : static_cast<float>(setup.hybridMetres);
  scene.view.impostorPixels =
      arguments.impostorPixels > 0.0f ? arguments.impostorPixels : static_cast<float>(setup.impostorPixels);
  return scene;
}

void addLayerOfView(const RenderArguments& arguments, const viewport::ViewSetup& setup, viewport::Scene& scene,
                    JobContext& context) {
  if (!arguments.layer.empty() || !setup.hasLayer() || !scene.view.showsTextureAlone()) {
    return;
  }
  auto layer = viewport::layerOf(setup, *scene.animation, scene.crowd.size() > 1);
  auto set = layer ? scene.crowd.setLayer(std::move(*layer)) : fail(layer.error());
  if (!set) {
    context.warn(message("the layer of the recipe's view is left out: %1", set.error().message), arguments.input);
  }
}

namespace {

Result<viewport::CrowdGaze> gazeWith(const std::string& name, const viewport::Scene& scene) {
  const std::vector<model::Node>& nodes = scene.skeleton->model().nodes;
  const auto node = std::ranges::find(nodes, name, &model::Node::name);
  if (node == nodes.end()) {
    return fail(ErrorCode::InvalidArgument,
                message("the model has no node %1 to look with (inspect --json lists its nodes)%2", inQuotes(name),
                        didYouMean(name, mapped(nodes, &model::Node::name))));
  }
  return viewport::CrowdGaze::create(scene.skeleton, NodeIndex(static_cast<std::size_t>(node - nodes.begin())));
}

// The heat map is of the clips alone.
bool skinsCharacters(const viewport::Scene& scene) {
  const viewport::ViewOptions& view = scene.view;
  return scene.skeleton && view.mode != viewport::ViewMode::Heat &&
         (view.needs(viewport::DrawPath::Compute) || view.needs(viewport::DrawPath::Cpu) ||
          view.needs(viewport::DrawPath::Hybrid));
}

}  // namespace

Result<std::optional<viewport::CrowdGaze>> gazeOf(const RenderArguments& arguments, const viewport::ViewSetup& setup,
                                                  const viewport::Scene& scene, JobContext& context) {
  std::optional<viewport::CrowdGaze> none;
  if (!arguments.gaze.empty()) {
    auto gaze = gazeWith(arguments.gaze, scene);
    return gaze ? Result<std::optional<viewport::CrowdGaze>>(std::move(*gaze))
                : fail(pipeline::aboutFile(arguments.input, std::move(gaze.error())));
  }
  if (setup.gaze.empty() || arguments.animator.on || !skinsCharacters(scene)) {
    return none;
  }
  auto gaze = gazeWith(setup.gaze, scene);
  if (gaze) {
    return Result<std::optional<viewport::CrowdGaze>>(std::move(*gaze));
  }
  context.warn(message("the gaze of the recipe's view is left out: %1", gaze.error().message), arguments.input);
  return none;
}

}  // namespace texeleton::cli
