#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/bake/settings/bake_settings.h"
#include "viewport/scene/scene.h"

namespace texeleton::test {

/// The most tested clips of a shared model.
inline constexpr std::size_t kClipsOfAModel = 10;

/// A baked animation of a model. An empty pointer and a failed test when it does not bake.
std::shared_ptr<const vat::BakedAnimation> baked(const model::Model& model, const bake::BakeSettings& settings);

/// One that a test may still change.
std::shared_ptr<vat::BakedAnimation> changeable(const model::Model& model, const bake::BakeSettings& settings);

/// One instance that stands still at `seconds` of a clip.
viewport::Scene stillScene(std::shared_ptr<const vat::BakedAnimation> animation, std::uint32_t clip, double seconds);

/// The strip of two bones whose first clip moves its points by a formula, waved(); the others skin it.
model::Model wavingStrip();

/// A point of the strip at `seconds` of its first clip, in pack space, metres.
glm::dvec3 waved(const glm::vec3& rest, double seconds);

}  // namespace texeleton::test
