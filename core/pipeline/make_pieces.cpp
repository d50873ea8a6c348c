#include "core/pipeline/make_pieces.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/bake/clip_plan.h"
#include "core/model/point_cache.h"
#include "core/pipeline/islands.h"
#include "core/retargeting/clip_names.h"
#include "core/retargeting/fit_rotation.h"

namespace texeleton::pipeline {

namespace {

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
    const auto first = std::ranges::find(m_model.parts, set, &model::MeshPart::pointSet);
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
    if (!keepsRigid(toNode)) {
      return fail(
          ErrorCode::Unsupported,
          message("the node of the mesh \"%1\" is scaled unevenly, so its pieces do not move rigidly; apply its "
                  "scale in the modelling program",
                  mesh));
    }
    m_found = findIslands(m_model, set);
    m_mostOff.assign(m_found.islands.size(), 0.0);
    const std::size_t firstNode = m_model.nodes.size();
    addNodes(set, mesh, toNode);
    for (model::Clip& clip : m_model.clips) {
      const auto track = std::ranges::find(clip.pointTracks, set, &model::PointTrack::set);
      if (track != clip.pointTracks.end()) {
        TRY(addTracks(clip, *track, toNode, firstNode));
        clip.pointTracks.erase(track);
      }
    }
    TRY(notePieces(mesh, firstNode));
    removeEntry(m_model.pointSets[set.value].entry);
    for (model::MeshPart& part : m_model.parts) {
      if (part.pointSet == set) {
        part.pointSet = PointSetIndex();
        part.skinned = true;
      }
    }
    return {};
  }

  /// Removes the palette entry that carried the points, unless something else follows it.
  void removeEntry(std::uint32_t entry) {
    std::vector<model::Influence>& influences = m_model.vertices.influences;
    const auto users =
        std::ranges::count_if(m_model.pointSets, [entry](const model::PointSet& set) { return set.entry == entry; }) -
        1 + std::ranges::count_if(influences, [entry](const model::Influence& influence) {
          return influence.joint == entry;
        });
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
    for (std::size_t i = 0; i < m_found.islands.size(); ++i) {
      model::Node node;
      node.name = retargeting::freeName(mesh + "_piece_" + std::to_string(i + 1), m_names);
      node.parent = parent;
      node.rest.translation = glm::dvec3(toNode * glm::dvec4(m_found.islands[i].center, 1.0));
      m_model.palette.push_back(
          {NodeIndex(m_model.nodes.size()), glm::translate(glm::dmat4(1.0), -node.rest.translation) * toNode});
      m_model.nodes.push_back(std::move(node));
      ++m_model.boneCount;
    }
    // A vertex without skin has one influence, so positions in the list do not change.
    forEachVertex(m_model, set, [&](std::uint32_t vertex, std::uint32_t point) {
      m_model.vertices.influences[m_model.vertices.influenceBegin[vertex]].joint = firstEntry + m_found.islandOf[point];
    });
  }

  Result<void> addTracks(model::Clip& clip, const model::PointTrack& track, const glm::dmat4& toNode,
                         std::size_t firstNode) {
    const auto timeline = static_cast<std::uint32_t>(clip.timelines.size());
    const std::size_t samples = track.times.size();
    const std::size_t pieces = m_found.islands.size();
    std::vector<std::vector<float>> moves(pieces);
    std::vector<std::vector<float>> turns(pieces);
    const glm::dmat3 basis = glm::dmat3(toNode) / std::cbrt(glm::determinant(glm::dmat3(toNode)));
    std::vector<glm::vec3> points(track.cache->pointCount());
    std::vector<retargeting::RotationPair> pairs;
    std::vector<glm::dquat> before(pieces, glm::dquat(1.0, 0.0, 0.0, 0.0));
    for (std::uint32_t sample = 0; sample < samples; ++sample) {
      if (m_job.isCancelled()) {
        return fail(ErrorCode::Cancelled, "taking the mesh apart was cancelled");
      }
      TRY(track.cache->read(sample, points));
      for (std::size_t i = 0; i < pieces; ++i) {
        const RigidFit fit = fitIsland(m_found, m_found.islands[i].points, points, track.toPack, pairs);
        m_mostOff[i] = std::max(m_mostOff[i], fit.mostMetres);
        const glm::dvec3 move = glm::dvec3(toNode * glm::dvec4(fit.middle, 1.0));
        glm::dquat local = glm::normalize(glm::quat_cast(basis * glm::mat3_cast(fit.turn) * glm::inverse(basis)));
        local = glm::dot(local, before[i]) < 0.0 ? -local : local;
        before[i] = local;
        moves[i].insert(moves[i].end(),
                        {static_cast<float>(move.x), static_cast<float>(move.y), static_cast<float>(move.z)});
        turns[i].insert(turns[i].end(), {static_cast<float>(local.x), static_cast<float>(local.y),
                                         static_cast<float>(local.z), static_cast<float>(local.w)});
      }
    }
    clip.timelines.push_back(track.times);
    for (std::size_t i = 0; i < pieces; ++i) {
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

  Result<void> notePieces(const std::string& mesh, std::size_t firstNode) {
    const auto worst = static_cast<std::size_t>(std::ranges::max_element(m_mostOff) - m_mostOff.begin());
    const auto bad = std::ranges::count_if(m_mostOff, [this](double metres) { return metres > m_mostMetres; });
    if (bad > 0) {
      const glm::dvec3& p = m_found.islands[worst].center;
      return fail(
          ErrorCode::InvalidArgument,
          message("%1 of the %2 pieces of the mesh \"%3\" do not move rigidly: the points of the one at (%4, %5, "
                  "%6) m, of %7 points, leave a rigid motion by %8 mm, and %9 are allowed; bake the mesh in "
                  "vertex mode without pieces",
                  bad, m_mostOff.size(), mesh, bake::shortNumber(p.x), bake::shortNumber(p.y), bake::shortNumber(p.z),
                  m_found.islands[worst].points.size(), bake::shortNumber(1e3 * m_mostOff[worst]),
                  bake::shortNumber(1e3 * m_mostMetres)));
    }
    m_job.inform(message("The mesh \"%1\" has %2 pieces; the points of %3 leave a rigid motion most, by %4 mm.", mesh,
                         m_mostOff.size(), m_model.nodes[firstNode + worst].name,
                         bake::shortNumber(1e3 * m_mostOff[worst])));
    for (std::size_t i = 0; i < m_mostOff.size(); ++i) {
      m_model.pieces.push_back(
          {NodeIndex(firstNode + i), static_cast<std::uint32_t>(m_found.islands[i].points.size()), m_mostOff[i]});
    }
    return {};
  }

  model::Model m_model;
  std::span<const CacheRequest> m_caches;
  double m_mostMetres = 0.0;
  JobContext& m_job;
  std::set<std::string, std::less<>> m_names;
  // The set that is being split.
  Islands m_found;
  std::vector<double> m_mostOff;  ///< Metres, by island: the largest distance of a point from the rigid motion.
};

}  // namespace

Result<model::Model> makePieces(model::Model model, std::span<const CacheRequest> caches, JobContext& job) {
  return PieceMaker(std::move(model), caches, job).run();
}

std::vector<model::Piece> worstPieces(const model::Model& model, std::size_t count) {
  std::vector<model::Piece> pieces = model.pieces;
  const auto end = pieces.begin() + static_cast<std::ptrdiff_t>(std::min(count, pieces.size()));
  std::partial_sort(pieces.begin(), end, pieces.end(), [](const model::Piece& a, const model::Piece& b) {
    return a.residualMetres != b.residualMetres ? a.residualMetres > b.residualMetres : a.node.value < b.node.value;
  });
  pieces.erase(end, pieces.end());
  return pieces;
}

}  // namespace texeleton::pipeline
