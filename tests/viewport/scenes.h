#pragma once

#include <cstdint>
#include <memory>

#include "core/bake/bake.h"
#include "viewport/scene/scene.h"

namespace texeleton::test {

/// A baked animation of a model. An empty pointer and a failed test when it does not bake.
std::shared_ptr<const BakedAnimation> baked(const Model& model, const BakeSettings& settings);

/// One that a test may still change.
std::shared_ptr<BakedAnimation> changeable(const Model& model, const BakeSettings& settings);

/// One instance that stands still at `seconds` of a clip.
Scene stillScene(std::shared_ptr<const BakedAnimation> animation, std::uint32_t clip, double seconds);

}  // namespace texeleton::test
