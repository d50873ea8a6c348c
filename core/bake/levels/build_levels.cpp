#include "core/bake/levels/build_levels.h"

#include <cmath>
#include <string>

#include "core/bake/levels/level_builder.h"
#include "core/bake/levels/mesh_simplifier.h"
#include "core/bake/levels/surface_colors.h"

namespace texeleton::bake {

namespace {

constexpr std::size_t kMaxLevels = 64;  ///< Beside lod0; the limit of pack readers.
/// A level with more than this times its share of triangles gets an Issue.
constexpr double kFarAboveShare = 1.25;

std::span<const std::uint32_t> indicesOf(const model::Model& model, const model::MeshPart& part) {
  return std::span(model.vertices.indices).subspan(part.firstIndex, part.indexCount);
}

}  // namespace

Result<void> buildLevels(const model::Model& model, const meshes::MeshInstances& meshes, vat::BakedAnimation& baked) {
  for (const meshes::MeshInstance& instance : meshes.instances) {
    vat::BakedSourceMesh& mesh = baked.meshes.emplace_back();
    mesh.name = instance.name;
    mesh.node = model.nodes[instance.node.value].name;
    mesh.group = instance.group ? meshes.groups[*instance.group].name : std::string();
  }
  const auto levels = meshes::shownAtLevels(meshes);
  if (levels.size() > kMaxLevels + 1) {
    return fail(ErrorCode::Limit, message("the meshes' names give %1 levels of detail, more than a pack may hold (%2): "
                                          "%3 ignores them",
                                          levels.size(), kMaxLevels + 1, Remedy{RemedyKind::IgnoreLevels}));
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
      vat::BakedLod& level = baked.mesh.lods[lod - 1];
      builder.finish(lod, level.primitives, level.indices, baked.meshes);
    }
  }
  return {};
}

Result<void> addSimplifiedLevels(const model::Model& model, const meshes::MeshInstances& meshes,
                                 std::span<const double> ratios, vat::BakedAnimation& baked, JobContext& job) {
  if (ratios.size() > kMaxLevels) {
    return fail(ErrorCode::InvalidArgument, message("a pack may hold %1 levels beside lod0", kMaxLevels));
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
        message("the model brings its own levels of detail, so none are made; %1 would take them for ordinary meshes",
                Remedy{RemedyKind::IgnoreLevels}));
    return {};
  }
  const model::VertexData& vertices = model.vertices;
  const SurfaceColors colors(model.materials, model.images, {vertices.uv0, vertices.uv1, vertices.colors});
  std::vector<MeshSimplifier> simplifiers;
  const std::vector<std::uint32_t> shown = meshes::shownAtLevels(meshes).front();
  simplifiers.reserve(shown.size());
  for (const std::uint32_t instance : shown) {
    simplifiers.emplace_back(model, meshes.instances[instance], colors);
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
      job.warn(message(builder.indexCount() == 0
                           ? "a level of detail with %1 triangles cannot be made: nothing would be left"
                           : "a level of detail with %1 triangles cannot be made: its seams and borders need more",
                       std::llround(wanted / 3.0)));
      continue;
    }
    if (static_cast<double>(builder.indexCount()) > kFarAboveShare * wanted) {
      job.warn(message("it has %1 triangles, not the %2 asked for: its seams and borders need more",
                       builder.indexCount() / 3, std::llround(wanted / 3.0)),
               "lod" + std::to_string(lod));
    }
    before = builder.indexCount();
    vat::BakedLod& level = baked.mesh.lods.emplace_back();
    builder.finish(lod, level.primitives, level.indices, baked.meshes);
  }
  return {};
}

}  // namespace texeleton::bake
