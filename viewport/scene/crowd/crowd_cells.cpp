#include "viewport/scene/crowd/crowd_cells.h"

#include <algorithm>
#include <cmath>

#include "viewport/scene/gpu/packing.h"

namespace texeleton::viewport {

namespace {

// Small cells follow the edge of the picture closely, large ones need fewer draws. About a thousand cells of 16 to 64
// instances can be tested in a fraction of a millisecond.
constexpr std::size_t kWantedCells = 1024;
constexpr std::size_t kLeastInACell = 16;
constexpr std::size_t kMostInACell = 64;
constexpr std::size_t kMostCells = 16'384;

struct Grid {
  glm::vec2 corner{0.0f};
  glm::vec2 side{1.0f};
  std::uint32_t columns = 1;
  std::uint32_t rows = 1;

  std::uint32_t cellOf(const glm::vec2& place) const {
    const auto along = [](float offset, float step, std::uint32_t count) {
      const float at = std::floor(offset / step);
      return at > 0.0f ? std::min(static_cast<std::uint32_t>(at), count - 1) : 0u;
    };
    return along(place.y - corner.y, side.y, rows) * columns + along(place.x - corner.x, side.x, columns);
  }
};

Grid gridFor(std::span<const glm::vec2> places) {
  glm::vec2 least(places.front());
  glm::vec2 most(places.front());
  for (const glm::vec2& place : places) {
    least = glm::min(least, place);
    most = glm::max(most, place);
  }
  const std::size_t inACell = std::max(std::clamp(places.size() / kWantedCells, kLeastInACell, kMostInACell),
                                       (places.size() + kMostCells - 1) / kMostCells);
  const double cells = std::max(1.0, static_cast<double>(places.size()) / static_cast<double>(inACell));
  const glm::dvec2 extent = glm::max(glm::dvec2(most) - glm::dvec2(least), glm::dvec2(1e-6));
  const double columns = std::clamp(std::round(std::sqrt(cells * extent.x / extent.y)), 1.0, std::ceil(cells));
  Grid grid;
  grid.corner = least;
  grid.columns = static_cast<std::uint32_t>(columns);
  grid.rows = static_cast<std::uint32_t>(std::max(1.0, std::round(cells / columns)));
  grid.side = glm::vec2(extent / glm::dvec2(grid.columns, grid.rows));
  return grid;
}

}  // namespace

std::vector<std::uint32_t> sortIntoCells(std::span<const glm::vec2> places, std::vector<CrowdCell>& cells) {
  cells.clear();
  if (places.empty()) {
    return {};
  }
  const Grid grid = gridFor(places);
  std::vector<std::uint32_t> next(std::size_t{grid.columns} * grid.rows, 0);
  for (const glm::vec2& place : places) {
    ++next[grid.cellOf(place)];
  }
  std::uint32_t first = 0;
  for (std::uint32_t& entry : next) {
    const std::uint32_t count = entry;
    if (count > 0) {
      cells.push_back({model::Box(), first, count, 0.0f});
    }
    entry = first;
    first += count;
  }
  std::vector<std::uint32_t> order(places.size());
  for (std::uint32_t i = 0; i < places.size(); ++i) {
    order[next[grid.cellOf(places[i])]++] = i;
  }
  return order;
}

ClipBoxes::ClipBoxes(std::span<const std::uint32_t> frameBegins, std::span<const model::Box> boxes) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    m_entries.push_back({frameBegins[i], boxes[i]});
  }
  std::ranges::sort(m_entries, {}, &Entry::frameBegin);
}

const model::Box& ClipBoxes::boxOf(std::uint32_t packedClip) const {
  const std::uint32_t frameBegin = unpackClip(packedClip).frameBegin;
  const auto after = std::upper_bound(m_entries.begin(), m_entries.end(), frameBegin,
                                      [](std::uint32_t frame, const Entry& entry) { return frame < entry.frameBegin; });
  return after == m_entries.begin() ? m_entries.front().box : std::prev(after)->box;
}

model::Box ClipBoxes::around(const InstanceRecord& record) const {
  model::Box own = boxOf(record.clipB);
  if (record.clipA != record.clipB) {
    own.add(boxOf(record.clipA));
  }
  const glm::vec3 middle = record.toWorld((own.min + own.max) * 0.5f);
  const glm::vec3 half = (own.max - own.min) * (0.5f * std::abs(record.scale));
  // Extent of a rotated box along each axis: the sum over its three edges.
  const glm::vec4 q = unpackRotation(record.rotation);
  const glm::vec3 axis(q);
  glm::vec3 reach(0.0f);
  for (int i = 0; i < 3; ++i) {
    glm::vec3 edge(0.0f);
    edge[i] = half[i];
    reach += glm::abs(edge + 2.0f * glm::cross(axis, glm::cross(axis, edge) + q.w * edge));
  }
  model::Box box;
  box.add(middle - reach);
  box.add(middle + reach);
  return box;
}

}  // namespace texeleton::viewport
