#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "app/editor/jobs/workshop.h"

namespace texeleton::editor {

/// Deviation of texels from the source's float64 values, for some columns and rows of the texture.
struct TextureDifference {
  std::shared_ptr<const BakeSnapshot> bake;
  std::vector<std::uint32_t> columns;  ///< x, ascending.
  std::vector<std::uint32_t> rows;     ///< y, ascending.
  std::vector<glm::vec4> values;       ///< Absolute values, row by row; negative: unused or unknown.
  glm::vec4 largest{0.0f};             ///< Per channel.

  /// Null: not among the evaluated texels.
  const glm::vec4* find(std::uint32_t x, std::uint32_t y) const;
};

/// Thread-safe; the result is incomplete if the job is cancelled.
TextureDifference differenceOf(const std::shared_ptr<const BakeSnapshot>& bake, std::vector<std::uint32_t> columns,
                               std::vector<std::uint32_t> rows, const JobContext& job);

}  // namespace texeleton::editor
