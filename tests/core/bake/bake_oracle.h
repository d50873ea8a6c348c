#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "core/animation/pose.h"
#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/vat/baked_animation.h"

namespace texeleton::test {

struct OracleVertex {
  glm::dvec3 position{0.0};
  glm::dvec3 normal{0.0};
};

/// A source vertex at its exact position: float64, one influence after the other. `influences` limits them to the
/// largest ones, renormalised; `morphs`: apply morph targets.
OracleVertex sourceVertex(const model::Model& model, const animation::SourcePose& pose, std::uint32_t vertex,
                          std::size_t influences, bool morphs);

/// The same vertex decoded from the texels by the specification's formulas, at a frame of the texture.
OracleVertex texelVertex(const vat::BakedAnimation& baked, std::uint32_t vertex, std::uint32_t frame);

/// Texel `t` of a frame, by the specification's formula.
glm::vec4 texelOf(const vat::BakedAnimation& baked, std::uint32_t frame, std::uint32_t t);

/// Rows t, t + 1, t + 2 as a matrix.
glm::dmat4 texelMatrix(const vat::BakedAnimation& baked, std::uint32_t frame, std::uint32_t t);

struct OracleDifference {
  double metres = 0.0;
  double degrees = 0.0;
};

/// The largest differences between texels and source over all vertices (or every `step`th) and all frames; bounds that
/// do not contain a decoded position count as an infinite difference.
OracleDifference largestDifference(const model::Model& model, const vat::BakedAnimation& baked, std::uint32_t step = 1);

/// Bakes; an error fails the test with its message.
vat::BakedAnimation bakeOrDie(const model::Model& model, const bake::BakeSettings& settings, JobContext& job);
vat::BakedAnimation bakeOrDie(const model::Model& model, const bake::BakeSettings& settings);

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The message of a bake's error; "" on success.
std::string bakeError(const model::Model& model, const bake::BakeSettings& settings);

}  // namespace texeleton::test
