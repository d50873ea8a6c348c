#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "app/editor/jobs/workshop.h"

namespace texeleton::editor {

/// How far texels are from what the source says there in float64, at some columns and rows of the texture.
struct TextureDifference {
  std::shared_ptr<const BakeSnapshot> bake;
  std::vector<std::uint32_t> columns;  ///< x, ascending.
  std::vector<std::uint32_t> rows;     ///< y, ascending.
  std::vector<glm::vec4> values;       ///< Absolute, row by row; below 0: nothing is there, or it cannot be told.
  glm::vec4 largest{0.0f};             ///< Of each channel.

  /// Null: not among those that were looked at.
  const glm::vec4* find(std::uint32_t x, std::uint32_t y) const;
};

/// Any thread; what it returns when the job is cancelled is not all of it.
TextureDifference differenceOf(const std::shared_ptr<const BakeSnapshot>& bake, std::vector<std::uint32_t> columns,
                               std::vector<std::uint32_t> rows, const JobContext& job);

}  // namespace texeleton::editor
