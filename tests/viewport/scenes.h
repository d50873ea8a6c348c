#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/bake/settings/bake_settings.h"
#include "viewport/scene/scene.h"

namespace texeleton::test {

/// Limit of the tested clips of a shared model.
inline constexpr std::size_t kClipsOfAModel = 10;

/// The baked animation of a model. If the bake fails, null and a failed test.
std::shared_ptr<const vat::BakedAnimation> baked(const model::Model& model, const bake::BakeSettings& settings);

/// A bake that the test may modify.
std::shared_ptr<vat::BakedAnimation> changeable(const model::Model& model, const bake::BakeSettings& settings);

/// A single, paused instance at `seconds` of a clip.
viewport::Scene stillScene(std::shared_ptr<const vat::BakedAnimation> animation, std::uint32_t clip, double seconds);

/// The strip of two bones with a first clip that moves its points by the formula waved(); the other clips skin it.
model::Model wavingStrip();

/// A point of the strip at `seconds` of its first clip, in pack space, metres.
glm::dvec3 waved(const glm::vec3& rest, double seconds);

}  // namespace texeleton::test
