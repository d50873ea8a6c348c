#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "core/model/model.h"
#include "viewport/scene/instance_record.h"

namespace texeleton::viewport {

/// Neighbours in a crowd: a run of its records, and a box around them in every pose that they can show.
struct CrowdCell {
  model::Box bounds;
  std::uint32_t first = 0;  ///< Of the crowd's records.
  std::uint32_t count = 0;
  float largestScale = 0.0f;
};

/// The order of a crowd of these places (x, z, metres): by the cells of a grid, row by row, and by number in a cell.
/// `cells` gets those that are not empty; their bounds are empty. As a camera sees a convex part of the ground, of each
/// row it sees one run of cells. Place `order[k]` comes k-th.
std::vector<std::uint32_t> sortIntoCells(std::span<const glm::vec2> places, std::vector<CrowdCell>& cells);

/// The boxes of a pack's clips, found by their frames, as instance records name clips.
class ClipBoxes {
 public:
  ClipBoxes() = default;
  /// `boxes[i]` of the clip that begins at frame `frameBegins[i]`.
  ClipBoxes(std::span<const std::uint32_t> frameBegins, std::span<const model::Box> boxes);

  /// The bounds of an instance while it plays its clip B, and, where clip A is another, goes over from that. In the
  /// world.
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
