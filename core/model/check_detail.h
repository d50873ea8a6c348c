#pragma once

#include <cmath>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>

#include "core/model/model.h"

/// Shared by the parts of checkModel. A check returns the first violation, if any.
namespace texeleton::model::check {

using Violation = std::optional<Message>;

inline bool isAffine(const glm::dmat4& m) {
  return transform::isFinite(m) && m[0].w == 0.0 && m[1].w == 0.0 && m[2].w == 0.0 && m[3].w == 1.0;
}

/// Whether all are finite (see transform::isFinite).
inline bool allFinite(std::span<const float> values) {
  float sum = 0.0f;
  for (const float v : values) {
    sum += v * 0.0f;
  }
  return sum == 0.0f;
}

template <int N>
bool allFinite(std::span<const glm::vec<N, float>> values) {
  return values.empty() || allFinite(std::span<const float>(&values[0][0], values.size() * N));
}

/// A name for messages: "clip \"Walk\"".
inline std::string quoted(const char* kind, const std::string& name) { return std::string(kind) + " \"" + name + "\""; }

Violation clips(const Model& model);

}  // namespace texeleton::model::check
