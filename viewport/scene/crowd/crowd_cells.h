#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "core/model/model.h"
#include "viewport/scene/crowd/instance_record.h"

namespace texeleton::viewport {

/// A run of neighbouring records of a crowd, and the bounds of every pose that they can show.
struct CrowdCell {
  model::Box bounds;
  std::uint32_t first = 0;  ///< Index into the crowd's records.
  std::uint32_t count = 0;
  float largestScale = 0.0f;
};

/// Orders places (x, z, metres) by the cells of a grid, row by row, then by number within a cell: place `order[k]`
/// comes k-th. `cells` receives the non-empty cells, with empty bounds. A camera that sees a convex part of the ground
/// sees one run of cells in each row.
std::vector<std::uint32_t> sortIntoCells(std::span<const glm::vec2> places, std::vector<CrowdCell>& cells);

/// Bounds of a pack's clips, found by the clips' frames, as in instance records.
class ClipBoxes {
 public:
  ClipBoxes() = default;
  /// `boxes[i]` belongs to the clip that begins at frame `frameBegins[i]`.
  ClipBoxes(std::span<const std::uint32_t> frameBegins, std::span<const model::Box> boxes);

  /// World bounds of an instance while it plays clip B, including clip A if that is another one, from which it
  /// cross-fades.
  model::Box around(const InstanceRecord& record) const;

 private:
  const model::Box& boxOf(std::uint32_t packedClip) const;

  struct Entry {
    std::uint32_t frameBegin = 0;
    model::Box box;
  };
  std::vector<Entry> m_entries;  ///< Ascending.
};

}  // namespace texeleton::viewport
