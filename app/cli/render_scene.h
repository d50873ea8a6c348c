#pragma once

#include <memory>
#include <optional>

#include "app/cli/render_arguments.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "viewport/scene/crowd/crowd_gaze.h"
#include "viewport/scene/scene.h"
#include "viewport/scene/view_setup.h"

namespace texeleton::cli {

/// The crowd requested by the options. Errors: NotFound and InvalidArgument (a clip, a variant).
Result<viewport::CrowdSettings> crowdSettings(const RenderArguments& arguments, const vat::BakedAnimation& animation);

/// Adds a second clip over the crowd's first if the options request it. Errors: an unknown clip, mask or bone.
Result<void> addLayer(const RenderArguments& arguments, const vat::BakedAnimation& animation, viewport::Crowd& crowd);

/// Adds a cross-fade to another clip if the options request it; any moment can be drawn afterwards, including earlier
/// ones. Errors: NotFound (no such clip).
Result<void> addFade(const RenderArguments& arguments, const vat::BakedAnimation& animation, viewport::Crowd& crowd);

/// The scene. Light, placement of a single character, impostors and distance of skinning are those of `setup` unless an
/// option overrides them.
viewport::Scene makeScene(const RenderArguments& arguments, const viewport::ViewSetup& setup,
                          std::shared_ptr<const vat::BakedAnimation> animation, viewport::Crowd crowd);

/// Plays the layer of a recipe's view on the crowd, if only the texture is shown and no option requests another layer.
/// If that is impossible, `context` gets a warning.
void addLayerOfView(const RenderArguments& arguments, const viewport::ViewSetup& setup, viewport::Scene& scene,
                    JobContext& context);

/// The node that looks at the camera: the requested one or, if characters are skinned, that of the recipe's view; if
/// the latter is impossible, `context` gets a warning. Errors: InvalidArgument (no such node, extracted root motion).
Result<std::optional<viewport::CrowdGaze>> gazeOf(const RenderArguments& arguments, const viewport::ViewSetup& setup,
                                                  const viewport::Scene& scene, JobContext& context);

}  // namespace texeleton::cli
