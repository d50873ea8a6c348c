#include "viewport/scene/crowd/crowd_view.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "viewport/scene/crowd/impostor_plan.h"

namespace texeleton::viewport {

namespace {

// The GPU's 32-bit result may lie on the other side of a plane.
constexpr double kPlaneSlack = 1e-5;

// Share of the square over a model's diagonal that an upright figure covers, approximately.
constexpr double kCoveredShare = 0.15;

// Cells whose far side is more than this many times as far from the camera as their near side are tested one instance
// at a time: a single level for the cell would be far too fine for most of them.
constexpr double kNearRatio = 1.25;

double distanceBetween(const glm::vec3& point, const model::Box& box) {
  const glm::dvec3 p(point);
  return glm::length(p - glm::clamp(p, glm::dvec3(box.min), glm::dvec3(box.max)));
}

double farthestDistance(const glm::vec3& point, const model::Box& box) {
  const glm::dvec3 p(point);
  return glm::length(glm::max(glm::abs(p - glm::dvec3(box.min)), glm::abs(p - glm::dvec3(box.max))));
}

/// The cell that a record is in.
std::span<const CrowdCell>::iterator cellOf(std::span<const CrowdCell> cells, std::uint32_t record) {
  return std::prev(std::upper_bound(cells.begin(), cells.end(), record,
                                    [](std::uint32_t of, const CrowdCell& cell) { return of < cell.first; }));
}

}  // namespace

Frustum::Frustum(const glm::mat4& viewProjection) {
  // Gribb and Hartmann, "Fast Extraction of Viewing Frustum Planes from the World-View-Projection Matrix", 2001.
  const glm::dmat4 m = glm::transpose(glm::dmat4(viewProjection));
  for (int i = 0; i < 6; ++i) {
    const glm::dvec4 plane = (i & 1) != 0 ? m[3] - m[i / 2] : m[3] + m[i / 2];
    const double length = glm::length(glm::dvec3(plane));
    m_planes[static_cast<std::size_t>(i)] = length > 0.0 ? plane / length : glm::dvec4(0.0, 0.0, 0.0, 1.0);
  }
}

bool Frustum::meetsSwept(const model::Box& box, const glm::vec3& way) const {
  return std::ranges::none_of(m_planes, [&](const glm::dvec4& plane) {
    const glm::dvec3 farthest(plane.x > 0.0 ? box.max.x : box.min.x, plane.y > 0.0 ? box.max.y : box.min.y,
                              plane.z > 0.0 ? box.max.z : box.min.z);
    const double inwards = std::max(glm::dot(glm::dvec3(plane), glm::dvec3(way)), 0.0);
    return glm::dot(glm::dvec3(plane), farthest) + plane.w + inwards < -kPlaneSlack * (1.0 + std::abs(plane.w));
  });
}

bool ShadowCasters::meets(const model::Box& box) const {
  if (!m_light.meets(box)) {
    return false;
  }
  constexpr float kFlat = 0.01f;  // Light at a lower angle reaches the end of the map before the floor.
  const float height = std::max(box.max.y - m_fall.floorMetres, 0.0f);
  const float length =
      m_fall.towardsLight.y > kFlat ? std::min(height / m_fall.towardsLight.y, m_fall.mostMetres) : m_fall.mostMetres;
  return m_camera.meetsSwept({box.min - m_fall.softMetres, box.max + m_fall.softMetres}, m_fall.towardsLight * -length);
}

LevelChoice::LevelChoice(const Camera& camera, int pixelHeight, float allowedPixels, std::vector<LevelDetail> levels)
    : m_position(camera.position()),
      m_orthographic(camera.orthographic),
      m_allowedPixels(allowedPixels),
      m_levels(std::move(levels)) {
  const float height =
      camera.orthographic ? camera.heightAtTarget() : 2.0f * std::tan(camera.fieldOfView * 0.5f);  // At one metre.
  m_pixelsPerMetre = static_cast<float>(pixelHeight) / height;
}

std::uint32_t LevelChoice::levelFor(const model::Box& box, float scale) const {
  const double distance = m_orthographic ? 1.0 : distanceBetween(m_position, box);
  const double allowed =
      static_cast<double>(m_allowedPixels) * distance / (static_cast<double>(m_pixelsPerMetre) * double{scale});
  const auto isFine = [&](const LevelDetail& level) {
    return static_cast<double>(level.colorMetres) <= allowed * double{kColorPixels} &&
           (static_cast<double>(level.errorMetres) <= allowed ||
            static_cast<double>(level.triangleMetres) <= allowed * double{kTrianglePixels});
  };
  std::uint32_t level = 0;
  while (level + 1 < m_levels.size() && isFine(m_levels[level + 1])) {
    ++level;
  }
  return level;
}

std::vector<LevelDetail> levelDetails(const vat::BakedAnimation& animation) {
  std::vector<LevelDetail> levels(1);
  for (const vat::BakedLod& lod : animation.mesh.lods) {
    const double triangles = std::max(1.0, static_cast<double>(lod.indices.size()) / 3.0);
    const double error =
        lod.maxMillimetres > 0.0 ? lod.maxMillimetres / 1000.0 : 0.5 * animation.sizeMetres / std::sqrt(triangles);
    const double inFront = std::sqrt(kCoveredShare * animation.sizeMetres * animation.sizeMetres / (0.5 * triangles));
    levels.push_back(
        {std::max(levels.back().errorMetres, static_cast<float>(error)),
         std::max(levels.back().triangleMetres, static_cast<float>(inFront)),
         std::max(levels.back().colorMetres, static_cast<float>(lod.colorMillimetres.value_or(0.0) / 1000.0))});
  }
  return levels;
}

std::vector<CrowdRun> visibleRuns(const Crowd& crowd, const Region* region, const LevelChoice* levels,
                                  const ImpostorChoice* impostors, const std::optional<glm::vec3>& eye) {
  std::vector<CrowdRun> runs;
  if (region == nullptr && levels == nullptr && impostors == nullptr) {
    runs.push_back({0, static_cast<std::uint32_t>(crowd.size()), 0});
    return runs;
  }
  const auto isSeen = [&](const model::Box& bounds, float scale) {
    const glm::vec3 reach(crowd.layerReach() * scale);
    return region == nullptr || region->meets({bounds.min - reach, bounds.max + reach});
  };
  const auto add = [&](const model::Box& bounds, float scale, std::uint32_t first, std::uint32_t count) {
    std::uint32_t level = kImpostorLevel;
    if (impostors == nullptr || !impostors->isFarEnough(bounds, scale)) {
      level = levels != nullptr ? levels->levelFor(bounds, scale) : 0;
    }
    if (!runs.empty() && runs.back().level == level && runs.back().first + runs.back().count == first) {
      runs.back().count += count;
    } else {
      runs.push_back({first, count, level});
    }
  };
  for (const CrowdCell& cell : crowd.cells()) {
    if (!isSeen(cell.bounds, cell.largestScale)) {
      continue;
    }
    if (!eye || farthestDistance(*eye, cell.bounds) <= kNearRatio * distanceBetween(*eye, cell.bounds)) {
      add(cell.bounds, cell.largestScale, cell.first, cell.count);
      continue;
    }
    for (std::uint32_t i = cell.first; i < cell.first + cell.count; ++i) {
      const model::Box bounds = crowd.boundsOf(i);
      const float scale = std::abs(crowd.records()[i].scale);
      if (isSeen(bounds, scale)) {
        add(bounds, scale, i, 1);
      }
    }
  }
  return runs;
}

std::vector<CrowdRun> nearestFirst(const Crowd& crowd, std::span<const CrowdRun> runs, const Camera& camera,
                                   bool byCells) {
  struct Placed {
    CrowdRun run;
    float depth = 0.0f;  // Along the view direction.
  };
  const glm::vec3 forward = camera.forward();
  std::vector<Placed> placed;
  placed.reserve(byCells ? crowd.cells().size() : runs.size());
  const std::span<const CrowdCell> cells = crowd.cells();
  for (const CrowdRun& run : runs) {
    const std::uint32_t end = run.first + run.count;
    bool isFirst = true;
    for (auto cell = cellOf(cells, run.first); cell != cells.end() && cell->first < end; ++cell) {
      const std::uint32_t first = std::max(cell->first, run.first);
      const std::uint32_t count = std::min(cell->first + cell->count, end) - first;
      const glm::vec3 place =
          count == cell->count ? (cell->bounds.min + cell->bounds.max) * 0.5f : crowd.records()[first].position;
      const float depth = glm::dot(place, forward);
      if (byCells || isFirst) {
        placed.push_back({byCells ? CrowdRun{first, count, run.level} : run, depth});
      }
      placed.back().depth = std::min(placed.back().depth, depth);
      isFirst = false;
    }
  }
  std::ranges::stable_sort(placed, [](const Placed& a, const Placed& b) {
    return a.run.level != b.run.level ? a.run.level < b.run.level : a.depth < b.depth;
  });
  std::vector<CrowdRun> ordered;
  ordered.reserve(placed.size());
  for (const Placed& next : placed) {
    const bool joins = !ordered.empty() && ordered.back().level == next.run.level &&
                       ordered.back().first + ordered.back().count == next.run.first;
    if (joins) {
      ordered.back().count += next.run.count;
    } else {
      ordered.push_back(next.run);
    }
  }
  return ordered;
}

PictureBand bandOf(const Crowd& crowd, std::span<const CrowdRun> runs, const glm::mat4& viewProjection) {
  constexpr float kNearest = 1e-3f;  // In w: anything that crosses the camera's plane may be anywhere in the picture.
  const glm::mat4 rows = glm::transpose(viewProjection);
  const std::span<const CrowdCell> cells = crowd.cells();
  PictureBand band;
  for (const CrowdRun& run : runs) {
    for (auto cell = cellOf(cells, run.first); cell != cells.end() && cell->first < run.first + run.count; ++cell) {
      const glm::vec3 reach(crowd.layerReach() * cell->largestScale);
      const glm::vec3 ends[2] = {cell->bounds.min - reach, cell->bounds.max + reach};
      for (std::size_t i = 0; i < 8; ++i) {
        const glm::vec4 corner(ends[i & 1].x, ends[i >> 1 & 1].y, ends[i >> 2].z, 1.0f);
        const float w = glm::dot(rows[3], corner);
        if (w <= kNearest) {
          return {-1.0f, 1.0f};
        }
        const float y = glm::dot(rows[1], corner) / w;
        band.bottom = std::min(band.bottom, y);
        band.top = std::max(band.top, y);
      }
    }
  }
  return {std::max(band.bottom, -1.0f), std::min(band.top, 1.0f)};
}

std::uint64_t instanceCount(std::span<const CrowdRun> runs) {
  std::uint64_t count = 0;
  for (const CrowdRun& run : runs) {
    count += run.count;
  }
  return count;
}

std::vector<std::uint32_t> instancesOf(const Crowd& crowd, std::span<const CrowdRun> a, std::span<const CrowdRun> b,
                                       const glm::vec3& from, float within, std::span<const std::uint32_t> anywhere) {
  std::vector<std::uint32_t> instances;
  std::size_t inA = 0;
  std::size_t inB = 0;
  const auto covers = [](std::span<const CrowdRun> runs, std::size_t& at, std::uint32_t instance) {
    while (at < runs.size() && runs[at].first + runs[at].count <= instance) {
      ++at;
    }
    return at < runs.size() && runs[at].first <= instance;
  };
  auto next = anywhere.begin();
  for (const CrowdCell& cell : crowd.cells()) {
    const std::uint32_t end = cell.first + cell.count;
    const bool hasNone = next == anywhere.end() || *next >= end;
    if (within > 0.0f && hasNone && distanceBetween(from, cell.bounds) >= static_cast<double>(within) * 1.001) {
      continue;
    }
    for (std::uint32_t i = cell.first; i < end; ++i) {
      const bool isChosen = next != anywhere.end() && *next == i;
      next += isChosen ? 1 : 0;
      const bool seen = covers(a, inA, i);
      if ((covers(b, inB, i) || seen) &&
          (within <= 0.0f || isChosen || glm::distance(crowd.records()[i].position, from) < within)) {
        instances.push_back(i);
      }
    }
  }
  return instances;
}

std::vector<CrowdRun> runsWithout(std::span<const CrowdRun> runs, std::span<const std::uint32_t> instances) {
  std::vector<CrowdRun> kept;
  auto next = instances.begin();
  for (const CrowdRun& run : runs) {
    std::uint32_t first = run.first;
    const std::uint32_t end = run.first + run.count;
    for (next = std::lower_bound(next, instances.end(), first); next != instances.end() && *next < end; ++next) {
      if (*next > first) {
        kept.push_back({first, *next - first, run.level});
      }
      first = *next + 1;
    }
    if (end > first) {
      kept.push_back({first, end - first, run.level});
    }
  }
  return kept;
}

namespace {

constexpr int kTriesASide = 9;
constexpr float kNearSpacings = 3.0f;  // Radius in which neighbours are considered.

}  // namespace

Camera standInCrowd(const Camera& camera, const Crowd& crowd, const model::Box& model, float eyeShare) {
  const model::Box& around = crowd.bounds();
  const glm::vec3 middle = (around.min + around.max) * 0.5f;
  const float spacing = crowd.spacing();
  std::vector<glm::vec2> near;
  for (const InstanceRecord& record : crowd.records()) {
    const glm::vec2 place(record.position.x, record.position.z);
    if (glm::distance(place, glm::vec2(middle.x, middle.z)) < kNearSpacings * spacing) {
      near.push_back(place);
    }
  }
  glm::vec2 best(middle.x, middle.z);
  float farthest = -1.0f;
  for (int i = 0; !near.empty() && i < kTriesASide * kTriesASide; ++i) {
    const glm::vec2 share(i % kTriesASide, i / kTriesASide);
    const glm::vec2 place =
        glm::vec2(middle.x, middle.z) + (share / static_cast<float>(kTriesASide - 1) - 0.5f) * (2.0f * spacing);
    float nearest = std::numeric_limits<float>::max();
    for (const glm::vec2& other : near) {
      nearest = std::min(nearest, glm::distance(place, other));
    }
    if (nearest > farthest * 1.0001f) {
      farthest = nearest;
      best = place;
    }
  }
  Camera inside = camera;
  inside.orthographic = false;
  inside.distance = std::max(model.max.y - model.min.y, 1e-3f);
  const glm::vec3 eye(best.x, model.min.y + eyeShare * (model.max.y - model.min.y), best.y);
  inside.target = eye + inside.forward() * inside.distance;
  return inside;
}

}  // namespace texeleton::viewport
