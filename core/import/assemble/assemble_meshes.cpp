#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "core/import/assemble/assemble_names.h"
#include "core/import/assemble/assemble_primitive.h"
#include "core/import/assemble/assemble_skins.h"
#include "core/model/names.h"
#include "core/transform/transform.h"

namespace texeleton::importing::assemble {

namespace {

/// Limits of vertices, offsets of morph targets, and triangle corners; checked before memory is allocated.
constexpr std::uint64_t kMaxModelVertices = 64'000'000;
constexpr std::uint64_t kMaxIndices = 256'000'000;

/// Limit of vertices from repeated instances of a small file; beyond this, at most kMaxCopies times the vertices in the
/// file.
constexpr std::uint64_t kMaxCopiedVertices = 4'000'000;
constexpr std::uint64_t kMaxCopies = 4;
constexpr std::size_t kMaxMeshInstances = 65'536;

/// The primitives of a mesh, cleaned for one skin; shared by all instances of that pair.
struct MeshUse {
  std::string name;
  std::vector<Primitive> primitives;
  std::size_t morphTargetCount = 0;
};

class MeshAssembler {
 public:
  explicit MeshAssembler(Context& context)
      : m_context(context), m_skinUse(context.scene.skins.size()), m_palette(context.model.nodes.size()) {}

  Result<void> run() {
    for (const auto step : {&MeshAssembler::prepare, &MeshAssembler::checkSize, &MeshAssembler::place}) {
      if (m_context.job.isCancelled()) {
        return fail(ErrorCode::Cancelled, "the import was cancelled");
      }
      TRY((this->*step)());
    }
    const std::vector<std::uint32_t> newPlace = m_palette.finish(m_context.model.palette);
    for (model::Influence& influence : m_context.model.vertices.influences) {
      influence.joint = newPlace[influence.joint];
    }
    report();
    return {};
  }

 private:
  using UseKey = std::pair<std::size_t, std::size_t>;  // mesh, skin + 1 (0: none)

  UseKey keyOf(const SourceInstance& instance) const {
    const bool skinned = instance.skin && !m_context.scene.skins[*instance.skin].joints.empty();
    return {instance.mesh, skinned ? *instance.skin + 1 : 0};
  }

  Result<void> prepare() {
    const SourceScene& scene = m_context.scene;
    for (const SourceInstance& instance : scene.instances) {
      if (instance.mesh >= scene.meshes.size() || instance.node >= scene.nodes.size() ||
          (instance.skin && *instance.skin >= scene.skins.size())) {
        return fail(ErrorCode::BadFile,
                    message("a node uses a mesh, a node or a skin that is not in the file (mesh %1, node %2)",
                            instance.mesh, instance.node));
      }
      const UseKey key = keyOf(instance);
      if (m_uses.count(key) == 0) {
        const SourceSkin* skin = key.second != 0 ? &scene.skins[key.second - 1] : nullptr;
        Result<MeshUse> use = makeUse(instance.mesh, skin);
        TRY(use);
        m_uses.emplace(key, std::move(*use));
      }
      for (const Primitive& primitive : m_uses.at(key).primitives) {
        if (primitive.skinned) {
          m_skinUse[key.second - 1].add(scene.skins[key.second - 1], primitive);
        }
      }
    }
    return {};
  }

  Result<MeshUse> makeUse(std::size_t mesh, const SourceSkin* skin) {
    const SourceMesh& source = m_context.scene.meshes[mesh];
    MeshUse use;
    use.name = model::harmlessName(shownName(source.name, "Mesh", mesh));
    for (const SourcePrimitive& given : source.primitives) {
      Result<std::optional<Primitive>> primitive = makePrimitive(m_context, given, use.name, skin, m_findings);
      TRY(primitive);
      if (*primitive) {
        use.morphTargetCount = std::max(use.morphTargetCount, (**primitive).morphTargets.size());
        use.primitives.push_back(std::move(**primitive));
      }
    }
    for (Primitive& primitive : use.primitives) {
      if (!primitive.morphTargets.empty() && primitive.morphTargets.size() != use.morphTargetCount) {
        m_morphCountsDiffer.add(use.name);
        while (primitive.morphTargets.size() < use.morphTargetCount) {
          model::MorphTarget still;
          still.positionDeltas.assign(primitive.positions.size(), glm::vec3(0.0f));
          primitive.morphTargets.push_back(std::move(still));
        }
      }
    }
    return use;
  }

  Result<void> checkSize() {
    std::uint64_t vertices = 0;
    std::uint64_t indices = 0;
    std::uint64_t offsets = 0;
    bool any[4] = {};
    for (const SourceInstance& instance : m_context.scene.instances) {
      for (const Primitive& primitive : m_uses.at(keyOf(instance)).primitives) {
        vertices += primitive.positions.size();
        indices += primitive.indices.size();
        offsets += primitive.positions.size() * primitive.morphTargets.size() + primitive.influences.size();
        any[0] |= !primitive.tangents.empty();
        any[1] |= !primitive.uv0.empty();
        any[2] |= !primitive.uv1.empty();
        any[3] |= !primitive.colors.empty();
      }
    }
    if (vertices > kMaxModelVertices || indices > kMaxIndices || offsets > 8 * kMaxModelVertices) {
      return fail(ErrorCode::Limit, message("the model is too large: with all its instances it has %1 vertices and %2 "
                                            "triangles; at most %3 vertices and %4 triangles are read",
                                            withCommas(vertices), withCommas(indices / 3),
                                            withCommas(kMaxModelVertices), withCommas(kMaxIndices / 3)));
    }
    std::uint64_t own = 0;
    for (const auto& [key, use] : m_uses) {
      for (const Primitive& primitive : use.primitives) {
        own += primitive.positions.size() * (1 + primitive.morphTargets.size()) + primitive.influences.size();
      }
    }
    const std::uint64_t shown = vertices + offsets;
    const std::size_t instances = m_context.scene.instances.size();
    if (instances > kMaxMeshInstances || (shown > kMaxCopiedVertices && shown / kMaxCopies > own)) {
      return fail(ErrorCode::Limit, message("the model is too large: %1 nodes show its meshes, with %2 vertices in "
                                            "all; delete copies or place them in the engine",
                                            withCommas(instances), withCommas(vertices)));
    }
    model::VertexData& data = m_context.model.vertices;
    data.positions.reserve(vertices);
    data.normals.reserve(vertices);
    data.indices.reserve(indices);
    data.influenceBegin.reserve(vertices + 1);
    data.influenceBegin.push_back(0);
    data.tangents.reserve(any[0] ? vertices : 0);
    data.uv0.reserve(any[1] ? vertices : 0);
    data.uv1.reserve(any[2] ? vertices : 0);
    data.colors.reserve(any[3] ? vertices : 0);
    m_hasTangents = any[0];
    m_hasUv0 = any[1];
    m_hasUv1 = any[2];
    m_hasColors = any[3];
    return {};
  }

  Result<void> place() {
    std::vector<std::optional<glm::dmat4>> skinPlacements(m_skinUse.size());
    for (std::size_t skin = 0; skin < m_skinUse.size(); ++skin) {
      if (!m_skinUse[skin].weights.empty()) {
        skinPlacements[skin] = skinPlacement(m_context, skin, m_skinUse[skin]);
      }
    }
    for (const SourceInstance& instance : m_context.scene.instances) {
      const UseKey key = keyOf(instance);
      const MeshUse& use = m_uses.at(key);
      const MorphSetIndex morphSet = addMorphSet(instance, use);
      const glm::dmat4& nodeWorld = m_context.restWorlds[m_context.nodes[instance.node].value];
      for (const Primitive& primitive : use.primitives) {
        const bool skinned = primitive.skinned;
        glm::dmat4 placement = skinned && skinPlacements[key.second - 1] ? *skinPlacements[key.second - 1] : nodeWorld;
        if (!isFoldable(placement)) {
          m_singular.add(use.name);
          placement = glm::dmat4(1.0);
        }
        const SourceSkin* skin = skinned ? &m_context.scene.skins[key.second - 1] : nullptr;
        TRY(addPart(use.name, instance, primitive, skin, placement, morphSet));
      }
    }
    return {};
  }

  MorphSetIndex addMorphSet(const SourceInstance& instance, const MeshUse& use) {
    if (use.morphTargetCount == 0) {
      return {};
    }
    const std::vector<float>& given =
        instance.morphWeights.empty() ? m_context.scene.meshes[instance.mesh].morphWeights : instance.morphWeights;
    model::MorphSet set{use.name, given};
    if (given.size() > use.morphTargetCount) {
      m_morphWeightsBad.add(use.name);
    }
    set.restWeights.resize(use.morphTargetCount, 0.0f);
    for (float& weight : set.restWeights) {
      if (!std::isfinite(weight)) {
        m_morphWeightsBad.add(use.name);
        weight = 0.0f;
      }
    }
    const MorphSetIndex index(m_context.model.morphSets.size());
    m_context.model.morphSets.push_back(std::move(set));
    m_context.morphInstances.push_back({instance.node, instance.mesh, index});
    return index;
  }

  Result<void> addPart(const std::string& name, const SourceInstance& instance, const Primitive& primitive,
                       const SourceSkin* skin, const glm::dmat4& placement, MorphSetIndex morphSet) {
    model::VertexData& data = m_context.model.vertices;
    const std::size_t count = primitive.positions.size();
    model::MeshPart part;
    part.name = name;
    part.node = m_context.nodes[instance.node];
    part.material = primitive.material;
    part.firstVertex = static_cast<std::uint32_t>(data.positions.size());
    part.vertexCount = static_cast<std::uint32_t>(count);
    part.firstIndex = static_cast<std::uint32_t>(data.indices.size());
    part.indexCount = static_cast<std::uint32_t>(primitive.indices.size());
    part.skinned = skin != nullptr;
    part.hasTangents = !primitive.tangents.empty();
    part.hasUv0 = !primitive.uv0.empty();
    part.hasUv1 = !primitive.uv1.empty();
    part.hasColor = !primitive.colors.empty();
    part.fromMesh = placement * glm::dmat4(glm::dmat3(m_context.scale));
    part.pointCount = primitive.pointCount;
    part.dualQuaternionShares = primitive.dualQuaternionShares;
    for (const glm::uvec1& point : primitive.points) {
      part.points.push_back(point.x);
    }
    const double radius = addVertices(primitive, placement, part, morphSet);
    if (!std::isfinite(radius)) {
      return fail(ErrorCode::BadFile, message("mesh \"%1\": its vertices lie beyond what 32-bit floats hold", name));
    }
    const bool mirrored = glm::determinant(glm::dmat3(placement)) < 0.0;
    for (std::size_t t = 0; t + 2 < primitive.indices.size(); t += 3) {
      const std::uint32_t* corner = &primitive.indices[t];
      data.indices.push_back(part.firstVertex + corner[0]);
      data.indices.push_back(part.firstVertex + corner[mirrored ? 2 : 1]);
      data.indices.push_back(part.firstVertex + corner[mirrored ? 1 : 2]);
    }
    addInfluences(primitive, skin, affineInverse(placement), radius, part);
    m_context.model.parts.push_back(std::move(part));
    return {};
  }

  /// Returns the distance of the farthest vertex from the origin; not finite if any value is not.
  double addVertices(const Primitive& primitive, const glm::dmat4& placement, model::MeshPart& part,
                     MorphSetIndex morphSet) {
    model::VertexData& data = m_context.model.vertices;
    const glm::dmat3 linear(placement);
    const glm::dvec3 offset(placement[3]);
    const glm::dmat3 normals = transform::normalMatrix(placement / std::cbrt(std::abs(glm::determinant(linear))));
    const float side = glm::determinant(linear) < 0.0 ? -1.0f : 1.0f;
    double farthest = 0.0;
    float finite = 0.0f;
    for (const glm::vec3& p : primitive.positions) {
      const glm::vec3 placed(linear * glm::dvec3(p) + offset);
      finite += (placed.x + placed.y + placed.z) * 0.0f;
      farthest = std::max(farthest, glm::dot(glm::dvec3(placed), glm::dvec3(placed)));
      data.positions.push_back(placed);
    }
    std::vector<double> lengths;  // of the transformed normals; their offsets shrink with them
    lengths.reserve(primitive.normals.size());
    for (const glm::vec3& n : primitive.normals) {
      const glm::dvec3 turned = normals * glm::dvec3(n);
      lengths.push_back(glm::length(turned));
      data.normals.emplace_back(turned / lengths.back());
    }
    if (m_hasTangents) {
      for (const glm::vec4& t : primitive.tangents) {
        data.tangents.emplace_back(glm::vec3(glm::normalize(linear * glm::dvec3(t))), t.w * side);
      }
      data.tangents.resize(data.positions.size(), glm::vec4(1.0f, 0.0f, 0.0f, 1.0f));
    }
    const auto append = [&](bool wanted, auto& all, const auto& mine, const auto& fill) {
      if (wanted) {
        all.insert(all.end(), mine.begin(), mine.end());
        all.resize(data.positions.size(), fill);
      }
    };
    append(m_hasUv0, data.uv0, primitive.uv0, glm::vec2(0.0f));
    append(m_hasUv1, data.uv1, primitive.uv1, glm::vec2(0.0f));
    append(m_hasColors, data.colors, primitive.colors, glm::vec4(1.0f));

    part.morphSet = primitive.morphTargets.empty() ? MorphSetIndex() : morphSet;
    for (const model::MorphTarget& source : primitive.morphTargets) {
      model::MorphTarget target{source.name, {}, {}};
      target.positionDeltas.reserve(source.positionDeltas.size());
      for (const glm::vec3& delta : source.positionDeltas) {
        target.positionDeltas.emplace_back(linear * glm::dvec3(delta));
        const glm::vec3& moved = target.positionDeltas.back();
        finite += (moved.x + moved.y + moved.z) * 0.0f;
      }
      target.normalDeltas.reserve(source.normalDeltas.size());
      for (std::size_t i = 0; i < source.normalDeltas.size(); ++i) {
        target.normalDeltas.emplace_back(normals * glm::dvec3(source.normalDeltas[i]) / lengths[i]);
        const glm::vec3& moved = target.normalDeltas.back();
        finite += (moved.x + moved.y + moved.z) * 0.0f;
      }
      part.morphTargets.push_back(std::move(target));
    }
    return finite == 0.0f ? std::sqrt(farthest) : std::numeric_limits<double>::infinity();
  }

  void addInfluences(const Primitive& primitive, const SourceSkin* skin, const glm::dmat4& fromBind, double radius,
                     model::MeshPart& part) {
    model::VertexData& data = m_context.model.vertices;
    if (skin == nullptr) {
      const std::uint32_t entry = m_palette.entry(part.node, fromBind, radius);
      for (std::uint32_t v = 0; v < part.vertexCount; ++v) {
        data.influences.push_back({entry, 1.0f});
        data.influenceBegin.push_back(static_cast<std::uint32_t>(data.influences.size()));
      }
      return;
    }
    std::vector<std::uint32_t> entries(skin->joints.size() + 1, Index<void>::kInvalid);
    std::vector<model::Influence> mine;
    part.maxInfluences = 0;
    for (std::uint32_t v = 0; v < part.vertexCount; ++v) {
      mine.clear();
      for (std::uint32_t i = primitive.influenceBegin[v]; i < primitive.influenceBegin[v + 1]; ++i) {
        const model::Influence& influence = primitive.influences[i];
        std::uint32_t& entry = entries[influence.joint];
        if (entry == Index<void>::kInvalid) {
          const bool isJoint = influence.joint < skin->joints.size();
          const NodeIndex node = isJoint ? m_context.nodes[skin->joints[influence.joint]] : part.node;
          entry = m_palette.entry(
              node, isJoint ? transform::multiplyAffine(skin->inverseBinds[influence.joint], fromBind) : fromBind,
              radius);
        }
        mine.push_back({entry, influence.weight});
      }
      mergeEqualEntries(mine);
      part.maxInfluences = std::max(part.maxInfluences, static_cast<std::uint32_t>(mine.size()));
      data.influences.insert(data.influences.end(), mine.begin(), mine.end());
      data.influenceBegin.push_back(static_cast<std::uint32_t>(data.influences.size()));
    }
  }

  /// Two joints may have the same palette entry.
  void mergeEqualEntries(std::vector<model::Influence>& mine) {
    if (m_lastAt.size() < m_palette.size()) {
      m_lastAt.resize(m_palette.size(), {0, 0});
    }
    ++m_vertex;
    std::size_t kept = 0;
    bool merged = false;
    for (const model::Influence& influence : mine) {
      auto& [vertex, at] = m_lastAt[influence.joint];
      if (vertex == m_vertex) {
        mine[at].weight += influence.weight;
        merged = true;
      } else {
        vertex = m_vertex;
        at = kept;
        mine[kept++] = influence;
      }
    }
    mine.resize(kept);
    if (merged) {
      std::ranges::stable_sort(mine, std::ranges::greater(), &model::Influence::weight);
    }
  }

  void report() {
    m_findings.report(m_context);
    warnOf(m_context, m_singular,
           said("%1 whose placement in the bind pose has no size in some direction: the vertices were left in the "
                "space of the mesh (%2)"),
           said("%1 mesh part"), said("%1 mesh parts"));
    if (!m_morphCountsDiffer.isEmpty()) {
      m_context.warn(
          message("parts of one mesh have different numbers of morph targets: the missing ones move nothing (%1)",
                  m_morphCountsDiffer.subjects()),
          m_morphCountsDiffer.onlySubject());
    }
    if (!m_morphWeightsBad.isEmpty()) {
      m_context.warn(message("morph weights at rest that are not finite, or more of them than targets: ignored (%1)",
                             m_morphWeightsBad.subjects()),
                     m_morphWeightsBad.onlySubject());
    }
    if (m_context.model.parts.empty()) {
      m_context.warn("the model has no mesh: there is nothing to bake without one");
    }
  }

  Context& m_context;
  std::map<UseKey, MeshUse> m_uses;
  std::vector<SkinUse> m_skinUse;
  PaletteBuilder m_palette;
  PrimitiveFindings m_findings;
  Tally m_singular;
  Tally m_morphCountsDiffer;
  Tally m_morphWeightsBad;
  bool m_hasTangents = false;
  bool m_hasUv0 = false;
  bool m_hasUv1 = false;
  bool m_hasColors = false;
  std::size_t m_vertex = 0;
  std::vector<std::pair<std::size_t, std::size_t>> m_lastAt;  // of each entry: its last vertex, and where
};

}  // namespace

Result<void> assembleMeshes(Context& context) {
  TRY(prepareSkins(context));
  return MeshAssembler(context).run();
}

}  // namespace texeleton::importing::assemble
