#include "core/bake/levels/measure_levels.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <new>
#include <utility>
#include <vector>

#include "core/bake/levels/triangle_tree.h"
#include "core/base/index.h"
#include "core/base/parallel.h"
#include "core/vat/basis.h"
#include "core/vat/encoding.h"

namespace texeleton::bake {

namespace {

constexpr std::size_t kFramesAtOnce =
    32;  ///< Guesses and limits restart for each batch, so that the result does not depend on threads.
constexpr std::size_t kMatrixRows = 3;  ///< Rows of a skin matrix.

/// The vertices that any level draws, and their positions in a frame.
class DrawnVertices {
 public:
  explicit DrawnVertices(const vat::BakedAnimation& baked)
      : m_baked(baked),
        m_shapes(vat::encodingOf(baked).hasShapes ? vat::StoredShapes(baked) : vat::StoredShapes()),
        m_place(placeCount(baked), kNoIndex) {}

  /// The number of a vertex; vertices that share an element share it too.
  std::uint32_t add(std::uint32_t vertex) {
    std::uint32_t& place = m_place[m_baked.mode == vat::BakeMode::Vertex ? m_baked.mesh.elements[vertex] : vertex];
    if (place == kNoIndex) {
      place = static_cast<std::uint32_t>(m_vertices.size());
      m_vertices.push_back(vertex);
    }
    return place;
  }

  std::size_t size() const { return m_vertices.size(); }

  std::vector<glm::dvec3> bindPositions() const {
    std::vector<glm::dvec3> positions;
    positions.reserve(m_vertices.size());
    for (const std::uint32_t v : m_vertices) {
      positions.emplace_back(m_baked.mesh.positions[v]);
    }
    return positions;
  }

  void decode(std::uint32_t frame, std::vector<glm::dvec3>& positions) const {
    positions.resize(m_vertices.size());
    if (m_baked.mode == vat::BakeMode::Vertex) {
      float weights[vat::kMaxShapes];
      if (m_shapes.shapeCount() != 0) {
        m_shapes.weights(m_baked.texels, m_baked.layout, frame, weights);
      }
      for (std::size_t i = 0; i < m_vertices.size(); ++i) {
        positions[i] = m_shapes.shapeCount() != 0
                           ? glm::dvec3(m_shapes.position(m_baked.mesh.elements[m_vertices[i]], weights))
                           : vat::storedElement(m_baked, frame, m_baked.mesh.elements[m_vertices[i]]).position;
      }
      return;
    }
    std::vector<glm::dvec4> rows;
    rows.reserve(std::size_t{m_baked.layout.elementCount} * kMatrixRows);
    for (std::uint32_t bone = 0; bone < m_baked.layout.elementCount; ++bone) {
      const vat::BoneMatrix matrix = vat::rowsOf(vat::storedBone(m_baked, frame, bone));
      rows.insert(rows.end(), std::begin(matrix.row), std::end(matrix.row));
    }
    for (std::size_t i = 0; i < m_vertices.size(); ++i) {
      positions[i] = skinned(rows, m_vertices[i]);
    }
  }

 private:
  static std::size_t placeCount(const vat::BakedAnimation& baked) {
    return baked.mode == vat::BakeMode::Vertex ? baked.layout.elementCount : baked.mesh.vertexCount();
  }

  glm::dvec3 skinned(const std::vector<glm::dvec4>& rows, std::uint32_t vertex) const {
    const glm::dvec4 point(m_baked.mesh.positions[vertex], 1.0);
    glm::dvec3 result(0.0);
    for (glm::length_t i = 0; i < 4; ++i) {
      const double weight = m_baked.mesh.boneWeights[vertex][i];
      if (weight != 0.0) {
        const glm::dvec4* bone = &rows[std::size_t{m_baked.mesh.boneIndices[vertex][i]} * kMatrixRows];
        result += weight * glm::dvec3(glm::dot(bone[0], point), glm::dot(bone[1], point), glm::dot(bone[2], point));
      }
    }
    return result;
  }

  const vat::BakedAnimation& m_baked;
  vat::StoredShapes m_shapes;  ///< For encodings with shapes.
  std::vector<std::uint32_t> m_place;
  std::vector<std::uint32_t> m_vertices;
};

/// A level and the vertices of lod0 that it lacks; the others have no distance.
struct Level {
  TriangleTree tree;  ///< In the bind pose.
  std::vector<std::uint32_t> vertices;
  std::vector<std::uint32_t> nearest;  ///< The triangle nearest to each in the bind pose.
};

std::vector<Level> planLevels(const vat::BakedMesh& mesh, DrawnVertices& drawn) {
  std::vector<std::uint32_t> lod0;
  for (const std::uint32_t v : mesh.indices) {
    lod0.push_back(drawn.add(v));
  }
  std::ranges::sort(lod0);
  lod0.erase(std::unique(lod0.begin(), lod0.end()), lod0.end());
  std::vector<std::vector<glm::uvec3>> triangles;
  for (const vat::BakedLod& lod : mesh.lods) {
    auto& list = triangles.emplace_back();
    for (std::size_t i = 0; i + 2 < lod.indices.size(); i += 3) {
      list.emplace_back(drawn.add(lod.indices[i]), drawn.add(lod.indices[i + 1]), drawn.add(lod.indices[i + 2]));
    }
  }
  const std::vector<glm::dvec3> bind = drawn.bindPositions();
  std::vector<Level> levels;
  for (auto& list : triangles) {
    std::vector<bool> own(drawn.size(), false);
    for (const glm::uvec3& t : list) {
      own[t.x] = own[t.y] = own[t.z] = true;
    }
    Level& level = levels.emplace_back();
    level.tree = TriangleTree(std::move(list), bind);
    for (const std::uint32_t v : lod0) {
      if (!own[v]) {
        level.vertices.push_back(v);
        level.nearest.push_back(level.tree.nearest(bind[v], 0, bind).triangle);
      }
    }
  }
  return levels;
}

/// The largest squared distance of each level over some frames.
std::vector<double> largestDistances(const std::vector<Level>& levels, const DrawnVertices& drawn, std::size_t begin,
                                     std::size_t end) {
  std::vector<double> largest(levels.size(), 0.0);
  std::vector<Level> moving = levels;
  std::vector<glm::dvec3> positions;
  for (std::size_t frame = begin; frame < end; ++frame) {
    drawn.decode(static_cast<std::uint32_t>(frame), positions);
    for (std::size_t l = 0; l < moving.size(); ++l) {
      Level& level = moving[l];
      bool isFitted = false;
      for (std::size_t i = 0; i < level.vertices.size(); ++i) {
        const glm::dvec3& point = positions[level.vertices[i]];
        // The distance from any triangle is an upper bound: most points need only one.
        if (level.tree.squaredDistanceTo(level.nearest[i], point, positions) <= largest[l]) {
          continue;
        }
        if (!isFitted) {
          level.tree.refit(positions);
          isFitted = true;
        }
        const TriangleTree::Nearest found = level.tree.nearest(point, level.nearest[i], positions);
        level.nearest[i] = found.triangle;
        largest[l] = std::max(largest[l], found.squaredDistance);
      }
    }
  }
  return largest;
}

}  // namespace

Result<void> measureLevels(vat::BakedAnimation& baked, JobContext& job) {
  if (baked.mesh.lods.empty()) {
    return {};
  }
  try {
    DrawnVertices drawn(baked);
    const std::vector<Level> levels = planLevels(baked.mesh, drawn);
    const std::size_t frames = baked.layout.frameCount;
    std::vector<std::vector<double>> found((frames + kFramesAtOnce - 1) / kFramesAtOnce);
    std::atomic<std::size_t> done{0};
    std::atomic<bool> outOfMemory{false};
    const bool complete =
        parallelFor(frames, kFramesAtOnce, job.threadCount, job, [&](std::size_t begin, std::size_t end) {
          try {
            found[begin / kFramesAtOnce] = largestDistances(levels, drawn, begin, end);
          } catch (const std::bad_alloc&) {
            outOfMemory = true;
          }
          const std::uint32_t rows = baked.layout.rowsPerFrame;
          baked.texels.release(static_cast<std::uint32_t>(begin) * rows,
                               static_cast<std::uint32_t>(end - begin) * rows);
          done += end - begin;
          job.progress(static_cast<double>(done) / static_cast<double>(frames), "Levels of detail");
        });
    if (!complete) {
      return fail(ErrorCode::Cancelled, "the bake was cancelled");
    }
    if (outOfMemory) {
      throw std::bad_alloc();
    }
    for (std::size_t l = 0; l < levels.size(); ++l) {
      double largest = 0.0;
      for (const std::vector<double>& some : found) {
        largest = std::max(largest, some[l]);
      }
      baked.mesh.lods[l].maxMillimetres = std::sqrt(largest) * 1000.0;
    }
    return {};
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "there is not enough memory to measure the levels of detail");
  }
}

}  // namespace texeleton::bake
