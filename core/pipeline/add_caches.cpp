#include "core/pipeline/add_caches.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/animation/point_sampler.h"
#include "core/animation/pose.h"
#include "core/base/mapped.h"
#include "core/base/rounded_text.h"
#include "core/base/similar_names.h"
#include "core/model/point_cache.h"
#include "core/pipeline/append_model.h"
#include "core/retargeting/clip_names.h"

namespace texeleton::pipeline {

namespace {

using Points = std::vector<glm::vec3>;

/// Tolerances, relative to a mesh's size: for a sample that shows the mesh at rest, and for a vertex at a point. A
/// larger second one would confuse neighbouring points in fine meshes.
constexpr double kStands = 1e-3;
constexpr double kAtPoint = 1e-5;

/// A mesh at a node: parts that share points.
struct Mesh {
  std::string name;
  NodeIndex node;
  std::vector<std::size_t> parts;
  model::Box box;
  double size = 0.0;
};

std::string shown(double value) { return roundedText(value, 4); }

std::string shown(const glm::vec3& p) {
  return "(" + shown(static_cast<double>(p.x)) + ", " + shown(static_cast<double>(p.y)) + ", " +
         shown(static_cast<double>(p.z)) + ")";
}

std::string nameOf(const CacheRequest& request) { return request.file.filename().string(); }

/// A way to interpret the coordinates of a cache.
struct Axes {
  glm::dmat3 turn{1.0};
  bool isMddOnly = false;  ///< LightWave is left-handed; exporters swap or mirror axes.
};

std::vector<Axes> axesToTry() {
  const glm::dvec3 x(1, 0, 0);
  const glm::dvec3 y(0, 1, 0);
  const glm::dvec3 z(0, 0, 1);
  return {{glm::dmat3(1.0), false},
          {glm::dmat3(x, -z, y), false},  // Z up to Y up
          {glm::dmat3(x, z, -y), false},  // Y up to Z up
          {glm::dmat3(x, z, y), true},
          {glm::dmat3(x, y, -z), true}};
}

/// Finds points near a position by a grid.
class PlaceFinder {
 public:
  PlaceFinder(const Points& points, const glm::dmat4& toPack, double tolerance)
      : m_tolerance(tolerance), m_cell(2.0 * tolerance) {
    for (const glm::vec3& p : points) {
      m_points.push_back(toPack * glm::dvec4(p, 1.0));
      m_cells[keyOf(m_points.back())].push_back(static_cast<std::uint32_t>(m_points.size() - 1));
    }
  }

  /// The points within the tolerance and at most twice as far as the nearest; in their order.
  std::vector<std::uint32_t> at(const glm::dvec3& place) const {
    std::vector<std::pair<double, std::uint32_t>> near;
    for (int i = 0; i < 8; ++i) {
      const glm::dvec3 corner =
          place + glm::dvec3((i & 1) != 0 ? 0.5 : -0.5, (i & 2) != 0 ? 0.5 : -0.5, (i & 4) != 0 ? 0.5 : -0.5) * m_cell;
      const auto cell = m_cells.find(keyOf(corner));
      for (std::size_t k = 0; cell != m_cells.end() && k < cell->second.size(); ++k) {
        const std::uint32_t point = cell->second[k];
        const double distance = glm::length(m_points[point] - place);
        if (distance <= m_tolerance) {
          near.emplace_back(distance, point);
        }
      }
    }
    std::ranges::sort(near);
    near.erase(std::unique(near.begin(), near.end()), near.end());
    std::vector<std::uint32_t> points;
    for (const auto& [distance, point] : near) {
      if (distance <= 2.0 * near.front().first + 1e-2 * m_tolerance) {
        points.push_back(point);
      }
    }
    std::ranges::sort(points);
    return points;
  }

 private:
  std::uint64_t keyOf(const glm::dvec3& p) const {
    std::uint64_t key = 0;
    for (int i = 0; i < 3; ++i) {
      const auto cell = static_cast<std::int64_t>(std::floor(std::clamp(p[i] / m_cell, -1e15, 1e15)));
      key = (key ^ static_cast<std::uint64_t>(cell)) * 0x9e3779b97f4a7c15ull;
      key ^= key >> 29;
    }
    return key;
  }

  double m_tolerance;
  double m_cell;
  std::vector<glm::dvec3> m_points;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> m_cells;
};

class CacheAdder {
 public:
  CacheAdder(const model::Model& model, std::span<const CacheRequest> requests, std::uint32_t firstFile,
             JobContext& job)
      : m_model(model), m_requests(requests), m_firstFile(firstFile), m_job(job) {}

  Result<model::Model> run() {
    findMeshes();
    for (const CacheRequest& request : m_requests) {
      TRY(add(request));
    }
    TRY(makeClips());
    sortPalette(m_model);
    tellHowTheyStand();
    return std::move(m_model);
  }

 private:
  struct Added {
    std::shared_ptr<const model::PointCache> cache;
    std::size_t mesh = 0;
    PointSetIndex set;
    glm::dmat4 toPack{1.0};
    std::uint32_t nearest = 0;  ///< The sample nearest to the mesh at rest, and its distance.
    double distance = 0.0;
    ClipIndex clip;
  };

  void findMeshes() {
    std::map<std::pair<std::uint32_t, std::string>, std::size_t> known;
    for (std::size_t i = 0; i < m_model.parts.size(); ++i) {
      const model::MeshPart& part = m_model.parts[i];
      const auto [place, isNew] = known.try_emplace({part.node.value, part.name}, m_meshes.size());
      if (isNew) {
        m_meshes.push_back({part.name, part.node, {}, {}, 0.0});
      }
      m_meshes[place->second].parts.push_back(i);
    }
    for (Mesh& mesh : m_meshes) {
      const std::uint32_t points = m_model.parts[mesh.parts.front()].pointCount;
      const bool hasOrder = std::ranges::all_of(mesh.parts, [&](std::size_t p) {
        return !m_model.parts[p].points.empty() && m_model.parts[p].pointCount == points;
      });
      for (std::size_t i = 0; i < mesh.parts.size() && !hasOrder; ++i) {
        m_model.parts[mesh.parts[i]].points.clear();
        m_model.parts[mesh.parts[i]].pointCount = 0;
      }
      model::Box& box = mesh.box;
      forVertices(mesh, [&](std::uint32_t v, std::uint32_t, const model::MeshPart&) {
        box.add(m_model.vertices.positions[v]);
      });
      mesh.size = std::max(1e-9, static_cast<double>(glm::length(box.max - box.min)));
    }
  }

  template <class Use>
  void forVertices(const Mesh& mesh, const Use& use) const {
    for (const std::size_t p : mesh.parts) {
      const model::MeshPart& part = m_model.parts[p];
      for (std::uint32_t i = 0; i < part.vertexCount; ++i) {
        use(part.firstVertex + i, i, part);
      }
    }
  }

  const std::string& nodeOf(const Mesh& mesh) const { return m_model.nodes[mesh.node.value].name; }

  Result<void> add(const CacheRequest& request) {
    if (m_job.isCancelled()) {
      return fail(ErrorCode::Cancelled, "adding the point caches was cancelled");
    }
    auto cache = model::PointCache::open(request.file);
    TRY(cache);
    auto mesh = meshFor(request, **cache);
    TRY(mesh);
    Added added{*cache, *mesh, {}, glm::dmat4(1.0), 0, 0.0, {}};
    Points first((*cache)->pointCount());
    TRY((*cache)->read(0, first));
    Mesh& of = m_meshes[*mesh];
    if (!m_model.parts[of.parts.front()].points.empty()) {
      TRY(placeByOrder(request, of, first, added));
    } else {
      TRY(placeByPlace(request, of, first, added));
    }
    added.set = setOf(of);
    TRY(readAll(of, added));
    m_added.push_back(std::move(added));
    return {};
  }

  /// Finds the mesh that a cache moves.
  Result<std::size_t> meshFor(const CacheRequest& request, const model::PointCache& cache) const {
    const auto matching = [&](const auto& matches) {
      return placesWhere(m_meshes.size(), [&](std::size_t i) { return matches(m_meshes[i]); });
    };
    const auto isCalled = [&](const std::string& name) {
      std::vector<std::size_t> found = matching([&](const Mesh& mesh) { return nodeOf(mesh) == name; });
      return !found.empty() ? found : matching([&](const Mesh& mesh) { return mesh.name == name; });
    };
    std::vector<std::string> names = mapped(m_meshes, [&](const Mesh& mesh) { return nodeOf(mesh); });
    if (m_meshes.empty()) {
      return fail(ErrorCode::InvalidArgument, "the model has no mesh that a point cache could move",
                  request.file.string());
    }
    if (!request.mesh.empty()) {
      const std::vector<std::size_t> found = isCalled(request.mesh);
      if (found.empty()) {
        return fail(ErrorCode::NotFound,
                    message("the model has no mesh \"%1\"%2", request.mesh, namesInstead(request.mesh, names)),
                    request.file.string());
      }
      if (found.size() == 1) {
        return found.front();
      }
      return fail(ErrorCode::InvalidArgument,
                  message("%1 meshes are called \"%2\": name the node of the one that the point cache moves",
                          found.size(), request.mesh),
                  request.file.string());
    }
    const std::string stem = request.file.stem().string();
    for (const std::string& name : {stem.substr(0, stem.find('@')), stem}) {
      if (const std::vector<std::size_t> found = isCalled(name); found.size() == 1) {
        return found.front();
      }
    }
    if (m_meshes.size() == 1) {
      return std::size_t{0};
    }
    const std::vector<std::size_t> found =
        matching([&](const Mesh& mesh) { return m_model.parts[mesh.parts.front()].pointCount == cache.pointCount(); });
    if (found.size() == 1) {
      return found.front();
    }
    return fail(ErrorCode::InvalidArgument,
                message("the model has %1 meshes, and neither name nor number of points (%2) says which one the point "
                        "cache moves: name it, as in %3@MESH%4",
                        m_meshes.size(), cache.pointCount(), nameOf(request), namesInstead("", names)),
                request.file.string());
  }

  /// The placements that a cache may have, likeliest first.
  std::vector<glm::dmat4> placements(const CacheRequest& request, const Mesh& mesh,
                                     const model::PointCache& cache) const {
    const glm::dmat4& fromMesh = m_model.parts[mesh.parts.front()].fromMesh;
    const double unit = m_model.unitMetres;
    std::vector<glm::dmat4> all;
    const auto add = [&](const glm::dmat4& space, const Axes& axes) {
      if (axes.isMddOnly && !cache.isMdd()) {
        return;
      }
      const glm::dmat4 placement = space * glm::dmat4(axes.turn);
      if (request.up) {
        const glm::dvec3 up =
            glm::dmat3(placement) * (*request.up == importing::UpAxis::Z ? glm::dvec3(0, 0, 1) : glm::dvec3(0, 1, 0));
        if (!(up.y > 0.999 * glm::length(up))) {
          return;
        }
      }
      all.push_back(placement);
    };
    const std::vector<Axes> axes = axesToTry();
    for (const Axes& a : axes) {
      add(fromMesh * glm::dmat4(glm::dmat3(request.scale ? *request.scale / unit : 1.0)), a);
    }
    for (const double metres : {request.scale.value_or(unit), request.scale.value_or(1.0)}) {
      for (const Axes& a : axes) {
        add(glm::dmat4(glm::dmat3(metres)), a);
      }
    }
    return all;
  }

  /// The largest distance of vertices from their points. Stops as soon as it exceeds `enough`.
  double deviation(const Mesh& mesh, const Points& points, const glm::dmat4& toPack,
                   double enough = std::numeric_limits<double>::infinity()) const {
    double largest = 0.0;
    for (const std::size_t p : mesh.parts) {
      const model::MeshPart& part = m_model.parts[p];
      for (std::uint32_t i = 0; i < part.vertexCount && largest <= enough; ++i) {
        const glm::dvec3 at(toPack * glm::dvec4(points[part.points[i]], 1.0));
        largest = std::max(largest, glm::length(at - glm::dvec3(m_model.vertices.positions[part.firstVertex + i])));
      }
    }
    return largest;
  }

  Result<void> placeByOrder(const CacheRequest& request, const Mesh& mesh, const Points& first, Added& added) const {
    const std::uint32_t count = m_model.parts[mesh.parts.front()].pointCount;
    if (count != first.size()) {
      const std::uint32_t firstLess = std::min<std::uint32_t>(count, static_cast<std::uint32_t>(first.size()));
      return fail(ErrorCode::InvalidArgument,
                  message("the point cache has %1 points, but the mesh \"%2\" has %3 in the model file: point %4 "
                          "(counted from 0) is in one only. Export both from the same mesh, with modifiers that add "
                          "or remove points either in both or in neither",
                          first.size(), mesh.name, count, firstLess),
                  request.file.string());
    }
    const std::vector<glm::dmat4> all = placements(request, mesh, *added.cache);
    if (all.empty()) {
      return noPlacement(request, mesh);
    }
    added.toPack = all.front();
    for (const glm::dmat4& placement : all) {
      if (deviation(mesh, first, placement, kStands * mesh.size) <= kStands * mesh.size) {
        added.toPack = placement;
        break;
      }
    }
    return {};
  }

  /// The placements that put points around the whole mesh; the first one if none does.
  static std::vector<glm::dmat4> likely(const std::vector<glm::dmat4>& placements, const Mesh& mesh,
                                        const Points& first) {
    std::vector<glm::dmat4> result;
    const float room = static_cast<float>(kAtPoint * mesh.size);
    for (const glm::dmat4& placement : placements) {
      model::Box box;
      for (const glm::vec3& p : first) {
        box.add(glm::vec3(placement * glm::dvec4(p, 1.0)));
      }
      if (glm::all(glm::lessThanEqual(box.min - room, mesh.box.min)) &&
          glm::all(glm::greaterThanEqual(box.max + room, mesh.box.max))) {
        result.push_back(placement);
      }
    }
    if (result.empty() && !placements.empty()) {
      result.push_back(placements.front());
    }
    return result;
  }

  Result<void> placeByPlace(const CacheRequest& request, const Mesh& mesh, const Points& first, Added& added) {
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    std::uint32_t firstLost = 0;
    bool isPlaced = false;
    std::vector<std::vector<std::uint32_t>> candidates;
    for (const glm::dmat4& placement : likely(placements(request, mesh, *added.cache), mesh, first)) {
      const PlaceFinder finder(first, placement, kAtPoint * mesh.size);
      std::vector<std::vector<std::uint32_t>> found;
      std::size_t lost = 0;
      std::uint32_t lostVertex = 0;
      forVertices(mesh, [&](std::uint32_t v, std::uint32_t, const model::MeshPart&) {
        if (lost < fewest) {
          found.push_back(finder.at(m_model.vertices.positions[v]));
          lostVertex = found.back().empty() && lost == 0 ? v : lostVertex;
          lost += found.back().empty() ? 1 : 0;
        }
      });
      if (lost >= fewest) {
        if (lost == 0 && isPlaced && !request.up) {
          m_job.warn(message("The points of the cache fit the mesh \"%1\" turned in several ways, since it is "
                             "symmetrical; those of the mesh's own axes are taken. Where that is wrong, say what is up "
                             "in the cache.",
                             mesh.name),
                     nameOf(request));
          break;
        }
        continue;
      }
      fewest = lost;
      firstLost = lostVertex;
      if (lost == 0) {
        isPlaced = true;
        added.toPack = placement;
        candidates = std::move(found);
        fewest = 1;  // Other equally good ones differ only by a symmetry.
      }
    }
    if (!isPlaced) {
      std::size_t vertices = 0;
      forVertices(mesh, [&](std::uint32_t, std::uint32_t, const model::MeshPart&) { ++vertices; });
      if (fewest == std::numeric_limits<std::size_t>::max()) {
        return noPlacement(request, mesh);
      }
      return fail(
          ErrorCode::InvalidArgument,
          message("the format of the model does not keep the order of points, and %1 of %2 vertices of the mesh "
                  "\"%3\" are at none of the cache's %4 points in its first sample; the first is vertex %5 at %6. "
                  "Let the simulation start from the mesh as it is exported, or export the mesh as FBX, OBJ or "
                  "COLLADA, which keep the order",
                  fewest, vertices, mesh.name, first.size(), firstLost, shown(m_model.vertices.positions[firstLost])),
          request.file.string());
    }
    return choosePoints(request, mesh, candidates, first, added);
  }

  Error undecided(const CacheRequest& request, const Mesh& mesh, std::size_t vertices,
                  const std::vector<std::uint32_t>& points, std::uint32_t vertex, std::size_t pointCount) const {
    return {ErrorCode::InvalidArgument,
            message("the format of the model does not keep the order of points, and %1 vertices of the mesh \"%2\" lie "
                    "where several of the cache's %3 points lie, which part later; the first is vertex %4 at %5, at "
                    "points %6 and %7. Merge the points that lie on one another, or export the mesh as FBX, OBJ or "
                    "COLLADA, which keep the order",
                    vertices, mesh.name, pointCount, vertex, shown(m_model.vertices.positions[vertex]), points[0],
                    points[1]),
            request.file.string()};
  }

  /// Chooses among points at the same place; any of them works as long as they stay together.
  Result<void> choosePoints(const CacheRequest& request, const Mesh& mesh,
                            const std::vector<std::vector<std::uint32_t>>& candidates, const Points& first,
                            const Added& added) {
    std::vector<std::uint32_t> vertexOf;
    forVertices(mesh, [&](std::uint32_t v, std::uint32_t, const model::MeshPart&) { vertexOf.push_back(v); });
    const auto several = placesWhere(candidates.size(), [&](std::size_t i) { return candidates[i].size() > 1; });
    Points points(first.size());
    std::vector<bool> parts(candidates.size(), false);
    for (std::uint32_t sample = 0; !several.empty() && sample < added.cache->sampleCount(); ++sample) {
      if (m_job.isCancelled()) {
        return fail(ErrorCode::Cancelled, "adding the point caches was cancelled");
      }
      TRY(added.cache->read(sample, points));
      for (const std::size_t i : several) {
        for (const std::uint32_t point : candidates[i]) {
          const glm::dvec3 apart(points[point] - points[candidates[i].front()]);
          parts[i] = parts[i] || glm::length(glm::dmat3(added.toPack) * apart) > kAtPoint * mesh.size;
        }
      }
    }
    const auto count = static_cast<std::size_t>(std::ranges::count(parts, true));
    if (count != 0) {
      const auto i = static_cast<std::size_t>(std::ranges::find(parts, true) - parts.begin());
      return fail(undecided(request, mesh, count, candidates[i], vertexOf[i], first.size()));
    }
    std::size_t next = 0;
    for (const std::size_t p : mesh.parts) {
      model::MeshPart& part = m_model.parts[p];
      part.pointCount = static_cast<std::uint32_t>(first.size());
      for (std::uint32_t i = 0; i < part.vertexCount; ++i) {
        part.points.push_back(candidates[next++].front());
      }
    }
    return {};
  }

  static tl::unexpected<Error> noPlacement(const CacheRequest& request, const Mesh& mesh) {
    return fail(ErrorCode::InvalidArgument,
                message("the mesh \"%1\" does not stand upright in a way that fits what is given as up in the cache",
                        mesh.name),
                request.file.string());
  }

  PointSetIndex setOf(const Mesh& mesh) {
    const PointSetIndex known = m_model.parts[mesh.parts.front()].pointSet;
    if (known) {
      return known;
    }
    const PointSetIndex set(m_model.pointSets.size());
    m_model.pointSets.push_back({m_model.parts[mesh.parts.front()].pointCount, entryOf(mesh)});
    for (const std::size_t part : mesh.parts) {
      m_model.parts[part].pointSet = set;
    }
    return set;
  }

  /// The palette entry for the points: the one that a rigid mesh already follows, else one of the mesh's node.
  std::uint32_t entryOf(const Mesh& mesh) {
    const model::MeshPart& part = m_model.parts[mesh.parts.front()];
    if (!part.skinned) {
      return m_model.vertices.influences[m_model.vertices.influenceBegin[part.firstVertex]].joint;
    }
    const animation::SourcePose rest(m_model, ClipIndex());
    const glm::dmat4& world = rest.worlds()[part.node.value];
    const bool isInvertible = std::abs(glm::determinant(glm::dmat3(world))) > 1e-30;
    m_model.palette.push_back({part.node, isInvertible ? glm::inverse(world) : glm::dmat4(1.0)});
    return static_cast<std::uint32_t>(m_model.palette.size() - 1);
  }

  /// Reads all samples once, to detect bad ones before the bake.
  Result<void> readAll(const Mesh& mesh, Added& added) const {
    Points points(added.cache->pointCount());
    added.distance = std::numeric_limits<double>::infinity();
    for (std::uint32_t sample = 0; sample < added.cache->sampleCount(); ++sample) {
      if (m_job.isCancelled()) {
        return fail(ErrorCode::Cancelled, "adding the point caches was cancelled");
      }
      TRY(added.cache->read(sample, points));
      const double distance = deviation(mesh, points, added.toPack, added.distance);
      if (distance < added.distance) {
        added.distance = distance;
        added.nearest = sample;
      }
    }
    return {};
  }

  /// A clip of the original model; clips made for caches come after those.
  std::optional<ClipIndex> clipCalled(const std::string& name) const {
    for (std::size_t i = 0; i < m_model.clips.size(); ++i) {
      if (m_model.clips[i].name == name || m_model.clips[i].sourceName == name) {
        return ClipIndex(i);
      }
    }
    return std::nullopt;
  }

  Result<void> makeClips() {
    const std::size_t ownClips = m_model.clips.size();
    std::vector<std::size_t> rounds;  // For each cache without a clip's name: number of earlier ones of its mesh.
    std::map<std::uint32_t, std::size_t> ofSet;
    std::size_t roundCount = 0;
    for (std::size_t i = 0; i < m_added.size(); ++i) {
      const bool hasName = nameOf(m_requests[i]).find('@') != std::string::npos;
      rounds.push_back(hasName ? 0 : ofSet[m_added[i].set.value]++);
      roundCount = std::max(roundCount, hasName ? 0 : rounds.back() + 1);
    }
    std::map<std::size_t, ClipIndex> clipOfRound;
    if (ownClips == 1 && roundCount == 1) {
      clipOfRound[0] = ClipIndex(std::size_t{0});
    }
    for (std::size_t i = 0; i < m_added.size(); ++i) {
      const std::string file = nameOf(m_requests[i]);
      const std::string name = retargeting::motionName(file);
      if (file.find('@') == std::string::npos) {
        const auto known = clipOfRound.find(rounds[i]);
        m_added[i].clip = known != clipOfRound.end() ? known->second : addClip(name, i);
        clipOfRound[rounds[i]] = m_added[i].clip;
      } else {
        const auto known = clipCalled(name);
        m_added[i].clip = known ? *known : addClip(name, i);
      }
      TRY(addTrack(i, m_added[i].clip.value < ownClips));
    }
    return {};
  }

  ClipIndex addClip(const std::string& name, std::size_t request) {
    std::set<std::string, std::less<>> taken;
    for (const model::Clip& clip : m_model.clips) {
      taken.insert(clip.name);
    }
    model::Clip clip;
    clip.name = retargeting::freeName(name, taken);
    clip.sourceName = name;
    clip.motionFile = m_firstFile + static_cast<std::uint32_t>(request);
    m_model.clips.push_back(std::move(clip));
    return ClipIndex(m_model.clips.size() - 1);
  }

  /// The rate for a file without one: the clip's, else that of the model's clips.
  double rateFor(const model::Clip& clip, const CacheRequest& request, const model::PointCache& cache) const {
    if (clip.sourceRateHz > 0.0) {
      return clip.sourceRateHz;
    }
    for (const model::Clip& other : m_model.clips) {
      if (other.sourceRateHz > 0.0 && other.pointTracks.empty()) {
        return other.sourceRateHz;
      }
    }
    if (!cache.isMdd() && !request.fps) {
      m_job.inform(message("The point cache counts frames and does not say how many are a second: %1 are taken.",
                           shown(model::kDefaultRateHz)),
                   nameOf(request));
    }
    return model::kDefaultRateHz;
  }

  Result<void> addTrack(std::size_t number, bool joins) {
    const Added& added = m_added[number];
    const CacheRequest& request = m_requests[number];
    model::Clip& clip = m_model.clips[added.clip.value];
    if (std::ranges::any_of(clip.pointTracks, [&](const model::PointTrack& track) { return track.set == added.set; })) {
      return fail(
          ErrorCode::InvalidArgument,
          message("two point caches move the mesh \"%1\" in the clip \"%2\": name their clips differently, as in "
                  "NAME@CLIP.pc2",
                  m_meshes[added.mesh].name, clip.name),
          request.file.string());
    }
    model::PointTrack track{added.set, added.cache, {}, added.toPack};
    track.times = added.cache->times(request.fps, rateFor(clip, request, *added.cache));
    const double length = track.times.back() - track.times.front();
    const double step =
        track.times.size() > 1 ? length / static_cast<double>(track.times.size() - 1) : 1.0 / model::kDefaultRateHz;
    if (joins) {
      joinClip(clip, step, request, track.times);
    } else if (clip.pointTracks.empty()) {
      clip.startSeconds = track.times.front();
      clip.lengthSeconds = length;
      clip.sourceRateHz = std::round(1e6 / step) / 1e6;
    } else {
      const double end = std::max(clip.startSeconds + clip.lengthSeconds, track.times.back());
      clip.startSeconds = std::min(clip.startSeconds, track.times.front());
      clip.lengthSeconds = end - clip.startSeconds;
    }
    clip.pointTracks.push_back(std::move(track));
    return {};
  }

  /// A cache as long as its clip starts with the clip, independent of its first frame.
  void joinClip(const model::Clip& clip, double step, const CacheRequest& request, std::vector<double>& times) const {
    const double start = times.front();
    const double length = times.back() - start;
    if (std::abs(length - clip.lengthSeconds) <= 0.5 * step) {
      for (double& time : times) {
        time += clip.startSeconds - start;
      }
    }
    m_job.inform(message("The point cache moves its mesh in the clip \"%1\".", clip.name), nameOf(request));
    const double end = clip.startSeconds + clip.lengthSeconds;
    if (times.front() > clip.startSeconds + step || times.back() < end - step) {
      m_job.warn(message("The point cache lasts from %1 to %2 s, the clip \"%3\" from %4 to %5 s: outside, the mesh "
                         "stands as at the cache's ends.",
                         shown(times.front()), shown(times.back()), clip.name, shown(clip.startSeconds), shown(end)),
                 nameOf(request));
    }
  }

  /// The largest angle (degrees) between a vertex's normal in the file and the one computed from the triangles.
  double normalDeviation(const Added& added) const {
    const animation::PointNumbering numbering(m_model);
    const animation::PointSampler sampler(m_model, numbering, added.clip);
    animation::PointSampler::Scratch scratch;
    sampler.growScratch(scratch);
    std::array<double, animation::kFrameLanes> seconds{};
    for (const model::PointTrack& track : m_model.clips[added.clip.value].pointTracks) {
      if (track.set == added.set) {
        seconds.fill(track.times[added.nearest]);
      }
    }
    const auto points = sampler.sample(seconds, scratch);
    double largest = 0.0;
    forVertices(m_meshes[added.mesh], [&](std::uint32_t v, std::uint32_t, const model::MeshPart&) {
      if (points) {
        const auto& n = points->normals[numbering.normalOf(v)].v;
        const glm::dvec3 made(n[0][0], n[1][0], n[2][0]);
        const double cosine = glm::dot(made, glm::dvec3(m_model.vertices.normals[v])) / glm::length(made);
        largest = std::max(largest, std::acos(std::clamp(cosine, -1.0, 1.0)));  // Ignores NaN.
      }
    });
    return glm::degrees(largest);
  }

  void tellHowTheyStand() const {
    for (std::size_t i = 0; i < m_added.size(); ++i) {
      const Added& added = m_added[i];
      const Mesh& mesh = m_meshes[added.mesh];
      const std::string millimetres = shown(std::round(added.distance * 1e6) / 1e3);
      if (added.distance > kStands * mesh.size) {
        m_job.warn(
            message("No sample of the point cache has the mesh \"%1\" as it stands in the model: the nearest is "
                    "sample %2, with a vertex %3 mm away. Where the mesh comes out wrong, it is another mesh, or "
                    "the cache's unit or up axis is another.",
                    mesh.name, added.nearest, millimetres),
            nameOf(m_requests[i]));
      } else {
        m_job.inform(message("%1 points in %2 samples move the mesh \"%3\"; at sample %4 it is as in the model, within "
                             "%5 mm, and its normals within %6°.",
                             added.cache->pointCount(), added.cache->sampleCount(), mesh.name, added.nearest,
                             millimetres, shown(std::round(normalDeviation(added) * 1e3) / 1e3)),
                     nameOf(m_requests[i]));
      }
    }
  }

  model::Model m_model;
  std::span<const CacheRequest> m_requests;
  std::uint32_t m_firstFile;
  JobContext& m_job;
  std::vector<Mesh> m_meshes;
  std::vector<Added> m_added;  ///< One per request.
};

}  // namespace

Result<model::Model> addCaches(const model::Model& model, std::span<const CacheRequest> caches, std::uint32_t firstFile,
                               JobContext& job) {
  return CacheAdder(model, caches, firstFile, job).run();
}

}  // namespace texeleton::pipeline
