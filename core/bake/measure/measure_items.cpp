#include "core/bake/measure/measure_items.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstring>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/base/index.h"
#include "core/cycles/root_taking.h"
#include "core/vat/encoding.h"

namespace texeleton::bake {

namespace {

/// Weights that differ by less are equal up to rounding.
constexpr double kSameWeight = 1e-6;

std::optional<Message> misfitOfTexture(const vat::BakedAnimation& baked) {
  const vat::TextureLayout& layout = baked.layout;
  if (baked.texels.width() != layout.width || baked.texels.height() != layout.height ||
      baked.texels.format() != baked.pixelFormat) {
    return message("the texture is not as large as its layout, or of another format");
  }
  if (layout.width == 0 || layout.rowsPerFrame == 0 || vat::encodingOf(baked).mode != baked.mode ||
      layout.texelsPerElement != vat::encodingOf(baked).texelsPerElement) {
    return message("the layout is not one of its mode and encoding");
  }
  const std::uint64_t needed = std::uint64_t{layout.elementCount} * layout.texelsPerElement;
  if (needed > std::uint64_t{layout.width} * layout.rowsPerFrame ||
      vat::usedRows(vat::encodingOf(baked), layout) > layout.height) {
    return message("the layout's elements or frames do not fit into the texture");
  }
  return std::nullopt;
}

std::optional<Message> misfitOfMesh(const model::Model& model, const vat::BakedAnimation& baked) {
  const vat::BakedMesh& mesh = baked.mesh;
  const std::size_t vertices = model.vertexCount();
  if (mesh.vertexCount() != vertices) {
    return message("its mesh has %1 vertices, the model %2", mesh.vertexCount(), vertices);
  }
  if (mesh.normals.size() != vertices) {
    return message("its mesh has %1 normals for %2 vertices", mesh.normals.size(), vertices);
  }
  const std::uint32_t elements = baked.layout.elementCount;
  if (baked.mode == vat::BakeMode::Vertex) {
    if (mesh.elements.size() != vertices) {
      return message("its mesh has %1 elements for %2 vertices", mesh.elements.size(), vertices);
    }
    for (std::size_t v = 0; v < vertices; ++v) {
      if (mesh.elements[v] >= elements) {
        return message("vertex %1 has element %2, the texture only %3", v, mesh.elements[v], elements);
      }
    }
    return std::nullopt;
  }
  if (mesh.boneIndices.size() != vertices || mesh.boneWeights.size() != vertices) {
    return message("its mesh does not have bone indices and weights for each of %1 vertices", vertices);
  }
  if (baked.bones.size() != elements) {
    return message("it names %1 bones, the texture has %2", baked.bones.size(), elements);
  }
  for (std::size_t v = 0; v < vertices; ++v) {
    for (int i = 0; i < 4; ++i) {
      if (mesh.boneWeights[v][i] != 0.0f && mesh.boneIndices[v][i] >= elements) {
        return message("vertex %1 has bone %2, the texture only %3", v, mesh.boneIndices[v][i], elements);
      }
    }
  }
  return std::nullopt;
}

std::optional<Message> misfitOfClip(const model::Model& model, const vat::BakedAnimation& baked,
                                    const vat::BakedClip& clip) {
  const vat::ClipSource& source = clip.source;
  if (!source.clip.isValid() || source.clip.value >= model.clips.size()) {
    return message("comes from a clip '%1' that the model does not have", source.name);
  }
  const std::string& name = model.clips[source.clip.value].name;
  if (!source.name.empty() && source.name != name) {
    return message("comes from the clip '%1', which is called '%2' in the model", source.name, name);
  }
  if (!std::isfinite(source.fromSeconds) || !std::isfinite(source.toSeconds) || source.toSeconds < source.fromSeconds) {
    return message("does not say from which seconds of its source it is cut");
  }
  if (clip.rootMotion && !cycles::rootTaking(model, clip).node.isValid()) {
    return message("goes without the motion of the node '%1', which the model does not have", clip.rootMotion->node);
  }
  const double length = source.toSeconds - source.fromSeconds;
  if (!(std::abs(clip.lengthSeconds - length) <= 1e-6 * std::max(1.0, length))) {
    return message("lasts %1 s, its source %2 s", std::to_string(clip.lengthSeconds), std::to_string(length));
  }
  if (clip.frameCount == 0 || clip.frameCount > vat::kMaxFramesPerClip ||
      std::uint64_t{clip.frameBegin} + clip.frameCount > vat::clipFrames(baked.layout)) {
    return message("has frames that the texture does not have");
  }
  return std::nullopt;
}

std::optional<Message> misfitOfClips(const model::Model& model, const vat::BakedAnimation& baked) {
  for (const vat::BakedClip& clip : baked.clips) {
    if (const auto misfit = misfitOfClip(model, baked, clip)) {
      return message("its clip '%1' %2", clip.name, *misfit);
    }
  }
  return std::nullopt;
}

/// Numbers items in order of their first use.
class Rows {
 public:
  explicit Rows(std::size_t thingCount) : m_rowOf(thingCount, kNoIndex) {}
  std::uint32_t rowOf(std::uint32_t thing) {
    if (m_rowOf[thing] == kNoIndex) {
      m_rowOf[thing] = static_cast<std::uint32_t>(m_things.size());
      m_things.push_back(thing);
    }
    return m_rowOf[thing];
  }
  std::vector<std::uint32_t> take() { return std::move(m_things); }

 private:
  std::vector<std::uint32_t> m_rowOf;
  std::vector<std::uint32_t> m_things;
};

/// The model's palette entry of each bone of the texture: the n-th entry of a node is the n-th bone of its name.
/// kNoIndex for bones that only sockets have.
std::vector<std::uint32_t> entriesOfBones(const model::Model& model, const vat::BakedAnimation& baked) {
  std::unordered_map<std::string, std::vector<std::uint32_t>> entriesOf;
  for (std::uint32_t i = 0; i < model.palette.size(); ++i) {
    entriesOf[model.nodes[model.palette[i].node.value].name].push_back(i);
  }
  std::unordered_map<std::string, std::size_t> seen;
  std::vector<std::uint32_t> result;
  for (const vat::BakedBone& bone : baked.bones) {
    const auto entries = entriesOf.find(bone.name);
    const std::size_t n = seen[bone.name]++;
    result.push_back(entries != entriesOf.end() && n < entries->second.size() ? entries->second[n] : kNoIndex);
  }
  return result;
}

class Collector {
 public:
  Collector(const model::Model& model, const vat::BakedAnimation& baked)
      : m_model(model),
        m_baked(baked),
        m_bone(baked.mode == vat::BakeMode::Bone),
        m_paletteRows(model.palette.size()) {}

  Result<MeasureItems> run() {
    if (m_bone) {
      m_entryOfBone = entriesOfBones(m_model, m_baked);
    }
    findMorphs();
    if (!m_bone) {
      m_result.points = animation::PointNumbering(m_model);
    }
    for (const model::PointSet& set : m_model.pointSets) {
      m_result.rowOfSet.push_back(m_paletteRows.rowOf(set.entry));
    }
    std::vector<std::uint32_t> order(m_model.vertexCount());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return isBefore(a, b); });
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i > 0 && isSame(order[i - 1], order[i])) {
        m_result.items.back().vertexCount += 1.0;
      } else if (auto misfit = addItem(order[i])) {
        return fail(ErrorCode::InvalidArgument, std::move(*misfit));
      }
    }
    m_result.paletteEntries = m_paletteRows.take();
    if (vat::encodingOf(m_baked).hasShapes) {
      m_result.shapes = vat::StoredShapes(m_baked);
    } else if (!m_bone && vat::encodingOf(m_baked).hasConstants) {
      m_result.elementEncoding = &vat::encodingOf(m_baked);
      for (std::uint32_t k = 0; k < 2; ++k) {
        const vat::TexelAddress at = vat::texelAddress(m_baked.layout, m_baked.layout.frameCount, k);
        m_result.constants[k] = m_baked.texels.texel(at.x, at.y);
      }
    }
    if (m_bone) {
      findBones();
      m_result.clusters = makeClusters(m_result);
    }
    return std::move(m_result);
  }

 private:
  /// A total order for any numbers.
  template <class T>
  static int compare(const T& a, const T& b) {
    for (int i = 0; i < T::length(); ++i) {
      if (const auto order = std::strong_order(a[i], b[i]); std::is_neq(order)) {
        return std::is_lt(order) ? -1 : 1;
      }
    }
    return 0;
  }

  /// Compares the decoder's data, then the source's; the decoder first, so that texels are read in order.
  int compareVertices(std::uint32_t a, std::uint32_t b) const {
    const vat::BakedMesh& mesh = m_baked.mesh;
    if (!m_bone && mesh.elements[a] != mesh.elements[b]) {
      return mesh.elements[a] < mesh.elements[b] ? -1 : 1;
    }
    const model::VertexData& source = m_model.vertices;
    const auto first = [&](std::uint32_t v) { return source.influences.data() + source.influenceBegin[v]; };
    const auto influenceCount = [&](std::uint32_t v) {
      return source.influenceBegin[v + 1] - source.influenceBegin[v];
    };
    if (influenceCount(a) != influenceCount(b)) {
      return influenceCount(a) < influenceCount(b) ? -1 : 1;
    }
    int order =
        influenceCount(a) == 0 ? 0 : std::memcmp(first(a), first(b), influenceCount(a) * sizeof(model::Influence));
    if (order == 0 && m_bone) {
      order = compare(mesh.boneIndices[a], mesh.boneIndices[b]);
      order = order != 0 ? order : compare(mesh.boneWeights[a], mesh.boneWeights[b]);
      order = order != 0 ? order : compare(mesh.positions[a], mesh.positions[b]);
      order = order != 0 ? order : compare(mesh.normals[a], mesh.normals[b]);
    }
    order = order != 0 ? order : compare(source.positions[a], source.positions[b]);
    order = order != 0 ? order : compare(source.normals[a], source.normals[b]);
    const std::uint32_t placeA = m_result.points.placeOf(a);
    const std::uint32_t placeB = m_result.points.placeOf(b);
    return order != 0 || placeA == placeB ? order : placeA < placeB ? -1 : 1;
  }
  bool isBefore(std::uint32_t a, std::uint32_t b) const {
    const int order = compareVertices(a, b);
    return order != 0 ? order < 0 : a < b;
  }
  bool isMorphed(std::uint32_t v) const { return !m_partOf.empty() && m_partOf[v] != nullptr; }
  bool isSame(std::uint32_t a, std::uint32_t b) const {
    return !isMorphed(a) && !isMorphed(b) && compareVertices(a, b) == 0;
  }

  void findBones() {
    std::vector<std::uint32_t> boneOfEntry(m_model.palette.size(), kNoBone);
    for (std::size_t bone = 0; bone < m_entryOfBone.size(); ++bone) {
      if (m_entryOfBone[bone] != kNoIndex) {
        boneOfEntry[m_entryOfBone[bone]] = static_cast<std::uint32_t>(bone);
      }
    }
    for (const std::uint32_t entry : m_result.paletteEntries) {
      m_result.bones.push_back(boneOfEntry[entry]);
    }
  }

  void findMorphs() {
    for (const model::MorphSet& set : m_model.morphSets) {
      m_result.morphWeightBegin.push_back(m_result.morphWeightCount);
      m_result.morphWeightCount += static_cast<std::uint32_t>(set.restWeights.size());
    }
    for (const model::MeshPart& part : m_model.parts) {
      if (part.morphSet.isValid() && !part.morphTargets.empty()) {
        m_partOf.resize(m_model.vertexCount(), nullptr);
        std::fill_n(m_partOf.begin() + part.firstVertex, part.vertexCount, &part);
      }
    }
  }

  void addMorphs(std::uint32_t v, MeasureItem& item) {
    const model::MeshPart& part = *m_partOf[v];
    item.morphs.begin = static_cast<std::uint32_t>(m_result.morphs.size());
    for (std::size_t k = 0; k < part.morphTargets.size(); ++k) {
      const model::MorphTarget& target = part.morphTargets[k];
      const std::size_t local = v - part.firstVertex;
      MeasureMorph morph;
      morph.weight = m_result.morphWeightBegin[part.morphSet.value] + static_cast<std::uint32_t>(k);
      morph.position = target.positionDeltas[local];
      morph.normal = target.normalDeltas.empty() ? glm::dvec3(0.0) : glm::dvec3(target.normalDeltas[local]);
      if (morph.position != glm::dvec3(0.0) || morph.normal != glm::dvec3(0.0)) {
        m_result.morphs.push_back(morph);
      }
    }
    item.morphs.count = static_cast<std::uint32_t>(m_result.morphs.size()) - item.morphs.begin;
  }

  MeasureRange addInfluences(const std::vector<MeasureInfluence>& influences) {
    const MeasureRange range{static_cast<std::uint32_t>(m_result.influences.size()),
                             static_cast<std::uint32_t>(influences.size())};
    m_result.influences.insert(m_result.influences.end(), influences.begin(), influences.end());
    return range;
  }

  /// The source's influences; their weights sum to 1 within the rounding of floats, here exactly.
  std::vector<MeasureInfluence> sourceInfluences(std::uint32_t v) {
    const model::VertexData& source = m_model.vertices;
    std::vector<MeasureInfluence> result;
    double sum = 0.0;
    for (std::uint32_t i = source.influenceBegin[v]; i < source.influenceBegin[v + 1]; ++i) {
      result.push_back(
          {m_paletteRows.rowOf(source.influences[i].joint), static_cast<double>(source.influences[i].weight)});
      sum += result.back().weight;
    }
    for (MeasureInfluence& influence : result) {
      influence.weight /= sum > 0.0 ? sum : 1.0;
    }
    return result;
  }

  /// Sets the data that a decoder of bone mode uses.
  std::optional<Message> addDecoder(std::uint32_t v, const std::vector<MeasureInfluence>& source, MeasureItem& item) {
    const vat::BakedMesh& mesh = m_baked.mesh;
    item.decodedPosition = mesh.positions[v];
    item.decodedNormal = mesh.normals[v];
    std::vector<MeasureInfluence> decoded;
    for (int i = 0; i < 4; ++i) {
      const double weight = static_cast<double>(mesh.boneWeights[v][i]);
      if (weight == 0.0) {
        continue;
      }
      const std::uint32_t bone = mesh.boneIndices[v][i];
      if (m_entryOfBone[bone] == kNoIndex) {
        return message("vertex %1 follows the bone '%2', which moves no vertex of the model", v,
                       m_baked.bones[bone].name);
      }
      decoded.push_back({m_paletteRows.rowOf(m_entryOfBone[bone]), weight});
    }
    item.decoded = addInfluences(decoded);
    item.drops = !areSame(source, decoded);
    return std::nullopt;
  }

  static bool areSame(std::vector<MeasureInfluence> a, std::vector<MeasureInfluence> b) {
    if (a.size() != b.size()) {
      return false;
    }
    const auto byMatrix = [](const MeasureInfluence& x, const MeasureInfluence& y) { return x.matrix < y.matrix; };
    std::sort(a.begin(), a.end(), byMatrix);
    std::sort(b.begin(), b.end(), byMatrix);
    return std::equal(a.begin(), a.end(), b.begin(), [](const MeasureInfluence& x, const MeasureInfluence& y) {
      return x.matrix == y.matrix && std::abs(x.weight - y.weight) <= kSameWeight;
    });
  }

  std::optional<Message> addItem(std::uint32_t v) {
    MeasureItem item;
    item.vertex = v;
    item.vertexCount = 1.0;
    item.position = m_model.vertices.positions[v];
    item.normal = m_model.vertices.normals[v];
    item.pointSet = m_result.points.setOf(v);
    item.place = m_result.points.placeOf(v);
    item.pointNormal = m_result.points.normalOf(v);
    const std::vector<MeasureInfluence> source = sourceInfluences(v);
    item.influences = addInfluences(source);
    if (isMorphed(v)) {
      addMorphs(v, item);
    }
    if (m_bone) {
      if (auto misfit = addDecoder(v, source, item)) {
        return misfit;
      }
    } else {
      item.element = m_baked.mesh.elements[v];
      for (std::uint32_t k = 0; k < m_baked.layout.texelsPerElement; ++k) {
        const vat::TexelAddress at =
            vat::texelAddress(m_baked.layout, 0, vat::elementTexel(m_baked.layout, m_baked.mesh.elements[v], k));
        item.texelOffsets[k] = at.y * m_baked.texels.rowBytes() + at.x * vat::texelBytes(m_baked.pixelFormat);
      }
    }
    m_result.items.push_back(item);
    return std::nullopt;
  }

  const model::Model& m_model;
  const vat::BakedAnimation& m_baked;
  const bool m_bone;
  Rows m_paletteRows;
  std::vector<std::uint32_t> m_entryOfBone;
  std::vector<const model::MeshPart*> m_partOf;  // empty, or the part of each vertex that morph targets move
  MeasureItems m_result;
};

}  // namespace

Result<MeasureItems> collectItems(const model::Model& model, const vat::BakedAnimation& baked) {
  std::optional<Message> misfit = misfitOfTexture(baked);
  misfit = misfit ? misfit : misfitOfMesh(model, baked);
  misfit = misfit ? misfit : misfitOfClips(model, baked);
  if (misfit) {
    return fail(ErrorCode::InvalidArgument, message("the bake does not fit the model: %1", *misfit));
  }
  Result<MeasureItems> items = Collector(model, baked).run();
  if (!items) {
    return fail(ErrorCode::InvalidArgument, message("the bake does not fit the model: %1", items.error().message));
  }
  return items;
}

}  // namespace texeleton::bake
