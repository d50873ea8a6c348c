#include "core/bake/skin_table.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

namespace texeleton::bake {

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

std::uint64_t mixed(std::uint64_t hash, const glm::vec3& v) {
  hash = mixed(hash, std::uint64_t{std::bit_cast<std::uint32_t>(v.x)} << 32 | std::bit_cast<std::uint32_t>(v.y));
  return mixed(hash, std::bit_cast<std::uint32_t>(v.z));
}

/// Equal bits: −0 and +0 may lead to different texels.
bool identical(float a, float b) { return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b); }
bool identical(const glm::vec3& a, const glm::vec3& b) {
  return identical(a.x, b.x) && identical(a.y, b.y) && identical(a.z, b.z);
}

/// Numbers items so that equal ones get one number: an open hash table of the numbers given so far.
class Numbering {
 public:
  explicit Numbering(std::size_t most) : m_slots(std::bit_ceil(2 * most + 2), kEmpty) { m_hashes.reserve(most); }

  /// The number of an item with this hash for which `isSame(number)` holds; else a new one, and `added` is set.
  template <class IsSame>
  std::uint32_t find(std::uint64_t hash, bool& added, const IsSame& isSame) {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t slot = hash & mask;
    for (; m_slots[slot] != kEmpty; slot = (slot + 1) & mask) {
      if (m_hashes[m_slots[slot]] == hash && isSame(m_slots[slot])) {
        added = false;
        return m_slots[slot];
      }
    }
    added = true;
    m_slots[slot] = static_cast<std::uint32_t>(m_hashes.size());
    m_hashes.push_back(hash);
    return m_slots[slot];
  }

 private:
  static constexpr std::uint32_t kEmpty = UINT32_MAX;
  std::vector<std::uint32_t> m_slots;
  std::vector<std::uint64_t> m_hashes;
};

/// The joints and morph targets of a vertex, read from the model.
class VertexMotion {
 public:
  VertexMotion(const model::Model& model, const animation::PointNumbering& points)
      : m_model(model), m_points(points), m_partOf(model.vertexCount(), 0) {
    std::uint32_t weight = 0;
    for (const model::MorphSet& set : model.morphSets) {
      m_firstWeight.push_back(weight);
      weight += static_cast<std::uint32_t>(set.restWeights.size());
    }
    for (std::size_t p = 0; p < model.parts.size(); ++p) {
      const model::MeshPart& part = model.parts[p];
      std::fill_n(m_partOf.begin() + part.firstVertex, part.vertexCount, static_cast<std::uint32_t>(p));
    }
  }

  const model::MeshPart& part(std::uint32_t v) const { return m_model.parts[m_partOf[v]]; }
  std::uint32_t morphCount(std::uint32_t v) const {
    return part(v).morphSet.isValid() ? static_cast<std::uint32_t>(part(v).morphTargets.size()) : 0;
  }
  std::uint32_t firstWeight(std::uint32_t v) const { return m_firstWeight[part(v).morphSet.value]; }
  glm::vec3 positionDelta(std::uint32_t v, std::uint32_t target) const {
    return part(v).morphTargets[target].positionDeltas[v - part(v).firstVertex];
  }
  glm::vec3 normalDelta(std::uint32_t v, std::uint32_t target) const {
    const std::vector<glm::vec3>& deltas = part(v).morphTargets[target].normalDeltas;
    return deltas.empty() ? glm::vec3(0.0f) : deltas[v - part(v).firstVertex];
  }
  std::span<const model::Influence> influences(std::uint32_t v) const {
    const auto& begin = m_model.vertices.influenceBegin;
    return std::span(m_model.vertices.influences).subspan(begin[v], begin[v + 1] - begin[v]);
  }

  std::uint64_t placeHash(std::uint32_t v) const {
    std::uint64_t hash = mixed(0, m_model.vertices.positions[v]);
    for (const model::Influence& influence : influences(v)) {
      hash = mixed(hash, std::uint64_t{influence.joint} << 32 | std::bit_cast<std::uint32_t>(influence.weight));
    }
    for (std::uint32_t t = 0; t < morphCount(v); ++t) {
      hash = mixed(hash, positionDelta(v, t));
    }
    return hash;
  }
  bool samePlace(std::uint32_t a, std::uint32_t b) const {
    const auto equal = [](const model::Influence& x, const model::Influence& y) {
      return x.joint == y.joint && x.weight == y.weight;
    };
    const auto left = influences(a);
    const auto right = influences(b);
    const std::uint32_t morphs = morphCount(a);
    if (m_points.placeOf(a) != m_points.placeOf(b) ||
        !identical(m_model.vertices.positions[a], m_model.vertices.positions[b]) ||
        !std::equal(left.begin(), left.end(), right.begin(), right.end(), equal) || morphs != morphCount(b) ||
        (morphs != 0 && firstWeight(a) != firstWeight(b))) {
      return false;
    }
    for (std::uint32_t t = 0; t < morphs; ++t) {
      if (!identical(positionDelta(a, t), positionDelta(b, t))) {
        return false;
      }
    }
    return true;
  }

  std::uint64_t normalHash(std::uint32_t v, std::uint32_t group) const {
    std::uint64_t hash = mixed(group + 1, m_model.vertices.normals[v]);
    for (std::uint32_t t = 0; t < morphCount(v); ++t) {
      hash = mixed(hash, normalDelta(v, t));
    }
    return hash;
  }
  /// For vertices of one group.
  bool sameNormal(std::uint32_t a, std::uint32_t b) const {
    if (!identical(m_model.vertices.normals[a], m_model.vertices.normals[b])) {
      return false;
    }
    for (std::uint32_t t = 0; t < morphCount(a); ++t) {
      if (!identical(normalDelta(a, t), normalDelta(b, t))) {
        return false;
      }
    }
    return true;
  }

 private:
  const model::Model& m_model;
  const animation::PointNumbering& m_points;
  std::vector<std::uint32_t> m_partOf;
  std::vector<std::uint32_t> m_firstWeight;  ///< For each morph set.
};

void addInfluences(SkinTable& table, SkinGroup& group, std::span<const model::Influence> influences) {
  group.influenceBegin = static_cast<std::uint32_t>(table.influences.size());
  group.influenceCount = static_cast<std::uint32_t>(influences.size());
  table.influences.insert(table.influences.end(), influences.begin(), influences.end());
}

}  // namespace

SkinTable makeVertexTable(const model::Model& model, const animation::PointNumbering& points, bool shareElements,
                          std::vector<std::uint32_t>& elements) {
  const auto vertexCount = static_cast<std::uint32_t>(model.vertexCount());
  const VertexMotion motion(model, points);

  // Groups and elements in order of first use, each represented by its first vertex.
  Numbering groupNumbers(vertexCount);
  Numbering elementNumbers(vertexCount);
  std::vector<std::uint32_t> groupVertex;
  std::vector<std::uint32_t> elementVertex;
  std::vector<std::uint32_t> elementGroup;
  elements.resize(vertexCount);
  for (std::uint32_t v = 0; v < vertexCount; ++v) {
    bool added = false;
    const std::uint32_t group = groupNumbers.find(motion.placeHash(v), added,
                                                  [&](std::uint32_t g) { return motion.samePlace(groupVertex[g], v); });
    if (added) {
      groupVertex.push_back(v);
    }
    elements[v] = elementNumbers.find(motion.normalHash(v, group), added, [&](std::uint32_t e) {
      return shareElements && elementGroup[e] == group && motion.sameNormal(elementVertex[e], v);
    });
    if (added) {
      elementVertex.push_back(v);
      elementGroup.push_back(group);
    }
  }

  // Processing order: without morphs first, then by number of influences, then by bone, so that matrices stay cached.
  std::vector<std::uint32_t> order(groupVertex.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto effort = [&](std::uint32_t g) {
    const std::span<const model::Influence> influences = motion.influences(groupVertex[g]);
    return std::tuple(motion.morphCount(groupVertex[g]), influences.size(), influences.front().joint);
  };
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return effort(a) < effort(b); });
  std::vector<std::uint32_t> rank(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    rank[order[i]] = i;
  }
  std::vector<std::uint32_t> elementOrder(elementVertex.size());
  std::iota(elementOrder.begin(), elementOrder.end(), 0u);
  std::ranges::stable_sort(
      elementOrder, [&](std::uint32_t a, std::uint32_t b) { return rank[elementGroup[a]] < rank[elementGroup[b]]; });

  SkinTable table;
  const bool morphs =
      std::ranges::any_of(model.parts, [](const model::MeshPart& part) { return part.morphSet.isValid(); });
  for (const std::uint32_t g : order) {
    const std::uint32_t v = groupVertex[g];
    SkinGroup& group = table.groups.emplace_back();
    group.position = model.vertices.positions[v];
    addInfluences(table, group, motion.influences(v));
    group.pointSet = points.setOf(v);
    group.place = points.placeOf(v);
    group.morphCount = motion.morphCount(v);
    if (group.morphCount != 0) {
      group.firstWeight = motion.firstWeight(v);
      group.morphBegin = static_cast<std::uint32_t>(table.morphPositions.size());
      for (std::uint32_t t = 0; t < group.morphCount; ++t) {
        table.morphPositions.push_back(motion.positionDelta(v, t));
      }
    }
  }
  std::vector<std::uint32_t> slotOf(elementVertex.size());
  for (const std::uint32_t e : elementOrder) {
    SkinGroup& group = table.groups[rank[elementGroup[e]]];
    if (group.elementCount++ == 0) {
      group.elementBegin = static_cast<std::uint32_t>(table.normals.size());
    }
    slotOf[e] = static_cast<std::uint32_t>(table.normals.size());
    if (!shareElements) {
      table.elementSlots.push_back(e);
    }
    table.normals.push_back(model.vertices.normals[elementVertex[e]]);
    table.elementGroups.push_back(rank[elementGroup[e]]);
    if (!points.isEmpty()) {
      table.elementPointNormals.push_back(points.normalOf(elementVertex[e]));
    }
    if (morphs) {
      table.elementMorphBegin.push_back(static_cast<std::uint32_t>(table.morphNormals.size()));
      for (std::uint32_t t = 0; t < group.morphCount; ++t) {
        table.morphNormals.push_back(motion.normalDelta(elementVertex[e], t));
      }
    }
  }
  if (shareElements) {
    for (std::uint32_t& element : elements) {
      element = slotOf[element];
    }
  }
  return table;
}

SkinTable makeBoneTable(const vat::BakedMesh& mesh) {
  const auto vertexCount = static_cast<std::uint32_t>(mesh.vertexCount());
  Numbering numbers(vertexCount);
  std::vector<std::uint32_t> first;
  for (std::uint32_t v = 0; v < vertexCount; ++v) {
    std::uint64_t hash = mixed(0, mesh.positions[v]);
    for (int i = 0; i < 4; ++i) {
      hash = mixed(hash,
                   std::uint64_t{mesh.boneIndices[v][i]} << 32 | std::bit_cast<std::uint32_t>(mesh.boneWeights[v][i]));
    }
    bool added = false;
    numbers.find(hash, added, [&](std::uint32_t number) {
      const std::uint32_t other = first[number];
      return identical(mesh.positions[other], mesh.positions[v]) && mesh.boneIndices[other] == mesh.boneIndices[v] &&
             mesh.boneWeights[other] == mesh.boneWeights[v];
    });
    if (added) {
      first.push_back(v);
    }
  }
  const auto influenceCount = [&](std::uint32_t v) {
    const glm::vec4& weights = mesh.boneWeights[v];
    std::uint32_t count = 1;
    while (count < 4 && weights[static_cast<int>(count)] > 0.0f) {
      ++count;
    }
    return count;
  };
  std::ranges::stable_sort(first,
                           [&](std::uint32_t a, std::uint32_t b) { return influenceCount(a) < influenceCount(b); });
  SkinTable table;
  for (const std::uint32_t v : first) {
    SkinGroup& group = table.groups.emplace_back();
    group.position = mesh.positions[v];
    model::Influence influences[4];
    for (int i = 0; i < 4; ++i) {
      influences[i] = {mesh.boneIndices[v][i], mesh.boneWeights[v][i]};
    }
    addInfluences(table, group, std::span(influences, influenceCount(v)));
  }
  return table;
}

}  // namespace texeleton::bake
