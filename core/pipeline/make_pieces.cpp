#include "core/pipeline/make_pieces.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/bake/clip_plan.h"
#include "core/model/point_cache.h"
#include "core/retargeting/clip_names.h"
#include "core/retargeting/fit_rotation.h"
#include "core/transform/transform.h"

namespace texeleton::pipeline {

namespace {

constexpr double kMostUnevenScale = 1e-5;  ///< Share by which a node's axes may differ.

/// An island of a mesh, and its points in the set.
struct Island {
  std::vector<std::uint32_t> points;
  glm::dvec3 center{0.0};   ///< The mean of its points in the bind pose.
  double mostMetres = 0.0;  ///< The largest distance of a point from the rigid motion.
};

class PieceMaker {
 public:
  PieceMaker(model::Model model, std::span<const CacheRequest> caches, JobContext& job)
      : m_model(std::move(model)), m_caches(caches), m_job(job) {
    for (const model::Node& node : m_model.nodes) {
      m_names.insert(node.name);
    }
  }

  Result<model::Model> run() {
    for (std::size_t set = 0; set < m_model.pointSets.size(); ++set) {
      if (const auto limit = limitOf(PointSetIndex(set))) {
        m_mostMetres = 1e-3 * *limit;
        TRY(takeSet(PointSetIndex(set)));
      }
    }
    return std::move(m_model);
  }

 private:
  /// The smallest limit of the caches of a set, in millimetres; nullopt if none has one.
  std::optional<double> limitOf(PointSetIndex set) const {
    std::optional<double> limit;
    for (const model::Clip& clip : m_model.clips) {
      for (const model::PointTrack& track : clip.pointTracks) {
        for (const CacheRequest& cache : m_caches) {
          if (track.set == set && cache.pieces && cache.file == track.cache->file()) {
            limit = std::min(limit.value_or(*cache.pieces), *cache.pieces);
          }
        }
      }
    }
    return limit;
  }

  Result<void> takeSet(PointSetIndex set) {
    const auto first = std::find_if(m_model.parts.begin(), m_model.parts.end(),
                                    [set](const model::MeshPart& part) { return part.pointSet == set; });
    if (first == m_model.parts.end()) {
      return {};
    }
    const std::string mesh = first->name;
    if (first->skinned) {
      return fail(
          ErrorCode::Unsupported,
          message("the mesh \"%1\" is skinned to bones: only a mesh without skin can be taken apart into pieces",
                  mesh));
    }
    const glm::dmat4 toNode = m_model.palette[m_model.pointSets[set.value].entry].inverseBind;
    double shear = 0.0;
    const glm::dvec3 scale = glm::abs(transform::decompose(toNode, &shear).scale);
    const double largest = std::max({scale.x, scale.y, scale.z});
    if (shear > kMostUnevenScale || largest - std::min({scale.x, scale.y, scale.z}) > kMostUnevenScale * largest) {
      return fail(
          ErrorCode::Unsupported,
          message("the node of the mesh \"%1\" is scaled unevenly, so its pieces do not move rigidly; apply its "
                  "scale in the modelling program",
                  mesh));
    }
    findIslands(set);
    const std::size_t firstNode = m_model.nodes.size();
    addNodes(set, mesh, toNode);
    for (model::Clip& clip : m_model.clips) {
      const auto track = std::find_if(clip.pointTracks.begin(), clip.pointTracks.end(),
                                      [set](const model::PointTrack& each) { return each.set == set; });
      if (track != clip.pointTracks.end()) {
        TRY(addTracks(clip, *track, toNode, firstNode));
        clip.pointTracks.erase(track);
      }
    }
    TRY(checkDistances(mesh, firstNode));
    removeEntry(m_model.pointSets[set.value].entry);
    for (model::MeshPart& part : m_model.parts) {
      if (part.pointSet == set) {
        part.pointSet = PointSetIndex();
        part.skinned = true;
      }
    }
    return {};
  }

  /// Calls `each` with each vertex of the set's parts and its point.
  template <class Each>
  void forEachVertex(PointSetIndex set, const Each& each) const {
    for (const model::MeshPart& part : m_model.parts) {
      for (std::uint32_t i = 0; part.pointSet == set && i < part.vertexCount; ++i) {
        each(part.firstVertex + i, part.points[i]);
      }
    }
  }

  void findIslands(PointSetIndex set) {
    const std::uint32_t pointCount = m_model.pointSets[set.value].pointCount;
    std::vector<std::uint32_t> parent(pointCount);
    std::iota(parent.begin(), parent.end(), 0u);
    const auto rootOf = [&parent](std::uint32_t point) {
      while (parent[point] != point) {
        point = parent[point] = parent[parent[point]];
      }
      return point;
    };
    for (const model::MeshPart& part : m_model.parts) {
      for (std::uint32_t i = 0; part.pointSet == set && i < part.indexCount; i += 3) {
        const auto pointOf = [&](std::uint32_t corner) {
          return rootOf(part.points[m_model.vertices.indices[part.firstIndex + i + corner] - part.firstVertex]);
        };
        const std::uint32_t least = std::min({pointOf(0), pointOf(1), pointOf(2)});
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
          parent[pointOf(corner)] = least;
        }
      }
    }
    m_places.assign(pointCount, glm::dvec3(0.0));
    std::vector<bool> isUsed(pointCount, false);
    forEachVertex(set, [&](std::uint32_t vertex, std::uint32_t point) {
      m_places[point] = m_model.vertices.positions[vertex];
      isUsed[point] = true;
    });
    m_islands.clear();
    m_islandOf.assign(pointCount, kNoIndex);
    for (std::uint32_t point = 0; point < pointCount; ++point) {
      if (!isUsed[point]) {
        continue;
      }
      const std::uint32_t root = rootOf(point);  // The lowest point of the island that a triangle uses.
      if (m_islandOf[root] == kNoIndex) {
        m_islandOf[root] = static_cast<std::uint32_t>(m_islands.size());
        m_islands.emplace_back();
      }
      m_islandOf[point] = m_islandOf[root];
      m_islands[m_islandOf[point]].points.push_back(point);
      m_islands[m_islandOf[point]].center += m_places[point];
    }
    for (Island& island : m_islands) {
      island.center /= static_cast<double>(island.points.size());
    }
  }

  /// Removes the palette entry of the points, unless something else uses it.
  void removeEntry(std::uint32_t entry) {
    std::vector<model::Influence>& influences = m_model.vertices.influences;
    const auto users = std::count_if(m_model.pointSets.begin(), m_model.pointSets.end(),
                                     [entry](const model::PointSet& set) { return set.entry == entry; }) -
                       1 +
                       std::count_if(influences.begin(), influences.end(),
                                     [entry](const model::Influence& influence) { return influence.joint == entry; });
    if (users > 0) {
      return;
    }
    m_model.palette.erase(m_model.palette.begin() + entry);
    for (model::Influence& influence : influences) {
      influence.joint -= influence.joint > entry ? 1u : 0u;
    }
    for (model::PointSet& set : m_model.pointSets) {
      set.entry -= set.entry > entry ? 1u : 0u;
    }
  }

  /// Adds a node and a palette entry for each island and binds its vertices to it.
  void addNodes(PointSetIndex set, const std::string& mesh, const glm::dmat4& toNode) {
    const NodeIndex parent = m_model.palette[m_model.pointSets[set.value].entry].node;
    const auto firstEntry = static_cast<std::uint32_t>(m_model.palette.size());
    for (std::size_t i = 0; i < m_islands.size(); ++i) {
      model::Node node;
      node.name = retargeting::freeName(mesh + "_piece_" + std::to_string(i + 1), m_names);
      node.parent = parent;
      node.rest.translation = glm::dvec3(toNode * glm::dvec4(m_islands[i].center, 1.0));
      m_model.palette.push_back(
          {NodeIndex(m_model.nodes.size()), glm::translate(glm::dmat4(1.0), -node.rest.translation) * toNode});
      m_model.nodes.push_back(std::move(node));
      ++m_model.boneCount;
    }
    // A vertex without skin has one influence, so the list keeps its layout.
    forEachVertex(set, [&](std::uint32_t vertex, std::uint32_t point) {
      m_model.vertices.influences[m_model.vertices.influenceBegin[vertex]].joint = firstEntry + m_islandOf[point];
    });
  }

  Result<void> addTracks(model::Clip& clip, const model::PointTrack& track, const glm::dmat4& toNode,
                         std::size_t firstNode) {
    const auto timeline = static_cast<std::uint32_t>(clip.timelines.size());
    const std::size_t samples = track.times.size();
    std::vector<std::vector<float>> moves(m_islands.size());
    std::vector<std::vector<float>> turns(m_islands.size());
    const glm::dmat3 basis = glm::dmat3(toNode) / std::cbrt(glm::determinant(glm::dmat3(toNode)));
    std::vector<glm::vec3> points(track.cache->pointCount());
    std::vector<retargeting::RotationPair> pairs;
    std::vector<glm::dquat> before(m_islands.size(), glm::dquat(1.0, 0.0, 0.0, 0.0));
    for (std::uint32_t sample = 0; sample < samples; ++sample) {
      if (m_job.isCancelled()) {
        return fail(ErrorCode::Cancelled, "taking the mesh apart was cancelled");
      }
      TRY(track.cache->read(sample, points));
      for (std::size_t i = 0; i < m_islands.size(); ++i) {
        Island& island = m_islands[i];
        const auto placeOf = [&](std::uint32_t point) {
          return glm::dvec3(track.toPack * glm::dvec4(glm::dvec3(points[point]), 1.0));
        };
        glm::dvec3 middle(0.0);
        for (const std::uint32_t point : island.points) {
          middle += placeOf(point);
        }
        middle /= static_cast<double>(island.points.size());
        pairs.clear();
        for (const std::uint32_t point : island.points) {
          pairs.push_back({m_places[point] - island.center, placeOf(point) - middle});
        }
        const glm::dquat turn = retargeting::fitRotation(pairs);
        for (const std::uint32_t point : island.points) {
          const glm::dvec3 rigid = turn * (m_places[point] - island.center) + middle;
          island.mostMetres = std::max(island.mostMetres, glm::distance(rigid, placeOf(point)));
        }
        const glm::dvec3 move = glm::dvec3(toNode * glm::dvec4(middle, 1.0));
        glm::dquat local = glm::normalize(glm::quat_cast(basis * glm::mat3_cast(turn) * glm::inverse(basis)));
        local = glm::dot(local, before[i]) < 0.0 ? -local : local;
        before[i] = local;
        moves[i].insert(moves[i].end(),
                        {static_cast<float>(move.x), static_cast<float>(move.y), static_cast<float>(move.z)});
        turns[i].insert(turns[i].end(), {static_cast<float>(local.x), static_cast<float>(local.y),
                                         static_cast<float>(local.z), static_cast<float>(local.w)});
      }
    }
    clip.timelines.push_back(track.times);
    for (std::size_t i = 0; i < m_islands.size(); ++i) {
      for (auto& [target, values] : {std::pair(model::TrackTarget::Translation, &moves[i]),
                                     std::pair(model::TrackTarget::Rotation, &turns[i])}) {
        model::Track keys;
        keys.target = target;
        keys.node = NodeIndex(firstNode + i);
        keys.timeline = timeline;
        keys.values = std::move(*values);
        clip.tracks.push_back(std::move(keys));
      }
    }
    return {};
  }

  Result<void> checkDistances(const std::string& mesh, std::size_t firstNode) const {
    const auto worst = std::max_element(m_islands.begin(), m_islands.end(),
                                        [](const Island& a, const Island& b) { return a.mostMetres < b.mostMetres; });
    const auto bad = std::count_if(m_islands.begin(), m_islands.end(),
                                   [this](const Island& island) { return island.mostMetres > m_mostMetres; });
    if (bad > 0) {
      const glm::dvec3& p = worst->center;
      return fail(
          ErrorCode::InvalidArgument,
          message("%1 of the %2 pieces of the mesh \"%3\" do not move rigidly: the points of the one at (%4, %5, "
                  "%6) m, of %7 points, leave a rigid motion by %8 mm, and %9 are allowed; bake the mesh in "
                  "vertex mode without pieces",
                  bad, m_islands.size(), mesh, bake::shortNumber(p.x), bake::shortNumber(p.y), bake::shortNumber(p.z),
                  worst->points.size(), bake::shortNumber(1e3 * worst->mostMetres),
                  bake::shortNumber(1e3 * m_mostMetres)));
    }
    m_job.inform(message("The mesh \"%1\" has %2 pieces; the points of %3 leave a rigid motion most, by %4 mm.", mesh,
                         m_islands.size(),
                         m_model.nodes[firstNode + static_cast<std::size_t>(worst - m_islands.begin())].name,
                         bake::shortNumber(1e3 * worst->mostMetres)));
    return {};
  }

  model::Model m_model;
  std::span<const CacheRequest> m_caches;
  double m_mostMetres = 0.0;
  JobContext& m_job;
  std::set<std::string, std::less<>> m_names;
  // The set that is being split.
  std::vector<Island> m_islands;
  std::vector<std::uint32_t> m_islandOf;  ///< By point; kNoIndex: no vertex is at it.
  std::vector<glm::dvec3> m_places;       ///< By point, in the bind pose.
};

}  // namespace

Result<model::Model> makePieces(model::Model model, std::span<const CacheRequest> caches, JobContext& job) {
  return PieceMaker(std::move(model), caches, job).run();
}

}  // namespace texeleton::pipeline
