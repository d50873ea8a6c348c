#pragma once

#include <memory>
#include <optional>

#include "app/cli/render_arguments.h"
#include "core/base/result.h"
#include "viewport/scene/crowd_gaze.h"
#include "viewport/scene/scene.h"

namespace texeleton::cli {

/// The crowd that the options ask for. Errors: NotFound and InvalidArgument (a clip, a variant).
Result<viewport::CrowdSettings> crowdSettings(const RenderArguments& arguments, const bake::BakedAnimation& animation);

/// Lets the crowd play a second clip over the first where the options say so. Errors: a clip, a mask or a bone that
/// there is not.
Result<void> addLayer(const RenderArguments& arguments, const bake::BakedAnimation& animation, viewport::Crowd& crowd);

/// Lets the crowd go over to another clip where the options say so; it shows that at any time, earlier ones too.
/// Errors: NotFound (no such clip).
Result<void> addFade(const RenderArguments& arguments, const bake::BakedAnimation& animation, viewport::Crowd& crowd);

/// The scene, lit and placed as `setup` says.
viewport::Scene makeScene(const RenderArguments& arguments, const viewport::ViewSetup& setup,
                          std::shared_ptr<const bake::BakedAnimation> animation, viewport::Crowd crowd);

/// The node that looks at the camera, of a scene with a skeleton. Errors: NotFound.
Result<std::optional<viewport::CrowdGaze>> gazeOf(const RenderArguments& arguments, const viewport::Scene& scene);

}  // namespace texeleton::cli
