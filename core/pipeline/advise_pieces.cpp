#include "core/pipeline/advise_pieces.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/bake/clip_plan.h"
#include "core/model/point_cache.h"
#include "core/pipeline/islands.h"
#include "core/vat/baked_animation.h"

namespace texeleton::pipeline {

namespace {

constexpr std::uint32_t kSamples = 8;      ///< Samples examined in each cache.
constexpr std::size_t kPoints = 64;        ///< Points examined in each island.
constexpr double kMuchSmaller = 1.5;       ///< Texels of vertex mode for each of bone mode.
constexpr double kShareOfSize = 1e-4;      ///< The usual error of a piece.
constexpr double kShareOfTolerance = 0.5;  ///< For an error found in few points, since others may be worse.

/// Some of the points of an island, spread over it.
std::vector<std::uint32_t> fewPoints(const Island& island) {
  const std::size_t count = std::min(kPoints, island.points.size());
  std::vector<std::uint32_t> points;
  points.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    points.push_back(island.points[i * island.points.size() / count]);
  }
  return points;
}

/// A mesh that a cache moves.
struct CachedMesh {
  std::string name;
  std::size_t islands = 0;
  double timesSmaller = 0.0;
};

class Adviser {
 public:
  Adviser(const model::Model& model, const JobContext& job)
      : m_model(model), m_job(job), m_mostMetres(1e-3 * kShareOfTolerance * usualPieceMillimetres(model)) {}

  /// The mesh of a set, if its islands move rigidly.
  std::optional<CachedMesh> rigid(PointSetIndex set) const {
    CachedMesh mesh;
    std::uint64_t vertices = 0;
    for (const model::MeshPart& part : m_model.parts) {
      if (part.pointSet == set) {
        if (part.skinned || part.morphSet) {
          return std::nullopt;
        }
        mesh.name = part.name;
        vertices += part.vertexCount;
      }
    }
    if (!keepsRigid(m_model.palette[m_model.pointSets[set.value].entry].inverseBind)) {
      return std::nullopt;
    }
    const Islands found = findIslands(m_model, set);
    mesh.islands = found.islands.size();
    mesh.timesSmaller = static_cast<double>(vat::kTexelsPerVertex) * static_cast<double>(vertices) /
                        (static_cast<double>(vat::kTexelsPerBone) * static_cast<double>(mesh.islands));
    if (mesh.timesSmaller < kMuchSmaller) {
      return std::nullopt;
    }
    for (const model::Clip& clip : m_model.clips) {
      for (const model::PointTrack& track : clip.pointTracks) {
        if (track.set == set && !movesRigidly(found, track)) {
          return std::nullopt;
        }
      }
    }
    return mesh;
  }

 private:
  bool movesRigidly(const Islands& found, const model::PointTrack& track) const {
    std::vector<glm::vec3> sample(track.cache->pointCount());
    std::vector<retargeting::RotationPair> pairs;
    const std::uint32_t last = track.cache->sampleCount() - 1;
    const std::uint32_t count = std::min(kSamples, track.cache->sampleCount());
    for (std::uint32_t i = 0; i < count; ++i) {
      // The last first, in which cloth is deformed most.
      const auto number = static_cast<std::uint32_t>(last - std::uint64_t{last} * i / std::max(1u, count - 1));
      if (m_job.isCancelled() || !track.cache->read(number, sample)) {
        return false;
      }
      for (const Island& island : found.islands) {
        if (!(fitIsland(found, fewPoints(island), sample, track.toPack, pairs).mostMetres <= m_mostMetres)) {
          return false;
        }
      }
    }
    return true;
  }

  const model::Model& m_model;
  const JobContext& m_job;
  double m_mostMetres;
};

}  // namespace

double usualPieceMillimetres(const model::Model& model) {
  const model::Box& box = model.bindBounds;
  const double size = box.isEmpty() ? 0.0 : static_cast<double>(glm::length(box.max - box.min));
  const double wanted = 1e3 * kShareOfSize * size;
  if (!(wanted > 0.0)) {
    return 0.1;
  }
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  return shownNumber(bake::shortNumber(std::floor(wanted / power) * power));
}

void advisePieces(model::Model& model, std::span<const CacheRequest> caches, const JobContext& job) {
  const auto isOneOf = [&](const model::PointTrack& track) {
    return std::ranges::any_of(caches, [&](const CacheRequest& cache) { return cache.file == track.cache->file(); });
  };
  const Adviser adviser(model, job);
  std::vector<CachedMesh> meshes;
  for (std::size_t set = 0; set < model.pointSets.size(); ++set) {
    const bool isUsed = std::ranges::any_of(
        model.parts, [&](const model::MeshPart& part) { return part.pointSet == PointSetIndex(set); });
    if (!isUsed) {
      continue;  // It was split into pieces.
    }
    for (const model::Clip& clip : model.clips) {
      for (const model::PointTrack& track : clip.pointTracks) {
        if (track.set == PointSetIndex(set) && !isOneOf(track)) {
          return;
        }
      }
    }
    const auto mesh = adviser.rigid(PointSetIndex(set));
    if (!mesh) {
      return;
    }
    meshes.push_back(*mesh);
  }
  for (const CachedMesh& mesh : meshes) {
    model.issues.push_back(
        {Severity::Info,
         message("The mesh \"%1\" consists of pieces that move rigidly. %2 makes it a texture of %3 bones, %4 "
                 "times smaller, for bone mode.",
                 mesh.name, Remedy{RemedyKind::Pieces, usualPieceMillimetres(model), {}}, mesh.islands,
                 bake::shortNumber(std::floor(10.0 * mesh.timesSmaller) / 10.0)),
         {}});
  }
}

}  // namespace texeleton::pipeline
