#include "core/bake/build_levels.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/bake/level_builder.h"

namespace texeleton {

namespace {

constexpr std::size_t kMaxLevels = 64;  ///< Beside lod0; what readers of packs take.
/// A level with more than this times its share of triangles is worth an Issue.
constexpr double kFarAboveShare = 1.25;
/// meshoptimizer's limit on the error, relative to the mesh's size: the share of triangles decides, not this.
constexpr float kAnyError = 1.0f;

std::span<const std::uint32_t> indicesOf(const Model& model, const MeshPart& part) {
  return std::span(model.vertices.indices).subspan(part.firstIndex, part.indexCount);
}

/// One mesh's lod0, its vertices numbered from 0 so that simplifying it costs no more than its own size.
class MeshSimplifier {
 public:
  MeshSimplifier(const Model& model, const MeshInstance& instance) : m_model(model), m_instance(instance) {
    for (const std::uint32_t p : instance.parts) {
      const MeshPart& part = model.parts[p];
      const auto shift = static_cast<std::uint32_t>(m_positions.size()) - part.firstVertex;
      const auto first = model.vertices.positions.begin() + part.firstVertex;
      m_positions.insert(m_positions.end(), first, first + part.vertexCount);
      m_partOf.resize(m_positions.size(), p);
      m_shift.resize(m_positions.size(), shift);
      for (const std::uint32_t index : indicesOf(model, part)) {
        m_indices.push_back(index + shift);
      }
    }
  }

  void addTo(LevelBuilder& level, std::uint32_t instance, double ratio) const {
    const auto triangles = std::llround(static_cast<double>(m_indices.size() / 3) * ratio);
    const std::size_t wanted = static_cast<std::size_t>(std::max(triangles, 1LL)) * 3;  // Small things do not vanish.
    std::vector<std::uint32_t> simple(m_indices.size());
    simple.resize(meshopt_simplify(simple.data(), m_indices.data(), m_indices.size(), &m_positions[0].x,
                                   m_positions.size(), sizeof(glm::vec3), wanted, kAnyError, 0, nullptr));
    for (const std::uint32_t p : m_instance.parts) {
      std::vector<std::uint32_t> ofPart;
      for (std::size_t i = 0; i + 2 < simple.size(); i += 3) {
        if (m_partOf[simple[i]] == p) {  // A triangle's corners are of one part: vertices move along seams, not across.
          for (std::size_t corner = i; corner < i + 3; ++corner) {
            ofPart.push_back(simple[corner] - m_shift[simple[corner]]);
          }
        }
      }
      level.add(instance, m_model.parts[p].material, ofPart);
    }
  }

 private:
  const Model& m_model;
  const MeshInstance& m_instance;
  std::vector<glm::vec3> m_positions;
  std::vector<std::uint32_t> m_partOf;
  std::vector<std::uint32_t> m_shift;  ///< From a model's vertex to ours, modulo 2³².
  std::vector<std::uint32_t> m_indices;
};

}  // namespace

Result<void> buildLevels(const Model& model, const MeshInstances& meshes, BakedAnimation& baked) {
  for (const MeshInstance& instance : meshes.instances) {
    BakedSourceMesh& mesh = baked.meshes.emplace_back();
    mesh.name = instance.name;
    mesh.node = model.nodes[instance.node.value].name;
    mesh.group = instance.group ? meshes.groups[*instance.group].name : std::string();
  }
  const auto levels = shownAtLevels(meshes);
  if (levels.size() > kMaxLevels + 1) {
    return fail(ErrorCode::Limit, "the meshes' names give " + std::to_string(levels.size()) +
                                      " levels of detail, more than a pack may hold (" +
                                      std::to_string(kMaxLevels + 1) + "): \"--no-authored-lods\" ignores them");
  }
  baked.mesh.lods.resize(levels.size() - 1);
  for (std::uint32_t lod = 0; lod < levels.size(); ++lod) {
    LevelBuilder builder;
    for (const std::uint32_t instance : levels[lod]) {
      for (const std::uint32_t part : meshes.instances[instance].parts) {
        builder.add(instance, model.parts[part].material, indicesOf(model, model.parts[part]));
      }
    }
    if (lod == 0) {
      builder.finish(lod, baked.mesh.primitives, baked.mesh.indices, baked.meshes);
    } else {
      BakedLod& level = baked.mesh.lods[lod - 1];
      builder.finish(lod, level.primitives, level.indices, baked.meshes);
    }
  }
  return {};
}

Result<void> addSimplifiedLevels(const Model& model, const MeshInstances& meshes, std::span<const double> ratios,
                                 BakedAnimation& baked, JobContext& job) {
  if (ratios.size() > kMaxLevels) {
    return fail(ErrorCode::InvalidArgument, "a pack may hold " + std::to_string(kMaxLevels) + " levels beside lod0");
  }
  double last = 1.0;
  for (const double ratio : ratios) {
    if (!(ratio > 0.0) || !(ratio < last)) {
      return fail(ErrorCode::InvalidArgument,
                  "levels of detail are shares of the triangles between 0 and 1, each smaller than the one before it");
    }
    last = ratio;
  }
  if (ratios.empty()) {
    return {};
  }
  if (!baked.mesh.lods.empty()) {
    job.warn(
        "the model brings its own levels of detail, so none are made; \"--no-authored-lods\" would take them for "
        "ordinary meshes");
    return {};
  }
  std::vector<MeshSimplifier> simplifiers;
  const std::vector<std::uint32_t> shown = shownAtLevels(meshes).front();
  for (const std::uint32_t instance : shown) {
    simplifiers.emplace_back(model, meshes.instances[instance]);
  }
  std::size_t before = baked.mesh.indices.size();
  for (const double ratio : ratios) {
    LevelBuilder builder;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      simplifiers[i].addTo(builder, shown[i], ratio);
    }
    const auto lod = static_cast<std::uint32_t>(baked.mesh.lods.size()) + 1;
    const double wanted = ratio * static_cast<double>(baked.mesh.indices.size());
    if (builder.indexCount() == 0 || builder.indexCount() >= before) {
      job.warn("a level of detail with " + std::to_string(std::llround(wanted / 3.0)) + " triangles cannot be made" +
               (builder.indexCount() == 0 ? ": nothing would be left" : ": its seams and borders need more"));
      continue;
    }
    if (static_cast<double>(builder.indexCount()) > kFarAboveShare * wanted) {
      job.warn("it has " + std::to_string(builder.indexCount() / 3) + " triangles, not the " +
                   std::to_string(std::llround(wanted / 3.0)) + " asked for: its seams and borders need more",
               "lod" + std::to_string(lod));
    }
    before = builder.indexCount();
    BakedLod& level = baked.mesh.lods.emplace_back();
    builder.finish(lod, level.primitives, level.indices, baked.meshes);
  }
  return {};
}

}  // namespace texeleton
